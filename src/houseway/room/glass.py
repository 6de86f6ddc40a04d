"""What is seen of a table, as JSON: whatever has not changed since it was last seen is not made again."""

from collections.abc import Iterable
from operator import itemgetter
from typing import Any, Final

import msgspec

from houseway.room import betting, purse, sight
from houseway.room.dealer import Dealer
from houseway.room.parts import Parts
from houseway.room.views import PublicState

_ENCODE: Final = msgspec.json.Encoder().encode
_OF_TABLE: Final = itemgetter("players", "seats", "bets", "bettors", "bank", "ring", "pan", "pools", "commits", "muted")
_OF_PERSON: Final = itemgetter("players", "seats", "bank")
"""The parts of the state that the table's part of the public view, and a person's own, are made from."""
_NO_FELT: Final = _ENCODE({name: getattr(PublicState(phase="waiting"), name) for name in sight.OF_FELT})


class Glass:
    """The table as it is sent out. A view is kept with everything that it was made from."""

    def __init__(self, dealer: Dealer, parts: Parts) -> None:
        self._dealer = dealer
        self._parts = parts
        self._table: tuple[Any, bytes] = (None, b"")
        self._felt: tuple[Any, bytes] = (None, b"")
        self._mine: dict[str, tuple[Any, bytes]] = {}

    def public(self, now: int) -> bytes:
        """As `sight.public`."""
        dealer, state = self._dealer, self._dealer.state
        felt = self._felt_key()
        key = (self._shared(), state.running is None, state.fair, _OF_TABLE(self._parts.kept))
        if self._table[0] != key:
            self._table = (key, _ENCODE(sight.table_part(dealer)))
        if felt is None:
            felt_part = _NO_FELT
        else:
            if self._felt[0] != felt:
                self._felt = (felt, _ENCODE(sight.felt_part(dealer)))
            felt_part = self._felt[1]
        clock = _ENCODE(sight.clock_part(dealer, now))
        return b"%b,%b,%b" % (self._table[1][:-1], felt_part[1:-1], clock[1:])

    def _felt_key(self) -> Any:
        """What changes with everything that happens in a round."""
        round_ = self._dealer.round
        return None if round_ is None else (round_, len(round_.felt.log), len(round_.noted))

    def _shared(self) -> Any:
        state = self._dealer.state
        return state.config, state.phase, state.was, state.round, self._felt_key()

    def private(self, persons: Iterable[str]) -> dict[str, bytes]:
        """As `sight.private`, of each of these people who are at the table."""
        dealer, state = self._dealer, self._dealer.state
        shared = (*self._shared(), _OF_PERSON(self._parts.kept))
        made = {}
        for person in persons:
            player = state.players.get(person)
            if player is None:
                continue
            key: Any = (shared, person in state.ready)
            if state.phase == "betting":
                places = betting.may_bet(dealer, player)
                on = [state.bets.get(place) for place in places]
                key += (places, on, purse.on_circles(dealer, person))
            kept = self._mine.get(person)
            if kept is None or kept[0] != key:
                kept = self._mine[person] = (key, _ENCODE(sight.private(dealer, person)))
            made[person] = kept[1]
        if len(self._mine) > 2 * len(state.players):
            self._mine = {person: kept for person, kept in self._mine.items() if person in state.players}
        return made
