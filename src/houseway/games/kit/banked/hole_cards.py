"""Cards dealt to several hands in turn, and hands that nobody may look at yet."""

from collections.abc import Iterable, Sequence

from houseway.script import Deal, Place, Script, Spot

NOBODY: frozenset[str] = frozenset()


def deal_round(spots: Sequence[Spot], cards: int, *, at_once: bool) -> Script:
    """So many cards to each spot in turn: all at once, as a shuffler gives them, or one by one all the way round."""
    for _ in range(1 if at_once else cards):
        for spot in spots:
            yield Deal(cards if at_once else 1, to=spot)


def keep_down(places: Iterable[Place]) -> None:
    """The hands stay in front of the dealer: not even their owners may look."""
    for place in places:
        place.viewers = NOBODY


def pass_out(places: Iterable[Place]) -> None:
    """Each hand lies before its own player, who may look at it from now on."""
    for place in places:
        place.viewers = frozenset((place.name,))
