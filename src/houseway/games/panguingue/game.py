"""Panguingue, called Pan: rummy with eight packs in which konditions are paid as they are laid (PAN-01 to PAN-83).

Ten cards each; draw, spread, discard, until somebody has eleven cards in ropes and squares. Nobody banks.
"""

from collections.abc import Mapping
from functools import cache, partial
from typing import Final

from houseway.cards import Cards, rank_of
from houseway.games.panguingue.dealt_in import ABSENT, DROPPED, DealtIn
from houseway.games.panguingue.pan_table import PanTable
from houseway.games.panguingue.spreads import KINDS, LEAST, MOST, STEPS, spreads_of
from houseway.games.panguingue.tops import TOP, chip_of, fee_of, fee_payers, no_more_bets, one_chip
from houseway.hands import Hand
from houseway.script import (
    Answer,
    Ask,
    AskAll,
    Choice,
    Circle,
    Collect,
    Felt,
    Game,
    Irregularity,
    Place,
    Refusal,
    Script,
    Steps,
    TableRules,
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
LEAVES: Final = Answer(LEAVE.name)
PASSES: Final = Answer(PASS.name)

DRAWS: Final = {  # by whether the top discard can be used, and whether a split may be offered
    (take, split): (STOCK, *((TAKE,) if take else ()), *((SPLIT,) if split else ()), LEAVE)
    for take in (False, True)
    for split in (False, True)
}
MOMENTS: Final = {  # a misdeal counts before the first declaration, or without those before the first draw (PAN-68)
    "first declaration": (MISDEAL,),
    "declaration": (),
    "first draw": (SHOWS_TWO, MISDEAL),
    "draw": (SHOWS_TWO,),
}


class PanHand:
    """One hand: who plays it and what lies on the table. `over` once it has been settled.

    `spreading` is what each player may not spread, and some of what he may: worked out when somebody wants to know.
    """

    def __init__(self, felt: Felt) -> None:
        self.felt = felt
        self.options = felt.options
        self.table = PanTable(felt, len(DECK))
        self.chip = chip_of(felt)
        self.may_split = felt.options.tops_split
        self.over = False
        self.dealt_in: DealtIn
        self._ruled_on: tuple[Place, ...] = ()
        self._rulings: dict[str, tuple[Choice, ...]] = {}

    def sit(self) -> None:
        """Turns go counter-clockwise from forehand, on the right of the dealer position, which is last (PAN-09)."""
        order = self.felt.counterclockwise(self.felt.button - 1)
        self.dealt_in = DealtIn(order, self.chip, self.options.min_buy_in_chips * self.chip)
        self.spreading = {
            place: (partial(self.table.refuse_spread, place), partial(self.table.ideas, place)) for place in order
        }

    def goes_on(self) -> bool:
        return not self.over and len(self.dealt_in.live) > 1

    def misplays(self, moment: str) -> tuple[Choice, ...]:
        """What the floor may rule on now, of anybody with a live hand (PAN-69 to PAN-72, PAN-78)."""
        if self._ruled_on is not self.dealt_in.live:
            self._ruled_on = self.dealt_in.live
            self._rulings = _misplays(tuple(place.name for place in self._ruled_on))
        return self._rulings[moment]


@cache
def _misplays(live: tuple[str, ...]) -> dict[str, tuple[Choice, ...]]:
    """At each moment, those of the moment first."""
    kinds = (("wrong-count", "PAN-69"), ("foul", "PAN-70"), ("absent", "PAN-78"), ("out-of-turn", "PAN-72"))
    rulings = [Choice(f"{kind} {name}", clause) for kind, clause in kinds for name in live]
    return {moment: (*more, *rulings) for moment, more in MOMENTS.items()}


# -- the script ---------------------------------------------------------------------------------------------------


def play(felt: Felt) -> Script:
    """One hand, from the tops to the last chip."""
    hand = PanHand(felt)
    if not felt.button:
        yield from draw_for_position(hand)  # PAN-10
    hand.sit()
    if payers := fee_payers(felt):
        yield Collect(payers, ("PAN-15", "PAN-14", "FEE-17"))  # before the deal, into the box
    felt.carried.clear()
    yield from hand.dealt_in.put_up_tops(TOP)  # PAN-13
    yield from deal(hand)
    if hand.options.drop_allowed:
        yield from declare(hand)
    place = hand.dealt_in.order[-1]
    while hand.goes_on():  # until somebody goes out (PAN-23)
        place = hand.dealt_in.next_live(place)
        yield from turn(hand, place)
    if not hand.over:  # one live hand is left: the others dropped, or lost the right to win
        (last,) = hand.dealt_in.live
        yield from settle(hand, last, "PAN-22" if hand.dealt_in.all_dropped_but(last) else "PAN-79")


def draw_for_position(hand: PanHand) -> Script:
    """The lowest card takes the dealer position, ace low; equal cards draw again. All cards go back (PAN-10)."""
    felt = hand.felt
    drawing = [place for place in felt.clockwise(1) if place.affords(fee_of(felt))]  # PAN-16
    spots = {place: felt.spot(f"draw {place.name}") for place in drawing}
    while len(drawing) > 1:
        for place in drawing:
            yield hand.table.deal(1, spots[place], show=(0,))
        drawn = {place: STEPS[rank_of(spots[place].cards[-1])] for place in drawing}
        drawing = [place for place in drawing if drawn[place] == min(drawn.values())]
    felt.button = drawing[0].seat
    hand.table.sweep(*spots.values())


def deal(hand: PanHand) -> Script:
    """Ten cards each in packets, forehand first (PAN-18, PAN-19), and one turned up beside the stock (PAN-20)."""
    packet = hand.options.deal_packet
    for _ in range(HAND // packet):
        for place in hand.dealt_in.order:
            yield hand.table.deal(packet, place)
    if hand.options.upcard:
        (hand.table.top,) = yield hand.table.deal(1, hand.table.discards, show=(0,))  # as turned from stock (PAN-27)


def declare(hand: PanHand) -> Script:
    """Each plays or drops, from forehand on, and may say otherwise until the next has spoken (PAN-21).

    The last one cannot drop when all before have (PAN-22).
    """
    dealt_in = hand.dealt_in
    for place in dealt_in.order:
        while place in dealt_in.live and len(dealt_in.live) > 1:
            misplays = hand.misplays("first declaration" if place is dealt_in.order[0] else "declaration")
            answer = yield Ask(place, (PLAY, DROP), Answer("drop"), revocable=True, misplays=misplays)
            if answer.choice == "play":
                break
            if answer.choice == "drop":
                dealt_in.retire(place, DROPPED)
            else:
                yield from rule_on(hand, answer.choice)


def turn(hand: PanHand, place: Place) -> Script:
    """One turn in the order of PAN-82."""
    forced = hand.table.hit(place) and (yield from demands(hand, place))
    if not (yield from draw(hand, place, forced)):
        return
    before = hand.table.boards[place]
    used = yield from spread(hand, place)
    if not hand.goes_on() or place not in hand.dealt_in.live:
        return
    out = used and not place.cards  # eleven cards lie in his spreads (PAN-56)
    if hand.table.boards[place] is not before:
        yield from pay_konditions(hand, place)
    if out:
        yield from settle(hand, place, "PAN-59")
    elif not used:
        hand.table.throw_back()  # a drawn card that was not used is the discard (PAN-28)
    elif hand.goes_on():
        yield from discard(hand, place)


def demands(hand: PanHand, place: Place) -> Steps[bool]:
    """Whether the player must take the top discard, because it fits his board and somebody wants it so (PAN-29)."""
    rule = hand.options.forced_hit
    if rule != "on-demand":
        return bool(rule == "automatic")
    others = [other for other in hand.dealt_in.after(place) if other in hand.dealt_in.live]
    answers = yield AskAll(tuple(Ask(other, (HIT, LET_BE), Answer("let-be"), about=place.name) for other in others))
    return any(answer.choice == "hit" for answer in answers)


def draw(hand: PanHand, place: Place, forced: bool) -> Steps[bool]:
    """One card lies drawn: the top discard, if it can be used, or one turned from the stock (PAN-24, PAN-26, PAN-76).

    False when it does not come to that: the player left (PAN-78), the hand ended, or a ruling ended the turn.
    """
    table, split = hand.table, hand.may_split and not forced
    while True:
        first = not table.have_drawn and not hand.options.drop_allowed
        misplays = hand.misplays("first draw" if first else "draw")
        answer = yield Ask(place, draws(hand, place, forced, split), LEAVES, misplays=misplays)
        if answer.choice == "take":
            table.lift()
        elif answer.choice in ("stock", "stock-shows-two"):
            if table.put_back.cards:
                table.draw_seen()
            elif table.stock or table.renew():
                yield table.turn_up(two=answer.choice == "stock-shows-two")
            else:
                yield from run_out(hand)
                return False
            table.turned()
        elif answer.choice == "leave":
            hand.dealt_in.retire(place, ABSENT)
            return False
        elif answer.choice == "split":
            split = False
            yield from offer_split(hand, place)
        else:
            yield from rule_on(hand, answer.choice)
        if table.drawn.cards:
            table.have_drawn.add(place)
            return True
        if not hand.goes_on() or place not in hand.dealt_in.live:
            return False


def draws(hand: PanHand, place: Place, forced: bool, split: bool) -> tuple[Choice, ...]:
    """Where the player may draw from; somebody hit has no choice (PAN-29)."""
    if forced:
        return TAKE, LEAVE
    card = hand.table.top
    return DRAWS[card is not None and hand.table.usable(place, card) is not None, split]


def run_out(hand: PanHand) -> Script:
    """No stock is left, nor may it be renewed: the hand ends without a winner (PAN-67).

    Konditions stay paid and the live hands share the tops.
    """
    yield from hand.dealt_in.share_tops(hand.felt, "PAN-67", "PAN-58")
    hand.over = True


def offer_split(hand: PanHand, place: Place) -> Script:
    """If all other live hands agree, the tops are shared and nobody pays for going out (PAN-65)."""
    others = [other for other in hand.dealt_in.after(place) if other in hand.dealt_in.live]
    answers = yield AskAll(tuple(Ask(other, (AGREE, PLAY_ON), Answer("play-on")) for other in others))
    if all(answer.choice == "agree" for answer in answers):
        yield from hand.dealt_in.share_tops(hand.felt, "PAN-65")
        hand.over = True


def spread(hand: PanHand, place: Place) -> Steps[bool]:
    """New spreads, additions and moves, said as the board lies afterwards (PAN-39, PAN-41); whether the card was used.

    A card taken from the pile must be (PAN-26); a flat player whose card fits is out with it (PAN-57).
    """
    table, board = hand.table, hand.table.boards[place]
    pick = place.cards + table.drawn.cards
    choice = Choice("spread", "PAN-32", pick=pick, least=LEAST, most=MOST, piles=board)
    choices: tuple[Choice, ...] = (choice, PASS)
    default = PASSES
    if table.must_use(place):
        fits = table.usable(place, table.drawn.cards[0])
        if fits is None:
            return False
        choices, default = (choice,), Answer("spread", piles=fits)
    check, offers = hand.spreading[place]
    answer = yield Ask(place, choices, default, check, misplays=(FALSE_OUT,), offers=offers)
    if answer.choice == "false-out":  # all his cards are out of play, and nothing is left to take (PAN-71)
        hand.felt.give(table.drawn, table.aside)
        yield from hand.dealt_in.foul(place)
        return False
    return answer.choice == "spread" and table.lay(place, answer.piles)


def discard(hand: PanHand, place: Place) -> Script:
    """One card from the hand (PAN-30); a flat neighbour is spared."""
    table = hand.table
    neighbour = hand.dealt_in.next_live(place)
    safe = table.safe(place, neighbour)

    def spare(answer: Answer) -> None:
        if answer.cards is not None and answer.cards[0] not in safe:
            form = "{answer} is refused: it would put {place:place} out, who is flat"
            facts = {"answer": str(answer), "place": neighbour.name}
            raise Refusal("discard", form, "PAN-31", facts=facts)

    answer = yield Ask(
        place,
        (Choice("discard", "PAN-30", pick=place.cards, least=1, most=1),),
        Answer("discard", cards=(safe[0],)),
        check=spare,
        offers=lambda: [Answer("discard", cards=(card,)) for card in safe],
    )
    (card,) = answer.cards
    table.throw(place, card)


# -- payments -----------------------------------------------------------------------------------------------------


def pay_konditions(hand: PanHand, place: Place) -> Script:
    """Each other active player pays what the board is worth more than ever before (PAN-42, PAN-53, PAN-55)."""
    rise = hand.table.rise(place)
    if rise:
        yield from hand.dealt_in.collect(place, rise * hand.chip, "PAN-42", "PAN-53", kondition=True)


def settle(hand: PanHand, winner: Place, clause: str) -> Script:
    """The winner takes the tops, and from all who are liable two chips and the worth of his board again.

    PAN-59 to PAN-63; of a last live hand PAN-22, PAN-79.
    """
    table = hand.felt.rules.table("settlement")
    chips = table.number("going out, paid to the winner by each other active player")
    chips += hand.table.spreads.worth(hand.table.boards[winner])
    yield from hand.dealt_in.win_tops(hand.felt, winner, clause)
    yield from hand.dealt_in.collect(winner, chips * hand.chip, "PAN-60", "PAN-61", "PAN-62")
    hand.felt.carried["winner"] = winner.seat
    hand.over = True


# -- irregularities -----------------------------------------------------------------------------------------------


def rule_on(hand: PanHand, ruling: str) -> Script:
    """What the floor ruled is done, and whoever was asked is asked again."""
    if ruling == MISDEAL.name:  # all cards are reshuffled; tops and fee stay (PAN-68)
        hand.table.sweep(*hand.dealt_in.order, hand.table.discards, hand.table.aside, hand.table.put_back)
        yield from deal(hand)
        return
    kind, _, name = ruling.partition(" ")
    place = next(place for place in hand.dealt_in.order if place.name == name)
    if kind == "absent":
        hand.dealt_in.retire(place, ABSENT)
    elif kind == "out-of-turn":  # the card goes back on top, seen by all (PAN-72)
        if not hand.table.put_back.cards and hand.table.stock:
            yield hand.table.deal(1, hand.table.put_back, show=(0,))
    elif kind == "wrong-count" and place not in hand.table.have_drawn and hand.table.stock >= HAND:  # PAN-69
        hand.felt.give(place, hand.table.aside)
        yield hand.table.deal(HAND, place)
    else:
        yield from hand.dealt_in.foul(place)


def rank(cards: Cards, rules: TableRules) -> Mapping[str, Hand]:
    """Whether the cards are a spread, of which kind, and what it is worth in chips (PAN-32 to PAN-52)."""
    return spreads_of(rules).ranked(cards)


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
    carries=("fee_from", "winner"),
    irregularities={
        "misdeal-seen-late": Irregularity(False, "PAN-68", "a fault of the deal was seen after the first declaration"),
        "floor-void": Irregularity(True, "PAN-73", "the floor supervisor ended the hand: every chip goes back"),
    },
)
