"""Fortune Pai Gow Poker at speed."""

from houseway.games.fortune_pai_gow import FORTUNE
from houseway.hands import seven
from houseway.lab.progress import Tell
from houseway.lab.question import Question
from houseway.lab.simulation.choice import Choice
from houseway.lab.simulation.model import Cells
from houseway.lab.simulation.seven_cards import seven_card_model


def model(asked: Question, player: Choice, bank: Choice, tell: Tell) -> Cells:
    """The main wager and a Fortune wager of one unit each; alone at the table, so no Envy prize comes."""
    pays = {row: asked.pays_or_loses("FPG-BONUS", row) for row in seven.ROWS}
    joker = bool(asked.rules.options.royal_match_joker)
    return seven_card_model(asked, player, bank, tell, bonus=FORTUNE, pays=pays, match_joker=joker)
