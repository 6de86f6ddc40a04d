"""Simulation model of 3 Card Hold'em: both decisions from lookup tables, results as the script pays them."""

from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Final

from houseway.cards import Cards, cards_from, text_of_cards
from houseway.games.three_card_holdem import (
    ANTE,
    PAIR_OF_FOURS,
    PAIR_OR_SUITED,
    ROYALS,
    STRAIGHT_OR_UP,
    pair_or_suited,
)
from houseway.hands import three
from houseway.lab.games.three_card_holdem import exact
from houseway.lab.inquiry.answering import answered
from houseway.lab.inquiry.probe import ProbedHand
from houseway.lab.inquiry.progress import Progress, silent
from houseway.lab.inquiry.question import Question
from houseway.lab.methods.comparison import CELLS
from houseway.lab.simulation.model import GAME, CellModel, RoundCell
from houseway.lab.simulation.strategies import BEST, FILE, Tactic, refuse_other
from houseway.script import Refusal

if TYPE_CHECKING:
    import numpy as np

    from houseway.hands.kernels.arrays import Bytes, Counts, Flags, Words

ID: Final = "three-card-holdem"
PLUS: Final = "royal flush plus a pair"


def model(asked: Question, player: Tactic, bank: Tactic, tell: Progress) -> CellModel:  # noqa: ARG001
    """Returns the model of an Ante and, if offered, both side bets of one unit each."""
    import numpy as np

    from houseway.lab.games.three_card_holdem.round_kernels import play
    from houseway.lab.loops.suits import sets

    refuse_other(player, ID, BEST, FILE)
    stays, bets = best_plays(asked) if player.kind == BEST else plays_of(player)
    straights, straight_rows = straights_and_rows()
    suited = [pair_or_suited(tuple(hole)) for hole in sets(2).tolist()]
    suited_rows = list(dict.fromkeys(suited))
    suiteds = np.array([suited_rows.index(row) for row in suited], np.uint8)
    sides = [name for name in (STRAIGHT_OR_UP, PAIR_OR_SUITED) if asked.offers(name)]
    cells = cells_of(asked, straight_rows, suited_rows, sides)
    shape = (1 + 2 * len(CELLS), len(straight_rows), len(suited_rows))

    def count(start: "np.uint64", rounds: int) -> "Counts":
        out = np.zeros(shape, np.int64)
        play(start, rounds, sets(2), stays, bets, straights, suiteds, PAIR_OF_FOURS, out)
        return out.ravel()

    return CellModel(
        "seven cards from a pack; decisions from a table of every one that can come, results read from the script",
        ANTE,
        cells,
        count,
        sides=dict.fromkeys(sides, Fraction(1)),
        expected=_expected(asked, tell) if player.kind == BEST else {},
    )


# -- what a round can come to -------------------------------------------------------------------------------------


def straights_and_rows() -> "tuple[Bytes, list[str]]":
    """Returns the row of each value, the last being a royal flush with a pair; and the rows."""
    import numpy as np

    top = len(three.LADDER.rungs)
    categories = [three.category(value) for value in range(1, top)]
    names = [ROYALS.get(category, category) for category in (categories[0], *categories, PLUS)]
    rows = list(dict.fromkeys(names))
    return np.array([rows.index(name) for name in names], np.uint8), rows


