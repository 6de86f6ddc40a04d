"""Record of Pai Gow Poker of the Seneca Niagara for the lab."""

from typing import Final

from houseway.lab.inquiry.game_record import GameLab

LAB: Final = GameLab(
    exact="houseway.lab.games.pai_gow_seneca.exact:SOLVER",
    advice="houseway.lab.methods.pai_gow.advice",
    simulation="houseway.lab.games.pai_gow_seneca.simulation:model",
    split="houseway.lab.games.pai_gow_seneca.way:SPLIT",
    bank_sets="PGS-18",
)
