"""The floor: what only it may enter, rounds that it voids, and what stays hidden after a round."""

from typing import Any

import pytest
from msgspec import structs

from houseway.cards import cards_from
from houseway.conformance.random_rounds import opened, shoe
from houseway.games import find
from houseway.script import Answer, Ask, Choice, Circle, Felt, Game, Refusal, Script, Settle
from houseway.table import Document, Round, document_from, document_text, play, result, resume, view
from houseway.table.reports.history import Called, history
from houseway.table.setup import BankSetup, SeatSetup, Setup
from houseway.testing import rule
from tests.kit import decided

TCP, THE, MPG, PGS = "three-card-poker", "texas-holdem", "mini-pai-gow", "pai-gow-seneca"


def pan() -> Round:
    seats = [SeatSetup(seat, "Ana", {"top": 100}, stack=50_000, person=f"p{seat}") for seat in (1, 2, 3)]
    round_ = Round(find("panguingue"), Setup(game="panguingue", button=1, seats=seats))
    while not round_.asks():
        round_.deal(tuple(sorted(round_.cards_left())[: round_.request.count]))  # type: ignore[union-attr]
    return round_


@rule("PAN-70")
def test_a_player_cannot_call_a_foul_on_another_but_the_floor_can_and_a_document_says_so() -> None:
    round_ = pan()
    (asked,) = [ask.place.name for ask in round_.asks()]
    other = next(place.name for place in round_.felt.places if place.name != asked)
    sentence = rf"^'foul {other}' is for the floor to rule on, not for seat {asked} to say: play or drop is offered"
    with pytest.raises(Refusal, match=sentence):
        round_.decide(asked, Answer(f"foul {other}"))
    round_.rule(asked, Answer(f"foul {other}"))
    assert round_.felt.spots[other].folded  # type: ignore[attr-defined]
    again = resume(round_.game, round_.document())
    assert again.document().decisions == {asked: [f"foul {other}"]}


def test_an_answer_of_a_document_is_judged_once_and_refused_with_its_place() -> None:
    judged: list[Answer] = []

    def play(felt: Felt) -> Script:
        for place in felt.left_of_bank():
            yield Ask(place, (Choice("stay"),), Answer("stay"), check=judged.append)
            felt.push(place, "ante", "PD-44")
        yield Settle(1, (("ante",),))

    game = Game(id=TCP, play=play, rank=lambda cards, rules: {}, circles=(Circle("ante", opening=True),))  # noqa: ARG005
    document = Document(
        game=TCP,
        bank=BankSetup(6, "Bea", 10_000),
        seats=[SeatSetup(seat, f"p{seat}", {"ante": 1000}) for seat in (1, 2)],
        decisions={"1": ["stay"], "2": ["stay"]},
    )
    assert resume(game, document).over
    assert judged == [Answer("stay")] * 2
    document.decisions["2"] = ["dance"]
    with pytest.raises(Refusal, match=r"^decisions.2\[0\]: 'dance' is not offered to seat 2: stay is"):
        resume(game, document)


def test_cards_that_were_thrown_away_unseen_stay_unseen_when_the_hand_is_over() -> None:
    seats = [SeatSetup(seat, "Ana", stack=20_000, person=f"p{seat}") for seat in (1, 2)]
    round_ = Round(find("lowball"), Setup(game="lowball", schedule="SCH-LOW-01", button=1, seats=seats))
    source = shoe(round_, 1)

    def answer(ask: Any) -> Answer:
        names = [choice.name for choice in ask.choices]
        if "draw" in names:
            return Answer("draw", cards=ask.place.cards[:2]) if ask.place.name == "1" else Answer("pat")
        return Answer(next(name for name in ("check", "call", "show", *names) if name in names))

    source.decision = answer
    play(round_, source)
    assert round_.over
    said = {viewer: [decision for _, decision in decided(round_, viewer)] for viewer in ("", "1", "2")}
    drawn = [words for words in said["1"] if isinstance(words, dict) and "draw" in words]
    assert len(drawn) == 1
    assert drawn[0] not in said["2"] + said[""]
    assert "pat" in said["1"]


