"""Random rounds of any game: options, tables, cards and answers from one seed."""

import random
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET

from houseway.cards import Cards
from houseway.games import find
from houseway.players.random_answers import any_answer
from houseway.players.seating import sit_down
from houseway.rulebook import Rules, offered
from houseway.script import Answer, Ask, Deal, Game, Refusal, Roll
from houseway.table import Record, Round, Setup, Shoe, play
from houseway.table.setup import BackerSetup, SeatSetup

if TYPE_CHECKING:
    import pytest

STACKS = (0, 500, 2_000, 20_000, 200_000)


def any_options(game_id: str, rng: random.Random) -> dict[str, Any]:
    """Returns some of the game's options at random values. Skips sets that contradict themselves."""
    while True:
        chosen = {}
        for name, option in offered(game_id).items():
            if rng.random() < 0.4 and name not in ("max_collection_rates", "minimum_bank"):
                literals = [choice for choice in option.choices if isinstance(choice, bool | int | float | str)]
                chosen[name] = rng.choice(literals)
        try:
            Rules.of(game_id, chosen)
        except Refusal:
            continue
        return chosen


def opened(game_id: str, seed: int) -> Round:
    """Returns a table of the game, set up by the seed and not dealt yet."""
    rng = random.Random(f"{game_id} {seed}")
    game = find(game_id)
    while True:
        options = any_options(game_id, rng) if seed % 3 else {}
        setup = sit_down(game, rng.random(), options, short_bank=seed % 2 == 1, backline=rng.random() < 0.5)
        try:
            Round(game, setup)
        except Refusal as refusal:
            if refusal.code != "options":  # only the game can tell that these options contradict each other
                raise
            continue
        return in_company(game, setup, rng)


def in_company(game: Game, setup: Setup, rng: random.Random) -> Round:
    """Returns the same table with people who share names and mostly count their chips. Some play several places."""
    while True:
        company = msgspec.convert(msgspec.to_builtins(setup), Setup)
        places: list[SeatSetup | BackerSetup] = [*company.seats]
        places += [backer for seat in company.seats for backer in seat.backline]
        people = [f"p{number}" for number in range(len(places))]
        if rng.random() < 0.5:
            people = [rng.choice((people[0], person, person, person)) for person in people]
        counted, chips = rng.random() < 0.8, {person: rng.choice(STACKS) for person in people}
        for place, person in zip(places, people, strict=True):
            place.person, place.player = person, rng.choice(("Ana", "Ben", "Cleo"))
            if counted and place.stack is None:
                place.stack = chips[person]
        if company.bank is not UNSET and company.bank.posted is not None:
            company.bank.person, company.bank.player = "banker", "Ana"
            company.bank.stack = rng.choice((None, *STACKS))
        try:
            return Round(game, company)
        except Refusal as refusal:  # somebody may not sit like that, or cannot pay a fee before the deal
            if refusal.code not in ("hands", "backline", "fee", "stack", "buy-in"):
                raise


def shoe(round_: Round, seed: int) -> Shoe:
    """Returns the rest of the shoe, shuffled by the seed, with random answers by the same seed."""
    rng = random.Random(f"answers {seed}")
    deck = tuple(sorted(round_.cards_left()))
    return Shoe(deck, seed, lambda ask: any_answer(ask, rng))


def finished(game_id: str, seed: int) -> Round:
    """Returns a round of the game, played to its end by chance."""
    round_ = opened(game_id, seed)
    return play(round_, shoe(round_, seed))


def seeds(pytestconfig: "pytest.Config", short: int) -> range:
    """Returns `short` seeds; `--campaign N` gives N times as many."""
    return range(short * int(pytestconfig.getoption("--campaign")))


def step(round_: Round, source: object) -> None:
    """Gives the round one answer."""
    request = round_.request
    if isinstance(request, Deal):
        round_.deal(source.cards(request))  # type: ignore[attr-defined]
    elif isinstance(request, Roll):
        round_.roll(source.dice(request))  # type: ignore[attr-defined]
    else:
        ask = round_.asks()[0]
        round_.decide(ask.place.name, source.decision(ask))  # type: ignore[attr-defined]


class Stopped:
    """A record that stops answering after so many answers."""

    def __init__(self, record: Record, answers: int) -> None:
        self.record = record
        self.left = answers

    def _one(self) -> bool:
        self.left -= 1
        return self.left >= 0

    def cards(self, request: Deal) -> Cards | None:
        return self.record.cards(request) if self._one() else None

    def dice(self, request: Roll) -> tuple[int, ...] | None:
        return self.record.dice(request) if self._one() else None

    def decision(self, ask: Ask) -> Answer | None:
        return self.record.decision(ask) if self._one() else None
