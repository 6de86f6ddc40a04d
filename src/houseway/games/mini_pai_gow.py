"""Mini Pai Gow, version 2, banked by the house or, where it is allowed, by a player (MPG-01 to MPG-68).

Six cards become five behind and one in front; ties are the dealer's, and no commission is taken. While setting, a player
may double, with action only against a dealer who qualifies.
"""

from collections.abc import Mapping
from typing import Any, Final

from houseway.cards import PACK_WITH_JOKER, Cards, cards_from
from houseway.games.kit.dice import DICE, MUCK, against_the_clock
from houseway.games.kit.setting import HOUSE_WAY, MISCOUNT, ask_to_set, lay, low_spot, outcome, turn_up
from houseway.games.kit.six_cards import (
    CARDS,
    high_value,
    house_low,
    house_way,
    is_foul,
    low_value,
    splits,
)
from houseway.hands import Hand, five, one, wild
from houseway.hands.five import FLOORS, Wheel
from houseway.hands.hand import refuse
from houseway.hands.wild import Joker
from houseway.script import (
    LOSE,
    PUSH,
    WIN,
    Answer,
    Ask,
    AskAll,
    Cents,
    Charge,
    Choice,
    Circle,
    Claim,
    Commission,
    Deal,
    Felt,
    Game,
    Irregularity,
    Limits,
    Odds,
    Place,
    Refusal,
    Roll,
    Script,
    Setting,
    Settle,
    Spot,
    dollars,
)

MAIN, DOUBLE, BONUS, COMMUNITY, HOUSE_STAKE = "main", "double", "bonus", "community", "house-stake"
DOUBLED_MISCOUNT: Final = "double-miscount"
ORDERS: Final = {  # the double goes with the wager it doubles (MPG-29)
    "main-first": ((MAIN, DOUBLE, BONUS, COMMUNITY),),
    "bonus-first": ((BONUS, COMMUNITY, MAIN, DOUBLE),),
}
WON_MAIN: Final = ("MPG-MAIN", "both hands won")
WON_DOUBLE: Final = ("MPG-DOUBLE", "both hands won and dealer or banker qualified")
COMMUNITY_TABLES: Final = {"MPG-COMM": "MPG-COMM-FIXED"}  # the only table that goes with the Community Bonus (MPG-31)
COMMUNITY_LEAST: Final = cents_least = 5_00  # MPG-07
BONUS_LEAST: Final = 1_00  # MPG-06
COMMISSION: Final = Odds(5, 100)  # MPG-65
ROUNDING: Final = {"up-to-quarter": 25, "exact-cent": 1}
QUALIFIES: Final = {  # the lowest high hand of the dealer that gives doubles action (MPG-27)
    "55": five.value(cards_from("5s 5d 4h 3c 2s")),
    "44": five.value(cards_from("4s 4d 5h 3c 2s")),
}
LAST_WAGERS, PLAYER_BANKED = "last_wagers", "player_banked"


def play(felt: Felt) -> Script:
    """One round, from 'No more bets' to the last chip."""
    bank, places = felt.bank, felt.clockwise(1)
    hands = yield from deal(felt)
    if felt.options.set_timing == "after-deal":
        yield from set_hands(felt, hands)  # MPG-14
    dealer = felt.house or bank
    felt.turn_up(dealer)  # MPG-18
    lay(felt, dealer, (house_low(dealer.cards, wheel(felt)),))
    net = 0
    if felt.house is not None:
        net = yield from dealer_against_banker(felt, felt.house)
    for place in places:
        turn_up(felt, place)
        judge(felt, place)
    bonuses(felt, places)
    net += banks_part(felt)
    yield Settle(1, ORDERS[felt.options.settle_order])
    if net > 0 and bank.posted is not None:
        yield Charge(bank, net, ("MPG-65",))
    remember(felt)
