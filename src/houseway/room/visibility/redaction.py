"""Redaction: the cards and decisions of a round that each person saw, and the document as that person may read it
(6.5.18).
"""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from houseway.cards import cards_from, text_of_cards
from houseway.room.messages.outcomes import Seen
from houseway.room.messages.story_lines import HIDDEN
from houseway.room.visibility.card_tracking import EVERYBODY, Card, CardTracker
from houseway.script import Answer
from houseway.table.round import Round
from houseway.table.setup import Document


def tracked_cards(round_: Round) -> list[Card]:
    """Returns every card of the round in the order of the deal, with its viewers."""
    tracker = CardTracker(round_.felt.spots)
    for each in round_.felt.log:
        tracker.take(each)
    tracker.mark_viewers()
    return tracker.cards


def seen_in(round_: Round, persons: Mapping[str, str], dealt: Iterable[Card] | None = None) -> Seen:
    """Returns the cards and decisions of the document that each person saw. "" stands for everybody."""
    cards: dict[str, dict[str, list[int]]] = {}
    for card in tracked_cards(round_) if dealt is None else dealt:
        viewers = (
            {EVERYBODY} if EVERYBODY in card.places else {persons[name] for name in card.places if name in persons}
        )
        for person in sorted(viewers):
            cards.setdefault(person, {}).setdefault(card.spot, []).append(card.index)
    decisions: dict[str, dict[str, list[int]]] = {}
    count: dict[str, int] = {}
    for event in round_.events:
        if not isinstance(event.given, Answer):
            continue
        index = count.get(event.to, 0)
        count[event.to] = index + 1
        person = persons.get(event.to, EVERYBODY) if round_.is_secret(event) else EVERYBODY
        decisions.setdefault(person, {}).setdefault(event.to, []).append(index)
    return Seen(cards, decisions)


def all_open(dealt: Iterable[Card]) -> bool:
    """Returns whether every card lay open to everybody. The seed then reveals nothing new about any hand."""
    return all(EVERYBODY in card.places for card in dealt)


def numbers_seen(dealt: Iterable[Card], places: set[str]) -> tuple[int, ...]:
    """Returns the numbers, in the order of the deal, of the cards that these places or everybody saw."""
    seen = {*places, EVERYBODY}
    return tuple([card.number for card in dealt if not card.places.isdisjoint(seen)])


def document_for(document: Document, seen: Seen, person: str) -> dict[str, Any]:
    """Returns the document for that person: `--` for each card they never saw, null for each
    secret decision of others.
    """
    fields: dict[str, Any] = msgspec.to_builtins(document)
    told = [seen.cards.get(EVERYBODY, {}), seen.cards.get(person, {})]
    fields["cards"] = {spot: _masked(text, told, spot) for spot, text in document.cards.items()}
    known = [seen.decisions.get(EVERYBODY, {}), seen.decisions.get(person, {})]
    fields["decisions"] = {
        place: [
            decision if any(index in each.get(place, ()) for each in known) else None
            for index, decision in enumerate(decisions)
        ]
        for place, decisions in document.decisions.items()
    }
    return fields


def _masked(text: str, told: list[dict[str, list[int]]], spot: str) -> str:
    shown = {index for each in told for index in each.get(spot, ())}
    cards = cards_from(text)
    return " ".join([text_of_cards((card,)) if index in shown else HIDDEN for index, card in enumerate(cards)])
