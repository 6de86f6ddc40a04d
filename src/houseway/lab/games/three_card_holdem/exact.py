"""Exact solver of 3 Card Hold'em: both decisions, every board, every bank.

The second decision depends on the hole cards and two communal cards, the first on one card fewer and the best second
decision to come. Six cells count how often the bank, qualified or not, is higher, equal or lower. A probe of the script
gives each cell's payment with and without the second bet.
"""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from houseway.cards import ACE, PACK, RANKS, THREE, Cards, text_of_cards
from houseway.games.three_card_holdem import (
    ANTE,
    PAIR_OF_FOURS,
    PAIR_OR_SUITED,
    STRAIGHT_OR_UP,
    pair_or_suited,
    straight_or_up,
)
from houseway.hands import three
from houseway.lab.inquiry.answer import Solved, Strategy
from houseway.lab.inquiry.probe import ProbedHand, probe
from houseway.lab.inquiry.progress import Progress
from houseway.lab.inquiry.question import Question
from houseway.lab.inquiry.solver import DealCell, DealCells, Solver
from houseway.lab.inquiry.tally import Tallied, scale_of, solved
from houseway.lab.methods.comparison import CELLS, cell_of, hand_text
from houseway.lab.methods.side import side_bet
from houseway.lab.methods.threshold import cut, cut_text

if TYPE_CHECKING:
    from houseway.hands.kernels.arrays import Counts, Hands

BANKS: Final = 1081
"""Bank hands beside a player's two cards and a board."""
SECOND: Final = ("bet", "check")


class FlopDeals(NamedTuple):
    """The 169 kinds of hole cards with their weights, and cells by hole, first and second communal card."""

    holes: "Hands"
    weights: "Counts"
    cells: "Counts"


class FlopPlayed(NamedTuple):
    """Scaled gains: of the second bet over a check, and of staying in over a fold (0 if cards repeat)."""

    second: "Counts"
    first: "Counts"
    scale: int


def base(asked: Question, tell: Progress) -> Solved:
    """Solves the Ante with the two bets that may follow."""
    tell("every board, every bank", 0, 1)
    deals = dealt()
    worth = probed(asked)
    played = best(deals, worth)
    rows = tallied(deals, worth, played)
    counts = Counter[str]()
    for name, count, _ in rows:
        counts[name.partition(":")[0]] += count
    strategy = Strategies(deals, played).told()
    note = "per Ante, with the Bet or Fold and Bet or Check wagers that follow from it"
    names = {"fold": "fold", "bet": "bet, then bet", "check": "bet, then check"}
    return solved(ANTE, rows, {says: counts[name] for name, says in names.items()}, strategy, note)


# -- counting -----------------------------------------------------------------------------------------------------


@cache
def dealt() -> FlopDeals:
    """Counts every board and bank into cells, for each kind of hole cards up to suits. The result is cached."""
    from houseway.lab.games.three_card_holdem.kernels import flop_cells
    from houseway.lab.loops.suits import classes

    return FlopDeals(*classes(2), flop_cells(PAIR_OF_FOURS))


def best(deals: FlopDeals, worth: dict[str, ProbedHand | list[ProbedHand]]) -> FlopPlayed:
    """Returns the gain of each decision, by backward induction."""
    import numpy as np

    fold, bet, check = worth["fold"], worth["bet"], worth["check"]
    assert isinstance(fold, ProbedHand)
    assert isinstance(bet, list)
    assert isinstance(check, list)
    scale = scale_of([fold.net, *(hand.net for hand in (*bet, *check))])
    bets = deals.cells @ np.array([int(scale * hand.net) for hand in bet])
    checks = deals.cells @ np.array([int(scale * hand.net) for hand in check])
    stays = np.maximum(bets, checks).sum(2)
    return FlopPlayed(bets - checks, stays - int(scale * fold.net) * deals.cells.sum((2, 3)), scale)


def tallied(deals: FlopDeals, worth: dict[str, Any], played: FlopPlayed) -> list[Tallied]:
    """Tallies every outcome of the best play."""
    stays = played.first > 0
    weighted = deals.cells * deals.weights[:, None, None, None]
    rows: list[Tallied] = [("fold", int(weighted[~stays].sum()), worth["fold"])]
    bets = played.second > 0
    for name, chosen in (("bet", bets & stays[:, :, None]), ("check", ~bets & stays[:, :, None])):
        counts = weighted[chosen].sum(0).tolist()
        rows += [(f"{name}: {cell}", count, hand) for cell, count, hand in zip(CELLS, counts, worth[name], strict=True)]
    return rows


