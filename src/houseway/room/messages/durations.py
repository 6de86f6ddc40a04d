"""Durations in milliseconds, the unit of every clock of the room."""

from typing import Final

SECOND_MS: Final = 1000
MINUTE_MS: Final = 60 * SECOND_MS
DAY_MS: Final = 86_400_000
