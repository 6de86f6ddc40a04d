"""Nonsense input to rounds and state between rounds: it is refused in words, and nothing changes.

pytest tests/table/test_nonsense.py --campaign 50
"""

import random
from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
import pytest

from houseway.cards import PACK_WITH_JOKER
from houseway.games import find
from houseway.players.bot_rounds import shoe
from houseway.players.seating import sit_down
from houseway.rulebook import Rules, game_ids
from houseway.script import Answer, Ask, Deal, Refusal, Roll
from houseway.table import Round, document_from, document_text, result, resume, view
from houseway.table.between_rounds.dealer_button import DealerButton, high_card
from houseway.table.between_rounds.marker import Marker
from houseway.table.between_rounds.meter import Meter
from houseway.table.between_rounds.rotation import Rotation, SharedRotation
from houseway.table.chips.buy_in import BuyIn
from houseway.table.documents.resumed_round import taken_back
from houseway.table.setup import answer_from

PLACES = ("", "0", "1", "2", "3", "9", "99", "-1", "3.2", "3/2", "bank", "house", "board", "dice", "\x1b", "1" * 5000)
WORDS = (
    "",
    "fold",
    "play",
    "call",
    "raise",
    "bet",
    "check",
    "hit",
    "stand",
    "set",
    "house-way",
    "spread",
    "\x00",
    "x" * 5000,
)
AMOUNTS: tuple[Any, ...] = (None, 0, 1, -1, 100, 500, 1000, 10**19, -(10**19), 99, 2.5, 100.0, True, "5", float("nan"))
CARDS: tuple[Any, ...] = (
    None,
    (),
    (0,),
    (51, 52),
    (53,),
    (-1,),
    (99, 99),
    (0, 0),
    tuple(range(60)),
    ("As",),
    (10**30,),
)
FACES: tuple[Any, ...] = (
    (),
    (1,),
    (1, 2, 3),
    (0, 1, 2),
    (7, 7, 7),
    (-1, 1, 1),
    (1, 2, 3, 4),
    (10**30, 1, 1),
    ("1", "2", "3"),
)


def snapshot(round_: Round) -> tuple[Any, ...]:
    """Returns everything about a round that a person could see or count."""
    felt = round_.felt
    return (
        document_text(round_.document()),
        dict(round_.ledger.balances),
        {name: (spot.cards, frozenset(spot.up)) for name, spot in felt.spots.items()},
        [(place.name, dict(place.wagers), place.stack, place.folded) for place in felt.everyone()],
        sorted(round_.cards_left()),
        [ask.place.name for ask in round_.asks()],
        round_.waits_for(),
        round_.revocable,
        list(round_.noted),
        len(felt.claims),
        dict(felt.pots),
        dict(felt.pools),
        msgspec.json.encode(view(round_, "")),
    )


def nonsense_answer(rng: random.Random, round_: Round) -> Answer:
    """Returns an answer that may have been offered, or part of one, or nonsense."""
    words: list[str] = [choice.name for ask in round_.asks() for choice in (*ask.choices, *ask.misplays)] or ["fold"]
    held = [card for spot in round_.felt.spots.values() for card in spot.cards] or [0]
    some = tuple(rng.choice(held) for _ in range(rng.randint(0, 7)))
    piles = rng.choice((None, None, None, (), ((),), (some,), (some, some), ((99,),), ((0,), (-1,))))
    word = rng.choice(words) if rng.random() < 0.7 else rng.choice(WORDS)
    return Answer(word, rng.choice(AMOUNTS), rng.choice((some, rng.choice(CARDS), None)), piles)


