"""The table of a hand of pan: the stock, the discard pile, the card just drawn, and the spreads before each player.

Everything here is what lies where (PAN-20, PAN-25, PAN-40, PAN-67, PAN-77) and what may be done with it; who is asked
and who pays is the script's.
"""

from collections import Counter
from typing import Final

from houseway.cards import Card, Cards, text_of, text_of_cards
from houseway.games.panguingue.spreads import Board, cards_of, in_order, spreads_of, wanted
from houseway.script import Answer, Deal, Felt, Place, Refusal, Spot

NOTHING_KEPT: Final[Counter[Card]] = Counter()
RENEWALS: Final = {"reshuffle": 2, "void": 0}  # how often the discards become the stock (PAN-67)


class PanTable:
    """What lies on the table during one hand.

    `top` is the discard that may be taken now by anybody who can use it, None where there is none or it is dead
    (PAN-25, PAN-27); `taken` says that the card drawn came from the pile. `loose` are cards that go back into the stock
    with the next deal, and `highest` is what each board was worth at its best.
    """

    def __init__(self, felt: Felt, stock: int) -> None:
        self.felt = felt
        self.options = felt.options
        self.spreads = spreads_of(felt.rules)
        self.stock = stock
        self.renewals = RENEWALS[felt.options.stock_exhaustion]
        self.discards = felt.spot("discards")
        self.drawn = felt.spot("drawn")
        self.aside = felt.spot("out of play")
        self.put_back = felt.spot("top of the stock")
        self.any_discard = felt.options.discard_origin == "any"  # or only one that was turned from the stock (PAN-27)
        self.top: Card | None = None
        self.taken = False
        self.loose: Cards = ()
        self.boards: dict[Place, Board] = dict.fromkeys(felt.places, ())
        self.highest = dict.fromkeys(felt.places, 0)
        self.have_drawn: set[Place] = set()

    # -- the stock and the discard pile -----------------------------------------------------------------------------

    def sweep(self, *spots: Spot) -> None:
        """The cards of these spots are loose: they go back with the next deal."""
        for spot in spots:
            self.loose += self.felt.take_up(spot)

    def deal(self, count: int, to: Spot, show: tuple[int, ...] = ()) -> Deal:
        """So many cards come from the stock, into which the loose ones went back."""
        loose, self.loose = self.loose, ()
        self.stock += len(loose) - count
        return Deal(count, to, show, loose)

    def renew(self) -> bool:
        """All discards but the top one are loose, where the stock may be renewed once more (PAN-67)."""
        covered = range(len(self.discards.cards) - 1)
        if not self.renewals or not covered:
            return False
        self.renewals -= 1
        self.loose += self.felt.take_up(self.discards, covered)
        self.felt.show(self.discards, 0)
        return True

    def turn_up(self, *, two: bool) -> Deal:
        """The next card of the stock is drawn, face up; by mistake there may be two of them (PAN-72)."""
        up = (0, 1) if two and self.stock + len(self.loose) > 1 else (0,)
        return self.deal(len(up), self.drawn, up)

    def draw_seen(self) -> None:
        """The card that went back on top of the stock is drawn."""
        self.felt.give(self.put_back, self.drawn)
        self.drawn.turn_up()

    def lift(self) -> None:
        """The top discard is the card drawn; those under it stay dead and face down."""
        self.felt.move(self.discards, (len(self.discards.cards) - 1,), self.drawn, up=True)
        self.top, self.taken = None, True

    def turned(self) -> None:
        """A card drawn came from the stock; the old top discard is dead from now on (PAN-76).

        Cards drawn after the first should not have been seen: they go beneath that discard (PAN-72).
        """
        while len(self.drawn.cards) > 1:
            self.felt.move(self.drawn, (1,), self.discards, at=max(len(self.discards.cards) - 1, 0), up=False)
        self.top, self.taken = None, False

    def throw_back(self) -> None:
        """The card that was drawn lies face up on the pile and covers the others (PAN-77)."""
        (self.top,) = self.drawn.cards
        self.felt.cover(self.discards)
        self.felt.give(self.drawn, self.discards)

    def throw(self, place: Place, card: Card) -> None:
        """A card from a hand lies face up on the pile and covers the others (PAN-77)."""
        self.top = card if self.any_discard else None
        self.felt.cover(self.discards)
        self.felt.move(place, (place.cards.index(card),), self.discards, up=True)

    # -- what a player may do ---------------------------------------------------------------------------------------

    def usable(self, place: Place, card: Card) -> Board | None:
        """A board on which the player has used the card at once, by rearranging too; None where it cannot be used."""
        laid = cards_of(self.boards[place])
        return self.spreads.cover((card, *laid), place.cards) if card in wanted(place.cards + laid) else None

    def hit(self, place: Place) -> bool:
        """Whether the top discard fits a spread of that player without lowering what the board is worth (PAN-74)."""
        card, board = self.top, self.boards[place]
        if card is None or not board:
            return False
        worth = self.spreads.worth
        return any(worth(longer) >= worth(board) for longer in self.spreads.additions_to(board, card))

    def safe(self, place: Place, neighbour: Place) -> list[Card]:
        """The different cards that the player may discard to this neighbour (PAN-31)."""
        held = list(dict.fromkeys(place.cards))
        flat = not neighbour.cards and self.options.protect_flat and self.any_discard
        if not flat:
            return held
        return [card for card in held if self.usable(neighbour, card) is None] or held

    def must_use(self, place: Place) -> bool:
        """Whether the card drawn has to be spread: it came from the pile (PAN-26), or the player is flat (PAN-57)."""
        return self.taken or not place.cards

    def must_spread_it(self, place: Place) -> bool:
        """Whether nothing may be spread without the card drawn (PAN-39)."""
        return self.must_use(place) or self.options.hand_melds == "only-with-used-draw"

    def ideas(self, place: Place) -> list[Answer]:
        """What the player may say now that a card is drawn: some boards, and to pass where nothing has to be spread."""
        board, (card,) = self.boards[place], self.drawn.cards
        boards = self.spreads.ideas(board, place.cards, card, with_it=self.must_spread_it(place))
        offers = [Answer("spread", piles=idea) for idea in boards]
        return offers if self.must_use(place) else [*offers, Answer("pass")]

    def refuse_spread(self, place: Place, answer: Answer) -> None:
        """Refuses a board that is not legal, takes a spread card back or leaves a drawn card unused that must be."""
        if answer.piles is None:
            return
        before, after = Counter(cards_of(self.boards[place])), Counter(cards_of(answer.piles))
        if missing := before - after:
            form = "{answer} is refused: {cards} is spread already and stays on the board"
            facts = {"answer": str(answer), "cards": text_of_cards(missing.elements())}
            raise Refusal("spread", form, "PAN-40", facts=facts)
        for pile in answer.piles:
            self.spreads.judge(pile)
        card = self.drawn.cards[0]
        if self.must_spread_it(place) and not (after - before)[card]:
            clause = "PAN-26" if self.taken else "PAN-39"
            form = "{answer} is refused: it does not use {card}, the card drawn"
            raise Refusal("spread", form, clause, facts={"answer": str(answer), "card": text_of(card)})

    def lay(self, place: Place, piles: Board) -> bool:
        """The board lies as said, the cards off the hand; whether the drawn card is among them."""
        board = tuple(in_order(pile) for pile in piles)
        used = (Counter(cards_of(board)) - Counter(cards_of(self.boards[place])))[self.drawn.cards[0]] > 0
        spots = [self.felt.spot(f"spread {place.name}.{number}") for number in range(1, len(board) + 1)]
        before = [self.felt.spot(f"spread {place.name}.{number + 1}") for number in range(len(self.boards[place]))]
        self._rearrange(list(zip(spots, board, strict=True)), [*before, self.drawn, place])
        for spot in before[len(board) :]:
            del self.felt.spots[spot.name]
        self.boards[place] = board
        return used

    def _rearrange(self, wanted: list[tuple[Spot, Cards]], sources: list[Spot]) -> None:
        """Each pile comes to lie as wanted: what it lacks is moved there from the first of the sources to spare it."""
        keeps = {spot.name: Counter(pile) for spot, pile in wanted}
        for spot, pile in wanted:
            for card in (Counter(pile) - Counter(spot.cards)).elements():
                source = next(
                    each
                    for each in sources
                    if each is not spot and each.cards.count(card) > keeps.get(each.name, NOTHING_KEPT)[card]
                )
                lying = in_order((*spot.cards, card))
                self.felt.move(source, (source.cards.index(card),), spot, at=lying.index(card), up=True)

    def rise(self, place: Place) -> int:
        """By how many chips the board is worth more than it ever was in this hand; noted as paid (PAN-53)."""
        worth = self.spreads.worth(self.boards[place])
        rise = max(0, worth - self.highest[place])
        self.highest[place] += rise
        return rise
