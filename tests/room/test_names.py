"""Names that look alike count as one, and no person may be named like the room."""

import tomllib
from pathlib import Path

import pytest

import houseway
from houseway.players.seating import LATE_COMERS, NAMES
from houseway.room.core import name_rules
from houseway.room.messages.commands import Rename, Say, Sit, Who
from houseway.room.messages.story_lines import Said
from houseway.script import Refusal
from tests.room.sitting import Sitting, replays_same

TCP = "three-card-poker"

WORDS = Path(houseway.__file__).parent / "web" / "locales"
LANGUAGES = ("en", "es", "zh")
SPEAKS_AS = ("you-who", "somebody", "the-dealer", "the-house", "the-floor-who", "button-action", "button-dealer")
"""Translation keys of the words that begin the room's own story lines."""

ALIKE = [
    ("Ana", "ANA"),
    ("Ana", "Аnа"),  # Cyrillic
    ("Ana", "Αnα"),  # Greek
    ("Ana", "A n a"),
    ("Ana", "A.n.a"),
    ("Ana", "Ａｎａ"),  # full width
    ("Ana", "𝐀𝐧𝐚"),  # bold
    ("Ana", "Aná"),
    ("Ana", "A\u200bna"),
    ("Ben", "Вen"),
    ("Bill", "BiII"),
    ("Bill", "B1ll"),
    ("Bob", "B0b"),
    ("Hugo", "Ηugo"),
]
APART = [("Ana", "Anna"), ("Guest 1023", "Guest 1024"), ("Ben", "Bea"), ("王", "李"), ("Ana 2", "Ana 3"), ("🙂", "🙃")]
RESERVED = [
    *("floor", "Floor", "FLOOR", "f l o o r", "f.l.o.o.r", "The Floor", "fl00r", "Flооr", "floor 2", "floor2", "ﬂoor"),
    *("dealer", "the real dealer", "DEA1ER", "bank", "Bаnk", "house", "host", "h0st", "HΟST", "you", "You", "уou"),
    *("room", "table", "system", "bot", "Bot 3", "house dealer", "Seat 3", "Player-Dealer"),
    *("sala", "la sala", "mesa", "crupier", "Crupiér", "banca", "la banca", "casa", "Anfitrión", "anfitrion"),
    *("tú", "TU", "asiento 4", "sistema", "botón"),
    *("庄家", "莊家", "荷官", "庄", "房主", "你", "您", "系统", "系統", "官方荷官", "庄家1", "座位3", "管理員"),
]
FREE = [
    *("Ana", "Ben", "Hostetler", "Bankole", "Housman", "Casandra", "Mesalina", "Dealey", "Youssef", "Roomi", "Botond"),
    *("Robot",),
    *("Tábata", "Guest 1023", "小明", "王庄", "Ana Banks", "Flora", "Casal", "Systa", "Seat"),
    *("🙂", "3", "--", "María José"),
]


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_names_that_look_alike_are_one(one: str, other: str) -> None:
    assert name_rules.skeleton(one) == name_rules.skeleton(other)


@pytest.mark.parametrize(("one", "other"), APART)
def test_names_that_differ_stay_apart(one: str, other: str) -> None:
    assert name_rules.skeleton(one) != name_rules.skeleton(other)


def test_no_two_bots_have_names_that_look_alike() -> None:
    every = [*NAMES, *LATE_COMERS]
    assert len({name_rules.skeleton(name) for name in every}) == len(every)
    assert not any(name_rules.is_reserved(name) for name in every)


@pytest.mark.parametrize("name", RESERVED)
def test_nobody_is_called_as_the_room_is(name: str) -> None:
    assert name_rules.is_reserved(name)
    with pytest.raises(Refusal) as refused:
        name_rules.refuse_reserved(name)
    assert (refused.value.code, refused.value.where) == ("name", "name")


@pytest.mark.parametrize("name", FREE)
def test_a_name_that_only_begins_like_a_word_of_the_room_is_free(name: str) -> None:
    assert not name_rules.is_reserved(name)


@pytest.mark.parametrize(
    "name", ["Floor manager", "The Floor says", "Dealer voids", "ƒloor", "ɗealer", "banĸ", "大经理"]
)
def test_nobody_speaks_for_the_room_by_more_words_or_rarer_letters(name: str) -> None:
    assert name_rules.is_reserved(name)


@pytest.mark.parametrize("name", ["ꓝꓡꓳꓳꓣ", "ᎻOUSE", "Ольга K", "Bob folds. Ana", "Ana: folds"])
def test_a_name_is_of_one_alphabet_that_people_read_and_no_sentence(name: str) -> None:
    with pytest.raises(Refusal, match="letters of one alphabet"):
        name_rules.refuse_reserved(name)
    assert name_rules.at_table(name, []) == "Guest"


