"""Faults of a rule file: their type, and the search for repeated entries."""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")
Fault = tuple[str, str]
"""A key, and its fault."""
Known = Callable[[str], bool]


def twice(entries: Iterable[T]) -> Iterator[T]:
    """Yields each entry that came before."""
    seen: set[T] = set()
    for entry in entries:
        if entry in seen:
            yield entry
        seen.add(entry)
