"""Pure 21.5 Blackjack, banked by a player-dealer (P21-01 to P21-85).

An ace and a Bonus card (ten to king) from the deal are a Pure: 21.5, which beats everything. All other hands come as
near to it as they can, by charts that bind the players and the bank. A split lays a second hand beside the first:
seat 3 then holds cards at `3` and at `3/2`, with wagers on the circles `main` and `main/2`.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct

from houseway.cards import PACK, Cards, rank_of
from houseway.games.kit import bonuses, chart, lucky_hands
from houseway.games.kit.backline import backline
from houseway.games.kit.bonuses import Bonus, Earned
from houseway.games.kit.button import ACE, button_seat, card_value
from houseway.games.kit.irregularities import COMMON
from houseway.hands import Hand, totals
from houseway.hands.totals import OVER, PURE
from houseway.script import (
    EVEN,
    HALF,
    LOSE,
    NOTHING,
    PUSH,
    WIN,
    Answer,
    Ask,
    AskAll,
    Choice,
    Circle,
    Collect,
    CutCard,
    Deal,
    Felt,
    Game,
    Irregularity,
    Odds,
    Place,
    Refusal,
    Script,
    Settle,
    Spot,
)

ID: Final = "pure-21-5-blackjack"
MAIN, INSURANCE = "main", "insurance"
ORDER: Final = ((INSURANCE, MAIN, bonuses.CIRCLE),)  # the hands of a split in the order played (P21-66)
MOST_HANDS: Final = 4  # three splits (P21-44)
UP: Final = (0,)
TEN: Final = 8  # the rank of the lowest Bonus card
PAYOFFS: Final = {"6:5": "pure-6-5", "7:5": "pure-7-5", "3:2": "pure-3-2"}

HIT, STAND = Choice("hit", "P21-33"), Choice("stand", "P21-33")
SURRENDER, STAY = Choice("surrender", "P21-46"), Choice("stay", "PD-56")
EVEN_MONEY, DECLINE = Choice("even-money", "P21-72"), Choice("decline", "P21-68")


class Held(Struct, eq=False):
    """One hand of a seat: where its cards lie, the circle of its wager, and whether it came of a split."""

    place: Place
    spot: Spot
    circle: str = MAIN
    split: bool = False
    surrendered: bool = False
    even_money: bool = False

    @property
    def value(self) -> int:
        return totals.value(self.spot.cards, self.split)

    @property
    def split_ace(self) -> bool:
        return self.split and rank_of(self.spot.cards[0]) == ACE

    def owners(self) -> Iterator[Place]:
        """The seat, and those behind it who have chips on this hand (PD-56)."""
        yield self.place
        for backer in self.place.backers:
            if self.circle in backer.wagers:
                yield backer


def play(felt: Felt) -> Script:
    """One round, from 'No more bets' to the last chip."""
    bank = felt.bank
    offered = bonuses.offered(felt.options, lucky_hands.BONUSES)
    yield Collect()  # before any card (P21-20); doubles and splits bring no other (P21-23)
    yield from bonuses.fees(felt, offered, "P21-74")
    seats = [[Held(place, place)] for place in felt.left_of_bank()]
    for banks_card in (UP, ()):  # twice round, the bank last, its second card face down (P21-26, P21-27)
        for (hand,) in seats:
            yield Deal(1, to=hand.spot, show=UP)
        yield Deal(1, to=bank, show=banks_card)
    if felt.options.insurance and rank_of(bank.cards[0]) == ACE:  # P21-68, P21-71
        yield from insure(felt, seats)
    if totals.value(bank.cards) != PURE:  # which the check would show (P21-29), and nobody would act (P21-30)
        for hands in seats:  # P21-28, P21-31
            yield from act(felt, hands)
    felt.turn_up(bank)  # P21-48
    yield from complete(felt, seats, offered)
    for hands in seats:
        judge(felt, hands)
    earned = bonuses_earned(felt, seats, offered) if offered else []
    start = button(felt)
    bonuses.claim(felt, earned, "P21-74")
    yield Settle(start, ORDER)  # P21-52, P21-66, P21-67
    yield from bonuses.prizes(felt, earned, start, "P21-74")


# -- the players ----------------------------------------------------------------------------------------------------


def insure(felt: Felt, seats: Sequence[Sequence[Held]]) -> Script:
    """Before the check: up to half the wager on a bank Pure (P21-68), or even money for a Pure (P21-72)."""
    hands, asks = [], []
    for (hand,) in seats:
        choices = [DECLINE]
        place = hand.place
        low, high = smallest_chip(felt), HALF.of(place.wagers[MAIN])
        if place.stack is not None:
            high = min(high, place.stack)
        if low <= high:
            choices.append(Choice("insure", "P21-68", circle=INSURANCE, low=low, high=high))
        if felt.options.even_money and hand.value == PURE:
            choices.append(EVEN_MONEY)
        if len(choices) > 1:
            hands.append(hand)
            asks.append(Ask(place, tuple(choices), Answer("decline"), about=hand.spot.name, clause="P21-68"))
    if not asks:
        return
    answers = yield AskAll(tuple(asks))
    for hand, answer in zip(hands, answers, strict=True):
        hand.even_money = answer.choice == "even-money"


def act(felt: Felt, hands: list[Held]) -> Script:
    """A seat plays its hand, and every hand that it splits into, in order from the first split card (P21-45)."""
    number = 0
    while number < len(hands):
        if hands[number].value != PURE:  # which is complete (P21-36)
            yield from act_on(felt, hands, number)
        number += 1


def act_on(felt: Felt, hands: list[Held], number: int) -> Script:
    """Hits until the hand stands: by its player's choice, by Chart 1A, or over 21.5 (P21-33, P21-37)."""
    hand = hands[number]
    while True:
        if len(hand.spot.cards) == 1:
            yield Deal(1, to=hand.spot, show=UP)  # to a split card (P21-42, P21-43)
        offered = choices(felt, hands, hand)
        choice = offered[0].name
        if len(offered) > 1:  # what must be done is not asked for
            stake = hand.place.wagers[hand.circle]
            default = Answer("stand" if STAND in offered else "hit")
            answer = yield Ask(hand.place, offered, default, about=hand.spot.name, clause="P21-33")
            choice = answer.choice
        if choice == "stand":
            return
        if choice == "surrender":
            surrender(felt, hand)
            return
        if choice == "split":
            hands.insert(number + 1, other := part(felt, hand, len(hands) + 1))
            yield from follow(hand, other.circle, EVEN)
            continue
        if choice == "double":
            yield from follow(hand, hand.circle, Odds(answer.amount, stake))
        yield Deal(1, to=hand.spot, show=UP)
        if choice == "double":  # one card and no more, whatever the total (P21-38)
            return


