"""`houseway doctor` names what keeps a room from opening, and nothing else."""

import json
import socket
from pathlib import Path
from typing import Any

import pytest

from houseway.rulebook import FEES, SHARED, book, game_ids
from houseway.store import SqliteStore
from tests.cli.test_rounds import run


def findings(*words: str, code: int = 0) -> dict[str, dict[str, Any]]:
    done = run("doctor", *words, "--json")
    assert done.exit_code == code, done.output
    told = json.loads(done.stdout)
    assert told["ok"] is (code == 0)
    return {each["what"]: each for each in told["findings"]}


def test_a_house_that_is_well() -> None:
    found = findings()
    assert {"python", "houseway", "rule book", "sqlite", "cache", "disk", "files", "port"} <= found.keys()
    clauses = sum(len(book(file).clauses) for file in (*game_ids(), SHARED, FEES))
    assert found["rule book"]["says"] == f"14 games with {clauses} clauses"
    assert f"each of the {clauses} clauses" in (Path(__file__).parents[2] / "README.md").read_text()
    assert run("doctor").stdout.splitlines()[-1] == "A room opens here."


def test_books_are_counted_and_books_that_are_none_are_bad(tmp_path: Path) -> None:
    SqliteStore(tmp_path / "room.db").close()
    assert findings("--db", str(tmp_path / "room.db"))["books"]["says"] == "0 tables; the ledger adds up to 0"
    (tmp_path / "no.db").write_text("these are no books")
    found = findings("--db", str(tmp_path / "no.db"), code=2)["books"]
    assert (found["state"], "is not a database" in found["says"]) == ("bad", True)
    told = run("doctor", "--db", str(tmp_path / "gone.db"))
    assert (told.exit_code, told.stdout.splitlines()[-1]) == (2, "A room does not open here: books.")


def test_a_port_that_is_taken_is_worth_a_note() -> None:
    with socket.socket() as line:
        line.bind(("127.0.0.1", 0))
        line.listen()
        port = line.getsockname()[1]
        found = findings("--port", str(port))["port"]
    assert (found["state"], str(port) in found["says"]) == ("note", True)


def test_a_faulty_sqlite_is_bad(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("apsw.sqlite_lib_version", lambda: "3.50.0")
    assert findings(code=2)["sqlite"]["state"] == "bad"
