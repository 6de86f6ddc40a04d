"""Who has seen which cards and decisions of a round: what a document may tell each person (6.5.18).

Each card is followed from where it was dealt, over every spot that it came to, to where it lies.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from houseway.cards import cards_from, text_of_cards
from houseway.room.records import Seen
from houseway.room.story import HIDDEN
from houseway.script import Answer
from houseway.script.felt import SHOE, Move, Turn
from houseway.table.round import Event, Round
from houseway.table.setup import Document

EVERYBODY = ""


class Card:
    """One card that was dealt: its place in the document, and the places at the table that have seen it."""

    __slots__ = ("index", "number", "places", "spot")

    def __init__(self, spot: str, index: int, number: int) -> None:
        self.spot = spot
        self.index = index
        self.number = number
        self.places: set[str] = set()


def followed(round_: Round) -> list[Card]:
    """Every card in the order of the deal, with who has seen it."""
    lying: dict[str, list[Card]] = {}
    dealt: dict[str, int] = {}
    cards: list[Card] = []
    for each in round_.felt.log:
        if isinstance(each, Event):
            if isinstance(each.given, Answer) or each.to == "dice":
                continue
            spot = round_.felt.spots.get(each.to)
            viewers = spot.viewers if spot is not None else frozenset()
            for index in range(len(each.given)):
                card = Card(each.to, dealt.get(each.to, 0), len(cards))
                dealt[each.to] = card.index + 1
                card.places |= viewers | ({EVERYBODY} if index in each.up else set())
                lying.setdefault(each.to, []).append(card)
                cards.append(card)
        elif isinstance(each, Move):
            _move(lying, each)
        elif isinstance(each, Turn) and each.up:
            for index in each.indexes:
                lying[each.spot][index].places.add(EVERYBODY)
    return cards


def _move(lying: dict[str, list[Card]], move: Move) -> None:
    source = lying.get(move.source, [])
    moved = [source[index] for index in move.indexes]
    for card, before, after in zip(moved, move.lay_up, move.up, strict=True):
        card.places |= move.viewers | ({EVERYBODY} if before or after else set())
    gone = set(move.indexes)
    lying[move.source] = [card for index, card in enumerate(source) if index not in gone]
    if move.target == SHOE:
        return
    target = lying.setdefault(move.target, [])
    at = move.into[0] if move.into else len(target)
    target[at:at] = moved


def seen_in(round_: Round, persons: Mapping[str, str]) -> Seen:
    """Which cards and decisions of its document each person saw; what everybody saw stands under ""."""
    cards: dict[str, dict[str, list[int]]] = {}
    for card in followed(round_):
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


def numbers_seen(round_: Round, places: set[str]) -> tuple[int, ...]:
    """The cards that were seen at these places or by everybody, counted in the order of the deal."""
    return tuple([card.number for card in followed(round_) if card.places & {*places, EVERYBODY}])


def document_for(document: Document, seen: Seen, person: str) -> dict[str, Any]:
    """The document as that person may read it: `--` for each card that never lay open to them, null for each secret."""
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
