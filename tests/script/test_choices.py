"""Choices and answers: money, cards, piles, bare words. Anything else is refused with facts."""

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.cards import PACK, Cards, cards_from
from houseway.script import Answer, Ask, Choice, Place, Refusal

FOLD = Choice("fold", "TCP-26")
PLAY = Choice("play", "TCP-25", "play", 25_00, 25_00)
RAISE = Choice("raise", "THE-40", "bet", 4_00, 20_00, 2_00)
BET = Choice("bet", "OMA-30", "bet", 4_00, 20_00)
CALL = Choice("call", "THE-41", "bet", 1_00, 20_00, usual=8_00)
HELD = cards_from("As Ks Qd 9c 4h")
DISCARD = Choice("discard", "LOW-30", pick=HELD, most=4)
LOW_HAND = Choice("set", "PGS-20", pick=HELD, least=2, most=2)
PILES = Choice("meld", "PAN-40", piles=(cards_from("Jc Jd Jh"),), pick=cards_from("Js 4h"), least=3, most=5)


def refused(choice: Choice, answer: Answer) -> Refusal:
    """Returns the refusal of an answer, by the clause of the choice."""
    with pytest.raises(Refusal) as caught:
        choice.check(answer)
    assert caught.value.clause == choice.clause
    return caught.value


# -- bare words ---------------------------------------------------------------------------------------------------


def test_a_bare_word_is_the_answer_itself() -> None:
    fold = Answer("fold")
    assert FOLD.check(fold) is fold


@pytest.mark.parametrize(
    ("answer", "code", "says"),
    [
        (Answer("fold", 5_00), "no-amount", "fold takes no amount, but 5.00 was given"),
        (Answer("fold", 0), "no-amount", "fold takes no amount, but 0.00 was given"),
        (Answer("fold", cards=cards_from("As")), "no-cards", "fold takes no cards, but As was given"),
        (Answer("fold", piles=(cards_from("As"),)), "piles", "fold takes no piles: fold As is refused"),
    ],
)
def test_a_bare_word_takes_nothing_with_it(answer: Answer, code: str, says: str) -> None:
    refusal = refused(FOLD, answer)
    assert (refusal.code, refusal.sentence) == (code, says)
    assert refusal.facts["choice"] == "fold"


# -- money --------------------------------------------------------------------------------------------------------


def test_the_only_amount_that_is_possible_need_not_be_said() -> None:
    assert PLAY.check(Answer("play")) == PLAY.check(Answer("play", 25_00)) == Answer("play", 25_00)
    assert CALL.check(Answer("call")) == Answer("call", 8_00)
    assert CALL.check(Answer("call", 3_00)) == Answer("call", 3_00)


@pytest.mark.parametrize(
    ("choice", "amount", "code", "says"),
    [
        (PLAY, 24_00, "amount", "play 24.00 is refused: it must be exactly 25.00"),
        (BET, 3_99, "amount", "bet 3.99 is refused: it must be from 4.00 to 20.00"),
        (BET, -4_00, "amount", "bet -4.00 is refused: it must be from 4.00 to 20.00"),
        (BET, 0, "amount", "bet 0.00 is refused: it must be from 4.00 to 20.00"),
        (RAISE, 5_00, "amount", "raise 5.00 is refused: it must be from 4.00 to 20.00 in steps of 2.00"),
        (RAISE, 22_00, "amount", "raise 22.00 is refused: it must be from 4.00 to 20.00 in steps of 2.00"),
        (RAISE, None, "amount-missing", "raise needs an amount from 4.00 to 20.00"),
    ],
)
def test_an_amount_that_is_not_offered_is_refused_with_the_bounds(
    choice: Choice, amount: int | None, code: str, says: str
) -> None:
    refusal = refused(choice, Answer(choice.name, amount))
    assert (refusal.code, refusal.sentence) == (code, says)
    bounds = {"choice": choice.name, "low": choice.low, "high": choice.high, "step": choice.step}
    assert refusal.facts == bounds | ({} if amount is None else {"amount": amount})


def test_steps_are_counted_from_the_least_amount_and_not_from_nothing() -> None:
    complete = Choice("complete", "THE-40", "bet", 5_00, 11_00, 3_00)
    assert complete.check(Answer("complete", 8_00)) == Answer("complete", 8_00)
    assert refused(complete, Answer("complete", 9_00)).code == "amount"


@given(st.integers(1, 5_000), st.integers(0, 100), st.integers(1, 500), st.integers(-100, 60_000))
def test_exactly_the_steps_from_low_to_high_are_taken(low: int, steps: int, step: int, amount: int) -> None:
    choice = Choice("raise", circle="bet", low=low, high=low + steps * step, step=step)
    answer = Answer("raise", amount)
    if amount in range(low, low + steps * step + 1, step):
        assert choice.check(answer) is answer
    else:
        assert refused(choice, answer).code == "amount"


# -- cards --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("choice", "cards", "code", "says"),
    [
        (DISCARD, "As 2c", "cards", "discard As2c is refused: you hold AsKsQd9c4h"),
        (DISCARD, "As As", "cards", "discard AsAs is refused: you hold AsKsQd9c4h"),
        (DISCARD, "As Ks Qd 9c 4h", "count", "discard takes 0 to 4 cards, but 5 were given"),
        (LOW_HAND, "As", "count", "set takes 2 cards, but 1 was given"),
        (LOW_HAND, "", "count", "set takes 2 cards, but 0 were given"),
        (LOW_HAND, "As Ks Qd", "count", "set takes 2 cards, but 3 were given"),
    ],
)
def test_cards_that_are_not_held_or_too_few_or_many_are_refused(
    choice: Choice, cards: str, code: str, says: str
) -> None:
    given_cards = cards_from(cards) if cards else ()
    refusal = refused(choice, Answer(choice.name, cards=given_cards))
    assert (refusal.code, refusal.sentence.replace(" ", "")) == (code, says.replace(" ", ""))


