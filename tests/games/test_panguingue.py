"""Panguingue, clause by clause and example by example: the deal, the seats and their chips, declarations."""

from collections import Counter
from typing import Any

import pytest

from houseway.cards import cards_from
from houseway.games import find
from houseway.rulebook import Rules
from houseway.script import Answer, Deal, Incident, Refusal
from houseway.table import Round, Shoe, play, view
from houseway.table.between_rounds.marker import Marker
from houseway.table.documents.resumed_round import taken_back
from houseway.table.setup import SeatSetup, Setup, answer_from
from houseway.testing import example, rule
from tests.games.pan_table import JUNK, OUT, OUT_BOARD, PAN, Pan

SCHEDULE = "SCH-PAN-01"


def setup(*seats: int, button: int = 0, **more: Any) -> Setup:
    """Players with their tops up, unlimited chips and the dealer's marker at a seat."""
    taken = [SeatSetup(seat, f"S{seat}", {"top": 100}) for seat in seats]
    return Setup(game=PAN, button=button, seats=taken, **more)


# -- the deck and the deal ----------------------------------------------------------------------------------------


@example("PAN-EX20")
@rule("PAN-01", "PAN-02", "PAN-03", "PAN-17", "PAN-08")
def test_eight_packs_without_eights_nines_and_tens_are_dealt_in_five_packets_of_two() -> None:
    pan = Pan(players=6)
    deck = Counter(find(PAN).deck(pan.round.felt.options))
    assert sum(deck.values()) == 320
    assert set(deck.values()) == {8}
    assert len(deck) == 40
    assert not set(deck) & set(cards_from("8s 8h 9d 9c Ts Th"))
    assert sum(deck[card] for card in cards_from("3s 3h 3d 3c 5s 5h 5d 5c 7s 7h 7d 7c")) == 96
    packets = [(event.to, len(event.given)) for event in pan.round.events[:31]]  # type: ignore[arg-type]
    assert packets == [(str(seat), 2) for seat in (6, 5, 4, 3, 2, 1)] * 5 + [("discards", 1)]
    assert len(pan.round.cards_left()) == 259
    assert not pan.view(1).cards.get("bank")  # the house dealer plays no hand


@rule("PAN-17", "PAN-18")
def test_every_hand_is_shuffled_from_all_320_cards() -> None:
    def first_hand(seed: int) -> object:
        round_ = Round(find(PAN), setup(1, 2, button=1))
        source = Shoe(tuple(sorted(round_.cards_left())), seed, lambda ask: ask.default)
        return play(round_, source).document().cards

    assert first_hand(1) == first_hand(1)
    assert first_hand(1) != first_hand(2)


