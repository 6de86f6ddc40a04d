"""Places of cards and chips: spots, the seats' places with their circles, and the bank's place."""

from houseway.cards import Card, Cards
from houseway.script.money import Cents
from houseway.script.names import title_of


class Spot:
    """A spot for cards: a hand, the board, a pile, the muck. Cards lie face down unless turned up."""

    __slots__ = ("cards", "name", "up", "viewers")

    def __init__(self, name: str, viewers: frozenset[str] = frozenset()) -> None:
        self.name = name
        self.cards: Cards = ()
        self.up: set[int] = set()
        self.viewers = viewers

    @property
    def title(self) -> str:
        return title_of(self.name)

    def take(self, cards: Cards, show: tuple[int, ...] = ()) -> None:
        """Adds cards to those that lie here. `show` holds the indexes, within the new ones, of face-up cards."""
        held = len(self.cards)
        self.cards += cards
        for index in show:
            self.up.add(held + index)

    def turn_up(self, *indexes: int) -> None:
        """Turns these cards face up, or all of them without indexes."""
        if indexes:
            self.up.update(indexes)
        else:
            self.up = set(range(len(self.cards)))

    def seen_by(self, viewer: str) -> list[Card | None]:
        """Returns each card, or None if this viewer may not see it."""
        if viewer in self.viewers:
            return list(self.cards)
        return [card if index in self.up else None for index, card in enumerate(self.cards)]

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name}>"


class Place(Spot):
    """A betting place: the main circle of a seat (circle 1), or a backline circle behind it (2 to 5).

    `wagers` are the chips on its circles now. A backline place has no cards; it stands behind a seat's. `enters` says
    how a player who was not dealt in before comes in (see SeatSetup). `player` is a displayed name, and `person`
    identifies the player. `stack` is the person's chips beside the circles, None if they are not counted. `bought`
    counts those bought during the round.
    """

    __slots__ = (
        "backers", "behind", "bought", "circle", "enters", "folded", "person", "player", "seat", "stack", "wagers",
    )  # fmt: skip

    def __init__(
        self,
        seat: int,
        player: str,
        wagers: dict[str, Cents],
        stack: Cents | None = None,
        circle: int = 1,
        behind: "Place | None" = None,
        enters: str = "",
        person: str = "",
    ) -> None:
        self.name = name = f"{seat}" if circle == 1 else f"{seat}.{circle}"
        self.cards = ()
        self.up = set()
        self.viewers = frozenset((name,))
        self.seat = seat
        self.circle = circle
        self.player = player
        self.person = person or player
        self.wagers = wagers
        self.stack = stack
        self.behind = behind
        self.enters = enters
        self.bought = 0
        self.backers: list[Place] = []
        self.folded = False

    @property
    def purse(self) -> "Place":
        """The place that counts this player's chips."""
        return self

    def buy(self, cents: Cents) -> None:
        """Adds bought chips to a counted stack, and to `bought`."""
        if self.stack is not None:
            self.stack += cents
            self.bought += cents

    def affords(self, cents: Cents) -> bool:
        """Returns True if the player has these chips beside the circles."""
        return self.stack is None or self.stack >= cents


class FurtherPlace(Place):
    """A further place of a person, which shares the stack of the first."""

    __slots__ = ("first",)

    def __init__(
        self,
        first: Place,
        seat: int,
        player: str,
        wagers: dict[str, Cents],
        circle: int = 1,
        behind: Place | None = None,
    ) -> None:
        self.first = first
        super().__init__(seat, player, wagers, first.stack, circle, behind, "", first.person)

    @property
    def purse(self) -> Place:
        return self.first

    @property
    def stack(self) -> Cents | None:
        return self.first.stack

    @stack.setter
    def stack(self, cents: Cents | None) -> None:
        self.first.stack = cents

    @property
    def bought(self) -> Cents:
        return self.first.bought

    @bought.setter
    def bought(self, cents: Cents) -> None:
        self.first.bought = cents


class Bank(Place):
    """The bank's place: its holder and the posted amount. `posted` is None if the house banks and covers all.

    The house dealer plays its cards (PD-21). Its holder sees them only in games that say so.
    """

    __slots__ = ("posted", "turn")

    def __init__(
        self,
        seat: int,
        player: str,
        posted: Cents | None,
        turn: int = 1,
        stack: Cents | None = None,
        person: str = "",
    ) -> None:
        super().__init__(seat, player, {}, stack, person=person)
        self.name = "bank"
        self.viewers = frozenset()
        self.posted = posted
        self.turn = turn
