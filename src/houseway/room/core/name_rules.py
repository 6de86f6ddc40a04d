"""Name rules: no two names at a table look alike, and no name reads like the room itself. Pure functions."""

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from houseway.room.core import letter_shapes
from houseway.room.core.letter_shapes import WILD
from houseway.script import Refusal

LONGEST: Final = 40
_CAPITALS: Final = str.maketrans("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABEZHIKMNOPTYX")
"""Greek capitals look like other Latin letters than their small forms do."""
_LOOKS: Final = str.maketrans(
    "авекмнорстухіјѕһԁԛԝгпьӏѵғαβεηικμνορτυχγωζςσıłøđħɑɡɩоսհոᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ|!$@€ðɗɖɓƒĸօɫɭɾ",
    "abekmhopctyxijshdqwrnblvfabenikmvoptuxywzcsilodhagiouhnabcdefghijklmnoprstuvwyzllsaedddbfkollr",
)
"""Maps Cyrillic, Greek, marked Latin, Armenian, small capitals and signs to the Latin letters that they look like."""
_ALIKE: Final = str.maketrans("i013457", "loleast")
"""Merges letters and digits that are hard to tell apart: `i` and `1` become `l`, zero becomes `o`."""
_TRADITIONAL: Final = str.maketrans("莊員統機間銀樓務賭場您", "庄员统机间银楼务赌场你")

_DEEDS_TRADITIONAL: Final = str.maketrans("棄贏輸離開過換註", "弃赢输离开过换注")

_WORDS: Final = (
    *("floor", "dealer", "bank", "banker", "house", "host", "you", "room", "table", "system", "bot", "server"),
    *("admin", "administrator", "moderator", "mod", "croupier", "cage", "houseway", "everybody", "nobody", "somebody"),
    *("player-dealer", "cardroom", "official", "staff", "support", "pit boss", "floorman", "floorperson", "button"),
    *("piso", "supervisor", "crupier", "repartidor", "banca", "banco", "banquero", "casa", "anfitrión", "anfitriona"),
    *("tú", "usted", "sala", "mesa", "sistema", "servidor", "administrador", "moderador", "jefe de sala", "caja"),
    *("todos", "nadie", "alguien", "oficial", "soporte", "botón", "encargado", "encargada"),
    *("庄", "你", "房间", "牌桌", "桌子", "桌", "机器人", "服务器", "银行", "赌场", "主人", "大家"),
    *("所有人", "现场", "骰子", "楼面"),
    *("有人", "主管", "按钮", "庄位", "ti", "dealer button"),
)
"""Words by which the room speaks, in its three languages (`web/locales`)."""
_WITHIN: Final = (
    "经理",
    "裁判",
    "庄家",
    "荷官",
    "房主",
    "系统",
    "管理员",
    "发牌员",
    "主持人",
    "主持",
    "楼面经理",
    "客服",
    "庄荷",
)
"""Chinese words of the room, refused anywhere in a name: Chinese puts no space between words."""
_STRONG: Final = (
    *("floor", "dealer", "croupier", "host", "admin", "administrator", "moderator", "cardroom", "houseway", "system"),
    *("management", "supervisor", "crupier", "anfitrión", "anfitriona", "administrador", "moderador", "sistema"),
)
"""Words that are refused beside any others, since nobody needs them in a name: `Floor manager` speaks for the room."""
_SCRIPTS: Final = frozenset(
    ("LATIN", "GREEK", "CYRILLIC", "ARABIC", "HEBREW", "DEVANAGARI", "THAI", "HANGUL", "CJK", "HIRAGANA", "KATAKANA")
)
_WITH_CJK: Final = frozenset(("CJK", "HIRAGANA", "KATAKANA", "HANGUL", "LATIN"))
_FILLERS: Final = (
    *("the", "a", "el", "la", "los", "las", "un", "una", "de", "of", "mr", "mrs", "sr", "sra", "real"),
    *("your", "tu", "this"),
)
_SEATS: Final = ("seat", "place", "asiento", "puesto", "lugar", "座位", "位", "号位", "号座位", "hand", "mano")


