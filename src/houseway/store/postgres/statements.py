"""SQL statements of each write, their results, and the translation of database errors to refusals.

Statements of many writes go out and commit together, without a reply in between. Each statement must therefore fail by
itself: a log row gets a NULL `epoch` if the lease is not ours, and a NULL `prev_hash` if it does not follow the last
row, and a NOT NULL constraint refuses either.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import msgspec
import psycopg
from msgspec import Struct

from houseway.room.fairness.scheme import commit_of
from houseway.room.messages.commands import Grant
from houseway.room.messages.outcomes import Ended, Posting, Row
from houseway.script import Refusal
from houseway.store.accounts import SHARED, kind_of
from houseway.store.interface import Person, PersonColumn, StoreFault
from houseway.store.pending_writes import Append
from houseway.store.round_rows import parts_of, revealed_seed
from houseway.store.row_hashes import START, hash_of_round, hash_of_snapshot, reused, row_hash, stale

Statement = tuple[str, Sequence[Any] | Mapping[str, Any]]


class Write(Struct, frozen=True):
    """Statements of one atomic write. `came_to` computes the result from the row count of each statement."""

    statements: Sequence[Statement]
    came_to: Callable[[Sequence[int]], object]
    cages: tuple[str, ...] = ()
    about: Row | None = None
    paid: Mapping[str, tuple[int, str]] = {}


class Lost(StoreFault):
    """Another node holds the table by now: the row was not written, and this node must stop."""


class Footing(Struct, frozen=True):
    """Footing of an append: owner, URL and epoch of the table's lease, the node's shard, and the previous hash."""

    owner: str
    url: str
    epoch: int
    shard: int
    before: bytes


# -- a row of a table -----------------------------------------------------------------------------------------------

_OPEN: Final = (
    "INSERT INTO room_table (id, opened, last_n, last_hash) VALUES (%s, %s, 0, %s) ON CONFLICT (id) DO NOTHING"
)
_LEASE: Final = """
    INSERT INTO lease (table_id, owner, epoch, until, url)
    VALUES (%s, %s, %s, clock_timestamp() + interval '5 s', %s) ON CONFLICT (table_id) DO NOTHING"""
_APPEND: Final = """
    WITH fence AS (
        SELECT epoch FROM lease
        WHERE table_id = %(table)s AND owner = %(owner)s AND epoch = %(epoch)s AND until > clock_timestamp()
        FOR KEY SHARE
    ), follows AS (
        UPDATE room_table SET last_n = %(n)s, last_hash = %(hash)s
        WHERE id = %(table)s AND last_n = %(n)s - 1 AND last_hash = %(before)s AND EXISTS (SELECT FROM fence)
        RETURNING id
    )
    INSERT INTO log (table_id, n, at, who, key, asked, ack, body, hash, epoch, prev_hash)
    VALUES (%(table)s, %(n)s, %(at)s, %(who)s, %(key)s, %(asked)s, %(ack)s, %(body)s, %(hash)s,
        (SELECT epoch FROM fence), (SELECT %(before)s::bytea FROM follows))"""
_POST: Final = """
    WITH made AS (
        INSERT INTO entry (at, kind, table_id, n, round_id, key) VALUES (%s, %s, %s, %s, %s, %s)
        ON CONFLICT (key) DO NOTHING RETURNING id
    )
    INSERT INTO posting (entry, line, account, shard, cents, clause)
    SELECT made.id, each.line - 1, each.account, each.shard, each.cents, each.clause
    FROM made, unnest(%s::text[], %s::integer[], %s::bigint[], %s::text[])
        WITH ORDINALITY AS each (account, shard, cents, clause, line)"""
_ROUND: Final = """
    INSERT INTO round (id, table_id, number, at, document, result, fair, seen, void, seed, hash)
    VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)"""
_SNAPSHOT: Final = """
    INSERT INTO snapshot (table_id, n, body, hash) VALUES (%s, %s, %s, %s)
    ON CONFLICT (table_id) DO UPDATE SET n = excluded.n, body = excluded.body, hash = excluded.hash"""
_LAST_SNAPSHOT: Final = """
    INSERT INTO snapshot (table_id, n, body, hash)
    SELECT id, last_n, %(body)s::bytea, %(hash)s::bytea FROM room_table
    WHERE id = %(table)s AND last_n = %(n)s AND closed IS NULL AND EXISTS (
        SELECT FROM lease
        WHERE table_id = %(table)s AND owner = %(owner)s AND epoch = %(epoch)s AND until > clock_timestamp()
    )
    ON CONFLICT (table_id) DO UPDATE SET n = excluded.n, body = excluded.body, hash = excluded.hash"""
_SEED: Final = "INSERT INTO seed (table_id, number, commitment, seed) VALUES (%s, %s, %s, %s)"
REVEAL_TABLE: Final = """
    UPDATE round SET seed = seed.seed FROM seed
    WHERE seed.table_id = round.table_id AND seed.number = round.number AND round.seed IS NULL
        AND round.table_id = %s"""


def append(work: Append, held: Footing) -> tuple[Write, bytes]:
    """Returns the write of an outcome, and the hash that the next row of its table is chained to."""
    outcome, row = work.outcome, work.outcome.row
    hash_ = row_hash(held.before, row)
    statements: list[Statement] = []
    if row.n == 1:
        statements.append((_OPEN, (row.table, row.at, START)))
        statements.append((_LEASE, (row.table, held.owner, held.epoch, held.url)))
    fields = {"table": row.table, "n": row.n, "at": row.at, "who": row.who, "key": row.key, "body": row.body}
    fields |= {"asked": work.command, "ack": msgspec.json.encode(outcome.ack), "hash": hash_, "before": held.before}
    statements.append((_APPEND, fields | {"owner": held.owner, "epoch": held.epoch}))
    if outcome.posts:
        ended = outcome.ended.round_id if outcome.ended is not None else None
        statements.append(post(outcome.posts, held.shard, (row.at, "table", row.table, row.n, ended, None)))
    statements += [(_SEED, (row.table, number, commit_of(seed), seed)) for number, seed in work.seeds.items()]
    if outcome.ended is not None:
        statements.append(_round(row, outcome.ended))
    if outcome.snapshot is not None:
        hashed = hash_of_snapshot(outcome.snapshot)
        statements.append((_SNAPSHOT, (row.table, row.n, outcome.snapshot, hashed)))
    if work.closes:
        statements += [
            ("UPDATE room_table SET closed = %s WHERE id = %s", (row.at, row.table)),
            (REVEAL_TABLE, (row.table,)),
            ("DELETE FROM lease WHERE table_id = %s", (row.table,)),
            board({row.table: b""}),
        ]
    return Write(statements, lambda _: outcome.ack, _cages(outcome.posts), row, _paid(outcome.posts)), hash_


def _round(row: Row, ended: Ended) -> Statement:
    parts = parts_of(ended)
    seed = revealed_seed(ended)
    return _ROUND, (ended.round_id, row.table, ended.number, row.at, *parts, seed, hash_of_round(parts))


def post(posts: Sequence[Posting], shard: int, entry: Sequence[Any]) -> Statement:
    """Returns the statement of an entry with its postings, credits first. It inserts nothing if its key is used."""
    assert sum(each.cents for each in posts) == 0, f"postings that do not add up to zero: {posts}"
    ordered = sorted(posts, key=lambda each: each.cents < 0)
    accounts = [each.account for each in ordered]
    shards = [shard if kind_of(account) in SHARED else 0 for account in accounts]
    return _POST, (*entry, accounts, shards, [each.cents for each in ordered], [each.clause for each in ordered])


def _cages(posts: Sequence[Posting]) -> tuple[str, ...]:
    return tuple([each.account for each in posts if each.account.startswith("cage/")])


# -- other work -----------------------------------------------------------------------------------------------------


def grant(given: Grant, posts: Sequence[Posting], at: int, shard: int) -> Write:
    """Issues chips. The result is False if the idempotency key was used before."""
    statement = post(posts, shard, (at, given.reason, None, None, None, given.key or None))
    return Write([statement], lambda counts: counts[0] > 0, _cages(posts))


def keep_snapshot(table: str, n: int, snapshot: bytes, *, owner: str, epoch: int) -> Write:
    """Replaces the snapshot of an open table under this lease, if row `n` is its last one."""
    fields = {"table": table, "n": n, "body": snapshot, "hash": hash_of_snapshot(snapshot)}
    return Write([(_LAST_SNAPSHOT, fields | {"owner": owner, "epoch": epoch})], lambda _: None)


def add_person(person: Person, secret_hash: bytes) -> Write:
    """Inserts a person."""
    fields = (person.id, person.name, person.kind, person.made, secret_hash)
    statement = "INSERT INTO person (id, name, kind, made, secret_hash) VALUES (%s, %s, %s, %s, %s)"
    return Write([(statement, fields)], lambda _: None)


def change_person(person: str, column: PersonColumn, value: str | bytes, news: str) -> Write:
    """Changes one column of a person and notifies all nodes. Refuses with `person` if there is none of that id."""

    def came_to(counts: Sequence[int]) -> None:
        if not counts[0]:
            raise Refusal("person", "there is no person {person!r}", facts={"person": person})

    statements: list[Statement] = [
        (f"UPDATE person SET {column} = %s WHERE id = %s", (value, person)),
        notify(news),
    ]
    return Write(statements, came_to)


def notify(news: str) -> Statement:
    """Notifies all nodes when the transaction commits."""
    return "SELECT pg_notify('houseway', %s)", (news,)


def set_meta(name: str, value: bytes) -> Write:
    """Inserts or replaces a value and notifies all nodes of its name."""
    statement = "INSERT INTO meta (name, value) VALUES (%s, %s) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
    return Write([(statement, (name, value)), notify(f"meta {name}")], lambda _: None)


def change_meta(name: str, value: bytes) -> Write:
    """Replaces a value if there is one of that name. No node needs to know."""
    return Write([("UPDATE meta SET value = %s WHERE name = %s", (value, name))], lambda _: None)


def drop_meta(name: str) -> Write:
    """Deletes a value and notifies all nodes."""
    tell: Statement = ("SELECT pg_notify('houseway', %s)", (f"dropped {name}",))
    return Write([("DELETE FROM meta WHERE name = %s", (name,)), tell], lambda _: None)


def board(lines: Mapping[str, bytes]) -> Statement:
    """Publishes lines of tables for every node's lobby; an empty line removes a table."""
    statement = """
        INSERT INTO board (table_id, line, at)
        SELECT table_id, line, clock_timestamp() FROM unnest(%s::text[], %s::bytea[]) AS each (table_id, line)
        ON CONFLICT (table_id) DO UPDATE SET line = excluded.line, at = excluded.at"""
    return statement, (list(lines), list(lines.values()))


