"""Where answers come from: a shuffled shoe with somebody in the seats, or a document that was written down."""

import random
from collections.abc import Callable, Iterable
from typing import Protocol

from houseway.cards import Card, Cards, cards_from
from houseway.script import Answer, Ask, Deal, Game, Refusal, Roll
from houseway.table.delivered import laid_into_piles
from houseway.table.round import Round
from houseway.table.setup import Document, answer_from

UNSEEN = ("burn", "muck")  # the spots whose cards nobody sees


class Source(Protocol):
    """Answers a round's requests. None stops the round where it is."""

    def cards(self, request: Deal) -> Cards | None: ...

    def dice(self, request: Roll) -> tuple[int, ...] | None: ...

    def decision(self, ask: Ask) -> Answer | None: ...


def play(round_: Round, source: Source) -> Round:
    """The round, played on until it is over or the source has no answer."""
    while (request := round_.request) is not None:
        if type(request) is Ask:
            answer = source.decision(request)
            if answer is None:
                break
            round_.decide(request.place.name, answer)
        elif type(request) is Deal:
            cards = source.cards(request)
            if cards is None:
                break
            round_.deal(cards)
        elif type(request) is Roll:
            faces = source.dice(request)
            if faces is None:
                break
            round_.roll(faces)
        elif not _decide(round_, source):
            break
    return round_


def _decide(round_: Round, source: Source) -> bool:
    """Every decision that is open now and that the source can answer; False when there is none."""
    answered = False
    for ask in round_.asks():
        answer = source.decision(ask)
        if answer is not None:
            round_.decide(ask.place.name, answer)
            answered = True
    return answered


class Shoe:
    """Cards and dice by chance, the same ones for the same seed; decisions by whoever is asked."""

    def __init__(self, cards: Cards, seed: object, decide: Callable[[Ask], Answer]) -> None:
        self._random = random.Random(repr(seed))
        self._cards = list(cards)
        self._decide = decide

    def cards(self, request: Deal) -> Cards:
        """Cards drawn from all that are left, each as likely as the others: a shuffle made as far as it is dealt."""
        self._cards += request.shuffled
        left, bits = self._cards, self._random.getrandbits
        assert request.count <= len(left), "the shoe is empty"
        dealt = []
        for count in range(len(left), len(left) - request.count, -1):
            size = count.bit_length()
            while (index := bits(size)) >= count:  # as random.randrange does it, at a quarter of the price
                pass
            left[index], left[-1] = left[-1], left[index]
            dealt.append(left.pop())
        return tuple(dealt)

    def dice(self, request: Roll) -> tuple[int, ...]:
        return tuple(self._random.randint(1, request.faces) for _ in range(request.dice))

    def decision(self, ask: Ask) -> Answer:
        return self._decide(ask)


class Record:
    """The answers of a document, each spot's and each place's in turn.

    A burn card or a mucked hand that the document leaves out, since nobody saw it, is any of the `spare` cards that it
    does not name.
    """

    def __init__(self, document: Document, spare: Iterable[Card] = ()) -> None:
        self._cards = {}
        for spot, text in document.cards.items():
            try:
                self._cards[spot] = list(cards_from(text))
            except ValueError as error:
                raise Refusal("card", str(error), "", f"cards.{spot}") from None
        self._decisions = {name: list(row) for name, row in document.decisions.items()}
        self._given = dict.fromkeys(document.decisions, 0)
        self._dice = [tuple(row) for row in document.dice]
        named = {card for cards in self._cards.values() for card in cards}
        self._spare = [card for card in sorted(spare) if card not in named]

    def cards(self, request: Deal) -> Cards | None:
        name = request.to.name
        left = self._cards.get(name)
        if name in UNSEEN and name not in self._cards and self._goes_on() and len(self._spare) >= request.count:
            return tuple(self._spare.pop() for _ in range(request.count))
        if not left:
            return None
        dealt = tuple(left[: request.count])
        del left[: request.count]
        return dealt

    def _goes_on(self) -> bool:
        return any(self._cards.values()) or any(self._decisions.values())

    def dice(self, request: Roll) -> tuple[int, ...] | None:  # noqa: ARG002
        return self._dice.pop(0) if self._dice else None

    def decision(self, ask: Ask) -> Answer | None:
        name = ask.place.name
        left = self._decisions.get(name)
        if not left:
            return None
        where = f"decisions.{name}[{self._given[name]}]"
        try:
            answer = answer_from(left.pop(0))
            ask.judge(answer)
        except Refusal as refusal:
            raise refusal.at(where) from None
        self._given[name] += 1
        return answer

    def refuse_leftovers(self, round_: Round) -> None:
        """Whatever the document holds that the round never asked for is refused, with its place."""
        waits = "" if round_.over else f": the round waits for {round_.waits_for()}"
        for name, decisions in self._decisions.items():
            if decisions:
                where = f"decisions.{name}[{self._given[name]}]"
                forced = "; a move that the rules force is not written down" if name in round_.felt.spots else ""
                raise Refusal("not-asked", f"nobody asked place {name} for {decisions[0]!r}{waits}{forced}", "", where)
        for spot, cards in self._cards.items():
            if cards:
                count = "1 card" if len(cards) == 1 else f"{len(cards)} cards"
                verb = "was" if len(cards) == 1 else "were"
                raise Refusal("not-asked", f"{count} for {spot!r} {verb} never dealt{waits}", "", f"cards.{spot}")
        if self._dice:
            raise Refusal("not-asked", f"{len(self._dice)} rolls of dice were never asked for", "", "dice")


def resume(game: Game, document: Document) -> Round:
    """The round of a document, as far as its answers go; what does not belong in it is refused with its place."""
    round_ = Round(game, document.setup())
    record = Record(document, round_.cards_left())
    voiding = [kind for kind in document.irregularities if _voids(round_, kind)]
    _call(round_, document, [kind for kind in document.irregularities if kind not in voiding])  # they played on
    play(round_, record)
    if document.cards and not round_.events and type(round_.request) is Deal:  # they may lie at the seats, not in piles
        laid = laid_into_piles(game, document)
        if laid is not None:
            return resume(game, laid)
    _call(round_, document, voiding)
    if not round_.voided:
        record.refuse_leftovers(round_)
    return round_


def taken_back(round_: Round, name: str) -> Round:
    """The round as it stood before its last answer, which was that place's and may be taken back (see Ask)."""
    if round_.over or round_.revocable != name:
        raise Refusal("take-back", f"place {name} has no decision that can be taken back now")
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
            raise Refusal(refusal.code, refusal.sentence, refusal.clause, where) from None
