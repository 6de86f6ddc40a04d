"""Record of Texas Hold'em for the lab."""

from typing import Final

from houseway.lab.inquiry.game_record import GameLab

LAB: Final = GameLab(
    advice="houseway.lab.methods.poker.advice",
    equity="houseway.lab.games.texas_holdem.showdown_hands:poker",
    hands="AdAc,KhKs",
)
