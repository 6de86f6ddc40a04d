"""What a person's own cards are called, and every way to set them: for the page that helps to set a hand."""

from itertools import combinations

from houseway.cards import Cards, text_of_cards
from houseway.hands.hand import Hand
from houseway.room.messages.view_types import SettingOffer
from houseway.script import Answer, Ask, Refusal
from houseway.table.round import Round

COMMON = ("board",)
"""Spots whose cards are part of everybody's hand; a community card that only a side bet looks at is none of them."""
FEW = 3
"""So many of the best settings are suggested beside the house way."""


def hand_named(round_: Round, spot: str) -> tuple[str, str]:
    """What lies at a spot, in a dealer's words: the hand, and the low one where the same cards compete for both halves.

    Empty where the cards make no hand by themselves.
    """
    spots = round_.felt.spots
    common = [card for name in COMMON if name in spots for card in spots[name].seen_by("") if card is not None]
    try:
        ranked = round_.game.rank((*spots[spot].cards, *common), round_.felt.rules)
    except (Refusal, ValueError):
        return "", ""
    both = [*ranked][:2] == ["high", "low"]
    return _said(next(iter(ranked.values()), None)), _said(ranked["low"]) if both else ""


def _said(ranked: object) -> str:
    return ranked.says if isinstance(ranked, Hand) and ranked.value else ""


def settings_of(round_: Round, ask: Ask) -> list[SettingOffer]:
    """Every setting of the hand that is not foul, the house way first; nothing where no hand is set."""
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
    return [SettingOffer(text_of_cards(each.low), each.high_says, each.low_says) for each in ways]


def fouls_of(round_: Round, ask: Ask, settings: list[SettingOffer]) -> list[SettingOffer]:
    """The settings that are foul, with the names of both parts: whoever lays one sees why."""
    choice = next((each for each in ask.choices if each.pick is not None), None)
    if not settings or choice is None or choice.pick is None:
        return []
    legal = {frozenset(each.pick.split()) for each in settings}
    lows = [low for low in combinations(choice.pick, choice.most) if frozenset(text_of_cards(low).split()) not in legal]
    parts = [(low, tuple([card for card in choice.pick if card not in low])) for low in lows]
    return [SettingOffer(text_of_cards(low), _part(round_, high), _part(round_, low)) for low, high in parts]


def _part(round_: Round, cards: Cards) -> str:
    try:
        return _said(next(iter(round_.game.rank(cards, round_.felt.rules).values()), None))
    except (Refusal, ValueError):
        return ""


def suggested(settings: list[SettingOffer], ask: Ask, offers: list[Answer]) -> list[Answer]:
    """Whole answers that a person may choose from: the house way and a few more settings before any others."""
    choice = next((each for each in ask.choices if each.pick is not None), None)
    if not settings or choice is None or choice.pick is None:
        return offers
    lows = [each.pick.split() for each in settings[: 1 + FEW]]
    cards = {text_of_cards((card,)): card for card in choice.pick}
    return [Answer(choice.name, cards=tuple([cards[text] for text in low])) for low in lows]
