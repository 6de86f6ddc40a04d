"""Dealer school asks about every game without telling the answers, and judges answers by what the rules did."""

import re

import msgspec
import pytest

from houseway.games import find
from houseway.room.review.school import SchoolQuestion, judged, questions
from houseway.room.review.school_questions import KINDS
from houseway.roster import OWN
from houseway.script import Refusal

SEED = "tests"
BANKED = {"outcome", "paid"}
PLAYED = {"pot", "share", "transfer"}


def asked(game: str, count: int = 18) -> list[SchoolQuestion]:
    return questions(game, SEED, count)


def answers(game: str, question: SchoolQuestion) -> str | int:
    """Returns the right answer, as the judge tells it after any answer."""
    first: str | int = question.options[0].id if question.options else 0
    return judged(game, SEED, question.n, first).answer


@pytest.mark.parametrize("game", OWN)
def test_every_game_is_asked_about_and_every_answer_names_its_clauses(game: str) -> None:
    found = asked(game)
    kinds = {question.kind for question in found}
    assert kinds <= set(KINDS)
    assert kinds & (BANKED | PLAYED)
    assert [question.n for question in found] == list(range(18))
    for question in found:
        right = answers(game, question)
        told = judged(game, SEED, question.n, right)
        assert told.right
        assert told.clauses
        assert all(each.rule for each in told.clauses)
        if question.options:
            ids = [option.id for option in question.options]
            assert right in ids
            assert len(set(ids)) == len(ids) > 1
            wrong: str | int = next(each for each in ids if each != right)
        else:
            assert isinstance(right, int)
            wrong = right + 1
        assert not judged(game, SEED, question.n, wrong).right


@pytest.mark.parametrize("game", OWN)
def test_a_question_does_not_tell_its_answer(game: str) -> None:
    for question in asked(game):
        state = question.state
        assert [*state.payments, *state.fees, *state.jackpots, *state.transfers] == []
        assert question.kind != "action" or state.action is None
        assert len({row.stack for row in state.seats}) <= 1
        right = answers(game, question)
        if question.kind in ("commission", "transfer"):
            assert right not in question.facts.values()
        for option in question.options:  # nothing marks the right one
            assert set(option.facts) == set(question.options[0].facts) or option.id == "shared"


def test_cards_of_a_setting_stand_in_one_order_whichever_is_right() -> None:
    for game in ("fortune-pai-gow", "three-card-split", "pai-gow-california"):
        for question in asked(game):
            for option in question.options if question.kind == "set" else ():
                for half in (option.facts["high"], option.facts["low"]):
                    ranks = ["23456789TJQKAk".index(card[-1] if card == "Jk" else card[0]) for card in half.split()]
                    assert ranks == sorted(ranks, reverse=True)


@pytest.mark.parametrize("game", ["fortune-pai-gow", "three-card-split", "mini-pai-gow", "pai-gow-seneca"])
def test_a_hand_that_is_to_be_set_lies_there_in_one(game: str) -> None:
    found = [question for question in asked(game) if question.kind == "set"]
    assert found
    for question in found:
        place = question.facts["place"]
        assert question.state.cards[place] == question.facts["cards"]
        assert f"{place} low" not in question.state.cards


def test_the_house_way_is_the_one_of_the_library() -> None:
    from houseway.cards import cards_from, text_of_cards
    from houseway.rulebook import Rules

    game = find("fortune-pai-gow")
    assert game.house_way is not None
    found = [question for question in asked("fortune-pai-gow") if question.kind == "set"]
    assert found
    for question in found:
        setting = game.house_way(cards_from(question.facts["cards"]), Rules.of(game.id))
        low = text_of_cards(sorted(setting.low, reverse=True))
        assert str(answers(game.id, question)).endswith(f"| {low}")


def test_the_same_seed_asks_the_same_and_another_does_not() -> None:
    one, two, other = (questions("omaha", seed, 6) for seed in ("a", "a", "b"))
    assert msgspec.json.encode(one) == msgspec.json.encode(two) != msgspec.json.encode(other)


def test_odd_chips_and_short_banks_are_asked_about() -> None:
    assert any(question.kind == "odd" for question in asked("pineapple-hi-lo"))
    clauses = {
        each.id
        for question in asked("three-card-poker", 50)
        for each in judged("three-card-poker", SEED, question.n, answers("three-card-poker", question)).clauses
    }
    assert clauses & {"PD-42", "PD-43"}


@pytest.mark.parametrize(("n", "answer", "code"), [(0, "nobody", "answer"), (99, "win", "count"), (-1, "win", "count")])
def test_what_is_no_answer_is_refused(n: int, answer: str, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        judged("three-card-poker", SEED, n, answer)
    assert refused.value.code == code


def test_an_amount_is_cents() -> None:
    question = next(each for each in asked("three-card-poker") if not each.options)
    for answer in ("25", -5):
        with pytest.raises(Refusal, match="cents"):
            judged("three-card-poker", SEED, question.n, answer)


def test_a_hidden_hand_stays_hidden_in_school_too() -> None:
    for question in asked("three-card-poker"):
        for place in question.state.places:
            if place.folded:
                assert not re.search(r"[cdhs]", question.state.cards[place.place])
