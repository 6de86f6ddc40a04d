"""Fuzz cases for the command line: mutated documents.

Mutations respect the structure: keys dropped, doubled and renamed, numbers, cards, decisions and types replaced, parts
taken from documents of other games; and then some bytes. The seed of a case determines everything.
"""

import json
import random
from functools import cache
from pathlib import Path
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import asdict

from houseway.games import find
from houseway.players.bot_rounds import play_bots
from houseway.players.seating import sit_down
from houseway.rulebook import game_ids, offered, schedules
from houseway.script import Refusal
from houseway.table import Round, document_text

CORPUS: Final = Path(__file__).parent / "corpus"
Steps = tuple[str | int, ...]


def rows(name: str) -> tuple[Any, ...]:
    """Returns the lines of a corpus file; of a `.jsonl` file parsed as JSON."""
    lines = (CORPUS / name).read_text(encoding="utf-8").splitlines()
    return tuple(json.loads(line) for line in lines) if name.endswith(".jsonl") else tuple(lines)


EDGES: Final = (-(10**19), -1, 0, 1, 2, 3, 7, 52, 53, 99, 100, 101, 12_345, 10**6, 10**13, 10**15, 10**40)
NUMBERS: Final = (*EDGES, 2**31, 2**63 - 1, 2**63, 2**64, 0.5, 1e300)
TEXTS: Final[tuple[str, ...]] = (*rows("texts.jsonl"), "x" * 5000)
FIELDS: Final = rows("fields.txt")
PARTS: Final = rows("parts.jsonl")
DECISIONS: Final = rows("decisions.jsonl")
OTHERS: Final[tuple[Any, ...]] = (
    None,
    True,
    False,
    [],
    {},
    [[]],
    [{}],
    {"": ""},
    [None],
    {"a": {"a": {"a": 1}}},
    ["As"],
    [1],
)
CARDS: Final = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"] + ["Jk", "10h", "1z", "AS", "ah"]
READERS: Final = (
    ("settle", "-"),
    ("settle", "-"),
    ("replay", "-"),
    ("verify", "-"),
    ("export", "-"),
    ("export", "-", "--format", "phh"),
)


class Case(Struct):
    """Arguments, and standard input as text, or as `hex` if it is no text. The answer contains `says`."""

    words: list[str]
    text: str = ""
    hex: str = ""
    says: str = ""

    @property
    def input(self) -> bytes:
        return bytes.fromhex(self.hex) if self.hex else self.text.encode("utf-8", "surrogatepass")

    def written(self) -> str:
        """Returns the case as the corpus keeps it."""
        return json.dumps({name: value for name, value in asdict(self).items() if value})


def kept() -> dict[str, Case]:
    """Returns the corpus cases by name: those written by hand, and those that campaigns found."""
    return {file.stem: Case(**json.loads(file.read_text())) for file in sorted((CORPUS / "cases").glob("*.json"))}


def a_document(rng: random.Random, game_id: str) -> Case:
    """Returns a mutated document and a command that reads it."""
    words = [*rng.choice(READERS), *rng.choice(((), ("--json",)))]
    data = _changed_document(rng, game_id)
    try:
        return Case(words, text=data.decode())
    except UnicodeDecodeError:
        return Case(words, hex=data.hex())


@cache
def documents(game_id: str) -> tuple[str, ...]:
    """Returns rounds of the game played by bots, at printed and other options, with backers and short banks."""
    game, rng = find(game_id), random.Random(game_id)
    found = []
    for number in range(10):
        options = some_options(rng, game_id) if number % 2 else {}
        try:
            setup = sit_down(game, number, options, short_bank=number % 3 == 2, backline=True)
            document = play_bots(Round(game, setup), str(number)).document()
        except Refusal:  # some options exclude each other, or a table of this size
            continue
        document.seed = str(number) if number == 0 else None
        found.append(document_text(document))
    return tuple(found)


def some_options(rng: random.Random, game_id: str) -> dict[str, Any]:
    """Returns some options of the game, each with one of its choices."""
    chosen = {}
    for option in offered(game_id).values():
        plain = [choice for choice in option.choices if not (isinstance(choice, str) and ".." in choice)]
        if plain and rng.random() < 0.15:
            chosen[option.id] = rng.choice(plain)
    return chosen


