"""Records: the answers of a document, in order for each spot and each place."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from houseway.cards import Card, Cards, cards_from
from houseway.script import Answer, Ask, Deal, Fact, Felt, Refusal, Roll, Unasked
from houseway.table.documents.pile_documents import (
    UNSEEN,
    nobody_there,
)
from houseway.table.documents.playback import Enter, play
from houseway.table.events import Given
from houseway.table.round import Round
from houseway.table.setup import Decision, Document, answer_from, goes_unsaid

Dice = tuple[int, ...]


class Record:
    """Source of a document's answers, in order for each spot and each place.

    A burn card or mucked hand that the document leaves out is one of the `spare` cards that it does not name. `written`
    names the forced choices (`unasked`, see Felt) that each place wrote down as well. In a round that the floor voids,
    cards count `as_found`, in the right number or not.
    """

    def __init__(
        self,
        document: Document,
        spare: Iterable[Card] = (),
        unasked: Sequence[Unasked] = (),
        written: Mapping[str, frozenset[str]] | None = None,
    ) -> None:
        self._cards = {}
        for spot, text in document.cards.items():
            try:
                self._cards[spot] = list(cards_from(text))
            except ValueError as error:
                raise Refusal("card", "{why}", "", f"cards.{spot}", {"why": str(error), "text": text}) from None
            if not self._cards[spot]:
                raise Refusal(
                    "empty", "no card is written for {spot!r}: leave it out", "", f"cards.{spot}", {"spot": spot}
                )
        for name, row in document.decisions.items():
            if not row:
                sentence = "no decision is written for place {name!r}: leave it out"
                raise Refusal("empty", sentence, "", f"decisions.{name}", {"name": name})
        self._decisions = {name: list(row) for name, row in document.decisions.items()}
        self._given = dict.fromkeys(document.decisions, 0)
        self._unasked = unasked
        self._written = written or {}
        self._passed = dict.fromkeys(self._written, 0)
        self._dice = [tuple(row) for row in document.dice]
        self.as_found = False
        named = {card for cards in self._cards.values() for card in cards}
        self._spare = [card for card in sorted(spare) if card not in named]

    def cards(self, request: Deal) -> Cards | None:
        name = request.to.name
        left = self._cards.get(name)
        if name in UNSEEN and name not in self._cards and self.goes_on() and len(self._spare) >= request.count:
            return tuple(self._spare.pop() for _ in range(request.count))
        if not left or (self.as_found and len(left) < request.count):
            return None
        dealt = tuple(left[: request.count])
        del left[: request.count]
        return dealt

    def goes_on(self) -> bool:
        """Returns True if answers are left."""
        return any(self._cards.values()) or any(self._decisions.values())

    def dice(self, request: Roll) -> tuple[int, ...] | None:  # noqa: ARG002
        return self._dice.pop(0) if self._dice else None

    def decision(self, ask: Ask) -> Answer | None:
        name = ask.place.name
        left = self._decisions.get(name, [])
        self._pass_over(name)
        if goes_unsaid(ask, left) or (ask.unsaid is not None and not left and self.goes_on()):
            return ask.default
        if not left:
            return None
        try:
            answer = answer_from(left.pop(0))
        except Refusal as refusal:
            raise refusal.at(self._where(name)) from None
        self._given[name] += 1
        return answer

    def into(self, round_: Round) -> Enter:
        """Returns a function that enters decisions by the floor's rules, misplays included.

        A refusal carries the decision's place in the document.
        """

        def enter(name: str, answer: Answer) -> None:
            try:
                round_.rule(name, answer)
            except Refusal as refusal:
                raise refusal.at(self._where(name, -1)) from None

        return enter

    def _where(self, name: str, step: int = 0) -> str:
        return f"decisions.{name}[{self._given.get(name, 0) + step}]"

    def _pass_over(self, name: str) -> None:
        """Skips the forced choices that the rules have made for the place and that it wrote down."""
        if name not in self._passed:
            return
        left, written = self._decisions.get(name, []), self._written[name]
        for place, choice, _ in self._unasked[self._passed[name] :]:
            if place == name and choice in written and left and left[0] == choice:
                del left[0]
                self._given[name] += 1
        self._passed[name] = len(self._unasked)

    def refuse_leftovers(self, round_: Round) -> None:
        """Raises Refusal, with its place in the document, for the first thing that the round never asked for."""
        self._refuse_strangers(round_.felt)
        if type(round_.request) is Deal and self.goes_on():
            self._refuse_gap(round_.request)
        waits = "" if round_.over else ": the round waits for {waits}"
        for name, decisions in self._decisions.items():
            self._pass_over(name)
            if decisions:
                self._refuse_unasked(name, decisions[0])
                form = "nobody asked place {place} for {decision}" + waits
                facts: dict[str, Fact] = {"place": name, "decision": repr(decisions[0]), "waits": round_.waits_for()}
                raise Refusal("not-asked", form, "", self._where(name), facts)
        for spot, cards in self._cards.items():
            if cards:
                form = "{count:cards} for {spot!r} were never dealt" + waits
                if len(cards) == 1:
                    form = "1 card for {spot!r} was never dealt" + waits
                facts = {"count": len(cards), "spot": spot, "waits": round_.waits_for()}
                raise Refusal("not-asked", form, "", f"cards.{spot}", facts)
        if self._dice:
            form = "{count} rolls of dice were never asked for"
            if len(self._dice) == 1:
                form = "a roll of dice was never asked for"
            raise Refusal("not-asked", form, "", "dice", {"count": len(self._dice)})

    def rest(self) -> Iterator[tuple[str, Given]]:
        """Yields cards, decisions and dice that the round has not reached, each with its spot or place."""
        for spot, cards in self._cards.items():
            if cards:
                yield spot, tuple(cards)
        for name, decisions in self._decisions.items():
            for decision in decisions:
                yield name, answer_from(decision)
        for faces in self._dice:
            yield "dice", faces

    def _refuse_gap(self, request: Deal) -> None:
        """Raises Refusal if cards are missing before others that are written."""
        name, count = request.to.name, request.count
        if name in UNSEEN and name in self._cards:
            form = "{count:cards} more for {place} are missing: write all that lie there, or none"
        elif name in UNSEEN or self._cards.get(name):
            return
        else:
            form = "{count:cards} for {place:place} are missing"
            if count == 1:
                form = "a card for {place:place} is missing"
        raise Refusal("not-asked", form, "", f"cards.{name}", {"count": count, "place": name})

    def _refuse_strangers(self, felt: Felt) -> None:
        """Raises Refusal for cards or decisions of a place that cannot have any."""
        left = [(f"cards.{spot}", spot) for spot, cards in self._cards.items() if cards]
        left += [(self._where(name), name) for name, row in self._decisions.items() if row]
        for where, name in left:
            refusal = nobody_there(felt, name, where)
            if refusal is not None:
                raise refusal

    def left(self) -> list[str]:
        """Returns the places and spots with cards or decisions left in the document."""
        for name in self._decisions:
            self._pass_over(name)
        return [name for queues in (self._decisions, self._cards) for name, queue in queues.items() if queue]

    def _refuse_unasked(self, name: str, decision: Decision) -> None:
        """Raises Refusal with the rules' own reason if they last moved for the place and say why it cannot do this."""
        last = next((move for move in reversed(self._unasked) if move.place == name), None)
        if last is not None and (refusal := last.why_not(answer_from(decision))) is not None:
            raise Refusal("not-asked", refusal.form, refusal.clause, self._where(name), refusal.facts)


