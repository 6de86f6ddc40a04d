"""Exact solver of Ultimate Texas Hold'em: all three decisions on every board against every bank, and Trips.

A probe of the script gives the payments by decision, category of the player's hand and cell: the bank qualified or not,
and higher, equal or lower.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from houseway.games.ultimate_texas_holdem import ANTE, BLIND, PLAY, TRIPS
from houseway.lab.games.ultimate_texas_holdem.decision_values import (
    CATEGORIES,
    DECISIONS,
    MULTIPLES,
    answers,
    probed,
    samples,
)
from houseway.lab.inquiry.answer import Solved, Wager
from houseway.lab.inquiry.progress import Progress
from houseway.lab.inquiry.question import Question
from houseway.lab.inquiry.solver import DealCell, DealCells, Solver
from houseway.lab.inquiry.tally import Tallied, solved
from houseway.lab.methods.comparison import CELLS

if TYPE_CHECKING:
    from houseway.lab.games.ultimate_texas_holdem.solve import UltimateSolution

FOLD: Final = DECISIONS[-1]


def base(asked: Question, tell: Progress) -> Solved:
    """Solves the Ante and the equal Blind, with the Play wager that follows."""
    from houseway.lab.games.ultimate_texas_holdem.strategy import strategy

    solution = solution_of(asked, tell)
    decisions = dict(zip(DECISIONS, solution.counts.sum((1, 2)).tolist(), strict=True))
    note = "per Ante, with the equal Blind and the Play wager that follows; a deal tells the flop from turn and river"
    answer = solved(ANTE, tallied(solution), decisions, strategy(solution), note)
    assert answer.base is not None
    assert answer.base.expectation == solution.expectation, "the second pass does not count what the first weighed"
    answer.wagers |= {BLIND: blind(solution), PLAY: play(solution)}
    return answer


def tallied(solution: "UltimateSolution") -> list[Tallied]:
    """Tallies every outcome of the best play. Hands that the Blind is paid on stand apart."""
    rows: list[Tallied] = []
    for decision, by_category in zip(DECISIONS, solution.counts.tolist(), strict=True):
        for category, counts in enumerate(by_category):
            for cell, count in enumerate(counts):
                if count:
                    hand = solution.worth.hands[DECISIONS.index(decision), category, cell]
                    own = f", with {_a(CATEGORIES[category])}" if hand.nets[BLIND] > 0 else ""
                    rows.append((decision if decision == FOLD else f"{decision}: {CELLS[cell]}{own}", count, hand))
    return rows


def blind(solution: "UltimateSolution") -> Wager:
    """Returns the Blind alone: winning hands by the row that pays them, the others by their outcome (UTH-39)."""
    rows = []
    for (decision, category, _), count, net in _counted(solution, BLIND):
        if net > 0:
            name = f"won with {_a(CATEGORIES[category])}"
        else:
            name = "folded" if DECISIONS[decision] == FOLD else "pushed" if net == 0 else "lost"
        rows.append((name, count, net))
    note = "per Blind, by the play that is best for the whole game; the Ante's figures have it in already"
    return Wager.of(sorted(rows, key=lambda row: row[2], reverse=True), note=note, part_of=ANTE)


def play(solution: "UltimateSolution") -> Wager:
    """Returns the Play wager alone, per unit staked: a deal with four units counts as four."""
    rows = []
    for (decision, _, _), count, net in _counted(solution, PLAY):
        if DECISIONS[decision] != FOLD:
            times = MULTIPLES[decision]
            end = "won" if net > 0 else "lost" if net < 0 else "pushed"
            rows.append((f"{DECISIONS[decision]}: {end}", times * count, net / times))
    note = (
        f"per unit of the Play wager, so a deal counts once for each unit staked in it, of {solution.counts.sum():,} "
        "deals; it is made after cards are seen and never without Ante and Blind, whose figures have it in already"
    )
    return Wager.of(rows, note=note, part_of=ANTE)


def _counted(solution: "UltimateSolution", circle: str) -> Iterator[tuple[tuple[int, int, int], int, Fraction]]:
    """Yields every decision, category and cell that occurs, with its count and the circle's net in Antes."""
    for place, hand in solution.worth.hands.items():
        if count := int(solution.counts[place]):
            yield place, count, hand.nets.get(circle, Fraction(0))


