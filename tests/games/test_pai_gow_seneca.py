"""Pai Gow Poker of the Seneca Niagara, clause by clause and example by example."""

from dataclasses import replace
from typing import Any

import pytest
from msgspec import UNSET

from houseway.cards import PACK_WITH_JOKER, cards_from, text_of_cards
from houseway.games import find
from houseway.players.seating import sit_down
from houseway.rulebook import Rules
from houseway.script import Answer, Refusal
from houseway.table import Document, Round, play, resume, view
from houseway.table.setup import BankSetup
from houseway.testing import example, rule
from tests.games.pai_gow import PackInOrder, dice_of, front_of, fronts, house_way, others, seat, whole
from tests.kit import Backer, Played, Seat, decided, document

PGS = "pai-gow-seneca"
GAME = find(PGS)
HOUSE = "Ah Kd Th Td 8s 5c 3d"  # A-K in front, two tens behind
WINS = "4s 4h / Js Jc 8d 6h 3c"
PUSHES = "As Kc / Jh Jd 6s 4c 2d"
LOSES = "As Kc / Ts Tc 8h 5d 3s"


def table(*seats: Seat, house: str = HOUSE, total: int = 7, **more: Any) -> Document:
    """The document of a round: a total of 7 gives the first hand to seat 1, and empty seats get what is left."""
    hands = {str(each.number): each.cards for each in seats if each.cards} | {"bank": house}
    left = others(cards_from(" ".join(hands.values())))
    for each in seats:
        if not each.cards:
            hands[str(each.number)], left = text_of_cards(left[:7]), left[7:]
    if len(seats) < 6:
        hands["muck"] = text_of_cards(left[: 7 * (6 - len(seats))])
    faces = [total] if more.get("options", {}).get("start_method") == "rng" else list(dice_of(total))
    return document(PGS, *(replace(each, cards="") for each in seats), posted=None, cards=hands, dice=[faces], **more)


def hand(*seats: Seat, **more: Any) -> Played:
    round_ = resume(GAME, table(*seats, **more))
    assert round_.over, f"the round waits for {round_.request}"
    assert round_.ledger.sum() == 0
    return Played(round_)


def full_table(**options: Any) -> Any:
    seats = [Seat(n, "", {"main": 10}) for n in range(1, 7)]
    return document(PGS, *seats, posted=None, options=options).setup()


# -- the pack, the dice and the deal ------------------------------------------------------------------------------


@rule("PGS-01", "PGS-08", "PGS-12")
def test_each_round_deals_seven_packets_of_a_whole_pack_of_53() -> None:
    round_ = Round(GAME, full_table())
    assert sorted(round_.cards_left()) == list(PACK_WITH_JOKER)
    play(round_, PackInOrder(7))
    assert len(round_.cards_left()) == 4
    assert [whole(round_, name) for name in ("1", "2")] == [list(range(1, 8)), list(range(8, 15))]


@example("PGS-E01")
@rule("PGS-03", "PGS-09", "PGS-10")
@pytest.mark.parametrize(
    ("total", "first"),
    [(8, "bank"), (9, "6"), (12, "3"), (14, "1"), (18, "4"), (3, "5"), (6, "2"), (15, "bank"), (16, "6")],
)
def test_the_dice_are_counted_counter_clockwise_from_the_dealer(total: int, first: str) -> None:
    round_ = play(Round(GAME, full_table()), PackInOrder(total))
    assert round_.events[0].to == "dice"
    assert whole(round_, first) == [1, 2, 3, 4, 5, 6, 7]


@rule("PGS-09")
def test_a_generator_of_one_to_seven_may_take_the_place_of_the_dice() -> None:
    setup = full_table(start_method="rng")
    firsts = [play(Round(GAME, setup), PackInOrder(number)).events[1].to for number in range(1, 8)]
    assert firsts == ["bank", "6", "5", "4", "3", "2", "1"]
    waiting = Round(GAME, setup)
    with pytest.raises(Refusal, match=r"1 dice are rolled, each 1 to 7, but \[8\] came"):
        waiting.roll((8,))


@example("PGS-E02")
@rule("PGS-11", "PGS-12")
@pytest.mark.parametrize(
    ("deal_direction", "order"), [("clockwise", "3 4 5 6 bank 1 2"), ("counter-clockwise", "3 2 1 bank 6 5 4")]
)
def test_the_hands_go_round_from_the_position_found(deal_direction: str, order: str) -> None:
    round_ = play(Round(GAME, full_table(deal_direction=deal_direction)), PackInOrder(12))
    assert [event.to for event in round_.events[1:8]] == order.split()