def choices(felt: Felt, hands: Sequence[Held], hand: Held) -> tuple[Choice, ...]:
    """Hit or stand by Chart 1A; on two cards also double, split or surrender, whatever the total (P21-35)."""
    cards, options = hand.spot.cards, felt.options
    code = chart.chart(ID, "chart-1a-player").get(totals.total(cards), chart.STAND)
    if hand.split_ace:  # has had its one card (P21-43)
        again = options.resplit_aces and is_pair(cards) and can_split(hands, hand)
        return (STAND, split(hands, hand)) if again else (STAND,)
    row = [HIT] * (code != chart.STAND) + [STAND] * (code != chart.HIT)
    if len(cards) > 2:
        return tuple(row)
    if (code != chart.STAND or options.double_on_forced_stand) and (not hand.split or options.double_after_split):
        row += double(felt, hand)
    if is_pair(cards) and can_split(hands, hand):
        row.append(split(hands, hand))
    if not hand.split:  # the first decision, on the first two cards only (P21-46)
        row.append(SURRENDER)
    return tuple(row)


def double(felt: Felt, hand: Held) -> list[Choice]:
    """As much again as the hand's wager, or less, but at least a chip (P21-38, P21-39)."""
    place = hand.place
    stake = high = place.wagers[hand.circle]
    if place.stack is not None:
        high = min(high, place.stack)
    low = min(stake, smallest_chip(felt))
    return [Choice("double", "P21-39", circle=hand.circle, low=low, high=high)] if low <= high else []


def split(hands: Sequence[Held], hand: Held) -> Choice:
    """A second wager, exactly equal to the first, on a circle of its own (P21-41)."""
    stake = hand.place.wagers[hand.circle]
    return Choice("split", "P21-41", circle=f"{MAIN}/{len(hands) + 1}", low=stake, high=stake)


def can_split(hands: Sequence[Held], hand: Held) -> bool:
    """Three splits have not been made yet (P21-44), and there are chips for another."""
    return len(hands) < MOST_HANDS and hand.place.affords(hand.place.wagers[hand.circle])


