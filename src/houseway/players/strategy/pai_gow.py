"""The bot of seven-card pai gow: plays the house way, or strays to a higher front or a higher back."""

from itertools import combinations

from houseway.cards import Cards, cards_from, text_of_cards
from houseway.games.kit.banked.setting import HOUSE_WAY, SET, split
from houseway.games.kit.pai_gow.ranking import FRONT, ranking_of
from houseway.hands.wild import Joker
from houseway.players.bots import Temper
from houseway.table.reports.view import View
from houseway.table.setup import Decision

RANKINGS = ranking_of(Joker.SEMI), ranking_of(Joker.FULL)


def decide(view: View, temper: Temper) -> Decision:
    """Asks for the house way. A loose bot strays to the highest front, a tight one to the highest back.

    With the bank, it names any of the hands that it may name.
    """
    offered = {choice.name: choice for choice in view.choices}
    if HOUSE_WAY not in offered:
        return temper.rng.choice(sorted(offered))
    if not temper.strays():
        return HOUSE_WAY
    front = own_way(cards_from(" ".join(offered[SET].pick or ())), bold=temper.lean > 0)
    return {SET: text_of_cards(front)}


def own_way(cards: Cards, *, bold: bool) -> Cards:
    """Returns the highest front, or the front that leaves the highest back, among settings that no reading of the joker
    fouls.
    """
    semi = RANKINGS[0]
    legal = []
    for front, back in (split(cards, front) for front in combinations(cards, FRONT)):
        if not any(ranking.worth(front, back).foul for ranking in RANKINGS):
            worth = semi.worth(front, back)
            legal.append(((worth.front, worth.back) if bold else (worth.back, worth.front), front))
    return max(legal)[1]
