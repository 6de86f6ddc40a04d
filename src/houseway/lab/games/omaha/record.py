"""Record of Omaha for the lab."""

from typing import Final

from houseway.lab.inquiry.game_record import GameLab

LAB: Final = GameLab(
    advice="houseway.lab.methods.poker.advice",
    equity="houseway.lab.games.omaha.showdown_hands:poker",
    hands="AsAhKsKh,9c8c7d6d",
)
