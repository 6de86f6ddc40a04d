"""Exact solver of Three Card Split Pai Gow Poker: every setting of every hand against every dealer's hand.

The game itself sets each of the 22,100 dealers' hands the house way. No two of a player's hands are counted as one,
because the suit decides which of two equal cards the house way plays low (TCS-47). So no renaming of suits leaves all
dealers alike.
"""

from collections import Counter
from fractions import Fraction
from functools import cache, lru_cache
from random import Random
from typing import TYPE_CHECKING, Final

from houseway.cards import PACK, Cards
from houseway.games.three_card_split import (
    BONUS,
    JACKPOT,
    JACKPOT_TABLES,
    PRIMARY,
    PRIMARY_HIGH,
    PRIMARY_LOW,
    THREE_CARD,
    house_low,
)
from houseway.hands import connectors, four, one, three
from houseway.hands.connectors import reds
from houseway.lab.games.three_card_split.deals import SplitDeals
from houseway.lab.games.three_card_split.exceptions import strategy
from houseway.lab.inquiry.answer import Solved, Wager
from houseway.lab.inquiry.probe import ProbedHand, probe
from houseway.lab.inquiry.progress import Progress
from houseway.lab.inquiry.question import Question, question_of
from houseway.lab.inquiry.solver import ExpectedSetting, Solver
from houseway.lab.inquiry.tally import Tallied, scale_of, solved
from houseway.rulebook import Rules

if TYPE_CHECKING:
    from houseway.hands.kernels.arrays import Counts, Hands, Values, Words

WON: Final = ("both lost", "one each", "both won")
PROPOSITION: Final = ("lost", "won")
HOUSE_WAY: Final = f"{PRIMARY}: both by the house way"
ANY_LIMITS: Final = {"primary_limits": "1..10000000", "proposition_limits": "1..10000000"}
TABLES: Final = tuple(f"TCS-{number}{letter}" for letter in "ab" for number in (1, 2, 3, 4))


def base(asked: Question, tell: Progress) -> Solved:
    """Solves the primary wager: the best setting against the house way, and the house way against itself."""
    tell("every setting against every dealer", 0, 1)
    deals = dealt(asked.rules)
    worth = probed(asked)
    scale = scale_of([hand.net for hand in worth])
    import numpy as np

    nets = np.array([int(scale * hand.net) for hand in worth])
    expects = np.where(deals.lows >= 0, deals.cells @ nets, -(1 << 62))
    rows_of = np.arange(len(deals.hands))
    house = (deals.lows == deals.house[:, None]).argmax(1)
    best = np.where(expects.max(1) > expects[rows_of, house], expects.argmax(1), house)
    answer = solved(
        PRIMARY,
        tallied(deals, worth, best),
        _decisions(deals, best, house),
        strategy(deals, expects, best, house, scale),
        "each hand set as well as can be against a dealer who sets by the house way",
    )
    rows = [(name, count, hand.net) for name, count, hand in tallied(deals, worth, house)]
    answer.wagers[HOUSE_WAY] = Wager.of(rows, note="a player who asks for the house way (TCS-82)")
    return answer


def tallied(deals: SplitDeals, worth: list[ProbedHand], chosen: "Counts") -> list[Tallied]:
    """Tallies the deals and the net of each result if every hand is set as `chosen`."""
    import numpy as np

    counts = deals.cells[np.arange(len(chosen)), chosen].sum(0).tolist()
    return list(zip(WON, counts, worth, strict=True))


def _decisions(deals: SplitDeals, best: "Counts", house: "Counts") -> dict[str, int]:
    per_hand = int(deals.cells[0, 0].sum()) or int(deals.cells[0].sum(1).max())
    same = int((best == house).sum())
    return {"as the house way": same * per_hand, "otherwise": (len(best) - same) * per_hand}


@cache
def dealt(rules: Rules) -> SplitDeals:
    """Returns the cells of every hand and setting, at a table where the dealer sets by these rules. They are cached."""
    import numpy as np

    from houseway.games import find
    from houseway.lab.games.three_card_split.kernels import SETTINGS, compare
    from houseway.lab.loops.suits import sets

    script = find(rules.game.id)
    assert script.house_way is not None
    assert script.settings is not None
    hands = sets(3)
    held = [tuple(hand) for hand in hands.tolist()]
    house = [script.house_way(hand, rules).low for hand in held]
    lows = np.full((len(held), SETTINGS), -1, np.int64)
    codes = np.full((len(held), SETTINGS, 2), -1, np.int32)
    for index, hand in enumerate(held):
        for place, setting in enumerate(script.settings(hand, rules)):
            lows[index, place] = setting.low[0]
            codes[index, place] = setting_codes(hand, setting.low)
    cells = np.zeros((len(held), SETTINGS, len(WON)), np.int64)
    whole = np.zeros((len(held), 2), np.int64)
    dealt_codes = np.array([setting_codes(hand, low) for hand, low in zip(held, house, strict=True)], np.int32)
    three_codes = np.array([hand_code(three.value(hand), hand) for hand in held], np.int32)
    compare(_masks(hands), codes, dealt_codes, three_codes, cells, whole)
    return SplitDeals(hands, lows, np.array(house)[:, 0], cells, whole)


