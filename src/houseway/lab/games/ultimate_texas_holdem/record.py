"""Record of Ultimate Texas Hold'em for the lab."""

from typing import Final

from houseway.lab.inquiry.game_record import GameLab

LAB: Final = GameLab(
    exact="houseway.lab.games.ultimate_texas_holdem.exact:SOLVER",
    advice="houseway.lab.games.ultimate_texas_holdem.advice",
    simulation="houseway.lab.games.ultimate_texas_holdem.simulation:model",
    bench=("best", "table"),
)
