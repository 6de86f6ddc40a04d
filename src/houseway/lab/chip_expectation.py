"""Expectation of a hand in chips: at stated stakes, with rounded payouts and a bank that may run out.

Wagers are added up as long as each is paid in full. If payouts are rounded or the bank may not reach them all, every
cell of the game is settled through its script at those stakes. If a game has no cells for all its wagers, or if several
players share the bank, rounds are dealt at random and only the shortfall is estimated.
"""

from collections.abc import Mapping
from fractions import Fraction
from math import sqrt
from typing import Final, NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from houseway.lab.inquiry import cache
from houseway.lab.inquiry.answer import OddsAnswer, Wager
from houseway.lab.inquiry.probe import ENOUGH, SEAT, played
from houseway.lab.inquiry.progress import Progress
from houseway.lab.inquiry.question import Question
from houseway.lab.inquiry.solver import DealCells, Solver
from houseway.script import NOTHING, Ask, Cents, Odds
from houseway.script import Answer as Given
from houseway.table import Document, Round, Setup, Shoe, play, resume, view
from houseway.table.setup import Decision, answer_from

ROUNDS: Final = 2_000
IN_FULL: Final = "every wager by its exact odds, paid in full"
ROUNDED: Final = "every deal by the best play, settled through the script at these stakes"
Stakes = Mapping[str, Cents]


class ExpectedChips(NamedTuple):
    """A player's expectation before the fee, in cents: with the posted bank, and with one that covers everything.

    `error` is the standard error of the former, or None if it is exact.
    """

    each: Fraction
    in_full: Fraction
    error: float | None
    method: str


class StakedHand(NamedTuple):
    """A question about chips: the stakes of each player, the odds of the answer, and the game's solver."""

    asked: Question
    solver: Solver
    odds: Mapping[str, Wager | Fraction]
    stakes: Stakes
    tell: Progress

    @property
    def unit(self) -> Cents:
        """The unit of payouts (PD-51)."""
        options = self.asked.rules.options
        return options.cents("smallest_chip") if options.get("rounding") == "down-to-chip" else 1

    @property
    def counted(self) -> dict[str, Wager | Fraction]:
        """The wagers to add up. A wager that is part of another is already in that one's odds."""
        found = {name: self.odds[name] for name in self.stakes if name in self.odds}
        return {name: each for name, each in found.items() if not (isinstance(each, Wager) and each.part_of)}


def compulsory(asked: Question, wagers: Stakes) -> dict[str, Cents]:
    """Returns the wagers with those that a seat must add: as much on a circle that has to equal another."""
    stakes = dict(wagers)
    for circle in asked.script.circles_at(asked.rules.options):
        if circle.opening and circle.required and circle.equal and circle.needs in stakes:
            stakes.setdefault(circle.name, stakes[circle.needs])
    return stakes


def odds_of(answer: OddsAnswer, instead: Mapping[str, Wager | Fraction] | None) -> dict[str, Wager | Fraction]:
    return {**answer.wagers, **(instead or {})}


# -- paid in full -------------------------------------------------------------------------------------------------


def in_full(hand: StakedHand) -> tuple[Fraction, str]:
    """Returns the expectation against a bank that covers everything, and the method."""
    total, method = Fraction(0), IN_FULL
    for name, odds in hand.counted.items():
        stake = hand.stakes[name]
        if isinstance(odds, Fraction):
            total += odds * stake
        elif not _rounds(hand, name):
            total += odds.expectation * stake
        elif name == hand.solver.wager and hand.solver.cells is not None:
            total += _settled(hand, _cells(hand), _alone(hand), ENOUGH)
            method = ROUNDED
        else:
            total += _mean(odds, stake, hand.unit, ENOUGH)
    return total, method


def leaves_out_rounding(hand: StakedHand) -> bool:
    """Returns True if payouts of the game's own wager are rounded and the expectation ignores that.

    So it is in a game without `cells` (outcomes to settle one by one) in which wagers follow the deal.
    """
    opening = hand.solver.wager
    return hand.solver.cells is None and _rounds(hand, opening) and not one_claim(hand.asked)


def one_claim(asked: Question) -> bool:
    """Returns True if nothing is wagered after the deal, so that a wager is one claim on the bank."""
    return all(circle.opening for circle in asked.script.circles_at(asked.rules.options))


def _rounds(hand: StakedHand, wager: str) -> bool:
    """Returns True if some payout of this wager, or half of it, is not in whole units."""
    stake, unit = hand.stakes[wager], hand.unit
    if wager == hand.solver.wager:  # all that follows is a multiple of it, or its half
        tables = [table for table in hand.asked.rules.tables.values() if table.unit.startswith("to 1")]
        pays = [odds for table in tables for odds in table.odds.values()]
        return any(odds.num * stake % (odds.den * unit) for odds in (*pays, Odds(1, 2)))
    odds = hand.odds[wager]
    return isinstance(odds, Wager) and any((pay * stake / unit).denominator > 1 for pay in odds.pays.values())


