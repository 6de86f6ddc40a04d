"""Three Card Poker, banked by a player-dealer (TCP-01 to TCP-54).

Ante, three cards each, one bank card up: play or fold. The bank needs queen-high, but the Ante is compared regardless.
"""

from collections.abc import Mapping
from functools import partial
from typing import Final

from houseway.cards import Cards, cards_from
from houseway.games.kit.banked.backline import backline
from houseway.games.kit.banked.backline_decisions import decide
from houseway.games.kit.banked.button import placed_by
from houseway.games.kit.banked.hand_words import qualifying
from houseway.games.kit.banked.irregularities import COMMON
from houseway.games.kit.banked.pay_claims import pay_or_push
from houseway.hands import Hand, three
from houseway.hands.hand import refuse
from houseway.script import (
    Answer,
    Ask,
    Choice,
    Circle,
    Collect,
    Deal,
    Felt,
    Game,
    HandBack,
    Irregularity,
    PickUp,
    Place,
    Script,
    Settle,
    TableRules,
)

ANTE, PLAY, ANTE_BONUS, BONUS = "ante", "play", "ante-bonus", "bonus"
ORDER: Final = ((ANTE, PLAY, ANTE_BONUS, BONUS),)  # circle by circle at each place (TCP-43, TCP-54)
SHOWN: Final[dict[str, tuple[int, ...]]] = {"top": (0,), "middle": (1,), "bottom": (2,), "none": ()}  # TCP-19, TCP-51
QUEEN_HIGH: Final = three.value(cards_from("Qs 3d 2c"))  # the lowest hand that qualifies (TCP-26)
WINS: Final = {ANTE: "ante wins", PLAY: "play wins"}  # the rows of their pay tables (TCP-45)
FOLD: Final = Choice("fold", "TCP-23")
FOLDED: Final = Answer("fold")  # for whoever does not answer


def play(felt: Felt) -> Script:
    """One round, from 'No more bets' to the last chip."""
    bank, options = felt.bank, felt.options
    yield Collect()  # the fee, before any card (TCP-16)
    for place in felt.left_of_bank():  # stacks of three, face down, the bank's last (TCP-18)
        yield Deal(3, to=place)
    yield Deal(3, to=bank, show=SHOWN[options.exposed_card])  # TCP-19, TCP-51
    house_dealers_left = 1 if options.decision_start == "house-dealer-left" else bank.seat + 1
    for place in felt.clockwise(house_dealers_left):  # each seat, and behind it the backline (TCP-22, TCP-46)
        yield from decide(Ask(place, choices(place), FOLDED, clause="TCP-22"), ANTE, partial(fold, felt))
    yield PickUp("TCP-25")
    felt.turn_up(bank)  # TCP-26
    still_in = [place for place in felt.clockwise(1) if not place.folded]
    if three.value(bank.cards) < QUEEN_HIGH:
        for owner in [owner for place in still_in for owner in (place, *place.backers) if not owner.folded]:
            felt.push(owner, PLAY, "TCP-27")
            yield HandBack(owner, PLAY, "TCP-27")
    for place in reversed(still_in):  # from the one farthest to the dealer's right (TCP-41)
        felt.turn_up(place)
    for place in still_in:
        judge(felt, place)
    yield Settle(start(felt), ORDER, takes_first=True)  # TCP-29, TCP-42


def choices(place: Place) -> tuple[Choice, ...]:
    """Play, for exactly the Ante, by whoever has the chips for it; or fold (TCP-10, TCP-22)."""
    ante = place.wagers[ANTE]
    if not place.affords(ante):
        return (FOLD,)
    return (Choice("play", "TCP-10", circle=PLAY, low=ante, high=ante), FOLD)


def fold(felt: Felt, place: Place) -> None:
    """Gives up the Ante, and the Bonus whatever the cards (TCP-23, TCP-24); charged in its turn (TCP-25, TCP-44)."""
    felt.lose(place, ANTE, "TCP-23", "TCP-44", forfeit=True)
    if BONUS in place.wagers:
        felt.lose(place, BONUS, "TCP-24", "TCP-44", forfeit=True)


