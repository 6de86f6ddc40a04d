"""Panguingue, called Pan: rummy with eight packs in which konditions are paid as they are laid (PAN-01 to PAN-83).

Ten cards each; draw, spread, discard, until somebody has eleven cards in ropes and squares. Nobody banks.
"""

from collections.abc import Generator, Mapping
from functools import cache
from typing import Any, Final

from houseway.cards import Cards, rank_of
from houseway.games.kit.cloth import FROM_HAND, FROM_STOCK, Cloth, clear, without
from houseway.games.kit.company import ABSENT, DROPPED, Company
from houseway.games.kit.spreads import KINDS, LEAST, MOST, STEPS, spreads_of
from houseway.games.kit.tops import TOP, chip_of, fee_of, fee_payers, no_more_bets, one_chip
from houseway.hands import Hand as Ranked
from houseway.rulebook import Rules
from houseway.script import (
    Answer,
    Ask,
    AskAll,
    Choice,
    Circle,
    Collect,
    Deal,
    Felt,
    Game,
    Irregularity,
    Place,
    Refusal,
    Request,
    Script,
    Spot,
)

ID: Final = "panguingue"
HAND: Final = 10  # cards dealt to each (PAN-18)
DECK: Final[Cards] = KINDS * 8  # PAN-01

PLAY: Final = Choice("play", "PAN-21")
DROP: Final = Choice("drop", "PAN-21")
HIT: Final = Choice("hit", "PAN-29")
LET_BE: Final = Choice("let-be", "PAN-29")
STOCK: Final = Choice("stock", "PAN-24")
TAKE: Final = Choice("take", "PAN-26")
LEAVE: Final = Choice("leave", "PAN-78")
SPLIT: Final = Choice("split", "PAN-65")
AGREE: Final = Choice("agree", "PAN-65")
PLAY_ON: Final = Choice("play-on", "PAN-65")
PASS: Final = Choice("pass", "PAN-39")
MISDEAL: Final = Choice("misdeal", "PAN-68")
SHOWS_TWO: Final = Choice("stock-shows-two", "PAN-72")
FALSE_OUT: Final = Choice("false-out", "PAN-71")

Steps = Generator[Request, Any, bool]


class Hand:
    """One hand: who plays it and what lies on the table. `over` once it has been settled."""

    def __init__(self, felt: Felt) -> None:
        self.felt = felt
        self.options = felt.options
        self.cloth = Cloth(felt, len(DECK))
        self.chip = chip_of(felt)
        self.over = False
        self.company: Company

    def sit(self) -> None:
        """Turns go counter-clockwise from forehand, on the right of the dealer position, which is last (PAN-09)."""
        order = self.felt.counterclockwise(self.felt.button - 1)
        self.company = Company(order, self.chip, self.options.min_buy_in_chips * self.chip)

    @property
    def goes_on(self) -> bool:
        return not self.over and len(self.company.live) > 1

    def misplays(self, *more: Choice) -> tuple[Choice, ...]:
        """What the floor may rule on now, of anybody with a live hand (PAN-69 to PAN-72, PAN-78)."""
        return (*more, *_misplays(tuple(place.name for place in self.company.live)))


@cache
def _misplays(live: tuple[str, ...]) -> tuple[Choice, ...]:
    rulings = (("wrong-count", "PAN-69"), ("foul", "PAN-70"), ("absent", "PAN-78"), ("out-of-turn", "PAN-72"))
    return tuple(Choice(f"{kind} {name}", clause) for kind, clause in rulings for name in live)


# -- the script ---------------------------------------------------------------------------------------------------


def play(felt: Felt) -> Script:
    """One hand, from the tops to the last chip."""
    hand = Hand(felt)
    if not felt.button:
        yield from draw_for_position(hand)  # PAN-10
    hand.sit()
    if payers := fee_payers(felt):
        yield Collect(payers, ("PAN-15", "PAN-14", "FEE-17"))  # before the deal, into the box
    felt.carried.clear()
    yield from hand.company.put_up_tops(TOP)  # PAN-13
    yield from deal(hand)
    if hand.options.drop_allowed:
        yield from declare(hand)
    place = hand.company.order[-1]
    while hand.goes_on:  # until somebody goes out (PAN-23)
        place = hand.company.next_live(place)
        yield from turn(hand, place)
    if not hand.over:  # one live hand is left: the others dropped, or lost the right to win
        (last,) = hand.company.live
        yield from settle(hand, last, "PAN-22" if hand.company.all_dropped_but(last) else "PAN-79")


