"""What a person's own cards are called, and every way to set them: for the page that helps to set a hand."""

from houseway.cards import Cards, text_of_cards
from houseway.room.views import SettingOffer
from houseway.script import Answer, Ask, Refusal
from houseway.table.round import Round

COMMON = ("board", "community")
"""Spots whose cards everybody plays with."""
FEW = 3
"""So many of the best settings are suggested beside the house way."""


def common_cards(round_: Round) -> Cards:
    """The cards that lie open for everybody to play with."""
    spots = [round_.felt.spots[name] for name in COMMON if name in round_.felt.spots]
    return tuple([card for spot in spots for card in spot.seen_by("") if card is not None])


def hand_named(round_: Round, spot: str, common: Cards) -> str:
    """What lies at that spot, in a dealer's words; nothing of cards that make no hand by themselves."""
    cards = (*round_.felt.spots[spot].cards, *common)
    try:
        ranked = round_.game.rank(cards, round_.felt.rules)
    except (Refusal, ValueError):
        return ""
    first = next(iter(ranked.values()), None)
    return "" if first is None else first.says


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


def suggested(settings: list[SettingOffer], ask: Ask, offers: list[Answer]) -> list[Answer]:
    """Whole answers that a person may choose from: the house way and a few more settings before any others."""
    choice = next((each for each in ask.choices if each.pick is not None), None)
    if not settings or choice is None or choice.pick is None:
        return offers
    lows = [each.pick.split() for each in settings[: 1 + FEW]]
    cards = {text_of_cards((card,)): card for card in choice.pick}
    return [Answer(choice.name, cards=tuple([cards[text] for text in low])) for low in lows]
