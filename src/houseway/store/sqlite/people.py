"""Persons: who they are, and hashes of what they prove it by."""

import hashlib
from typing import Literal

import apsw

from houseway.script import Refusal
from houseway.store.interface import Person
from houseway.store.sqlite import checksums

By = Literal["id", "secret_hash", "link_hash"]
Column = Literal["name", "secret_hash", "link_hash"]


def hashed(secret: str) -> bytes:
    """What is kept of a secret of at least 128 bits: so many that nobody guesses them back from it."""
    return hashlib.sha256(secret.encode()).digest()


def add(db: apsw.Connection, person: Person, secret: str) -> None:
    """A person who was not known before; of the secret only the hash is kept."""
    db.execute(
        "INSERT INTO person (id, name, kind, made, secret_hash) VALUES (?, ?, ?, ?, ?)",
        (person.id, person.name, person.kind, person.made, hashed(secret)),
    ).fetchall()
    checksums.seal(db, "person", person.id)


def change(db: apsw.Connection, person: str, column: Column, value: str | bytes) -> None:
    """One thing about a person is different from now on; somebody unknown is refused."""
    db.execute(f"UPDATE person SET {column} = ? WHERE id = ?", (value, person)).fetchall()
    if not db.changes():
        raise Refusal("person", "there is no person {person!r}", facts={"person": person})
    checksums.seal(db, "person", person)


def found(db: apsw.Connection, by: By, value: str | bytes) -> Person | None:
    row = db.execute(f"SELECT id, name, kind, made FROM person WHERE {by} = ?", (value,)).fetchone()
    return None if row is None else Person(*row)
