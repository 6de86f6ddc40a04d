"""A pot cut in two and shared to the last dollar: cases worked by hand from OMA-55 and PIN-51, and all small ones."""

from collections.abc import Iterator
from itertools import combinations

import pytest

from houseway.games.kit.poker.halves import halved
from houseway.script import HIGH, LOW, Place, Share
from houseway.testing import rule

PLACES = [Place(seat, f"seat {seat}", {}) for seat in (1, 2, 3, 4)]  # as they sit clockwise from the button


def seated(seats: str) -> list[Place]:
    return [place for place in PLACES if str(place.seat) in seats]


def shares_of(dollars: int, high: list[Place], low: list[Place]) -> list[Share]:
    return halved(100 * dollars, high, low, "OMA-51", "OMA-54", "OMA-55")


def takes(shares: list[Share]) -> dict[int, int]:
    found: dict[int, int] = {}
    for share in shares:
        found[share.place.seat] = found.get(share.place.seat, 0) + share.cents // 100
    return found


@rule("OMA-54", "OMA-55", "PIN-50", "PIN-51")
@pytest.mark.parametrize(
    ("dollars", "high", "low", "taken"),
    [
        # The same hands both ways: the whole pot as evenly as it goes.
        (10, "12", "12", {1: 5, 2: 5}),
        (14, "12", "12", {1: 7, 2: 7}),
        (11, "12", "12", {1: 6, 2: 5}),
        (13, "12", "12", {1: 7, 2: 6}),
        (15, "123", "123", {1: 5, 2: 5, 3: 5}),
        (14, "123", "123", {1: 5, 2: 5, 3: 4}),
        (16, "123", "123", {1: 6, 2: 5, 3: 5}),
        (18, "1234", "1234", {1: 5, 2: 5, 3: 4, 4: 4}),
        # Others tie for one half: whoever has no odd dollar of the pot yet comes first for the low half's.
        (10, "12", "123", {1: 4, 2: 4, 3: 2}),  # high 3/2, low 1/2/2
        (14, "12", "13", {1: 7, 2: 3, 3: 4}),  # high 4/3, low 3/4
        (14, "13", "12", {1: 7, 2: 4, 3: 3}),
        (10, "12", "34", {1: 3, 2: 2, 3: 3, 4: 2}),  # nobody ties for both
        (22, "12", "1234", {1: 8, 2: 8, 3: 3, 4: 3}),  # high 6/5; low 2/3/3/3: seats 2, 3 and 4 have none yet
        # The low is tied by fewer than the high: an odd dollar of high skips whom the low half needs.
        (15, "123", "12", {1: 6, 2: 6, 3: 3}),  # high 3/2/3, low 3/4
        (15, "123", "23", {1: 3, 2: 6, 3: 6}),  # high 3/3/2, low 3/4: nobody to skip
        # One hand alone has a half: the odd dollar of the cut is its half, not a dollar left over.
        (83, "1", "12", {1: 63, 2: 20}),  # OMA-EX06
        (83, "2", "12", {1: 21, 2: 62}),
        (45, "2", "1", {1: 22, 2: 23}),
        (1, "1", "2", {1: 1}),
        (2, "12", "34", {1: 1, 3: 1}),
    ],
)
def test_odd_dollars_go_one_each_before_anybody_gets_a_second(
    dollars: int, high: str, low: str, taken: dict[int, int]
) -> None:
    assert takes(shares_of(dollars, seated(high), seated(low))) == taken


def sides() -> Iterator[list[Place]]:
    for count in range(1, len(PLACES) + 1):
        for seats in combinations(PLACES, count):
            yield list(seats)


def odd_dollars(shares: list[Share], half: str, winners: list[Place], dollars: int) -> list[Place]:
    """Who was pushed a dollar more than others who tie; everybody else the same."""
    got = {share.place: share.cents // 100 for share in shares if share.half == half}
    assert set(got) <= set(winners)
    each = dollars // len(winners)
    assert all(got.get(place, 0) in (each, each + 1) for place in winners)
    assert sum(got.values()) == dollars
    return [place for place in winners if got.get(place, 0) > each]


@rule("OMA-54", "OMA-55", "PIN-50", "PIN-51")
def test_of_every_small_pot_nobody_gets_two_odd_dollars_while_another_who_ties_gets_none() -> None:
    for high in sides():
        for low in sides():
            for dollars in range(1, 26):
                shares = shares_of(dollars, high, low)
                case = f"${dollars} for {[place.seat for place in high]} and {[place.seat for place in low]}"
                of_high = odd_dollars(shares, HIGH, high, dollars - dollars // 2)
                of_low = odd_dollars(shares, LOW, low, dollars // 2)
                for place in set(of_high) & set(of_low):
                    tied = [*(high if place in high else []), *(low if place in low else [])]
                    assert all(other in of_high or other in of_low for other in tied), case
                if high == low and len(high) > 1:
                    taken = takes(shares)
                    each = [taken.get(place.seat, 0) for place in high]
                    assert max(each) - min(each) <= 1, case
                    assert each == sorted(each, reverse=True), f"{case}: more to the first from the button"