def cells(asked: Question, tell: Progress) -> DealCells:
    """Returns every deal by the best play. The side bets depend on other cards and have no cells."""
    tell("every board, every bank", 0, 1)
    deals = dealt()
    played = best(deals, probed(asked))
    stays, bets = (played.first > 0)[:, :, None], played.second > 0
    weighted = deals.cells * deals.weights[:, None, None, None]
    ways = ((stays & bets, ("bet", "bet")), (stays & ~bets, ("bet", "check")), (~stays & (bets | ~bets), ("fold",)))
    found = []
    for chosen, says in ways:
        counts = weighted[chosen].sum(0).tolist()
        found += [DealCell(count, samples()[cell], says) for cell, count in enumerate(counts) if count]
    return DealCells((ANTE,), found)


def probed(asked: Question) -> dict[str, Any]:
    """Probes the script for a fold, and for every cell with and without the second bet."""
    deals = [samples()[cell] for cell in range(len(CELLS))]
    return {
        "fold": probe(asked, {ANTE: 1}, deals[0], ["fold"]),
        **{second: [probe(asked, {ANTE: 1}, cards, ["bet", second]) for cards in deals] for second in SECOND},
    }


@cache
def samples() -> dict[int, dict[str, Cards]]:
    """Returns a sample deal for every cell."""
    random = Random(3)
    found: dict[int, dict[str, Cards]] = {}
    while len(found) < len(CELLS):
        cards = tuple(random.sample(PACK, 8))
        mine, banks = three.value(cards[:5]), three.value(cards[2:7])
        cell = cell_of(mine, banks, PAIR_OF_FOURS)
        found.setdefault(cell, spots(cards[:2], cards[2:5], cards[5:7], cards[7]))
    return found


def spots(hole: Cards, board: Cards, bank: Cards, burn: int) -> dict[str, Cards]:
    return {"1": hole, "board": board, "bank": bank, "burn": (burn,)}


# -- side bets ----------------------------------------------------------------------------------------------------


def pair_or_suited_bet(asked: Question, tell: Progress) -> Solved:  # noqa: ARG001
    """Solves the bet by all 1,326 hole cards."""
    counts, held = Counter[str](), {}
    for hole in combinations(PACK, 2):
        row = pair_or_suited(hole)
        counts[row] += 1
        held[row] = hole
    rows = [(row, counts[row], _around(held[row], ())) for row in _best_first(counts)]
    return Solved(wagers={PAIR_OR_SUITED: side_bet(asked, PAIR_OR_SUITED, rows, ANTE, ["fold"])})


def straight_or_up_bet(asked: Question, tell: Progress) -> Solved:  # noqa: ARG001
    """Solves the bet by all 2,598,960 hands of five cards and the best three of each."""
    counts, held = five_card_rows()
    rows = [(row, counts[row], _around(held[row][:2], held[row][2:])) for row in _best_first(counts)]
    return Solved(wagers={STRAIGHT_OR_UP: side_bet(asked, STRAIGHT_OR_UP, rows, ANTE, ["fold"])})


@cache
def five_card_rows() -> tuple[dict[str, int], dict[str, Cards]]:
    """Returns the number of hands that meet each row, and a sample of each."""
    import numpy as np

    from houseway.hands.kernels.three import values
    from houseway.lab.loops.suits import sets

    hands = sets(5)
    worth = values(hands)
    counts, held = Counter[str](), {}
    royal = three.FLOORS["royal flush"]
    found, firsts, many = np.unique(worth, return_index=True, return_counts=True)
    for value, first, count in zip(found.tolist(), firsts.tolist(), many.tolist(), strict=True):
        if value < royal:
            row = straight_or_up(tuple(hands[first].tolist()), value)
            counts[row] += count
            held[row] = tuple(hands[first].tolist())
    for hand in hands[worth == royal].tolist():  # the two other cards decide
        row = straight_or_up(tuple(hand), royal)
        counts[row] += 1
        held[row] = tuple(hand)
    return counts, held


def _around(hole: Cards, board: Cards) -> dict[str, Cards]:
    """Fills a round around these cards with any others."""
    rest = [card for card in PACK if card not in (*hole, *board)]
    board = board or tuple(rest[:3])
    rest = [card for card in rest if card not in board]
    return spots(hole, board, tuple(rest[:2]), rest[2])


def _best_first(counts: dict[str, int]) -> list[str]:
    return sorted(counts, key=counts.__getitem__)


# -- strategy -----------------------------------------------------------------------------------------------------


