"""Rounds dealt by houseway-fair-1 with bots in the seats, with the documents that a room would store."""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import structs

from houseway.cards import Cards
from houseway.games import find
from houseway.players.bots import STYLES, Bot
from houseway.players.seating import sit_down
from houseway.room.fairness.fair_chance import FairChance, seeds_of
from houseway.room.messages.outcomes import Dealing
from houseway.script import Answer, Ask, Deal, Roll
from houseway.table import Document, Round, play, view
from houseway.table.setup import Fair, Opening, answer_from

WORDS = "9f3c51aa0b7d2e44"
REVEALED_LATER = frozenset(("texas-holdem", "omaha", "pineapple-hi-lo", "lowball", "panguingue"))


class Company:
    """A source of answers: bots decide, and a dealing deals."""

    def __init__(self, round_: Round, dealing: Dealing, seed: str) -> None:
        self._round = round_
        self._dealing = dealing
        styles = list(STYLES)
        places = [*round_.felt.everyone(), round_.felt.bank]
        self._bots = {
            place.name: Bot(place.player, styles[index % len(styles)], seed) for index, place in enumerate(places)
        }

    def cards(self, request: Deal) -> Cards:
        return self._dealing.cards(request)

    def dice(self, request: Roll) -> tuple[int, ...]:
        return self._dealing.dice(request)

    def decision(self, ask: Ask) -> Answer:
        return answer_from(self._bots[ask.place.name].decide(view(self._round, ask.place.name)))


class FairTable:
    """A table that deals rounds one after another, each chained to the one before."""

    def __init__(self, game: str, chance: FairChance | None = None, table: str = "k3") -> None:
        self.game = find(game)
        self.table = table
        self.chance = chance or FairChance(seeds_of(f"tests of {game}"))
        self.number = 0

    def play(self, *, reveal: bool = True, void: str = "", **changes: Any) -> Document:
        """Plays the next round, with words of the first two seats. With `void` it deals and then voids the round."""
        self.number += 1
        setup = sit_down(self.game, f"{self.game.id} {self.number}")
        for name, value in changes.items():
            setattr(setup, name, value)
        round_ = Round(self.game, setup)
        words = {str(seat.seat): f"{WORDS}{self.number:02x}" for seat in setup.seats[:2]}
        return self.played(round_, words, reveal=reveal, void=void)

    def played(self, round_: Round, words: Mapping[str, str], *, reveal: bool = True, void: str = "") -> Document:
        table, number = self.table, self.number
        self.chance.commit(table, number)
        dealing = self.chance.begin(table, number, words, tuple(sorted(round_.cards_left())))
        company = Company(round_, dealing, f"{number}")
        if void:
            self._deal_and_void(round_, dealing, void)
        else:
            play(round_, company)
        fair = self.chance.end(table, number, reveal=reveal, void=void or None)
        document = round_.document()
        document.fair = msgspec.convert(fair, Fair)
        if not reveal:
            numbers = tuple(range(len(dealing.dealt)))
            found = msgspec.convert(self.chance.openings(table, number, numbers), list[Opening])
            document.fair = structs.replace(document.fair, openings=found)
        return document

    def _deal_and_void(self, round_: Round, dealing: Dealing, reason: str) -> None:
        while type(round_.request) is Deal:
            round_.deal(dealing.cards(round_.request))
        round_.void(reason)


def fairness(document: Document) -> Fair:
    assert isinstance(document.fair, Fair)
    return document.fair
