"""Guest names: none that the room itself uses, and no two alike at a table."""

import pytest

from houseway.client import RoomRefused
from tests.server.running import Server


@pytest.mark.parametrize("name", ["floor", "Flооr", "The Dealer", "庄家", "tú", "H0ST", "b a n k"])
def test_a_word_of_the_room_is_no_guests_name(house: Server, name: str) -> None:
    with pytest.raises(RoomRefused) as refused:
        house.guest(name)
    assert refused.value.code == "name"
    ana = house.guest("Ana")
    with pytest.raises(RoomRefused) as refused:
        ana.post("/api/me", name=name)
    assert (refused.value.code, ana.get("/api/me")["name"]) == ("name", "Ana")


def test_two_of_one_name_are_told_apart_at_a_table(house: Server) -> None:
    one, other = house.guest("Ana"), house.guest("ANÁ")
    table = one.open("three-card-poker")
    with one.line(table) as line, other.line(table) as second:
        line.sit(1)
        second.sit(2)
        assert [row["name"] for row in second.state["seats"]] == ["Ana", "ANÁ 2"]
        other.post("/api/me", name="Ben")
        second.until(lambda frame: [row["name"] for row in frame.get("state", {}).get("seats", [])] == ["Ana", "Ben"])
