"""Record of 3 Card Hold'em for the lab."""

from typing import Final

from houseway.lab.inquiry.game_record import GameLab

LAB: Final = GameLab(
    exact="houseway.lab.games.three_card_holdem.exact:SOLVER",
    advice="houseway.lab.games.three_card_holdem.advice",
    simulation="houseway.lab.games.three_card_holdem.simulation:model",
    bench=("odds", "best"),
)
