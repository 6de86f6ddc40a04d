"""Panguingue, clause by clause and example by example."""

import random
from collections import Counter
from typing import Any

import pytest

from houseway.cards import cards_from
from houseway.games import find
from houseway.games.kit.spreads import cards_of, spreads_of
from houseway.players.seating import sit_down
from houseway.rulebook import Rules
from houseway.script import Answer, Deal, Incident, Refusal
from houseway.table import Round, Shoe, play, result, resume, view
from houseway.table.marker import Marker
from houseway.table.setup import SeatSetup, Setup, answer_from, decision_of
from houseway.table.source import taken_back
from houseway.testing import example, rule
from tests.games.pan_table import JUNK, PAN, Pan

SCHEDULE = "SCH-PAN-01"
OUT = "4s 4h 4d 6s 6h 6d Js Jh Jd Jc"  # with a drawn 6c: eleven cards in squares that are worth nothing
OUT_BOARD = ["4s 4h 4d", "6s 6h 6d 6c", "Js Jh Jd Jc"]


def worth(cards: str, **options: Any) -> int:
    return spreads_of(Rules.of(PAN, options)).judge(cards_from(cards)).worth


def is_spread(cards: str, **options: Any) -> bool:
    return spreads_of(Rules.of(PAN, options)).legal(cards_from(cards))


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
    assert sum(round_._left.values()) == 320
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


# -- drawing ------------------------------------------------------------------------------------------------------


@example("PAN-EX09")
@rule("PAN-24", "PAN-26")
@pytest.mark.parametrize(
    ("hand", "lays", "collects"),
    [
        ("6d 6d", ["6d 6d 6d"], 1),
        ("6d 6s", None, 0),
        ("6s 6c", ["6d 6s 6c"], 0),
    ],
)
def test_the_top_discard_is_taken_only_to_be_spread_at_once(hand: str, lays: list[str] | None, collects: int) -> None:
    pan = Pan(f"{hand} As 2h 3s 4c 5s 7h Jc Qs", players=3, upcard="6d")
    if lays is None:
        assert pan.choices(1) == ["stock", "leave"]
        with pytest.raises(Refusal, match="'take' is not offered"):
            pan.say(1, "take")
        return
    pan.turn(1, takes=True, lays=lays, throws="Qs")
    assert pan.collected(1) == 2 * collects
    assert len(pan.hand(1)) == 7


@example("PAN-EX09")
@rule("PAN-37", "PAN-26")
def test_the_top_discard_may_be_added_to_a_spread_of_ones_own() -> None:
    pan = Pan("3d 4d 5d As 2h 4c 5s 7h Jc Qs", players=2, upcard="Kc")
    pan.turn(1, "Kc", lays=["3d 4d 5d"])
    pan.turn(2, "6d")
    pan.turn(1, takes=True, lays=["3d 4d 5d 6d"], throws="Qs")
    assert pan.board(1) == ["3d 4d 5d 6d"]
    assert pan.collected(1) == 0


@rule("PAN-26")
def test_a_card_taken_from_the_pile_cannot_stay_unused() -> None:
    pan = Pan("6s 6c 4s 4h 4d", players=2, upcard="6d")
    pan.say(1, "take")
    assert pan.choices(1) == ["spread"]
    with pytest.raises(Refusal, match=r"spread 4s 4h 4d is refused: it does not use 6d, the card drawn \(PAN-26\)"):
        pan.say(1, "spread", piles=["4s 4h 4d"])


@rule("PAN-27", "PAN-74")
@pytest.mark.parametrize(("discard_origin", "choices"), [("any", True), ("stock-turned-only", False)])
def test_a_discard_from_a_hand_may_be_taken_unless_the_room_is_strict(discard_origin: str, choices: bool) -> None:
    pan = Pan("4s 4h 4d 6d", "6s 6c", players=2, discard_origin=discard_origin)
    pan.turn(1, "4c", lays=["4s 4h 4d 4c"], throws="6d")
    assert ("take" in pan.choices(2)) is choices
    pan.turn(2, "2c")
    pan.turn(1, "6d")  # turned from the stock and not used
    assert "take" in pan.choices(2)


@rule("PAN-27")
def test_the_first_upcard_counts_as_turned_from_the_stock() -> None:
    assert "take" in Pan("6s 6c", players=2, upcard="6d", discard_origin="stock-turned-only").choices(1)


