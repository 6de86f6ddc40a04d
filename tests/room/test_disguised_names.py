"""Names in disguise: signs that draw nothing, enclosed letters, hooks and symbols do not hide a name or a word."""

import unicodedata
from collections.abc import Iterator

import pytest

from houseway.room.core import letter_shapes, name_rules
from houseway.script import Refusal
from houseway.server.accounts.sessions import name_from
from tests.room.sitting import replays_same
from tests.room.test_names import TCP, Named
from tests.room.test_rule_version import changed, rebuilt, rows_of

IGNORABLE = (
    "00AD 034F 061C 115F-1160 17B4-17B5 180B-180F 200B-200F 202A-202E 2060-206F 3164 FE00-FE0F FEFF FFA0 FFF0-FFF8 "
    "1BCA0-1BCA3 1D173-1D17A E0000-E0FFF"
)
"""Default_Ignorable_Code_Point, as Unicode's DerivedCoreProperties.txt lists it."""
BLANK = ("BRAILLE PATTERN BLANK", "MUSICAL SYMBOL NULL NOTEHEAD", "KHITAN SMALL SCRIPT FILLER")

REFUSED = [
    *("Floor\u3164", "\u3164", "\u2800", "\u115f\u1160", "F\u00adloor", "Ho\u034fst", "Fl\U000e0041oor", "H\ufe0fost"),
    *("🅕🅛🅞🅞🅡", "🅵🅻🅾🅾🆁", "🄷🄾🅂🅃", "🇫🇱🇴🇴🇷", "Flɵɵr", "ꝼloor", "ᵮloor", "H○st", "H●st", "flꝏr", "Ɖealer", "ɐdmin"),
    *("d℮aler", "h∩st", "h*st", "floo®", "f.loor manager", "f\u20ddloor boss", "ｆｌｏｏｒ"),
    *(
        "Ben：raises",
        "Ben꞉ raises",
        "Ben∶raises",
        "Ana folds 🂡",
        "Ana\u2800folds",
        "Ana folds\u3164",
        "小王棄牌🂡",
        "小王弃牌。",
    ),
    *("🙂", "--", "🂡🂱"),
]
HONEST = [
    *("Đặng", "Łukasz", "Øystein", "Ñandú", "Þór", "İsmail", "José", "Müller", "Strauß", "Zoë", "Æsa", "Œdipe"),
    *("Ħarun", "Əli", "Ŋala", "Ðorđe", "Nguyễn Văn Đức", "Škoda", "Çelik", "Ağaoğlu", "Ķēniņš", "Władysław"),
    *("O'Brien", "D’Artagnan", "Anne-Marie", "Mr. Bean", "ʻIolani"),
    *("王小明", "李雷", "佐々木", "ユーリ", "さくら", "김민준", "이서연"),
    *("محمد", "فاطمة", "דוד", "שרה", "राम", "सुनीता", "สมชาย", "มานี", "Σοφία", "Γιώργος", "Олег", "Наталья", "Ћира"),
    *("Ana 🙂", "Ana★Bea", "Bo🎲", "3", "Guest 1023"),
]


@pytest.mark.parametrize("name", REFUSED)
def test_a_word_of_the_room_or_a_sentence_in_disguise_is_refused(name: str) -> None:
    with pytest.raises(Refusal) as refused:
        name_rules.refuse_reserved(name)
    assert refused.value.code == "name"
    assert name_rules.at_table(name, []) == "Guest"


@pytest.mark.parametrize("name", HONEST)
def test_honest_names_of_many_scripts_are_taken(name: str) -> None:
    assert name_from(name) == name
    assert name_rules.at_table(name, []) == name


def test_honest_names_stay_apart() -> None:
    assert len({name_rules.skeleton(name) for name in HONEST}) == len(HONEST)


def points(text: str) -> Iterator[int]:
    for span in text.split():
        low, _, high = span.partition("-")
        yield from range(int(low, 16), int(high or low, 16) + 1)


def blanks() -> Iterator[str]:
    """Yields every code point that draws nothing: the ignorable ones, spaces, controls, and those with such a name."""
    ignorable = {*points(IGNORABLE)}
    for point in range(0x110000):
        category = unicodedata.category(chr(point))
        by_name = unicodedata.name(chr(point), "") in BLANK
        if point in ignorable or category in ("Cc", "Cf", "Zs", "Zl", "Zp") or by_name:
            yield chr(point)


def test_no_sign_that_draws_nothing_makes_a_second_name_at_a_table() -> None:
    found = [*blanks()]
    assert len(found) > 4000
    for blank in found:
        for name in (f"Ben{blank}", f"{blank}Ben", f"Be{blank}n"):
            assert name_rules.skeleton(name) == "ben", f"U+{ord(blank):04X}"
        assert name_rules.unique(f"Ben{blank}", ["Ben"]) != f"Ben{blank}"
        assert name_rules.is_reserved(f"Flo{blank}or")
        assert name_from(f"Ben{blank}") == "Ben", f"U+{ord(blank):04X}"


def test_every_latin_letter_is_read_as_plain_letters_or_as_a_sign_for_any() -> None:
    for point in range(0x110000):
        sign = chr(point)
        if unicodedata.name(sign, "").startswith("LATIN ") and sign.isalpha():
            looks = letter_shapes.spelled(name_rules._plain(sign))
            assert all(each.isascii() or letter_shapes.is_wild(each) for each in looks if each.isalnum()), sign


def test_a_name_with_a_blank_beside_the_same_name_is_numbered_and_older_rows_stay_as_they_were() -> None:
    table = Named(TCP)
    assert table.sit("p1", 1, "Ben") == "Ben"
    assert table.sit("p2", 2, "Ben\u3164") == "Ben\u3164 2"
    assert table.sit("p3", 3, "H○st") == "Guest"
    assert table.talk("p9", "hello").name == "P9"
    assert replays_same(table)
    older = rebuilt(table, [changed(row, rule_version=2) for row in rows_of(table)])
    assert [player.name for player in older.state.players.values()] == ["Ben", "Ben\u3164", "H○st"]
