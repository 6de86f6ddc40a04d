"""Coverage of clauses and examples by passing tests. The test run writes the record, and the package ships it."""

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from houseway.rulebook.files.file_schema import Book
from houseway.rulebook.files.loader import FEES, SHARED, book, outside_file
from houseway.rulebook.files.manifest import DATA, printed

RECORD: Final = DATA / "coverage.json"


class PassedTests(Struct, frozen=True, forbid_unknown_fields=True):
    """Passed tests by the clause or example that they cite, as `tests/file.py::name`."""

    clauses: dict[str, tuple[str, ...]] = {}
    examples: dict[str, tuple[str, ...]] = {}

    def proofs(self, of: Book) -> dict[str, tuple[str, ...]]:
        """Returns the tests of each clause of a file: those that cite it or one of its examples."""
        tests: dict[str, set[str]] = {clause.id: set(self.clauses.get(clause.id, ())) for clause in of.clauses}
        # Examples of other files cite only the clauses of the two shared files.
        for file_id in printed() if of.game.id in (SHARED, FEES) else (of.game.id,):
            for example in book(file_id).examples:
                for cited in example.clauses:
                    if cited in tests:
                        tests[cited].update(self.examples.get(example.id, ()))
        return {clause_id: tuple(sorted(found)) for clause_id, found in tests.items() if found}


class Coverage(Struct, frozen=True):
    """Coverage of one file. Each clause is tested, physical or missing; each example is worked or missing."""

    id: str
    clauses: tuple[str, ...]
    tested: tuple[str, ...]
    physical: dict[str, str]
    missing: tuple[str, ...]
    examples: tuple[str, ...]
    worked: tuple[str, ...]
    unworked: tuple[str, ...]


@cache
def shipped(file_id: str = "") -> PassedTests:
    """Returns the record of the last full test run, or an empty one if there is none.

    The record of a game from outside lies beside its rule file.
    """
    path = outside_file(file_id).with_name(RECORD.name) if file_id and file_id not in printed() else RECORD
    return read_record(path.read_bytes()) if path.exists() else PassedTests()


def read_record(content: bytes) -> PassedTests:
    return msgspec.json.decode(content, type=PassedTests)


def write_record(record: PassedTests, path: Path = RECORD) -> None:
    """Writes the record, sorted, so that the order of the tests does not matter."""
    path.write_bytes(msgspec.json.format(msgspec.json.encode(record, order="sorted"), indent=1) + b"\n")


def record_of(citations: Iterable[tuple[str, str, str]]) -> PassedTests:
    """Builds a record from triples of kind (`rule` or `example`), cited id and test."""
    found: dict[str, dict[str, set[str]]] = {"rule": {}, "example": {}}
    for kind, cited, test in citations:
        found[kind].setdefault(cited, set()).add(test)
    clauses, examples = (
        {cited: tuple(sorted(tests)) for cited, tests in sorted(by_id.items())} for by_id in found.values()
    )
    return PassedTests(clauses, examples)


def coverage(file_id: str, record: PassedTests) -> Coverage:
    """Returns the coverage of a file by the tests of a record."""
    of = book(file_id)
    proofs = record.proofs(of)
    physical = {clause.id: clause.physical for clause in of.clauses if clause.physical}
    return Coverage(
        id=file_id,
        clauses=tuple(of.clause_by_id),
        tested=tuple(clause_id for clause_id in of.clause_by_id if clause_id in proofs),
        physical=physical,
        missing=tuple(clause_id for clause_id in of.clause_by_id if clause_id not in {*proofs, *physical}),
        examples=tuple(of.example_by_id),
        worked=tuple(example_id for example_id in of.example_by_id if example_id in record.examples),
        unworked=tuple(example_id for example_id in of.example_by_id if example_id not in record.examples),
    )