@example("PAN-EX10")
@rule("PAN-28", "PAN-30", "PAN-39")
def test_an_unused_stock_card_is_the_discard_and_the_hand_may_still_be_spread() -> None:
    pan = Pan("", "Js Qs Ks", players=4)
    pan.turn(1, "4h")
    pan.draw(2, "2c")
    assert pan.view(4).cards["drawn"] == ["2c"]  # shown to all
    pan.say(2, "spread", piles=["Js Qs Ks"])
    assert pan.collected(2) == 6
    assert pan.top_discard() == "2c"
    assert pan.board(2) == ["Js Qs Ks"]
    assert len(pan.hand(2)) == 7
    assert "2c" not in pan.hand(2)


@rule("PAN-39")
def test_some_rooms_let_a_player_spread_only_when_the_drawn_card_is_used() -> None:
    pan = Pan("Js Qs Ks", players=2, hand_melds="only-with-used-draw")
    pan.draw(1, "2c")
    with pytest.raises(Refusal, match=r"spread Js Qs Ks is refused: it does not use 2c, the card drawn \(PAN-39\)"):
        pan.say(1, "spread", piles=["Js Qs Ks"])
    pan.say(1, "pass")
    pan.turn(2, "3c")
    pan.turn(1, "7s", lays=["7s Js Qs Ks"], throws="As")
    assert pan.collected(1) == 2


@example("PAN-EX23")
@rule("PAN-23", "PAN-25", "PAN-40")
def test_only_the_last_discard_is_alive_and_a_spread_card_stays_on_the_board() -> None:
    pan = Pan("4h 4d 4c Qh", "Qs Qd Jh Jc As 2h 3d 5s 6h Kc", players=2, upcard="Jd")
    pan.turn(1, "3c", lays=["4h 4d 4c"])
    pan.turn(2, "2c")
    pan.draw(1, "4s")
    with pytest.raises(Refusal, match=r"4c 4d 4h is spread already and stays on the board \(PAN-40\)"):
        pan.say(1, "spread", piles=["As 2h 3d"])
    with pytest.raises(Refusal, match=r"4h is spread already and stays on the board \(PAN-40\)"):
        pan.say(1, "spread", piles=["4s 4d 4c"])
    pan.say(1, "spread", piles=["4s 4h 4d 4c"])
    with pytest.raises(Refusal, match=r"discard 4s is refused: you hold .* \(PAN-30\)"):
        pan.say(1, "discard", cards="4s")
    pan.say(1, "discard", cards="Qh")
    assert len(pan.hand(1)) + 4 == 10
    assert pan.choices(2) == ["stock", "take", "leave"]
    pan.turn(2, takes=True, lays=["Qs Qd Qh"], throws="Kc")
    assert "take" not in pan.choices(1)  # Jd, with the jacks of P2's hand or not, is dead for good


@example("PAN-EX28")
@rule("PAN-76", "PAN-82")
def test_once_the_stock_card_is_turned_the_old_discard_is_dead() -> None:
    pan = Pan("6h 6c Jd Qd 2s 4s 5s Kc Ac 3h", "As Ks 2h 3d 4c 5s 7d Jc Qs Kh", "4s 4d", players=3, upcard="6d")
    pan.turn(1, takes=True, lays=["6d 6h 6c"], throws="2s")
    assert (pan.board(1), len(pan.hand(1)), pan.collected(1)) == (["6c 6d 6h"], 7, 0)
    pan.draw(2, "4h")
    with pytest.raises(Refusal, match="'take' is not offered to seat 2: spread or pass is"):
        pan.say(2, "take")
    pan.say(2, "pass")
    assert pan.top_discard() == "4h"
    assert pan.choices(3) == ["stock", "take", "leave"]


@example("PAN-EX19")
@rule("PAN-67")
def test_the_discards_become_the_stock_twice_and_then_the_hand_ends_without_a_winner() -> None:
    pan = Pan(players=8, drops=(8,))
    source = Shoe(tuple(sorted(pan.round.cards_left())), 1, lambda ask: ask.default)
    renewed = []
    while not pan.over:
        request = pan.round.request
        if isinstance(request, Deal):
            if request.shuffled:
                renewed.append(len(request.shuffled))
                assert len(pan.round.cards_left()) == len(request.shuffled)
            pan.round.deal(source.cards(request))
        else:
            (ask,) = pan.round.asks()
            pan.round.decide(ask.place.name, Answer("stock" if ask.choices[0].name == "stock" else "pass"))
    assert renewed == [239, 239]  # all but the top discard
    assert [paid.clauses for paid in pan.round.payments] == [("PAN-67", "PAN-58")] * 8
    assert pan.nets() == [1, 0, 0, 0, 0, 0, 0, -5]  # eight tops for seven: the odd chip is forehand's


