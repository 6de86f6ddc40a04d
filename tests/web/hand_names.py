"""Every name by which a hand may be called, and the English that a text of the catalogue makes of its facts."""

import re
from functools import cache
from typing import Any

from houseway.cards import ACE, RANK_NAMES, RANK_PLURALS, RANKS, SUIT_NAMES, SUITS, cards_from
from houseway.games import find
from houseway.games.kit.banked.hand_words import paying, paying_a_win, qualifying
from houseway.games.panguingue.spreads import NUMBERS
from houseway.hands import Hand, HandName, connectors, four, low, one, seven, three, totals, two
from houseway.hands.five import Wheel, ladder_of
from houseway.hands.hand import listed, name_of
from houseway.rulebook import Rules
from houseway.script import Odds

LADDERS = (ladder_of(Wheel.LOWEST), three.LADDER, two.LADDER, connectors.LADDER, low.LADDER)
RANKED = {
    "panguingue": (
        *("3s 3h 3d", "3s 3s 3s", "4d 4d 4d", "As 2s 3s", "Jc Qc Kc", "5h 6h 7h", "3s 3h 3d 3c", "Kd Kd Ks"),
        *(
            "Ad 2d 3d 4d 5d 6d 7d Jd Qd Kd",
            "As 2s 3s 4h 4d 4c",
            "As 2s 3s 4h 4d 4c 5s 5s 5s",
            "Js Qs Ks 7d",
            "3d 4d 5d",
        ),
    ),
    "three-card-holdem": (
        *("2c 3d", "As Ad", "4h 4s 2c", "9c 4h 7s", "2c 3d 4h 5s 7c", "2c 3d Ah Ks Qc", "Ah Ad 9s As 2c"),
        *("2c 7d 9h Ks Jc", "2c 3d Ah Ts 8c", "2c Ah Ks 9d 5h", "Kh Qd 9s 5s 2c", "As Ks Qs 2d 2h"),
    ),
    "pure-21-5-blackjack": ("As Ks", "8s 8h 8d", "Ts 6s", "Ts 9s", "Ts 9s 5d"),
    "lowball": ("As 2s 3s 4s 6d", "Ks Qs Js Ts 9d"),
    "ultimate-texas-holdem": ("As Ks Qs Js Ts", "2s 4h 6d 8c Ts"),
    "three-card-split": ("As Ks Qs", "As 7d 2c", "As 7d 2c 2d"),
}
"""Cards that are called by names of the games' own."""


@cache
def names() -> tuple[HandName, ...]:
    """Every name that the ladders have, and those that games give by themselves."""
    found = {name_of(rung.category, rung.ranks) for ladder in LADDERS for rung in ladder.rungs[1:]}
    found |= {low.low_name(rung.ranks) for rung in low.LADDER.rungs[1:] if rung.category == "no pair"}
    found |= {one.card_name(value) for value in range(1, 15)}
    found |= {four.row_name(value) for value in range(len(four.ROWS))} | {seven.row_name(at) for at in (9, 10, 11)}
    found |= {totals.total_name(kind, total) for kind in ("hard", "soft", "over") for total in range(2, 32)}
    found |= {qualifying(True), qualifying(False), paying(None), paying(Odds(3, 2)), paying(Odds(3), "flush")}
    found |= {paying_a_win(None), paying_a_win(Odds(3, 2)), name_of("high card", (ACE,))}
    found |= {_named(hand) for hand in [low.eight_hand(cards_from("9h 6d 4c 2s Ad")), _plus_a_pair()]}
    for game, texts in RANKED.items():
        options = {"sevens_rule": "true"} if game == "lowball" else {}
        for text in texts:
            hands = find(game).rank(cards_from(text), Rules.of(game, options)).values()
            found |= {_named(hand) for hand in hands if hand.category != "no spread"}
    return tuple(sorted(found, key=lambda name: name.says))


def _plus_a_pair() -> Hand:
    return three.bonus(cards_from("As Ks Qs 2d 2h"))


def _named(hand: Any) -> HandName:
    assert isinstance(hand, Hand)
    assert hand.name is not None, hand
    assert hand.name.says == hand.says
    return hand.name


def sent(name: HandName) -> dict[str, Any]:
    """The name as a client gets it."""
    facts = {fact: sent(value) if isinstance(value, HandName) else value for fact, value in name.facts}
    return {"ladder": name.ladder, "facts": facts}


def keys(name: HandName) -> set[str]:
    """The key of a name and of the names within it."""
    return {name.ladder}.union(*[keys(value) for _, value in name.facts if isinstance(value, HandName)])


def filled(text: str, name: HandName, texts: dict[str, str]) -> str:
    """The English of a text with the facts of a name."""
    facts: dict[str, Any] = dict(name.facts)

    def fact(found: re.Match[str]) -> str:
        value: Any = facts[found[1]]
        form = found[2]
        match form:
            case "rank":
                return RANK_NAMES[RANKS.index(value)]
            case "ranks":
                return RANK_PLURALS[RANKS.index(value)]
            case "rank-list":
                return listed([RANKS.index(code) for code in value])
            case "suit":
                return SUIT_NAMES[SUITS.index(value)]
            case "number":
                return str(NUMBERS[value])
            case "hand":
                return filled(texts[f"hand.{value.ladder}"], value, texts)
        return str(value)

    return re.sub(r"\{(\w+)(?:\|([\w-]+))?\}", fact, text)
