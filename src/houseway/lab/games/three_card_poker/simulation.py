"""Simulation model of Three Card Poker: hands from the table of all 22,100, results as the script pays them."""

from fractions import Fraction
from typing import TYPE_CHECKING, Final

from houseway.cards import RANKS
from houseway.games.three_card_poker import ANTE, BONUS, QUEEN_HIGH
from houseway.hands import three
from houseway.lab.games.three_card_poker import exact
from houseway.lab.inquiry.answering import answered
from houseway.lab.inquiry.probe import ProbedHand
from houseway.lab.inquiry.progress import Progress
from houseway.lab.inquiry.question import Question
from houseway.lab.methods.comparison import CELLS, hand_text
from houseway.lab.methods.threshold import ALWAYS, NEVER
from houseway.lab.simulation.model import GAME, CellModel, RoundCell
from houseway.lab.simulation.strategies import BEST, FILE, RULE, Tactic, refuse_other
from houseway.script import Refusal

if TYPE_CHECKING:
    import numpy as np

    from houseway.hands.kernels.arrays import Bytes, Counts, Words

ID: Final = "three-card-poker"
NOTHING: Final = ProbedHand({}, Fraction(0))
SAME_DECISIONS: Final = "the strategy is the best for the Ante; the Bonus rides along"


def model(asked: Question, player: Tactic, bank: Tactic, tell: Progress) -> CellModel:  # noqa: ARG001
    """Returns the model of an Ante and a Bonus of one unit each."""
    import numpy as np

    from houseway.lab.games.three_card_poker.kernels import VALUE_SHIFT, play
    from houseway.lab.loops.three_card_values import values

    refuse_other(player, ID, BEST, RULE, FILE)
    hands = _masks() | values().astype(np.uint64) << VALUE_SHIFT
    shown = _shown()
    plays = best_plays(asked) if player.kind == BEST else plays_of(asked, _rows(asked, player, tell), str(player))
    kinds = np.array([0, *(kind_of(value) for value in range(1, len(three.LADDER.rungs)))], np.uint8)
    cells = cells_of(asked)

    def count(start: "np.uint64", rounds: int) -> "Counts":
        out = np.zeros(len(cells), np.int64)
        play(start, rounds, hands, shown, plays, kinds, QUEEN_HIGH, out)
        return out

    return CellModel(
        "two hands from the table of all 22,100 until they share no card; what a hand wins is read from the script",
        ANTE,
        cells,
        count,
        sides={BONUS: Fraction(1)},
        expected=_expected(asked, tell) if player.kind == BEST else {},
        notes=[SAME_DECISIONS] if player.kind == BEST else [],
    )


# -- what a round can come to -------------------------------------------------------------------------------------


def cells_of(asked: Question) -> list[RoundCell]:
    """Returns the six cells and a fold for each kind of the player's hand. Impossible ones net nothing."""
    worth = exact.probed(asked, {ANTE: 1, BONUS: 1})
    cells = []
    for category in exact.CATEGORIES:
        for index, name in enumerate(CELLS):
            cells.append(RoundCell(name, "play", worth.play.get((category, index), NOTHING)))
        cells.append(RoundCell("fold", "fold", worth.fold[category]))
    return cells


def _expected(asked: Question, tell: Progress) -> dict[str, Fraction]:
    answer = answered(asked, tell=tell)
    assert answer.base is not None
    expected = {GAME: answer.base.expectation, **answer.base.circles}
    alone, together = answer.wagers[BONUS].expectation, answer.wagers[exact.BOTH].expectation
    if alone + answer.base.expectation == together:  # no hand that the Bonus pays is folded
        expected[BONUS] = alone
    return expected


def kind_of(value: int) -> int:
    return exact.CATEGORIES.index(three.category(value))


def _masks() -> "Words":
    import numpy as np

    from houseway.lab.loops.suits import sets

    masks: Words = (np.uint64(1) << sets(3).astype(np.uint64)).sum(1)
    return masks


def _shown() -> "Bytes":
    """Returns each card of each hand in turn."""
    from houseway.lab.loops.suits import sets

    return sets(3).ravel()


# -- strategies ---------------------------------------------------------------------------------------------------


def best_plays(asked: Question) -> "Words":
    """Returns a bitmask by hand of the bank's cards against which it is played; all of them if no card is shown."""
    import numpy as np

    from houseway.lab.loops.suits import ALL_SUITS, class_of, renaming_of

    deals = exact.dealt(asked.rules.options.exposed_card != exact.NOT_SHOWN)
    gains = exact.gained(deals, exact.probed(asked, {ANTE: 1})) > 0
    gains = np.broadcast_to(gains, (len(gains), 52))
    kinds, renamings = class_of(3), np.array(ALL_SUITS)[renaming_of(3)]
    plays = np.zeros(len(kinds), np.uint64)
    for card in range(52):
        renamed = card & ~3 | renamings[:, card & 3]
        plays |= gains[kinds, renamed].astype(np.uint64) << np.uint64(card)
    return plays


def _rows(asked: Question, player: Tactic, tell: Progress) -> list[list[str]]:
    if player.kind == FILE:
        return player.rows(ID)
    base = answered(asked, tell=tell).base
    assert base is not None
    return base.strategy.rows


def plays_of(asked: Question, rows: list[list[str]], path: str) -> "Words":
    """Returns the same by thresholds: rows of the bank's card and the lowest hand to play against it."""
    import numpy as np

    from houseway.lab.loops.three_card_values import values

    least = {}
    for row in rows:
        if len(row) != 2:
            raise Refusal("strategy", f"{path}: {row!r} is no row: write the bank's card and a hand")
        least[row[0]] = _value_of(row[1], path)
    shown = asked.rules.options.exposed_card != exact.NOT_SHOWN
    missing = [column for column in (RANKS if shown else [""]) if column not in least]
    if missing:
        what = f"for a bank that shows {', '.join(missing)}" if shown else "for a bank whose cards are face down"
        raise Refusal("strategy", f"{path} has no row {what}")
    plays = np.zeros(len(values()), np.uint64)
    for card in range(52):
        bound = least[RANKS[card >> 2] if shown else ""]
        plays |= (values() >= bound).astype(np.uint64) << np.uint64(card)
    return plays


def _value_of(text: str, path: str) -> int:
    top = len(three.LADDER.rungs)
    if text in (ALWAYS, NEVER):
        return 0 if text == ALWAYS else top
    for value in range(1, top):
        if hand_text(value) == text:
            return value
    raise Refusal("strategy", f"{path}: {text!r} is no hand: write Q-6-4, {hand_text(FIRST_PAIR)!r} or {ALWAYS!r}")


FIRST_PAIR: Final = three.FLOORS["pair"]
