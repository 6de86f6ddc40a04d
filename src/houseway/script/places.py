"""Where cards and chips lie: spots, the places of the seats with their circles, and the bank's."""

from houseway.cards import Card, Cards
from houseway.script.money import Cents
from houseway.script.names import title_of


class Spot:
    """Somewhere cards lie: a hand, the board, a pile, the muck. Face down unless turned up."""

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
        """The cards join those that lie here; `show` counts from the first of the new ones."""
        held = len(self.cards)
        self.cards += cards
        for index in show:
            self.up.add(held + index)

    def turn_up(self, *indexes: int) -> None:
        """These cards, or without indexes all of them, are face up from now on."""
        if indexes:
            self.up.update(indexes)
        else:
            self.up = set(range(len(self.cards)))

    def seen_by(self, viewer: str) -> list[Card | None]:
        """Each card, or None where this viewer may not see it."""
        if viewer in self.viewers:
            return list(self.cards)
        return [card if index in self.up else None for index, card in enumerate(self.cards)]

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name}>"


class Place(Spot):
    """A betting place: the main circle of a seat (circle 1), or a backline circle behind it (2 to 5).

    `wagers` are the chips on its circles now. A backline place has no cards of its own: it stands behind a seat's.
    `enters` says how somebody who was not dealt in before comes in (see SeatSetup). `player` is a name to be read; who
    somebody is says `person`. `stack` are the chips of that person beside the circles, None where nobody counts them,
    and `bought` those bought during the round.
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
        """The place where the chips of its player are counted."""
        return self

    def buy(self, cents: Cents) -> None:
        """More chips beside the circles, where they are counted; `bought` remembers them."""
        if self.stack is not None:
            self.stack += cents
            self.bought += cents

    def affords(self, cents: Cents) -> bool:
        """Whether the player has these chips left beside the circles."""
        return self.stack is None or self.stack >= cents


class FurtherPlace(Place):
    """One more place of somebody who has one: the chips beside the circles are those of the first, and one number."""

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
    """The bank's place: who holds it and what was posted. `posted` is None when the house banks and covers all.

    Its cards are the house dealer's to play (PD-21): their holder sees them only where a game says so.
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
