"""High Card, the barest of games: rules and a script, and nothing else. Its listing brings neither bots nor a lab."""

from pathlib import Path
from typing import Final

from houseway.roster import Listing

LISTING: Final = Listing(
    id="high-card", rules=Path(__file__).with_name("rules.toml"), script="tests.guests.high_card.game:GAME"
)
