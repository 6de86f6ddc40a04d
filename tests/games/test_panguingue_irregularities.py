"""Panguingue: what the floor puts right, what is seen by whom, and what is written down."""

import random
from typing import Any

import pytest
from msgspec import to_builtins

from houseway.cards import cards_from
from houseway.games import find
from houseway.players.seating import sit_down
from houseway.script import Answer, Deal, Refusal
from houseway.table import Round, Shoe, play, result, resume, view
from houseway.table.setup import answer_from, decision_of
from houseway.testing import example, rule
from tests.games.pan_table import JUNK, OUT, OUT_BOARD, PAN, Pan

# -- irregularities -----------------------------------------------------------------------------------------------


@example("PAN-EX26")
@rule("PAN-68")
def test_a_fault_seen_before_the_first_declaration_is_a_misdeal_and_tops_and_fee_stay() -> None:
    pan = Pan(players=3, declared=False)
    pan.rules(1, "misdeal")
    assert isinstance(pan.round.request, Deal)
    assert sum(pan.round.shoe.left.values()) == 320
    pan.deal("Jd")
    assert (pan.tops, pan.round.ledger.balances["box"]) == (3, 400)
    pan.say(1, "play")
    with pytest.raises(Refusal, match="'misdeal' is not offered to seat 2: play or drop is"):
        pan.rules(2, "misdeal")
    pan.round.call("misdeal-seen-late")
    assert not pan.over
    without = Pan(players=3, drop_allowed=False)
    without.rules(1, "misdeal")
    without.deal("Jd")
    without.turn(1, "2c")
    with pytest.raises(Refusal, match="'misdeal' is not offered"):
        without.rules(2, "misdeal")


@example("PAN-EX26")
@rule("PAN-69")
def test_a_wrong_count_before_the_first_draw_is_exchanged_for_ten_fresh_cards() -> None:
    pan = Pan(players=4)
    pan.rules(1, "wrong-count", 4)
    fresh = "2c 2c 2c 3c 3c 3c 4c 4c 5c 5c"
    pan.round.deal(cards_from(fresh))
    assert pan.hand(4) == fresh.split()
    assert len(pan.view(4).cards["out of play"]) == 10
    pan.turn(1, "2s")
    pan.rules(2, "wrong-count", 1)
    assert pan.round.felt.places[pan.seats[1] - 1].folded  # found later, it is foul


@example("PAN-EX26")
@rule("PAN-71")
def test_an_illegal_spread_is_refused_and_made_good_or_the_turn_goes_on_without_it() -> None:
    pan = Pan("", "4c 4c 4h 4s", players=3)
    pan.turn(1, "2c")
    pan.draw(2, "2c")
    with pytest.raises(Refusal, match="4c 4c 4h is no spread"):
        pan.say(2, "spread", piles=["4c 4c 4h"])
    pan.say(2, "spread", piles=["4c 4c 4h 4s"])
    assert pan.board(2) == ["4c 4c 4h 4s"]
    none = Pan("", "4c 4h", players=3)
    none.turn(1, "2c")
    none.draw(2, "4c")
    with pytest.raises(Refusal, match="4c 4c 4h is no spread"):
        none.say(2, "spread", piles=["4c 4c 4h"])
    none.say(2, "pass")
    assert none.top_discard() == "4c"
    assert len(none.hand(2)) == 10
    assert not none.round.transfers


@rule("PAN-71", "PAN-70")
def test_a_false_claim_to_be_out_fouls_the_hand() -> None:
    pan = Pan("", "3s 3s 3s", players=3)
    pan.turn(1, "2c")
    pan.turn(2, "2c", lays=["3s 3s 3s"])
    pan.turn(3, "4h")
    pan.turn(1, "4h")
    pan.draw(2, "2c")
    pan.rules(2, "false-out")
    assert (pan.paid(1, 2), pan.paid(2, 1)) == (4, 4)
    assert pan.choices(3) == ["stock", "leave"]
    assert pan.view(3).cards["out of play"] == ["2c"]


@example("PAN-EX26")
@rule("PAN-72")
def test_a_card_drawn_out_of_turn_goes_back_on_top_seen_by_all() -> None:
    pan = Pan(players=3)
    with pytest.raises(Refusal, match="nobody asked place 1 for a decision: stock is refused"):
        pan.say(3, "stock")
    pan.turn(1, "2c")
    pan.rules(2, "out-of-turn", 3)
    pan.round.deal(cards_from("7d"))
    assert pan.view(1).cards["top of the stock"] == ["7d"]
    pan.say(2, "stock")
    assert pan.view(1).cards["drawn"] == ["7d"]
    pan.say(2, "pass")
    assert pan.top_discard() == "7d"


