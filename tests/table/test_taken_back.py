"""A wager that its owner takes back before the cards decide goes back at once and stakes nothing."""

import pytest

from houseway.games import find
from houseway.hands import three
from houseway.script import EVEN, Answer, Ask, Choice, Circle, Felt, Game, Post, Return, Script, Settle
from houseway.table import Round, document_from, document_text, result, resume
from houseway.table.setup import BankSetup, SeatSetup, Setup
from tests.table.declared import settled

CHOICES = (Choice("ride"), Choice("half"), Choice("back"))


def ride(felt: Felt) -> Script:
    """Asks each player to let the second bet ride, or to take it or half of it back. Then all that lies there wins."""
    for place in felt.places:
        answer = yield Ask(place, CHOICES, Answer("ride"))
        if answer.choice != "ride":
            yield Return(place, "second", place.wagers["second"] // (2 if answer.choice == "half" else 1), "PD-51")
        for wager in place.wagers:
            felt.win(place, wager, EVEN, "PD-51")
    yield Settle(1, (("first", "second"),))


def game(play: "object" = ride) -> Game:
    return Game(
        id="three-card-poker",
        circles=(Circle("first", opening=True, required=True), Circle("second", opening=True)),
        play=play,  # type: ignore[arg-type]
        rank=lambda cards, rules: {"hand": three.hand(cards)},  # noqa: ARG005
    )


def opened(played: Game) -> Round:
    seats = [SeatSetup(1, "Ana", {"first": 1_000, "second": 1_000}, stack=500)]
    return Round(played, Setup(game=played.id, seats=seats, bank=BankSetup(8, "Bank", 100_000)))


@pytest.mark.parametrize(("choice", "back", "net"), [("ride", 0, 2_000), ("half", 500, 1_500), ("back", 1_000, 1_000)])
def test_what_is_taken_back_goes_back_at_once_and_the_rest_is_settled(choice: str, back: int, net: int) -> None:
    round_ = opened(game())
    round_.decide("1", Answer(choice))
    assert round_.over
    taken = [paid for paid in round_.payments if paid.outcome == "taken-back"]
    assert [(paid.wager, paid.staked, paid.returned, paid.net) for paid in taken] == [("second", 0, back, 0)] * bool(
        back
    )
    assert round_.ledger.balances["player Ana"] == net
    assert round_.ledger.sum() == round_.ledger.on_the_felt() == 0
    assert sum(paid.staked for paid in round_.payments) == 2_000 - back
    document = round_.document()
    assert result(resume(round_.game, document_from(document_text(document)))) == result(round_)


def test_a_void_round_returns_what_was_taken_back_no_second_time() -> None:
    def stops(felt: Felt) -> Script:
        yield Return(felt.places[0], "second", 1_000, "PD-51")
        yield Ask(felt.places[0], CHOICES, Answer("ride"))

    round_ = opened(game(stops))
    round_.void("the lights went out")
    assert round_.ledger.balances["player Ana"] == 0
    assert [(paid.wager, paid.outcome) for paid in round_.payments] == [("first", "void")]


def test_more_than_lies_there_cannot_be_taken_back() -> None:
    def takes(felt: Felt) -> Script:
        yield Return(felt.places[0], "second", 1_001, "PD-51")

    with pytest.raises(ValueError, match="1001 cents cannot go back to seat 1: 1000 lie on 'second'"):
        opened(game(takes))


def test_a_request_that_no_banked_table_carries_out_fails_at_once() -> None:
    def posts(felt: Felt) -> Script:
        yield Post(felt.places[0], "first", 100, "PD-51")

    with pytest.raises(TypeError, match="three-card-poker yields Post, which no banked game may"):
        opened(game(posts))


# -- what has a wager lie there -------------------------------------------------------------------------------------


def test_opening_wagers_of_a_game_that_only_the_house_banks_cite_its_own_clauses() -> None:
    seneca = find("pai-gow-seneca")
    round_ = Round(seneca, Setup(game=seneca.id, seats=[SeatSetup(1, "Ana", {"main": 1_000})]))
    (opening,) = [entry for entry in round_.ledger.entries if entry.target == "circle 1 main"]
    assert opening.clause == "PGS-05"
    assert round_.rules.clause(opening.clause)
    banked = settled(100, {"1": {"ante": (10, "lose")}})
    assert [entry.clause for entry in banked.ledger.entries if entry.target == "circle 1 ante"] == ["PD-22"]