@rule("PGS-12")
def test_hands_of_positions_without_a_wager_are_discarded_unseen() -> None:
    round_ = hand(seat(2, WINS)).round
    assert view(round_, "2").cards["muck"] == [None] * 35


@rule("PGS-12")
def test_a_document_need_not_name_the_hands_that_nobody_saw() -> None:
    written = table(seat(2, WINS), seat(5, PUSHES))
    del written.cards["muck"]
    again = resume(GAME, written)
    assert [payment.net for payment in again.payments] == [
        payment.net for payment in hand(seat(2, WINS), seat(5, PUSHES)).round.payments
    ]
    assert len(set(again.felt.spots["muck"].cards)) == 28
    written.cards["board"] = text_of_cards(others(sum([cards_from(text) for text in written.cards.values()], ()))[:20])
    with pytest.raises(Refusal, match="the round waits for 7 cards for muck"):  # too few are left to make them up
        resume(GAME, written)


@rule("PGS-03")
def test_there_are_six_player_positions() -> None:
    full = [seat(n, "", 25, backers={2: 10}) for n in range(1, 7)]
    round_ = resume(GAME, table(*full))
    for name in "123456":
        round_.decide(name, Answer("house-way"))
    assert round_.over
    assert len(round_.payments) == 12
    assert round_.ledger.sum() == round_.ledger.on_the_felt() == 0
    with pytest.raises(Refusal, match="seat 7 does not exist: the table has seats 1 to 6"):
        Round(GAME, document(PGS, Seat(7, "", {"main": 10}), posted=None).setup())


# -- the house, the wagers and their limits -----------------------------------------------------------------------


@rule("PGS-04")
def test_the_house_banks_every_round_and_covers_every_wager() -> None:
    result = hand(seat(1, WINS, 500))
    assert (result.round.felt.bank.player, result.net(1)) == ("house", 475)
    banked = table(seat(1, ""))
    banked.bank = BankSetup(2, "Ana", 100_000)
    with pytest.raises(Refusal, match=r"only the house banks at this table: 1,000\.00 posted by a player is refused"):
        Round(GAME, banked.setup())


@rule("PGS-05")
def test_nothing_is_added_changed_or_withdrawn_after_no_more_bets() -> None:
    with pytest.raises(Refusal, match=r"seat 1 has no main: it is compulsory \(PGS-05\)"):
        Round(GAME, table(Seat(1, "", {})).setup())
    waiting = resume(GAME, table(Seat(1, "4s 4h Js Jc 8d 6h 3c", {"main": 10})))
    for choice in ("main", "withdraw"):
        with pytest.raises(Refusal, match=f"'{choice}' is not offered to seat 1: set or house-way is"):
            waiting.decide("1", Answer(choice, 1000))


@rule("PGS-06")
def test_the_limits_of_a_hand_are_posted() -> None:
    with pytest.raises(Refusal, match=r"seat 1's main of 9\.00 is under the minimum of 10\.00 \(PGS-06\)"):
        hand(seat(1, WINS, 9))
    with pytest.raises(Refusal, match=r"seat 1's main of 501\.00 is over the maximum of 500\.00 \(PGS-06\)"):
        hand(seat(1, WINS, 501))
    assert hand(seat(1, WINS, 1000), options={"table_limits": "25..1000"}).net(1) == 950
    with pytest.raises(Refusal, match=r"seat 1's main of 24\.00 is under the minimum of 25\.00"):
        hand(seat(1, WINS, 24), options={"table_limits": "25..1000"})


@rule("PGS-06", "PGS-07")
def test_the_limits_of_a_document_narrow_those_of_the_option() -> None:
    assert hand(seat(1, WINS, 100), limits=(50, 200)).net(1) == 95
    with pytest.raises(Refusal, match=r"seat 1's main of 40\.00 is under the minimum of 50\.00 \(PGS-06\)"):
        hand(seat(1, WINS, 40), limits=(50, 200))
    with pytest.raises(Refusal, match=r"seat 1's main of 210\.00 in all is over the maximum of 200\.00 \(PGS-07\)"):
        hand(seat(1, WINS, 150, backers={2: 60}), limits=(50, 200))
    with pytest.raises(Refusal, match=r"seat 1's main of 501\.00 is over the maximum of 500\.00 \(PGS-06\)"):
        hand(seat(1, WINS, 501), limits=(5, 1000))


