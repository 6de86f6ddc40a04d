"""Resumed rounds: a document's answers played as far as they go, to the round that they lead to."""

from collections.abc import Sequence
from itertools import combinations

from msgspec import UNSET, structs

from houseway.script import Ask, Deal, Game, Refusal, Roll, Unasked
from houseway.table.documents.missing_dice import resume_without_dice
from houseway.table.documents.pile_documents import (
    given_by_seat,
    moved_to_piles,
    with_unused_piles,
)
from houseway.table.documents.playback import play
from houseway.table.documents.record import Record
from houseway.table.round import Round
from houseway.table.setup import Document


def resume(game: Game, document: Document) -> Round:
    """Returns the round of a document, played as far as its answers go.

    A place may write down its forced choices or leave them out; its cards tell which. If cards and decisions do not fit
    together, the next reading of that place is tried. No other place depends on it. Raises Refusal, with the place in
    the document, for what does not belong in it.
    """
    readings = MovesWritten()
    refused: list[Refusal] = []
    while True:
        round_ = Round(game, document.setup())
        record = Record(document, round_.cards_left(), round_.felt.unasked, readings.written)
        try:
            return _resumed(round_, record, document)
        except Refusal as refusal:
            refused.append(refusal)
            if not any(
                readings.next_reading(place, round_.felt.unasked)
                for place in _ambiguous_places(round_, record, refusal)
            ):
                raise next((each for each in refused if each.clause), refused[0]) from None


class MovesWritten:
    """The forced choices that each place is taken to have `written` down: none, one kind, or several."""

    def __init__(self) -> None:
        self.written: dict[str, frozenset[str]] = {}
        self._kinds: dict[str, set[str]] = {}
        self._tried: dict[str, set[frozenset[str]]] = {}

    def next_reading(self, place: str, unasked: Sequence[Unasked]) -> bool:
        """Sets the next reading of a place. Returns False, with no reading set, once all have been tried."""
        kinds = self._kinds.setdefault(place, set())
        kinds.update(move.choice for move in unasked if move.place == place and move.choice)
        tried = self._tried.setdefault(place, {frozenset()})
        for size in range(1, len(kinds) + 1):
            for some in combinations(sorted(kinds), size):
                if (reading := frozenset(some)) not in tried:
                    tried.add(reading)
                    self.written[place] = reading
                    return True
        self.written.pop(place, None)
        return False


def _ambiguous_places(round_: Round, record: Record, refusal: Refusal) -> list[str]:
    """Returns the places whose cards and decisions may not fit: those with answers left, or where the round stopped."""
    request = round_.request
    stopped = [request.to.name] if type(request) is Deal else [request.place.name] if type(request) is Ask else []
    left = [] if refusal.code != "not-asked" and stopped else record.left()  # else the stopped place itself was refused
    return list(dict.fromkeys(name.partition("/")[0] for name in (*left, *stopped)))


def _resumed(round_: Round, record: Record, document: Document) -> Round:
    game = round_.game
    voiding = [kind for kind in document.irregularities if _voids(round_, kind)]
    record.as_found = bool(voiding) or document.void is not UNSET
    if record.as_found:
        settled = _settled(game, document, voiding)
        if settled is not None:
            return _voided(settled, document, voiding)
    if game.piles and document.cards and not record.as_found:  # a void round keeps its cards as found
        at_the_seats = given_by_seat(game, document, round_.felt)
        if at_the_seats and not document.dice:
            return resume_without_dice(game, document, resume)
        laid = (moved_to_piles if at_the_seats else with_unused_piles)(game, document, round_.cards_left())
        if laid is not document:
            return resume(game, laid)
    _call(round_, document, [kind for kind in document.irregularities if kind not in voiding])  # not ended by these
    play(round_, record, record.into(round_))
    if type(round_.request) is Roll and not document.dice and record.goes_on() and not record.as_found:
        return resume_without_dice(game, document, resume)
    if record.as_found and not round_.voided:
        for to, given in record.rest():
            round_.find(to, given)
    _voided(round_, document, voiding)
    if not round_.voided:
        record.refuse_leftovers(round_)
    return round_


def _settled(game: Game, document: Document, voiding: list[str]) -> Round | None:
    """Returns the round if a void document was settled before the floor stopped it, else None."""
    played_on = [kind for kind in document.irregularities if kind not in voiding]
    try:
        round_ = resume(game, structs.replace(document, irregularities=played_on, void=UNSET))
    except Refusal:
        return None
    return round_ if round_.over and not round_.voided else None


def _voided(round_: Round, document: Document, voiding: list[str]) -> Round:
    """Applies the floor's irregularities and void to the round. Its payments are undone."""
    _call(round_, document, voiding)
    if document.void is not UNSET:
        void = document.void
        try:
            round_.void(void.reason, void.clause, abandoned=void.abandoned, late=True)
        except Refusal as refusal:
            raise refusal.at("void") from None
    return round_


def taken_back(round_: Round, name: str) -> Round:
    """Returns the round as it stood before the place's last answer.

    Raises Refusal unless that answer is the latest and may be taken back (see Ask).
    """
    if round_.over or round_.revocable != name:
        form = "place {place} has no decision that can be taken back now"
        raise Refusal("take-back", form, facts={"place": name})
    return resume(round_.game, round_.document(len(round_.events) - 1))


def _voids(round_: Round, kind: str) -> bool:
    known = round_.game.irregularities.get(kind)
    return known is not None and known.voids(round_.felt.options)


def _call(round_: Round, document: Document, kinds: list[str]) -> None:
    for kind in kinds:
        try:
            round_.call(kind)
        except Refusal as refusal:
            where = f"irregularities[{document.irregularities.index(kind)}]"
            raise Refusal(refusal.code, refusal.form, refusal.clause, where, refusal.facts) from None