@rule("PAN-67", "PAN-58")
def test_with_void_the_hand_ends_at_the_first_exhaustion_and_konditions_stay_paid() -> None:
    pan = Pan("As 2s 3s 2h 4c 5s 7d Jc Qs Kh", players=2, stock_exhaustion="void", forced_hit="off")
    pan.turn(1, "2c", lays=["As 2s 3s"])
    source = Shoe(tuple(sorted(pan.round.cards_left())), 1, lambda ask: ask.default)
    play(pan.round, Reluctant(source))
    assert pan.over
    assert len([event for event in pan.round.events if event.to == "drawn"]) == 299
    assert pan.nets() == [2, -6]
    assert "winner" not in pan.round.felt.carried


class Reluctant:
    """Cards from a shoe, for players who always turn the stock and never spread."""

    def __init__(self, shoe: Shoe) -> None:
        self.cards, self.dice = shoe.cards, shoe.dice

    def decision(self, ask: Any) -> Answer:
        return Answer("stock") if ask.choices[0].name == "stock" else Answer("pass")


# -- hits ---------------------------------------------------------------------------------------------------------


@example("PAN-EX13")
@rule("PAN-29", "PAN-38")
def test_a_player_is_hit_with_a_discard_that_fits_his_spread() -> None:
    pan = Pan("", "5d 6d 7d As 2h 3s 4c 5s Jc Qs", players=3)
    pan.turn(1, "4h")
    pan.turn(2, "4h", lays=["5d 6d 7d"])
    pan.turn(3, "2c")
    pan.turn(1, "Jd")
    with pytest.raises(Refusal, match="'spread' is not offered to seat 1: hit or let-be is"):
        pan.say(3, "spread", piles=["5d 6d 7d Jd"])
    pan.demands(hit_by=3)
    assert pan.choices(2) == ["take", "leave"]
    pan.say(2, "take")
    pan.say(2, "spread", piles=["5d 6d 7d Jd"])
    assert pan.choices(2) == ["discard"]
    pan.say(2, "discard", cards="Qs")
    assert pan.board(2) == ["5d 6d 7d Jd"]
    assert not [event for event in pan.round.events[-5:] if event.to == "drawn"]


@example("PAN-EX29")
@rule("PAN-74", "PAN-52")
def test_no_hit_may_lower_the_worth_of_a_board_and_the_card_may_be_used_otherwise() -> None:
    def shown(discard: str) -> Pan:
        pan = Pan("", "Ks Ks Ks 3d 4d 5d 2h 2c As 7h", players=3)
        pan.turn(1, "4h")
        pan.turn(2, "4h", lays=["Ks Ks Ks", "3d 4d 5d"])
        pan.turn(3, "2c")
        pan.turn(1, discard)
        return pan

    kings = shown("Kh")
    assert kings.choices(2) == ["stock", "take", "leave"]  # nobody was asked, but he may take it of his own will
    kings.turn(2, takes=True, lays=["Ks Ks Ks Kh", "3d 4d 5d"], throws="As")
    six = shown("6d")
    six.turn(2, takes=True, hit_by=3, lays=["Ks Ks Ks", "3d 4d 5d 6d"], throws="As")
    two = shown("2d")
    two.turn(2, takes=True, hit_by=3, lays=["Ks Ks Ks", "3d 4d 5d", "2d 2h 2c"], throws="As")
    assert two.board(2) == ["Ks Ks Ks", "3d 4d 5d", "2c 2d 2h"]


@rule("PAN-29", "PAN-74")
@pytest.mark.parametrize(
    ("forced_hit", "choices"), [("automatic", ["take", "leave"]), ("off", ["stock", "take", "leave"])]
)
def test_a_hit_is_automatic_or_never_made_where_the_room_says_so(forced_hit: str, choices: list[str]) -> None:
    pan = Pan("5d 6d 7d As 2h 3s 4c 5s Jc Qs", players=2, forced_hit=forced_hit)
    pan.turn(1, "4h", lays=["5d 6d 7d"])
    pan.turn(2, "Jd")
    assert pan.choices(1) == choices


