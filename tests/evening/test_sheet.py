"""Holds the evening sheet to the ledger, to the cent, over simulated evenings of every game."""

from collections import Counter
from pathlib import Path

import msgspec
import pytest

from houseway.evening.figures import total
from houseway.evening.period import Period
from houseway.evening.sheet import HOUSE, EveningSheet, divided, evening_sheet
from houseway.roster import OWN
from houseway.store.factory import copied
from tests.postgres import Database
from tests.room.simulator import TABLE
from tests.store.kept import DatabasePlace, FilePlace, Place
from tests.store.test_evening import KeptEvening

ALWAYS = Period(0, 2**62)


def kept_evening(game: str, place: Place, steps: int = 250, seed: object = "sheet") -> KeptEvening:
    evening = KeptEvening(game, seed, place)
    for _ in range(steps):
        evening.step()
    evening.store.close()
    return evening


def sheet_of(place: Place, period: Period = ALWAYS, **more: list[str]) -> EveningSheet:
    reader = place.reader()
    try:
        return evening_sheet(reader, period, **more)
    finally:
        reader.close()


def granted(place: Place) -> Counter[str]:
    """Returns the chips that the house issued to each cage."""
    reader = place.reader()
    found: Counter[str] = Counter()
    for each in reader.entries_between(0, 2**62):
        if each.table is None and each.account.startswith("cage/"):
            found[each.account.removeprefix("cage/")] += each.cents
    reader.close()
    return found


def check_sheet(place: Place, evening: KeptEvening) -> None:
    sheet, issued = sheet_of(place), granted(place)
    for line in sheet.people:
        chips = evening.books[f"cage/{line.person}"] + evening.books[f"stack/{TABLE}/{line.person}"]
        assert line.total.net == chips - issued[line.person]
        assert line.total == total(line.games.values())
        for figures in line.games.values():
            moved = figures.taken - figures.brought + figures.held_after - figures.held_before
            assert figures.net == moved
        assert line.total.held_after == evening.books[f"stack/{TABLE}/{line.person}"]
    others = sheet.others
    assert (others.house, others.box) == (evening.books["house"], evening.books["box"])
    assert others.pools == sum(cents for account, cents in evening.books.items() if account.startswith("pool/"))
    assert sum(line.total.net for line in sheet.people) + others.net == 0
    (table,) = sheet.tables
    assert (table.table, table.rounds, table.void) == (TABLE, evening.rounds, evening.voids)
    left = {line.person: line.total.net for line in sheet.people} | {HOUSE: others.net}
    for transfer in sheet.transfers:
        assert transfer.cents > 0
        left[transfer.source] += transfer.cents
        left[transfer.target] -= transfer.cents
    assert not any(left.values())


@pytest.mark.parametrize("game", OWN)
def test_a_sheet_agrees_with_the_ledger_to_the_cent(game: str, tmp_path: Path) -> None:
    place = FilePlace(tmp_path / "room.db")
    check_sheet(place, kept_evening(game, place))


@pytest.mark.parametrize("game", ["lowball", "three-card-poker", "panguingue"])
def test_a_sheet_is_the_same_on_postgres(game: str, database: Database, tmp_path: Path) -> None:
    file, other = FilePlace(tmp_path / "room.db"), DatabasePlace(database)
    evening = kept_evening(game, file, 150)
    copied(file.db, other.db)
    check_sheet(other, evening)
    assert sheet_of(file) == sheet_of(other)


@pytest.mark.parametrize("game", OWN)
def test_fees_are_what_came_into_the_box_and_the_jackpots(game: str, tmp_path: Path) -> None:
    for seed in range(3):
        place = FilePlace(tmp_path / f"{seed}.db")
        kept_evening(game, place, 120, seed)
        reader = place.reader()
        pools = 0
        for kept in reader.rounds_between(0, 2**62):
            result = msgspec.json.decode(kept.result)
            pools += sum(fee["amount"] for fee in result["fees"] if fee.get("pool"))
        for each in reader.entries_between(0, 2**62):
            if each.account.startswith("pool/") and each.clause == "PD-33":
                pools += each.cents  # the fee of a void round comes back
        reader.close()
        sheet = sheet_of(place)
        paid = sum(line.total.fees for line in sheet.people) + sheet.others.bot_fees
        assert paid == sheet.others.box + pools, seed


def test_two_stretches_add_up_to_the_whole(tmp_path: Path) -> None:
    place = FilePlace(tmp_path / "room.db")
    evening = kept_evening("texas-holdem", place, 300)
    times = sorted(row.at for row in evening.rows)
    middle = times[len(times) // 2]
    first, second, whole = sheet_of(place, Period(0, middle)), sheet_of(place, Period(middle, 2**62)), sheet_of(place)
    nets: Counter[str] = Counter()
    for part in (first, second):
        for line in part.people:
            nets[line.person] += line.total.net
    assert {line.person: line.total.net for line in whole.people if line.total.net} == {
        person: cents for person, cents in nets.items() if cents
    }
    held = {line.person: line.total.held_after for line in first.people}
    assert held == {line.person: line.total.held_before for line in second.people if line.person in held}
    assert any(held.values())
    assert sum(table.rounds for table in first.tables + second.tables) == evening.rounds


def test_a_sheet_of_other_tables_has_nobody(tmp_path: Path) -> None:
    place = FilePlace(tmp_path / "room.db")
    kept_evening("three-card-poker", place, 60)
    assert sheet_of(place, tables=["another"]).people == []
    assert sheet_of(place, tables=[TABLE]) == sheet_of(place)


def test_a_collection_is_divided_to_the_cent() -> None:
    assert divided(100, [("a", 500)]) == [("a", 100)]
    assert divided(100, [("a", 1), ("b", 1), ("c", 1)]) == [("a", 34), ("b", 33), ("c", 33)]
    assert divided(7, []) == []