def test_a_pai_gow_setting_is_told_once_it_is_opened_and_never_when_the_round_is_void() -> None:
    def waiting() -> Round:
        seats = [SeatSetup(seat, "Ana", {"main": 1000}, person=f"p{seat}") for seat in (1, 2)]
        round_ = Round(find("pai-gow-seneca"), Setup(game="pai-gow-seneca", seats=seats))
        deck = list(cards_from("As Kd Qh Jc 9s 8d 2h Ad Kh Qc Js 9d 8h 2c Ah Kc Qs Jd 9h 8c 2s"))
        while not round_.asks():
            if "dice" in round_.waits_for():
                round_.roll((1, 1, 1))
            else:
                count = round_.request.count  # type: ignore[union-attr]
                round_.deal(tuple(deck[:count]) if len(deck) >= count else tuple(round_.cards_left()[:count]))
                del deck[:count]
        return round_

    round_ = waiting()
    low = round_.felt.places[0].cards[:2]
    for each in (round_, void := waiting()):
        each.decide("1", Answer("set", cards=each.felt.places[0].cards[:2]))
        assert decided(each, "2") == [("1", None)]
    round_.decide("2", Answer("house-way"))
    assert round_.over
    assert dict(decided(round_, ""))["1"] == {"set": " ".join(view(round_, "").cards["1 low"])}  # type: ignore[arg-type]
    assert len(low) == 2
    void.void("a card lay on the floor")
    assert decided(void, "2") == decided(void, "") == [("1", None)]
    assert decided(void, "1") == [("1", void.document().decisions["1"][0])]


# -- void rounds --------------------------------------------------------------------------------------------------


@rule("PD-59", "PD-33")
def test_the_floor_voids_a_round_for_a_reason_that_its_document_keeps() -> None:
    bank = BankSetup(6, "Bea", 20_000, stack=500)
    seats = [SeatSetup(seat, f"p{seat}", {"ante": 1000, "bonus": 500}, stack=3000) for seat in (1, 2)]
    round_ = Round(find(TCP), Setup(game=TCP, schedule="SCH-TCP-01", bank=bank, seats=seats))
    for number in range(3):
        round_.deal(tuple(range(3 * number, 3 * number + 3)))
    round_.decide("1", Answer("play"))
    round_.void("a player fainted")
    fee = round_.fees[0].amount
    assert (round_.over, round_.voided, round_.waits_for()) == (True, "PD-59", "nothing")
    assert [(paid.place.name, paid.wager, paid.outcome, paid.returned) for paid in round_.payments] == [
        ("1", "ante", "void", 1000), ("1", "bonus", "void", 500), ("1", "play", "void", 1000),
        ("2", "ante", "void", 1000), ("2", "bonus", "void", 500),
    ]  # fmt: skip
    assert [place.stack for place in (*round_.felt.places, round_.felt.bank)] == [4500, 4500, 20_500 - fee]
    told = result(resume(find(TCP), document_from(document_text(round_.document()))))
    assert (told.void, told.void_reason) == ("PD-59", "a player fainted")
    assert told == result(round_)
    assert round_.carry_over()["fee_carried"]
    called = [each for each in history(round_, "") if isinstance(each, Called)]
    assert called == [Called("floor-void", "PD-59", void=True, reason="a player fainted")]


