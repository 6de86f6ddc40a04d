"""The cloth of a rummy table: the stock, the discard pile, the card just drawn, and the spreads before each player.

Everything here is what lies where (PAN-20, PAN-25, PAN-40, PAN-67, PAN-77) and what may be done with it; who is asked
and who pays is the script's.
"""

from collections import Counter
from typing import Final

from houseway.cards import Card, Cards, text_of, text_of_cards
from houseway.games.kit.spreads import Board, cards_of, in_order, spreads_of
from houseway.script import Answer, Felt, Place, Refusal, Spot

FROM_STOCK: Final = "stock"
FROM_HAND: Final = "hand"
RENEWALS: Final = {"reshuffle": 2, "void": 0}  # how often the discards become the stock (PAN-67)


class Cloth:
    """What lies on the table during one hand.

    `origin` says whether the top discard was turned from the stock or thrown from a hand, and is empty while there is
    none that could be taken; `taken` that the card drawn came from the pile. `loose` are cards that go back into the
    stock with the next deal, and `highest` is what each board was worth at its best.
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
        self.origin = ""
        self.taken = False
        self.loose: Cards = ()
        self.boards: dict[Place, Board] = dict.fromkeys(felt.places, ())
        self.highest = dict.fromkeys(felt.places, 0)
        self.have_drawn: set[Place] = set()

    # -- the stock and the discard pile -----------------------------------------------------------------------------

    @property
    def top(self) -> Card | None:
        """The discard that may be taken now, by anybody who can use it (PAN-25, PAN-27)."""
        if not self.origin or (self.origin == FROM_HAND and self.options.discard_origin == "stock-turned-only"):
            return None
        return self.discards.cards[-1]

    def sweep(self, *spots: Spot) -> None:
        """The cards of these spots are loose: they go back with the next deal."""
        for spot in spots:
            self.loose += spot.cards
            clear(spot)

    def into_stock(self) -> Cards:
        """The loose cards, which are part of the stock from now on."""
        loose, self.loose = self.loose, ()
        self.stock += len(loose)
        return loose

    def renew(self) -> bool:
        """All discards but the top one are loose, where the stock may be renewed once more (PAN-67)."""
        covered = self.discards.cards[:-1]
        if not self.renewals or not covered:
            return False
        self.renewals -= 1
        self.loose += covered
        self.discards.cards = self.discards.cards[-1:]
        self.discards.up = {0}
        return True

    def lift(self) -> None:
        """The top discard is the card drawn; those under it stay dead and face down."""
        self.drawn.take(self.discards.cards[-1:], (0,))
        self.discards.cards = self.discards.cards[:-1]
        self.discards.up, self.origin, self.taken = set(), "", True

    def turned(self) -> None:
        """The card drawn came from the stock; the old top discard is dead from now on (PAN-76)."""
        self.origin, self.taken = "", False

    def throw(self, card: Card, origin: str) -> None:
        """The card lies face up on the pile and covers the others (PAN-77)."""
        self.discards.cards += (card,)
        self.discards.up, self.origin = {len(self.discards.cards) - 1}, origin

    def slip_under(self, card: Card) -> None:
        """A card that should not have been seen goes beneath the top discard (PAN-72)."""
        pile = self.discards
        pile.cards = (*pile.cards[:-1], card, *pile.cards[-1:])
        pile.up = {len(pile.cards) - 1} if pile.up else set()

    # -- what a player may do ---------------------------------------------------------------------------------------

    def usable(self, place: Place, card: Card) -> Board | None:
        """A board on which the player has used the card at once, by rearranging too; None where it cannot be used."""
        return self.spreads.cover((card, *cards_of(self.boards[place])), place.cards)

    def hit(self, place: Place) -> bool:
        """Whether the top discard fits a spread of that player without lowering what the board is worth (PAN-74)."""
        card, board = self.top, self.boards[place]
        if card is None:
            return False
        worth = self.spreads.worth
        return any(worth(longer) >= worth(board) for longer in self.spreads.additions_to(board, card))

    def safe(self, place: Place, neighbour: Place) -> list[Card]:
        """The different cards that the player may discard to this neighbour (PAN-31)."""
        held = list(dict.fromkeys(place.cards))
        flat = not neighbour.cards and self.options.protect_flat and self.options.discard_origin == "any"
        if not flat:
            return held
        return [card for card in held if self.usable(neighbour, card) is None] or held

    def refuse_spread(self, place: Place, answer: Answer, *, with_it: bool) -> None:
        """Refuses a board that is not legal, takes a spread card back or, `with_it`, leaves the drawn card unused."""
        if answer.piles is None:
            return
        before, after = Counter(cards_of(self.boards[place])), Counter(cards_of(answer.piles))
        if missing := before - after:
            gone = text_of_cards(missing.elements())
            raise Refusal("spread", f"{answer} is refused: {gone} is spread already and stays on the board", "PAN-40")
        for pile in answer.piles:
            self.spreads.judge(pile)
        card = self.drawn.cards[0]
        if with_it and not (after - before)[card]:
            clause = "PAN-26" if self.taken else "PAN-39"
            raise Refusal("spread", f"{answer} is refused: it does not use {text_of(card)}, the card drawn", clause)

    def lay(self, place: Place, piles: Board) -> bool:
        """The board lies as said, the cards off the hand; whether the drawn card is among them."""
        laid = Counter(cards_of(piles)) - Counter(cards_of(self.boards[place]))
        card = self.drawn.cards[0]
        used = laid[card] > 0
        if used:
            laid[card] -= 1
            clear(self.drawn)
        place.cards = without(place.cards, laid)
        for index in range(len(self.boards[place])):
            del self.felt.spots[f"spread {place.name}.{index + 1}"]
        self.boards[place] = tuple(in_order(pile) for pile in piles)
        for index, pile in enumerate(self.boards[place]):
            spot = self.felt.spot(f"spread {place.name}.{index + 1}")
            spot.take(pile, tuple(range(len(pile))))
        return used

    def rise(self, place: Place) -> int:
        """By how many chips the board is worth more than it ever was in this hand; noted as paid (PAN-53)."""
        worth = self.spreads.worth(self.boards[place])
        rise = max(0, worth - self.highest[place])
        self.highest[place] += rise
        return rise


def clear(spot: Spot) -> None:
    """Nothing lies there any more."""
    spot.cards, spot.up = (), set()


def without(cards: Cards, gone: "Counter[Card]") -> Cards:
    """The cards that are left, in their order."""
    gone = Counter(gone)
    left = []
    for card in cards:
        if gone[card] > 0:
            gone[card] -= 1
        else:
            left.append(card)
    return tuple(left)
