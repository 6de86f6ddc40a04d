"""A client without rules: the fields that it reads of a frame, and its answers."""

from typing import Any

import msgspec
from msgspec import Struct


class Circle(Struct):
    circle: str
    low: int
    required: bool = False


class Bets(Struct):
    place: str
    circles: list[Circle]
    on: dict[str, int] = {}


class Ask(Struct):
    place: str
    step: int
    default: Any


class Bank(Struct):
    may: list[str]
    low: int
    high: int


class Mine(Struct):
    asks: list[Ask] = []
    bets: list[Bets] = []
    bank: Bank | None = None
    ready: bool = False


class State(Struct):
    phase: str
    round: int


class Seen(Struct):
    """Fields that a client reads of a frame."""

    t: str
    key: str = ""
    n: int = 0
    state: State | None = None
    mine: Mine | None = None


SEEN = msgspec.json.Decoder(Seen)


def next_word(seen: Seen, key: str) -> dict[str, Any] | None:
    """Returns the answer of a client that knows no rules, or None."""
    state, mine = seen.state, seen.mine
    if state is None or mine is None:
        return None
    if mine.asks:
        ask = mine.asks[0]
        fields = {"round": state.round, "step": ask.step, "place": ask.place, "decision": ask.default}
        return {"t": "decide", "key": key} | fields
    if mine.bank is not None and state.phase in ("offering", "broken"):
        stake = min(mine.bank.high, 20 * mine.bank.low)
        return {"t": "bank", "key": key, "do": "take", "posted": stake}
    if mine.bets and not mine.bets[0].on and "." not in mine.bets[0].place:
        wagers = {circle.circle: circle.low for circle in mine.bets[0].circles if circle.required}
        return {"t": "bet", "key": key, "round": state.round, "place": mine.bets[0].place, "wagers": wagers}
    if mine.ready:
        return {"t": "ready", "key": key, "round": state.round}
    return None
