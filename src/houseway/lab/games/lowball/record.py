"""Record of Lowball for the lab."""

from typing import Final

from houseway.lab.inquiry.game_record import GameLab

LAB: Final = GameLab(
    advice="houseway.lab.methods.poker.advice",
    equity="houseway.lab.games.lowball.showdown_hands:poker",
    hands="As2d3c7h,4c5s6d8h",
)
