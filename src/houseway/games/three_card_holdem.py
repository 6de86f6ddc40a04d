"""3 Card Hold'em, banked by a player-dealer (TCH-01 to TCH-68).

Two hole cards and a board of three, opened one by one: bet or fold on the first, bet or check on the second, and the
best three of five play. The bank needs a pair of fours for a winning Ante to be paid; the side bets outlive a fold.
"""

from collections.abc import Mapping
from functools import cache
from itertools import combinations
from typing import Final

from houseway.cards import Card, Cards, cards_from, text_of_cards
from houseway.games.kit.banked.backline import backline
from houseway.games.kit.banked.button import placed_by
from houseway.games.kit.banked.hand_words import paying, qualifying
from houseway.games.kit.banked.hole_cards import deal_round, keep_down, pass_out
from houseway.games.kit.banked.irregularities import COMMON
from houseway.games.kit.banked.pay_claims import pay_or_lose, pay_or_push
from houseway.hands import Hand, HandName, named, three, two
from houseway.script import (
    Answer,
    Ask,
    Choice,
    Circle,
    Collect,
    Deal,
    Felt,
    Game,
    HouseOptions,
    Irregularity,
    PickUp,
    Place,
    Script,
    Settle,
    TableRules,
)

ANTE, BET_OR_FOLD, BET_OR_CHECK = "ante", "bet-or-fold", "bet-or-check"
STRAIGHT_OR_UP, PAIR_OR_SUITED = "straight-or-up", "pair-or-suited"
BETS: Final = (BET_OR_FOLD, BET_OR_CHECK)
SIDE_BETS: Final = (STRAIGHT_OR_UP, PAIR_OR_SUITED)
ORDER: Final = ((ANTE, *BETS, *SIDE_BETS),)  # TCH-19
BASE_CIRCLES: Final = (  # TCH-08
    Circle(ANTE, opening=True, required=True, clause="TCH-04"),
    Circle(BET_OR_FOLD),
    Circle(BET_OR_CHECK),
)
STRAIGHT_CIRCLE: Final = Circle(STRAIGHT_OR_UP, opening=True, needs=ANTE, clause="TCH-05")
PAIR_CIRCLE: Final = Circle(PAIR_OR_SUITED, opening=True, needs=ANTE, clause="TCH-05")
BUTTON_CARD: Final = {"first-communal": 0, "third-communal": 2}  # TCH-16
PAIR_OF_FOURS: Final = three.value(cards_from("4s 4d 2c"))  # the lowest hand that qualifies (TCH-40)
FOLD: Final = Choice("fold", "TCH-26")
FOLDED: Final = Answer("fold")  # for whoever does not answer
CHECK: Final = Choice("check", "TCH-29")
CHECKED: Final = Answer("check")

ROYALS: Final = {"royal flush plus a pair": "a-k-q suited plus a pair", "royal flush": "a-k-q suited"}
PAIRS: Final = {"ace-king suited": "a-k suited", "pair": "any other pair", "suited": "any other two suited cards"}
"""The printed names of hands that our rankings call otherwise."""


def play(felt: Felt) -> Script:
    """One round, from 'No more bets' to the last chip."""
    bank, board, options = felt.bank, felt.spot("board"), felt.options
    players = felt.clockwise(1)  # from the house dealer's left (TCH-22, TCH-30)
    yield Collect()  # the fee, before any card (TCH-09)
    keep_down(players)
    hands = sorted((*players, bank), key=lambda place: place.seat)  # the bank in its seat's turn (TCH-22)
    yield from deal_round(hands, 2, at_once=options.deal_method == "shuffler-two-cards")  # TCH-20, TCH-21
    yield Deal(1, to=board, show=(0,))  # TCH-23
    yield Deal(1, to=felt.spot("burn"))
    yield Deal(2, to=board)
    pass_out(players)  # TCH-24
    for place in players:
        yield from bet_or_fold(felt, place)
    yield PickUp("TCH-28")
    felt.show(board, 1)  # TCH-29
    for place in players:
        if not place.folded:
            yield Ask(place, (*bet(place, BET_OR_CHECK, "TCH-29"), CHECK), CHECKED, clause="TCH-29")
    felt.turn_up(board)  # TCH-31
    felt.turn_up(bank)
    in_action = [place for place in players if not place.folded or side_bets_on(place)]
    for place in reversed(in_action):  # from the first player at the dealer's right (TCH-56)
        felt.turn_up(place)
    banks = three.value(bank.cards + board.cards)  # TCH-32
    for place in in_action:
        judge(felt, place, banks)
    button = placed_by(felt, board.cards[BUTTON_CARD[options.button_card]], "TCH-16", "TCH-17")
    yield Settle(button, ORDER, covered=1)  # from the house dealer's left where the bank covers all action (TCH-18)


