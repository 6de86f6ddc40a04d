"""Simulation model of Three Card Split: lookup tables set both hands, results as the script pays them."""

from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Any, Final

from houseway.cards import cards_from
from houseway.games.three_card_split import BONUS, JACKPOT_TABLES, PRIMARY, THREE_CARD
from houseway.hands import four, three
from houseway.lab.games.three_card_split import exact
from houseway.lab.inquiry.answering import answered
from houseway.lab.inquiry.probe import ProbedHand
from houseway.lab.inquiry.progress import Progress, silent
from houseway.lab.inquiry.question import Question
from houseway.lab.inquiry.tally import scale_of
from houseway.lab.simulation.model import GAME, CellModel, RoundCell
from houseway.lab.simulation.strategies import BEST, FILE, HOUSE_WAY, Tactic, refuse_other
from houseway.script import Refusal

if TYPE_CHECKING:
    import numpy as np

    from houseway.hands.kernels.arrays import Counts, Values, Words

ID: Final = "three-card-split"
WITHOUT_THE_JACKPOT: Final = "the jackpot for four aces is not counted"


def model(asked: Question, player: Tactic, bank: Tactic, tell: Progress) -> CellModel:  # noqa: ARG001
    """Returns the model of a primary wager and both propositions of one unit each."""
    import numpy as np

    from houseway.lab.games.three_card_split.round_kernels import play
    from houseway.lab.loops.suits import sets

    refuse_other(player, ID, BEST, HOUSE_WAY, FILE)
    house = house_lows(asked)
    lows = {BEST: best_lows, HOUSE_WAY: house_lows}.get(player.kind)
    mine = codes(lows(asked) if lows is not None else lows_of(asked, player))
    banks = codes(house)
    masks: Words = (np.uint64(1) << sets(3).astype(np.uint64)).sum(1)
    cells = cells_of(asked)

    def count(start: "np.uint64", rounds: int) -> "Counts":
        out = np.zeros((len(exact.WON), len(exact.PROPOSITION), len(four.ROWS)), np.int64)
        play(start, rounds, masks, sets(3), mine, banks, out)
        return out.ravel()

    return CellModel(
        "two hands from the table of all 22,100 and a fourth card; settings from tables, results read from the script",
        PRIMARY,
        cells,
        count,
        sides={THREE_CARD: Fraction(1), BONUS: Fraction(1)},
        expected=_expected(asked, player, tell),
        notes=[WITHOUT_THE_JACKPOT] if asked.rules.options.bonus_paytable in JACKPOT_TABLES else [],
    )


# -- what a round can come to -------------------------------------------------------------------------------------


def cells_of(asked: Question) -> list[RoundCell]:
    """Returns every way a round can end, with each wager's net."""
    worth = exact.probed(asked)
    whole = exact.three_card(asked, silent).wagers[THREE_CARD].pays
    rows = exact.bonus(asked, silent).wagers[BONUS].pays
    cells = []
    for (name, hand), result, row in product(zip(exact.WON, worth, strict=True), exact.PROPOSITION, four.ROWS):
        nets = hand.nets | {THREE_CARD: whole[result], BONUS: rows[row]}
        cells.append(RoundCell(name, "", ProbedHand(nets, hand.staked + 2)))
    return cells


def _expected(asked: Question, player: Tactic, tell: Progress) -> dict[str, Fraction]:
    answer = answered(asked, tell=tell)
    expected = {name: answer.wagers[name].expectation for name in (THREE_CARD, BONUS)}
    wager = {BEST: PRIMARY, HOUSE_WAY: exact.HOUSE_WAY}.get(player.kind)
    return expected if wager is None else {GAME: answer.wagers[wager].expectation, **expected}


def codes(lows: "Counts") -> "Values":
    """Returns the codes of high, low and all three cards by hand, with this card low."""
    import numpy as np

    from houseway.lab.loops.suits import sets

    rows = []
    for hand, low in zip(sets(3).tolist(), lows.tolist(), strict=True):
        rows.append((*exact.setting_codes(tuple(hand), (low,)), exact.hand_code(three.value(hand), hand)))
    return np.array(rows, np.int32)


# -- strategies ---------------------------------------------------------------------------------------------------


def house_lows(asked: Question) -> "Counts":
    """Returns, by hand, the card that the house way plays low."""
    import numpy as np

    from houseway.lab.loops.suits import sets

    house_way = asked.script.house_way
    assert house_way is not None
    return np.array([house_way(tuple(hand), asked.rules).low[0] for hand in sets(3).tolist()])


def best_lows(asked: Question) -> "Counts":
    """Returns, by hand, the low card of the best setting: the house way's if none is better."""
    import numpy as np

    deals, worth = exact.dealt(asked.rules), exact.probed(asked)
    scale = scale_of([hand.net for hand in worth])
    nets = np.array([int(scale * hand.net) for hand in worth])
    expects = np.where(deals.lows >= 0, deals.cells @ nets, -(1 << 62))
    rows = np.arange(len(deals.hands))
    house = (deals.lows == deals.house[:, None]).argmax(1)
    best = np.where(expects.max(1) > expects[rows, house], expects.argmax(1), house)
    found: Counts = deals.lows[rows, best]
    return found


def lows_of(asked: Question, player: Tactic) -> "Counts":
    """Returns the house way's low cards, except for hands of a file from `houseway odds three-card-split --json`."""
    from houseway.lab.loops.suits import sets

    changed: Any = player.full(ID).get("instead of the house way")
    if not isinstance(changed, dict):
        raise Refusal("strategy", f"{player.path} does not say what to do instead of the house way")
    index = {tuple(hand): place for place, hand in enumerate(sets(3).tolist())}
    lows = house_lows(asked)
    for setting in changed.values():
        high, _, low = str(setting).partition("|")
        cards, (last,) = cards_from(high), cards_from(low)
        lows[index[tuple(sorted((*cards, last)))]] = last
    return lows
