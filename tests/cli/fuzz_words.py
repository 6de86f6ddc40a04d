"""Fuzz cases of arguments: mutated command lines, and invalid ones of slow commands."""

import random
import shlex
from typing import Final

from tests.cli.fuzz import CARDS, NUMBERS, TEXTS, Case, near_text, rows, some_options

LINES: Final = rows("lines.txt")
WRONG: Final = rows("wrong-lines.txt")
"""Invalid lines, whatever fills their placeholders, so that nothing is computed."""
FLAGS: Final = rows("flags.txt")
ODD: Final = ("a=b", "=", "a=b=c", "1e400", "9" * 5000, "0x10")


def some_words(rng: random.Random, game_id: str) -> Case:
    """Returns a valid line with some words dropped, doubled, changed or added."""
    words = _filled(rng, rng.choice(LINES), game_id)
    for _ in range(rng.choice((0, 1, 1, 1, 2, 3))):
        at = rng.randrange(1, len(words) + 1)
        kind = rng.randrange(5)
        if kind == 0:
            words[at:] = words[at + 1 :]
        elif kind == 1 and at < len(words):
            words[at] = near_text(rng, words[at])
        elif kind == 2 and at < len(words):
            words[at] = _odd(rng)
        else:
            words.insert(at, rng.choice(FLAGS) if kind == 3 else _odd(rng))
    words = [word for word in words if word not in ("--best", "--output")]  # the one takes long, the other leaves files
    return Case([_passed(word) for word in (*words, *rng.choice(((), ("--json",))))], text="{}")


def wrong_words(rng: random.Random, game_id: str) -> Case:
    """Returns an invalid line of a slow command, which must refuse it at once."""
    words = [word.replace("ODD", _odd(rng)) for word in _filled(rng, rng.choice(WRONG), game_id)]
    return Case([_passed(word) for word in (*words, *rng.choice(((), ("--json",))))])


def some_play(rng: random.Random, game_id: str) -> Case:
    """Returns a session of a person at a table who presses Enter, answers, asks, and types anything."""
    said = ("", "", "", "", "", "1", "2", "3", "?", "y", "n", "fold", "call", "hit", "stand", "house-way", "raise 40")
    lines = [rng.choice(said) if rng.random() < 0.7 else _odd(rng) for _ in range(rng.randint(0, 40))]
    data = "\n".join(lines).encode("utf-8", "surrogatepass") + rng.choice((b"", b"\n", b"\xff\xfe\n", b"\x1b[31m\n"))
    return Case(["play", game_id, "--seed", str(rng.random()), "--json"], hex=data.hex())


def _passed(text: str) -> str:
    """Returns the text without NUL, which a shell cannot pass."""
    return text.replace("\x00", "\x01")


def _odd(rng: random.Random) -> str:
    return str(rng.choice((rng.choice(NUMBERS), rng.choice(TEXTS), rng.choice(CARDS), rng.choice(ODD))))


def _filled(rng: random.Random, line: str, game_id: str) -> list[str]:
    options = some_options(rng, game_id) or {"x": "y"}
    name, value = rng.choice(list(options.items()))
    cards = " ".join(rng.sample(CARDS, rng.choice((0, 2, 3, 3, 5, 6, 7, 7))))
    blanks = {"GAME": game_id, "OPTION": f"{name}={value}", "CARDS": cards}
    return [blanks.get(word, word) for word in shlex.split(line)]
