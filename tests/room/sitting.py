"""A table for tests: short commands for people, with all chips counted after each."""

from collections import Counter
from typing import Any

import msgspec
import pytest

from houseway.room.fairness.chance_file import Laid
from houseway.room.fairness.fair_chance import FairChance, seeds_of
from houseway.room.live_table import LiveTable
from houseway.room.messages.commands import (
    ROOM,
    AnyCommand,
    BankChoice,
    Bet,
    Configure,
    Decide,
    Floor,
    Open,
    Ready,
    Sit,
    StandUp,
    Tick,
    Who,
)
from houseway.room.messages.outcomes import Outcome
from houseway.room.messages.story_lines import AnyLine, for_person
from houseway.script import Refusal

NOON = 1_800_000_000_000
SEATS = (1, 2, 3)


class Sitting:
    """One table and a clock. It keeps the frames of each person, step by step, as bytes."""

    def __init__(self, game: str, *seats: int, laid: list[Laid] | None = None, **said: Any) -> None:
        self.now = NOON
        self.books: Counter[str] = Counter()
        self.frames: dict[str, list[bytes]] = {}
        self.outcomes: list[Outcome] = []
        self.chance = self.new_chance(laid or [])
        buy_in = said.pop("buy_in", None)
        self.live, outcome = LiveTable.open(
            "t1", Open(game=game, key="k", **said), self.who("host"), self.now, self.chance
        )
        self._keep(outcome)
        for seat in seats:
            self.say(f"p{seat}", Sit(seat=seat, buy_in=buy_in or 10 * self.live.table_view().buy_in.low, key="k"))

    def new_chance(self, laid: list[Laid]) -> FairChance:
        return FairChance(seeds_of("a test"), laid)

    def who(self, person: str) -> Who:
        if person == "room":
            return ROOM
        return Who(person, person.title(), "guest", host=person == "host", cage=10**8)

    def say(self, person: str, command: AnyCommand) -> Outcome:
        outcome = self.live.apply(command, self.who(person), self.now)
        self._keep(outcome)
        return outcome

    def _keep(self, outcome: Outcome) -> None:
        self.outcomes.append(outcome)
        for post in outcome.posts:
            self.books[post.account] += post.cents
        assert sum(self.books.values()) == 0
        state = self.live.public(self.now)
        state.fair, state.commit, state.root, state.next = None, "", "", None
        for person in ("", *self.live.state.players):
            mine = self.live.private(person)
            mine.openings = []
            story = [for_person(line, person) for line in outcome.story]
            self.frames.setdefault(person, []).append(msgspec.json.encode((state, mine, story)))

    # -- short words ------------------------------------------------------------------------------------------------

    @property
    def state(self) -> Any:
        return self.live.public(self.now)

    def mine(self, person: str) -> Any:
        return self.live.private(person)

    def stack(self, seat: int) -> int:
        return int(next(row.stack for row in self.state.seats if row.seat == seat))

    def bank(self, person: str, do: Any, posted: int = 0) -> Outcome:
        agrees = self.live.context.sheet.pay_terms if do == "take" else ""
        return self.say(person, BankChoice(do=do, posted=posted, agrees=agrees, key="k"))

    def bet(self, person: str, place: str, **wagers: int) -> Outcome:
        named = {name.replace("_", "-"): cents for name, cents in wagers.items()}
        return self.say(person, Bet(round=self.state.round, place=place, wagers=named, key="k"))

    def ready(self, *persons: str) -> None:
        for person in persons:
            self.say(person, Ready(round=self.state.round, key="k"))

    def decide(self, person: str, decision: Any, place: str = "") -> Outcome:
        ask = next(ask for ask in self.mine(person).asks if place in ("", ask.place))
        return self.say(
            person, Decide(round=self.state.round, step=ask.step, place=ask.place, decision=decision, key="k")
        )

    def defaults(self) -> None:
        """Answers every question by its default until the round is over."""
        while self.state.phase == "playing":
            for person in list(self.live.state.players):
                for ask in self.mine(person).asks[:1]:
                    self.decide(person, ask.default, ask.place)

    def floor(self, do: Any, **said: Any) -> Outcome:
        return self.say("host", Floor(do=do, key="k", **said))

    def wait(self, ms: int) -> Outcome:
        self.now += ms
        return self.say("room", Tick())

    def next_round(self) -> None:
        self.ready(*[person for person in self.live.state.players if self.mine(person).ready])

    def heard(self, kind: type) -> list[AnyLine]:
        return [line.line for outcome in self.outcomes for line in outcome.story if isinstance(line.line, kind)]


def bet_and_bank(sitting: Sitting) -> None:
    """Deals the first round: the first who is offered the bank takes it, and everybody else bets the minimum."""
    while sitting.state.phase == "offering":
        person = f"p{sitting.state.offered}"
        sitting.bank(person, "take", sitting.mine(person).bank.high)
    for seat in SEATS:
        for offer in sitting.mine(f"p{seat}").bets[:1]:
            wagers = {row.circle.replace("-", "_"): row.low for row in offer.circles if row.required}
            if wagers:
                sitting.bet(f"p{seat}", offer.place, **wagers)
    sitting.ready(*[f"p{seat}" for seat in SEATS if sitting.mine(f"p{seat}").ready])


def evening(game: str, deck: str | None = None) -> Sitting:
    """Plays one round by everybody's defaults, with a laid deck or by chance."""
    laid = [] if deck is None else [Laid(round=1, deck=deck)]
    sitting = Sitting(game, *SEATS, laid=laid, buy_in=1_000_000)
    bet_and_bank(sitting)
    sitting.defaults()
    assert sitting.state.phase == "settled"
    return sitting


def replays_same(sitting: Sitting) -> bool:
    """Returns whether a replay of the log gives the same state."""
    rows = [outcome.row for outcome in sitting.outcomes if not outcome.idle]
    return LiveTable.from_log(None, rows, FairChance(seeds_of("a test"))).state == sitting.live.state


def configure(sitting: Sitting, **said: Any) -> None:
    sitting.say("host", Configure(key="k", **said))


def refused(sitting: Sitting) -> None:
    """Sends a command that is refused. Asserts that it changes nothing."""
    before = sitting.live.snapshot()
    with pytest.raises(Refusal):
        sitting.say("p9", StandUp(key="k"))
    assert sitting.live.snapshot() == before
