"""Three Card Split Pai Gow Poker, banked by the house (TCS-01 to TCS-82).

Three cards become a high hand of two and a low hand of one. Both must be won to be paid; a copy goes by its colours.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from houseway.cards import Cards, rank_of
from houseway.games.kit.setting import HOUSE_WAY, MISCOUNT, ask_to_set, lay, low_spot, outcome, split, turn_up
from houseway.hands import Hand, connectors, four, one, three
from houseway.hands.connectors import same_colours
from houseway.script import (
    EVEN,
    HALF,
    LOSE,
    WIN,
    Answer,
    Ask,
    AskAll,
    Cents,
    Circle,
    Deal,
    Felt,
    Game,
    Irregularity,
    Limits,
    Odds,
    Place,
    Prize,
    Refusal,
    Script,
    Setting,
    Settle,
    dollars,
)

PRIMARY, PRIMARY_HIGH, PRIMARY_LOW, THREE_CARD, BONUS = "primary", "primary-high", "primary-low", "three-card", "bonus"
PRIMARIES: Final = (PRIMARY, PRIMARY_HIGH, PRIMARY_LOW)
ORDER: Final = ((*PRIMARIES, THREE_CARD, BONUS),)  # TCS-36
JACKPOT: Final = "bonus-jackpot"
JACKPOT_TABLES: Final = frozenset(("TCS-4a", "TCS-4b"))  # TCS-70
SUITED: Final = connectors.FLOORS["suited cards"]  # the lowest high hand that is made: below it only high cards
TEN: Final = 8
WON_BOTH: Final = ("TCS-PRIMARY", "both hands won")
WON_THREE: Final = ("TCS-THREE", "player's three cards higher, or equal with the same number of red cards")


def play(felt: Felt) -> Script:
    """One round, from 'No more bets' to the last chip."""
    bank, places = felt.bank, felt.clockwise(1)
    yield from deal([*places, bank], single=felt.options.deal_style == "single")
    community = felt.spot("community")
    yield Deal(1, to=community)  # always, whoever has a Four Card Bonus (TCS-14)
    answers = yield AskAll(tuple([ask(felt, place) for place in places]))
    foul = {place.name: set_hand(felt, place, answer) for place, answer in zip(places, answers, strict=True)}
    felt.turn_up(bank)  # TCS-21
    bank_hand = bank.cards
    lay(felt, bank, house_way_low(bank_hand, felt.options.house_way_low_ten)[0])
    felt.turn_up(community)  # TCS-24
    for place in reversed(places):  # from the dealer's right (TCS-36)
        turn_up(felt, place)
        judge(felt, place, foul[place.name])
        propositions(felt, place, bank_hand, foul[place.name])
    yield Settle(felt.positions, ORDER, clockwise=False)
    yield from jackpot(felt)


def deal(hands: list[Place], *, single: bool) -> Script:
    """Three cards face down each, the dealer's last: in packets, or one at a time in three passes (TCS-12, TCS-13)."""
    passes, cards = (3, 1) if single else (1, 3)
    for _ in range(passes):
        for hand in hands:
            yield Deal(cards, to=hand)


def ask(felt: Felt, place: Place) -> Ask:
    """Which card is the low hand; the other two are the high hand (TCS-16). Unset, the house way sets (TCS-82)."""
    face_up = felt.options.card_exposure == "face-up"  # TCS-17
    return ask_to_set(place, 1, "TCS-16", house_way="TCS-82", foul="TCS-81", lays_open=face_up)


def set_hand(felt: Felt, place: Place, answer: Answer) -> str:
    """The two hands lie apart; the clause that makes the setting foul, or nothing."""
    if answer.choice == HOUSE_WAY:
        lay(felt, place, house_way_low(place.cards, felt.options.house_way_low_ten)[0])
        return ""
    low, high = split(place.cards, answer.cards or ())
    lay(felt, place, low)
    if answer.choice == MISCOUNT and len(low) != 1:
        return "TCS-81"
    return "TCS-19" if is_foul(high, low) else ""


def jackpot(felt: Felt) -> Script:
    """The whole meter for four aces on a wager that qualifies; it starts again at its seed (TCS-72, TCS-73).

    Nobody ever shares it: three aces go with the one community card (TCS-74).
    """
    options = felt.options
    if options.bonus_paytable not in JACKPOT_TABLES:
        return
    seed: Cents = options.jackpot_seed * 100
    meter = felt.pools.setdefault(JACKPOT, seed)  # a table just opened (TCS-71)
    for place, stake in felt.carried.pop(JACKPOT, ()):
        if stake >= options.jackpot_qualifier * 100:
            yield Prize(place, JACKPOT, meter, ("TCS-73", "TCS-72"))
            felt.pools[JACKPOT] = seed


# -- judging ------------------------------------------------------------------------------------------------------


def is_foul(high: Cards, low: Cards) -> bool:
    """Whether the low card outranks the high hand, which only two bare high cards allow (TCS-18, TCS-19)."""
    return connectors.value(high) < SUITED and rank_of(max(high)) < rank_of(low[0])