def _plain(name: str, *, older: bool = False) -> str:
    """Returns the name in small letters without marks, each letter replaced by the Latin one that it looks like."""
    name = name if older else letter_shapes.spelled(name)
    text = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).translate(_CAPITALS)).casefold()
    bare = "".join(each for each in unicodedata.normalize("NFD", text) if unicodedata.category(each) != "Mn")
    looks = unicodedata.normalize("NFC", bare).translate(_LOOKS).translate(_TRADITIONAL)
    return looks if older else letter_shapes.spelled(looks)  # a letter without its marks may fold further


def _squeezed(text: str) -> str:
    """Returns the letters and digits alone, those that are hard to tell apart merged into one."""
    kept = "".join(each for each in text if each.isalnum())
    return (kept or text).translate(_ALIKE)


@lru_cache(maxsize=4096)
def skeleton(name: str, *, older: bool = False) -> str:
    """Returns the confusable skeleton of a name: the same text for all names that look alike.

    `older`: as rows before rule version 3 read it, here and below.
    """
    return _squeezed(_plain(name, older=older))


_RESERVED: Final = frozenset(skeleton(word) for word in _WORDS)
_STRONG_SKELETONS: Final = frozenset(skeleton(word) for word in _STRONG)
_FILLER_SKELETONS: Final = frozenset(skeleton(word) for word in _FILLERS)
_SEAT_SKELETONS: Final = frozenset(skeleton(word) for word in _SEATS)


@lru_cache(maxsize=4096)
def is_reserved(name: str, *, older: bool = False) -> bool:
    """Returns whether a name reads like the room: one of its words alone, numbered, spaced out or with an article."""
    text = _plain(name, older=older)
    if any(word in "".join(each for each in text if each.isalnum()) for word in _WITHIN):
        return True
    words = "".join(each if each.isalnum() else " " for each in text).split()
    if not older and _is_reserved_in_parts(text):
        return True
    bare = [word.rstrip("0123456789").lstrip("0123456789") for word in words]
    kept = [_squeezed(word) for word in bare if word]
    if not kept:
        return False
    if kept[0] in _SEAT_SKELETONS and len(kept) == 1 and any(each.isdecimal() for each in text):
        return True
    if {skeleton(name, older=older), "".join(kept)} & _RESERVED or not _STRONG_SKELETONS.isdisjoint(kept):
        return True
    return any(word in _RESERVED for word in kept) and all(word in _RESERVED | _FILLER_SKELETONS for word in kept)


def _is_reserved_in_parts(text: str) -> bool:
    """Returns whether a part between spaces is a strong word with signs in it, or a word with signs for letters."""
    for part in text.split():
        ends = [index for index, each in enumerate(part) if each.isalnum()]
        if not ends:
            continue
        inside = part[ends[0] : ends[-1] + 1]
        if _squeezed(inside) in _STRONG_SKELETONS:
            return True
        signs = [WILD if letter_shapes.is_wild(each) else each for each in inside]
        shape = "".join(each for each in signs if each == WILD or each.isalnum()).translate(_ALIKE)
        if 0 < 2 * shape.count(WILD) <= len(shape) and any(_fits(shape, word) for word in _RESERVED):
            return True
    return False


def _fits(shape: str, word: str) -> bool:
    """Returns whether the word is the shape, with any letter for each sign of unknown reading."""
    return len(shape) == len(word) and all(one in (WILD, other) for one, other in zip(shape, word, strict=True))


@lru_cache(maxsize=4096)
def is_puzzling(name: str, *, older: bool = False) -> bool:
    """Returns whether a name mixes alphabets, uses one that few can read, holds a sentence, or shows no letter."""
    if older:
        marks = [_first_word(each) for each in unicodedata.normalize("NFKC", name) if each.isalpha()]
        return _mixes(marks) or bool(re.search(r"[:;]|\w{4,}[.!?] ", name))
    text = letter_shapes.visible(name)
    if not any(each.isalnum() for each in letter_shapes.spelled(name)):
        return True
    return _mixes([_alphabet(each) for each in text if each.isalpha()]) or bool(_SENTENCE.search(text))


