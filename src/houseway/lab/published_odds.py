"""The exact odds of every game as it is printed, counted once and kept beside the lab: to read them counts nothing.

`python -m houseway.lab.published_odds` counts them anew, some for minutes; the tests count them again.
"""

import sys
from functools import cache
from importlib.resources import files
from typing import Final

import msgspec
from msgspec import Struct

from houseway.lab.inquiry.answer import OddsAnswer, answer_from, answer_json
from houseway.roster import OWN
from houseway.rulebook import Rules
from houseway.script import Refusal

RECORD: Final = ("lab", "published_odds.json")


class PrintedOdds(Struct):
    """A game's answer at the printed options and pay tables, without the part of its strategy that only programs read.

    `fingerprint` is that of the rules it was counted by.
    """

    fingerprint: str
    answer: OddsAnswer


class AllPrinted(Struct):
    games: dict[str, PrintedOdds]


_SHAPE: Final = msgspec.json.Decoder(AllPrinted, dec_hook=lambda _type, _value: None)
"""Known before any thread asks (see rulebook/files/loader.py)."""


@cache
def record() -> dict[str, PrintedOdds]:
    """Every answer of the record by its game."""
    return answer_from(files("houseway").joinpath(*RECORD).read_bytes(), AllPrinted).games


def printed_odds(game: str) -> OddsAnswer | None:
    """The answer of a game as printed; None where there is none, or the rules are not those it was counted by."""
    kept = record().get(game)
    return None if kept is None or kept.fingerprint != _rules_of_today(game) else kept.answer


@cache
def _rules_of_today(game: str) -> str:
    return Rules.of(game).fingerprint


def counted(game: str, *, use_cache: bool = True) -> PrintedOdds | None:
    """Returns what the lab counts now; None if the game is not solved."""
    from houseway.lab.odds import odds

    try:
        answer = odds(game, use_cache=use_cache)
    except Refusal as refusal:
        if refusal.code != "no-odds":
            raise
        return None
    return PrintedOdds(Rules.of(game).fingerprint, plain_answer(answer))


def plain_answer(answer: OddsAnswer) -> OddsAnswer:
    """The answer as people read it: no full strategy, and not how long this machine took."""
    base = answer.base
    if base is not None:
        base = msgspec.structs.replace(base, strategy=msgspec.structs.replace(base.strategy, full=None))
    return msgspec.structs.replace(answer, base=base, seconds=0.0)


def main(games: list[str]) -> None:
    """The record with these games, or all of the house's own, counted anew."""
    kept = dict(record()) if files("houseway").joinpath(*RECORD).is_file() else {}
    for game in games or OWN:
        if (found := counted(game)) is not None:
            kept[game] = found
    text = msgspec.json.format(answer_json(AllPrinted({game: kept[game] for game in sorted(kept)})), indent=1)
    with open(str(files("houseway").joinpath(*RECORD)), "wb") as file:
        file.write(text + b"\n")


if __name__ == "__main__":
    main(sys.argv[1:])
