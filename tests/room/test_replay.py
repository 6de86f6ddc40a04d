"""The replay of a round is right for everybody and shows no card that its reader never saw."""

import json
import re
from functools import cache
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from houseway.cards import PACK_WITH_JOKER, texts_of
from houseway.games import find
from houseway.players.bot_rounds import deal_round
from houseway.room.fairness.deal_order import order_of
from houseway.room.review.replay import Kept, ReplayStep, Steps, persons_of, steps_of
from houseway.room.visibility.card_tracking import EVERYBODY
from houseway.room.visibility.redaction import seen_in
from houseway.roster import OWN
from houseway.script import Refusal
from houseway.table import Round, resume
from houseway.table.setup import Document
from tests.room.sitting import Sitting, bet_and_bank, evening

CARDS = frozenset(texts_of(PACK_WITH_JOKER))
KEPT = Kept("t1-1", "t1", 1)
ROUNDS = 4
LIES_OPEN = ("pure-21-5-blackjack", "mini-pai-gow", "three-card-split")
"""Games that end with every dealt card face up."""


@cache
def round_of(game: str, seed: int) -> Round:
    return deal_round(game, f"replay {seed}")


def rounds(game: str, request: pytest.FixtureRequest) -> list[Round]:
    return [round_of(game, seed) for seed in range(ROUNDS * int(request.config.getoption("--campaign")))]


def cards_in(part: Any) -> set[str]:
    """Returns the cards that occur anywhere in it, as whole words."""
    return set(re.findall(r"\b(?:[2-9TJQKA][cdhs]|Jk)\b", msgspec.json.encode(part).decode())) & CARDS


def held(round_: Round, person: str) -> set[str]:
    """Returns the cards that this person, or everybody, saw."""
    seen, document = seen_in(round_, persons_of(round_)), round_.document()
    told = [seen.cards.get(EVERYBODY, {}), seen.cards.get(person, {})]
    return {document.cards[spot].split()[index] for each in told for spot, row in each.items() for index in row}


@pytest.mark.parametrize("game", OWN)
def test_a_card_that_somebody_never_saw_is_in_no_byte_of_the_replay(game: str, request: pytest.FixtureRequest) -> None:
    hidden_somewhere = False
    for round_ in rounds(game, request):
        for person in ("", *persons_of(round_).values()):
            known = held(round_, person)
            dealt = {card for text in round_.document().cards.values() for card in text.split()}
            told = cards_in(steps_of(round_, KEPT, person))
            assert told <= known, f"{person} is told {told - known}"
            hidden_somewhere |= bool(dealt - known)
    assert hidden_somewhere or game in LIES_OPEN


def other_cards(round_: Round, person: str) -> Round | None:
    """Returns the round with the person's unseen cards exchanged for each other; None if it comes out otherwise."""
    seen, document = seen_in(round_, persons_of(round_)), round_.document()
    told = [seen.cards.get(EVERYBODY, {}), seen.cards.get(person, {})]
    places = [(spot, at) for spot, text in document.cards.items() for at in range(len(text.split()))]
    hidden = [(spot, at) for spot, at in places if not any(at in each.get(spot, ()) for each in told)]
    cards = {spot: text.split() for spot, text in document.cards.items()}
    hands = [row for row in hidden if not row[0].startswith("draw ")]
    if len(hands) < 2:
        return None
    moved = [cards[spot][at] for spot, at in hands]
    for (spot, at), card in zip(hands, [*moved[1:], moved[0]], strict=True):
        cards[spot][at] = card
    changed = msgspec.convert(msgspec.to_builtins(document), Document)
    changed.cards = {spot: " ".join(row) for spot, row in cards.items()}
    try:
        again = _resume(changed)
    except Refusal:  # a decision names an exchanged card
        return None
    return again if again.document().cards == changed.cards else None


def _resume(document: Document) -> Round:
    return resume(find(document.game), document)


@pytest.mark.parametrize("game", ["three-card-poker", "texas-holdem", "omaha", "ultimate-texas-holdem", "lowball"])
def test_other_cards_in_hands_that_were_thrown_away_change_nothing(game: str, request: pytest.FixtureRequest) -> None:
    tried = 0
    for round_ in rounds(game, request):
        for person in {"", *persons_of(round_).values()}:
            other = other_cards(round_, person)
            if other is None or [each.net for each in other.payments] != [each.net for each in round_.payments]:
                continue
            tried += 1
            one, two = (msgspec.json.encode(steps_of(each, KEPT, person)) for each in (round_, other))
            assert one == two
    assert tried


@pytest.mark.parametrize("game", OWN)
def test_the_steps_follow_each_other_and_end_where_the_round_did(game: str, request: pytest.FixtureRequest) -> None:
    for round_ in rounds(game, request):
        steps = steps_of(round_, KEPT, "").steps
        assert [step.n for step in steps] == list(range(1, len(steps) + 1))
        assert [step.state.phase for step in steps] == ["playing"] * (len(steps) - 1) + ["settled"]
        assert not steps[0].state.cards
        assert [len(step.state.payments) for step in steps] == sorted(len(step.state.payments) for step in steps)
        assert len(steps[-1].state.payments) == len(round_.payments)
        assert all(line.n == step.n for step in steps for line in step.story)
        assert steps[-1].state.step == sum(1 for _ in decisions(steps))
        decided = [step for step in steps if decisions([step])]
        assert all(step.clauses for step in decided if step is not steps[-1])
        assert not any(step.clauses for step in steps if step not in decided)
        chips_follow(steps, {place.person for place in round_.felt.everyone() if place.stack is not None})
        last = {
            spot.name: ["--" if card is None else texts_of((card,))[0] for card in spot.seen_by("")]
            for spot in round_.felt.spots.values()
            if spot.cards
        }
        assert {spot: text.split() for spot, text in steps[-1].state.cards.items()} == last


