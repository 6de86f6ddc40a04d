"""Record of Mini Pai Gow for the lab."""

from typing import Final

from houseway.lab.inquiry.game_record import GameLab

LAB: Final = GameLab(
    exact="houseway.lab.games.mini_pai_gow.exact:SOLVER",
    advice="houseway.lab.methods.pai_gow.advice",
    simulation="houseway.lab.games.mini_pai_gow.simulation:model",
    split="houseway.lab.games.mini_pai_gow.way:SPLIT",
    bank_sets="MPG-18",
)
