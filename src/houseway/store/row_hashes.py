"""Hashes of stored rows, computed in the same way by both stores.

Each row of a table's log is chained to the row before it. Rounds and snapshots carry a hash of their own. Rows that
neither a chain nor a ledger sum covers carry a checksum, which the schema calls `seal`.
"""

import hashlib
from binascii import hexlify
from collections.abc import Iterable, Sequence
from typing import Any, Final

import msgspec

from houseway.room.messages.commands import AnyCommand
from houseway.room.messages.outcomes import Row
from houseway.script import Refusal
from houseway.store.interface import StoreFault

START: Final = bytes(32)
"""The hash that the first row of a table's log is chained to."""
End = tuple[int, bytes]
"""The number and the hash of the last row of a log."""
ENTRY: Final = "id, at, kind, table_id, n, round_id, key"
"""Columns of a ledger entry; its seal covers all but the id, and the entry's postings."""
SEALED: Final = {
    "meta": (1, "name, value", "what is kept under {0!r}"),
    "person": (1, "id, name, kind, made, secret_hash, link_hash", "person {0}"),
    "room_table": (1, "id, ordinal, opened, closed", "table {0}"),
    "seed": (2, "table_id, number", "the seed of round {1} of table {0}"),
    "round": (1, "id, table_id, number, at", "round {0}"),
    "snapshot": (1, "table_id, n", "the snapshot of table {0}"),
}
"""By table: how many columns are the key, which columns the seal covers, and the name of a row in an error."""


class _Said(msgspec.Struct):
    """The parts of a row's body from which the columns `asked` and `ack` are computed."""

    command: msgspec.Raw
    ack: msgspec.Raw = msgspec.Raw(b'{"n":0}')


_SAID = msgspec.json.Decoder(_Said)
_encode, _sorted = msgspec.json.Encoder().encode, msgspec.json.Encoder(order="sorted").encode
_decode = msgspec.json.Decoder().decode
_sha256 = hashlib.sha256


# -- the log --------------------------------------------------------------------------------------------------------


def digest(command: AnyCommand) -> bytes:
    """Returns the SHA-256 of a command as JSON with sorted keys; it tells apart two commands under one key."""
    return _sha256(_sorted(command)).digest()


def row_hash(before: bytes, row: Row) -> bytes:
    """Returns the chained hash of a row.

    It is the SHA-256 of three lines: the previous hash, the row's table, n, time, sender and key as JSON, and its body.
    """
    return hash_after(before, (row.table, row.n, row.at, row.who, row.key), row.body)


def hash_after(before: bytes, head: tuple[str, int, int, str, str], body: bytes) -> bytes:
    """Returns the same hash as `row_hash`, from columns instead of a `Row`."""
    return _sha256(b"%b\n%b\n%b" % (hexlify(before), _encode(head), body)).digest()


def is_answered_by(body: bytes, asked: bytes, ack: bytes) -> bool:
    """Returns whether the columns `asked` and `ack` agree with the body, which the row's hash covers."""
    said = _SAID.decode(body)
    return _sha256(_sorted(_decode(said.command))).digest() == asked and bytes(said.ack) == ack


def stale(row: Row, last: int) -> Refusal:
    """Returns the refusal of a row that does not follow the last row of its table."""
    facts = {"table": row.table, "n": row.n, "last": last}
    return Refusal("stale", "row {n} of table {table} does not follow row {last}, its last", facts=facts)


def reused(key: str) -> Refusal:
    """Returns the refusal of an idempotency key that another command has used."""
    return Refusal("key-reused", "key {key!r} was another command's: take a new one", "", "key", {"key": key})


def broken(file: str, table: str, n: int) -> StoreFault:
    """Returns the fault of a row that is not chained to the row before it."""
    form = "{file} is damaged: row {n} of the log of table {table} does not follow the one before it"
    return StoreFault("log", form, facts={"file": file, "table": table, "n": n})


def unlike(file: str, table: str, n: int) -> StoreFault:
    """Returns the fault of a row whose columns `asked` and `ack` disagree with its body."""
    form = "{file} is damaged: the answer in row {n} of the log of table {table} is not as it was written"
    return StoreFault("log", form, facts={"file": file, "table": table, "n": n})


# -- other rows -----------------------------------------------------------------------------------------------------


def hash_of_round(parts: Iterable[bytes | str | None]) -> bytes:
    """Returns the hash over a round's document, result, fairness part, visibility and reason for being void."""
    texts = [part.encode() if isinstance(part, str) else part or b"" for part in parts]
    return _sha256(b"".join(_sha256(text).digest() for text in texts)).digest()


def hash_of_snapshot(body: bytes) -> bytes:
    """Returns the SHA-256 of a snapshot's body."""
    return _sha256(body).digest()


def hash_of_secret(secret: str) -> bytes:
    """Returns the SHA-256 of a secret, which is all that a store keeps of it.

    No salt is needed: a secret has at least 128 random bits, so that nobody can guess it from its hash.
    """
    return _sha256(secret.encode()).digest()


def seal_of(row: Sequence[Any], postings: Iterable[Sequence[Any]] = ()) -> bytes:
    """Returns the checksum of a row and its postings: SHA-256 of both as JSON, with bytes in base64."""
    return _sha256(_encode((row, [*postings]))).digest()
