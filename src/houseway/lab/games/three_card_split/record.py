"""Record of Three Card Split Pai Gow for the lab."""

from typing import Final

from houseway.lab.inquiry.game_record import GameLab

LAB: Final = GameLab(
    exact="houseway.lab.games.three_card_split.exact:SOLVER",
    advice="houseway.lab.games.three_card_split.advice",
    simulation="houseway.lab.games.three_card_split.simulation:model",
    bank_sets="TCS-21",
    bench=("odds", "best"),
)
