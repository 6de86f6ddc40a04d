"""Pai Gow Poker as the Seneca Niagara deals it: banked by the house, at five percent commission (PGS-01 to PGS-62).

Seven cards become a High Hand of five and a Second Highest Hand of two. A-2-3-4-5 is the second highest straight.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache, partial
from typing import Final

from houseway.cards import PACK_WITH_JOKER, Cards
from houseway.games.kit.banked.irregularities import under
from houseway.games.kit.banked.limits import within
from houseway.games.kit.banked.pay_claims import posted
from houseway.games.kit.banked.setting import turn_up
from houseway.games.kit.pai_gow.commission import five_percent
from houseway.games.kit.pai_gow.dice import DICE, against_the_clock
from houseway.games.kit.pai_gow.fortune_way import fortune_way
from houseway.games.kit.pai_gow.house_rules import MAIN, HouseRules, judge, set_hands
from houseway.games.kit.pai_gow.house_way import Way
from houseway.games.kit.pai_gow.piles import deal_packets, receivers
from houseway.games.kit.pai_gow.ranking import CARDS, ranking_of
from houseway.games.pai_gow_seneca.classic_way import classic_way
from houseway.hands import Hand
from houseway.hands.five import Wheel
from houseway.hands.wild import Joker
from houseway.rulebook.files.rule_versions import NOW, Edition
from houseway.script import (
    Backline,
    Circle,
    Felt,
    Game,
    HouseOptions,
    Irregularity,
    Limits,
    Roll,
    Script,
    Setting,
    Settle,
    TableRules,
)

ORDER: Final = ((MAIN,),)
WON_BOTH: Final = ("PGS-MAIN", "both hands won")
RANKING: Final = ranking_of(Joker.SEMI, Wheel.SECOND)  # PGS-02, PGS-31, PGS-32


def play(felt: Felt) -> Script:
    """One round, from the dice to the last commission."""
    options, seats = felt.options, felt.positions
    rolled = yield Roll(DICE) if options.start_method == "dice" else Roll(1, faces=seats + 1)  # PGS-09
    start = against_the_clock(sum(rolled), seats)  # PGS-10
    yield from deal_packets(receivers(felt, round_from(start, seats, options.deal_direction)), CARDS)  # PGS-12
    places = felt.clockwise(1)
    house = house_rules_of(options)
    worths = yield from set_hands(felt, house, places)  # PGS-13, PGS-62
    banks = house.set_hand(felt, felt.bank, None)  # PGS-18
    turn_up(felt, felt.bank)
    odds, commission = posted(felt, *WON_BOTH), five_percent(options.commission_rounding, "PGS-39")  # PGS-37
    for place, mine in reversed(list(zip(places, worths, strict=True))):  # from the dealer's right (PGS-40)
        turn_up(felt, place)
        judge(felt, house, place, mine, banks, odds, commission)
    yield Settle(seats, ORDER, clockwise=False)  # PGS-40


def round_from(start: int, seats: int, direction: str) -> Iterable[int]:
    """Every place once, the dealer (0) in turn, from the one that the dice named (PGS-11)."""
    step = 1 if direction == "clockwise" else -1
    return [(start + step * count) % (seats + 1) for count in range(seats + 1)]


# -- setting ------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=16)
def house_rules_of(options: HouseOptions) -> HouseRules:
    """How hands are set and judged at a table with these options."""
    return HouseRules(
        RANKING,
        classic if options.house_way == "classic" else partial(fortune, edition=options.edition),  # PGS-50
        setting="PGS-13",
        unset="PGS-62",
        foul="PGS-20",
        copy="PGS-36",
        wins=("PGS-35", "PGS-37"),
        loses=("PGS-35",),
        pushes=("PGS-35", "PGS-38"),
    )


def classic(cards: Cards) -> Way:
    return classic_way(cards, RANKING)


def fortune(cards: Cards, edition: Edition = NOW) -> Way:
    """The chart of the sister game, with this game's straights (PGS-50)."""
    return fortune_way(cards, RANKING, edition=edition)


def house_way(cards: Cards, rules: TableRules) -> Setting:
    """How the dealer sets these seven cards, for the house or for whoever asks (PGS-18, PGS-19)."""
    return house_rules_of(rules.options).setting_of(cards, "PGS-50")


def settings(cards: Cards, rules: TableRules) -> list[Setting]:  # noqa: ARG001
    return RANKING.settings(cards)


def rank(cards: Cards, rules: TableRules) -> Mapping[str, Hand]:  # noqa: ARG001
    """Two cards by pair and high card, five or more by the best five (PGS-30, PGS-34)."""
    return RANKING.ranks(cards)


# -- wagers -------------------------------------------------------------------------------------------------------


def limits(options: HouseOptions, circle: str, posted: Limits) -> Limits:  # noqa: ARG001
    """The limits of a hand, or narrower ones that are posted (PGS-06)."""
    return within(options.table_limits, posted)


def partners(options: HouseOptions) -> Backline:
    """Others may bet on a hand, as long as all of them together keep to the table maximum (PGS-07)."""
    low, high = options.table_limits
    most = high // low - 1
    return Backline(frozenset((MAIN,)) if most else frozenset(), most, "PGS-07", together=True)


GAME: Final = Game(
    id="pai-gow-seneca",
    play=play,
    rank=rank,
    house_way=house_way,
    settings=settings,
    deck=lambda options: PACK_WITH_JOKER,  # noqa: ARG005  PGS-01
    circles=(Circle(MAIN, opening=True, required=True, clause="PGS-05"),),
    limits=limits,
    limit_clause="PGS-06",
    call_clause="PGS-05",
    bank_clause="PGS-04",
    commission=lambda options: "PGS-37",  # noqa: ARG005
    backline=partners,
    irregularities={
        **under("PGS-41", "boxed-card", "wrong-count", "bank-card-exposed"),
        "house-way-error": Irregularity(False, "PGS-41", "the house hand was set against the house way and is reset"),
    },
)