@pytest.mark.parametrize(
    "name", ["José María", "小明 Tom", "Олег", "Mr. Bean", "J. R. R.", "Σοφία", "Anna-Lena Müller 2"]
)
def test_names_of_people_are_read(name: str) -> None:
    name_rules.refuse_reserved(name)
    assert name_rules.at_table(name, []) == name


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_word_by_which_the_story_speaks_for_the_room_is_reserved(lang: str) -> None:
    words = tomllib.loads((WORDS / lang / "interface.toml").read_text())
    assert [words[key] for key in SPEAKS_AS if not name_rules.is_reserved(words[key])] == []


def test_a_second_name_is_numbered_and_never_too_long() -> None:
    assert name_rules.unique("Ana", ["Ben"]) == "Ana"
    assert name_rules.unique("Ana", ["Ben", "аnа"]) == "Ana 2"
    assert name_rules.unique("Ana", ["Ana", "Ana 2"]) == "Ana 3"
    long = "x" * name_rules.LONGEST
    assert len(name_rules.unique(long, [long])) <= name_rules.LONGEST


# -- at a table -----------------------------------------------------------------------------------------------------


class Named(Sitting):
    """A table where people have the names that a test gives."""

    called: dict[str, str]

    def who(self, person: str) -> Who:
        known = super().who(person)
        name = getattr(self, "called", {}).get(person, known.name)
        return Who(known.person, name, known.kind, known.host, known.cage)

    def sit(self, person: str, seat: int, name: str) -> str:
        self.called = getattr(self, "called", {}) | {person: name}
        self.say(person, Sit(seat=seat, buy_in=50_000, key="k"))
        return self.live.state.players[person].name

    def talk(self, person: str, text: str) -> Said:
        (told,) = self.say(person, Say(text=text, key="k")).story
        assert isinstance(told.line, Said)
        return told.line


def test_a_second_ana_at_the_table_is_ana_2() -> None:
    table = Named(TCP)
    assert table.sit("p1", 1, "Ana") == "Ana"
    assert table.sit("p2", 2, "Àna") == "Àna 2"
    assert [row.name for row in table.state.seats] == ["Ana", "Àna 2"]
    assert replays_same(table)


def test_whoever_takes_another_name_at_the_table_is_numbered_too() -> None:
    table = Named(TCP)
    table.sit("p1", 1, "Ana")
    table.sit("p2", 2, "Ben")
    table.called["p2"] = "ana"
    table.say("p2", Rename(key="k"))
    assert table.live.state.players["p2"].name == "ana 2"
    table.called["p1"] = "ANA"
    table.say("p1", Rename(key="k"))
    assert table.live.state.players["p1"].name == "ANA", "one's own name is free"


def test_a_bot_gives_way_to_a_person_of_its_name() -> None:
    table = Named(TCP, bots=3)
    name = next(player.name for player in table.live.state.players.values() if player.bot).lower()
    free = next(seat for seat in range(1, 9) if seat not in table.live.state.seats)
    assert table.sit("p1", free, name) == name
    found = [name_rules.skeleton(player.name) for player in table.live.state.players.values()]
    assert len({*found}) == len(found)
    assert replays_same(table)


def test_a_name_of_before_that_is_reserved_now_is_a_guests() -> None:
    table = Named(TCP)
    assert table.sit("p1", 1, "floor") == "Guest"
    assert table.sit("p2", 2, "dealer") == "Guest 2"


def test_whoever_only_watches_talks_under_no_name_of_the_table() -> None:
    table = Named(TCP)
    table.sit("p1", 1, "Ana")
    table.called["p9"] = "Ana"
    assert (table.talk("p1", "folds").name, table.talk("p1", "folds").watching) == ("Ana", False)
    assert (table.talk("p9", "folds").name, table.talk("p9", "folds").watching) == ("Ana 2", True)
    table.called["p9"] = "floor"
    assert table.talk("p9", "the round is void").name == "Guest"


@pytest.mark.parametrize("name", ["Ben folds", "Ana wins", "ben CALLS", "Ana gana", "Luis se retira", "小王弃牌"])
def test_a_name_that_ends_like_a_line_of_the_story_is_refused(name: str) -> None:
    with pytest.raises(Refusal, match="is no sentence"):
        name_rules.refuse_reserved(name)


@pytest.mark.parametrize("name", ["Folds", "Ben", "Ana Banks", "王赢", "Sales", "Mary Ann"])
def test_a_name_of_one_word_is_a_name(name: str) -> None:
    name_rules.refuse_reserved(name)
