"""What a person's own cards are called, and every way to set them: for the page that helps to set a hand."""

from houseway.cards import text_of_cards
from houseway.hands.hand import Hand
from houseway.room.views import SettingOffer
from houseway.script import Answer, Ask, Refusal
from houseway.table.round import Round

COMMON = ("board", "community")
"""Spots whose cards everybody plays with."""
FEW = 3
"""So many of the best settings are suggested beside the house way."""


def hands_named(round_: Round, spots: list[str]) -> dict[str, str]:
    """What lies at these spots, in a dealer's words; nothing of a spot whose cards make no hand by themselves."""
    named = {}
    spots_there = round_.felt.spots
    common = [
        card for name in COMMON if name in spots_there for card in spots_there[name].seen_by("") if card is not None
    ]
    for name in spots:
        cards = (*spots_there[name].cards, *common)
        try:
            ranked = round_.game.rank(cards, round_.felt.rules)
        except (Refusal, ValueError):
            continue
        first = next(iter(ranked.values()), None)
        if isinstance(first, Hand) and first.value and first.says:
            named[name] = first.says
    return named


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