@rule("PGS-06")
def test_bots_bet_within_the_option_and_their_documents_post_no_other_limits() -> None:
    setup = sit_down(GAME, 3, {"table_limits": "1000..5000"}, players=6, backline=True)
    assert setup.limits is UNSET
    assert all(100_000 <= each.wagers["main"] <= 500_000 for each in setup.seats)


@example("PGS-E09")
@rule("PGS-07")
def test_partners_on_one_hand_keep_to_the_maximum_together() -> None:
    result = hand(seat(1, WINS, 300, backers={2: 200}))
    assert (result.net(1), result.net("1.2")) == (285, 190)
    with pytest.raises(
        Refusal, match=r"seat 1's main of 550\.00 in all is over the maximum of 500\.00 \(PGS-07\)"
    ) as no:
        hand(seat(1, WINS, 300, backers={2: 250}))
    assert no.value.where == "seats[0].backline[0].wagers.main"


@rule("PGS-07")
def test_where_the_limits_leave_no_room_for_a_partner_there_is_none() -> None:
    with pytest.raises(Refusal, match=r"backline betting is off at this table \(PGS-07\)"):
        hand(seat(1, WINS, 10, backers={2: 10}), options={"table_limits": "10..15"})


# -- setting ------------------------------------------------------------------------------------------------------


@rule("PGS-13", "PGS-19", "PGS-62")
def test_the_only_decision_is_how_to_set_and_the_house_way_is_there_for_whoever_asks() -> None:
    round_ = resume(GAME, table(Seat(1, "4s 4h Js Jc 8d 6h 3c", {"main": 40})))
    seen = view(round_, "1")
    assert [(choice.name, choice.clause) for choice in seen.choices] == [("set", "PGS-13"), ("house-way", "PGS-62")]
    assert seen.default == "house-way"
    round_.decide("1", Answer("house-way"))
    assert set(round_.felt.spots["1 low"].cards) == set(cards_from("4s 4h"))
    assert Played(round_).net(1) == 38


@rule("PGS-15", "PGS-17")
def test_a_hand_that_is_set_is_not_touched_again_and_nobody_else_sees_it() -> None:
    round_ = resume(GAME, table(Seat(1, "4s 4h Js Jc 8d 6h 3c", {"main": 40}), Seat(2, "", {"main": 40})))
    round_.decide("1", Answer("set", cards=cards_from("4s 4h")))
    with pytest.raises(Refusal, match="nobody asked place 1 for a decision"):
        round_.decide("1", Answer("set", cards=cards_from("8d 6h")))
    assert view(round_, "2").cards["1"] == [None] * 7
    assert decided(round_, "2") == [("1", None)]


@rule("PGS-18", "PGS-40")
def test_the_house_cards_are_turned_over_when_all_are_ready_and_set_by_the_house_way() -> None:
    round_ = resume(GAME, table(Seat(1, "", {"main": 40}), Seat(5, "", {"main": 40})))
    round_.decide("5", Answer("house-way"))
    assert view(round_, "1").cards["bank"] == [None] * 7
    round_.decide("1", Answer("house-way"))
    assert view(round_, "").cards["bank low"] == ["Ah", "Kd"]
    assert round_.felt.turned == ["bank", "5", "1"]
    assert [payment.place.name for payment in round_.payments] == ["5", "1"]


@example("PGS-E06")
@rule("PGS-14", "PGS-20")
def test_the_five_card_hand_must_be_at_least_equal_and_a_foul_hand_loses() -> None:
    for setting, foul in (
        ("As Ad / Ac Jk 9c 5s 2h", False),
        ("As Kd / Ac Qc 9d 5s 2h", True),
        ("Kd Ks / Ac Qc 9d 5s 2h", True),
        ("As Kd / 2h 2c 9d 5s 4h", False),
    ):
        result = hand(seat(1, setting, 40), house="Th Td 8s 5c 3d 7c 7h")
        assert (result.payment(1, "main").clauses == ("PGS-20",)) is foul
        assert result.net(1) == -40 or not foul
    three = Seat(1, "As Kd Qh 9c 7s 4d 2h", {"main": 40}, ({"miscount": "As Kd Qh"},), (Backer(2, {"main": 20}),))
    counted = Played(resume(GAME, table(three, house="Th Td 8s 5c 3d 7c 7h")))
    assert (counted.net(1), counted.net("1.2"), counted.payment(1, "main").clauses) == (-40, -20, ("PGS-20",))


