"""Record of Pure 21.5 Blackjack for the lab."""

from typing import Final

from houseway.lab.inquiry.game_record import GameLab

LAB: Final = GameLab(
    exact="houseway.lab.games.pure_21_5_blackjack.exact:SOLVER",
    advice="houseway.lab.games.pure_21_5_blackjack.advice",
    simulation="houseway.lab.games.pure_21_5_blackjack.simulation:model",
    bench=("best",),
)
