"""The key filter has no false negatives and few false positives, and reads a page of keys at a command."""

from collections.abc import Callable

import pytest

from houseway.room.messages.commands import Say
from houseway.store import used_keys
from houseway.store.used_keys import PAGE, KeyFilter
from tests.store.kept import AnyStore, Place, Table, held_up, opened


def paged(kept: dict[str, list[str]]) -> Callable[[str, str], list[str]]:
    """Returns the reader of a log with these keys."""
    return lambda who, after: [key for key in sorted(kept.get(who, [])) if key > after][:PAGE]


def test_a_key_that_was_used_is_known_today_and_from_earlier_days() -> None:
    read: list[str] = []

    def earlier(who: str, _after: str) -> list[str]:
        read.append(who)
        return ["old.1", "old.2"] if who == "ana" else []

    known = KeyFilter(earlier)
    assert known.may_hold("ana", "old.1")
    assert not known.may_hold("ben", "old.1"), "it was somebody else's"
    known.add("ben", "new.1")
    assert known.may_hold("ben", "new.1")
    assert read == ["ana", "ben"], "each person's are read once"


def test_of_many_keys_none_is_forgotten_and_few_others_look_used() -> None:
    known = KeyFilter(lambda *_: ())
    for number in range(50_000):
        known.add("ana", f"k{number}")
    assert all(known.may_hold("ana", f"k{number}") for number in range(50_000))
    assert sum(known.may_hold("ana", f"other{number}") for number in range(20_000)) < 200


def test_too_many_are_forgotten_and_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(used_keys, "MOST", 10)
    kept = {"ana": [f"k{number}" for number in range(20)]}
    known = KeyFilter(paged(kept))
    assert known.may_hold("ana", "k3")
    assert known.is_full
    known.forget()
    kept["ana"].append("elsewhere")
    assert known.may_hold("ana", "elsewhere")
    assert not known.may_hold("ben", "k3")


def test_a_command_reads_one_page_of_keys_and_until_the_last_only_the_log_can_tell() -> None:
    """Before, the first command after a start read all keys that the person had ever used, in the event loop."""
    kept = {"ana": [f"k{number:06}" for number in range(3 * PAGE + 10)]}
    pages: list[int] = []

    def read(who: str, after: str) -> list[str]:
        page = paged(kept)(who, after)
        pages.append(len(page))
        return page

    known = KeyFilter(read)
    for _ in range(3):
        assert known.may_hold("ana", "new"), "it may stand on a page that was not read"
    known.add("ana", "a key of today")
    assert not known.may_hold("ana", "new")
    assert pages == [PAGE, PAGE, PAGE, 10]
    assert all(known.may_hold("ana", key) for key in [*kept["ana"], "a key of today"])
    assert len(pages) == 4


def test_every_key_of_somebody_with_many_gets_its_first_answer_after_a_restart(place: Place) -> None:
    store, table, keys = opened(place), Table("t1"), [f"k{number:04}" for number in range(2 * PAGE + 5)]
    for key in keys:
        last = store.append(table.says("ana", key))
    last.result()
    store.close()
    store = place.open()
    for key in reversed(keys):
        found = store.result_of_key("ana", Say(key=key, text="x"))
        assert found is not None
        assert found.result().row == 1 + keys.index(key)
    assert store.result_of_key("ana", Say(key="new", text="x")) is None
    store.close()


def test_a_key_that_was_pending_when_the_filter_was_cleared_is_known_later(store: AnyStore) -> None:
    """The log did not have it yet when the person's keys were read again."""
    table = Table("t1")
    with held_up(store) as go:
        store.append(table.says("ana", "early"))
        held = store.append(table.says("ana", "pending"))
        store._forget_keys()
        assert store.result_of_key("ana", Say(key="another", text="x")) is None
        go.set()
        held.result()
    store._forget_durable()
    assert store.result_of_key("ana", Say(key="pending", text="x")) is not None
