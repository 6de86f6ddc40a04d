"""Simulator of a seeded evening at one table, which asserts every invariant after every step.

People bet, decide, leave, send twice, time out, go broke, lose the connection and come back. Bots play, and a host acts
as the floor, in some evenings from a seat: then the players vote on whatever changes a hand.

    python -m tests.room.simulator --campaign 200 three-card-poker
"""

import random
import sys
from collections import Counter
from typing import Any

import msgspec
from msgspec import UNSET, structs

from houseway.games import find
from houseway.room.core.chip_moves import in_stacks
from houseway.room.fairness.fair_chance import FairChance, seeds_of
from houseway.room.live_table import LiveTable
from houseway.room.messages.commands import (
    ROOM,
    Agree,
    AnyCommand,
    BankChoice,
    Bet,
    ComeBack,
    Configure,
    Decide,
    Delay,
    Floor,
    GiveWords,
    Grant,
    Line,
    Open,
    Ready,
    Say,
    Sit,
    SitOut,
    StandUp,
    TakeBack,
    Tick,
    TopUp,
    Who,
)
from houseway.room.messages.outcomes import Outcome, Row, granted
from houseway.room.messages.state import TableState
from houseway.room.messages.story_lines import FloorLine, Void
from houseway.room.messages.view_types import AskView, ChoiceOffer, Mine, PublicState
from houseway.roster import OWN
from houseway.rulebook import Rules
from houseway.rulebook.rules import offered
from houseway.script import Refusal, Terms
from houseway.table.between_rounds.rotation import SharedRotation
from houseway.table.chips.ledger import BOX, HOUSE
from houseway.table.setup import Decision

NOON = 1_800_000_000_000
TABLE = "t1"
MOST_TIMES = 10  # tries to find options that fit together
HOST_PLAYS = 0.4
"""The share of evenings in which the host has a seat."""


def any_options(game: str, rng: random.Random) -> dict[str, object]:
    """Returns some options of the game as a room might post them; often none."""
    if rng.random() < 0.4:
        return {}
    return {
        name: rng.choice(option.named) for name, option in offered(game).items() if option.named and rng.random() < 0.3
    }


def any_terms(game: str, options: dict[str, object], rng: random.Random) -> dict[str, Terms]:
    names = find(game).bonuses(Rules.of(game, options).options)
    return {name: Terms(fee=rng.choice((0, 100)), award=(500, 2_000)) for name in names}


