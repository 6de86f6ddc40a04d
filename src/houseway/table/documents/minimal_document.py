"""Shortens a document to what a dealer writes from the felt: no unseen cards, nothing that decides nothing."""

from msgspec import structs

from houseway.script import Game, Refusal
from houseway.table.documents.missing_dice import outcome_of
from houseway.table.documents.pile_documents import UNSEEN, by_seat
from houseway.table.documents.resumed_round import resume
from houseway.table.setup import Document


def as_written(game: Game, document: Document) -> Document:
    """Returns the same round with its cards by seat, without dice and pile numbers if the outcome stays the same."""
    if game.piles:
        document = by_seat(game, document)
    seen = {name: text for name, text in document.cards.items() if name not in UNSEEN}
    document = structs.replace(document, cards=seen)
    for shorter in (_without_dice, _without_first_bank_decision):
        document = _shorter_if_same(game, document, shorter(document))
    return document


def _shorter_if_same(game: Game, document: Document, shorter: Document) -> Document:
    if shorter == document:
        return document
    try:
        alike = outcome_of(resume(game, shorter)) == outcome_of(resume(game, document))
    except Refusal:  # the part left out decides something
        return document
    return shorter if alike else document


def _without_dice(document: Document) -> Document:
    return structs.replace(document, dice=[])


def _without_first_bank_decision(document: Document) -> Document:
    said = document.decisions.get("bank", [])
    if not said:
        return document
    decisions = {name: row for name, row in document.decisions.items() if name != "bank"}
    return structs.replace(document, decisions=decisions | ({"bank": said[1:]} if said[1:] else {}))