def _changed_document(rng: random.Random, game_id: str) -> bytes:
    """Returns a document of the game with one to four mutations, or sometimes with other bytes."""
    text = rng.choice(documents(game_id))
    if rng.random() < 0.06:
        return _other_bytes(rng, text.encode())
    tree = json.loads(text)
    for _ in range(rng.choice((1, 1, 1, 2, 2, 4))):
        tree = _plausible(rng, tree, game_id) if rng.random() < 0.6 else _changed(rng, tree)
    data = _written(rng, tree, doubled=rng.random() < 0.02).encode("utf-8", "surrogatepass")
    return _other_bytes(rng, data) if rng.random() < 0.03 else data


def _written(rng: random.Random, tree: Any, doubled: bool) -> str:
    """Writes the tree as JSON; if `doubled`, with a duplicate key."""
    text = json.dumps(tree, ensure_ascii=rng.random() < 0.5)
    if doubled and isinstance(tree, dict) and tree:
        key = rng.choice(list(tree))
        text = f"{text[:-1]}, {json.dumps(key)}: {json.dumps(tree[key])}}}"
    return text


# -- changes that a reader sees at once -----------------------------------------------------------------------------


def _paths(tree: Any, at: Steps = ()) -> list[Steps]:
    found = [at]
    steps: Any = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    for step, value in steps:
        found += _paths(value, (*at, step))
    return found


def _at(tree: Any, path: Steps) -> Any:
    for step in path:
        tree = tree[step]
    return tree


def _changed(rng: random.Random, tree: Any) -> Any:
    """Mutates any one thing in the tree: drops, replaces, renames, moves or adds it."""
    paths = [path for path in _paths(tree) if path]
    if not paths:
        return rng.choice(OTHERS)
    path = rng.choice(paths)
    holder, step = _at(tree, path[:-1]), path[-1]
    kind = rng.choice(("drop", "replace", "replace", "near", "near", "near", "rename", "add", "swap", "graft"))
    if kind == "drop":
        del holder[step]
    elif kind == "replace":
        holder[step] = anything(rng)
    elif kind == "near":
        holder[step] = _near(rng, holder[step])
    elif kind == "rename" and isinstance(holder, dict):
        holder[rng.choice((*TEXTS, *holder, *FIELDS))] = holder.pop(step)
    elif kind == "add":
        _add(rng, tree, holder)
    elif kind == "swap":
        _swap(tree, path, rng.choice(paths))
    elif isinstance(tree, dict):
        other = json.loads(rng.choice(documents(rng.choice(game_ids()))))
        field = rng.choice(list(other))
        tree[field] = other[field]
    return tree


def _swap(tree: Any, one: Steps, other: Steps) -> None:
    if other[: len(one)] != one and one[: len(other)] != other:
        here, there = _at(tree, one[:-1]), _at(tree, other[:-1])
        here[one[-1]], there[other[-1]] = there[other[-1]], here[one[-1]]


def _add(rng: random.Random, tree: Any, holder: Any) -> None:
    """Adds a part that some game knows, or anything under any name."""
    if isinstance(tree, dict) and rng.random() < 0.6:
        tree.update(_copy(rng.choice(PARTS)))
    elif isinstance(holder, dict):
        holder[rng.choice((*TEXTS, *FIELDS))] = anything(rng)
    else:
        holder.insert(rng.randrange(len(holder) + 1), anything(rng))


