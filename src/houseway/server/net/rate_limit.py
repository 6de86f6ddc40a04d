"""Rate limits: token buckets by person and by address, over all sockets and requests.

One socket has a limit of its own (`sliding_window.py`), which a new socket begins anew. These buckets outlive the
socket. They belong to one process: each node counts for itself.

A message, a socket or a POST costs one token. A GET costs a quarter of one, because it writes no row.
"""

from itertools import islice
from typing import Final, NamedTuple

from houseway.script import Refusal
from houseway.server.net.sliding_window import Rate

KEYS: Final = 50_000
"""Buckets of one kind kept at most."""
TRUSTED_SHARE: Final = 256
"""Factor for a trusted proxy, another node or this machine, whose address many people share."""
SCALE = 1.0
"""Multiplies every bucket. Load generators raise it to measure the room and not its limits."""
GET_COST, COST = 0.25, 1.0
ROUNDING: Final = 1e-6


class Allowance(NamedTuple):
    """The size of a bucket in tokens, and its refill per second."""

    burst: float
    per_second: float


PERSON: Final = Allowance(450, 10)
"""Four sockets at their limit empty the bucket. One socket at its limit takes half of the refill."""
ADDRESS: Final = Allowance(4_000, 40)
"""Thirty players take half of the refill. A page with its files costs fifteen tokens."""
TALK: Final = Allowance(100, 1)
"""Smaller, because each `say` is a permanent row."""
TALK_ADDRESS: Final = Allowance(400, 4)
CHANGES: Final = Allowance(300, 3)
"""Commands that a person may repeat within one round, each a permanent row: seats, bets, the bank, words.

One socket may send five messages a second for ever. A program that bets and plays round after round sends at most
three of five that count here. Somebody at a page who changes a bet twice a second has 300 beside that.
"""
CHANGES_ADDRESS: Final = Allowance(1_200, 12)
"""Thirty players, each with a new bet every 2.5 seconds."""
SOCKETS: Final = Allowance(300, 10)
"""New sockets of one address: as many as it may have, and all again every half minute."""


class TokenBuckets:
    """Buckets of one size by key. Drops full buckets, so that memory holds those of the last minutes alone."""

    def __init__(self, allowance: Allowance, most: int = KEYS) -> None:
        self._burst = allowance.burst
        self._per_second = allowance.per_second
        self._most = most
        self._full_at: dict[str, float] = {}

    def __len__(self) -> int:
        return len(self._full_at)

    def take(self, key: str, now: float, cost: float = COST, share: float = 1.0) -> float:
        """Takes tokens. Returns 0, or the seconds to wait if there are too few; then nothing was taken."""
        kept = self._full_at
        full_at = kept.get(key)
        if full_at is None:
            self._make_room(now)
            full_at = now
        elif full_at < now:
            full_at = now
        per_second = self._per_second * share * SCALE
        then = full_at + cost / per_second
        late = then - now - self._burst / self._per_second  # every share refills in the same time
        if late > ROUNDING:
            return late
        kept[key] = then
        return 0.0

    def _make_room(self, now: float) -> None:
        """Rotates the two oldest buckets: drops full ones, and any beyond the maximum."""
        kept = self._full_at
        for key in [*islice(kept, 2)]:
            full_at = kept.pop(key)
            if full_at > now and len(kept) < self._most - 1:
                kept[key] = full_at


class Origin(NamedTuple):
    """The rate-limit key of a request, and the factor of its limit (`share`)."""

    key: str
    share: float = 1.0


class RateLimits:
    """All token buckets of a process."""

    def __init__(self) -> None:
        self.persons = TokenBuckets(PERSON)
        self.addresses = TokenBuckets(ADDRESS)
        self.talkers = TokenBuckets(TALK)
        self.talk_addresses = TokenBuckets(TALK_ADDRESS)
        self.changers = TokenBuckets(CHANGES)
        self.change_addresses = TokenBuckets(CHANGES_ADDRESS)
        self.sockets = TokenBuckets(SOCKETS)

    def request(self, origin: Origin, person: str, now: float, cost: float = COST) -> float:
        """Counts a request. Returns 0 or the seconds to wait. An empty `person` is a host or nobody."""
        late = self.addresses.take(origin.key, now, cost, origin.share)
        if not late and person:
            late = self.persons.take(person, now, cost)
        return late

    def socket(self, origin: Origin, now: float) -> float:
        """Counts a new socket. Returns 0 or the seconds to wait."""
        return self.sockets.take(origin.key, now, COST, origin.share)

    def line(self, origin: Origin, person: str) -> "LineRate":
        """Returns the limits of one socket."""
        return LineRate(self, origin, person)


class LineRate:
    """The limits of one socket: its own window, and the buckets of its person and its address."""

    __slots__ = ("_limits", "_origin", "_own", "_person")

    def __init__(self, limits: RateLimits, origin: Origin, person: str) -> None:
        self._limits = limits
        self._origin = origin
        self._own = Rate()
        self._person = person

    def too_many(self, now: float, most: int) -> bool:
        """Returns whether one more message is too many: the caller closes the socket with 1008."""
        return self._own.too_many(now, most) or self._limits.request(self._origin, self._person, now) > 0

    def refuse_talk(self, now: float) -> None:
        """Raises a Refusal `rate` if the person or the address sends too many `say`; the socket stays open."""
        if late := self._late(self._limits.talk_addresses, self._limits.talkers, now):
            raise Refusal("rate", "too much is said at once: wait {seconds} s", facts={"seconds": whole_seconds(late)})

    def refuse_change(self, now: float) -> None:
        """Raises a Refusal `rate` if the person or the address changes seats or bets too often; the socket stays."""
        if late := self._late(self._limits.change_addresses, self._limits.changers, now):
            raise too_often(late)

    def _late(self, addresses: TokenBuckets, persons: TokenBuckets, now: float) -> float:
        """Takes a token of the address and one of the person. Returns 0, or the seconds to wait."""
        late = addresses.take(self._origin.key, now, COST, self._origin.share)
        return late if late or not self._person else persons.take(self._person, now)


def whole_seconds(late: float) -> int:
    """Rounds a wait up, to at least one second."""
    return int(late) + 1


def too_often(late: float) -> Refusal:
    """Returns the refusal of a request beyond the limit."""
    form = "too much is asked at once: ask again in {seconds} s"
    return Refusal("rate", form, facts={"seconds": whole_seconds(late)})
