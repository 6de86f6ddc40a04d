"""Pure 21.5 Blackjack, banked by a player-dealer (P21-01 to P21-85).

An ace and a Bonus card (ten to king) from the deal are a Pure: 21.5, which beats everything. All other hands come as
near to it as they can, by charts that bind the players and the bank. A split lays a second hand beside the first:
seat 3 then holds cards at `3` and at `3/2`, with wagers on the circles `main` and `main/2`.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

from houseway.cards import ACE, PACK, Cards, rank_of
from houseway.games.kit.banked.backline import backline
from houseway.games.kit.banked.button import card_value, placed_by
from houseway.games.kit.banked.irregularities import COMMON
from houseway.games.kit.banked.pay_claims import posted
from houseway.games.pure_21_5_blackjack import bonuses, chart, lucky_hands
from houseway.games.pure_21_5_blackjack.bonuses import Bonus, Earned
from houseway.games.pure_21_5_blackjack.seat_hands import (
    MAIN,
    MOST_HANDS,
    STAND,
    Held,
    choices,
    no_insurance,
    smallest_chip,
    why_not,
)
from houseway.hands import Hand, named, totals
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
    HouseOptions,
    Irregularity,
    Odds,
    Place,
    Refusal,
    Script,
    Settle,
    TableRules,
    Verdict,
)

ID: Final = "pure-21-5-blackjack"
INSURANCE: Final = "insurance"
ORDER: Final = ((INSURANCE, MAIN, bonuses.CIRCLE),)  # the hands of a split in the order played (P21-66)
UP: Final = (0,)
PAYOFFS: Final = {"6:5": "pure-6-5", "7:5": "pure-7-5", "3:2": "pure-3-2"}

STAY: Final = Choice("stay", "PD-56")
EVEN_MONEY, DECLINE = Choice("even-money", "P21-72"), Choice("decline", "P21-68")


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
    closed = totals.value(bank.cards) == PURE  # which the check would show (P21-29)
    for hands in seats:  # P21-28, P21-31
        if closed:  # nobody acts (P21-30)
            felt.must(hands[0].place, "", partial(why_not, felt, hands, hands[0]))
        else:
            yield from act(felt, hands)
    felt.turn_up(bank)
    start = button(felt)  # P21-48
    yield from complete(felt, seats, offered)
    for hands in seats:
        judge(felt, hands)
    earned = bonuses_earned(felt, seats, offered) if offered else []
    bonuses.claim(felt, earned, "P21-74")
    yield Settle(start, ORDER)  # P21-52, P21-66, P21-67
    yield from bonuses.prizes(felt, earned, start, "P21-74")


# -- the players ----------------------------------------------------------------------------------------------------


def insure(felt: Felt, seats: Sequence[Sequence[Held]]) -> Script:
    """Before the check: up to half of one's own wager on a bank Pure (P21-68), or even money for a Pure (P21-72)."""
    hands, asks = [], []
    for (hand,) in seats:
        for owner in hand.owners():
            offered = insured(felt, hand, owner)
            refused = partial(no_insurance, felt, hand, owner=owner)
            if len(offered) == 1:
                felt.must(owner, DECLINE.name, refused)
                continue
            hands.append(hand)
            ask = Ask(owner, offered, Answer("decline"), about=hand.spot.name, clause="P21-68", why_not=refused)
            asks.append(ask)
    if not asks:
        return
    answers = yield AskAll(tuple(asks))
    for hand, answer in zip(hands, answers, strict=True):
        if answer.choice == "even-money":
            hand.even_money = True


def insured(felt: Felt, hand: Held, owner: Place) -> tuple[Choice, ...]:
    """Insurance for whoever has chips for it, on the seat's circle or behind it; even money for the seat (P21-72)."""
    offered = [DECLINE]
    low, high = smallest_chip(felt), HALF.of(owner.wagers[MAIN])
    if owner.stack is not None:
        high = min(high, owner.stack)
    if low <= high:
        offered.append(Choice("insure", "P21-68", circle=INSURANCE, low=low, high=high))
    if felt.options.even_money and hand.value == PURE and owner is hand.place:
        offered.append(EVEN_MONEY)
    return tuple(offered)


def act(felt: Felt, hands: list[Held]) -> Script:
    """A seat plays its hand, and every hand that it splits into, in order from the first split card (P21-45)."""
    number = 0
    while number < len(hands):
        hand = hands[number]
        if hand.value == PURE:  # which is complete (P21-36)
            felt.must(hand.place, STAND.name, partial(why_not, felt, hands, hand))
        else:
            yield from act_on(felt, hands, number)
        number += 1


