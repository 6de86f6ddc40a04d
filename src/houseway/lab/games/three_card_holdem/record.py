"""3 Card Hold'em: what the lab knows about it."""

from typing import Final

from houseway.lab.inquiry.game_record import GameLab

LAB: Final = GameLab(
    exact="houseway.lab.games.three_card_holdem.exact:SOLVER",
    advice="houseway.lab.games.three_card_holdem.advice",
    simulation="houseway.lab.games.three_card_holdem.simulation:model",
    bench=("odds", "best"),
)
