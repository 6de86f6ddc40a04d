"""Published odds of every game as printed, computed once and stored beside the lab.

`python -m houseway.lab.published_odds` computes them anew, some for minutes. The tests check them.
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
    """A game's answer at the printed options and pay tables, without the full strategy that only programs read.

    `fingerprint` is that of the rules it was computed by.
    """

    fingerprint: str
    answer: OddsAnswer


class AllPrinted(Struct):
    games: dict[str, PrintedOdds]


_SHAPE: Final = msgspec.json.Decoder(AllPrinted, dec_hook=lambda _type, _value: None)
"""Built at import, before any thread needs it (see rulebook/files/loader.py)."""


@cache
def record() -> dict[str, PrintedOdds]:
    """Returns every answer of the record by its game."""
    return answer_from(files("houseway").joinpath(*RECORD).read_bytes(), AllPrinted).games


def printed_odds(game: str) -> OddsAnswer | None:
    """Returns the answer of a game as printed, or None if there is none or if the rules have changed since."""
    kept = record().get(game)
    return None if kept is None or kept.fingerprint != _current_fingerprint(game) else kept.answer


@cache
def _current_fingerprint(game: str) -> str:
    return Rules.of(game).fingerprint


def counted(game: str, *, use_cache: bool = True) -> PrintedOdds | None:
    """Computes the answer now. Returns None if the game is not solved."""
    from houseway.lab.odds import odds

    try:
        answer = odds(game, use_cache=use_cache)
    except Refusal as refusal:
        if refusal.code != "no-odds":
            raise
        return None
    return PrintedOdds(Rules.of(game).fingerprint, plain_answer(answer))


def plain_answer(answer: OddsAnswer) -> OddsAnswer:
    """Returns the answer for people: without the full strategy and the computing time."""
    base = answer.base
    if base is not None:
        base = msgspec.structs.replace(base, strategy=msgspec.structs.replace(base.strategy, full=None))
    return msgspec.structs.replace(answer, base=base, seconds=0.0)


def main(games: list[str]) -> None:
    """Computes the record anew for these games, or for all of the house's own."""
    kept = dict(record()) if files("houseway").joinpath(*RECORD).is_file() else {}
    for game in games or OWN:
        if (found := counted(game)) is not None:
            kept[game] = found
    text = msgspec.json.format(answer_json(AllPrinted({game: kept[game] for game in sorted(kept)})), indent=1)
    with open(str(files("houseway").joinpath(*RECORD)), "wb") as file:
        file.write(text + b"\n")


if __name__ == "__main__":
    main(sys.argv[1:])