def attacks(rng: random.Random, round_: Round) -> list[Callable[[], object]]:
    """Returns some nonsense calls for the round's present state."""
    asked = [ask.place.name for ask in round_.asks()]
    name = rng.choice((*asked, *asked, *asked, *PLACES))
    answer = nonsense_answer(rng, round_)
    nobodys = [cards for cards in CARDS if cards is not None]
    return [
        partial(round_.decide, name, answer),
        partial(round_.decide, name, nonsense_answer(rng, round_)),
        partial(round_.rule, name, answer),
        partial(round_.deal, rng.choice(nobodys)),
        partial(round_.deal, tuple(rng.sample(PACK_WITH_JOKER, rng.randint(0, 9)))),
        partial(round_.roll, rng.choice(FACES)),
        partial(round_.call, rng.choice(("", "nonsense", "x" * 5000))),
        partial(taken_back, round_, name),
    ]


def attacked(round_: Round, work: Callable[[], object]) -> None:
    """Runs the work. Asserts that a refusal changes nothing."""
    before = snapshot(round_)
    try:
        work()
    except (Refusal, ValueError):
        assert snapshot(round_) == before
    round_.ledger.check()


@pytest.mark.parametrize("game", game_ids())
def test_a_round_is_as_it_was_after_every_refusal(game: str, pytestconfig: pytest.Config) -> None:
    for number in range(4 * int(pytestconfig.getoption("--campaign"))):
        rng = random.Random(f"{game} {number}")
        setup = sit_down(find(game), number, backline=True, short_bank=number % 2 == 1)
        round_ = Round(find(game), setup)
        source = shoe(game, setup, str(number), lambda ask: ask.default)
        for _ in range(400):
            if round_.over:
                break
            for work in rng.sample(attacks(rng, round_), 2):
                attacked(round_, work)
            _answer(round_, source)
        again = resume(round_.game, document_from(document_text(round_.document())))
        assert document_text(again.document()) == document_text(round_.document())
        assert again.over == round_.over
        if round_.over:
            assert result(again) == result(round_)


def _answer(round_: Round, source: Any) -> None:
    """Answers what the round waits for now: cards still in the shoe, dice, or the default decision."""
    request = round_.request
    if isinstance(request, Deal):
        source._cards = sorted(round_.cards_left())
        round_.deal(source.cards(request))
    elif isinstance(request, Roll):
        round_.roll(source.dice(request))
    elif isinstance(request, Ask):
        round_.decide(request.place.name, request.default)
    else:
        for ask in round_.asks():
            round_.decide(ask.place.name, ask.default)


@pytest.mark.parametrize("viewer", [*PLACES, "x" * 5000])
def test_whoever_looks_sees_what_a_spectator_sees_at_least(viewer: str) -> None:
    for game in game_ids():
        round_ = Round(find(game), sit_down(find(game), 1))
        assert view(round_, viewer).places == view(round_, "").places


@pytest.mark.parametrize(
    "decision", [None, 5, 1.5, True, [], ["fold"], {}, {"a": 1, "b": 2}, {"bet": None}, {"bet": 1.5}, {"bet": True},
                 {"bet": {}}, {"bet": [1]}, {"set": "1z"}, {"set": "x" * 5000}, {"spread": ["1z"]}, {5: 5}],
)  # fmt: skip
def test_a_decision_that_is_none_is_refused(decision: Any) -> None:
    with pytest.raises(Refusal):
        answer_from(decision)


@pytest.mark.parametrize(
    "data", [b"", b"\xff", "", "\ud800", b"[" * 100_000, "1" * 10_000, b"\x00", '{"game": 1}', "\ufeff"]
)
def test_a_document_that_is_none_is_refused(data: Any) -> None:
    with pytest.raises(Refusal):
        document_from(data)


# -- between rounds -------------------------------------------------------------------------------------------------

SEATS = (-1, 0, 1, 2, 3, 4, 5, 6, 9, 99, 10**19)
PEOPLE = ("Ana", "Ben", "Cleo", "Dov", "")
STACKS = (-5, 0, 1, 300, 5000, 10**19)


def steady(thing: Any, work: Callable[[], object]) -> None:
    """Runs the work. Asserts that a refusal changes nothing."""
    before = msgspec.json.encode(thing)
    try:
        work()
    except (Refusal, ValueError):
        assert msgspec.json.encode(thing) == before


