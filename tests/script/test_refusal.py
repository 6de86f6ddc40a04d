"""A refusal is a form filled from facts. It crosses process boundaries and knows its place in a document."""

import pickle

import pytest

from houseway.script import Fact, Refusal
from houseway.script.errors import said

OVER: dict[str, Fact] = {"choice": "bet", "amount": 5_00, "high": 4_00}
LIMIT = Refusal("amount", "{choice} {amount:money} is over {high:money}", "PD-22", facts=OVER)


def test_a_form_says_places_by_their_titles_cards_by_their_count_and_money_in_dollars() -> None:
    form = "{place:place} is dealt {count:cards}, pays {fee:money} and sees {known}"
    for place, count, sentence in (
        ("3", 1, "seat 3 is dealt 1 card, pays 2.50 and sees a, b"),
        ("3.2", 2, "seat 3 backline 2 is dealt 2 cards, pays 2.50 and sees a, b"),
        ("3/2", 2, "seat 3, hand 2 is dealt 2 cards, pays 2.50 and sees a, b"),
        ("3 low", 2, "seat 3, low is dealt 2 cards, pays 2.50 and sees a, b"),
        ("bank", 2, "the bank is dealt 2 cards, pays 2.50 and sees a, b"),
        ("house", 2, "the house is dealt 2 cards, pays 2.50 and sees a, b"),
        ("pile 1", 2, "pile 1 is dealt 2 cards, pays 2.50 and sees a, b"),
    ):
        refusal = Refusal("x", form, facts={"place": place, "count": count, "fee": 250, "known": ["a", "b"]})
        assert refusal.sentence == sentence
        assert refusal.at("seats[0]").facts == refusal.facts


@pytest.mark.parametrize(
    ("form", "facts", "sentence"),
    [
        ("{word!r} is no card", {"word": "Zz"}, "'Zz' is no card"),
        ("{count:,} rounds", {"count": 12_000}, "12,000 rounds"),
        ("dice {faces}", {"faces": [3, 4]}, "dice 3, 4"),
        ("{low:money} to {low:money}", {"low": -1_50}, "-1.50 to -1.50"),
        ("{{{word}}}", {"word": "x"}, "{x}"),
    ],
)
def test_a_form_is_filled_from_its_facts(form: str, facts: dict[str, Fact], sentence: str) -> None:
    assert said(form, facts) == Refusal("x", form, facts=facts).sentence == sentence


def test_a_fact_that_a_form_needs_and_nobody_gave_is_our_own_mistake() -> None:
    with pytest.raises(KeyError, match="high"):
        Refusal("x", "{low:money} to {high:money}", facts={"low": 1})


@pytest.mark.parametrize("facts", [None, {}])
def test_a_sentence_without_facts_is_said_as_it_stands(facts: dict[str, Fact] | None) -> None:
    refusal = Refusal("x", "write {name: value} or {{}}", facts=facts)
    for each in (refusal, refusal.at("here"), pickle.loads(pickle.dumps(refusal))):
        assert each.sentence == "write {name: value} or {{}}"
        assert each.facts == {}


def test_a_refusal_reads_place_sentence_clause() -> None:
    assert str(LIMIT) == "bet 5.00 is over 4.00 (PD-22)"
    assert str(LIMIT.at("seats[2]")) == "seats[2]: bet 5.00 is over 4.00 (PD-22)"
    assert str(Refusal("x", "no")) == "no"


def test_an_inner_place_is_kept_behind_the_outer_one() -> None:
    assert LIMIT.at("wagers").at("seats[2]").where == "seats[2].wagers"
    assert LIMIT.at("[3]").at("decisions").where == "decisions[3]"
    assert LIMIT.where == ""


def test_a_refusal_arrives_whole_in_another_process() -> None:
    placed = LIMIT.at("seats[2]")
    arrived = pickle.loads(pickle.dumps(placed))
    assert type(arrived) is Refusal
    assert vars(arrived) == vars(placed)
    assert str(arrived) == str(placed)


def test_the_facts_are_its_own() -> None:
    facts: dict[str, Fact] = {"low": 1_00}
    refusal = Refusal("x", "{low:money} at least", facts=facts)
    facts["low"] = 2_00
    assert (refusal.facts, refusal.sentence) == ({"low": 1_00}, "1.00 at least")