def _near(rng: random.Random, value: Any) -> Any:
    """Returns a different value of the same kind."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return rng.choice((value + 1, value - 1, -value, value * 2, value * 100, value + 50, rng.choice(NUMBERS)))
    if isinstance(value, str):
        return near_text(rng, value)
    if isinstance(value, list) and value:
        return rng.choice((value[:-1], value[1:], value * 2, value[::-1], [*value, rng.choice(value)]))
    if isinstance(value, dict) and value:
        keys = list(value)
        rng.shuffle(keys)
        return {key: value[other] for key, other in zip(value, keys, strict=True)}
    return anything(rng)


def near_text(rng: random.Random, text: str) -> str:
    """Returns cards with one more, one fewer or another; or a word with another letter."""
    words = text.split()
    if words and rng.random() < 0.7:
        at = rng.randrange(len(words))
        card = rng.choice(CARDS)
        some = rng.choice(([], [words[at]] * 2, [card], [words[at], card], [rng.choice(TEXTS)]))
        return " ".join([*words[:at], *some, *words[at + 1 :]])
    at = rng.randrange(len(text) + 1)
    new: str = rng.choice((*TEXTS, *"0123456789-/. "))
    return text[:at] + new + text[at + rng.randrange(2) :]


def anything(rng: random.Random) -> Any:
    return _copy(rng.choice((rng.choice(NUMBERS), rng.choice(TEXTS), rng.choice(OTHERS), rng.choice(CARDS))))


def _copy(value: Any) -> Any:
    return json.loads(json.dumps(value))


# -- changes that nobody sees at once -------------------------------------------------------------------------------


def _plausible(rng: random.Random, tree: Any, game_id: str) -> Any:
    """Changes one thing in the tree to what it might be at another table."""
    if not isinstance(tree, dict):
        return tree
    kind, posted = rng.randrange(8), schedules(game_id)
    if kind == 0:
        tree["options"] = {**_as_dict(tree.get("options")), **some_options(rng, game_id)}
    elif kind == 1 and posted:
        tree["schedule"] = rng.choice(posted).id
    elif kind == 2:
        _exchange_cards(rng, _as_dict(tree.get("cards")))
    elif kind in (3, 4):
        _decide_otherwise(rng, _as_dict(tree.get("decisions")))
    elif kind == 5:
        _pay_otherwise(rng, tree)
    elif kind == 6:
        tree.update(_copy(rng.choice(PARTS)))
    else:
        _sit_otherwise(rng, tree.get("seats"))
    return tree


def _as_dict(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _exchange_cards(rng: random.Random, cards: dict[str, Any]) -> None:
    """Swaps two cards, replaces one by another of the pack, or swaps two spots."""
    spots = [spot for spot, text in cards.items() if isinstance(text, str) and text.split()]
    if not spots:
        return
    one, other = rng.choice(spots), rng.choice(spots)
    if rng.random() < 0.3:
        cards[one], cards[other] = cards[other], cards[one]
        return
    first, second = cards[one].split(), cards[other].split()
    here, there = rng.randrange(len(first)), rng.randrange(len(second))
    if rng.random() < 0.6:
        first[here], second[there] = second[there], first[here]
    else:
        first[here] = rng.choice(CARDS)
    cards[one] = " ".join(first)
    if one != other:
        cards[other] = " ".join(second)


def _decide_otherwise(rng: random.Random, decisions: dict[str, Any]) -> None:
    """Adds, drops or replaces a decision, or cuts the rest."""
    places = [place for place, row in decisions.items() if isinstance(row, list) and row]
    if not places:
        return
    row = decisions[place := rng.choice(places)]
    at = rng.randrange(len(row))
    others = [decision for other in places for decision in decisions[other]]
    new = rng.choice((*others, *DECISIONS))
    decisions[place] = rng.choice(
        (row[:at], [*row[:at], new, *row[at:]], [*row[:at], *row[at + 1 :]], [*row[:at], new, *row[at + 1 :]])
    )


def _pay_otherwise(rng: random.Random, tree: dict[str, Any]) -> None:
    money = [path for path in _paths(tree) if path and path[0] in ("seats", "bank", "decisions")]
    money = [path for path in money if type(_at(tree, path)) is int]
    if money:
        path = rng.choice(money)
        holder = _at(tree, path[:-1])
        change = rng.choice((1, -1, 50, 100, -100, 500, -500, 10_000, -holder[path[-1]] // 2))
        holder[path[-1]] = max(0, holder[path[-1]] + change)


def _sit_otherwise(rng: random.Random, seats: Any) -> None:
    found = [seat for seat in seats if isinstance(seat, dict)] if isinstance(seats, list) else []
    if found:
        stack = rng.choice((0, 1, 100, 150, 1000, 12_345, 10**6))
        enters = rng.choice(("", "newcomer", "small", "big", "both"))
        person = rng.choice(("p1", "", "Ana"))
        change = rng.choice(({"stack": stack}, {"enters": enters}, {"seat": rng.randint(1, 10)}, {"person": person}))
        rng.choice(found).update(change)


# -- bytes ----------------------------------------------------------------------------------------------------------

WHOLE: Final = (b"", b"\x00", b"[" * 100_000, b'{"a":' * 50_000, b"\xff\xfe", b"1" * 9000, b"null", b"\n\n")
BITS: Final = (b"{", b"}", b"[", b"]", b",", b'"', b":", b"\\", b"\\u", b"e99", b"9" * 50)


def _other_bytes(rng: random.Random, data: bytes) -> bytes:
    """Returns bytes that are truncated, overwritten, marked, re-encoded, repeated, replaced, or with a flipped bit."""
    at = rng.randrange(len(data) + 1)
    return (
        data[:at],
        data[:at] + rng.randbytes(rng.randint(1, 4)) + data[at + 1 :],
        b"\xef\xbb\xbf" + data,
        data.decode("utf-8", "replace").encode("utf-16"),
        data + data[at:],
        rng.choice(WHOLE),
        data[:at] + rng.choice(BITS) + data[at:],
    )[rng.randrange(7)]
