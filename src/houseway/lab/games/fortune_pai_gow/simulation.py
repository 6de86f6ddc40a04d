"""Simulation model of Fortune Pai Gow Poker."""

from houseway.games.fortune_pai_gow import FORTUNE
from houseway.hands import seven
from houseway.lab.inquiry.progress import Progress
from houseway.lab.inquiry.question import Question
from houseway.lab.methods.pai_gow.simulation.seven_card_model import seven_card_model
from houseway.lab.simulation.model import CellModel
from houseway.lab.simulation.strategies import Tactic


def model(asked: Question, player: Tactic, bank: Tactic, tell: Progress) -> CellModel:
    """Returns the model of the main and a Fortune wager of one unit each, for one player, so without Envy prizes."""
    pays = {row: asked.pays_or_loses("FPG-BONUS", row) for row in seven.ROWS}
    joker = bool(asked.rules.options.royal_match_joker)
    return seven_card_model(asked, player, bank, tell, bonus=FORTUNE, pays=pays, match_joker=joker)