def draw_for_position(hand: Hand) -> Script:
    """The lowest card takes the dealer position, ace low; equal cards draw again. All cards go back (PAN-10)."""
    felt = hand.felt
    drawing = [place for place in felt.clockwise(1) if place.affords(fee_of(felt))]  # PAN-16
    spots = {place: felt.spot(f"draw {place.name}") for place in drawing}
    while len(drawing) > 1:
        for place in drawing:
            yield from dealt(hand, 1, spots[place], show=(0,))
        drawn = {place: STEPS[rank_of(spots[place].cards[-1])] for place in drawing}
        drawing = [place for place in drawing if drawn[place] == min(drawn.values())]
    felt.button = drawing[0].seat
    hand.cloth.sweep(*spots.values())


def deal(hand: Hand) -> Script:
    """Ten cards each in packets, forehand first (PAN-18, PAN-19), and one turned up beside the stock (PAN-20)."""
    packet = hand.options.deal_packet
    for _ in range(HAND // packet):
        for place in hand.company.order:
            yield from dealt(hand, packet, place)
    if hand.options.upcard:
        yield from dealt(hand, 1, hand.cloth.discards, show=(0,))
        hand.cloth.origin = FROM_STOCK  # it counts as turned from the stock (PAN-27)


def dealt(hand: Hand, count: int, to: Spot, show: tuple[int, ...] = ()) -> Script:
    yield Deal(count, to, show, hand.cloth.into_stock())
    hand.cloth.stock -= count


def declare(hand: Hand) -> Script:
    """Each plays or drops, from forehand on, and may say otherwise until the next has spoken (PAN-21).

    The last one cannot drop when all before have (PAN-22).
    """
    company = hand.company
    for place in company.order:
        while place in company.live and len(company.live) > 1:
            misplays = hand.misplays(MISDEAL) if place is company.order[0] else hand.misplays()
            answer = yield Ask(place, (PLAY, DROP), Answer("drop"), revocable=True, misplays=misplays)
            if answer.choice == "play":
                break
            if answer.choice == "drop":
                company.retire(place, DROPPED)
            else:
                yield from rule_on(hand, answer.choice)


def turn(hand: Hand, place: Place) -> Script:
    """One turn in the order of PAN-82."""
    forced = yield from demands(hand, place)
    if not (yield from draw(hand, place, forced)):
        return
    used = yield from spread(hand, place)
    if not hand.goes_on or place not in hand.company.live:
        return
    out = used and not place.cards  # eleven cards lie in his spreads (PAN-56)
    yield from pay_konditions(hand, place)
    if out:
        yield from settle(hand, place, "PAN-59")
    elif hand.goes_on:
        yield from discard(hand, place, used)


def demands(hand: Hand, place: Place) -> Steps:
    """Whether the player must take the top discard, because it fits his board and somebody wants it so (PAN-29)."""
    rule = hand.options.forced_hit
    if rule == "off" or not hand.cloth.hit(place):
        return False
    if rule == "automatic":
        return True
    others = [other for other in hand.company.after(place) if other in hand.company.live]
    answers = yield AskAll(tuple(Ask(other, (HIT, LET_BE), Answer("let-be"), about=place.name) for other in others))
    return any(answer.choice == "hit" for answer in answers)


def draw(hand: Hand, place: Place, forced: bool) -> Steps:
    """One card lies drawn: the top discard, if it can be used, or one turned from the stock (PAN-24, PAN-26, PAN-76).

    False when it does not come to that: the player left (PAN-78), the hand ended, or a ruling ended the turn.
    """
    split = hand.options.tops_split and not forced
    while True:
        answer = yield Ask(place, draws(hand, place, forced, split), Answer("leave"), misplays=first_misplays(hand))
        if answer.choice == "take":
            hand.cloth.lift()
        elif answer.choice in ("stock", "stock-shows-two"):
            if not (yield from turn_up_stock(hand, 2 if answer.choice == "stock-shows-two" else 1)):
                return False
        elif answer.choice == "leave":
            hand.company.retire(place, ABSENT)
            return False
        elif answer.choice == "split":
            split = False
            yield from offer_split(hand, place)
        else:
            yield from rule_on(hand, answer.choice)
        if hand.cloth.drawn.cards:
            hand.cloth.have_drawn.add(place)
            return True
        if not hand.goes_on or place not in hand.company.live:
            return False


def draws(hand: Hand, place: Place, forced: bool, split: bool) -> tuple[Choice, ...]:
    """Where the player may draw from; somebody hit has no choice (PAN-29)."""
    if forced:
        return TAKE, LEAVE
    card = hand.cloth.top
    take = (TAKE,) if card is not None and hand.cloth.usable(place, card) is not None else ()
    return (STOCK, *take, SPLIT, LEAVE) if split else (STOCK, *take, LEAVE)


def first_misplays(hand: Hand) -> tuple[Choice, ...]:
    """A misdeal counts before the first draw where there are no declarations (PAN-68)."""
    early = not hand.options.drop_allowed and not hand.cloth.have_drawn
    return hand.misplays(SHOWS_TWO, MISDEAL) if early else hand.misplays(SHOWS_TWO)


def turn_up_stock(hand: Hand, count: int) -> Steps:
    """A stock card lies face up; only the first of several counts (PAN-72). An empty stock is renewed twice (PAN-67).

    After that the hand ends without a winner: konditions stay paid and the live hands share the tops.
    """
    cloth = hand.cloth
    if cloth.put_back.cards:
        hand.felt.give(cloth.put_back, cloth.drawn)
    else:
        if not cloth.stock and not cloth.renew():
            yield from hand.company.share_tops(hand.felt, "PAN-67", "PAN-58")
            hand.over = True
            return False
        count = min(count, cloth.stock + len(cloth.loose))
        yield from dealt(hand, count, cloth.drawn, show=tuple(range(count)))
    first, *others = cloth.drawn.cards
    for card in others:
        cloth.slip_under(card)
    clear(cloth.drawn)
    cloth.drawn.take((first,), (0,))
    cloth.turned()
    return True


def offer_split(hand: Hand, place: Place) -> Script:
    """If all other live hands agree, the tops are shared and nobody pays for going out (PAN-65)."""
    others = [other for other in hand.company.after(place) if other in hand.company.live]
    answers = yield AskAll(tuple(Ask(other, (AGREE, PLAY_ON), Answer("play-on")) for other in others))
    if all(answer.choice == "agree" for answer in answers):
        yield from hand.company.share_tops(hand.felt, "PAN-65")
        hand.over = True


def spread(hand: Hand, place: Place) -> Steps:
    """New spreads, additions and moves, said as the board lies afterwards (PAN-39, PAN-41); whether the card was used.

    A card taken from the pile must be (PAN-26); a flat player whose card fits is out with it (PAN-57).
    """
    cloth, (card,) = hand.cloth, hand.cloth.drawn.cards
    board, must = cloth.boards[place], cloth.taken or not place.cards
    default = Answer("pass")
    if must:
        fits = cloth.usable(place, card)
        if fits is None:
            return False
        default = Answer("spread", piles=fits)
    with_it = must or hand.options.hand_melds == "only-with-used-draw"
    choice = Choice("spread", "PAN-32", pick=(*place.cards, card), least=LEAST, most=MOST, piles=board)
    answer = yield Ask(
        place,
        (choice,) if must else (choice, PASS),
        default,
        check=lambda answer: cloth.refuse_spread(place, answer, with_it=with_it),
        misplays=(FALSE_OUT,),
        offers=lambda: [
            *(Answer("spread", piles=idea) for idea in cloth.spreads.ideas(board, place.cards, card, with_it=with_it)),
            *(() if must else (Answer("pass"),)),
        ],
    )
    if answer.choice == "false-out":  # all his cards are out of play, and nothing is left to take (PAN-71)
        hand.felt.give(cloth.drawn, cloth.aside)
        yield from hand.company.foul(place)
        return False
    return answer.choice == "spread" and cloth.lay(place, answer.piles)


def discard(hand: Hand, place: Place, used: bool) -> Script:
    """The drawn card if it was not used, otherwise one from the hand (PAN-28, PAN-30); a flat neighbour is spared."""
    cloth = hand.cloth
    if not used:
        (card,) = cloth.drawn.cards
        clear(cloth.drawn)
        cloth.throw(card, FROM_STOCK)
        return
    neighbour = hand.company.next_live(place)
    safe = cloth.safe(place, neighbour)

    def spare(answer: Answer) -> None:
        if answer.cards is not None and answer.cards[0] not in safe:
            sentence = f"{answer} is refused: it would put {neighbour.title} out, who is flat"
            raise Refusal("discard", sentence, "PAN-31")

    answer = yield Ask(
        place,
        (Choice("discard", "PAN-30", pick=place.cards, least=1, most=1),),
        Answer("discard", cards=(safe[0],)),
        check=spare,
        offers=lambda: [Answer("discard", cards=(card,)) for card in safe],
    )
    (card,) = answer.cards
    place.cards = without(place.cards, answer.cards)
    cloth.throw(card, FROM_HAND)


# -- payments -----------------------------------------------------------------------------------------------------


def pay_konditions(hand: Hand, place: Place) -> Script:
    """Each other active player pays what the board is worth more than ever before (PAN-42, PAN-53, PAN-55)."""
    rise = hand.cloth.rise(place)
    if rise:
        yield from hand.company.collect(place, rise * hand.chip, "PAN-42", "PAN-53", kondition=True)


def settle(hand: Hand, winner: Place, clause: str) -> Script:
    """The winner takes the tops, and from all who are liable two chips and the worth of his board again.

    PAN-59 to PAN-63; of a last live hand PAN-22, PAN-79.
    """
    table = hand.felt.rules.table("settlement")
    chips = table.number("going out, paid to the winner by each other active player")
    chips += hand.cloth.spreads.worth(hand.cloth.boards[winner])
    yield from hand.company.win_tops(hand.felt, winner, clause)
    yield from hand.company.collect(winner, chips * hand.chip, "PAN-60", "PAN-61", "PAN-62")
    hand.felt.carried["winner"] = winner.seat
    hand.over = True


# -- irregularities -----------------------------------------------------------------------------------------------


def rule_on(hand: Hand, ruling: str) -> Script:
    """What the floor ruled is done, and whoever was asked is asked again."""
    if ruling == MISDEAL.name:  # all cards are reshuffled; tops and fee stay (PAN-68)
        hand.cloth.sweep(*hand.company.order, hand.cloth.discards, hand.cloth.aside, hand.cloth.put_back)
        yield from deal(hand)
        return
    kind, _, name = ruling.partition(" ")
    place = next(place for place in hand.company.order if place.name == name)
    if kind == "absent":
        hand.company.retire(place, ABSENT)
    elif kind == "out-of-turn":  # the card goes back on top, seen by all (PAN-72)
        if not hand.cloth.put_back.cards and hand.cloth.stock:
            yield from dealt(hand, 1, hand.cloth.put_back, show=(0,))
    elif kind == "wrong-count" and place not in hand.cloth.have_drawn and hand.cloth.stock >= HAND:  # PAN-69
        hand.felt.give(place, hand.cloth.aside)
        yield from dealt(hand, HAND, place)
    else:
        yield from hand.company.foul(place)


def rank(cards: Cards, rules: Any) -> Mapping[str, Ranked]:
    """Whether the cards are a spread, of which kind, and what it is worth in chips (PAN-32 to PAN-52)."""
    return spreads_of(rules or Rules.of(ID)).ranked(cards)


GAME: Final = Game(
    id=ID,
    play=play,
    rank=rank,
    circles=(Circle(TOP, opening=True, required=True, clause="PAN-13"),),
    deck=lambda options: DECK,  # noqa: ARG005
    positions=lambda rules: int(rules.options.max_seats),  # PAN-06
    limits=one_chip(ID),
    limit_clause="PAN-13",
    no_more_bets=no_more_bets,
    irregularities={
        "misdeal-seen-late": Irregularity(False, "PAN-68", "a fault of the deal was seen after the first declaration"),
        "floor-void": Irregularity(True, "PAN-73", "the floor supervisor ended the hand: every chip goes back"),
    },
)
