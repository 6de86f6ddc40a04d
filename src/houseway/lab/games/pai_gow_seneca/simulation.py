"""Simulation model of Pai Gow Poker of the Seneca Niagara."""

from houseway.lab.inquiry.progress import Progress
from houseway.lab.inquiry.question import Question
from houseway.lab.methods.pai_gow.simulation.seven_card_model import seven_card_model
from houseway.lab.simulation.model import CellModel
from houseway.lab.simulation.strategies import Tactic


def model(asked: Question, player: Tactic, bank: Tactic, tell: Progress) -> CellModel:
    """Returns the model of the main wager alone."""
    return seven_card_model(asked, player, bank, tell)
