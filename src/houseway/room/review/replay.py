"""Replay: a finished round step by step as one person may see it, in the types of the wire.

A step is the table before the first card, a deal, a roll, a decision, cards turned up for settling, or the payment of
one place. Every step is built by permission: a card that the person never saw is in no step.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import UNSET, Struct, structs

from houseway.room.core.context import TableContext
from houseway.room.fairness.fair_chance import FairChance, seeds_of, without_leaves
from houseway.room.fairness.redeal import fresh_round
from houseway.room.messages.state import Asked, Config, Player, Running, TableState, bot_prefix
from houseway.room.messages.story_lines import (
    AnyLine,
    BankMoved,
    ButtonMoved,
    ChipsMoved,
    DecisionMade,
    Heard,
    PhaseLine,
    Void,
    for_person,
)
from houseway.room.messages.view_types import Mine, PublicState, TableView, You
from houseway.room.review.step_groups import (
    BOARD,
    BURN,
    HANDS,
    earlier_state,
    group_sizes,
    kind_of_deal,
    lines_by_entry,
)
from houseway.room.views import public_state
from houseway.room.views.own_result import own_result
from houseway.room.visibility.card_tracking import CardTracker, Picture
from houseway.room.visibility.narration import lines_of
from houseway.rulebook.files.rule_versions import versions
from houseway.script import Answer, Ask, Place
from houseway.table import Record, Round
from houseway.table.documents.record import Observed
from houseway.table.events import Event
from houseway.table.setup import decision_of


class Kept(Struct, frozen=True):
    """The stored facts of a round beside its document."""

    id: str
    table: str
    number: int
    fair: Mapping[str, Any] | None = None


class ReplayStep(Struct):
    """The table after a step, and the events of the step.

    `open` has the spots with cards that the person came to see later, from the moment somebody had seen them. `clauses`
    are those that offered the decision.
    """

    n: int
    state: PublicState
    mine: Mine
    story: list[AnyLine]
    open: dict[str, str]
    clauses: list[str]


class Steps(Struct):
    """A whole round, as one person may see it."""

    table: TableView
    you: You
    steps: list[ReplayStep]


def steps_of(round_: Round, kept: Kept, person: str) -> Steps:
    """Returns the steps of a round that is over, for that person; "" is a person who was not there."""
    retold = _Retold(round_, kept, person)
    retold.play()
    return Steps(public_state.table_view(retold.context), retold.you(), retold.steps())


def persons_of(round_: Round) -> dict[str, str]:
    """Returns the player of each place. The house has no seat."""
    return {place.name: place.person for place in (*round_.felt.everyone(), round_.felt.bank) if place.seat}


def table_of(round_: Round, kept: Kept) -> TableContext:
    """Returns the table as it was when the round was played: its players and its sheet."""
    setup, fair = round_.setup, kept.fair or {}
    limits = None if setup.limits is UNSET else (setup.limits.min, setup.limits.max)
    rules = versions() if setup.rules is None else setup.rules
    config = Config(
        game=setup.game, rules=rules, options=setup.options, pay=setup.pay, schedule=setup.schedule, limits=limits,
        bonuses=setup.bonuses,
    )  # fmt: skip
    state = TableState(table=kept.table, config=config, round=kept.number, phase="playing")
    state.running = Running(setup, persons=persons_of(round_), root=fair.get("root", ""))
    state.commits = {kept.number: fair.get("commit", "")}
    for place in (*round_.felt.everyone(), round_.felt.bank):
        if not place.seat:
            continue
        bot = place.person.startswith(bot_prefix(kept.table))
        player = state.players.setdefault(place.person, Player(place.person, place.player, bot=bot))
        if place.circle == 1 and place.seat not in player.seats:
            player.seats.append(place.seat)
            state.seats[place.seat] = place.person
    context = TableContext(state, FairChance(seeds_of("")))
    context.round = round_
    return context


class _Part(Struct):
    """A step in the making: the state without its cards, the cards, and the lines."""

    state: PublicState
    lying: Picture
    lines: list[AnyLine]
    kind: str = ""
    clauses: list[str] = []


class _Retold:
    """Plays the round again from its document, and keeps what the person may know after each answer."""

    def __init__(self, round_: Round, kept: Kept, person: str) -> None:
        self._over, self._kept, self._person = round_, kept, person
        self.round = fresh_round(round_)
        self.context = table_of(self.round, kept)
        persons = persons_of(round_)
        self.places = {name for name, who in persons.items() if who == person and person}
        self._persons = {name: persons[name] for name in self.places}
        self._following = CardTracker(self.round.felt.spots)
        self._counted = {place.person for place in self._everybody() if place.stack is not None}
        self._had_bought: Counter[str] = Counter()
        self._heard = Heard()
        self._log = 0
        self._offered: list[str] = []
        self._parts: list[_Part] = []

    # -- the round again --------------------------------------------------------------------------------------------

    def play(self) -> None:
        """Plays the round to its end and builds its parts."""
        again, over = self.round, self._over
        Observed(
            Record(over.document()),
            on_deal=lambda *_: self._look(),
            on_roll=lambda *_: self._look(),
            on_decision=self._look_at_decision,
        ).play(again)
        self._look()
        for kind in over.noted:
            if kind not in again.noted:
                again.call(kind)
        if over.floor_void is not None:
            void = over.floor_void
            again.void(void.reason, void.clause, abandoned=void.abandoned, late=True)
        self._look()
        if over.floor_void is not None:
            self._parts[-1].lines.append(Void(clause=again.voided, reason=over.floor_void.reason))
        self._parts[0].lines[:0] = self._before()
        last = self._parts[-1]
        last.state.phase, last.state.fair = "settled", self._fair()
        last.lines.append(PhaseLine(phase="settled", round=self._kept.number))

    def _look_at_decision(self, ask: Ask, answer: Answer | None) -> None:
        self._look()
        if answer is not None and (clause := ask.chosen(answer, ruling=True).clause):
            self._offered = [clause]

    def _before(self) -> list[AnyLine]:
        """Returns the line that names the bank or the button before the first card."""
        bank, felt = self.round.felt.bank, self.round.felt
        if felt.rules.game.bankers and bank.seat:
            posted = bank.posted or 0
            return [BankMoved(do="taken", seat=bank.seat, person=bank.person, posted=posted, turn=bank.turn)]
        if felt.rules.game.bankers:
            return [BankMoved(do="house")]
        button = self.round.setup.button
        return [ButtonMoved(seat=button, what="dealer")] if button else []

    def _fair(self) -> dict[str, Any] | None:
        fair = self._kept.fair
        return None if fair is None else without_leaves(fair)

    # -- one answer -------------------------------------------------------------------------------------------------

    def _look(self) -> None:
        """Turns the log entries since the last answer into a step, or into several if wagers were settled."""
        log = self.round.felt.log
        if self._log == len(log) and self._parts:
            return
        fresh = log[self._log :]
        told = lines_of(self.round, self._heard, self._persons, 0)
        lines = lines_by_entry([for_person(line, self._person) for line in told], len(fresh))
        before = self._parts[-1].state if self._parts else None
        state, at = self._state(), 0
        lines[0] += self._bought()
        groups = group_sizes(fresh)
        for number, count in enumerate(groups):
            some = fresh[at : at + count]
            for each in some:
                self._following.take(each)
            said = [line for row in lines[at : at + count] for line in row]
            last = number == len(groups) - 1
            if last:
                said += lines[-1]
            now = state if last or before is None else earlier_state(state, before, fresh[: at + count], self._counted)
            self._keep(now, said, kind_of_deal(some, self.round.felt.spots))
            at += count
        self._log = len(log)

    def _everybody(self) -> list[Place]:
        return [*self.round.felt.everyone(), self.round.felt.bank]

    def _bought(self) -> list[AnyLine]:
        """Returns lines for chips that players bought from the cage during the hand."""
        bought = Counter({place.person: place.bought for place in self._everybody() if place.seat and place.bought})
        fresh, self._had_bought = bought - self._had_bought, bought
        return [
            ChipsMoved(source=f"cage {each}", target=f"player {each}", cents=cents) for each, cents in fresh.items()
        ]

    def _keep(self, state: PublicState, lines: list[AnyLine], kind: str) -> None:
        """Adds a part. A deal joins the deal before it, but cards face up in the middle are a step of their own."""
        part = _Part(state, self._following.lying(), lines, kind, self._offered)
        self._offered = []
        before = self._parts[-1].kind if self._parts else ""
        if (kind in (HANDS, BURN) and before in (HANDS, BURN)) or (kind == BOARD and before == BURN):
            part.lines = self._parts.pop().lines + lines
            part.kind = HANDS if HANDS in (kind, before) else kind
        self._parts.append(part)

    def _state(self) -> PublicState:
        """Returns the public state after the last answer. `steps` adds the cards."""
        state, round_ = self.context.state, self.round
        assert state.running is not None
        state.running.step = sum([isinstance(event.given, Answer) for event in round_.events])
        state.asked = {ask.place.name: Asked(0, 0) for ask in round_.asks()}
        for place in self._everybody():
            if place.seat:
                balance = 0 if round_.over else round_.ledger.balances.get(f"player {place.person}", 0)
                state.players[place.person].chips = (place.stack or 0) - balance
        return public_state.public(self.context, 0)

    def you(self) -> You:
        """Returns the places of the person in the round, and the chips beside them."""
        mine = [place for place in self._everybody() if place.name in self.places]
        return You(
            self._person,
            mine[0].player if mine else "",
            [place.name for place in mine],
            (mine[0].stack or 0) if mine else 0,
        )

    # -- the end ----------------------------------------------------------------------------------------------------

    def steps(self) -> list[ReplayStep]:
        """Returns the parts as steps, with the cards that the person may see."""
        spots, mine = self.round.felt.spots, self.places
        decisions = iter([event for event in self.round.events if isinstance(event.given, Answer)])
        found = []
        for n, part in enumerate(self._parts, 1):
            part.state.cards = part.lying.public()
            own = [name for name in part.lying.spots if name in spots and spots[name].viewers & mine]
            cards = {name: part.lying.whole(name) for name in own}
            lines = [structs.replace(self._in_the_end(line, decisions), n=n) for line in part.lines]
            known = part.lying.known(mine)
            later = {name: text for name, text in known.items() if text != part.state.cards[name]}
            over = part.state.phase == "settled"
            result = own_result(self.round, self._person) if over else None
            found.append(ReplayStep(n, part.state, Mine(cards=cards, result=result), lines, later, part.clauses))
        return found

    def _in_the_end(self, line: AnyLine, decisions: Iterator[Event]) -> AnyLine:
        """Returns the line with a decision that was secret at first and lay open later."""
        if not isinstance(line, DecisionMade):
            return line
        event = next(decisions)
        if line.decision is not None or self.round.is_secret(event):
            return line
        assert isinstance(event.given, Answer)
        return structs.replace(line, decision=decision_of(event.given))