def decisions(steps: list[ReplayStep]) -> list[dict[str, Any]]:
    return [line for step in steps for line in msgspec.to_builtins(step.story) if line["k"] == "decided"]


def chips_follow(steps: list[ReplayStep], counted: set[str]) -> None:
    """Asserts that each counted stack equals the one before plus the moves of the step's own lines."""
    for before, after in pairwise(steps):
        moved: dict[str, int] = {}
        for line in msgspec.to_builtins(after.story):
            if line["k"] == "chips":
                moved[line["from"]] = moved.get(line["from"], 0) - line["cents"]
                moved[line["to"]] = moved.get(line["to"], 0) + line["cents"]
        was = {row.person: row.stack for row in before.state.seats if row.person in counted}
        now = {row.person: row.stack for row in after.state.seats if row.person in counted}
        assert now == {person: cents + moved.get(f"player {person}", 0) for person, cents in was.items()}


@pytest.mark.parametrize("game", OWN)
def test_a_round_of_the_room_is_told_as_it_was_seen(game: str) -> None:
    """The replay shows, after each decision, the open cards and chips that the room showed then."""
    sitting = evening(game)
    (ended,) = [outcome.ended for outcome in sitting.outcomes if outcome.ended is not None]
    document = msgspec.json.decode(ended.document, type=Document)
    frames = [json.loads(frame) for frame in sitting.frames[""]]
    played = [state for state, _, _ in frames if state["phase"] in ("playing", "settled") and state["cards"]]
    steps = steps_of(_resume(document), KEPT, "").steps
    told = [msgspec.to_builtins(step.state) for step in steps]
    at = 0
    for state in played:
        alike = [index for index, each in enumerate(told) if index >= at and same_felt(each, state)]
        assert alike, state
        at = alike[0]
    assert told[-1]["payments"] == played[-1]["payments"]
    assert stacks(told[-1]) == {seat: cents for seat, cents in stacks(played[-1]).items() if seat in stacks(told[-1])}


def same_felt(one: dict[str, Any], two: dict[str, Any]) -> bool:
    return all(one[name] == two[name] for name in ("cards", "step", "pots", "dice")) and stacks(one).items() <= (
        stacks(two).items()
    )


def stacks(state: dict[str, Any]) -> dict[int, int]:
    return {row["seat"]: row["stack"] for row in state["seats"]}


def test_a_person_sees_the_own_cards_and_later_those_that_were_shown() -> None:
    sitting = evening("texas-holdem")
    (ended,) = [outcome.ended for outcome in sitting.outcomes if outcome.ended is not None]
    document = msgspec.json.decode(ended.document, type=Document)
    for person in ("p1", "p2", "p3"):
        steps: Steps = steps_of(_resume(document), KEPT, person)
        assert steps.you.places == [person[1:]]
        assert steps.steps[2].mine.cards == {person[1:]: document.cards[person[1:]]}
    stranger = steps_of(_resume(document), KEPT, "p9")
    assert stranger.you.places == []
    assert all(not step.mine.cards for step in stranger.steps)


def test_a_setting_that_was_secret_is_told_once_it_lay_open() -> None:
    sitting = evening("pai-gow-california")
    (ended,) = [outcome.ended for outcome in sitting.outcomes if outcome.ended is not None]
    document = msgspec.json.decode(ended.document, type=Document)
    told = decisions(steps_of(_resume(document), KEPT, "").steps)
    assert any(line["decision"] is not None for line in told)


@pytest.mark.parametrize("how", ["void", "void before anybody decided"])
def test_a_void_round_is_told_to_its_end(how: str) -> None:
    sitting = Sitting("three-card-poker", 1, 2, 3, buy_in=1_000_000)
    bet_and_bank(sitting)
    if how == "void":
        person = next(person for person in ("p1", "p2", "p3") if sitting.mine(person).asks)
        sitting.decide(person, sitting.mine(person).asks[0].default)
    sitting.floor("void", reason="wrong count")
    (ended,) = [outcome.ended for outcome in sitting.outcomes if outcome.ended is not None]
    steps = steps_of(_resume(msgspec.json.decode(ended.document, type=Document)), KEPT, "").steps
    assert steps[-1].state.void
    assert any(line["k"] == "void" for line in msgspec.to_builtins(steps[-1].story))
    banker = steps[-1].state.bank
    assert banker is not None
    assert all(row.stack == 1_000_000 for row in steps[-1].state.seats if row.seat != banker.seat)


@pytest.mark.parametrize("game", OWN)
def test_the_order_of_the_deals_names_no_card(game: str) -> None:
    round_ = round_of(game, 0)
    order = order_of(round_)
    assert sum(deal.count for deal in order.deals) == sum(
        len(text.split()) for text in round_.document().cards.values()
    )
    assert not cards_in([deal for deal in order.deals if not deal.tray])
