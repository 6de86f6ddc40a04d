"""The key filter has no false negatives and few false positives."""

import pytest

from houseway.store import used_keys
from houseway.store.used_keys import KeyFilter


def test_a_key_that_was_used_is_known_today_and_from_earlier_days() -> None:
    read: list[str] = []

    def earlier(who: str) -> list[str]:
        read.append(who)
        return ["old.1", "old.2"] if who == "ana" else []

    known = KeyFilter(earlier)
    assert known.may_hold("ana", "old.1")
    assert not known.may_hold("ben", "old.1"), "it was somebody else's"
    known.add("ben", "new.1")
    assert known.may_hold("ben", "new.1")
    assert read == ["ana", "ben"], "each person's are read once"


def test_of_many_keys_none_is_forgotten_and_few_others_look_used() -> None:
    known = KeyFilter(lambda _: ())
    for number in range(50_000):
        known.add("ana", f"k{number}")
    assert all(known.may_hold("ana", f"k{number}") for number in range(50_000))
    assert sum(known.may_hold("ana", f"other{number}") for number in range(20_000)) < 200


def test_too_many_are_forgotten_and_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(used_keys, "MOST", 10)
    kept = {"ana": [f"k{number}" for number in range(20)]}
    known = KeyFilter(lambda who: kept.get(who, []))
    assert known.may_hold("ana", "k3")
    assert not known.may_hold("ben", "k3")
    assert known.may_hold("ana", "k3"), "they were read again"
    known.forget()
    kept["ana"].append("elsewhere")
    assert known.may_hold("ana", "elsewhere")
