"""Loads every part that a listing from outside names, and tells which of them do not hold.

The room serves the games whose parts it can load and leaves the others out: one bad package costs its own game alone.
The house's own games are not loaded here, because its tests hold them.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Final, NamedTuple

from houseway.games import find
from houseway.input_error import InputError
from houseway.lab.inquiry.game_record import GameLab, lab_of
from houseway.players.bots import strategy_for
from houseway.roster import OWN, Listing, listings, part
from houseway.rulebook import Rules
from houseway.script import Refusal
from houseway.web.board_layout import felt_of, laid_out
from houseway.web.overlaps import boxes, outside, overlaps
from houseway.web.translations import LANGUAGES, game_words

SMALLEST: Final = {"low": 0.96, "tall": 0.838}
"""Pixels of a thousandth of the board on a small screen, above a low dock and a tall one."""
ID: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
LAB_PARTS: Final = ("exact", "advice", "simulation", "split", "equity")


class ListingFault(NamedTuple):
    """One part of a listing that does not hold. `fatal`: the game cannot be played, and the room leaves it out."""

    game: str
    part: str
    where: str
    reason: str
    fatal: bool

    def __str__(self) -> str:
        return f"{self.game}, {self.part} ({self.where}): {self.reason}"


def guests() -> list[str]:
    """Returns the games that packages beside the house list."""
    return [game for game in listings() if game not in OWN]


def served() -> list[str]:
    """Returns the games that the room offers, the house's own first."""
    return [game for game in listings() if game not in left_out()]


def left_out() -> Mapping[str, str]:
    """Returns the listed games that the room does not offer, each with the reason."""
    return {game: str(fault) for game in guests() for fault in playing_faults(game)[:1]}


@cache
def playing_faults(game: str) -> tuple[ListingFault, ...]:
    """Returns what keeps a game from being played: a part that cannot be loaded, or is not what it should be."""
    return tuple(_failing(game, PLAYED, fatal=True))


@cache
def faults(game: str) -> tuple[ListingFault, ...]:
    """Returns all that is wrong with a listing: what keeps it from being played, its lab, and its cloth."""
    if playing_faults(game):
        return (*playing_faults(game), *_failing(game, {"lab": _lab}, fatal=False))
    return tuple(_failing(game, JUDGED, fatal=False))


def _failing(game: str, looks: "Mapping[str, Look]", *, fatal: bool) -> Iterator[ListingFault]:
    listing = listings()[game]
    for name, look in looks.items():
        where = str(getattr(listing, name) or "none")
        try:
            reasons = list(look(listing))
        except Exception as error:  # a package may raise anything when it is imported
            says = str(error) or "without a word"
            reasons = [says if isinstance(error, InputError | Refusal) else f"{type(error).__name__}: {says}"]
        for reason in reasons:
            yield ListingFault(game, name, where, reason, fatal)
        if reasons and name in ("rules", "script"):
            return  # the other parts are read by these


def _rules(listing: Listing) -> Iterator[str]:
    Rules.of(listing.id)
    if not ID.fullmatch(listing.id):
        yield f"the id {listing.id!r} is not made of small letters, digits and dashes: no command could name it"


def _script(listing: Listing) -> Iterator[str]:
    game = find(listing.id)
    if game.id != listing.id:
        yield f"the script is that of {game.id!r}"


def _bots(listing: Listing) -> Iterator[str]:
    strategy = strategy_for(listing.id)
    if strategy is not None and not callable(getattr(strategy, "decide", None)):
        yield "it has no function decide"


def _lab(listing: Listing) -> Iterator[str]:
    record: object = lab_of(listing.id)
    if not isinstance(record, GameLab):
        yield "it is no houseway.lab.inquiry.game_record.GameLab"
        return
    for name in LAB_PARTS:
        if where := getattr(record, name):
            try:
                part(where)
            except Exception as error:  # as above; the other parts are loaded all the same
                yield f"{name} = {where} cannot be loaded: {type(error).__name__}: {error}"


def _layout(listing: Listing) -> Iterator[str]:
    marks = [mark.id for mark in felt_of(listing.id).circle]
    for circle in find(listing.id).circles_at(Rules.of(listing.id).options):
        if circle.name not in marks:
            yield f"no [[circle]] has the id {circle.name!r}, and chips that lie there would not be seen"


def _words(listing: Listing) -> tuple[str, ...]:
    for lang in LANGUAGES:
        game_words(listing.id, lang)
    return ()


def _cloth(listing: Listing) -> Iterator[str]:
    """Judges a cloth that the package brings at every number of seats, and tells the first overlap of each."""
    if listing.layout is None:
        return
    for seats in range(1, find(listing.id).positions(Rules.of(listing.id)) + 1):
        laid = laid_out(listing.id, seats)
        found = boxes(laid, SMALLEST[laid.dock])
        for one, other, deep in [*overlaps(found)][:1]:
            yield f"with {seats} seats {one} and {other} overlap by {deep}"
        for name in outside(found)[:1]:
            yield f"with {seats} seats {name} does not lie on the board"


Look = Callable[[Listing], Iterable[str]]
PLAYED: Final[Mapping[str, Look]] = {
    "rules": _rules,
    "script": _script,
    "bots": _bots,
    "layout": _layout,
    "words": _words,
}
JUDGED: Final[Mapping[str, Look]] = {"lab": _lab, "layout": _cloth}