def of_a_rotation(rotation: Rotation, rng: random.Random) -> Callable[[], object]:
    seat = rng.choice((*SEATS, rotation.offered or 1, rotation.offered or 1))
    works: list[Callable[[], object]] = [
        partial(work, seat) for work in (rotation.accept, rotation.decline, rotation.leave)
    ]
    works += [partial(rotation.sit, seat, rng.choice(PEOPLE))]
    houses = [rotation.house_settled] if isinstance(rotation, SharedRotation) else []
    return rng.choice([*works, works[0], rotation.release, rotation.settled, rotation.voided, *houses])


def of_a_button(button: DealerButton, rng: random.Random) -> Callable[[], object]:
    seat = rng.choice(SEATS)
    works: list[Callable[[], object]] = [
        partial(work, seat) for work in (button.leave, button.sit_out, button.come_back, button.open)
    ]
    works += [partial(button.come_back, seat, post=True), partial(button.to_post, seat, 100, 200)]
    works += [partial(button.sit, rng.choice((seat, rng.randint(1, 6))), rng.choice(PEOPLE), rng.choice(STACKS))] * 2
    return rng.choice([*works, button.next_hand, button.next_hand])


@pytest.mark.parametrize("kind", [Rotation, SharedRotation])
def test_the_rotation_takes_no_nonsense(kind: type[Rotation], pytestconfig: pytest.Config) -> None:
    for number in range(60 * int(pytestconfig.getoption("--campaign"))):
        rng = random.Random(number)
        rotation = kind({1: "Ana", 3: "Ben", 4: "Cleo"}, 6, rng.choice(SEATS), rng.random() < 0.5, rng.random() < 0.5)
        for _ in range(60):
            steady(rotation, of_a_rotation(rotation, rng))
            assert rotation.banker is None or rotation.offered is None, "the bank is held or offered, not both"
            assert rotation.offered is None or rotation.offered in rotation.seats
            assert all(1 <= seat <= 6 for seat in rotation.seats)


@pytest.mark.parametrize("rule", ["moving-button", "dead-button"])
def test_the_button_takes_no_nonsense(rule: str, pytestconfig: pytest.Config) -> None:
    for number in range(60 * int(pytestconfig.getoption("--campaign"))):
        rng = random.Random(number)
        button = DealerButton(6, rule, fee=rng.choice((0, 300)))
        for _ in range(60):
            steady(button, of_a_button(button, rng))
            assert all(1 <= seat <= 6 for seat in button.chairs)
            assert all(chair.stack >= 0 for chair in button.chairs.values())
            assert 0 <= button.button <= 6


def test_marker_meter_and_buy_in_take_no_nonsense() -> None:
    rng = random.Random(1)
    for _ in range(500):
        marker = Marker(6, rng.randint(1, 6), rng.choice((0, 400)), rng.random() < 0.5)
        seated = {rng.choice(SEATS): rng.choice((*STACKS, None)) for _ in range(rng.randint(0, 6))}
        away, pays = (frozenset(rng.sample(SEATS, rng.randint(0, 3))) for _ in range(2))
        steady(marker, partial(marker.move, seated, away, pays, rng.choice(SEATS)))
        assert 1 <= marker.seat <= 6
        meter = Meter(50_000, 100)
        steady(meter, partial(meter.add, rng.choice(STACKS)))
        assert meter.amount >= 50_000
        buy_in = BuyIn(4000, 10_000, "THE-17")
        steady(buy_in, partial(buy_in.add, rng.choice(STACKS), rng.choice(STACKS)))
    with pytest.raises(ValueError, match="nobody drew a card"):
        high_card({})


def test_the_rules_take_no_nonsense() -> None:
    for game in game_ids():
        odd: tuple[dict[str, Any], ...] = (
            {"x": 1},
            {"": None},
            {"seats": 10**19},
            {"seats": []},
            {"seats": {}},
            {"\x00": "\x00"},
        )
        for options in odd:
            with pytest.raises((Refusal, ValueError)):
                Rules.of(game, options)