@rule("PAN-74")
def test_a_card_that_may_not_be_taken_is_no_hit() -> None:
    pan = Pan("5d 6d 7d As 2h 3s 4c 5s Jc Qs", "4s 4h 4d Jd", players=2, discard_origin="stock-turned-only")
    pan.turn(1, "4h", lays=["5d 6d 7d"])
    pan.turn(2, "4c", lays=["4s 4h 4d 4c"], throws="Jd")
    assert pan.choices(1) == ["stock", "leave"]


# -- the flat neighbour -------------------------------------------------------------------------------------------


def flat_table(held: str, **options: Any) -> Pan:
    """P1 is flat, and P4 before him holds two cards after using the card he drew."""
    pan = Pan("7s 7h 7d Ah 2h 3h 4c 5c 6c 7c", "", "", f"2s 2h 2d Qs Qh Qd Qc Qs {held}", players=4, **options)
    pan.turn(1, "Qs", lays=["7s 7h 7d", "Ah 2h 3h", "4c 5c 6c 7c"])
    pan.turn(2, "Kc")
    pan.turn(3, "Kc")
    pan.draw(4, "2c")
    pan.say(4, "spread", piles=["2s 2h 2d 2c", "Qs Qh Qd Qc Qs"])
    return pan


@example("PAN-EX14")
@rule("PAN-31", "PAN-57")
def test_a_flat_neighbour_is_not_given_the_card_that_puts_him_out() -> None:
    pan = flat_table("7d Jd")
    spreads, board = spreads_of(pan.round.rules), cards_of(cards_from(pile) for pile in pan.board(1))
    tried = ("7s", "7h", "7d", "7c", "Jc", "3c", "4h", "Jd", "Kh", "Ad", "5c")
    puts_out = [card for card in tried if spreads.cover((*board, *cards_from(card))) is not None]
    assert puts_out == ["7s", "7h", "7d", "7c", "Jc", "3c", "4h"]
    with pytest.raises(Refusal, match=r"discard 7d is refused: it would put seat 4 out, who is flat \(PAN-31\)"):
        pan.say(4, "discard", cards="7d")
    pan.say(4, "discard", cards="Jd")
    either = flat_table("7d 7h")
    either.say(4, "discard", cards="7h")
    either.demands()
    assert "take" in either.choices(1)
    free = flat_table("7d Jd", protect_flat=False)
    free.say(4, "discard", cards="7d")
    free.demands()
    assert "take" in free.choices(1)


@example("PAN-EX33")
@rule("PAN-75", "PAN-77", "PAN-31")
def test_a_forbidden_discard_is_refused_and_covered_discards_stay_closed() -> None:
    pan = Pan("7s 7d 7c Ah 2h 3h 4c 5c 6c 7c", "", "2s 2h 2d Qs Qh Qd Qc Qs 7h Kd", players=3)
    pan.turn(1, "Qs", lays=["7s 7d 7c", "Ah 2h 3h", "4c 5c 6c 7c"])
    pan.turn(2, "Kc")
    pan.turn(3, "2c", lays=["2s 2h 2d 2c", "Qs Qh Qd Qc Qs"])
    with pytest.raises(Refusal, match="discard 7h is refused: it would put seat 3 out, who is flat"):
        pan.say(3, "discard", cards="7h")
    pan.say(3, "discard", cards="Kd")
    assert pan.view(2).cards["discards"] == [None, None, None, "Kd"]


@rule("PAN-57", "PAN-56")
def test_a_flat_player_is_out_with_a_card_that_fits_and_discards_any_other() -> None:
    pan = Pan("7s 7h 7d Ah 2h 3h 4c 5c 6c 7c", players=2)
    pan.turn(1, "Qs", lays=["7s 7h 7d", "Ah 2h 3h", "4c 5c 6c 7c"])
    pan.turn(2, "Kc")
    pan.turn(1, "Kd")  # nobody is asked: it fits nowhere
    assert pan.top_discard() == "Kd"
    pan.turn(2, "Kc")
    pan.draw(1, "4h")
    assert pan.choices(1) == ["spread"]
    pan.say(1, "spread", piles=["7s 7h 7d", "Ah 2h 3h 4h", "4c 5c 6c 7c"])
    assert pan.over


@rule("PAN-57", "PAN-41")
def test_a_flat_player_may_go_out_by_rearranging() -> None:
    pan = Pan("7s 7h 7d Ah 2h 3h 4c 5c 6c 7c", players=2)
    pan.turn(1, "Qs", lays=["7s 7h 7d 7c", "Ah 2h 3h", "4c 5c 6c"])
    pan.turn(2, "Kc")
    pan.draw(1, "Jc")
    pan.say(1, "spread", piles=["7s 7h 7d", "Ah 2h 3h", "4c 5c 6c 7c Jc"])
    assert pan.over


