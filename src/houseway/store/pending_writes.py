"""Writes that are queued and not durable yet: their idempotency keys, chips and seeds count at once.

Both stores derive from `PendingWrites`.
"""

import secrets
import time
from abc import ABC, abstractmethod
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from threading import Lock, RLock
from typing import Final, TypeVar

from msgspec import Struct

from houseway.room.fairness.scheme import SEED_BYTES
from houseway.room.messages.commands import AnyCommand, Grant
from houseway.room.messages.outcomes import Ack, Outcome, Posting, Row, granted
from houseway.store.interface import Answered
from houseway.store.promise import Promise
from houseway.store.row_hashes import digest, reused
from houseway.store.used_keys import KeyFilter

T = TypeVar("T")
SEEDS_DRAWN: Final = 64
OPEN: Final = 64
"""Pending commands by key before the store drops those that are durable by now."""
KNOWN: Final = 50_000
"""Cached balances before those without pending postings are dropped."""
FRESH: Final = 30.0
"""Seconds for which a balance is cached that other nodes may change, unless the caller asks for a fresh one."""


class Append(Struct, frozen=True):
    """One outcome to be written in a transaction, with the command's digest and the seeds drawn for its table."""

    outcome: Outcome
    command: bytes
    seeds: Mapping[int, bytes]
    closes: bool


def drawn_seeds() -> Iterator[bytes]:
    """Yields seeds from the operating system. Reads many at once: each call releases the interpreter's lock."""
    while True:
        pool = secrets.token_bytes(SEED_BYTES * SEEDS_DRAWN)
        for at in range(0, len(pool), SEED_BYTES):
            yield pool[at : at + SEED_BYTES]


def done(value: T) -> Future[T]:
    """Returns a future that has its result."""
    future: Future[T] = Future()
    future.set_result(value)
    return future


def _answer(row: Row, promise: Promise[Ack]) -> Future[Answered]:
    """Returns a future for the result of a pending command."""
    answer: Future[Answered] = Future()

    def settled(ended: Promise[Ack]) -> None:
        refused = ended.exception()
        if refused is None:
            answer.set_result(Answered(row.table, row.n, ended.result()))
        else:
            answer.set_exception(refused)

    promise.add_done_callback(settled)
    return answer


class Balances:
    """Cached balances of accounts, including pending postings. If `shared`, other nodes change them too."""

    def __init__(self, read: Callable[[str], int], *, shared: bool = False) -> None:
        self._read = read
        self._shared = shared
        self._door = RLock()
        self._known: dict[str, tuple[int, float]] = {}
        self._flights: Counter[str] = Counter()

    def of(self, account: str, *, fresh: bool = False) -> int:
        """Returns the balance of an account. While postings to it are pending, the cached balance is not read again."""
        with self._door:
            known = self._known.get(account)
            if known is not None and self._shared and not self._flights[account]:
                known = None if fresh or time.monotonic() - known[1] > FRESH else known
            if known is None:
                known = self._known[account] = (self._read(account), time.monotonic())
            return known[0]

    def move(self, posts: Iterable[Posting]) -> None:
        """Adds pending postings to the cached balances."""
        with self._door:
            followed = self._followed(posts)
            for each in followed:  # reads all before it changes any: a bad account name changes nothing
                self.of(each.account)
            for each in followed:
                self._flights[each.account] += 1
                self._add(each.account, each.cents)

    def landed(self, posts: Iterable[Posting], *, refused: bool) -> None:
        """Ends pending postings. Takes them back from the cached balances if the write was refused."""
        with self._door:
            followed = self._followed(posts)
            for each in followed:
                self._flights[each.account] -= 1
                if refused:
                    self._add(each.account, -each.cents)
            if refused and self._shared:  # another node has moved chips: the next read is a fresh one
                self.forget(followed)
            self._drop_done({each.account for each in followed})

    def forget(self, posts: Iterable[Posting]) -> None:
        """Drops the cached balances of these accounts, unless postings are pending."""
        with self._door:
            for each in posts:
                if not self._flights[each.account]:
                    del self._flights[each.account]
                    self._known.pop(each.account, None)

    def _drop_done(self, accounts: Iterable[str]) -> None:
        """Drops what the database tells as well: counts of no postings, and empty stacks of people who have left."""
        for account in accounts:
            if not self._flights[account]:
                del self._flights[account]
                if account.startswith("stack/") and self._known.get(account, (0, 0.0))[0] == 0:
                    self._known.pop(account, None)
        if len(self._known) > KNOWN:
            self._known = {account: self._known[account] for account in self._flights}

    def _add(self, account: str, cents: int) -> None:
        known, since = self._known[account]
        self._known[account] = (known + cents, since)

    def _followed(self, posts: Iterable[Posting]) -> list[Posting]:
        """Returns the postings to cache: all of them, or only those of cages if other nodes write too."""
        return [each for each in posts if not self._shared or each.account.startswith("cage/")]


