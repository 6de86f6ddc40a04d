"""Record of Fortune Pai Gow for the lab."""

from typing import Final

from houseway.lab.inquiry.game_record import GameLab

LAB: Final = GameLab(
    exact="houseway.lab.games.fortune_pai_gow.exact:SOLVER",
    advice="houseway.lab.methods.pai_gow.advice",
    simulation="houseway.lab.games.fortune_pai_gow.simulation:model",
    split="houseway.lab.games.fortune_pai_gow.way:SPLIT",
    bank_sets="FPG-32",
)