# -- spreads ------------------------------------------------------------------------------------------------------


@example("PAN-EX05")
@rule("PAN-32", "PAN-33")
@pytest.mark.parametrize(
    ("cards", "value"),
    [
        ("6d 7d Jd", 0), ("7s Js Qs Ks", 2), ("As 2s 3s", 2), ("5h 6h 7h", 0), ("6d 7d Jd Qd", 0),
        ("As 2s 3s 4s 5s", 2), ("As 2s 3s 4s 5s 6s 7s Js Qs Ks", 4),
    ],
)  # fmt: skip
def test_these_are_ropes(cards: str, value: int) -> None:
    assert worth(cards) == value
    ranked = find(PAN).rank(cards_from(cards), None)["spread"]
    assert (ranked.category, ranked.value) == ("rope", value)


@example("PAN-EX05")
@rule("PAN-02", "PAN-32", "PAN-33")
@pytest.mark.parametrize(
    ("cards", "why"),
    [
        ("Qh Kh Ah", r"king and ace are not neighbours \(PAN-02\)"),
        ("Kc Ac 2c", r"king and ace are not neighbours \(PAN-02\)"),
        ("4c 5c 6d", r"neither of one rank nor of one suit \(PAN-33\)"),
        ("5h 6h 6h 7h", r"a rope repeats no rank \(PAN-33\)"),
        ("4d 5d 5d 6d", r"a rope repeats no rank \(PAN-33\)"),
        ("7h Jh Kh", r"a rope has no gap \(PAN-33\)"),
        ("2d 3d", r"it has 2 cards, and a spread has 3 to 11 \(PAN-32\)"),
        ("8d 9d Td", r"8d is not in the pack \(PAN-01\)"),
        ("Kc Kc Kc Kc Kc Kc Kc Kc Kc", r"there are only 8 of Kc \(PAN-01\)"),
    ],
)
def test_these_are_no_spreads_and_the_reason_is_said(cards: str, why: str) -> None:
    with pytest.raises(Refusal, match=f"{cards} is no spread: .*{why}"):
        worth(cards)
    assert find(PAN).rank(cards_from(cards), None)["spread"].category == "no spread"


@example("PAN-EX07")
@rule("PAN-34", "PAN-36")
def test_a_square_shows_one_suit_or_at_least_three() -> None:
    assert worth("3s 3h 3d") == 1
    assert worth("3s 3h 3d 3s") == 2
    assert worth("4s 4h 4d 4d") == 0
    with pytest.raises(Refusal, match="a square of fours shows one suit or at least three, and this one shows two"):
        worth("4s 4s 4h")
    assert not is_spread("6s 6h 6h 6h")
    assert is_spread("4c 4c 4c")
    assert is_spread("4s 4h 4d")


@rule("PAN-36")
def test_a_mixed_square_may_be_kept_to_four_different_suits() -> None:
    strict = {"mixed_square_extension": "distinct-suits-only"}
    assert is_spread("3s 3h 3d 3c", **strict)
    assert is_spread("3s 3s 3s 3s", **strict)
    assert is_spread("Kh Kh Ks Kd", **strict)
    with pytest.raises(Refusal, match=r"a mixed square of threes repeats no suit at this table \(PAN-36\)"):
        worth("3s 3h 3d 3s", **strict)


@rule("PAN-35", "PAN-51")
def test_aces_and_kings_may_be_mixed_in_any_way_but_pay_only_in_one_suit() -> None:
    assert worth("Kh Kh Ks") == worth("Ac Ac Ad") == 0
    assert (worth("Ks Ks Ks"), worth("Ad Ad Ad Ad")) == (2, 2)


@rule("PAN-32", "PAN-61")
def test_a_hand_that_is_no_spread_is_ranked_by_the_best_that_can_be_spread_of_it() -> None:
    hands = find(PAN).rank(cards_from("3s 3h 3d As 2s 3s Js Qs Ks 4d"), None)
    assert (hands["spread best"].value, hands["spread best"].category) == (5, "9 cards")
    with pytest.raises(ValueError, match="12 cards are too many to spread"):
        find(PAN).rank(cards_from("As 2s 3s 4s 5s 6s 7s Js Qs Ks As 2s"), None)


