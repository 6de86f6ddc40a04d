"""Solution of the games of seven cards: the house way against itself, the best setting of every hand, and banking."""

from contextlib import nullcontext
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from houseway.games.kit.pai_gow.house_rules import MAIN
from houseway.lab.inquiry.answer import Row, Solved, Strategy, Wager
from houseway.lab.inquiry.progress import Progress
from houseway.lab.inquiry.question import Question
from houseway.lab.inquiry.tally import solved
from houseway.lab.methods.pai_gow.cells import CELLS, paid, wager_at
from houseway.lab.methods.pai_gow.way import way_of
from houseway.script import dollars

if TYPE_CHECKING:
    from houseway.lab.methods.pai_gow.dealers import Cells, Dealers
    from houseway.lab.methods.pai_gow.study import Study, TableLine

METHOD: Final = (
    "all pairs of disjoint hands by inclusion and exclusion over their common cards; what a pair pays is read from the "
    "script (docs/pai-gow-solved.md)"
)
HOUSE_WAY, BANKING = "house way", "banking"
FOR_THE_BANK: Final = "for the bank, of each unit that a player stakes"
OUTCOMES: Final = ("both won", "one each", "both lost")
COLUMNS: Final = ["hand", "the house way (front | back)", "instead", "when", "of all hands", "adds"]


def house_way(asked: Question, tell: Progress) -> Solved:
    """Solves both hands set the house way: for the player and, if a player may bank, for the bank."""
    cells = house_cells(dealers_at(asked, tell), tell)
    wager = wager_at(asked)
    counts = [count for row in cells for count in row]
    rows = list(zip(CELLS, counts, (hand.net for hand in paid(asked, wager)), strict=True))
    wagers = {HOUSE_WAY: Wager.of(rows, note=f"player and bank both set the house way, at ${dollars(wager)}")}
    if "player-dealer" in asked.rules.game.bankers:
        banks = [(name, count, -net) for name, count, net in rows]
        note = "before any collection"
        wagers[f"{HOUSE_WAY}: the bank"] = Wager.of(banks, note=note, brief=True, unit=FOR_THE_BANK)
    return Solved(wagers=wagers)


def best_play(asked: Question, tell: Progress) -> Solved:
    """Solves the best setting of every hand against a bank that sets the house way."""
    from houseway.lab.methods.pai_gow.study import study

    dealers, wager = dealers_at(asked, tell), wager_at(asked)
    cells = house_cells(dealers, tell)
    hands = paid(asked, wager)
    won, pushed, lost = hands[0], hands[1], hands[-1]
    assert [pushed.net, lost.net] == [0, -1], "a win needs both halves and a loss both"
    found = study(dealers, way_of(asked.rules), tell, won.net)
    net = cells[0][0] - sum(cells[front][back] for front in (1, 2) for back in (1, 2))
    counts = _outcomes(dealers, cells[0][0], net, found)
    leaving = int(found.departures.weights.sum()) * dealers.others
    return solved(
        MAIN,
        list(zip(OUTCOMES, counts, (won, pushed, lost), strict=True)),
        {"as the house way": dealers.pairs - leaving, "otherwise": leaving},
        strategy(dealers, found, won.net),
        f"each hand set as well as can be against a bank that sets the house way, at ${dollars(wager)}",
    )


def banking(asked: Question, tell: Progress) -> Solved:
    """Solves a banker who sets best against a player who sets the house way. Copies are the banker's."""
    from houseway.lab.methods.pai_gow.study import study

    dealers = dealers_at(asked, tell)
    cells = house_cells(dealers, tell)
    found = study(dealers, way_of(asked.rules), tell, banks=True)
    wins = sum(cells[front][back] for front in (0, 1) for back in (0, 1))
    rows: list[Row] = [
        (name, count, Fraction(net))
        for name, count, net in zip(
            OUTCOMES, _outcomes(dealers, wins, wins - cells[2][2], found), (1, 0, -1), strict=True
        )
    ]
    share = int(found.departures.weights.sum()) * dealers.others / dealers.pairs
    wager = Wager.of(rows, unit=FOR_THE_BANK)
    wager.note = (
        f"a banker who sets as well as can be against the house way gains {float(wager.expectation):.4%} of what a "
        f"player stakes; {share:.4%} of the hands are set otherwise than it says"
    )
    return Solved(wagers={BANKING: wager})


# -- counting -----------------------------------------------------------------------------------------------------


def dealers_at(asked: Question, tell: Progress) -> "Dealers":
    """Returns the dealers' hands of a table.

    Kernels compile while the patterns are computed, if those are not cached.
    """
    from houseway.lab.methods.pai_gow.dealers import dealers_of
    from houseway.lab.methods.pai_gow.patterns import is_kept, patterns_of
    from houseway.lab.methods.pai_gow.precompile import compiling_in_background

    rules, way = asked.rules, way_of(asked.rules)
    with nullcontext() if is_kept(rules, way.deck) else compiling_in_background(rules):
        patterns = patterns_of(rules, way, tell)
    return dealers_of(patterns)


_CELLS: dict[str, "Cells"] = {}


def house_cells(dealers: "Dealers", tell: Progress) -> "Cells":
    """Returns the nine cells of the house way against itself, cached because several parts of an answer need them."""
    from houseway.lab.methods.pai_gow.dealers import house_against_house

    key = dealers.patterns.key
    if key not in _CELLS:
        _CELLS[key] = house_against_house(dealers, tell)
    return _CELLS[key]


def _outcomes(dealers: "Dealers", wins: int, net: int, found: "Study") -> tuple[int, int, int]:
    """Returns the pairs won, pushed and lost, from the house way's wins and net and the gain of perfect play."""
    won = wins + found.departures.wins
    lost = won - net - found.departures.net
    return won, dealers.pairs - won - lost, lost


# -- strategy -----------------------------------------------------------------------------------------------------


def strategy(dealers: "Dealers", found: "Study", pays: Fraction) -> Strategy:
    """Returns the house way with the exceptions that matter most, and every kind of exception in full."""

    def adds(net: int, wins: int) -> Fraction:
        return Fraction(net + (pays - 1) * wins) / dealers.pairs

    def row(line: "TableLine") -> list[str]:
        share = line.hands * dealers.others / dealers.pairs
        return [*line.words, f"{share:.4%}", f"{float(adds(line.net, line.wins)):.5%}"]

    most = adds(found.departures.net, found.departures.wins)
    rules = sum((adds(line.net, line.wins) for line in found.rules), Fraction(0))
    return Strategy(
        says="the house way, except for these hands; the first row that fits decides.",
        columns=COLUMNS,
        rows=[row(line) for line in found.rules],
        cost=most - rules,
        note=f"1st is the highest. Perfect play adds {float(most):.5%} to the house way, these rows "
        f"{float(rules):.5%}. A joker that counts as an ace is one here too. The house's front and second card are the "
        "two that it puts in front, front and second card in front those put there instead.",
        full=_full(dealers, found, adds),
    )


def _full(dealers: "Dealers", found: "Study", adds: Any) -> dict[str, Any]:
    """Returns all kinds of departures, with the number of hands and the gain of each."""
    return {
        "hands": dealers.pairs // dealers.others,
        "instead of the house way": [
            {
                "hand": line.words[0],
                "house way": line.words[1],
                "instead": line.words[2],
                "hands": line.hands,
                "adds": float(adds(line.net, line.wins)),
            }
            for line in found.kinds
        ],
    }
