"""Record of Three Card Poker for the lab."""

from typing import Final

from houseway.lab.inquiry.game_record import GameLab

LAB: Final = GameLab(
    exact="houseway.lab.games.three_card_poker.exact:SOLVER",
    advice="houseway.lab.games.three_card_poker.advice",
    simulation="houseway.lab.games.three_card_poker.simulation:model",
    bench=("odds", "best"),
)