# -- ranks --------------------------------------------------------------------------------------------------------


def value(cards: str) -> int:
    ((_, ranked),) = GAME.rank(cards_from(cards), Rules.of(PGS)).items()
    return int(ranked.value)


@rule("PGS-30", "PGS-33")
def test_five_card_hands_rank_in_the_printed_order() -> None:
    worst_first = (
        "7s 5d 4h 3c 2s", "As Kd Qh Jc 9s", "2s 2d 5h 4c 3s", "2s 2d Ah 4c 3s", "3s 3d 2h 2c 4s", "2s 2d 2h 4c 3s",
        "6s 5d 4h 3c 2s", "7s 5s 4s 3s 2s", "2s 2d 2h 3c 3s", "2s 2d 2h 2c 3s", "6s 5s 4s 3s 2s", "As Ks Qs Js Ts",
        "As Ad Ah Ac Jk",
    )  # fmt: skip
    values = [value(cards) for cards in worst_first]
    assert values == sorted(set(values))
    assert value("7s 5s 4s 3s 2s") == value("7h 5h 4h 3h 2h")


@example("PGS-E03")
@rule("PGS-31", "PGS-02")
def test_ace_to_five_is_the_second_highest_straight() -> None:
    best_first = ("Ad Kc Qh Js Td", "As 2d 3h 4c 5s", "Kd Qs Jh Tc 9d", "6s 5d 4h 3c 2s")
    values = [value(cards) for cards in best_first]
    assert values == sorted(set(values), reverse=True)
    assert value("Jk 2h 3s 4d 5h") == value("As 2d 3h 4c 5s")


@example("PGS-E04")
@rule("PGS-32")
def test_ace_to_five_suited_is_the_highest_straight_flush_under_the_royal() -> None:
    assert value("Ah Kh Qh Jh Th") > value("As 2s 3s 4s 5s") > value("Kd Qd Jd Td 9d") > value("6s 5s 4s 3s 2s")


@example("PGS-E05")
@rule("PGS-30")
def test_five_aces_beat_a_royal_flush() -> None:
    assert value("As Ad Ah Ac Jk") > value("Ts Js Qs Ks As")


@example("PGS-E10")
@rule("PGS-02")
@pytest.mark.parametrize(
    ("cards", "says"),
    [
        ("Jk Kd Qh 7c 2s", "ace high with king, queen, seven and two"),
        ("Jk As Qd 9h 7c", "a pair of aces with queen, nine and seven"),
        ("As Ks Qs 9s Jk", "ace-high flush with king, queen, jack and nine"),
        ("Jk Ks Qd Jh Tc", "ace-high straight"),
        ("Jk 9s 9d 9h 4c", "three nines with ace and four"),
    ],
)
def test_the_joker_is_an_ace_or_completes_a_straight_or_flush(cards: str, says: str) -> None:
    assert GAME.rank(cards_from(cards), Rules.of(PGS))["back"].says == says


@rule("PGS-34", "PGS-02")
def test_two_card_hands_are_pairs_or_high_cards_and_the_joker_is_an_ace() -> None:
    worst_first = ("3s 2s", "Ks Qs", "As 2d", "As Kd", "2s 2d", "As Ad")
    values = [value(cards) for cards in worst_first]
    assert values == sorted(set(values))
    assert value("Jk Ks") == value("As Kd")


# -- comparing, paying, commission --------------------------------------------------------------------------------


@example("PGS-E07")
@rule("PGS-35", "PGS-36", "PGS-37")
@pytest.mark.parametrize(
    ("player", "outcome", "net"),
    [
        (PUSHES, "push", 0),
        (WINS, "win", 38),
        (LOSES, "lose", -40),
        ("Qd Js / Qs Qh 7c 4h 2c", "push", 0),
    ],
)
def test_both_hands_must_win_and_the_house_wins_all_copies(player: str, outcome: str, net: float) -> None:
    result = hand(seat(1, player, 40))
    assert (result.outcome(1, "main"), result.net(1)) == (outcome, net)
    assert ("PGS-36" in result.payment(1, "main").clauses) is (player in (PUSHES, LOSES))