def start(felt: Felt) -> int:
    """The seat where settling starts: counted from the exposed card, or fixed at the bank's left (TCP-29)."""
    if felt.options.button_source == "player-dealer-left":
        return felt.bank.seat + 1
    (index,) = SHOWN[felt.options.exposed_card] or SHOWN["top"]  # unexposed, the top card counts (TCP-51)
    clauses = ("TCP-29",) if SHOWN[felt.options.exposed_card] else ("TCP-29", "TCP-51")
    return placed_by(felt, felt.bank.cards[index], *clauses)


# -- judging ------------------------------------------------------------------------------------------------------


def judge(felt: Felt, place: Place) -> None:
    """What becomes of every wager on a hand that was not folded, the seat's own and those behind it."""
    mine, banks = three.value(place.cards), three.value(felt.bank.cards)
    for owner in (place, *place.backers):
        if owner.folded:
            continue
        if banks < QUEEN_HIGH:
            not_qualified(felt, owner, mine - banks)
        else:
            compared(felt, owner, mine - banks)
        own_cards(felt, owner, mine)


def not_qualified(felt: Felt, place: Place, margin: int) -> None:
    """The Ante is compared although the Play wager went back without action (TCP-27, TCP-28)."""
    if felt.options.unqualified_ante == "pays":
        wins(felt, place, ANTE, "TCP-52")
    elif margin > 0:
        wins(felt, place, ANTE, "TCP-28", "TCP-45")
    elif margin == 0 and felt.options.unqualified_tie == "push":
        felt.push(place, ANTE, "TCP-28")
    else:
        felt.lose(place, ANTE, "TCP-28")


def compared(felt: Felt, place: Place, margin: int) -> None:
    """Ante and Play are decided together by the higher hand (TCP-30)."""
    for wager in (ANTE, PLAY):
        if margin > 0:
            wins(felt, place, wager, "TCP-31", "TCP-45")
        elif margin < 0:
            felt.lose(place, wager, "TCP-32")
        elif felt.options.qualified_tie == "push":
            felt.push(place, wager, "TCP-33")
        else:
            felt.lose(place, wager, "TCP-33")


def wins(felt: Felt, place: Place, wager: str, *clauses: str) -> None:
    """Ante or Play is paid by its table, which prints even money (TCP-45)."""
    pay_or_push(felt, place, wager, felt.pays(wager, WINS[wager]), *clauses)


def own_cards(felt: Felt, place: Place, mine: int) -> None:
    """The Ante bonus, where offered (TCP-53), and the Bonus wager (TCP-38, TCP-39): the player's cards alone decide."""
    category = three.category(mine)
    if felt.options.ante_bonus != "none":
        # A suited A-K-Q is a straight flush like any other here: its table has no row of its own for it.
        odds = felt.pays(ANTE_BONUS, "straight flush" if category == "royal flush" else category)
        if odds is not None:
            due = odds.of(place.wagers[ANTE], felt.unit)
            felt.award(place, ANTE_BONUS, due, "TCP-53", "TCP-54", odds=odds)
    if BONUS in place.wagers:
        odds = felt.pays(BONUS, category)
        if odds is not None:
            felt.win(place, BONUS, odds, "TCP-39", "TCP-38")
        else:
            felt.lose(place, BONUS, "TCP-39", "TCP-38")


def rank(cards: Cards, rules: TableRules) -> Mapping[str, Hand]:  # noqa: ARG001
    """What three cards are worth, to the player and to the bank (TCP-26, TCP-35 to TCP-37)."""
    refuse(cards, (3,))
    hand = three.hand(cards)
    return {"hand": hand, "bank": hand.called(qualifying(hand.value >= QUEEN_HIGH))}


GAME: Final = Game(
    id="three-card-poker",
    play=play,
    rank=rank,
    circles=(
        Circle(ANTE, opening=True, required=True, clause="TCP-07"),
        Circle(PLAY),
        Circle(BONUS, opening=True, needs=ANTE, clause="TCP-08"),
    ),
    limit_clause="TCP-12",
    hands_clause="TCP-11",
    backline=backline("TCP-46", ANTE, BONUS),
    packs=("red", "blue"),
    packs_clause="TCP-02",
    call_clause="TCP-17",
    irregularities={name: each for name, each in COMMON.items() if name != "community-card-exposed"}  # PD-58
    | {"bank-card-exposed": Irregularity(True, "TCP-49", "a second bank card was seen too early")},
)
