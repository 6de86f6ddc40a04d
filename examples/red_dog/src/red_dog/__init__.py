"""Red Dog, listed for Houseway under the entry point group `houseway.games`."""

from pathlib import Path
from typing import Final

from houseway.roster import Listing

LISTING: Final = Listing(
    id="red-dog",
    rules=Path(__file__).with_name("rules.toml"),
    script="red_dog.game:GAME",
    bots="red_dog.bots",
    lab="red_dog.lab:LAB",
    layout=Path(__file__).with_name("cloth.toml"),
    words=Path(__file__).with_name("words"),
)