@rule("PAN-72")
def test_a_draw_that_shows_two_cards_counts_for_the_first_only() -> None:
    pan = Pan(players=2, upcard="Kc")
    pan.rules(1, "stock-shows-two")
    pan.round.deal(cards_from("2c 3c"))
    assert pan.view(1).cards["drawn"] == ["2c"]
    pan.say(1, "pass")
    assert pan.view(1).cards["discards"] == [None, None, "2c"]
    assert pan.round.felt.spot("discards").cards == cards_from("3c Kc 2c")


@example("PAN-EX16")
@rule("PAN-70")
def test_a_foul_hand_gives_back_its_konditions_and_stays_liable() -> None:
    pan = Pan("7h 7d 7c 4s 4h 4d Js Jh Jd Jc", "", "3s 3s 3s", players=4)
    pan.turn(1, "2c")
    pan.turn(2, "2c")
    pan.turn(3, "2c", lays=["3s 3s 3s"])
    assert pan.collected(3) == 12
    pan.turn(4, "2c")
    pan.turn(1, "2c", lays=["7h 7d 7c"])
    pan.rules(2, "wrong-count", 3)
    assert [pan.paid(3, player) for player in (1, 2, 4)] == [5, 4, 4]
    pan.turn(2, "2c")
    pan.turn(4, "2c")  # P3 is skipped
    pan.turn(1, "4c", lays=["7h 7d 7c", "4s 4h 4d 4c", "Js Jh Jd Jc"])
    assert pan.over
    assert pan.nets() == [15, -5, -5, -9]
    assert result(resume(find(PAN), pan.round.document())) == result(pan.round)


@example("PAN-EX31")
@rule("PAN-79")
def test_the_last_live_hand_is_settled_with_as_if_it_had_gone_out() -> None:
    pan = Pan("As 2s 3s", players=2)
    pan.turn(1, "2c", lays=["As 2s 3s"])
    pan.turn(2, "2c")
    pan.rules(1, "wrong-count", 2)
    assert pan.over
    assert pan.nets() == [7, -11]
    assert pan.round.payments[-1].clauses == ("PAN-79",)


@rule("PAN-79", "PAN-78")
def test_an_absent_player_pays_the_last_live_hand() -> None:
    pan = Pan("As 2s 3s", players=3)
    pan.turn(1, "2c", lays=["As 2s 3s"])
    pan.rules(2, "absent", 3)
    pan.say(2, "leave")
    assert pan.over
    assert pan.nets() == [2 + 4 + 8, -1 - 2 - 4, -1 - 2 - 4 - 4]


@example("PAN-EX33")
@rule("PAN-83")
@pytest.mark.parametrize(("says", "refunds"), [("retire", [3, 2, 2]), ("buy", [4, 4, 4])])
def test_a_refund_that_cannot_be_paid_in_full_is_divided_equally(says: str, refunds: list[float]) -> None:
    pan = Pan("", "3s 3s 3s", "5s 5s 5s", players=4, stacks={2: 3})
    pan.turn(1, "2c")
    pan.turn(2, "2c", lays=["3s 3s 3s"])
    pan.turn(3, "2c", lays=["5s 5s 5s"])
    pan.turn(4, "4h")
    assert pan.round.felt.places[pan.seats[2] - 1].stack == 1100
    pan.turn(1, "4h")
    pan.turn(2, "4h")
    pan.turn(3, "5s", lays=["5s 5s 5s 5s"], throws="As")
    pan.turn(4, "2c")
    place = pan.round.felt.places[pan.seats[2] - 1]
    place.stack = 700
    before = [pan.paid(2, player) for player in (1, 3, 4)]
    pan.rules(1, "foul", 2)
    pan.say(2, says)
    after = [pan.paid(2, player) for player in (1, 3, 4)]
    assert [now - then for now, then in zip(after, before, strict=True)] == refunds