@rule("PD-33", "PD-26")
def test_a_redeal_that_is_abandoned_returns_the_fee_of_the_void_hand() -> None:
    bank = BankSetup(6, "Bea", 20_000, stack=500)
    setup = Setup(
        game=TCP, schedule="SCH-TCP-01", bank=bank, seats=[SeatSetup(1, "Ana", {"ante": 1000})], fee_carried=True
    )
    round_ = Round(find(TCP), setup)
    fee = Round(find(TCP), structs.replace(setup, fee_carried=False)).fees[0].amount
    assert (round_.fees, round_.felt.bank.stack) == ([], 500)
    round_.void("the table is closed", abandoned=True)
    assert [(back.player, back.amount, back.clauses) for back in round_.fees] == [("Bea", -fee, ("PD-59", "PD-33"))]
    assert round_.felt.bank.stack == 20_500 + fee
    assert result(resume(find(TCP), round_.document())) == result(round_)


@rule("PD-33", "THE-56", "THE-25")
def test_a_button_that_paid_for_a_misdeal_needs_no_second_fee_to_be_dealt_in() -> None:
    def hand(stack: int, *, fee_carried: bool = False) -> Round:
        seats = [SeatSetup(seat, f"p{seat}", stack=stack if seat == 1 else 20_000) for seat in (1, 2, 3)]
        return Round(find(THE), Setup(game=THE, schedule="SCH-THE-04", button=1, seats=seats, fee_carried=fee_carried))

    misdealt = hand(500)
    misdealt.call("misdeal")
    assert (misdealt.carry_over()["fee_carried"], misdealt.felt.places[0].stack) == (True, 100)
    with pytest.raises(Refusal, match=r"leaves no chip after the fee of 4\.00"):
        hand(100)
    redealt = hand(100, fee_carried=True)
    assert (redealt.fees, redealt.felt.places[0].stack) == ([], 100)


@rule("PD-59", "MPG-13")
def test_hands_that_are_set_at_once_go_back_when_only_some_of_them_are() -> None:
    seats = [SeatSetup(seat, f"p{seat}", {"main": 1000}, stack=1000) for seat in (1, 2)]
    round_ = Round(find(MPG), Setup(game=MPG, seats=seats))
    while not round_.asks():
        if "dice" in round_.waits_for():
            round_.roll((1, 1, 1))
        else:
            round_.deal(tuple(round_.cards_left()[: round_.request.count]))  # type: ignore[union-attr]
    round_.decide("2", Answer("double", 1000, round_.felt.places[1].cards[:1]))
    assert [place.stack for place in round_.felt.places] == [1000, 0]
    round_.void("the lights went out")
    assert [place.stack for place in round_.felt.places] == [2000, 2000]
    assert round_.voided == "MPG-13"
    assert resume(find(MPG), round_.document()).document() == round_.document()
    with pytest.raises(Refusal, match="nobody asked place 1 for a decision"):
        round_.decide("1", Answer("house-way"))


@rule("PD-59")
@pytest.mark.parametrize("game_id", [THE, MPG, PGS])
def test_the_floors_own_clause_voids_a_round_of_a_game_without_a_player_dealer_and_is_read_again(game_id: str) -> None:
    for game in (find(game_id), structs.replace(find(game_id), irregularities={})):
        round_ = Round(game, opened(game_id, 1).setup)
        round_.void("a player fainted", *(("PD-59",) if game.irregularities else ()))
        assert round_.voided == "PD-59"
        assert result(resume(game, document_from(document_text(round_.document())))) == result(round_)


def test_a_void_document_is_refused_with_its_place_where_it_cannot_be_true() -> None:
    document = document_from(
        f'{{"game": "{TCP}", "void": {{"reason": " "}}, '
        '"bank": {"seat": 6, "posted": 10000}, "seats": [{"seat": 1, "wagers": {"ante": 1000}}]}'
    )
    with pytest.raises(Refusal, match=r"^void.reason: a round is voided for a reason: none was given \(PD-59\)$"):
        resume(find(TCP), document)
    assert document.void
    document.void.reason, document.void.clause = "rain", "TCP-999"
    with pytest.raises(Refusal, match=r"^void.clause: three-card-poker has no clause 'TCP-999'$"):
        resume(find(TCP), document)
