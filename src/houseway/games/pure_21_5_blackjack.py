"""Pure 21.5 Blackjack, banked by a player-dealer (P21-01 to P21-85).

An ace and a Bonus card (ten to king) from the deal are a Pure: 21.5, which beats everything. All other hands come as near
to it as they can, by charts that bind the players and the bank. A split lays a second hand beside the first: seat 3 then
holds cards at `3` and at `3/2`, with wagers on the circles `main` and `main/2`.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct

from houseway.cards import PACK, Card, Cards, rank_of
from houseway.games.kit import bonuses, chart
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

HIT, STAND = Choice("hit", "P21-33"), Choice("stand", "P21-33")
SURRENDER: Final = Choice("surrender", "P21-46")
EVEN_MONEY, DECLINE = Choice("even-money", "P21-72"), Choice("decline", "P21-68")
STAY: Final = Choice("stay", "PD-56")

BANK_888: Final = Bonus("bank-888", "P21-75")
BANK_SAME_COLOUR: Final = Bonus("bank-same-colour-888", "P21-76", packs=2)
BANK_SUITED: Final = Bonus("bank-suited-888", "P21-77", packs=3)
CHARLIE: Final = Bonus("seven-card-charlie", "P21-81")
STREAK: Final = Bonus("consecutive-pures", "P21-82")
HAND_BONUSES: Final = {  # best first (P21-78, P21-79)
    "777": (Bonus("suited-777", "P21-78", packs=3), Bonus("same-colour-777", "P21-78", packs=2)),
    "678": (Bonus("suited-678", "P21-79"), Bonus("same-colour-678", "P21-79")),
}
UNSUITED_777: Final = Bonus("unsuited-777", "P21-78")
BONUSES: Final = (
    BANK_888, BANK_SAME_COLOUR, BANK_SUITED, *HAND_BONUSES["777"], UNSUITED_777, *HAND_BONUSES["678"], CHARLIE, STREAK,
)  # fmt: skip
RUNS: Final = {2: "two", 3: "three", 4: "four"}


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
    offered = bonuses.offered(felt, BONUSES)
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
    if felt.options.bonus_funding == "bank":
        bonuses.claim(felt, earned, "P21-74")
        earned = []
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
            asks.append(Ask(place, tuple(choices), Answer("decline"), about=hand.spot.name))
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
    """Those behind the seat may add the same share of their own wager; who does not plays for what lies there (PD-56)."""
    for backer in hand.place.backers:
        cents = share.of(backer.wagers.get(hand.circle, 0))
        if cents and backer.affords(cents):
            match = Choice("match", "PD-56", circle=circle, low=cents, high=cents)
            yield Ask(backer, (STAY, match), Answer("stay"), about=hand.spot.name)


def surrender(felt: Felt, hand: Held) -> None:
    """Half of the wager is given up and the hand is over (P21-46); charged in its turn (P21-47), and binding (PD-56)."""
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
    if not open_hands and not any(bonus in offered for bonus in (BANK_888, BANK_SAME_COLOUR, BANK_SUITED)):
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
            felt.win(place, INSURANCE, paid(felt, INSURANCE, "down card is a bonus card"), "P21-69", "P21-71")
        else:
            felt.lose(place, INSURANCE, "P21-69", "P21-71")
    for hand in hands:
        if hand.surrendered:
            continue
        outcome, odds, clauses = verdict(felt, hand.value, banks)
        for owner in hand.owners():
            if hand.even_money and owner is place:
                felt.win(owner, MAIN, paid(felt, payoff(felt), "even money on a pure"), "P21-72", "P21-65")
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
        return WIN, paid(felt, payoff(felt), "pure 21.5 blackjack"), ("P21-55", "P21-64", "P21-65")
    even = paid(felt, payoff(felt), "any other winning hand")
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


def payoff(felt: Felt) -> str:
    """The posted table of payoffs (P21-64)."""
    return f"pure-{felt.options.pure_payoff.replace(':', '-')}"


def paid(felt: Felt, table: str, key: str) -> Odds:
    odds = felt.pays(table, key)
    assert odds is not None, f"{table} has no row {key!r}"
    return odds


# -- bonuses --------------------------------------------------------------------------------------------------------


def bonuses_earned(felt: Felt, seats: Sequence[Sequence[Held]], offered: Sequence[Bonus]) -> list[Earned]:
    """Every award that the room offers and that this round earned, a seat's in the order of its hands (P21-74)."""
    earned = []
    for hands in seats:
        first = hands[0]
        for hand in hands:
            if not hand.split or felt.options.bonus_on_split:  # P21-80
                earned += [Earned(first.place, bonus, bonus.title) for bonus in hand_bonuses(hand.spot.cards, offered)]
        if not first.surrendered:
            earned += [Earned(first.place, bonus, bonus.title) for bonus in bank_bonuses(felt.bank.cards, offered)]
    if STREAK in offered:
        earned += streaks(felt, {hand.place.name: hand.value == PURE for hand, *_ in seats})
    return earned