class Evening:
    """One table, the people around it, and a model of the ledger that holds their chips."""

    def __init__(self, game: str, seed: object, people: int = 4, *, host_plays: bool | None = None) -> None:
        self.rng = rng = random.Random(repr(("simulator", game, seed)))
        self.now = NOON
        self.books: Counter[str] = Counter()
        self.rows: list[Row] = []
        self.snapshot: bytes | None = None
        self.heard: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self.keys = 0
        self.rounds = 0
        self.voids = 0
        self.restarts = 0
        self.posted: dict[str, Any] = {}
        self.chance_seed = f"{game} {seed}"
        self.proposed: Counter[str] = Counter()
        if host_plays is None:
            host_plays = random.Random(repr(("host", game, seed))).random() < HOST_PLAYS
        self.people = [f"p{number}" for number in range(1, people + 1)] + ["host"] * host_plays
        for person in self.people:
            self.post(granted(Grant(person=person, cents=rng.choice((20_000, 100_000, 1_000_000)))))
        self.shadow: LiveTable | None = None
        self.live, outcome = self.open(game)
        self.take(outcome)

    def open(self, game: str) -> tuple[LiveTable, Outcome]:
        rng = self.rng
        for time in range(MOST_TIMES):
            options = any_options(game, rng) if time < MOST_TIMES - 1 else {}
            try:
                command = Open(
                    game=game,
                    options=options,
                    bonuses=any_terms(game, options, rng),
                    bots=rng.choice((0, 1, 3)),
                    seats=rng.choice((None, None, 5)),
                    pace=rng.choice(("normal", "fast", "solo")),
                    key=self.key(),
                )
                return LiveTable.open(TABLE, command, self.who("host"), self.now, self.chance())
            except Refusal as refusal:
                self.refused[refusal.code] += 1
        raise AssertionError(f"no table of {game} opens")

    def chance(self) -> FairChance:
        return FairChance(seeds_of(self.chance_seed))

    def key(self) -> str:
        self.keys += 1
        return f"k{self.keys}"

    def who(self, person: str) -> Who:
        if person.startswith("bot-"):
            return Who(person, person, "bot")
        cage = self.books[f"cage/{person}"]
        return Who(person, person.title(), "host" if person == "host" else "guest", person == "host", cage)

    # -- ledger and log ---------------------------------------------------------------------------------------------

    def post(self, posts: object) -> None:
        for post in posts:  # type: ignore[attr-defined]
            self.books[post.account] += post.cents

    def take(self, outcome: Outcome) -> None:
        """Keeps the row, posts the chips, and replays the row on a shadow table, which has to reach the same state."""
        if outcome.idle:
            return
        self.rows.append(outcome.row)
        assert sum(post.cents for post in outcome.posts) == 0
        self.post(outcome.posts)
        failed = [line.line for line in outcome.story if isinstance(line.line, Void) and line.line.void]
        assert outcome.ended is not None or not failed, f"what was judged could not be dealt: {failed}"
        for line in outcome.story:
            self.heard[type(line.line).__name__] += 1
        if isinstance(outcome.command, Configure):
            said = {name: getattr(outcome.command, name) for name in ("options", "bonuses", "bots", "pace")}
            self.posted |= {name: value for name, value in said.items() if value is not None}
            if "bots" in self.posted:  # never more bots than seats
                self.posted["bots"] = min(self.posted["bots"], self.live.state.config.seats)
        if outcome.ended is not None:
            self.rounds += 1
            self.voids += outcome.ended.void is not None
        if outcome.snapshot is not None:
            self.snapshot = outcome.snapshot
        if self.shadow is None:
            self.shadow = LiveTable.from_log(None, self.rows, self.chance())
        else:
            self.shadow.replay_row(outcome.row, outcome.row.read())
        self.check()

    def send(self, command: AnyCommand, person: str) -> bool:
        """Applies the command. Asserts that a refused one changes nothing. Returns whether it was applied."""
        before = self.copy()
        who = ROOM if person == "room" else self.who(person)
        needs_agreement = person == "host" and self.needs_agreement(command)
        try:
            outcome = self.live.apply(command, who, self.now)
        except Refusal as refusal:
            assert self.live.state == before, f"{command} was refused and changed something"
            if person == "room" and refusal.code != "muted":  # nobody talks while hands are set (PGS-17)
                raise
            self.refused[refusal.code] += 1
            return False
        assert not outcome.idle or self.live.state == before, f"{command} has no row and changed something"
        words = [line.line.word for line in outcome.story if isinstance(line.line, FloorLine)]
        self.proposed.update(words)
        if needs_agreement:
            assert (words, outcome.ended) == (["proposed"], None), f"{command} was done by a host in the round alone"
        self.take(outcome)
        return True

    def needs_agreement(self, command: AnyCommand) -> bool:
        """Whether a host with cards changes a hand in which others are, bots apart."""
        context, state = self.live.context, self.live.state
        if not isinstance(command, Floor) or command.do not in ("void", "call", "rule") or state.running is None:
            return False
        others = {*state.running.persons.values()} - {"host"}
        return (
            context.in_play
            and state.phase != "paused"
            and context.in_round("host")
            and any(person in state.players and not state.players[person].bot for person in others)
        )

    def copy(self) -> TableState:
        return msgspec.json.decode(self.live.snapshot(), type=TableState)

    # -- invariants -------------------------------------------------------------------------------------------------

    def check(self) -> None:
        state, dealer, books = self.live.state, self.live.context, self.books
        assert sum(books.values()) == 0, "chips were made or lost"
        assert all(cents >= 0 for name, cents in books.items() if name.startswith(("cage/", "stack/", "pool/"))), books
        for player in state.players.values():
            assert books[f"stack/{TABLE}/{player.person}"] == player.chips + player.coming
            assert in_stacks(dealer)[player.person] >= 0, (player, state.phase)
        assert not any(name.startswith("cage/bot-") for name in books), "a bot has no cage"
        known = {f"stack/{TABLE}/{person}" for person in state.players}
        assert all(not cents for name, cents in books.items() if name.startswith("stack/") and name not in known)
        for name, meter in state.pools.items():
            assert books[f"pool/{TABLE}/{name}"] == meter.amount
        self.check_phase(state)
        self.check_view_cache()
        self.check_public_chips()
        assert self.copy() == state, "a table is JSON at every step"
        assert self.shadow is not None
        assert self.shadow.state == state, "folded from its rows it is the same table"

    def check_view_cache(self) -> None:
        """Asserts that the cached views equal freshly built ones."""
        live, now = self.live, self.now
        assert msgspec.json.decode(live.public_json(now), type=PublicState) == live.public(now)
        people = [*live.state.players, "a stranger"]
        mine = {person: msgspec.json.encode(live.private(person)) for person in people[:-1]}
        assert live.private_json(people) == mine

    def check_public_chips(self) -> None:
        """Asserts that stacks, bets, pots and bank of the public view add up to all chips at the
        table, in every phase.
        """
        shown, round_ = self.live.public(self.now), self.live.context.round
        stacks = {row.person: row.stack for row in shown.seats} | {row.person: row.stack for row in shown.rail}
        circles = [*shown.bets.values(), *(place.wagers for place in shown.places)]
        seen = sum(stacks.values()) + sum(sum(wagers.values()) for wagers in circles) + sum(shown.pots.values())
        seen += 0 if shown.bank is None else shown.bank.posted or 0
        gone = {} if round_ is None or round_.over else round_.ledger.balances
        paid = sum(cents for name, cents in gone.items() if name.startswith((BOX, HOUSE, "jackpot ")))
        assert seen == sum(cents for name, cents in self.books.items() if name.startswith("stack/")) - paid, shown

    def check_phase(self, state: TableState) -> None:
        round_ = self.live.context.round
        phase = state.was if state.phase == "paused" else state.phase
        if phase in ("playing", "closing"):
            assert round_ is not None
            assert not round_.over
            assert {ask.place.name for ask in round_.asks()} == {*state.asked}
            assert state.asked, "somebody is asked"
        else:
            assert round_ is None or round_.over
            assert not state.asked
        if phase != "betting":
            assert not state.bets, phase
        if state.phase in ("offering", "betting", "broken"):
            assert state.bank is not None
        if phase == "betting" and state.bank is not None and state.bank.rotation is not None:
            assert (state.bank.posted is None) == (state.bank.rotation.banker is None)
            assert state.bank.posted is None or state.bank.posted >= self.live.context.sheet.least_bank
        if state.phase == "offering":  # at a paused table the person with the offer may have left
            assert state.bank is not None
            assert state.bank.rotation is not None
            assert state.bank.rotation.offered is not None
        for seat, person in state.seats.items():
            assert seat in state.players[person].seats
        assert all(state.seats[seat] == player.person for player in state.players.values() for seat in player.seats)
        self.check_sheet(state)

    def check_sheet(self, state: TableState) -> None:
        """Asserts that the table posts the host's last sheet, now or from the next round on, and that the bank follows
        it.
        """
        config = state.config if state.next_config is UNSET else state.next_config
        assert all(getattr(config, name) == value for name, value in self.posted.items()), (config, self.posted)
        rotation, options = self.live.context.rotation, self.live.context.sheet.rules.options
        if isinstance(rotation, SharedRotation):
            assert rotation.alternate == (options.bank_rotation == "alternate")
        elif rotation is not None:
            assert rotation.release_after_one == options.release_after_one
            assert rotation.void_round_counts == options.void_round_counts

    # -- time and restarts ------------------------------------------------------------------------------------------

    def step(self) -> None:
        """Makes one random event happen."""
        rng = self.rng
        self.now += rng.choice((0, 50, 300, 1000, 3000))
        due = self.live.due()
        if due is not None and due <= self.now and rng.random() < 0.9:  # or somebody speaks before the clock does
            self.send(Tick(), "room")
            due = self.live.due()
            assert due is None or due > self.now or self.live.state.phase == "paused", (due, self.now, self.live.state)
        roll = rng.random()
        if roll < 0.01:
            self.restart()
        elif roll < 0.02:
            self.send(Delay(ms=rng.randrange(30_000)), "room")
            self.now += 30_000
        elif roll < 0.03 and due is not None:
            self.now = max(self.now, due) + rng.choice((0, 1, 400))
            said = Line(person=rng.choice(self.people), up=True), Say(text="well?", key=self.key()), Tick()
            self.send(rng.choice(said), "room")
        elif roll < 0.06:
            self.floor()
        elif roll < 0.1 and "host" in self.people and self.live.context.in_round("host"):
            self.propose()
        elif roll < 0.45:
            self.bots()
        else:
            self.act(rng.choice(self.people))

    def restart(self) -> None:
        """Rebuilds the table as after a restart: from its state, or from a snapshot and the rows after it."""
        before = self.copy()
        self.restarts += 1
        if self.rng.random() < 0.5 and self.snapshot is not None:
            start = msgspec.json.decode(self.snapshot, type=TableState).rows
            self.live = LiveTable.from_log(self.snapshot, [row for row in self.rows if row.n > start], self.chance())
        else:
            self.live = LiveTable.from_snapshot(self.live.snapshot(), self.chance())
        assert self.live.state == before

    # -- people -----------------------------------------------------------------------------------------------------

    def bots(self) -> None:
        for ask in self.live.bots_asked():
            if ask.at > self.now or self.rng.random() < 0.1:
                continue
            mine = self.live.private(ask.person)
            if ask.about == "decide" and mine.asks:
                self.decide(ask.person, mine)
            elif ask.about == "bet" and not (mine.bets and self.bet(ask.person, mine)):
                self.send(Ready(round=ask.round, key=self.key()), ask.person)
            elif ask.about == "bank" and mine.bank is not None:
                self.bank(ask.person, mine)

    def act(self, person: str) -> None:
        """Lets the person act, mostly on what the table asks."""
        rng, state = self.rng, self.live.state
        player = state.players.get(person)
        if player is None:
            if rng.random() < 0.3:
                low = self.live.table_view().buy_in.low
                amount = rng.choice((low, 2 * low, 5 * low, low - 100))
                self.send(Sit(seat=rng.randrange(8), buy_in=amount, key=self.key()), person)
            return
        mine = self.live.private(person)
        if rng.random() < 0.08:
            self.whim(person)
        elif self.live.context.sheet.hands > 1 and rng.random() < 0.04:
            self.another_hand(person)
        elif mine.agree and rng.random() < 0.6:
            self.agree(person)
        elif mine.asks:
            self.decide(person, mine)
        elif mine.take_back and rng.random() < 0.3:
            self.send(TakeBack(round=state.round, place=mine.take_back[0], key=self.key()), person)
        elif mine.bank is not None and (state.phase != "betting" or rng.random() < 0.1):
            self.bank(person, mine)
        elif mine.bets and rng.random() < 0.5:
            self.bet(person, mine)
        elif mine.ready:
            assert self.send(Ready(round=state.round, key=self.key()), person), "mine.ready says that it is accepted"
        else:
            self.come_back(person)

    def come_back(self, person: str) -> None:
        """Whoever sits out or is short of chips may be back."""
        rng, player = self.rng, self.live.state.players[person]
        if player.out and rng.random() < 0.4:
            self.send(ComeBack(post=rng.random() < 0.5, key=self.key()), person)
        elif player.chips < 2000 and rng.random() < 0.3:
            self.send(TopUp(cents=rng.choice((2000, 5000, 100_000)), key=self.key()), person)

    def agree(self, person: str) -> None:
        """The person's word on what the host proposed, which is taken; a ruling may be one that the game refuses."""
        state, proposal = self.live.state, self.live.state.proposal
        assert proposal is not None
        done = self.send(Agree(round=state.round, yes=self.rng.random() < 0.8, key=self.key()), person)
        assert done or state.phase == "paused" or proposal.command.do in ("rule", "call"), "mine.agree said so"

    def whim(self, person: str) -> None:
        rng, key, state = self.rng, self.key(), self.live.state
        words = f"{rng.getrandbits(64):016x}"
        whims: list[AnyCommand] = [
            SitOut(key=key),
            ComeBack(key=key),
            StandUp(key=key),
            StandUp(key=key, seat=rng.randrange(1, 8)),
            TopUp(cents=rng.choice((100, 2000, 10_000)), key=key),
            Sit(seat=rng.randrange(1, 8), key=key),
            Say(text=rng.choice(("nice hand", "", "\x00")), key=key),
            GiveWords(round=state.round + 1, words=words, key=key),
            BankChoice(do="release", key=key),
            BankChoice(do="take", posted=rng.randrange(100_000), key=key),
            Bet(round=state.round, place="1", wagers={"ante": 500}, key=key),
            Decide(round=state.round, step=0, place="1", decision="fold", key=key),
            Ready(round=state.round, key=key),
            Floor(do="pause", key=key),
        ]
        if rng.random() < 0.2:
            lost = self.live.state.players[person].lost is not None
            self.send(Line(person=person, up=lost if rng.random() < 0.8 else not lost), "room")
            return
        self.send_twice(rng.choice(whims), person)

    def send_twice(self, command: AnyCommand, person: str) -> None:
        """Sends the command and sometimes repeats it with another key, as from a second page."""
        if self.send(command, person) and self.rng.random() < 0.3:
            self.send(structs.replace(command, key=self.key()), person)

    def another_hand(self, person: str) -> None:
        """Takes one more seat for the person, or gives one up, where people may have several."""
        rng, seats = self.rng, self.live.state.players[person].seats
        if seats and rng.random() < len(seats) / self.live.context.sheet.hands:
            self.send_twice(StandUp(seat=rng.choice(seats), key=self.key()), person)
        else:
            self.send(Sit(seat=rng.randrange(1, 8), key=self.key()), person)

    def bank(self, person: str, mine: Mine) -> None:
        rng, offer = self.rng, mine.bank
        assert offer is not None
        do = rng.choice(offer.may)
        posted = rng.randint(offer.low, max(offer.low, min(offer.high, rng.choice((5000, 10_000_000)))))
        taken: dict[str, Any] = {"posted": posted, "agrees": offer.agrees or ""} if do == "take" else {}
        done = self.send(BankChoice(do=do, **taken, key=self.key()), person)
        late = self.live.state.due is not None and self.live.state.due < self.now
        assert done or late or self.live.state.bets or posted > offer.high, f"{do} {posted} was offered: {offer}"

    def bet(self, person: str, mine: Mine) -> bool:
        rng = self.rng
        offer = mine.bets[0] if person.startswith("bot") else rng.choice(mine.bets)
        wagers: dict[str, int] = {}
        for circle in offer.circles:
            if not circle.required and ((circle.needs and circle.needs not in wagers) or rng.random() < 0.6):
                continue
            cents = min(circle.high, circle.low * rng.choice((1, 1, 1, 2, 5, 30)))
            if circle.equal and circle.needs in wagers:
                cents = wagers[circle.needs]
            wagers[circle.circle] = cents
        if rng.random() < 0.05 and not person.startswith("bot"):
            wagers = rng.choice(({}, {"no such": 500}, {name: cents * 1000 for name, cents in wagers.items()}))
        command = Bet(round=self.live.state.round, place=offer.place, wagers=wagers, key=self.key())
        return self.send(command, person)

    def decide(self, person: str, mine: Mine) -> None:
        rng, ask = self.rng, self.rng.choice(mine.asks)
        if not person.startswith("bot") and rng.random() < 0.04:
            return  # the person thinks
        answer = self.any_answer(ask)
        command = Decide(round=self.live.state.round, step=ask.step, place=ask.place, decision=answer, key=self.key())
        before = self.refused.copy()
        done = self.send(command, person)
        because = self.refused - before
        assert done or because <= Counter(("late", "chips", "stack")), f"{command} was offered: {because} {ask}"
        if done and rng.random() < 0.05 and not self.send(command, person):  # the other tab sends it too
            assert (self.refused - before).keys() <= {"stale", "not-asked", "not-yours", "phase"}

    def any_answer(self, ask: AskView) -> Decision:
        rng = self.rng
        if rng.random() < 0.05:
            return ask.default
        choice = rng.choice(ask.choices)
        if ask.offers and (choice.pick is not None or choice.piles is not None):
            named = [each for each in ask.offers if isinstance(each, dict) and choice.name in each]
            return rng.choice(named) if named else ask.default
        if ask.default == "leave" and rng.random() < 0.9:  # a hand of Pan is long
            choice = rng.choice([each for each in ask.choices if each.name != "leave"])
        return self.composed(choice)

    def composed(self, choice: ChoiceOffer) -> Decision:
        if choice.circle:
            most = min(choice.high, choice.low + choice.step * self.rng.choice((0, 1, 10, 10**6)))
            return {choice.name: choice.low + (most - choice.low) // choice.step * choice.step}
        return choice.name

    # -- the floor --------------------------------------------------------------------------------------------------

    def floor(self) -> None:
        rng, live, key = self.rng, self.live, self.key()
        game, pools, roll = live.context.sheet.game, [*live.state.pools, "none"], rng.random()
        if live.state.proposal is not None and rng.random() < 0.2:
            self.send(Agree(round=live.state.round, yes=rng.random() < 0.3, key=key), "host")
            return
        if live.state.phase == "paused" and roll < 0.6:
            command: AnyCommand = Floor(do="resume", key=key)
        elif live.state.phase == "paused":
            self.configure()
            return
        elif roll < 0.15:
            command = Floor(do="pause", key=key)
        elif roll < 0.25:
            command = Floor(do="void", reason="wrong count", abandoned=rng.random() < 0.3, key=key)
        elif roll < 0.35 and game.irregularities:
            command = Floor(do="call", irregularity=rng.choice([*game.irregularities]), key=key)
        elif roll < 0.45 and live.state.asked and live.context.round is not None:
            command = self.ruling()
        elif roll < 0.55:
            command = Floor(do="jackpot", pool=rng.choice(pools), cents=500, key=key)
        elif roll < 0.57:
            command = Floor(do="remove", person=rng.choice(self.people), key=key)
        elif roll < 0.65:
            command = Floor(do="mute", person=rng.choice(self.people), key=key)
        elif roll < 0.85:
            self.configure()
            return
        else:
            return
        self.send(command, "host")

    def propose(self) -> None:
        """A host who is in the round wants to change the hand."""
        rng, live, key = self.rng, self.live, self.key()
        kinds = [*live.context.sheet.game.irregularities]
        deeds: list[Floor] = [Floor(do="void", reason="wrong count", key=key)]
        deeds += [Floor(do="call", irregularity=rng.choice(kinds), key=key)] if kinds else []
        deeds += [self.ruling()] if live.state.asked and live.context.round is not None else []
        self.send(rng.choice(deeds), "host")

    def configure(self) -> None:
        """Changes the sheet, or a part of it, once or twice."""
        rng, game = self.rng, self.live.context.sheet.game.id
        for _ in range(rng.choice((1, 1, 2))):
            roll = rng.random()
            said: dict[str, object]
            if roll < 0.5:
                said = {"bots": rng.choice((0, 2, 4)), "pace": rng.choice(("normal", "fast"))}
            elif roll < 0.85:
                options = any_options(game, rng)
                said = {"options": options, "bonuses": any_terms(game, options, rng)}
            else:
                low = rng.choice((500, 1_000, 2_500))
                said = {"limits": (low, low * rng.choice((10, 100)))}
            self.send(Configure(key=self.key(), **said), "host")  # type: ignore[arg-type]

    def ruling(self) -> Floor:
        """Returns a ruling on a misplay that the floor may enter now, or a fold."""
        round_ = self.live.context.round
        assert round_ is not None
        ask = self.rng.choice(round_.asks())
        misplays = [choice.name for choice in ask.misplays if choice.pick is None and not choice.circle]
        decision = self.rng.choice(misplays) if misplays else "fold"
        return Floor(do="rule", place=ask.place.name, decision=decision, key=self.key())

    # -- the evening ------------------------------------------------------------------------------------------------

    def run(self, steps: int) -> "Evening":
        for _ in range(steps):
            self.step()
        return self

    def close(self) -> None:
        """Closes the table when its round is over. Asserts that no chip is left in a stack or a pool."""
        self.posted = {}  # a closing table adopts no sheet
        if self.live.state.phase == "paused":
            self.send(Floor(do="resume", key=self.key()), "host")
        self.send(Floor(do="close", key=self.key()), "host")
        for _ in range(3000):
            if self.live.state.phase == "closed":
                break
            self.now += 1000
            self.send(Tick(), "room")
            self.bots()
            for person in self.people:
                mine = self.live.private(person)
                if mine.asks:
                    self.decide(person, mine)
        assert self.live.state.phase == "closed"
        assert not any(cents for name, cents in self.books.items() if name.startswith(("stack/", "pool/")))


def main() -> None:
    """Runs a campaign: so many evenings of each game named, or of all."""
    words = sys.argv[1:]
    count = int(words[words.index("--campaign") + 1]) if "--campaign" in words else 10
    games = [word for word in words if word in OWN] or list(OWN)
    for game in games:
        rounds = 0
        for seed in range(count):
            try:
                evening = Evening(game, seed)
                evening.run(600)
                evening.close()
            except BaseException:
                print(f"{game} seed {seed}")
                raise
            rounds += evening.rounds
        print(f"{game}: {count} evenings, {rounds} rounds, refused {dict(evening.refused)}")


if __name__ == "__main__":
    main()
