"""Record of Pai Gow Poker of California for the lab."""

from typing import Final

from houseway.lab.inquiry.game_record import GameLab

LAB: Final = GameLab(
    exact="houseway.lab.games.pai_gow_california.exact:SOLVER",
    advice="houseway.lab.methods.pai_gow.advice",
    simulation="houseway.lab.games.pai_gow_california.simulation:model",
    split="houseway.lab.games.pai_gow_california.way:SPLIT",
    bank_sets="PGC-29",
    bank_free="free",
    bench=("house-way",),
)