class PendingWrites(ABC):
    """Base class of a store: tracks pending writes. Without `draw` new seeds come from the operating system."""

    def __init__(self, draw: Callable[[], bytes] | None, *, shared: bool = False) -> None:
        self._draw = draw or drawn_seeds().__next__
        self._balances = Balances(self._kept_balance, shared=shared)
        self._keys = KeyFilter(self._kept_keys)
        self._open: dict[tuple[str, str], tuple[bytes, Row, Promise[Ack]]] = {}
        self._door = Lock()
        self._seeds: dict[str, dict[int, bytes]] = defaultdict(dict)
        self._newest: dict[str, int] = {}  # the newest seed of each table by round number
        self._unkept: dict[str, dict[int, bytes]] = defaultdict(dict)

    # -- implemented by each store ----------------------------------------------------------------------------------

    @abstractmethod
    def _write(self, work: Append) -> Promise[Ack]: ...

    @abstractmethod
    def _write_grant(self, grant: Grant, posts: Sequence[Posting], at: int) -> Future[bool]: ...

    @abstractmethod
    def _kept_answer(self, who: str, key: str) -> tuple[bytes, Answered] | None: ...

    @abstractmethod
    def _kept_balance(self, account: str) -> int: ...

    @abstractmethod
    def _kept_keys(self, who: str, after: str) -> Iterable[str]: ...

    @abstractmethod
    def _kept_seed(self, table: str, number: int) -> bytes | None: ...

    @abstractmethod
    def _newest_seed(self, table: str) -> int: ...

    @abstractmethod
    def _has_granted(self, key: str) -> bool: ...

    # -- tables -----------------------------------------------------------------------------------------------------

    def append(self, outcome: Outcome, *, closes: bool = False) -> Promise[Ack]:
        """Queues an outcome as one transaction, with the seeds drawn for its table (see `Store.append`)."""
        row, posts = outcome.row, outcome.posts
        if outcome.idle:  # no row to write
            nothing: Promise[Ack] = Promise()
            nothing.set_result(outcome.ack)
            return nothing
        command = digest(row.read().command if outcome.command is None else outcome.command)
        if posts:
            self._balances.move(posts)
        seeds = self._unkept.pop(row.table, {})
        promise = self._write(Append(outcome, command, seeds, closes))
        if row.key:
            with self._door:
                self._open[row.who, row.key] = (command, row, promise)
                self._keys.add(row.who, row.key)
                if self._keys.is_full:
                    self._forget_keys()
            if len(self._open) > OPEN:
                self._forget_durable()
        if posts or seeds or closes:
            promise.add_done_callback(lambda ended: self._settled(ended, outcome, seeds, closes=closes))
        return promise

    def _settled(self, ended: Promise[Ack], outcome: Outcome, seeds: Mapping[int, bytes], *, closes: bool) -> None:
        """Settles balances once the write has ended. After a refusal its seeds wait for the next row again."""
        table, posts, refused = outcome.row.table, outcome.posts, ended.exception() is not None
        self._balances.landed(posts, refused=refused)
        if refused and seeds:
            self._unkept[table] = {**seeds, **self._unkept.pop(table, {})}
        if closes and not refused:
            self._seeds.pop(table, None)
            self._newest.pop(table, None)
            self._balances.forget(posts)

    def _forget_durable(self) -> None:
        """Drops pending keys that are durable by now. Writes become durable in the order of the calls."""
        with self._door:
            while self._open:
                first = next(iter(self._open))
                if not self._open[first][2].done():
                    return
                del self._open[first]

    def _forget_keys(self) -> None:
        """Clears the key filter but for pending keys, which the log does not have yet."""
        self._keys.forget()
        for who, key in [*self._open]:
            self._keys.add(who, key)

    def result_of_command(self, who: str, command: AnyCommand) -> Future[Answered] | None:
        """Returns the result of the person's earlier command with the same key and content; None for a new key."""
        found = self._look_up(who, command)
        if found is None:
            return None
        asked, answer = found
        if asked != digest(command):
            raise reused(command.key)
        return answer

    def result_of_key(self, who: str, command: AnyCommand) -> Future[Answered] | None:
        """Returns the result of the person's earlier command with the same key, whatever its content."""
        found = self._look_up(who, command)
        return None if found is None else found[1]

    def key_is_used(self, who: str, key: str) -> bool:
        """Returns whether the person's key has a result, on any node. It asks the database, not the filter."""
        return (who, key) in self._open or self._kept_answer(who, key) is not None

    def _look_up(self, who: str, command: AnyCommand) -> tuple[bytes, Future[Answered]] | None:
        if not command.key:
            return None
        under = self._open.get((who, command.key))
        if under is not None and under[2].done():
            self._forget_durable()
            under = None
        if under is None and not self._may_be_known(who, command):
            return None
        if under is not None:
            asked, row, promise = under
            return asked, _answer(row, promise)
        kept = self._kept_answer(who, command.key)
        return None if kept is None else (kept[0], done(kept[1]))

    def _may_be_known(self, who: str, command: AnyCommand) -> bool:
        return self._keys.may_hold(who, command.key)

    # -- chips ------------------------------------------------------------------------------------------------------

    def grant(self, grant: Grant, at: int) -> Future[bool]:
        """Issues chips to a cage. The result is False if the same idempotency key was used before."""
        posts = granted(grant)
        if grant.key and self._has_granted(grant.key):
            return done(False)
        self._balances.move(posts)
        future = self._write_grant(grant, posts, at)

        def settled(ended: Future[bool]) -> None:
            self._balances.landed(posts, refused=ended.exception() is not None or not ended.result())

        future.add_done_callback(settled)
        return future

    def balance(self, account: str, *, fresh: bool = False) -> int:
        """Returns the balance of an account, including writes that are not durable yet."""
        return self._balances.of(account, fresh=fresh)

    # -- seeds ------------------------------------------------------------------------------------------------------

    def seed(self, table: str, number: int) -> bytes:
        """Returns the seed of a round, drawn at the first call and stored with the next row of the table."""
        known = self._seeds[table]
        if number not in known:
            if table not in self._newest:
                self._newest[table] = self._newest_seed(table)
            kept = self._kept_seed(table, number) if number <= self._newest[table] else None
            if kept is None:
                self._newest[table] = number
                kept = self._unkept[table][number] = self._draw()
            known[number] = kept
            for older in [each for each in known if each < number - 1]:
                del known[older]
        return known[number]