@rule("PAN-73")
def test_the_floor_may_void_the_hand_and_every_chip_goes_back() -> None:
    pan = Pan("As 2s 3s", players=3, stacks={1: 20, 2: 20, 3: 20})
    pan.turn(1, "2c", lays=["As 2s 3s"])
    pan.round.call("floor-void")
    assert pan.over
    assert pan.nets() == [0, 0, -4]  # the fee is kept whatever happens (PAN-15)
    assert [place.stack for place in pan.round.felt.places] == [1700, 2100, 2100]
    undone = pan.round.undone
    assert undone is not None
    assert [(paid.source.seat, paid.target.seat, paid.cents) for paid in undone.transfers]


# -- what is seen, and what is written down -----------------------------------------------------------------------


@rule("PAN-77")
def test_spreads_the_top_discard_and_counts_are_open_and_hands_are_not() -> None:
    pan = Pan("As 2s 3s", players=2, upcard="6d")
    pan.turn(1, "2c", lays=["As 2s 3s"])
    seen = pan.view(2)
    assert seen.cards["spread 2.1"] == ["As", "2s", "3s"]
    assert seen.cards["discards"] == [None, "2c"]
    assert seen.cards["2"] == [None] * 7
    assert seen.cards["1"] == list(JUNK)
    assert seen.pots == {"tops": 200}
    assert seen.button == 1


@rule("PAN-77")
def test_other_cards_in_a_hand_leave_every_other_view_the_same() -> None:
    def told(hand: str) -> list[object]:
        pan = Pan(hand, "", players=3)
        views: list[object] = []
        for drawn in ("2c", "5s"):
            pan.draw(1, drawn)
            views += [pan.view(2), pan.view(3), view(pan.round, "")]
            pan.say(1, "pass")
            pan.turn(2, "2d")
            pan.turn(3, "2d")
        return views

    assert told("3s 3s 3s 5s 5s 5s 7s 7s 7s 7s") == told("")


@rule("PAN-66")
def test_over_a_hand_the_players_lose_the_fee_between_them_whatever_happens() -> None:
    for seed in range(40):
        round_ = Round(find(PAN), sit_down(find(PAN), seed, {}, short_bank=seed % 2 == 0))
        rng = random.Random(seed)

        def best(ask: Any, rng: random.Random = rng) -> Answer:
            if ask.offers is not None:
                answer: Answer = ask.offers()[0]
                return answer
            return Answer(rng.choice([choice.name for choice in ask.choices if choice.name not in ("leave", "drop")]))

        play(round_, Shoe(tuple(sorted(round_.cards_left())), seed, best))
        assert round_.over
        players = sum(cents for name, cents in round_.ledger.balances.items() if name.startswith("player "))
        assert players == -round_.ledger.balances["box"] == -400
        assert sum(len(event.given) for event in round_.events if isinstance(event.given, tuple)) <= 320 * 3


@rule("PAN-82", "PAN-23")
def test_a_hand_is_written_down_with_its_piles_and_read_back() -> None:
    pan = Pan("", OUT, players=2)
    pan.turn(1, "2s")
    pan.turn(2, "6c", lays=OUT_BOARD)
    document = pan.round.document()
    assert document.decisions["1"] == ["play", "stock", {"spread": OUT_BOARD}]
    assert document.cards["drawn"] == "2s 6c"
    again = resume(find(PAN), document)
    assert result(again) == result(pan.round)
    assert to_builtins(result(again).transfers) == [
        {"from": 2, "to": 1, "amount": 200, "clauses": ["PAN-60", "PAN-61", "PAN-62"]}
    ]
    answer = Answer("spread", piles=(cards_from("4s 4h 4d"),))
    assert answer_from(decision_of(answer)) == answer


@rule("PAN-06", "PAN-54")
@pytest.mark.parametrize("players", range(2, 9))
def test_a_full_table_of_any_size_plays_a_hand_to_the_last_chip(players: int) -> None:
    pan = Pan(*[""] * (players - 1), "3s 3h 3d 5s 5h 5d 7s 7h 7d 7c", players=players)
    for player in pan.players[:-1]:
        pan.turn(player, "2c")
    pan.turn(players, "3c", lays=["3s 3h 3d 3c", "5s 5h 5d", "7s 7h 7d 7c"])
    assert pan.over
    worth_of_board = 2 + 1 + 2
    assert pan.collected(players) == (players - 1) * (worth_of_board + 2 + worth_of_board)
    assert sum(pan.nets()) == -4
    assert pan.round.ledger.on_the_felt() == pan.round.ledger.sum() == 0