def bank_bonuses(cards: Cards, offered: Sequence[Bonus]) -> list[Bonus]:
    """Each of the bank's 888 bonuses that its hand meets: of any suits, of one colour, of one suit (P21-75 to P21-77)."""
    if totals.trio(cards) != "888":
        return []
    alike = totals.alike(cards)
    met = [BANK_888] + [BANK_SAME_COLOUR] * (alike != "mixed") + [BANK_SUITED] * (alike == "suited")
    return [bonus for bonus in met if bonus in offered]


def hand_bonuses(cards: Cards, offered: Sequence[Bonus]) -> list[Bonus]:
    """The best award that a player's own cards meet: 777 and 678 by their suits, or seven cards (P21-78 to P21-81)."""
    if len(cards) >= 7 and totals.value(cards) != OVER and CHARLIE in offered:
        return [CHARLIE]
    trio = totals.trio(cards)
    if trio not in HAND_BONUSES:
        return []
    suited, same_colour = HAND_BONUSES[trio]
    alike = totals.alike(cards)
    met = {"suited": [suited, same_colour], "same colour": [same_colour], "mixed": []}[alike]
    if trio == "777" and alike != "suited":
        met = [*met, UNSUITED_777]
    return [bonus for bonus in met if bonus in offered][:1]


def streaks(felt: Felt, pures: Mapping[str, bool]) -> list[Earned]:
    """Runs of Pures, kept for each player and circle: those that grew, and what they earn (P21-82).

    A hand without one, or not bet, ends the run; a turn at the bank does neither. `final-only` pays a run when it ends.
    """
    final_only = felt.options.streak_award == "final-only"
    before: dict[str, dict[str, int]] = felt.carried.get("pures", {})
    after = {player: dict(runs) for player, runs in before.items() if player == felt.bank.player}
    earned = []
    for place in felt.left_of_bank():
        if pures[place.name]:
            run = before.get(place.player, {}).get(place.name, 0) + 1
            after.setdefault(place.player, {})[place.name] = run
            if run > 1 and not final_only:
                earned.append(Earned(place, STREAK, row_of(run)))
    if final_only:
        ended = ((player, name, run) for player, runs in before.items() for name, run in runs.items()
                 if run > 1 and name not in after.get(player, {}))  # fmt: skip
        earned += [Earned(Place(int(name), player, {}), STREAK, row_of(run)) for player, name, run in ended]
    felt.carried["pures"] = after
    return earned


def row_of(run: int) -> str:
    """The row of the posted awards for so many Pures in a row."""
    return f"{RUNS.get(run, 'five or more')} pures in a row"


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
    bonuses.refuse_impossible(felt, BONUSES)


def cut_card(options: Any) -> CutCard:
    """Three quarters of the shoe, but none with one or two packs or where every round is shuffled for (P21-25)."""
    small = options.reshuffle == "every-round" or options.decks <= 2
    return CutCard(0 if small else options.decks * len(PACK) * 3 // 4, "P21-25")


def rank(cards: Cards, rules: Any) -> Mapping[str, Hand]:
    """What a hand counts, from the deal and after a split, and what the bank would do with it (P21-04 to P21-09)."""
    hand = totals.hand(cards, packs=rules.options.decks)
    ranks = {"hand": hand}
    if hand.value == PURE:
        ranks["after a split"] = totals.hand(cards, after_split=True, packs=rules.options.decks)
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
    irregularities={name: each for name, each in COMMON.items() if name != "community-card-exposed"}
    | {
        "shoe-card-exposed": Irregularity(False, "P21-85", "a card of the shoe was seen, and is the next one in order"),
        "card-to-standing-hand": Irregularity(
            False, "P21-85", "a hand that must stand was dealt a card, which is burned"
        ),
    },
)