class Strategies:
    """The strategy of both decisions for a person, and its cost."""

    def __init__(self, deals: FlopDeals, played: FlopPlayed) -> None:
        self.deals, self.played = deals, played
        self.total = int((deals.cells.sum((1, 2, 3)) * deals.weights).sum())

    def told(self) -> Strategy:
        rows = [["first", f"the first communal card is {RANKS[rank]}", "fold", says] for rank, says in self.folds()]
        thresholds, lost = self.bets()
        rows += [["second", board, "bet from", says] for board, says in thresholds]
        cost = Fraction(lost, self.played.scale * self.total)
        return Strategy(
            says=f"a table that a person can use, {float(cost):.3%} of the Ante short of the best play of every hand "
            "(in full in --json): fold the hole cards named and no others, which is best; then bet on this hand (best "
            "three of four) or a better one.",
            columns=["decision", "when", "do", "with"],
            rows=rows,
            cost=cost,
            note="First decision, r: hole cards and communal card are of three suits; s: two or more are of one suit. "
            "Second decision: paired board, suited, near and apart are said of the two communal cards. Near: a third "
            "card can make a straight of them (an ace goes with two, three, queen and king); apart: none can. All one "
            "suit to four suits: how many suits the four cards have, your two and the communal two.",
            full=self.full(),
        )

    def folds(self) -> list[tuple[int, str]]:
        """Returns the hole cards to fold, by rank of the first communal card."""
        found: dict[int, dict[str, set[str]]] = {rank: {} for rank in range(13)}
        for hole, gains in zip(self.deals.holes.tolist(), self.played.first.tolist(), strict=True):
            for card in PACK:
                if card not in hole and gains[card] <= 0:
                    suits = "r" if len({card & 3, hole[0] & 3, hole[1] & 3}) == 3 else "s"
                    found[card >> 2].setdefault(RANKS[hole[1] >> 2] + RANKS[hole[0] >> 2], set()).add(suits)
        return [
            (rank, " ".join(hole + "".join(sorted(suits)) for hole, suits in hands.items()) or "nothing")
            for rank, hands in found.items()
        ]

    def bets(self) -> tuple[list[tuple[str, str]], int]:
        """Returns the least hand to bet, by texture of the board and suits of the four cards; and the cost."""
        import numpy as np

        from houseway.hands.kernels.three import values

        gains: dict[str, Counter[int]] = {}
        most = 0
        board = np.array(list(combinations(PACK, 2)), np.uint8)
        textures = [_texture(*pair) for pair in board.tolist()]
        for index, hole in enumerate(self.deals.holes):
            four = np.hstack([np.broadcast_to(hole, (len(board), 2)), board])
            worth = values(np.ascontiguousarray(four)).tolist()
            first, second = board.T.astype(np.int64)
            stays = self.played.first[index] > 0
            orders = stays[first].astype(np.int64) + stays[second]
            gained = (self.played.second[index, first, second] * orders * self.deals.weights[index]).tolist()
            for texture, pair, value, gain in zip(textures, four.tolist(), worth, gained, strict=True):
                if gain:
                    suits = len({card & 3 for card in pair})
                    gains.setdefault(f"{texture}, {_COUNTS[suits]}", Counter())[value] += gain
                    most += max(gain, 0)
        rows = []
        for board_says, by_value in sorted(gains.items()):
            least, won = cut(by_value)
            most -= won
            rows.append((board_says, cut_text(least, by_value, hand_text)))
        return rows, most

    def full(self) -> dict[str, Any]:
        """Returns, by hole cards, every first communal card to fold on and every two of them to bet on."""
        folds, bets = {}, {}
        for index, hole in enumerate(self.deals.holes.tolist()):
            name = text_of_cards(reversed(hole))
            stays = self.played.first[index] > 0
            fold = [card for card in PACK if card not in hole and not stays[card]]
            if fold:
                folds[name] = text_of_cards(fold)
            gains = self.played.second[index]
            bets[name] = " ".join(
                text_of_cards(pair).replace(" ", "") for pair in _boards(tuple(hole)) if gains[pair] > 0
            )
        return {
            "suits": "one of each kind of hole cards, and one of each kind of board beside them; rename suits to match",
            "fold on the first communal card": folds,
            "bet on the first two": bets,
        }


_COUNTS: Final = ("", "all one suit", "two suits", "three suits", "four suits")


def _texture(one: int, two: int) -> str:
    low, high = one >> 2, two >> 2
    if low == high:
        return "a paired board"
    near = high - low <= 2 or (high == ACE and low <= THREE)
    return f"{'suited' if one & 3 == two & 3 else 'unsuited'}, {'near' if near else 'apart'}"


def _boards(hole: Cards) -> list[tuple[int, int]]:
    """Returns two communal cards of each kind beside these hole cards, up to suits that these do not distinguish."""
    from houseway.lab.loops.suits import ALL_SUITS

    fixing = [p for p in ALL_SUITS if tuple(sorted(card & ~3 | p[card & 3] for card in hole)) == hole]
    kinds = set()
    for one, two in combinations([card for card in PACK if card not in hole], 2):
        images = [(one & ~3 | p[one & 3], two & ~3 | p[two & 3]) for p in fixing]
        kinds.add(min((min(pair), max(pair)) for pair in images))
    return sorted(kinds)


SOLVER: Final = Solver(
    method="1,755 kinds of board, on each all hole cards ranked once and compared by histograms: 168,568,545,600 deals",
    wager=ANTE,
    base=base,
    sides={PAIR_OR_SUITED: pair_or_suited_bet, STRAIGHT_OR_UP: straight_or_up_bet},
    cells=cells,
    moved_by={},
)
