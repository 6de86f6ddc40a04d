"""What is seen of a table, as JSON: whatever has not changed since it was last seen is not made again."""

from collections.abc import Iterable
from operator import itemgetter
from typing import Any, Final

import msgspec

from houseway.room import betting, sight
from houseway.room.dealer import Dealer
from houseway.room.named import COMMON
from houseway.room.parts import CHANGED, Parts
from houseway.room.state import Player
from houseway.room.views import Mine, PublicState
from houseway.script import Ask

_ENCODE: Final = msgspec.json.Encoder().encode
_SAID: Final = ("ready", "asked", "words")
_OF_ALL: Final = ("bets", "bettors", "commits", "pools", "muted")
_OF_TABLE: Final = itemgetter(*[name for name in CHANGED if name not in _SAID])
_OF_PERSON: Final = itemgetter(*[name for name in CHANGED if name not in (*_SAID, *_OF_ALL)])
"""The parts of the state that the table's part of the public view, and a person's own, are made from."""
_NO_FELT: Final = _ENCODE({name: getattr(PublicState(phase="waiting"), name) for name in sight.OF_FELT})[1:-1]


class _Kept:
    """What one person saw: when it was last right, whether ready was said, what it was made from, and the view."""

    __slots__ = ("bets", "mine", "ready", "seen", "stamp", "view")

    def __init__(self, ready: bool, seen: Any, bets: Any, mine: Mine) -> None:
        self.stamp = 0
        self.ready = ready
        self.seen = seen
        self.bets = bets
        self.mine = mine
        self.view = _ENCODE(mine)

    def say_ready(self, dealer: Dealer, player: Player, ready: bool) -> None:
        """Whoever says `ready` is not asked for it any more; nothing else that the person sees hangs on it."""
        self.ready, self.mine.ready = ready, sight.may_be_ready(dealer, player)
        self.view = _ENCODE(self.mine)


class Glass:
    """The table as it is sent out. A view is kept with everything that it was made from."""

    def __init__(self, dealer: Dealer, parts: Parts) -> None:
        self._dealer = dealer
        self._parts = parts
        self._table: tuple[Any, bytes] = (None, b"")
        self._felt: tuple[Any, bytes] = (None, b"")
        self._key: Any = None
        self._stamp = 0
        self._mine: dict[str, _Kept] = {}

    def public(self, now: int) -> bytes:
        """As `sight.public`."""
        dealer, state = self._dealer, self._dealer.state
        felt = self._felt_key()
        key = (
            state.config, state.phase, state.was, state.round, state.running is None, state.fair, felt,
            _OF_TABLE(self._parts.kept),
        )  # fmt: skip
        if self._table[0] != key:
            self._table = (key, _ENCODE(sight.table_part(dealer))[:-1])
        if felt is None:
            felt_part = _NO_FELT
        else:
            if self._felt[0] != felt:
                self._felt = (felt, _ENCODE(sight.felt_part(dealer))[1:-1])
            felt_part = self._felt[1]
        clock = _ENCODE(sight.clock_part(dealer, now))
        return b"%b,%b,%b" % (self._table[1], felt_part, clock[1:])

    def _felt_key(self) -> Any:
        """What changes with everything that happens in a round."""
        round_ = self._dealer.round
        return None if round_ is None else (round_, len(round_.felt.log), len(round_.noted))

    def private(self, persons: Iterable[str]) -> dict[str, bytes]:
        """As `sight.private`, of each of these people who are at the table."""
        dealer, state, parts = self._dealer, self._dealer.state, self._parts.kept
        shared = (state.config, state.phase, state.was, state.round, _OF_PERSON(parts))
        key = (shared, self._felt_key(), parts["asked"], parts["bets"], parts["bettors"])
        if self._key != key:
            self._key, self._stamp = key, self._stamp + 1
        stamp, ready, players = self._stamp, state.ready, state.players
        at_play: dict[str, list[Any]] = {}
        bets: dict[str, list[Any]] = {}
        made = {}
        for person in persons:
            if person not in players:
                continue
            kept, is_ready = self._mine.get(person), person in ready
            if kept is None or kept.stamp != stamp:
                at_play, bets = at_play or _at_play(dealer), bets or _bets(dealer)
                seen, own = (shared, dealer.round, at_play.get(person)), bets.get(person)
                if kept is None or kept.bets != own or kept.seen != seen:
                    kept = self._mine[person] = _Kept(is_ready, seen, own, sight.private(dealer, person))
                kept.stamp = stamp
            if kept.ready != is_ready:
                kept.say_ready(dealer, players[person], is_ready)
            made[person] = kept.view
        if len(self._mine) > 2 * len(players):
            self._mine = {person: kept for person, kept in self._mine.items() if person in players}
        return made


def _bets(dealer: Dealer) -> dict[str, list[Any]]:
    """What each person has bet before the deal, and the places that others' bets have opened behind them."""
    state = dealer.state
    bets: dict[str, list[Any]] = {person: [] for person in state.players}
    for place, person in state.bettors.items():
        bets[person] += [place, state.bets[place]]
    if state.bets and dealer.sheet.bets_behind:
        for person, player in state.players.items():
            bets[person] += betting.may_bet(dealer, player)
    return bets


class _Same:
    """A question, which is the same as long as it is that very one with the same choices."""

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


def _at_play(dealer: Dealer) -> dict[str, list[Any]]:
    """What lies before each person in the round, and what each is asked: whatever `mine` tells of a round."""
    round_, running = dealer.round, dealer.state.running
    if round_ is None or running is None:
        return {}
    felt, persons = round_.felt, running.persons
    common = [felt.spots[name].seen_by("") for name in COMMON if name in felt.spots]
    seen: dict[str, list[Any]] = {person: [round_.over, common] for person in persons.values()}
    for spot in felt.spots.values():
        if spot.cards:
            for viewer in spot.viewers:
                if viewer in persons:
                    seen[persons[viewer]] += [spot.name, spot.cards]
    for ask in round_.asks():
        if (place := ask.place.name) in persons and place in dealer.state.asked:
            seen[persons[place]].append(_Same(ask, dealer.state.asked[place].step))
    if (place := round_.revocable) in persons:
        seen[persons[place]].append(place)
    return seen
