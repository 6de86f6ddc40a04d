"""The context of a command: the table, and everything that the command does to it until its outcome is handed over."""

from collections.abc import Iterable
from typing import Any

from msgspec import structs

from houseway.cards import cards_from
from houseway.games import find
from houseway.room.core.table_rules import PostedRules, sheet_of
from houseway.room.fairness.chance_log import LoggedChance
from houseway.room.messages.commands import ROOM, Who
from houseway.room.messages.outcomes import RULE_VERSION, Chance, Dealing, Ended, Posting
from houseway.room.messages.state import Given, Player, Running, TableState
from houseway.room.messages.story_lines import AnyLine, PhaseLine, Told
from houseway.room.visibility.card_tracking import Card
from houseway.room.visibility.redaction import followed, numbers_seen
from houseway.script import Deal, Roll
from houseway.table.between_rounds.meter import Meter
from houseway.table.between_rounds.rotation import Rotation
from houseway.table.round import Round
from houseway.table.setup import answer_from


class TableContext:
    """A table at work. `posts`, `story` and `ended` are those of the command at hand."""

    def __init__(self, state: TableState, chance: Chance) -> None:
        self.state = state
        self.chance = LoggedChance(chance)
        self.round: Round | None = None
        self.dealing: Dealing | None = None
        self.judged: Round | None = None
        self.was_proposed: bool | None = None  # of a row that is folded: whether its deed was put to the players
        self.folding = False
        self.rule_version = RULE_VERSION
        """The version of the row that is replayed; this code's own for a new command."""
        """Whether the command comes from the log: it was taken then, whatever is refused now."""
        self._noted: tuple[Round | None, dict[Any, Any]] = (None, {})
        self._posted, self._sheet = state.config, sheet_of(state.config)
        self.clear(ROOM, 0)

    def clear(self, who: Who, now: int) -> None:
        """Ready for the next command."""
        self.who = who
        self.now = now
        self.posts: list[Posting] = []
        self.story: list[Told] = []
        self.ended: Ended | None = None
        self.changed = True
        self.idle = False
        self.from_round: int | None = None

    @property
    def sheet(self) -> PostedRules:
        """What the table posts now."""
        if self._posted is not self.state.config:
            self._posted, self._sheet = self.state.config, sheet_of(self.state.config)
        return self._sheet

    # -- people -----------------------------------------------------------------------------------------------------

    @property
    def in_play(self) -> bool:
        """Whether cards are out."""
        state = self.state
        phase = state.was if state.phase == "paused" else state.phase
        return phase in ("playing", "closing")

    @property
    def solo(self) -> bool:
        """One person and bots: nobody is waited for but that person, who has all the time in the world."""
        state = self.state
        return state.config.pace == "solo" or [player.bot for player in state.players.values()].count(False) <= 1

    def active(self) -> list[Player]:
        """Those in a seat who want to be dealt in to the next round."""
        return [player for player in self.state.seated() if not (player.out or player.leaving)]

    def able(self) -> list[Player]:
        """Those of them who have the chips for it."""
        least = self.sheet.least_chips
        return [player for player in self.active() if player.chips >= least and not player.owes_time]

    @property
    def may_start(self) -> bool:
        """Whether there is company enough for a round, and somebody in it who is no bot."""
        return self.is_company(self.able())

    def is_company(self, able: list[Player]) -> bool:
        """As `may_start`, of those who are able to play."""
        least = 1 if self.sheet.house_banks else 2  # a player-dealer and a bettor, or two who bet against each other
        return len(able) >= least and False in [player.bot for player in able]

    @property
    def rotation(self) -> Rotation | None:
        """The bank's way round the table, where players bank."""
        return None if self.state.bank is None else self.state.bank.rotation

    def banks(self, person: str) -> bool:
        """Whether the person holds the bank, in the round or for the next one."""
        return self.rotation is not None and self.rotation.banker == person

    def at_play(self) -> tuple[Round, Running]:
        """The round on the table, and what is kept of it."""
        assert self.round is not None, "no round is on the table"
        assert self.state.running is not None
        return self.round, self.state.running

    def in_round(self, person: str) -> bool:
        """Whether the person is in the round that is being played."""
        running = self.state.running
        return self.in_play and running is not None and person in running.persons.values()

    def meter(self, name: str) -> Meter:
        """The meter of that jackpot's pool; a pool that nobody has paid into yet stands at nothing."""
        if name not in self.state.pools:
            self.state.pools[name] = Meter(0)
        return self.state.pools[name]

    # -- what is told -----------------------------------------------------------------------------------------------

    def tell(self, *lines: AnyLine) -> None:
        """Lines that everybody hears."""
        n = self.state.n + 1
        self.story += [Told(structs.replace(line, n=n)) for line in lines]

    def turn_to(self, phase: Any, due: int | None = None) -> None:
        """The table goes into another phase, which ends by itself at `due`."""
        state = self.state
        state.phase, state.since, state.due = phase, self.now, due
        state.ready = []
        self.changed = True
        self.tell(PhaseLine(phase=phase, round=state.round))

    # -- chance -----------------------------------------------------------------------------------------------------

    def commit(self, number: int) -> None:
        """The commitment to that round's seed is drawn and shown."""
        if number not in self.state.commits:
            self.state.commits[number] = self.chance.commit(self.state.table, number)

    def draw_seat(self, seats: Iterable[int]) -> int:
        return self.chance.draw(self.state.table, max(self.state.round, 1), tuple(seats))

    def notes(self) -> dict[Any, Any]:
        """What was worked out about the round on the table, for whoever asks again; of another round nothing."""
        if self._noted[0] is not self.round:
            self._noted = (self.round, {})
        return self._noted[1]

    def followed(self) -> list[Card]:
        """The cards of a round that is over, with who has seen each; followed once a round."""
        round_, known = self.round, self.notes()
        assert round_ is not None
        assert round_.over
        if "followed" not in known:
            known["followed"] = followed(round_)
        cards: list[Card] = known["followed"]
        return cards

    def openings(self, places: set[str]) -> list[Any]:
        """What proves the cards that these places saw of a round that is over; worked out once a round."""
        known, whose = self.notes(), ("openings", frozenset(places))
        if whose not in known:
            self.the_dealing()
            numbers = numbers_seen(self.followed(), places)
            known[whose] = self.chance.openings(self.state.table, self.state.round, numbers)
        openings: list[Any] = known[whose]
        return openings

    def the_dealing(self) -> Dealing:
        """The dealing of the round; after a restart it is brought to where the round stands."""
        if self.dealing is None:
            running, state = self.state.running, self.state
            assert running is not None
            dealt = bool(running.given) or self.round is None
            fresh = Round(find(running.setup.game), running.setup) if dealt else self.round
            assert fresh is not None
            shoe = tuple(sorted(fresh.cards_left()))
            dealing = self.chance.behind.begin(state.table, state.round, running.words, shoe)
            for given in running.given:
                if type(fresh.request) is Deal and given.cards:
                    dealing.follow(fresh.request, cards_from(given.cards))
                elif type(fresh.request) is Roll and given.dice is not None:
                    dealing.dice(fresh.request)
                give(fresh, given)
            self.dealing = self.chance.recorded(dealing)
        return self.dealing


def give(round_: Round, given: Given) -> None:
    """One recorded answer, given to a round again."""
    if given.cards is not None:
        round_.deal(cards_from(given.cards))
    elif given.dice is not None:
        round_.roll(tuple(given.dice))
    elif given.call:
        round_.call(given.to)
    elif given.void:
        round_.void(given.to, abandoned=given.abandoned, late=True)  # it may have undone what was settled
    else:
        assert given.decision is not None
        round_.rule(given.to, answer_from(given.decision))