@rule("PAN-32", "PAN-04")
def test_a_spread_of_two_cards_is_refused_at_the_table() -> None:
    pan = Pan("4s 4h 4d", players=2)
    pan.draw(1, "2c")
    with pytest.raises(Refusal, match=r"spread takes 3 to 11 cards, but 2 were given \(PAN-32\)"):
        pan.say(1, "spread", piles=["4s 4h"])
    with pytest.raises(Refusal, match=r"spread 4s 4h 4d 4d is refused: you hold"):
        pan.say(1, "spread", piles=["4s 4h 4d 4d"])
    with pytest.raises(Refusal, match="spread takes piles of cards and nothing else: spread 4s 4h 4d is refused"):
        pan.say(1, "spread", cards="4s 4h 4d")


@example("PAN-EX11")
@rule("PAN-41", "PAN-80")
def test_a_card_is_borrowed_from_the_end_of_a_rope() -> None:
    pan = Pan("2c 3c 4c 5c 6s 6h 6d 5h Jc Qd", players=4)
    pan.turn(1, "Kc", lays=["2c 3c 4c 5c", "6s 6h 6d"])
    for player in (2, 3, 4):
        pan.turn(player, "Kc")
    pan.draw(1, "5d")
    with pytest.raises(Refusal, match="spread takes 3 to 11 cards, but 2 were given"):
        pan.say(1, "spread", piles=["3c 4c", "2c 5c 5d", "6s 6h 6d"])
    with pytest.raises(Refusal, match=r"2c 4c 5c is no spread: a rope has no gap \(PAN-33\)"):
        pan.say(1, "spread", piles=["2c 4c 5c", "3c 5d 5h", "6s 6h 6d"])
    pan.say(1, "spread", piles=["2c 3c 4c", "6s 6h 6d", "5c 5d 5h"])
    assert pan.collected(1) == 3
    assert pan.hand(1) == ["Jc", "Qd"]
    pan.say(1, "discard", cards="Qd")
    assert len(cards_of(cards_from(pile) for pile in pan.board(1))) == 9


@example("PAN-EX30")
@rule("PAN-80", "PAN-53")
def test_a_long_square_is_divided_into_two_that_are_worth_more() -> None:
    pan = Pan("5s 5s 5s 5h 5d 5c", players=4)
    pan.turn(1, "Kc", lays=["5s 5s 5s 5h 5d 5c"])
    assert pan.collected(1) == 12
    for player in (2, 3, 4):
        pan.turn(player, "Kc")
    pan.draw(1, "Kc")
    with pytest.raises(Refusal, match="5s 5s 5h is no spread: a square of fives shows one suit or at least three"):
        pan.say(1, "spread", piles=["5s 5s 5h", "5s 5d 5c"])
    pan.say(1, "spread", piles=["5s 5s 5s", "5h 5d 5c"])
    assert pan.collected(1) == 15


@rule("PAN-80")
def test_spreads_are_judged_by_the_cards_that_remain_and_two_may_be_joined() -> None:
    pan = Pan("7h 7d 7c 7h 5h 6h Jd Qd Kd As", players=2)
    pan.turn(1, "2c", lays=["7h 7d 7c 7h"])
    pan.turn(2, "Kc")
    pan.draw(1, "2c")
    with pytest.raises(Refusal, match="7h 7c 7h is no spread"):
        pan.say(1, "spread", piles=["7h 7c 7h", "7d Jd Qd Kd"])
    pan.say(1, "spread", piles=["7d 7c 7h", "5h 6h 7h"])
    pan.turn(2, "Kc")
    pan.turn(1, "2c", lays=["7d 7c 7h", "5h 6h 7h", "Jd Qd Kd"])
    joined = Pan("4s 4h 4d 4c 4s 4h", players=2)
    joined.turn(1, "2c", lays=["4s 4h 4d"])
    joined.turn(2, "Kc")
    joined.turn(1, "2c", lays=["4s 4h 4d", "4c 4s 4h"])
    joined.turn(2, "Kc")
    joined.turn(1, "2c", lays=["4s 4h 4d 4c 4s 4h"])
    assert joined.board(1) == ["4c 4d 4h 4h 4s 4s"]


# -- konditions ---------------------------------------------------------------------------------------------------


