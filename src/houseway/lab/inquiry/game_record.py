"""The record of a game in the lab, by which every question finds its parts."""

from functools import cache
from typing import Final

from msgspec import Struct

from houseway.roster import OWN, listings, part


class GameLab(Struct, frozen=True, kw_only=True):
    """Places of the parts of one game (see `houseway.roster.part`); a part may be absent.

    `exact` is a Solver, `advice` an Adviser, `simulation` a function that makes a Model, `split` what a game of split
    hands brings to the pai gow method, and `equity` how a poker game's hands
    are made and ranked, with some `hands` as a person writes them. `bank_sets` is the
    clause by which a bank sets its hand the house way, `bank_free` what the option `banker_setting` says where it need
    not. `bench` are the strategies by which `houseway bench` plays the kernel, and `odds` where it solves the game too.
    """

    exact: str = ""
    advice: str = ""
    simulation: str = ""
    split: str = ""
    equity: str = ""
    hands: str = ""
    bank_sets: str = ""
    bank_free: str = ""
    bench: tuple[str, ...] = ()


NOTHING_KNOWN: Final = GameLab()


def labs() -> dict[str, GameLab]:
    """Returns the record of every game. A game from outside whose record cannot be loaded is left out."""
    found = {}
    for game_id in listings():
        try:
            found[game_id] = lab_of(game_id)
        except Exception:  # a package may raise anything when it is imported; the other games go on
            if game_id in OWN:
                raise
    return found


@cache
def lab_of(game_id: str) -> GameLab:
    """The record of a game; an empty one where nobody has looked into it."""
    listing = listings().get(game_id)
    found: GameLab = part(listing.lab) if listing is not None and listing.lab else NOTHING_KNOWN
    return found
