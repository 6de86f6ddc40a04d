"""Token buckets by person and by address: how much either may ask of the room, over however many sockets and requests.

One socket has a limit of its own (`rate.py`), and a new socket begins it anew. These buckets outlive the socket. They
belong to one process: each node of a room counts for itself.

Two costs keep one bucket fair for all that is asked: a message, a socket or a POST takes one token, a GET a quarter of
one, because it adds no row to the file.
"""

from itertools import islice
from typing import Final, NamedTuple

from houseway.script import Refusal
from houseway.server.net.sliding_window import Rate

KEYS: Final = 50_000
"""Buckets of one kind that are kept at the most."""
TRUSTED_SHARE: Final = 256
"""How many times as much a trusted proxy, another node or this machine may ask: many people come by its address."""
SCALE = 1.0
"""Multiplies every bucket. Load generators raise it to measure the room and not its limits."""
GET_COST, COST = 0.25, 1.0
ROUNDING: Final = 1e-6


class Allowance(NamedTuple):
    """The size of a bucket in tokens, and how many tokens a second fill it again."""

    burst: float
    per_second: float


PERSON: Final = Allowance(450, 10)
"""Four sockets may be used up at once; one socket that always says as much as it may takes half of the refill."""
ADDRESS: Final = Allowance(4_000, 40)
"""A class of thirty that plays takes half of it; a page with its files takes fifteen tokens."""
TALK: Final = Allowance(100, 1)
"""Each `say` is a row of the file for good."""
TALK_ADDRESS: Final = Allowance(400, 4)
SOCKETS: Final = Allowance(300, 10)
"""Sockets that one address may open; as many as it may have, and all again every half minute."""


class TokenBuckets:
    """Buckets of one size by key. A full bucket is forgotten, so that memory holds those of the last minutes alone."""

    def __init__(self, allowance: Allowance, most: int = KEYS) -> None:
        self._burst = allowance.burst
        self._per_second = allowance.per_second
        self._most = most
        self._full_at: dict[str, float] = {}

    def __len__(self) -> int:
        return len(self._full_at)

    def take(self, key: str, now: float, cost: float = COST, share: float = 1.0) -> float:
        """Takes tokens. Returns 0, or after how many seconds they will be there; then nothing was taken."""
        kept = self._full_at
        full_at = kept.get(key)
        if full_at is None:
            self._make_room(now)
            full_at = now
        elif full_at < now:
            full_at = now
        per_second = self._per_second * share * SCALE
        then = full_at + cost / per_second
        late = then - now - self._burst / self._per_second  # a bucket is filled in the same time, whatever its share
        if late > ROUNDING:
            return late
        kept[key] = then
        return 0.0

    def _make_room(self, now: float) -> None:
        """Drops or moves the two oldest buckets for a new one: full ones go, and any where there are too many."""
        kept = self._full_at
        for key in [*islice(kept, 2)]:
            full_at = kept.pop(key)
            if full_at > now and len(kept) < self._most - 1:
                kept[key] = full_at


class Origin(NamedTuple):
    """The address that a request counts for, and how many times as much that address may ask."""

    key: str
    share: float = 1.0


class RateLimits:
    """All buckets of a process."""

    def __init__(self) -> None:
        self.persons = TokenBuckets(PERSON)
        self.addresses = TokenBuckets(ADDRESS)
        self.talkers = TokenBuckets(TALK)
        self.talk_addresses = TokenBuckets(TALK_ADDRESS)
        self.sockets = TokenBuckets(SOCKETS)

    def request(self, origin: Origin, person: str, now: float, cost: float = COST) -> float:
        """Counts a request. Returns 0, or the seconds after which it may come again. No `person`: a host, or nobody."""
        late = self.addresses.take(origin.key, now, cost, origin.share)
        if not late and person:
            late = self.persons.take(person, now, cost)
        return late

    def socket(self, origin: Origin, now: float) -> float:
        """Counts a socket that is opened. Returns 0, or the seconds after which it may be."""
        return self.sockets.take(origin.key, now, COST, origin.share)

    def line(self, origin: Origin, person: str) -> "LineRate":
        """The limits of one socket."""
        return LineRate(self, origin, person)


class LineRate:
    """The limits of one socket: its own, and the buckets of its person and its address."""

    __slots__ = ("_limits", "_origin", "_own", "_person")

    def __init__(self, limits: RateLimits, origin: Origin, person: str) -> None:
        self._limits = limits
        self._origin = origin
        self._own = Rate()
        self._person = person

    def too_many(self, now: float, most: int) -> bool:
        """Returns whether one more message is too many: the socket is closed with 1008."""
        return self._own.too_many(now, most) or self._limits.request(self._origin, self._person, now) > 0

    def refuse_talk(self, now: float) -> None:
        """Raises `rate` if the person, or the address, has said too much; the socket stays open."""
        late = self._limits.talk_addresses.take(self._origin.key, now, COST, self._origin.share)
        if not late and self._person:
            late = self._limits.talkers.take(self._person, now)
        if late:
            raise Refusal("rate", "too much is said at once: wait {seconds} s", facts={"seconds": whole_seconds(late)})


def whole_seconds(late: float) -> int:
    """A wait as it is told: never less than a second."""
    return int(late) + 1


def too_often(late: float) -> Refusal:
    """Refuses a request that comes too soon."""
    form = "too much is asked at once: ask again in {seconds} s"
    return Refusal("rate", form, facts={"seconds": whole_seconds(late)})