@example("PAN-EX02")
@rule("PAN-42", "PAN-43", "PAN-44", "PAN-45", "PAN-46", "PAN-47", "PAN-48")
@pytest.mark.parametrize(
    ("cards", "chips", "kondition"),
    [
        ("3s 3h 3d", 1, "1"), ("5h 5h 5h", 2, "2"), ("7s 7s 7s", 4, "2"), ("Qs Qs Qs", 2, "3"), ("4d 4d 4d", 1, "3"),
        ("As 2s 3s", 2, "4"), ("Ah 2h 3h", 1, "4"), ("Js Qs Ks", 2, "5"), ("Jc Qc Kc", 1, "5"), ("6s 6h 6d", 0, ""),
        ("6h 7h Jh", 0, ""), ("Kh Kh Ks", 0, ""),
    ],
)  # fmt: skip
def test_every_other_active_player_pays_a_kondition_at_once(cards: str, chips: int, kondition: str) -> None:
    pan = Pan(cards, players=5)
    pan.turn(1, "2c", lays=[cards])
    assert [pan.paid(player, 1) for player in (2, 3, 4, 5)] == [chips] * 4
    assert pan.collected(1) == 4 * chips
    says = find(PAN).rank(cards_from(cards), pan.round.rules)["spread"].says
    assert (f"kondition {kondition}, worth {chips} chip" if kondition else "no kondition, worth nothing") in says


@example("PAN-EX03")
@rule("PAN-49")
def test_each_card_added_to_a_kondition_pays_again() -> None:
    pan = Pan("5s 5s 5s As 2h 3d 4c 6h 7d Jc", players=4)
    pan.turn(1, "2c", lays=["5s 5s 5s"])
    assert pan.collected(1) == 12
    for board, throws in (("5s 5s 5s 5s", "As"), ("5s 5s 5s 5s 5s", "2h")):
        pan.idle(2, 3, 4)
        before = pan.collected(1)
        pan.turn(1, "5s", lays=[board], throws=throws)
        assert pan.collected(1) - before == 6
    assert (worth("7h 7d 7c"), worth("7h 7d 7c 7h")) == (1, 2)


@example("PAN-EX06")
@rule("PAN-50", "PAN-37")
def test_a_rope_pays_once_for_each_end() -> None:
    pan = Pan("As 2s 3s 4s 5s 6s 7s Js Qs Kh", players=3)
    pan.turn(1, "2c", lays=["As 2s 3s"])
    assert pan.collected(1) == 4
    for board in ("As 2s 3s 4s", "As 2s 3s 4s 5s 6s 7s Js Qs"):
        pan.idle(2, 3)
        pan.turn(1, "4h", lays=[board])
        assert pan.collected(1) == 4
    pan.idle(2, 3)
    pan.turn(1, "Ks", lays=["As 2s 3s 4s 5s 6s 7s Js Qs Ks"], throws="Kh")
    assert pan.collected(1) == 8


@rule("PAN-50")
def test_some_rooms_pay_every_card_of_a_rope_with_an_end() -> None:
    per_card = {"rope_extension_pay": "value-per-card"}
    assert worth("As 2s 3s 4s 5s", **per_card) == 6
    assert worth("Jh Qh Kh 7h", **per_card) == 2
    assert worth("As 2s 3s 4s 5s 6s 7s Js Qs Ks", **per_card) == 16
    assert worth("3s 4s 5s 6s", **per_card) == 0


@example("PAN-EX08")
@rule("PAN-52", "PAN-63")
def test_an_off_suit_king_spoils_the_spread_and_nothing_is_refunded() -> None:
    pan = Pan("", "Ks Ks Ks Kh 4s 4h 4d 6s 6h 6d", players=3)
    pan.turn(1, "2c")
    pan.turn(2, "2c", lays=["Ks Ks Ks"])
    assert pan.collected(2) == 4
    pan.turn(3, "2c")
    pan.turn(1, "2c")
    pan.turn(2, "2c", lays=["Ks Ks Ks Kh"])
    assert pan.collected(2) == 4
    pan.turn(3, "2c")
    pan.turn(1, "2c")
    pan.turn(2, "4c", lays=["Ks Ks Ks Kh", "4s 4h 4d 4c", "6s 6h 6d"])
    assert pan.over
    assert [pan.paid(player, 2) for player in (1, 3)] == [4, 4]  # two for the kondition and two for going out