@example("PGS-E08")
@rule("PGS-37", "PGS-38", "PGS-39")
@pytest.mark.parametrize(
    ("commission_rounding", "wager", "commission"),
    [
        ("", 12, 0.6), ("", 33, 1.65),
        ("up-to-quarter", 100, 5), ("up-to-quarter", 25, 1.25), ("up-to-quarter", 12, 0.75),
        ("up-to-quarter", 33, 1.75), ("exact-cent", 100, 5), ("exact-cent", 25, 1.25), ("exact-cent", 12, 0.6),
        ("exact-cent", 33, 1.65), ("exact-cent", 12.3, 0.62), ("exact-cent", 12.25, 0.61),
    ],
)  # fmt: skip
def test_five_percent_of_a_winning_wager_is_taken_to_the_cent_or_rounded_up_to_a_quarter(
    commission_rounding: str, wager: float, commission: float
) -> None:
    options = {"commission_rounding": commission_rounding} if commission_rounding else {}
    result = hand(seat(1, WINS, wager), options=options)
    assert result.payment(1, "main").commission == round(commission * 100)
    assert result.net(1) == pytest.approx(wager - commission)
    assert result.round.ledger.balances["box"] == round(commission * 100)
    for setting, lost in ((PUSHES, 0), (LOSES, -wager)):
        free = hand(seat(1, setting, wager), options=options)
        assert (free.net(1), free.payment(1, "main").commission, free.round.fees) == (lost, 0, [])


@rule("PGS-39")
def test_each_partner_pays_the_commission_on_the_own_wager() -> None:
    result = hand(seat(1, WINS, 12, backers={2: 33}))
    assert [fee.amount for fee in result.round.fees] == [60, 165]


# -- the house way ------------------------------------------------------------------------------------------------

EXAMPLES = {
    "PGS-E11": (
        "Ts Td 6h 6c As 9d 3h; Ts Td 6h 6c Ks 9d 3h; 5s 5d 3h 3c Ks 9d 2h; Js Jd 3h 3c As Kd 2h",
        "As 9d; 6h 6c; Ks 9d; 3h 3c",
    ),
    "PGS-E12": (
        "7s 7d 7h 7c Ks 5d 3h; Qs Qd Qh Qc As Kd 3h; Jk As Ad 7h 7c 4s 2d; As Ad Ah Ks 9d 7c 3h; Ks Kd Kh Qs Jd 7c 3h",
        "Ks 5d; Qs Qh; 7h 7c; As Ks; Qs Jd",
    ),
    "PGS-E13": (
        "As 2d 3h 4c 5s Kd Kh; 9s 9d 9h Ts Jd Qc Kh; As 2d 3h 4c 5s 6d 9h; As Js 9s 4s 2s Jh 8d; "
        "As 9s 8s 4s 2s 9h Kd; Jk Ks Qd Jh Tc 9s 4d; As Ks Qs Js Ts 9s 2d",
        "Kd Kh; 9s 9h; As 9h; As 9s; Kd 9h; Jk 4d; As 2d",
    ),
    "PGS-E14": ("Kd Js 9h 7c 5d 4s 2h; Jk 9d 9c Kh Qs 6d 3c; Jk As Qd 9h 7c 4s 3d", "Js 9h; Jk Kh; Qd 9h"),
}


@example(*EXAMPLES)
@pytest.mark.parametrize("name", EXAMPLES)
def test_the_classic_way_sets_the_printed_examples(name: str) -> None:
    hands, expected = EXAMPLES[name]
    assert [front_of(PGS, cards) for cards in hands.split(";")] == fronts(expected)


