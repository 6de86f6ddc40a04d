"""Tests what the scrubber reports, with a room that says what it is told to say."""

from collections.abc import Iterator

import pytest

from houseway.store.checkpoint import Checkpoint
from houseway.store.history_walk import Damage, WalkedPage
from houseway.store.interface import StoreFault
from houseway.store.scrubber import Scrubber, ScrubReport


class DamagedTail:
    """A room of so many pages whose newest rows are damaged."""

    def __init__(self, pages: int, facts: dict[str, object]) -> None:
        self._pages = pages
        self._facts = facts

    def pages(self) -> Iterator[WalkedPage]:
        yield from [WalkedPage(rows=1)] * self._pages

    def tail(self) -> tuple[Checkpoint | None, bool]:
        raise StoreFault("log", "the newest row is damaged", facts=self._facts)

    def check_pages(self) -> Damage | None:
        return None

    def close(self) -> None: ...


def reports_of(pages: int, facts: dict[str, object]) -> list[ScrubReport]:
    heard: list[ScrubReport] = []
    Scrubber(DamagedTail(pages, facts), heard.append, share=1).walk()
    return heard


@pytest.mark.parametrize(("facts", "table"), [({"table": "t1", "n": 7}, "t1"), ({"file": "room.db"}, None)])
def test_damage_in_new_rows_names_its_table_if_it_has_one(facts: dict[str, object], table: str | None) -> None:
    (damage,) = [each.damage for each in reports_of(1, facts) if each.damage is not None]
    assert damage.table == table


def test_progress_is_told_once_in_a_while_and_not_at_every_page(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    monkeypatch.setattr("houseway.store.scrubber.time.monotonic", lambda: now[0])
    told = [each for each in reports_of(50, {}) if each.damage is None and each.walked is None]
    assert len(told) == 1