@rule("PAN-19")
@pytest.mark.parametrize("packet", [1, 2, 5, 10])
def test_the_packet_is_an_option(packet: int) -> None:
    pan = Pan(players=3, deal_packet=packet)
    dealt = [len(event.given) for event in pan.round.events if event.to in "123" and isinstance(event.given, tuple)]
    assert dealt == [packet] * (30 // packet)
    assert pan.hand(1) == list(JUNK)


@example("PAN-EX21")
@rule("PAN-07", "PAN-09")
def test_deal_declarations_and_turns_go_counter_clockwise_from_the_dealers_right() -> None:
    round_ = Round(find(PAN), setup(1, 2, 3, 4, 5, 6, button=4))
    source = Shoe(tuple(sorted(round_.cards_left())), 1, lambda ask: ask.default)
    order = []
    while isinstance(round_.request, Deal):
        order.append(round_.request.to.name)
        round_.deal(source.cards(round_.request))
    assert order[:6] == ["3", "2", "1", "6", "5", "4"]
    for seat in order[:6]:
        assert view(round_, "").waiting == [seat]
        round_.decide(seat, Answer("play"))
    for seat in order[:3]:
        assert view(round_, "").waiting == [seat]
        round_.decide(seat, Answer("stock"))
        round_.deal(source.cards(Deal(1, to=round_.felt.spot("drawn"))))
        round_.decide(seat, Answer("pass"))
    seated: dict[int, int | None] = dict.fromkeys(range(1, 7))
    for forehand_rule, winner, button in (("rotate", 2, 3), ("previous-winner", 2, 3), ("previous-winner", 6, 1)):
        marker = Marker.at(4, 6, Rules.of(PAN, {"forehand_rule": forehand_rule}), None)
        assert marker.move(seated, winner=winner).button == button


@rule("PAN-10")
def test_the_lowest_card_takes_the_first_dealer_position_and_equal_cards_draw_again() -> None:
    round_ = Round(find(PAN), setup(2, 5, 7))
    for card in ("Kc", "Ad", "As", "Qh", "2c"):  # seats 5 and 7 draw aces, then the two beats the queen
        round_.deal(cards_from(card))
    assert round_.felt.button == 7
    assert sum(round_.shoe.left.values()) == 320
    assert isinstance(round_.request, Deal)
    assert round_.request.to.name == "5"


@rule("PAN-10")
def test_the_winner_is_remembered_for_rooms_where_he_is_forehand_next() -> None:
    pan = Pan("", OUT, players=2)
    pan.turn(1, "2s")
    pan.turn(2, "6c", lays=OUT_BOARD)
    assert pan.round.carry_over()["carried"] == {"winner": pan.seats[2]}
    seated: dict[int, int | None] = dict.fromkeys((1, 3, 5, 7))
    assert Marker(8, 3, winner_leads=True).move(seated, winner=5).button == 7  # the player on the winner's left
    assert Marker(8, 3, winner_leads=True).move(seated, frozenset({5}), winner=5).button == 1  # he sits out: rotation
    assert Marker(8, 3, winner_leads=True).move(seated).button == 1  # nobody won


@example("PAN-EX19")
@rule("PAN-20")
def test_the_rest_is_the_stock_and_its_top_card_is_turned_up() -> None:
    pan = Pan(players=8, upcard="6d")
    assert len(pan.round.cards_left()) == 239
    assert pan.top_discard() == "6d"


@rule("PAN-20", "PAN-27")
def test_without_an_upcard_forehand_draws_from_the_stock() -> None:
    pan = Pan("6s 6c", players=2, upcard=False)
    assert "discards" not in pan.view(1).cards
    assert pan.choices(1) == ["stock", "leave"]
    pan.turn(1, "2c")
    assert pan.top_discard() == "2c"


# -- seats, chips and the fee -------------------------------------------------------------------------------------


@rule("PAN-06")
def test_two_to_eight_players_sit_at_the_table() -> None:
    assert Round(find(PAN), setup(*range(1, 9), button=1)).felt.positions == 8
    with pytest.raises(Refusal, match="1 is dealt in: a hand needs 2 players"):
        Round(find(PAN), setup(3, button=3))
    with pytest.raises(Refusal, match="seat 9 does not exist: the table has seats 1 to 8"):
        Round(find(PAN), setup(1, 9, button=1))
    with pytest.raises(Refusal, match="seat 5 does not exist: the table has seats 1 to 4"):
        Round(find(PAN), setup(1, 5, button=1, options={"max_seats": 4}))


@rule("PAN-13")
def test_a_player_without_a_top_of_one_chip_gets_no_cards() -> None:
    table = setup(1, 2, button=1)
    table.seats[1].wagers = {}
    with pytest.raises(Refusal, match=r"seats\[1\].wagers: seat 2 has no top: it is compulsory \(PAN-13\)"):
        Round(find(PAN), table)
    table.seats[1].wagers = {"top": 200}
    with pytest.raises(Refusal, match=r"seat 2's top of 2\.00 is over the maximum of 1\.00 \(PAN-13\)"):
        Round(find(PAN), table)


@example("PAN-EX22")
@rule("PAN-05", "PAN-11", "PAN-12", "PAN-14", "PAN-16")
def test_a_newcomer_sits_down_with_twenty_chips_and_pays_fee_and_top_in_dealer_position() -> None:
    table = setup(*range(1, 7), button=4, schedule=SCHEDULE)
    table.seats[3].enters, table.seats[3].stack = "newcomer", 1900
    round_ = Round(find(PAN), table)
    (fee,) = round_.fees
    assert (fee.payer, fee.amount) == ("4", 400)
    assert round_.felt.places[3].stack == 1500
    assert round_.felt.pots == {"tops": 600}
    table.seats[3].stack = 1800
    with pytest.raises(Refusal, match=r"seat 4 buys in for 19\.00: 20\.00 is the least \(PAN-12\)"):
        Round(find(PAN), table)
    table.options = {"min_buy_in_chips": 10}
    assert Round(find(PAN), table).felt.places[3].stack == 1400


@rule("PAN-15")
@pytest.mark.parametrize(
    ("fee_basis", "time_due", "payers"),
    [
        ("per-hand-dealer-position", False, ["2"]),
        ("per-hand-each-player", False, ["1", "2", "3"]),
        ("half-hour-each-player", True, ["1", "2", "3"]),
        ("half-hour-each-player", False, []),
    ],
)
def test_four_dollars_are_dropped_before_the_deal_by_whoever_the_table_charges(
    fee_basis: str, time_due: bool, payers: list[str]
) -> None:
    table = setup(1, 2, 3, button=2, schedule=SCHEDULE, options={"fee_basis": fee_basis}, time_due=time_due)
    round_ = Round(find(PAN), table)
    assert [(fee.payer, fee.amount) for fee in round_.fees] == [(payer, 400) for payer in payers]
    assert not round_.events
    assert round_.ledger.balances["box"] == 400 * len(payers)


@rule("PAN-13", "PAN-15", "PAN-73")
def test_what_only_poker_has_is_refused() -> None:
    for more, why in (
        ({"time_due": True}, r"no time is charged at this table: the fee is per hand \(PAN-15\)"),
        ({"blinds": {"big": 2}}, r"nobody posts a blind in this game"),
        ({"incidents": [Incident("exposed-card", card=5)]}, "an error of the deal is written among the decisions"),
    ):
        with pytest.raises(Refusal, match=why):
            Round(find(PAN), setup(1, 2, 3, button=2, schedule=SCHEDULE, **more))
    table = setup(1, 2, 3, button=2, schedule=SCHEDULE)
    table.seats[0].enters = "both"
    with pytest.raises(Refusal, match="seat 1 makes up a missed blind, and this game has none"):
        Round(find(PAN), table)


@rule("PAN-16")
def test_a_player_due_in_dealer_position_who_cannot_pay_the_fee_is_not_dealt_in() -> None:
    table = setup(1, 2, 3, button=2, schedule=SCHEDULE)
    table.seats[1].stack = 399
    with pytest.raises(
        Refusal, match=r"seat 2 has 3\.99 and is to pay the fee of 4\.00: it is not dealt in \(PAN-16\)"
    ):
        Round(find(PAN), table)
    moved = Marker(8, seat=3, fee=400).move({1: None, 2: 399, 3: None})
    assert (moved.button, moved.dealt_in, moved.fee_from) == (1, (1, 3), 1)
    with pytest.raises(Refusal, match="nobody who sits in can take the dealer position"):
        Marker(8, seat=3, fee=400).move({1: 5, 2: 399})


@rule("PAN-16", "PAN-10")
def test_nobody_draws_for_a_position_whose_fee_he_cannot_pay() -> None:
    table = setup(1, 2, 3, schedule=SCHEDULE)
    table.seats[0].stack = 100
    round_ = Round(find(PAN), table)
    assert isinstance(round_.request, Deal)
    assert round_.request.to.name == "draw 2"
    for seat in table.seats:
        seat.stack = 100
    with pytest.raises(Refusal, match=r"nobody can pay the fee of 4\.00"):
        Round(find(PAN), table)


@example("PAN-EX32")
@rule("PAN-81")
def test_a_turn_in_dealer_position_cannot_be_skipped_for_free() -> None:
    seated: dict[int, int | None] = dict.fromkeys(range(1, 6))
    marker = Marker.at(3, 5, Rules.of(PAN), Rules.of(PAN).schedule(SCHEDULE))
    assert marker.move(seated, away=frozenset({2})) == (1, (1, 3, 4, 5), 1)
    paying = Marker(5, seat=1, fee=400, owes=set(marker.owes))
    assert paying.move(seated, pays=frozenset({2})) == (5, (1, 2, 3, 4, 5), 2)
    assert [marker.move(seated).dealt_in for _ in range(3)] == [(1, 3, 4, 5)] * 3
    assert marker.move(seated) == (2, (1, 2, 3, 4, 5), 2)  # it comes round to him
    round_ = Round(find(PAN), setup(1, 2, 3, 4, 5, button=5, schedule=SCHEDULE, carried={"fee_from": 2}))
    assert [fee.payer for fee in round_.fees] == ["2"]
    with pytest.raises(Refusal, match="seat 2 is to pay the fee to be dealt in, and is not dealt in"):
        Round(find(PAN), setup(1, 3, 4, button=4, schedule=SCHEDULE, carried={"fee_from": 2}))


@rule("PAN-81")
def test_where_everybody_pays_no_turn_is_owed() -> None:
    rules = Rules.of(PAN, {"fee_basis": "per-hand-each-player"})
    marker = Marker.at(3, 5, rules, rules.schedule(SCHEDULE))
    assert marker.move(dict.fromkeys(range(1, 6)), away=frozenset({2})) == (1, (1, 3, 4, 5), 0)
    assert marker.move(dict.fromkeys(range(1, 6))).dealt_in == (1, 2, 3, 4, 5)


# -- declarations -------------------------------------------------------------------------------------------------


@example("PAN-EX01")
@rule("PAN-21", "PAN-59", "PAN-60")
def test_the_winner_takes_all_tops_and_two_chips_from_each_active_player() -> None:
    pan = Pan("", OUT, players=6, drops=(3, 5))
    assert pan.tops == 6
    pan.turn(1, "2s")
    pan.turn(2, "6c", lays=OUT_BOARD)
    assert pan.over
    assert pan.nets() == [-3, 11, -1, -3, -1, -7]
    assert sum(pan.nets()) == -4


@rule("PAN-21")
def test_a_dropped_hand_is_given_up_face_down() -> None:
    pan = Pan(players=3, drops=(2,))
    assert pan.view(1).cards[str(pan.seats[2])] == [None] * 10
    pan.turn(1, "2c")
    assert pan.waits(3)


@rule("PAN-21")
def test_a_player_may_change_his_mind_until_the_next_has_declared() -> None:
    pan = Pan(players=3, declared=False)
    pan.say(1, "drop")
    assert pan.view(1).revocable
    pan.round = taken_back(pan.round, str(pan.seats[1]))
    pan.say(1, "play")
    pan.say(2, "drop")
    with pytest.raises(Refusal, match="place 3 has no decision that can be taken back now"):
        taken_back(pan.round, str(pan.seats[1]))
    assert not pan.view(1).revocable


@example("PAN-EX17")
@rule("PAN-22")
def test_the_last_player_takes_the_tops_when_all_others_drop() -> None:
    pan = Pan(players=5, drops=(1, 2, 3, 4))
    assert pan.over
    assert pan.nets() == [-1, -1, -1, -1, 0]
    assert [paid.clauses for paid in pan.round.payments] == [("PAN-22",)] * 5
    assert not pan.round.transfers


@rule("PAN-21", "PAN-22")
def test_where_nobody_may_drop_all_who_anted_play() -> None:
    pan = Pan(players=3, drop_allowed=False)
    assert pan.waits(1)
    assert pan.choices(1) == ["stock", "leave"]


@rule("PAN-78")
def test_a_declaration_to_play_holds_and_a_player_who_leaves_goes_on_paying() -> None:
    pan = Pan("", "As 2s 3s", "", players=3, stacks={1: 3})
    with pytest.raises(Refusal, match="'drop' is not offered to seat 3: stock or leave is"):
        pan.say(1, "drop")
    pan.say(1, "leave")
    pan.turn(2, "4h", lays=["As 2s 3s"])
    assert (pan.paid(1, 2), pan.paid(3, 2)) == (2, 2)
    pan.turn(3, "4h")
    pan.turn(2, "4s", lays=["As 2s 3s 4s"], throws="2h")
    assert pan.waits(3)  # the turns of P1 are skipped
    assert pan.view(3).places[2].stack == 100


@rule("PAN-78")
def test_a_player_who_does_not_act_in_time_has_a_dead_hand() -> None:
    pan = Pan(players=3)
    pan.round.decide(str(pan.seats[1]), answer_from(pan.view(1).default or ""))
    assert pan.waits(2)
    pan.turn(2, "2c")
    pan.turn(3, "2c")
    assert pan.waits(2)


# -- chips run out ------------------------------------------------------------------------------------------------


def short_of_five(**stacks: float) -> Pan:
    """P4 has three dollars left and is about to owe eight."""
    pan = Pan(
        "",
        "5s 5s 5s 5s 4h 4d 4c Kd Kh Ks",
        players=5,
        stacks={4: 9} | {int(key[1:]): value for key, value in stacks.items()},
    )
    pan.turn(1, "2c")
    pan.turn(2, "2c", lays=["5s 5s 5s 5s"])
    for player in (3, 4, 5, 1):
        pan.turn(player, "2c")
    pan.turn(2, "Kc", lays=["5s 5s 5s 5s", "4h 4d 4c", "Kd Kh Ks Kc"])
    return pan


@example("PAN-EX18")
@rule("PAN-64", "PAN-12")
@pytest.mark.parametrize(("says", "pays", "left"), [("buy", 8, 15), ("retire", 3, 0)])
def test_a_player_without_enough_chips_buys_more_or_pays_what_he_has(says: str, pays: float, left: float) -> None:
    pan = short_of_five()
    assert pan.choices(4) == ["buy", "retire"]
    pan.say(4, says)
    assert pan.over
    assert pan.paid(4, 2) == 6 + pays
    place = pan.round.felt.places[pan.seats[4] - 1]
    assert place.stack == left * 100
    assert place.bought == (2000 if says == "buy" else 0)


@rule("PAN-64")
def test_a_retired_player_is_skipped_and_owes_nothing_more() -> None:
    pan = Pan("3s 3s 3s 5s 5s 5s", players=3, stacks={2: 2})
    pan.turn(1, "2c", lays=["3s 3s 3s"])
    pan.say(2, "retire")
    assert pan.paid(2, 1) == 2
    assert pan.waits(3)
    pan.turn(3, "2c")
    pan.turn(1, "2c", lays=["3s 3s 3s", "5s 5s 5s"])
    assert (pan.paid(2, 1), pan.paid(3, 1)) == (2, 8)


# -- the tops by agreement ----------------------------------------------------------------------------------------


@example("PAN-EX27")
@rule("PAN-65")
def test_the_tops_are_divided_only_where_the_room_allows_it_and_all_agree() -> None:
    pan = Pan("As 2s 3s", players=2)
    with pytest.raises(Refusal, match="'split' is not offered to seat 2: stock or leave is"):
        pan.say(1, "split")
    pan = Pan("As 2s 3s", players=2, tops_split=True)
    pan.turn(1, "2c", lays=["As 2s 3s"])
    pan.say(2, "split")
    pan.say(1, "play-on")
    assert pan.choices(2) == ["stock", "leave"]
    pan.turn(2, "2c")
    pan.say(1, "split")
    pan.say(2, "agree")
    assert pan.over
    assert pan.nets() == [2, -6]
    assert {paid.clauses for paid in pan.round.payments} == {("PAN-65",)}