@rule("PGS-50", "PGS-52", "PGS-53", "PGS-54", "PGS-55", "PGS-56", "PGS-57", "PGS-58", "PGS-59", "PGS-60", "PGS-61")
@pytest.mark.parametrize(
    ("cards", "front", "clause"),
    [
        ("As Ad Ah Ac Jk Ks Kd", "Ks Kd", "PGS-52"),
        ("As Ad Ah Ac Jk Qs Qd", "As Ah", "PGS-52"),
        ("Ks Kd Kh Kc 7s 7d 2h", "7s 7d", "PGS-53"),
        ("Ks Kd Kh Kc 7s 7d 7h", "7s 7h", "PGS-53"),
        ("Js Jd Jh Jc As Kd 3h", "Js Jh", "PGS-54"),
        ("Ts Td Th Tc Ks 5d 3h", "Ks 5d", "PGS-54"),
        ("Ts Td Th Tc Qs 5d 3h", "Ts Th", "PGS-54"),
        ("6s 6d 6h 6c 9s 5d 3h", "9s 5d", "PGS-54"),
        ("9s 9d 9h 5s 5d 5c Kh", "9s 9h", "PGS-55"),
        ("8s 8d 8h Ks Kd 4c 4h", "Ks Kd", "PGS-55"),
        ("9s 9d 8h 8c 4s 4d Kc", "9s 9d", "PGS-56"),
        ("As 2d 3h 4c 5s Kd Kh", "Kd Kh", "PGS-57"),
        ("As Ad Ah Ks Qd 7c 3h", "As Ks", "PGS-58"),
        ("Ks Kd Kh As Qd 7c 3h", "As Qd", "PGS-58"),
        ("7s 7d 6h 6c Ks 9d 3h", "6h 6c", "PGS-59"),
        ("6s 6d 5h 5c Ks 9d 3h", "Ks 9d", "PGS-59"),
        ("6s 6d 5h 5c 4s 3d 2c", "5h 5c", "PGS-59"),
        ("As Ts 9s 4s 2s Th 8d", "As 9s", "PGS-60"),
        ("As Ts 9s 4s 2s Th Kd", "As Kd", "PGS-60"),
        ("As 9s 8s 4s 2s 9h Kd", "Kd 9h", "PGS-60"),
        ("Kd Js 9h 7c 5d 4s 2h", "Js 9h", "PGS-61"),
        ("Ks Kd Qh 9c 7s 4d 2h", "Qh 9c", "PGS-61"),
    ],
)
def test_the_classic_way_names_the_clause_that_decided(cards: str, front: str, clause: str) -> None:
    way = house_way(PGS, cards)
    assert (set(text_of_cards(way.low).split()), way.clauses) == (set(front.split()), ("PGS-50", clause))


@rule("PGS-51")
def test_of_equal_settings_the_highest_back_then_the_joker_behind_then_the_higher_suits_in_front() -> None:
    assert front_of(PGS, "Jk As Ad Ah Ks Qs Js") == {"Ad", "Ah"}  # a royal flush behind
    assert front_of(PGS, "Jk As Ad Ah 9c 5d 3h") == {"As", "Ah"}


@rule("PGS-50", "PGS-32")
def test_the_chart_of_the_sister_game_may_take_its_place_with_this_games_straights() -> None:
    way = house_way(PGS, "Qs Qd Qh Qc As Kd 3h", house_way="fortune")
    assert (text_of_cards(way.low), way.clauses) == ("As Kd", ("PGS-50", "FPG-65"))
    wheel = house_way(PGS, "Jk 2h 3s 4d 5h 9c Kd", house_way="fortune")
    assert (text_of_cards(wheel.low), wheel.high_says) == ("Kd 9c", "five-high straight")


@rule("PGS-14", "PGS-19")
def test_settings_lists_every_way_that_is_not_foul() -> None:
    settings = GAME.settings
    assert settings is not None
    listed = settings(cards_from("As Ad Ah Jk 9c 5s 2h"), Rules.of(PGS))
    assert any(setting.low_says == "a pair of aces" for setting in listed)
    assert len(settings(cards_from("As Kd Qh 9c 7s 4d 2h"), Rules.of(PGS))) == 15


# -- irregularities -----------------------------------------------------------------------------------------------


@rule("PGS-41")
@pytest.mark.parametrize("kind", ["boxed-card", "wrong-count", "bank-card-exposed"])
def test_a_misdeal_voids_the_round_and_returns_the_wagers(kind: str) -> None:
    round_ = resume(GAME, table(Seat(1, "", {"main": 40}, backers=(Backer(2, {"main": 20}),))))
    round_.call(kind)
    assert (round_.voided, [paid.returned for paid in round_.payments]) == ("PGS-41", [4_000, 2_000])


@rule("PGS-41")
def test_a_house_hand_set_against_the_house_way_is_reset_and_the_round_goes_on() -> None:
    round_ = resume(GAME, table(Seat(1, "4s 4h Js Jc 8d 6h 3c", {"main": 40})))
    round_.call("house-way-error")
    round_.decide("1", Answer("house-way"))
    assert Played(round_).net(1) == 38