@example("PAN-EX12")
@rule("PAN-53", "PAN-52")
def test_only_a_new_high_of_the_board_is_paid() -> None:
    pan = Pan("3s 3h 3d 3c 4c 5c 6c 3h 3d Kh", players=3)
    pan.turn(1, "2c", lays=["3s 3h 3d 3c", "4c 5c 6c"])
    assert pan.collected(1) == 4
    boards = (["3s 3h 3d", "3c 4c 5c 6c"], ["3s 3h 3d 3h", "3c 4c 5c 6c"], ["3s 3h 3d 3h 3d", "3c 4c 5c 6c"])
    for board, collected in zip(boards, (4, 4, 6), strict=True):
        pan.idle(2, 3)
        pan.turn(1, "Kd", lays=board)
        assert pan.collected(1) == collected


@example("PAN-EX25")
@rule("PAN-55")
def test_the_first_turn_pays_like_any_other() -> None:
    pan = Pan("As 3s 2h 4c 5s 6h 7d Jc Qs Kh", players=4)
    pan.turn(1, "2s", lays=["As 2s 3s"], throws="Kh")
    assert pan.collected(1) == 6


@rule("PAN-54")
def test_a_player_who_dropped_pays_nothing() -> None:
    pan = Pan("As 2s 3s", players=4, drops=(3,))
    pan.turn(1, "2c", lays=["As 2s 3s"])
    assert [pan.paid(player, 1) for player in (2, 3, 4)] == [2, 0, 2]


# -- going out ----------------------------------------------------------------------------------------------------


@example("PAN-EX04")
@rule("PAN-56", "PAN-61", "PAN-62", "PAN-66")
def test_konditions_of_the_winning_turn_are_paid_as_laid_and_once_more() -> None:
    pan = Pan("", "", "5s 5s 5s 5s 4h 4d 4c Kd Kh Ks", players=5)
    pan.turn(1, "2c")
    pan.turn(2, "2c")
    pan.turn(3, "Kc", lays=["5s 5s 5s 5s", "4h 4d 4c", "Kd Kh Ks Kc"])
    assert pan.over
    assert [pan.paid(player, 3) for player in (1, 2, 4, 5)] == [14] * 4
    assert [(paid.cents, paid.clauses[0]) for paid in pan.round.transfers] == [(600, "PAN-42")] * 4 + [
        (800, "PAN-60")
    ] * 4
    assert pan.nets() == [-15, -15, 60, -15, -19]
    assert sum(pan.nets()) == -4


@example("PAN-EX15")
@rule("PAN-56")
def test_going_out_with_a_discard() -> None:
    pan = Pan("5d 4s 4h 4d", "Ad Ad As 2h 3h 4h 5h 6h 5s 5c", players=3)
    pan.turn(1, "2c", lays=["4s 4h 4d"])
    pan.turn(2, "2c", lays=["Ad Ad As", "2h 3h 4h 5h 6h"])
    pan.turn(3, "2c")
    pan.turn(1, "4c", lays=["4s 4h 4d 4c"], throws="5d")
    pan.turn(2, takes=True, lays=["Ad Ad As", "2h 3h 4h 5h 6h", "5s 5c 5d"])
    assert pan.over
    assert pan.nets() == [-5, 10, -9]


@example("PAN-EX24")
@rule("PAN-58", "PAN-04", "PAN-63")
def test_the_first_with_eleven_cards_wins_alone_and_others_keep_what_they_collected() -> None:
    pan = Pan("3s 3h 3d Qs Qs Qs 6s 6h 6d Kh", OUT, players=3)
    pan.turn(1, "2c", lays=["3s 3h 3d", "Qs Qs Qs", "6s 6h 6d"])
    assert pan.collected(1) == 6
    pan.turn(2, "6c", lays=OUT_BOARD)
    assert pan.over
    assert (pan.collected(1), pan.paid(1, 2), pan.paid(3, 2)) == (6, 2, 2)
    assert pan.nets() == [3, 3 - 1 + 4 - 3, -1 - 3 - 2 - 4]


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


# -- irregularities -----------------------------------------------------------------------------------------------


@example("PAN-EX26")
@rule("PAN-68")
def test_a_fault_seen_before_the_first_declaration_is_a_misdeal_and_tops_and_fee_stay() -> None:
    pan = Pan(players=3, declared=False)
    pan.rules(1, "misdeal")
    assert isinstance(pan.round.request, Deal)
    assert sum(pan.round._left.values()) == 320
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
    pan.say(2, "false-out")
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
    with pytest.raises(Refusal, match="floor-void is called after the round is over"):
        pan.round.call("floor-void")


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
    assert result(again)["transfers"] == [
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
