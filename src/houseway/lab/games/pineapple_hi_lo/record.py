"""Record of Pineapple hi-lo for the lab."""

from typing import Final

from houseway.lab.inquiry.game_record import GameLab

LAB: Final = GameLab(
    advice="houseway.lab.methods.poker.advice",
    equity="houseway.lab.games.pineapple_hi_lo.showdown_hands:poker",
    hands="AsKs2d,random",
)