def is_pair(cards: Cards) -> bool:
    """Two equal ranks, or any two Bonus cards (P21-41)."""
    one, two = rank_of(cards[0]), rank_of(cards[1])
    return one == two or (TEN <= one < ACE and TEN <= two < ACE)


def part(felt: Felt, hand: Held, number: int) -> Held:
    """The second card lies beside the first from now on, as the start of a hand of its own."""
    beside = felt.spot(f"{hand.place.name}/{number}")
    felt.give(hand.spot, beside, 1)
    hand.split = True
    return Held(hand.place, beside, f"{MAIN}/{number}", split=True)


def follow(hand: Held, circle: str, share: Odds) -> Script:
    """Those behind the seat may add the same share of their own wager; the others play for what lies there (PD-56)."""
    for backer in hand.place.backers:
        cents = share.of(backer.wagers.get(hand.circle, 0))
        if cents and backer.affords(cents):
            match = Choice("match", "PD-56", circle=circle, low=cents, high=cents)
            yield Ask(backer, (STAY, match), Answer("stay"), about=hand.spot.name, clause="PD-56")


def surrender(felt: Felt, hand: Held) -> None:
    """Half of the wager is given up, by the backline too, and the hand is over (P21-46); charged in turn (P21-47)."""
    hand.surrendered = True
    for owner in hand.owners():
        owner.folded = True
        felt.surrender(owner, MAIN, "P21-46", "P21-47")


def smallest_chip(felt: Felt) -> int:
    """The least that may be added, in cents (P21-39, P21-68)."""
    return int(felt.options.smallest_chip * 100)


# -- the bank -------------------------------------------------------------------------------------------------------


def complete(felt: Felt, seats: Sequence[Sequence[Held]], offered: Sequence[Bonus]) -> Script:
    """The bank draws by Chart 1B, while that can still affect a wager or a bonus (P21-49, P21-50)."""
    open_hands = any(not hand.surrendered and hand.value != PURE for hands in seats for hand in hands)
    if not open_hands and not any(bonus in offered for bonus in lucky_hands.OF_THE_BANK):
        return
    bank, must = felt.bank, chart.chart(ID, "chart-1b-bank")
    while must.get(totals.total(bank.cards), chart.STAND) == chart.HIT:
        yield Deal(1, to=bank, show=UP)


def button(felt: Felt) -> int:
    """The seat that the down card names, where settling starts (P21-51, P21-53)."""
    value = card_value(felt.bank.cards[1])
    return button_seat(felt, value if felt.options.button_bonus_value == "by-label" else min(value, 10))


# -- judging --------------------------------------------------------------------------------------------------------


def judge(felt: Felt, hands: Sequence[Held]) -> None:
    """What becomes of the insurance and of every hand of a seat, for the seat itself and for those behind it."""
    banks = totals.value(felt.bank.cards)
    place = hands[0].place
    if INSURANCE in place.wagers:  # P21-69
        if banks == PURE:
            felt.win(place, INSURANCE, paid(felt, "down card is a bonus card", INSURANCE), "P21-69", "P21-71")
        else:
            felt.lose(place, INSURANCE, "P21-69", "P21-71")
    for hand in hands:
        if hand.surrendered:
            continue
        outcome, odds, clauses = verdict(felt, hand.value, banks)
        for owner in hand.owners():
            if hand.even_money and owner is place:
                felt.win(owner, MAIN, paid(felt, "even money on a pure"), "P21-72", "P21-65")
            elif outcome == WIN:
                felt.win(owner, hand.circle, odds, *clauses)
            elif outcome == LOSE:
                felt.lose(owner, hand.circle, *clauses)
            else:
                felt.push(owner, hand.circle, *clauses)


def verdict(felt: Felt, mine: int, banks: int) -> tuple[str, Odds, tuple[str, ...]]:
    """A hand against the finished hand of the bank: what becomes of its whole wager, doubled money included."""
    if mine == PURE:
        if banks == PURE:
            return PUSH, NOTHING, ("P21-54",)
        return WIN, paid(felt, "pure 21.5 blackjack"), ("P21-55", "P21-64", "P21-65")
    even = paid(felt, "any other winning hand")
    if banks == PURE:
        return LOSE, even, ("P21-30",)
    if mine == OVER:
        if banks != OVER:
            return LOSE, even, ("P21-57",)
        if totals.trio(felt.bank.cards) != "888":
            return LOSE, even, ("P21-60",)
        if felt.options.bank_888_busted_players == "win":
            return WIN, even, ("P21-73", "P21-61")
        return PUSH, NOTHING, ("P21-60", "P21-61")
    if banks == OVER:
        return WIN, even, ("P21-56", "P21-63")
    if mine == banks:
        return PUSH, NOTHING, ("P21-58",)
    return (WIN, even, ("P21-59", "P21-63")) if mine > banks else (LOSE, even, ("P21-59",))


