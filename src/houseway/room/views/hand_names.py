"""Names of hands, in English and by key with facts, and every setting of a hand with the names of its parts."""

from itertools import combinations
from typing import Final, NamedTuple

from houseway.cards import Cards, text_of_cards
from houseway.hands import Hand, HandName
from houseway.room.messages.view_types import HandNameView, SettingOffer
from houseway.script import Answer, Ask, NamedHand, RankedCards, Refusal
from houseway.table.round import Round

COMMON = ("board",)
"""Spots whose cards are part of everybody's hand. A community card that only a side bet uses is not in the list."""
FEW = 3
"""Number of the best settings that the page suggests beside the house way."""


class HandWords(NamedTuple):
    """The words for a hand: English, and the same by key and facts if its game gives them."""

    says: str = ""
    name: HandNameView | None = None


NOTHING: Final = HandWords()


def hand_named(round_: Round, spot: str) -> tuple[HandWords, HandWords]:
    """Returns the dealer's name for the cards at a spot, and for the low hand if the same cards compete for both
    halves.

    Returns no words if the cards make no hand by themselves.
    """
    spots = round_.felt.spots
    common = [card for name in COMMON if name in spots for card in spots[name].seen_by("") if card is not None]
    try:
        ranked = round_.game.rank((*spots[spot].cards, *common), round_.felt.rules)
    except (Refusal, ValueError):
        return NOTHING, NOTHING
    both = [*ranked][:2] == ["high", "low"]
    return _called(next(iter(ranked.values()), None)), _called(ranked["low"]) if both else NOTHING


def _called(ranked: object) -> HandWords:
    return called(ranked) if isinstance(ranked, Hand) and ranked.value else NOTHING


def called(ranked: RankedCards) -> HandWords:
    """The words of a ranked hand and its name."""
    return named_as(ranked.says, ranked.name if isinstance(ranked, Hand) else None)


def named_as(says: str, name: NamedHand | None) -> HandWords:
    """The words with their name. A name of other words is left out: a game has replaced what is said."""
    return HandWords(says, _view(name) if name is not None and name.says == says else None)


def _view(name: NamedHand) -> HandNameView:
    return HandNameView(
        name.ladder, {fact: _view(value) if isinstance(value, HandName) else value for fact, value in name.facts}
    )


def settings_of(round_: Round, ask: Ask) -> list[SettingOffer]:
    """Returns every setting of the hand that is not foul, the house way first; empty if no hand is to be set."""
    game, rules = round_.game, round_.felt.rules
    choice = next((each for each in ask.choices if each.pick is not None), None)
    if game.settings is None or game.house_way is None or choice is None or choice.pick is None:
        return []
    try:
        house, every = game.house_way(choice.pick, rules), game.settings(choice.pick, rules)
    except (Refusal, ValueError):
        return []
    if len(house.low) != choice.most:
        return []
    ways = [house, *[each for each in every if set(each.low) != set(house.low)]]
    return [
        _offer(each.low, named_as(each.high_says, each.high_name), named_as(each.low_says, each.low_name))
        for each in ways
    ]


def fouls_of(round_: Round, ask: Ask, settings: list[SettingOffer]) -> list[SettingOffer]:
    """Returns the foul settings with the names of both parts, so that a player who lays one sees why it is foul."""
    choice = next((each for each in ask.choices if each.pick is not None), None)
    if not settings or choice is None or choice.pick is None:
        return []
    legal = {frozenset(each.pick.split()) for each in settings}
    lows = [low for low in combinations(choice.pick, choice.most) if frozenset(text_of_cards(low).split()) not in legal]
    parts = [(low, tuple([card for card in choice.pick if card not in low])) for low in lows]
    return [_offer(low, _part(round_, high), _part(round_, low)) for low, high in parts]


def _offer(picked: Cards, high: HandWords, low: HandWords) -> SettingOffer:
    return SettingOffer(text_of_cards(picked), high.says, low.says, high.name, low.name)


def _part(round_: Round, cards: Cards) -> HandWords:
    """Returns the name of one part of a setting."""
    try:
        return _called(next(iter(round_.game.rank(cards, round_.felt.rules).values()), None))
    except (Refusal, ValueError):
        return NOTHING


def suggested(settings: list[SettingOffer], ask: Ask, offers: list[Answer]) -> list[Answer]:
    """Returns the whole answers that the page suggests: the house way and a few more settings,
    if a hand is to be set.
    """
    choice = next((each for each in ask.choices if each.pick is not None), None)
    if not settings or choice is None or choice.pick is None:
        return offers
    lows = [each.pick.split() for each in settings[: 1 + FEW]]
    cards = {text_of_cards((card,)): card for card in choice.pick}
    return [Answer(choice.name, cards=tuple([cards[text] for text in low])) for low in lows]
