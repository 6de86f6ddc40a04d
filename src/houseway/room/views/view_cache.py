"""The view cache: public and private views as JSON, encoded again only if something in them has changed."""

from collections.abc import Iterable, Mapping
from operator import itemgetter
from typing import Final

import msgspec

from houseway.room.core.change_tracking import CHANGED, ChangeTracker
from houseway.room.core.context import TableContext
from houseway.room.engine import host_proposals, permissions
from houseway.room.messages.view_types import Mine, PublicState
from houseway.room.views import private_state, public_state
from houseway.room.views.hand_names import COMMON
from houseway.script import Ask

_ENCODE: Final = msgspec.json.Encoder().encode
_SAID: Final = ("ready", "asked", "words")
_OF_ALL: Final = ("bets", "bettors", "commits", "pools", "muted")
_OF_TABLE: Final = itemgetter(*[name for name in CHANGED if name not in _SAID])
_OF_PERSON: Final = itemgetter(*[name for name in CHANGED if name not in (*_SAID, *_OF_ALL)])
"""Tracked parts of the state that decide the table's part of the public view, and a person's private view."""
_NO_FELT: Final = _ENCODE({name: getattr(PublicState(phase="waiting"), name) for name in public_state.OF_FELT})[1:-1]


class _Kept:
    """The cached view of one person: whether they were ready, and the other facts that it was built from."""

    __slots__ = ("bets", "mine", "ready", "seen")

    def __init__(self, ready: bool, seen: object, bets: object, mine: Mine) -> None:
        self.ready = ready
        self.seen = seen
        self.bets = bets
        self.mine = mine


class ViewCache:
    """Caches the views of a table with everything that they were built from."""

    def __init__(self, context: TableContext, parts: ChangeTracker) -> None:
        self._context = context
        self._parts = parts
        self._table: tuple[object, bytes] = (None, b"")
        self._felt: tuple[object, bytes] = (None, b"")
        self._key: object = None
        self._ready = b""  # the `ready` list as JSON
        self._before: tuple[dict[str, list[object]], dict[str, list[object]]] | None = None
        self._mine: dict[str, _Kept] = {}
        self._encoded: dict[str, bytes] = {}
        self._current: set[str] = set()  # persons whose view is up to date

    def public(self, now: int) -> bytes:
        """Returns `public_state.public` as JSON."""
        context, state = self._context, self._context.state
        felt = self._felt_key()
        key = (
            state.config, state.phase, state.was, state.round, state.running is None, state.fair, felt,
            _OF_TABLE(self._parts.kept), self._proposal(),
        )  # fmt: skip
        if self._table[0] != key:
            self._table = (key, _ENCODE(public_state.table_part(context))[:-1])
        if felt is None:
            felt_part = _NO_FELT
        else:
            if self._felt[0] != felt:
                self._felt = (felt, _ENCODE(public_state.felt_part(context))[1:-1])
            felt_part = self._felt[1]
        clock = _ENCODE(public_state.clock_part(context, now))
        return b"%b,%b,%b" % (self._table[1], felt_part, clock[1:])

    def _felt_key(self) -> object:
        """Returns a key that changes with every event of the round; None without a round."""
        round_ = self._context.round
        return None if round_ is None else (round_, len(round_.felt.log), len(round_.noted))

    def _proposal(self) -> object:
        """A host's proposal as it is shown: it ends with a question, and nobody waits long for who is away."""
        return None if self._context.state.proposal is None else host_proposals.pending_view(self._context)

    def private(self, persons: Iterable[str]) -> Mapping[str, bytes]:
        """Returns `private_state.private` as JSON for each of these persons who is at the table.

        The mapping changes with the next command.
        """
        state, parts = self._context.state, self._parts.kept
        shared = (state.config, state.phase, state.was, state.round, _OF_PERSON(parts))
        key = (shared, self._felt_key(), parts["asked"], parts["bets"], parts["bettors"], self._proposal())
        if self._key != key:
            self._key, self._current, self._before = key, set(), None
            for gone in self._mine.keys() - state.players.keys():
                del self._mine[gone], self._encoded[gone]
        if self._ready != parts["ready"]:
            self._ready = parts["ready"]
            for person in self._current:
                self._update_ready(person)
        for person in persons:
            if person not in self._current and person in state.players:
                self._refresh(person, shared)
        return self._encoded

    def _refresh(self, person: str, shared: object) -> None:
        """Brings the person's view up to date. Builds it again if any fact behind it has changed."""
        context = self._context
        at_play, bets = self._before = self._before or (_at_play(context), _bets(context))
        agrees = context.state.proposal is not None and host_proposals.may_agree(context, person)
        kept, seen, own = self._mine.get(person), (shared, context.round, at_play.get(person), agrees), bets[person]
        if kept is None or kept.bets != own or kept.seen != seen:
            kept = self._mine[person] = _Kept(
                person in context.state.ready, seen, own, private_state.private(context, person)
            )
            self._encoded[person] = _ENCODE(kept.mine)
        self._update_ready(person)
        self._current.add(person)

    def _update_ready(self, person: str) -> None:
        """Updates whether the table waits for the person's `ready`. Nothing else in the view depends on it."""
        kept, state = self._mine[person], self._context.state
        ready = person in state.ready
        if kept.ready != ready:
            kept.ready, kept.mine.ready = ready, permissions.may_be_ready(self._context, state.players[person])
            self._encoded[person] = _ENCODE(kept.mine)


def _bets(context: TableContext) -> dict[str, list[object]]:
    """Returns each person's bets before the deal, and the places that others' bets have opened behind them."""
    state = context.state
    bets: dict[str, list[object]] = {person: [] for person in state.players}
    for place, person in state.bettors.items():
        bets[person] += [place, state.bets[place]]
    if state.bets and context.sheet.bets_behind:
        for person, player in state.players.items():
            bets[person] += permissions.may_bet(context, player)
    return bets


class _Same:
    """A question compared by identity: equal only if it is the same object with the same choices and step."""

    __slots__ = ("ask", "choices", "step")

    def __init__(self, ask: Ask, step: int) -> None:
        self.ask = ask
        self.choices = ask.choices
        self.step = step

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _Same):
            return False
        return self.ask is other.ask and self.choices is other.choices and self.step == other.step

    __hash__ = None  # type: ignore[assignment]


def _at_play(context: TableContext) -> dict[str, list[object]]:
    """Returns each person's cards and questions in the round: everything of it that `mine` tells."""
    round_, running = context.round, context.state.running
    if round_ is None or running is None:
        return {}
    felt, persons = round_.felt, running.persons
    common = [felt.spots[name].seen_by("") for name in COMMON if name in felt.spots]
    seen: dict[str, list[object]] = {person: [round_.over, round_.voided, common] for person in persons.values()}
    for spot in felt.spots.values():
        if spot.cards:
            for viewer in spot.viewers:
                if viewer in persons:
                    seen[persons[viewer]] += [spot.name, spot.cards]
    for ask in round_.asks():
        if (place := ask.place.name) in persons and place in context.state.asked:
            seen[persons[place]].append(_Same(ask, context.state.asked[place].step))
    if (place := round_.revocable) in persons:
        seen[persons[place]].append(place)
    return seen
