"""Pytest marks that cite the rule book: `@rule("TCP-28")` proves a clause, `@example("TCP-E02")` works an example.

`pytest --record-coverage` records which tests passed with which citation. `houseway rules --coverage` shows it.
"""

from typing import Final

import pytest

Citation = tuple[str, str, str]
"""Kind (`rule` or `example`), the id cited, and the test as `tests/file.py::name`."""

COLLECTED: Final = pytest.StashKey[list[Citation]]()
"""Citations of all collected tests, run or not."""
WHOLE: Final = pytest.StashKey[bool]()
"""Whether pytest was asked for the whole test directory."""


def rule(*clauses: str) -> pytest.MarkDecorator:
    """Marks a test as proof of these clauses."""
    return pytest.mark.rule(*clauses)


def example(*examples: str) -> pytest.MarkDecorator:
    """Marks a test as the working of these printed examples; it counts for the clauses that they cite too."""
    return pytest.mark.example(*examples)
