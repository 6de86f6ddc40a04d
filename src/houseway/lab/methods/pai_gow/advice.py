"""Advice on the pai gow games: every setting of a hand against every opponent who sets the house way.

That needs the tallies of the table, which `warm_up` computes and caches. Without them, a few thousand random opponents
stand for all, so that nobody has to wait.
"""

from functools import lru_cache, partial
from math import comb, sqrt
from random import Random
from typing import Final

from houseway.cards import JOKER, PACK, Cards, text_of_cards
from houseway.games.kit.pai_gow.house_rules import MAIN
from houseway.lab.inquiry.advice import Advice, SeenView, Worth, advice
from houseway.lab.inquiry.progress import silent
from houseway.lab.inquiry.question import Question
from houseway.lab.methods.pai_gow.setting_values import expected_of, nets_of
from houseway.lab.methods.pai_gow.way import Counts, Halves, Meet, Nets, SplitDeck, split_of, way_of
from houseway.script import Cents

OPPONENTS: Final = 2_000
FREE: Final = "the bank may set as it likes, and is thought to set the house way"
OTHERS: Final = "every player is thought to set the house way, and not to double; the bank to reach every wager"
FEES: Final = "before the commission on what the bank wins (MPG-65)"


def advised(seen: SeenView) -> Advice:
    """Advises on every setting that is not foul and on the house way; in Mini Pai Gow each doubled or not."""
    banks, asked = seen.view.viewer == "bank", seen.asked
    if banks and all(choice.pick is None for choice in seen.view.choices):
        return _advise_on_piles(seen)
    unit = _staked(seen) if banks else seen.wagers[MAIN]
    nets = _bank_nets(asked, unit) if banks else _nets(seen, unit)
    meet, method, error = _opponents(asked, seen.mine, banks)
    worths: list[Worth] = []
    for each in expected_of(asked, seen.mine, nets, meet):
        low, says = text_of_cards(each.setting.low), f"{each.setting.high_says}, {each.setting.low_says}"
        worth = float(each.expectation)
        worths.append(({"double": low}, worth, f"{says}, doubled") if each.doubled else ({"set": low}, worth, says))
        if each.house_way and seen.offers("house-way"):
            worths.append(("house-way", worth, says))
    return advice(seen, worths, unit, exact=not error, method=method, error=error, notes=_notes(seen, banks))


def warmed(asked: Question) -> None:
    """Computes the tallies of the table. The first time takes up to a minute; the result is cached."""
    from houseway.lab.methods.pai_gow.opponents import in_deck, met, table_of

    table = table_of(asked.rules, silent)
    hand = tuple(range(0, 5 * table.deck.hand, 5))
    met(table, in_deck(table.deck, hand), [(0, 0)])


def _advise_on_piles(seen: SeenView) -> Advice:
    """Advises a bank that names a pile of cards: all piles are alike."""
    worths: list[Worth] = [(choice.name, 0.0, "") for choice in seen.view.choices]
    return advice(seen, worths, 1, exact=True, method="cards that nobody has seen are all alike")


def _notes(seen: SeenView, banks: bool) -> list[str]:
    options = seen.asked.rules.options
    if banks:
        return [OTHERS, *([FEES] if options.get("banker_commission", "none") != "none" else [])]
    free = seen.view.bank.wagers if split_of(seen.asked.game).doubles else options.get("banker_setting") == "free"
    return [FREE] if free else []


# -- what a hand brings -------------------------------------------------------------------------------------------


def _staked(seen: SeenView) -> Cents:
    """Returns all that is staked on hands against the bank, the house's own included."""
    return sum(place.wagers.get(name, 0) for place in seen.view.places for name in split_of(seen.asked.game).staked)


def _nets(seen: SeenView, wager: Cents) -> tuple[Nets, ...]:
    """Returns the nets at the player's own wager, which rounds a commission; doubled only if that is offered."""
    charged = split_of(seen.asked.game).against_player
    banked = charged is not None and seen.view.bank.wagers
    nets = charged(seen.asked, wager) if charged is not None and banked else nets_of(seen.asked, wager)
    return tuple(each for each in nets if not each.doubled or seen.offers("double"))


def _bank_nets(asked: Question, staked: Cents) -> tuple[Nets, ...]:
    """Returns the nets of the same hands from the bank's side."""
    lost, pushed, won = nets_of(asked, staked)[0].qualified
    mine = -won, -pushed, -lost
    return (Nets(mine, mine),)


# -- opponents ----------------------------------------------------------------------------------------------------


def _opponents(asked: Question, mine: Cards, banks: bool) -> tuple[Meet, str, float]:
    """Returns the opponents that a hand's settings meet, words for them, and the standard error: 0 if they are all."""
    from houseway.lab.methods.pai_gow.opponents import in_deck, kept_table, met

    table = kept_table(asked.rules)
    if table is None:
        method = f"{OPPONENTS:,} hands at random, the same for every setting, set by the house way"
        return partial(_met, _random_hands(asked, mine), banks), method, 1 / sqrt(OPPONENTS)
    others = comb(table.deck.size - table.deck.hand, table.deck.hand)
    method = f"every one of the {others:,} hands that these cards leave, set by the house way"
    return partial(met, table, in_deck(table.deck, mine), banks=banks), method, 0.0


@lru_cache(maxsize=64)
def _random_hands(asked: Question, mine: Cards) -> list[Halves]:
    """Returns random opponents' hands that share no card with this one, the same at every call."""
    way = way_of(asked.rules)
    left = [card for card in _pack(way.deck) if card not in mine]
    random = Random(text_of_cards(mine))
    return [way.house(tuple(random.sample(left, way.deck.hand))) for _ in range(OPPONENTS)]


def _pack(deck: SplitDeck) -> Cards:
    return (*PACK, JOKER) if deck.joker else PACK


def _met(hands: list[Halves], banks: bool, settings: list[Halves], qualifies: int) -> list[tuple[Counts, Counts]]:
    """Counts as `opponents.met` does, in plain Python, for few opponents."""
    found = []
    for front, back in settings:
        counts = [[0, 0, 0], [0, 0, 0]]
        for other_front, other_back in hands:
            won = (front > other_front - banks) + (back > other_back - banks)
            counts[other_back >= qualifies][won] += 1
        (a, b, c), (d, e, f) = counts
        found.append(((a, b, c), (d, e, f)))
    return found