def cells_of(asked: Question, straight_rows: list[str], suited_rows: list[str], sides: list[str]) -> list[RoundCell]:
    """Returns every way a round can end, with each wager's net: the base game's cells times the side bets' rows."""
    worth = exact.probed(asked)
    base = [RoundCell("fold", "fold", worth["fold"])]
    for second in exact.SECOND:
        base += [
            RoundCell(f"{second}: {name}", f"bet, then {second}", hand)
            for name, hand in zip(CELLS, worth[second], strict=True)
        ]
    straight = exact.straight_or_up_bet(asked, silent).wagers[STRAIGHT_OR_UP].pays if STRAIGHT_OR_UP in sides else {}
    suited = exact.pair_or_suited_bet(asked, silent).wagers[PAIR_OR_SUITED].pays if PAIR_OR_SUITED in sides else {}
    cells = []
    for (name, decision, hand), up, pair in product(base, straight_rows, suited_rows):
        aside = {STRAIGHT_OR_UP: straight.get(up), PAIR_OR_SUITED: suited.get(pair)}
        nets = hand.nets | {wager: net for wager, net in aside.items() if net is not None}
        cells.append(RoundCell(name, decision, ProbedHand(nets, hand.staked + len(sides))))
    return cells


def _expected(asked: Question, tell: Progress) -> dict[str, Fraction]:
    answer = answered(asked, tell=tell)
    assert answer.base is not None
    sides = {
        name: answer.wagers[name].expectation for name in (STRAIGHT_OR_UP, PAIR_OR_SUITED) if name in answer.wagers
    }
    return {GAME: answer.base.expectation, **answer.base.circles, **sides}


# -- strategies ---------------------------------------------------------------------------------------------------


def best_plays(asked: Question) -> "tuple[Words, Words]":
    """Returns bitmasks by hole cards: first communal cards to stay on; and by each, second ones to bet on."""
    deals = exact.dealt()
    played = exact.best(deals, exact.probed(asked))
    return everywhere(played.first > 0, played.second > 0)


def everywhere(stays: "Flags", bets: "Flags") -> "tuple[Words, Words]":
    """Expands the 169 kinds of hole cards to all 1,326, with suits renamed to match."""
    import numpy as np

    from houseway.lab.loops.suits import ALL_SUITS, class_of, renaming_of

    kinds, renamings = class_of(2), np.array(ALL_SUITS)[renaming_of(2)]
    pack = np.arange(52)
    renamed = pack & ~3 | renamings[:, pack & 3]  # by hole cards, the renamed card of each
    bit = np.uint64(1) << pack.astype(np.uint64)
    first = (stays[kinds[:, None], renamed] * bit).sum(1, dtype=np.uint64)
    second = (bets[kinds[:, None, None], renamed[:, :, None], renamed[:, None, :]] * bit).sum(2, dtype=np.uint64)
    return first, second


def plays_of(player: Tactic) -> "tuple[Words, Words]":
    """Returns the same from the full strategy of a file, as `houseway odds three-card-holdem --json` writes it."""
    import numpy as np

    from houseway.lab.loops.suits import classes

    full = player.full(ID)
    folds, bets = full.get("fold on the first communal card"), full.get("bet on the first two")
    if not isinstance(folds, dict) or not isinstance(bets, dict):
        raise Refusal("strategy", f"{player.path} does not say when to fold and when to bet again")
    holes = [tuple(hole) for hole in classes(2)[0].tolist()]
    stays, again = np.ones((len(holes), 52), np.bool_), np.zeros((len(holes), 52, 52), np.bool_)
    for index, hole in enumerate(holes):
        name = text_of_cards(reversed(hole))
        if name not in bets:
            raise Refusal("strategy", f"{player.path} does not say what to bet on with {name}")
        stays[index, list(cards_from(folds.get(name, "")))] = False
        for one, two in _pairs(hole, bets[name]):
            again[index, one, two] = again[index, two, one] = True
    return everywhere(stays, again)


def _pairs(hole: Cards, text: str) -> set[tuple[int, int]]:
    """Returns the named pairs of cards, and all that are like them beside these hole cards."""
    from houseway.lab.loops.suits import ALL_SUITS

    fixing = [p for p in ALL_SUITS if tuple(sorted(card & ~3 | p[card & 3] for card in hole)) == hole]
    named = [cards_from(f"{word[:2]} {word[2:]}") for word in text.split()]
    return {(one & ~3 | p[one & 3], two & ~3 | p[two & 3]) for one, two in named for p in fixing}