def bet_or_fold(felt: Felt, place: Place) -> Script:
    """A wager equal to the Ante keeps the hand; a fold gives the Ante up and leaves the side bets (TCH-25, TCH-27)."""
    answer = yield Ask(place, (*bet(place, BET_OR_FOLD, "TCH-25"), FOLD), FOLDED, clause="TCH-25")
    if answer.choice == "fold":
        place.folded = True
        felt.lose(place, ANTE, "TCH-26", "TCH-28", forfeit=True)  # held aside, charged in its turn (TCH-28, TCH-57)


def bet(place: Place, circle: str, clause: str) -> tuple[Choice, ...]:
    """A bet of exactly the Ante, for whoever has the chips for it (TCH-07)."""
    ante = place.wagers[ANTE]
    return (Choice("bet", clause, circle=circle, low=ante, high=ante),) if place.affords(ante) else ()


def side_bets_on(place: Place) -> bool:
    """Whether the cards are kept for a side bet of the seat or of anybody behind it (TCH-28, TCH-52)."""
    return any(wager in owner.wagers for owner in (place, *place.backers) for wager in SIDE_BETS)


# -- judging ------------------------------------------------------------------------------------------------------


def judge(felt: Felt, place: Place, banks: int) -> None:
    """What becomes of every wager on a hand: the seat's own, and the side bets behind it."""
    cards = place.cards + felt.spot("board").cards
    mine = three.value(cards)  # TCH-32
    if not place.folded:
        compared(felt, place, mine - banks, banks >= PAIR_OF_FOURS)
    for owner in (place, *place.backers):  # whatever becomes of the hand (TCH-27, TCH-49, TCH-50, TCH-52)
        if STRAIGHT_OR_UP in owner.wagers:
            row = straight_or_up(cards, mine)
            pay_or_lose(felt, owner, STRAIGHT_OR_UP, felt.pays("straight-or-up-B1", row), "TCH-46", "TCH-49")
        if PAIR_OR_SUITED in owner.wagers:
            row = pair_or_suited(place.cards)
            pay_or_lose(felt, owner, PAIR_OR_SUITED, felt.pays("pair-or-suited-A1", row), "TCH-45", "TCH-49")


def compared(felt: Felt, place: Place, margin: int, qualified: bool) -> None:
    """Ante and bets, decided by the higher hand (TCH-38); the qualifier touches a winning Ante alone."""
    bets = [wager for wager in BETS if wager in place.wagers]
    if margin < 0:
        for wager in (ANTE, *bets):
            felt.lose(place, wager, "TCH-39")
    elif margin == 0:
        for wager in (ANTE, *bets):
            felt.push(place, wager, "TCH-43")
    else:
        clause = "TCH-42" if qualified else "TCH-41"
        bank = "bank has a pair of fours or better" if qualified else "bank below a pair of fours"
        pay_or_push(felt, place, ANTE, felt.pays(ANTE, f"player wins, {bank}"), clause)
        for wager in bets:
            pay_or_push(felt, place, wager, felt.pays(wager, "player wins"), clause)


def straight_or_up(cards: Cards, value: int) -> str:
    """The row of the Straight or Up table for five cards of this value; only the highest one (TCH-46 to TCH-48)."""
    category = three.category(value)
    if category == "royal flush":
        category = three.bonus(cards).category  # the pair beside it needs all five cards (TCH-47)
    return ROYALS.get(category, category)


@cache
def pair_or_suited(hole: Cards) -> str:
    """The row of the Pair or Suited table for two hole cards; only the highest one (TCH-45, TCH-48)."""
    row = two.bonus(hole)
    return PAIRS.get(row, row)


# -- the bank's hand on the table ---------------------------------------------------------------------------------


