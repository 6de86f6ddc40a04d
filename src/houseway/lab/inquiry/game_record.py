"""Record of a game in the lab, by which every question finds its parts."""

from functools import cache
from typing import Final

from msgspec import Struct

from houseway.roster import OWN, listings, part


class GameLab(Struct, frozen=True, kw_only=True):
    """Import paths of the parts of one game (see `houseway.roster.part`). A part may be absent.

    `exact` is a Solver, `advice` an Adviser, and `simulation` a function that makes a Model. `split` is what a game of
    split hands brings to the pai gow method. `equity` says how a poker game's hands are made and ranked, with some
    `hands` as a person writes them. By the clause `bank_sets` a bank sets its hand the house way, unless the option
    `banker_setting` has the value `bank_free`. `bench` lists the strategies by which `houseway bench` plays the kernel,
    and `odds` if it solves the game too.
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
        except Exception:  # an imported package may raise anything; the other games go on
            if game_id in OWN:
                raise
    return found


@cache
def lab_of(game_id: str) -> GameLab:
    """Returns the record of a game, or an empty one."""
    listing = listings().get(game_id)
    found: GameLab = part(listing.lab) if listing is not None and listing.lab else NOTHING_KNOWN
    return found