def paid(felt: Felt, key: str, table: str = "") -> Odds:
    """The odds of a row of that table, or else of the payoffs that the room has chosen (P21-64)."""
    odds = felt.pays(table or PAYOFFS[felt.options.pure_payoff], key)
    assert odds is not None, f"no table pays {key!r}"
    return odds


# -- bonuses --------------------------------------------------------------------------------------------------------


def bonuses_earned(felt: Felt, seats: Sequence[Sequence[Held]], offered: Sequence[Bonus]) -> list[Earned]:
    """Every award that the room offers and this round earned; hands of a split only where they count (P21-80)."""
    earned: list[Earned] = []
    for hands in seats:
        first = hands[0]
        for hand in hands:
            if not hand.split or felt.options.bonus_on_split:
                earned += lucky_hands.by_player(first.place, hand.spot.cards, offered)
        if not first.surrendered:
            earned += lucky_hands.by_bank(first.place, felt.bank.cards, offered)
    return earned + lucky_hands.in_a_row(felt, {hand.place.name for hand, *_ in seats if hand.value == PURE}, offered)


# -- facts ----------------------------------------------------------------------------------------------------------


def refuse_contradictions(felt: Felt) -> None:
    """Insurance needs 3 to 2 (P21-70), even money needs insurance (P21-72), and a bonus must be possible (P21-76)."""
    options = felt.options
    if options.insurance and options.pure_payoff != "3:2":
        sentence = f"insurance is refused where a Pure pays {options.pure_payoff}: it needs pure_payoff = 3:2"
        raise Refusal("options", sentence, "P21-70", "options.insurance")
    if options.even_money and not options.insurance:
        sentence = "even_money is refused without insurance: it goes with it"
        raise Refusal("options", sentence, "P21-72", "options.even_money")
    bonuses.refuse_impossible(felt, lucky_hands.BONUSES, "P21-74")
    lucky_hands.runs_before(felt)


def cut_card(options: Any) -> CutCard:
    """Three quarters of the shoe, but none with one or two packs or where every round is shuffled for (P21-25)."""
    small = options.reshuffle == "every-round" or options.decks <= 2
    return CutCard(0 if small else options.decks * len(PACK) * 3 // 4, "P21-25")


def rank(cards: Cards, rules: Any) -> Mapping[str, Hand]:
    """What a hand counts, from the deal and after a split, and what the bank would do with it (P21-04 to P21-09)."""
    ranks = {"hand": (hand := totals.hand(cards, packs=rules.options.decks))}
    if hand.value == PURE:
        other = totals.hand(cards, after_split=True, packs=rules.options.decks)
        ranks["after a split"] = other._replace(says=f"{other.says} after a split")
    must = chart.chart(ID, "chart-1b-bank").get(totals.total(cards), chart.STAND)
    says = "888" if totals.trio(cards) == "888" else "hits" if must == chart.HIT or len(cards) < 2 else "stands"
    return ranks | {"bank": hand._replace(says=says)}


GAME: Final = Game(
    id=ID,
    play=play,
    rank=rank,
    circles=(
        Circle(MAIN, opening=True, required=True, clause="P21-14"),
        *(Circle(f"{MAIN}/{number}") for number in range(2, MOST_HANDS + 1)),
        Circle(INSURANCE),
    ),
    deck=lambda options: PACK * options.decks,  # P21-01, P21-02
    cut_card=cut_card,
    positions=lambda rules: int(rules.options.max_positions),  # P21-10
    limit_clause="P21-14",
    backline=backline("P21-16", MAIN),
    no_more_bets=refuse_contradictions,
    pools=lambda options: bonuses.pools(options, lucky_hands.BONUSES),  # P21-74
    bonuses=lambda options: tuple(bonus.name for bonus in bonuses.offered(options, lucky_hands.BONUSES)),
    irregularities={name: each for name, each in COMMON.items() if name != "community-card-exposed"}
    | {
        "shoe-card-exposed": Irregularity(False, "P21-85", "a card of the shoe was seen, and is the next one in order"),
        "card-to-standing-hand": Irregularity(False, "P21-85", "a hand that must stand got a card, which is burned"),
    },
)
