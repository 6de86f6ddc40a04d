"""The middle of a pai gow round: the hands are set, the bank's is opened, and each wins, loses or pushes against it."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from houseway.cards import Cards
from houseway.games.kit.banked.setting import ask_to_set, lay, low_spot, split
from houseway.games.kit.pai_gow.house_way import Way
from houseway.games.kit.pai_gow.ranking import CARDS, FRONT, Ranking, Worth
from houseway.hands.hand import refuse
from houseway.script import LOSE, WIN, Ask, AskAll, Commission, Felt, Odds, Place, Refusal, Setting, Steps

MAIN = "main"


class HouseRules(NamedTuple):
    """How hands are set and judged at a table: the ranking, its house way, and the clauses that say so.

    `resets`: a foul hand is set anew by the house way instead of losing.
    """

    ranking: Ranking
    house_way: Callable[[Cards], Way]
    setting: str
    unset: str
    foul: str
    copy: str
    wins: tuple[str, ...]
    loses: tuple[str, ...]
    pushes: tuple[str, ...]
    resets: bool = False

    def ask(self, place: Place) -> Ask:
        """Which two cards go in front; a hand left alone is set by the house way."""
        return ask_to_set(place, FRONT, self.setting, house_way=self.unset, foul=self.foul)

    def set_hand(self, felt: Felt, place: Place, front: Cards | None) -> Worth:
        """The two hands lie apart from now on: as they were set, or by the house way."""
        cards = place.cards
        if front is not None:
            worth = self.ranking.worth(*split(cards, front))
            if not (worth.foul and self.resets):
                lay(felt, place, front)
                return worth
        front, back = split(cards, self.house_way(cards).front)
        lay(felt, place, front)
        return self.ranking.worth(front, back)

    def reset(self, felt: Felt, place: Place) -> Worth:
        """A hand that was laid down foul is taken up and set by the house way."""
        felt.give(low_spot(felt, place), to=place)
        return self.set_hand(felt, place, None)

    def setting_of(self, cards: Cards, *clauses: str) -> Setting:
        """The house way of these cards, in words and with the clauses that decided."""
        refuse(cards, (CARDS,), joker=True)
        way = self.house_way(cards)
        return self.ranking.setting(*split(cards, way.front), *clauses, *way.clauses)


def set_hands(felt: Felt, house: HouseRules, places: Sequence[Place]) -> Steps[list[Worth]]:
    """All players set at once and in secret; what each setting is worth, in the order of the places."""
    answers = yield AskAll(tuple([house.ask(place) for place in places]))
    return [house.set_hand(felt, place, answer.cards) for place, answer in zip(places, answers, strict=True)]


def judge(
    felt: Felt,
    house: HouseRules,
    place: Place,
    mine: Worth,
    banks: Worth,
    odds: Odds,
    commission: Commission | None = None,
) -> None:
    """What becomes of the wager on a hand and of those behind it: front meets front and back meets back."""
    if mine.foul:
        for owner in (place, *place.backers):
            felt.lose(owner, MAIN, house.foul)
        return
    outcome = mine.against(banks)
    copied = (house.copy,) if mine.front == banks.front or mine.back == banks.back else ()
    for owner in (place, *place.backers):
        if outcome is WIN:
            felt.win(owner, MAIN, odds, *house.wins, commission=commission)
        elif outcome is LOSE:
            felt.lose(owner, MAIN, *house.loses, *copied)
        else:
            felt.push(owner, MAIN, *house.pushes, *copied)


def refuse_small_bank(felt: Felt, clause: str) -> None:
    """The player-dealer has posted at least the smallest bank of the table."""
    posted, least = felt.bank.posted, felt.options.bank_min * 100
    if posted is not None and posted < least:
        form = "a bank of {posted:money} is refused: the smallest is {low:money}"
        raise Refusal("bank", form, clause, "bank.posted", {"posted": posted, "low": least})
