"""People: names, kinds, and hashes of their secrets and sign-in links."""

import apsw

from houseway.script import Refusal
from houseway.store.interface import Person, PersonColumn, PersonKey
from houseway.store.row_hashes import hash_of_secret
from houseway.store.sqlite import checksums


def add(db: apsw.Connection, person: Person, secret: str) -> None:
    """Inserts a person with the hash of a secret."""
    db.execute(
        "INSERT INTO person (id, name, kind, made, secret_hash) VALUES (?, ?, ?, ?, ?)",
        (person.id, person.name, person.kind, person.made, hash_of_secret(secret)),
    ).fetchall()
    checksums.seal(db, "person", person.id)


def change(db: apsw.Connection, person: str, column: PersonColumn, value: str | bytes) -> None:
    """Changes one column of a person. Raises Refusal `person` if there is none of that id."""
    db.execute(f"UPDATE person SET {column} = ? WHERE id = ?", (value, person)).fetchall()
    if not db.changes():
        raise Refusal("person", "there is no person {person!r}", facts={"person": person})
    checksums.seal(db, "person", person)


def find(db: apsw.Connection, by: PersonKey, value: str | bytes) -> Person | None:
    """Returns the person with that value in column `by`."""
    row = db.execute(f"SELECT id, name, kind, made FROM person WHERE {by} = ?", (value,)).fetchone()
    return None if row is None else Person(*row)
