"""Pai Gow Poker of the Seneca Niagara at speed."""

from houseway.lab.progress import Tell
from houseway.lab.question import Question
from houseway.lab.simulation.choice import Choice
from houseway.lab.simulation.model import Cells
from houseway.lab.simulation.seven_cards import seven_card_model


def model(asked: Question, player: Choice, bank: Choice, tell: Tell) -> Cells:
    """The main wager alone."""
    return seven_card_model(asked, player, bank, tell)