def _mean(wager: Wager, stake: Cents, unit: Cents, posted: Cents) -> Fraction:
    """Returns the mean of a wager of one claim. Wins are rounded down to the unit; the bank limits both sides."""
    total = 0
    for outcome, count in wager.outcomes.items():
        net = wager.pays[outcome] * stake
        due = net // unit * unit if net > 0 else -net
        total += count * int(min(due, posted)) * (1 if net > 0 else -1)
    return Fraction(total, wager.total)


def _alone(hand: StakedHand) -> Stakes:
    """Returns the wagers of the game itself, without side bets."""
    needed = {circle.name for circle in hand.asked.script.circles_at(hand.asked.rules.options) if circle.required}
    return {name: stake for name, stake in hand.stakes.items() if name in needed}


# -- a bank that may end ------------------------------------------------------------------------------------------


def reached(hand: StakedHand, posted: Cents) -> ExpectedChips | None:
    """Returns the exact expectation of one player alone against this bank, or None if the cells lack some wager."""
    full, _ = in_full(hand)
    counted = hand.counted
    if len(counted) == 1 and one_claim(hand.asked):
        ((name, odds),) = counted.items()
        if isinstance(odds, Wager):
            how = "every outcome of the one wager, as far as the bank reaches"
            return ExpectedChips(_mean(odds, hand.stakes[name], hand.unit, posted), full, None, how)
    if hand.solver.cells is None or any(not isinstance(odds, Wager) for odds in counted.values()):
        return None
    cells = _cells(hand)
    if not set(hand.stakes) <= set(cells.circles):
        return None
    return ExpectedChips(_settled(hand, cells, hand.stakes, posted), full, None, f"{ROUNDED} and this bank")


def _cells(hand: StakedHand) -> DealCells:
    """Returns the game's cells, cached like any answer because finding them may take as long as solving it."""
    if (kept := cache.kept(hand.asked, "cells", DealCells)) is not None:
        return kept
    assert hand.solver.cells is not None
    cells = hand.solver.cells(hand.asked, hand.tell)
    cache.keep(hand.asked, "cells", cells)
    return cells


def _settled(hand: StakedHand, cells: DealCells, stakes: Stakes, posted: Cents) -> Fraction:
    """Returns the mean, over all cells, of what the script pays the only seat."""
    opening = stakes[hand.solver.wager]
    total = deals = 0
    for cell in cells.cells:
        decisions = [_in_cents(decision, opening) for decision in cell.decisions]
        round_ = played(hand.asked, stakes, cell.cards, decisions, posted=posted)
        net = sum(paid.net - paid.commission for paid in round_.payments if paid.place.seat == SEAT)
        total += cell.count * net
        deals += cell.count
    return Fraction(total, deals)


def _in_cents(decision: Decision, opening: Cents) -> Decision:
    if isinstance(decision, str):
        return decision
    return {says: units * opening for says, units in decision.items()}


# -- several players on one bank ----------------------------------------------------------------------------------


def estimated(hand: StakedHand, setup: Setup, rounds: int, seed: int) -> ExpectedChips:
    """Returns the exact expectation against a full bank, plus the estimated effect of the bank's end.

    Only that difference is estimated from random rounds, so a bank that is seldom short is known almost exactly. The
    figure is the average of all players; the one settled last fares worse than the first.
    """
    full, _ = in_full(hand)
    seats = len(setup.seats)
    sums = squares = often = 0
    for number in range(rounds):
        if number % 50 == 0:
            hand.tell("rounds against this bank", number, rounds)
        round_ = _dealt(hand, setup, f"{seed}/{number}")
        short = _won(round_) - _won(resume(hand.asked.script, _covered(round_.document())))
        sums += short
        squares += short * short
        often += short != 0
    mean = Fraction(sums, rounds)
    variance = Fraction(squares, rounds) - mean**2
    error = sqrt(variance / max(rounds - 1, 1)) / seats
    how = (
        f"exact odds, and what this bank leaves unsettled in {rounds:,} rounds at random (seed {seed}), "
        f"{_says(hand)}; that changed {often:,} of them"
    )
    return ExpectedChips(full + mean / seats, full, error, how)


def _says(hand: StakedHand) -> str:
    return "all hands set the house way" if hand.asked.script.house_way is not None else "all playing their best"


def _dealt(hand: StakedHand, setup: Setup, seed: str) -> Round:
    from houseway.lab.simulation.policy import house_way, policy_of
    from houseway.lab.simulation.strategies import BEST, Tactic

    sets = hand.asked.script.house_way is not None
    seated = house_way if sets else policy_of(Tactic(BEST), None, "Player", hand.asked, seed)
    round_ = Round(hand.asked.script, setup)

    def decide(ask: Ask) -> Given:
        name = ask.place.name
        return answer_from((house_way if name == "bank" else seated)(view(round_, name)))

    return play(round_, Shoe(tuple(sorted(round_.cards_left())), seed, decide))


def _covered(document: Document) -> Document:
    """Returns the same round against a bank that reaches every wager."""
    assert document.bank is not UNSET
    return replace(document, bank=replace(document.bank, posted=ENOUGH))


def _won(round_: Round) -> Cents:
    """Returns what all players won. A prize of a fixed amount is no part of any wager's odds."""
    return sum(paid.net - paid.commission for paid in round_.payments if paid.staked or paid.odds != NOTHING)