class Observed:
    """Replays a record into a round and calls observers.

    Each observer gets a request and the record's answer before the round does. The answer is None once the record has
    ended. If an observer returns a value, it replaces the record's answer.
    """

    def __init__(
        self,
        record: Record,
        *,
        on_deal: Callable[[Deal, Cards | None], Cards | None] | None = None,
        on_roll: Callable[[Roll, Dice | None], Dice | None] | None = None,
        on_decision: Callable[[Ask, Answer | None], Answer | None] | None = None,
    ) -> None:
        self._record = record
        self._on_deal, self._on_roll, self._on_decision = on_deal, on_roll, on_decision

    def play(self, round_: Round) -> Round:
        """Plays the round as far as the record goes."""
        return play(round_, self, self._record.into(round_))

    def cards(self, request: Deal) -> Cards | None:
        given = self._record.cards(request)
        instead = None if self._on_deal is None else self._on_deal(request, given)
        return given if instead is None else instead

    def dice(self, request: Roll) -> Dice | None:
        given = self._record.dice(request)
        instead = None if self._on_roll is None else self._on_roll(request, given)
        return given if instead is None else instead

    def decision(self, ask: Ask) -> Answer | None:
        given = self._record.decision(ask)
        instead = None if self._on_decision is None else self._on_decision(ask, given)
        return given if instead is None else instead