def rank(cards: Cards, rules: TableRules) -> Mapping[str, Hand]:
    """What two hole cards, or they and the board behind them, are worth to the player, the bank and the side bets."""
    sides = {}
    if len(cards) in (2, 5):
        row = pair_or_suited(cards[:2])
        name = paying(rules.pays("pair-or-suited-A1", row), row)
        sides["pair or suited"] = Hand(0, row, name.says, cards[:2], name)
    if len(cards) == 2:
        return sides
    hand = three.hand(cards)
    bank = qualifying(hand.value >= PAIR_OF_FOURS)
    if len(cards) == 5:
        row = straight_or_up(cards, hand.value)
        name = paying(rules.pays("straight-or-up-B1", row), row)
        sides["straight or up"] = Hand(hand.value, row, name.says, hand.cards, name)
        bank = laid_out(bank, cards[:2], cards[2:])
    return {"hand": hand, "bank": hand.called(bank), **sides}


def laid_out(bank: HandName, hole: Cards, board: Cards) -> HandName:
    """Whether the bank qualifies, and how the dealer lays out its best three cards (TCH-53 to TCH-55)."""
    shared, below = best_three(hole, board)
    row = list(board)
    if len(shared) == 2 and board[1] not in shared:  # the outer two play: the only time communal cards are moved
        row[1], row[2] = row[2], row[1]
    aside = [card for card in hole if card not in below]
    facts = {"row": text_of_cards(row)}
    told = f"{bank.says}: {facts['row']}, the board plays"
    if below:
        facts |= {"below": text_of_cards(below), "shared": text_of_cards(shared)}
        told = f"{bank.says}: {facts['row']}, {facts['below']} below {facts['shared']}"
    if aside:
        facts["aside"] = text_of_cards(aside)
        told += f", {facts['aside']} aside"
    start = "qualifies" if bank.ladder == "qualifies" else "unqualified"
    return named(told, f"{start}-{'one' if below and aside else 'both' if below else 'board'}", **facts)


def best_three(hole: Cards, board: Cards) -> tuple[Cards, Cards]:
    """The communal and the hole cards of the best hand; of equal ones that with the fewest hole cards (TCH-55)."""

    def worth(chosen: tuple[Card, ...]) -> tuple[int, int]:
        return three.value(chosen), sum(card in board for card in chosen)

    chosen = max(combinations((*board, *hole), 3), key=worth)
    return tuple(card for card in board if card in chosen), tuple(card for card in hole if card in chosen)


# -- facts of the table -------------------------------------------------------------------------------------------


def layout(options: HouseOptions) -> tuple[Circle, ...]:
    """The circles with the side bets that the room offers (TCH-05)."""
    straight = (STRAIGHT_CIRCLE,) if options.straight_or_up else ()
    pair = (PAIR_CIRCLE,) if options.pair_or_suited else ()
    return BASE_CIRCLES + straight + pair


def packs(options: HouseOptions) -> tuple[str, ...]:
    """A shuffler may mix one pack while the other is in play; a pack shuffled by hand is the only one (TCH-02)."""
    return ("red", "blue") if options.second_deck and options.deal_method != "hand" else ("red",)


GAME: Final = Game(
    id="three-card-holdem",
    play=play,
    rank=rank,
    circles=(*BASE_CIRCLES, STRAIGHT_CIRCLE, PAIR_CIRCLE),
    layout=layout,
    limit_clause="TCH-06",
    hands=1,
    hands_clause="TCH-04",
    backline=backline("TCH-51", *SIDE_BETS, option="backline_side_bets", like_a_seat=False),
    packs=packs,
    packs_clause="TCH-02",
    call_clause="PD-22",
    irregularities=COMMON
    | {
        "floor-void": Irregularity(True, "TCH-60", "the floor supervisor voided the round"),
        "boxed-card": Irregularity(True, "TCH-61", "a card was found face up in the shuffler or the pack"),
        "wrong-count": Irregularity(True, "TCH-62", "a player or the bank had the wrong number of cards"),
        "shuffler-failure": Irregularity(True, "TCH-63", "the shuffler jammed, failed or gave a wrong number of cards"),
        "dropped-card": Irregularity(False, "TCH-64", "a player dropped a card, which still plays"),
        "bank-card-exposed": Irregularity(True, "TCH-65", "a hole card of the bank was seen before its time"),
        "community-card-exposed": Irregularity(True, "TCH-66", "the second or third communal card was seen too early"),
        "bettor-left-out": Irregularity(True, "TCH-67", "a seated bettor was not dealt in"),
    },
)