def cells(asked: Question, tell: Progress) -> DealCells:
    """Returns every deal by the best play. Trips is a circle of it unless a fold leaves it to the board alone."""
    found = []
    for decision, by_category in enumerate(solution_of(asked, tell).counts.tolist()):
        says = tuple(
            {PLAY: MULTIPLES[decision]} if isinstance(each, dict) else each for each in answers(asked, decision)
        )
        for category, counts in enumerate(by_category):
            found += [DealCell(count, samples()[category, cell], says) for cell, count in enumerate(counts) if count]
    whole_hand = asked.rules.options.trips_on_fold == "whole-hand"
    return DealCells((ANTE, BLIND, TRIPS) if whole_hand else (ANTE, BLIND), found)


def trips(asked: Question, tell: Progress) -> Solved:
    """Solves Trips by the player's two cards with the board, whatever becomes of the hand (UTH-45, UTH-47)."""
    from houseway.hands.kernels.census import by_category, naturals

    if asked.rules.options.trips_on_fold == "board-only":
        wager = board_only(asked, tell)
    else:
        counts = {row: count for row, count in by_category(naturals(7)).items() if count}
        rows = [(row, count, asked.pays_or_loses(TRIPS, row)) for row, count in counts.items()]
        wager = Wager.of(rows, note="by the player's best hand of seven cards, folded or not (UTH-26)")
    return Solved(wagers={TRIPS: wager})


def board_only(asked: Question, tell: Progress) -> Wager:
    """Returns Trips if a folded hand is paid by the board alone, with the base game at its best (UTH-26)."""
    solution = solution_of(asked, tell)
    folded = solution.folded.tolist()
    stayed = solution.counts[:-1].sum((0, 2)).tolist()
    pays = [asked.pays_or_loses(TRIPS, row) for row in CATEGORIES]
    rows = [
        (row, stayed[place] + sum(hands[place] for hands in folded), pays[place])
        for place, row in enumerate(CATEGORIES)
    ]
    lost = sum(
        count
        for hand, by_board in enumerate(folded)
        for board, count in enumerate(by_board)
        if pays[hand] > pays[board]
    )
    says = (
        f"{lost:,} deals are folded that the whole hand would have been paid more for, and some of these are better "
        "played by whoever has a Trips wager: `advise` weighs it in"
        if lost
        else "no hand is folded that would be paid more than its board, so it costs nothing and changes no decision"
    )
    note = f"by the whole hand, or by the board alone after a fold (UTH-26), with the base game at its best: {says}"
    return Wager.of(rows, note=note)


def solution_of(asked: Question, tell: Progress) -> "UltimateSolution":
    """Solves the base game at these rules. The last solution is cached, since all parts of a question need it."""
    from houseway.lab.games.ultimate_texas_holdem.solve import solve

    rules = asked.rules.fingerprint
    if rules not in _kept:
        _kept.clear()
        _kept[rules] = solve(probed(asked), tell)
    return _kept[rules]


_kept: dict[str, "UltimateSolution"] = {}


def _a(category: str) -> str:
    return category if category in ("three of a kind", "four of a kind") else f"a {category}"


SOLVER: Final = Solver(
    method="134,459 kinds of board, on each all hole cards ranked once and banks counted by card: 27,813,810,024,000 "
    "deals, ten for each board of five cards since the flop is told apart; Trips over all 133,784,560 hands of seven",
    wager=ANTE,
    base=base,
    sides={TRIPS: trips},
    cells=cells,
    within={BLIND: "", PLAY: ""},
    moved_by={"trips_on_fold": (TRIPS,)},
    slow=True,
)