def test_cards_are_taken_in_the_order_they_are_named_and_none_are_no_cards() -> None:
    assert LOW_HAND.check(Answer("set", cards=cards_from("Ks As"))).cards == cards_from("Ks As")
    assert DISCARD.check(Answer("discard")) == Answer("discard", cards=())
    assert refused(LOW_HAND, Answer("set")).facts == {"choice": "set", "least": 2, "most": 2, "given": 0}
    assert refused(LOW_HAND, Answer("set", 5, cards_from("As Ks"))).code == "no-amount"


def test_two_cards_alike_are_named_twice_only_by_who_holds_both() -> None:
    twins = Choice("discard", pick=cards_from("As As 4h"), most=3)
    assert twins.check(Answer("discard", cards=cards_from("As As"))).cards == cards_from("As As")
    assert refused(twins, Answer("discard", cards=cards_from("4h 4h"))).code == "cards"


hands = st.lists(st.sampled_from(PACK), min_size=5, max_size=5, unique=True).map(tuple)


@given(hands, st.lists(st.sampled_from(PACK), max_size=6).map(tuple), st.integers(0, 5), st.integers(0, 5))
def test_exactly_so_many_different_held_cards_are_taken(held: Cards, named: Cards, one: int, other: int) -> None:
    least, most = sorted((one, other))
    choice, answer = Choice("discard", pick=held, least=least, most=most), Answer("discard", cards=named)
    if {*named} <= {*held} and len({*named}) == len(named) and least <= len(named) <= most:
        assert choice.check(answer) is answer
    else:
        assert refused(choice, answer).code in ("cards", "count")


# -- piles --------------------------------------------------------------------------------------------------------


def test_piles_say_how_all_lie_afterwards() -> None:
    joined = (cards_from("Jc Jd Jh Js"),)
    assert PILES.check(Answer("meld", piles=joined)) == Answer("meld", piles=joined)


@pytest.mark.parametrize(
    ("answer", "code", "words"),
    [
        (Answer("meld"), "piles", "meld takes piles of cards and nothing else: meld is refused"),
        (Answer("meld", cards=cards_from("Js")), "piles", "nothing else: meld Js is refused"),
        (Answer("meld", 5, piles=(cards_from("Jc Jd Jh"),)), "no-amount", "meld takes no amount, but 0.05 was given"),
        (Answer("meld", piles=(cards_from("Jc Jd Qh"),)), "cards", "is refused: you hold"),
        (Answer("meld", piles=(cards_from("Jc Jd Jh"), cards_from("Js"))), "count", "3 to 5 cards, but 1 was given"),
    ],
)
def test_piles_of_other_cards_or_other_sizes_are_refused(answer: Answer, code: str, words: str) -> None:
    refusal = refused(PILES, answer)
    assert (refusal.code, words in refusal.sentence) == (code, True)


# -- who is asked -------------------------------------------------------------------------------------------------


def ask(**more: Any) -> Ask:
    """Returns a question to seat 3, which may fold or play."""
    return Ask(Place(3, "Ana", {"ante": 25_00}), (FOLD, PLAY), Answer("fold"), **more)


def test_what_is_not_offered_is_refused_with_what_is() -> None:
    with pytest.raises(Refusal, match=r"^'raise' is not offered to seat 3: fold or play is \(TCP-24\)$") as caught:
        ask(clause="TCP-24").judge(Answer("raise", 5_00))
    assert caught.value.facts == {"choice": "raise", "place": "3", "offered": ["fold", "play"]}


def test_a_game_that_knows_why_not_says_it() -> None:
    why = Refusal("choice", "nobody raises here", "TCP-99")
    asked = ask(why_not=lambda answer: why if answer.choice == "raise" else None)
    with pytest.raises(Refusal, match=r"^nobody raises here \(TCP-99\)$"):
        asked.judge(Answer("raise"))
    with pytest.raises(Refusal, match="'call' is not offered to seat 3"):
        asked.judge(Answer("call"))


def test_a_misplay_is_for_the_floor_to_rule() -> None:
    asked = ask(misplays=(Choice("foul", "TCP-60"),))
    says = "'foul' is for the floor to rule on, not for seat 3 to say: fold or play is offered (TCP-60)"
    with pytest.raises(Refusal, match=f"^{re.escape(says)}$"):
        asked.judge(Answer("foul"))
    assert asked.judge(Answer("foul"), ruling=True) == Answer("foul")


def test_the_game_has_its_say_on_an_answer_of_the_right_form_alone() -> None:
    heard: list[Answer] = []
    asked = ask(check=heard.append)
    assert asked.judge(Answer("play")) == Answer("play", 25_00)
    with pytest.raises(Refusal, match=r"exactly 25\.00 \(TCP-25\)$"):
        asked.judge(Answer("play", 1))
    assert heard == [Answer("play", 25_00)]


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        (Answer("fold"), "fold"),
        (Answer("raise", 1_234_50), "raise 1,234.50"),
        (Answer("set", cards=cards_from("As")), "set As"),
        (Answer("buy", 5_00, cards_from("As")), "buy As 5.00"),
        (Answer("meld", piles=(cards_from("As"), cards_from("4h"))), "meld As / 4h"),
    ],
)
def test_an_answer_reads_as_it_is_said(answer: Answer, text: str) -> None:
    assert str(answer) == text