# -- errors of the database -----------------------------------------------------------------------------------------


def refusal_of(error: psycopg.Error, write: Write, last_of: Callable[[str], int]) -> Exception:
    """Translates a database error: to a Refusal, to `Lost` if another node holds the table, or to the error itself."""
    row, constraint = write.about, error.diag.constraint_name
    if constraint == "chips":
        return _short(error, write)
    if row is None:
        return error
    if constraint == "log_by_key":
        return reused(row.key)
    if isinstance(error, psycopg.errors.NotNullViolation) and error.diag.column_name == "epoch":
        form = "row {n} of table {table} was not written: another node has the table by now"
        return Lost("lease", form, facts={"table": row.table, "n": row.n})
    if isinstance(error, psycopg.errors.NotNullViolation) and error.diag.column_name == "prev_hash":
        return stale(row, last_of(row.table))
    return error


_FAILED: Final = re.compile(r"\((?P<account>[^,]+), \d+, \w+, (?P<left>-?\d+), ")


def _short(error: psycopg.Error, write: Write) -> Exception:
    """Returns the refusal for the account whose CHECK constraint failed, from the error's detail."""
    failed = _FAILED.search(error.diag.message_detail or "")
    if failed is None:
        return error
    account = failed["account"]
    cents, clause = write.paid.get(account, (0, ""))
    facts = {"account": account, "balance": int(failed["left"]) + cents, "cents": cents}
    return Refusal("chips", "{account} has {balance:money}, which is less than {cents:money}", clause, "", facts)


def _paid(posts: Sequence[Posting]) -> dict[str, tuple[int, str]]:
    """Returns the net amount that each account pays, and the clause."""
    paid: dict[str, tuple[int, str]] = {}
    for each in posts:
        cents, clause = paid.get(each.account, (0, ""))
        paid[each.account] = (cents - each.cents, each.clause or clause)
    return paid