def expected(rules: Rules, cards: Cards, tell: Progress) -> list[ExpectedSetting]:
    """Returns each setting's expectation of the primary wager, against a dealer who sets the house way."""
    asked = question_of(rules)
    assert asked.script.settings is not None
    asked.script.settings(cards, rules)  # refuses a hand that cannot be set before the long part
    tell("every setting against every dealer", 0, 1)
    return expected_of(asked, cards)


def expected_of(asked: Question, cards: Cards) -> list[ExpectedSetting]:
    """Returns the same for the table of a question, at its pay tables."""
    import numpy as np

    rules, game = asked.rules, asked.script
    assert game.settings is not None
    assert game.house_way is not None
    masks, theirs = dealers(rules.options.house_way_low_ten)
    theirs = theirs[masks & _masks(np.array([cards]))[0] == 0]
    house, nets = game.house_way(cards, rules).low, nets_of(asked)
    found = []
    for setting in game.settings(cards, rules):
        mine = np.array(setting_codes(cards, setting.low))
        halves_won = ((mine >> 2 > theirs >> 2) | (mine == theirs)).sum(1)
        lost, pushed, won = np.bincount(halves_won, minlength=len(WON)).tolist()
        total = lost * nets[0] + pushed * nets[1] + won * nets[2]
        found.append(
            ExpectedSetting(
                setting=setting,
                expectation=total / len(theirs),
                won=won,
                pushed=pushed,
                lost=lost,
                house_way=setting.low == house,
            )
        )
    return found


@lru_cache(maxsize=2)
def dealers(low_ten: str) -> "tuple[Words, Values]":
    """Returns every hand as a bitmask, with the codes of its halves as the house sets it by a reading of TCS-45."""
    import numpy as np

    from houseway.lab.loops.suits import sets

    hands = sets(3)
    codes = [setting_codes(hand, house_low(hand, low_ten)[0]) for hand in map(tuple, hands.tolist())]
    return _masks(hands), np.array(codes, np.int32)


@lru_cache(maxsize=64)
def nets_of(asked: Question) -> list[Fraction]:
    """Returns the net per unit of both comparisons lost, one each and both won."""
    return [hand.net for hand in probed(asked)]


def setting_codes(hand: Cards, low: Cards) -> tuple[int, int]:
    high = tuple(card for card in hand if card not in low)
    return hand_code(connectors.value(high), high), hand_code(one.value(low), low)


def hand_code(value: int, cards: Cards) -> int:
    return 4 * value + reds(cards)


def _masks(hands: "Hands") -> "Words":
    import numpy as np

    masks: Words = (np.uint64(1) << hands.astype(np.uint64)).sum(1)
    return masks


# -- probing ------------------------------------------------------------------------------------------------------


def free(asked: Question) -> Question:
    """Returns the same table with limits wide enough to probe it at any stake."""
    return Question(asked.game, asked.options | ANY_LIMITS, asked.pay)


def spots(asked: Question) -> tuple[str, ...]:
    """Returns the circles of the primary wager."""
    return (PRIMARY_HIGH, PRIMARY_LOW) if asked.rules.options.primary_layout == "two-spot" else (PRIMARY,)


def probed(asked: Question) -> list[ProbedHand]:
    """Probes both comparisons lost, one each and both won. Returns nets per unit of the whole primary wager."""
    circles = spots(asked)
    hands = []
    for outcome in WON:
        hand = probe(free(asked), dict.fromkeys(circles, 1), samples(asked.rules)[outcome], ["house-way"])
        share = Fraction(1, len(circles))
        hands.append(ProbedHand({name: share * net for name, net in hand.nets.items()}, share * hand.staked))
    return hands


@cache
def samples(rules: Rules) -> dict[str, dict[str, Cards]]:
    """Returns a deal for every outcome of the primary wager and of the proposition, both sides set the house way."""
    from houseway.games import find

    script, random = find(rules.game.id), Random(3)
    assert script.house_way is not None
    found: dict[str, dict[str, Cards]] = {}
    while len(found) < len(WON) + len(PROPOSITION):
        cards = tuple(random.sample(PACK, 7))
        mine, banks = cards[:3], cards[3:6]
        codes = [
            (*setting_codes(hand, script.house_way(hand, rules).low), hand_code(three.value(hand), hand))
            for hand in (mine, banks)
        ]
        high, low, whole = (taken(*pair) for pair in zip(*codes, strict=True))
        dealt = {"1": mine, "bank": banks, "community": cards[6:]}
        found.setdefault(WON[high + low], dealt)
        found.setdefault(PROPOSITION[whole], dealt)
    return found