_SENTENCE: Final = re.compile(r"[:;\u02d0\u02f8\u0589\u05c3\u061b\u0703\u0704\u2236\u205a\ua789]|\w{4,}[.!?] |[。！？]")
"""Colons in all their shapes, and the end of a sentence."""


def _first_word(letter: str) -> str:
    return unicodedata.name(letter, "").split(" ")[0]


def _alphabet(letter: str) -> str:
    """Returns the alphabet of a letter. Marks that Japanese names hold are of their alphabets."""
    return {"KATAKANA-HIRAGANA": "KATAKANA", "IDEOGRAPHIC": "CJK"}.get(_first_word(letter), _first_word(letter))


def _mixes(marks: list[str]) -> bool:
    """Returns whether letters with these alphabets, each the first word of a letter's name, make no name of one."""
    scripts = {mark for mark in marks if mark not in ("FEMININE", "MASCULINE", "MODIFIER")}
    return (len(scripts) > 1 and not scripts <= _WITH_CJK) or not scripts <= _SCRIPTS


_DEEDS: Final = frozenset(
    [
        "folds",
        "calls",
        "raises",
        "checks",
        "bets",
        "wins",
        "loses",
        "passes",
        "shows",
        "leaves",
        "sits",
        "pays",
        "busts",
        "doubles",
        "splits",
        "stands",
        "hits",
        "draws",
        "retira",
        "iguala",
        "sube",
        "pasa",
        "apuesta",
        "gana",
        "pierde",
        "muestra",
        "sale",
        "paga",
        "dobla",
        "divide",
        "planta",
        "pide",
        "roba",
    ]
)
_DEEDS_ZH: Final = (
    "弃牌",
    "跟注",
    "加注",
    "过牌",
    "下注",
    "赢",
    "输",
    "亮牌",
    "离开",
    "坐下",
    "爆牌",
    "加倍",
    "分牌",
    "停牌",
    "要牌",
    "换牌",
)


_DEED_SKELETONS: Final = frozenset(skeleton(word) for word in _DEEDS)


def tells_a_deed(name: str) -> bool:
    """Returns whether a name ends like a line of the story, as `Ben folds` does. Signs and blanks do not count."""
    text = _plain(name).translate(_DEEDS_TRADITIONAL)
    words = "".join(each if each.isalnum() else " " for each in text).split()
    last = "".join(words)
    return (len(words) > 1 and _squeezed(words[-1]) in _DEED_SKELETONS) or (len(last) > 2 and last.endswith(_DEEDS_ZH))


def refuse_reserved(name: str) -> None:
    """Raises a Refusal if the name reads like the room, like a sentence, or in mixed alphabets."""
    if name and (is_puzzling(name) or tells_a_deed(name)):
        form = "{name} is refused: a name has letters of one alphabet and is no sentence; choose another name"
        raise Refusal("name", form, "", "name", {"name": name})
    if name and is_reserved(name):
        form = "{name} is refused: the room itself is called so; choose another name"
        raise Refusal("name", form, "", "name", {"name": name})


def unique(name: str, taken: Iterable[str], *, older: bool = False) -> str:
    """Returns the name, numbered from 2 if a taken one looks alike: `Ana`, `Ana 2`, `Ana 3`."""
    known = {skeleton(each, older=older) for each in taken}
    number, found = 1, name
    while skeleton(found, older=older) in known:
        number += 1
        found = f"{name[: LONGEST - 4]} {number}"
    return found


def at_table(name: str, taken: Iterable[str], *, host: bool = False, older: bool = False) -> str:
    """Returns the name of a person at a table where these names are taken.

    A name that was chosen before it was reserved becomes `Guest`. The host may use the room's words.
    """
    refused = is_reserved(name, older=older) or is_puzzling(name, older=older) or (not older and tells_a_deed(name))
    return unique("Guest" if refused and not host else name, taken, older=older)