def act_on(felt: Felt, hands: list[Held], number: int) -> Script:
    """Hits until the hand stands: by its player's choice, by Chart 1A, or over 21.5 (P21-33, P21-37)."""
    hand = hands[number]
    refused = partial(why_not, felt, hands, hand)
    while True:
        if len(hand.spot.cards) == 1:
            yield Deal(1, to=hand.spot, show=UP)  # to a split card (P21-42, P21-43)
        offered = choices(felt, hands, hand)
        choice = offered[0].name
        if len(offered) == 1:  # what must be done is not asked for
            felt.must(hand.place, choice if hand.value != OVER else "", refused)
        else:
            stake = hand.stake
            default = Answer("stand" if STAND in offered else "hit")
            spot = hand.spot.name
            answer = yield Ask(hand.place, offered, default, about=spot, clause="P21-33", why_not=refused)
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
            felt.must(hand.place, STAND.name, refused)
            return


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


# -- the bank -------------------------------------------------------------------------------------------------------


def complete(felt: Felt, seats: Sequence[Sequence[Held]], offered: Sequence[Bonus]) -> Script:
    """The bank draws by Chart 1B (P21-49); it may leave off where no wager or bonus can still be affected (P21-50)."""
    open_hands = any(not hand.surrendered and hand.value != PURE for hands in seats for hand in hands)
    idle = not open_hands and not any(bonus in offered for bonus in lucky_hands.OF_THE_BANK)
    bank, must = felt.bank, chart.chart(ID, "chart-1b-bank", felt.options.edition)
    while must.get(totals.total(bank.cards), chart.STAND) == chart.HIT:
        cards = yield Deal(1, to=bank, show=UP, optional=idle)
        if not cards:
            return


def button(felt: Felt) -> int:
    """The seat that the down card names, where settling starts (P21-51, P21-53)."""
    down = felt.bank.cards[1]
    value = card_value(down)
    value = value if felt.options.button_bonus_value == "by-label" else min(value, 10)
    return placed_by(felt, down, "P21-51", "P21-53", value=value)


# -- judging --------------------------------------------------------------------------------------------------------


def judge(felt: Felt, hands: Sequence[Held]) -> None:
    """What becomes of the insurance and of every hand of a seat, for the seat itself and for those behind it."""
    banks = totals.value(felt.bank.cards)
    place = hands[0].place
    for owner in (place, *place.backers):
        if INSURANCE not in owner.wagers:
            continue
        if banks == PURE:  # P21-69
            felt.win(owner, INSURANCE, paid(felt, "down card is a bonus card", INSURANCE), "P21-69", "P21-71")
        else:
            felt.lose(owner, INSURANCE, "P21-69", "P21-71")
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


def verdict(felt: Felt, mine: int, banks: int) -> tuple[Verdict, Odds, tuple[str, ...]]:
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
    return posted(felt, table or PAYOFFS[felt.options.pure_payoff], key)


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
        form = "insurance is refused where a Pure pays {pays}: it needs pure_payoff = 3:2"
        raise Refusal("options", form, "P21-70", "options.insurance", {"pays": options.pure_payoff})
    if options.even_money and not options.insurance:
        sentence = "even_money is refused without insurance: it is offered only beside it"
        raise Refusal("options", sentence, "P21-72", "options.even_money")
    bonuses.refuse_impossible(felt, lucky_hands.BONUSES, "P21-74")
    lucky_hands.runs_before(felt)


def cut_card(options: HouseOptions) -> CutCard:
    """Three quarters of the shoe, but none with one or two packs or where every round is shuffled for (P21-25)."""
    small = options.reshuffle == "every-round" or options.decks <= 2
    return CutCard(0 if small else options.decks * len(PACK) * 3 // 4, "P21-25")


def rank(cards: Cards, rules: TableRules) -> Mapping[str, Hand]:
    """What a hand counts, from the deal and after a split, and what the bank would do with it (P21-04 to P21-09)."""
    ranks = {"hand": (hand := totals.hand(cards, packs=rules.options.decks))}
    if hand.value == PURE:
        other = totals.hand(cards, after_split=True, packs=rules.options.decks)
        ranks["after a split"] = other.called(
            named(f"{other.says} after a split", "soft-after-a-split", total=other.value)
        )
    must = chart.chart(ID, "chart-1b-bank", rules.options.edition).get(totals.total(cards), chart.STAND)
    says = "hits" if must == chart.HIT or len(cards) < 2 else "stands"
    name = named("888", "three-eights") if totals.trio(cards) == "888" else named(says, says)
    return ranks | {"bank": hand.called(name)}


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
    carries=("pures",),
    pools=lambda options: bonuses.pools(options, lucky_hands.BONUSES),  # P21-74
    jackpots=tuple(bonus.name for bonus in lucky_hands.BONUSES),
    bonuses=lambda options: tuple(bonus.name for bonus in bonuses.offered(options, lucky_hands.BONUSES)),
    irregularities={name: each for name, each in COMMON.items() if name != "community-card-exposed"}
    | {
        "shoe-card-exposed": Irregularity(False, "P21-85", "a card of the shoe was seen, and is the next one in order"),
        "card-to-standing-hand": Irregularity(False, "P21-85", "a hand that must stand got a card, which is burned"),
    },
)