def taken(mine: int, banks: int) -> bool:
    """Compares two codes, as the kernel does, in plain Python."""
    return mine >> 2 > banks >> 2 or mine == banks


def three_card(asked: Question, tell: Progress) -> Solved:  # noqa: ARG001
    """Solves the Three Card Proposition: the three cards dealt, however they are set."""
    deals = dealt(asked.rules)
    lost, won = deals.three.sum(0).tolist()
    rows = []
    for name, count in (("won", won), ("lost", lost)):
        cards, wagers = samples(asked.rules)[name], dict.fromkeys(spots(asked), 2) | {THREE_CARD: 1}
        rows.append((name, count, 2 * probe(free(asked), wagers, cards, ["house-way"]).nets[THREE_CARD]))
    return Solved(wagers={THREE_CARD: Wager.of(rows, note="a copy goes by the number of red cards and never pushes")})


def bonus(asked: Question, tell: Progress) -> Solved:  # noqa: ARG001
    """Solves the Four Card Bonus by the posted table and by each of the others."""
    posted = asked.rules.options.bonus_paytable
    wagers = {BONUS: _bonus(asked, posted)}
    if posted in JACKPOT_TABLES:
        wagers[f"{BONUS}: with the jackpot"] = _with_jackpot(asked, wagers[BONUS])
    wagers |= {f"{BONUS}: {table}": _bonus(asked, table) for table in TABLES if table != posted}
    return Solved(wagers=wagers)


def _bonus(asked: Question, table: str) -> Wager:
    pay = {name: rows for name, rows in asked.pay.items() if name == table or name not in TABLES}
    table_asked = free(Question(asked.game, asked.options | {"bonus_paytable": table}, pay))
    counts, held = four_card_rows()
    rows = []
    for row in reversed(four.ROWS):
        cards = _around(held[row])
        wagers = dict.fromkeys(spots(asked), 2) | {BONUS: 1}
        hand = probe(table_asked, wagers, cards, ["house-way"], jackpots={JACKPOT: 0})
        rows.append((row, counts[row], 2 * hand.nets[BONUS]))
    answer = Wager.of(rows, brief=table != asked.rules.options.bonus_paytable)
    answer.note = f"pay table {table}"
    if table in JACKPOT_TABLES:
        answer.note += _break_even(table_asked, answer)
    return answer


def _break_even(asked: Question, answer: Wager) -> str:
    """Returns a note on the jackpot at which the smallest qualifying wager breaks even.

    A larger wager wins the same prize, so it needs a larger jackpot.
    """
    qualifier = _qualifies(asked)
    meter = -answer.expectation / answer.probability("four aces") * qualifier
    return (
        f", before the jackpot; a qualifying wager of ${qualifier} breaks even with ${float(meter):,.2f} "
        f"({meter.numerator}/{meter.denominator}) on the meter (TCS-72, TCS-73)"
    )


def _qualifies(asked: Question) -> int:
    """Returns the smallest wager in dollars that qualifies for the jackpot and is taken (TCS-07, TCS-72)."""
    options = asked.rules.options
    return int(max(options.jackpot_qualifier, options.proposition_limits.low))


def _with_jackpot(asked: Question, answer: Wager) -> Wager:
    """Returns the wager with the starting jackpot added, at the smallest stake that qualifies (TCS-71 to TCS-73)."""
    seed, stake = asked.rules.options.jackpot_seed, _qualifies(asked)
    rows = [
        (row, count, answer.pays[row] + Fraction(seed, stake) if row == "four aces" else answer.pays[row])
        for row, count in answer.outcomes.items()
    ]
    note = f"a wager of ${stake:,} while the meter stands at its start, ${seed:,}; it only rises from there (TCS-71)"
    return Wager.of(rows, note=note)


@cache
def four_card_rows() -> tuple[dict[str, int], dict[str, Cards]]:
    """Counts the 270,725 sets of four cards by row, with a sample of each."""
    from houseway.hands.kernels.bonus import four_values
    from houseway.lab.loops.suits import sets

    hands = sets(4)
    values = four_values(hands)
    counts, held = Counter[str](), {}
    for value, name in enumerate(four.ROWS):
        found = (values == value).nonzero()[0]
        counts[name] = len(found)
        held[name] = tuple(hands[found[0]].tolist())
    return counts, held


def _around(cards: Cards) -> dict[str, Cards]:
    rest = tuple(card for card in PACK if card not in cards)
    return {"1": cards[:3], "bank": rest[:3], "community": cards[3:]}


SOLVER: Final = Solver(
    method="every hand in every setting against all 18,424 dealers set the house way: 407,170,400 deals",
    wager=PRIMARY,
    base=base,
    expected=expected,
    sides={THREE_CARD: three_card, BONUS: bonus},
    moved_by={"house_way_low_ten": (PRIMARY,), "bonus_paytable": (BONUS,)},
)
