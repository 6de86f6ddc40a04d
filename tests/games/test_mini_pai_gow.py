"""Mini Pai Gow, clause by clause and example by example: setting, doubling, comparing, the deal."""

import random
from functools import partial
from typing import Any

import pytest

from houseway.cards import PACK_WITH_JOKER, cards_from
from houseway.games import find
from houseway.games.mini_pai_gow.game import GAME
from houseway.games.mini_pai_gow.six_cards import high_value, is_foul, low_value
from houseway.hands import five
from houseway.hands.five import Wheel
from houseway.players.random_answers import any_answer
from houseway.players.seating import sit_down
from houseway.rulebook import Rules
from houseway.script import Answer, Deal, Refusal, Roll
from houseway.table import Round, Shoe, play, resume, view
from houseway.testing import example, rule
from tests.games.mini_pai_gow import (
    FLUSH,
    FOURS,
    FULL_HOUSE,
    JUNK,
    MORE_JUNK,
    MPG,
    QUEEN_LOW,
    STRAIGHT_FLUSH,
    bonus_money,
    hand,
    seat,
    table,
)
from tests.kit import Played, Seat, document, played

NOTHING = "Kd Js 9h 7c 5d 4s"  # Js | K-9-7-5-4: a dealer who does not qualify


# -- comparing ----------------------------------------------------------------------------------------------------


@example("MPG-E01")
@rule("MPG-22", "MPG-23", "MPG-25", "MPG-26")
@pytest.mark.parametrize(
    ("low", "high", "net", "tie"),
    [
        ("Kc", "As Ad 8h 6c 2s", 10, ()),
        ("Qd", "As Ad 8h 6c 2s", 0, ("MPG-23",)),  # a tie in front is the dealer's
        ("Ah", "Kh Kc 9d 5s 4h", 0, ("MPG-22",)),  # a tie behind is the dealer's
        ("Tc", "8h 8d 6c 4c 2s", -10, ()),
    ],
)
def test_both_hands_must_be_won_and_ties_go_to_the_dealer(
    low: str, high: str, net: float, tie: tuple[str, ...]
) -> None:
    result_ = hand(low, high, QUEEN_LOW)
    assert result_.payment(1, "main").clauses == ("MPG-25", *tie, "MPG-26")
    assert result_.net(1) == net
    assert result_.outcome(1, "main") == {10: "win", 0: "push", -10: "lose"}[int(net)]


@example("MPG-E02")
@rule("MPG-21", "MPG-23")
def test_the_joker_beats_an_ace_in_front_for_either_side() -> None:
    order = [low_value(card) for card in cards_from("Jk Ah Kh Qh Jh Th 9h 8h 7h 6h 5h 4h 3h 2h")]
    assert order == sorted(set(order), reverse=True)
    assert low_value(cards_from("Ah")[0]) == low_value(cards_from("As")[0])
    player_joker = hand("Jk", "Ks Kc 8h 6c 2s", "Ah Qs Qd 9c 5d 4s")
    assert player_joker.net(1) == 10
    dealer_joker = hand("Ah", "Ks Kc 8h 6c 2s", "Jk Qs Qd 9c 5d 4s")
    assert dealer_joker.outcome(1, "main") == "push"
    both_aces = hand("Ah", "Ks Kc 8h 6c 2s", "As Qs Qd 9c 5d 4s")
    assert both_aces.outcome(1, "main") == "push"


@rule("MPG-24")
def test_behind_the_joker_is_an_ordinary_ace() -> None:
    assert high_value(cards_from("Jk Kd 9h 7c 5d"), Wheel.SECOND) == high_value(
        cards_from("As Kc 9d 7s 5h"), Wheel.SECOND
    )
    tied = hand("Kc", "Jk 9s 7h 5h 3c", "Ah Qd 9d 7d 5d 3s")
    assert tied.outcome(1, "main") == "push"


@rule("MPG-26")
def test_the_main_wager_is_paid_even_money_without_commission_and_has_action_against_any_dealer() -> None:
    won = hand("Qc", "Ks Kc 8h 6c 2s", NOTHING)
    assert (won.net(1), won.payment(1, "main").commission, won.round.fees) == (10, 0, [])
    assert hand("Tc", "Qd 8h 6c 3c 2s", NOTHING).net(1) == -10


@example("MPG-E12")
@rule("MPG-20")
def test_ace_to_five_is_the_second_highest_straight_unless_the_house_ranks_it_lowest() -> None:
    def net(**options: Any) -> float:
        return hand("Qc", "As 2d 3h 4c 5s", "9d Kd Qs Jh Tc 3s", **options).net(1)

    assert net() == 10
    assert net(wheel="lowest") == 0
    suited = [
        high_value(cards_from(cards), Wheel.SECOND) for cards in ("As Ks Qs Js Ts", "Ah 2h 3h 4h 5h", "Ks Qs Js Ts 9s")
    ]
    assert suited == sorted(suited, reverse=True)


@rule("MPG-19", "MPG-03")
def test_high_hands_rank_like_poker_with_five_aces_on_top() -> None:
    best_first = (
        "As Ad Ah Ac Jk", "Ks Qs Js Ts Jk", "9s 8s 7s 6s 5s", "9s 9d 9h 9c Jk", "9s 9d 9h 4c 4d", "As Js 9s 7s 2s",
        "9s 8d 7h 6c Jk", "9s 9d 9h 4c 2d", "9s 9d 4h 4c 2d", "9s 9d 4h 3c 2d", "Jk Kd 9h 7c 5d",
    )  # fmt: skip
    values = [high_value(cards_from(cards), Wheel.SECOND) for cards in best_first]
    assert values == sorted(set(values), reverse=True)
    assert [five.category(value) for value in values] == [
        "five aces", "royal flush", "straight flush", "four of a kind", "full house", "flush", "straight",
        "three of a kind", "two pair", "pair", "high card",
    ]  # fmt: skip


@rule("MPG-03")
def test_the_joker_is_an_ace_or_completes_a_straight_or_flush_and_nothing_else() -> None:
    kinds = {
        "Jk 9s 9d 9h 7c": "three of a kind",
        "Jk 5s 6d 7h 8c": "straight",
        "Jk Ks 9s 5s 2s": "flush",
        "Jk 5s 6s 7s 8s": "straight flush",
        "Jk As Ad 9h 7c": "three of a kind",
        "Jk 9s 9d 7h 5c": "pair",
    }
    for cards, kind in kinds.items():
        assert five.category(high_value(cards_from(cards), Wheel.SECOND)) == kind


# -- the double ---------------------------------------------------------------------------------------------------


@example("MPG-E03")
@rule("MPG-16", "MPG-27", "MPG-28")
@pytest.mark.parametrize(
    ("bank", "winner", "qualifier", "action"),
    [
        ("Ah 4s 4d Kh 9c 2s", "7s 7c Qd 8c 3d", "55", False),
        ("Ah 4s 4d Kh 9c 2s", "7s 7c Qd 8c 3d", "44", True),
        ("Kd 5s 5d 9h 7c 2s", "8s 8c Qd 6c 3d", "55", True),
        ("Kd 5s 5d 9h 7c 2s", "8s 8c Qd 6c 3d", "66", False),
        ("Ah 2s 2d Kh 9c 7s", "7h 7c Qd 8c 3d", "22", True),
        ("Kd 9s 9d Qh 7c 2s", "Ts Th Qd 6c 3d", "TT", False),
        ("Kd Ts Td 4h 3d 2s", "Qs Qh 9d 6c 5d", "TT", True),
        ("Qd Ks Kh 9d 3d 2s", "As Ah 9h 6c 5d", "AA", False),
        ("Qd As Ad 4h 3s 2s", "8s 8h 5h 5c 2d", "AA", True),
        ("Kd 3s 3d 2h 2c 7d", "8s 8c 6d 6c 4h", "AA", True),
        ("Kd 3s 3d 2h 2c 7d", "8s 8c 6d 6c 4h", "55", True),
    ],
)
def test_a_double_has_action_only_against_a_dealer_who_qualifies(
    bank: str, winner: str, qualifier: str, action: bool
) -> None:
    won = hand("Jk", winner, bank, doubles=True, qualifier=qualifier)
    lost = hand("Tc", "Qc Jd 8h 6h 3c", bank, doubles=True, qualifier=qualifier)
    assert (won.net(1), lost.net(1)) == ((20, -20) if action else (10, -10))
    if not action:
        assert won.outcome(1, "double") == lost.outcome(1, "double") == "push"


@rule("MPG-28")
def test_a_double_pushes_with_a_divided_main_wager() -> None:
    divided = hand("Ah", "Qd Qc 8h 6c 2s", QUEEN_LOW, doubles=True)
    assert divided.outcome(1, "main") == divided.outcome(1, "double") == "push"


@rule("MPG-16")
def test_a_double_is_exactly_the_main_wager_and_needs_the_chips() -> None:
    def waiting(stack: float | None) -> Round:
        player = Seat(1, "Kc As Ad 8h 6c 2s", {"main": 10}, stack=stack)
        return resume(find(MPG), document(MPG, player, bank=QUEEN_LOW, posted=None))

    round_ = waiting(None)
    for cents in (500, 1500):
        with pytest.raises(Refusal, match=r"is refused: it must be exactly 10\.00 \(MPG-16\)"):
            round_.decide("1", Answer("double", cents, cards_from("Kc")))
    assert [choice.name for choice in view(round_, "1").choices] == ["set", "house-way", "double"]
    assert [choice.name for choice in view(waiting(9.99), "1").choices] == ["set", "house-way"]
    round_.decide("1", Answer("double", 1000, cards_from("Kc")))
    assert Played(round_).net(1) == 20
    with pytest.raises(Refusal, match="nobody asked place 1"):  # final once the hand is set
        round_.decide("1", Answer("double", 1000, cards_from("Kc")))


# -- fouls --------------------------------------------------------------------------------------------------------


@example("MPG-E04")
@rule("MPG-17")
@pytest.mark.parametrize(
    ("low", "high", "foul"),
    [
        ("Ks", "Qd 9h 7c 5d 3s", True),
        ("Jk", "As 9h 7c 5d 3s", False),
        ("As", "Jk 9h 7c 5d 3s", False),
        ("Ks", "2s 2d 9h 7c 5d", False),
        ("Jk", "Ks Qd 9h 7c 4s", True),
    ],
)
def test_one_card_may_not_outrank_five_that_are_only_a_high_card(low: str, high: str, foul: bool) -> None:
    assert is_foul(cards_from(low), cards_from(high), Wheel.SECOND) is foul
    bank = "Tc Td 8h 6h 4c 2c"
    main = hand(low, high, bank).payment(1, "main")
    assert (main.clauses[0] == "MPG-17") is foul
    if foul:
        assert main.net == -1000


@example("MPG-E14")
@rule("MPG-17", "MPG-27", "MPG-30")
@pytest.mark.parametrize(("foul_double", "net"), [("needs-qualifier", -5), ("always-lost", -15)])
def test_a_foul_loses_the_double_only_to_a_qualified_dealer_and_the_bonus_stands(foul_double: str, net: float) -> None:
    cards = "7s 7d 4h 4c Qd 9s"
    misset = Seat(1, cards, {"main": 10, "bonus": 5}, ({"double-miscount": "Qd 9s"},))
    result_ = table(misset, bank="Kd Js 9h 7c 5d 3s", foul_double=foul_double)
    assert (result_.net(1, "main"), result_.net(1, "bonus"), result_.net(1)) == (-10, 5, net)
    qualified = table(misset, bank="Kd Ks 9h 7c 5d 3s", foul_double=foul_double)
    assert qualified.net(1) == -15


@rule("MPG-17", "MPG-15")
@pytest.mark.parametrize("low", ["", "Qd 9s", "7s 7d 4h 4c Qd 9s"])
def test_a_wrong_count_is_foul(low: str) -> None:
    misset = Seat(1, "7s 7d 4h 4c Qd 9s", {"main": 10}, ({"miscount": low},))
    assert table(misset, bank=NOTHING.replace("7c", "6c").replace("4s", "3s")).net(1) == -10


@rule("MPG-15")
def test_a_player_sets_freely_and_may_split_a_set() -> None:
    assert hand("As", "Ad Ah 9d 7d 4d", QUEEN_LOW.replace("4s", "3s")).net(1) == 10
    assert GAME.settings is not None
    rules = Rules.of(MPG)
    assert len(GAME.settings(cards_from("As Ad Ah 9c 7d 4s"), rules)) == 6
    assert [setting.low for setting in GAME.settings(cards_from("Kd Js 9h 7c 5d 4s"), rules)] == [
        cards_from(low) for low in ("Js", "9h", "7c", "5d", "4s")
    ]  # fmt: skip


@rule("MPG-68")
def test_a_hand_left_unset_is_set_by_the_house_way_and_not_doubled() -> None:
    unset = Seat(1, "As Ad 9d 7d 4d Qc", {"main": 10, "bonus": 5})
    round_ = resume(find(MPG), document(MPG, unset, bank="Jh Ks Kd 9c 5d 3s", posted=None))
    (ask,) = round_.asks()
    round_.decide("1", ask.default)
    assert view(round_, "").cards["1 low"] == ["Qc"]
    assert Played(round_).order == [("1", "main"), ("1", "bonus")]


# -- wagers and limits --------------------------------------------------------------------------------------------


@rule("MPG-04", "MPG-05")
def test_a_main_wager_is_compulsory_and_the_bonus_goes_with_it() -> None:
    with pytest.raises(Refusal, match=r"seat 1 has no main: it is compulsory \(MPG-04\)"):
        table(Seat(1, "Kc As Ad 8h 6c 2s", {}), bank=QUEEN_LOW)
    with pytest.raises(Refusal, match=r"seat 1 has bonus without main: it needs one \(MPG-05\)"):
        table(Seat(1, "Kc As Ad 8h 6c 2s", {"bonus": 5}), bank=QUEEN_LOW)
    with pytest.raises(Refusal, match="'double' takes no wager before the deal: main, bonus do"):
        table(Seat(1, "Kc As Ad 8h 6c 2s", {"main": 5, "double": 5}), bank=QUEEN_LOW)
    round_ = resume(find(MPG), document(MPG, Seat(1, "Kc As Ad 8h 6c 2s", {"main": 5}), bank=QUEEN_LOW, posted=None))
    with pytest.raises(Refusal, match="'bonus' is not offered to seat 1: set or house-way or double is"):
        round_.decide("1", Answer("bonus", 500))


@rule("MPG-06", "MPG-05")
@pytest.mark.parametrize(
    ("wagers", "options", "says"),
    [
        ({"main": 4}, {}, r"main of 4\.00 is under the minimum of 5\.00 \(MPG-06\)"),
        ({"main": 501}, {}, r"main of 501\.00 is over the maximum of 500\.00 \(MPG-06\)"),
        ({"main": 99}, {"main_limits": "100..1000"}, r"main of 99\.00 is under the minimum of 100\.00 \(MPG-06\)"),
        ({"main": 10, "bonus": 0.99}, {}, r"bonus of 0\.99 is under the minimum of 1\.00 \(MPG-06\)"),
        ({"main": 10, "bonus": 26}, {}, r"bonus of 26\.00 is over the maximum of 25\.00 \(MPG-06\)"),
        ({"main": 10, "bonus": 101}, {"bonus_max": 100}, r"bonus of 101\.00 is over the maximum of 100\.00 \(MPG-06\)"),
    ],
)
def test_wagers_keep_to_the_posted_limits(wagers: dict[str, float], options: dict[str, Any], says: str) -> None:
    with pytest.raises(Refusal, match=says):
        table(Seat(1, "", wagers), bank=QUEEN_LOW, **options)


@rule("MPG-06")
def test_the_limits_of_a_document_narrow_those_of_the_main_wager() -> None:
    with pytest.raises(Refusal, match=r"main of 10\.00 is under the minimum of 25\.00 \(MPG-06\)"):
        played(MPG, seat(1, "Kc", "As Ad 8h 6c 2s"), bank=QUEEN_LOW, posted=None, limits=(25, 100))
    narrow = played(MPG, seat(1, "Kc", "As Ad 8h 6c 2s", 25, bonus=5), bank=QUEEN_LOW, posted=None, limits=(25, 100))
    assert narrow.net(1, "main") == 25  # and the Bonus keeps to its own range


# -- the deal -----------------------------------------------------------------------------------------------------


@rule("MPG-01", "MPG-09")
def test_every_round_begins_with_53_cards_shuffled_by_the_house() -> None:
    setup = document(MPG, Seat(1, "", {"main": 10}), posted=None).setup()
    assert sorted(Round(find(MPG), setup).cards_left()) == list(PACK_WITH_JOKER)
    rounds = [play(Round(find(MPG), setup), Shoe(PACK_WITH_JOKER, seed, lambda ask: ask.default)) for seed in (1, 2)]
    assert rounds[0].document().cards != rounds[1].document().cards


@rule("MPG-02")
def test_the_table_has_seven_positions_or_six() -> None:
    assert hand("Kc", "As Ad 8h 6c 2s", QUEEN_LOW).net(1) == 10
    with pytest.raises(Refusal, match="seat 7 does not exist: the table has seats 1 to 6"):
        table(seat(7, "Kc", "As Ad 8h 6c 2s"), bank=QUEEN_LOW, seats=6)
    with pytest.raises(Refusal, match="seat 8 does not exist: the table has seats 1 to 7"):
        table(seat(8, "Kc", "As Ad 8h 6c 2s"), bank=QUEEN_LOW)


@rule("MPG-10", "MPG-12")
def test_packets_of_six_go_clockwise_and_the_dealers_is_last() -> None:
    round_ = table(
        seat(5, "Kc", "As Ad 8h 6c 2s"),
        seat(2, "Tc", "Qd Jc 8s 6h 3c"),
        seat(7, "Th", "Qs Jd 8d 6d 2c"),
        bank=QUEEN_LOW,
    ).round
    dealt = [event for event in round_.events if isinstance(event.given, tuple)]
    assert [(event.to, len(event.given)) for event in dealt if isinstance(event.given, tuple)] == [
        ("2", 6),
        ("5", 6),
        ("7", 6),
        ("bank", 6),
    ]
    assert len(round_.cards_left()) == 53 - 24
    assert set(view(round_, "2").cards) == {"2", "2 low", "5", "5 low", "7", "7 low", "bank", "bank low"}


class Loaded(Shoe):
    """A shoe whose dice always show the same."""

    def __init__(self, faces: tuple[int, ...]) -> None:
        super().__init__(PACK_WITH_JOKER, 1, lambda ask: ask.default)
        self.faces = faces

    def dice(self, request: Roll) -> tuple[int, ...]:
        assert request.dice == 3
        return self.faces


@rule("MPG-11")
@pytest.mark.parametrize(
    ("faces", "order"),
    [
        ((1, 1, 1), ["6", "muck", "bank", "muck", "2", "muck", "muck", "muck"]),  # place 3, counter-clockwise: seat 6
        ((3, 3, 3), ["bank", "muck", "2", "muck", "muck", "muck", "6", "muck"]),  # 9 of 8 places: the dealer again
        ((6, 6, 6), ["muck", "bank", "muck", "2", "muck", "muck", "muck", "6"]),  # place 2: the dealer's right
    ],
)
def test_dice_may_name_the_first_place_and_empty_places_are_dealt_and_discarded(
    faces: tuple[int, ...], order: list[str]
) -> None:
    seats = Seat(2, "", {"main": 10}), Seat(6, "", {"main": 10})
    setup = document(MPG, *seats, posted=None, options={"start_method": "dice"}).setup()
    round_ = play(Round(find(MPG), setup), Loaded(faces))
    dealt = [event for event in round_.events if isinstance(event.given, tuple)]
    assert [event.to for event in dealt] == ["dice", *order]
    assert view(round_, "2").cards["muck"] == [None] * 30


@rule("MPG-11", "MPG-60")
def test_with_a_player_bank_the_dice_start_among_the_players_and_the_dealer_too() -> None:
    options = {"start_method": "dice", "player_bank": "on"}
    setup = document(MPG, Seat(2, "", {"main": 10}), bank_seat=4, options=options).setup()
    round_ = play(Round(find(MPG), setup), Loaded((1, 1, 1)))
    dealt = [event.to for event in round_.events if isinstance(event.given, tuple)]
    assert dealt == ["dice", "muck", "muck", "house", "muck", "2", "muck", "bank", "muck"]


@rule("MPG-14", "MPG-18")
def test_players_set_after_the_deal_or_as_soon_as_they_have_six_cards() -> None:
    def waits(set_timing: str) -> tuple[list[str], list[str]]:
        setup = document(
            MPG, Seat(1, "", {"main": 10}), Seat(2, "", {"main": 10}), posted=None, options={"set_timing": set_timing}
        ).setup()
        round_ = Round(find(MPG), setup)
        shoe = Shoe(PACK_WITH_JOKER, 1, lambda ask: ask.default)
        while isinstance(round_.request, Deal):
            round_.deal(shoe.cards(round_.request))
        return view(round_, "").waiting, sorted(view(round_, "").cards)

    assert waits("after-deal") == (["1", "2"], ["1", "2", "bank"])
    assert waits("at-once") == (["1"], ["1"])
    nets = [
        table(seat(1, "Kc", "As Ad 8h 6c 2s"), seat(2, "Tc", "Qd Jc 8s 6h 3c"), bank=QUEEN_LOW, set_timing=timing).bank
        for timing in ("after-deal", "at-once")
    ]  # fmt: skip
    assert nets == [0, 0]


@rule("MPG-18")
def test_the_dealers_cards_are_down_until_everybody_has_set() -> None:
    round_ = resume(find(MPG), document(MPG, Seat(1, "Kc As Ad 8h 6c 2s", {"main": 10}), bank=QUEEN_LOW, posted=None))
    assert view(round_, "1").cards == {"1": ["Kc", "As", "Ad", "8h", "6c", "2s"], "bank": [None] * 6}
    round_.decide("1", Answer("set", cards=cards_from("Kc")))
    assert round_.felt.turned == ["bank", "1"]
    assert view(round_, "").cards["bank low"] == ["Qh"]


@rule("MPG-13")
@pytest.mark.parametrize("kind", ["wrong-count", "boxed-card", "bank-card-exposed", "player-card-exposed"])
def test_a_misdeal_voids_all_hands_and_an_own_card_shown_does_not(kind: str) -> None:
    player = Seat(1, "Kc As Ad 8h 6c 2s", {"main": 10, "bonus": 5})
    round_ = resume(find(MPG), document(MPG, player, bank=QUEEN_LOW, posted=None))
    round_.call(kind)
    if kind == "player-card-exposed":
        round_.decide("1", Answer("set", cards=cards_from("Kc")))
        assert Played(round_).net(1, "main") == 10
        assert resume(find(MPG), round_.document()).document() == round_.document()
    else:
        assert round_.voided == "MPG-13"
        assert [(paid.net, paid.returned) for paid in round_.payments] == [(0, 1000), (0, 500)]


@rule("MPG-29")
@pytest.mark.parametrize(
    ("settle_order", "wagers"),
    [
        ("main-first", ["main", "double", "bonus", "community"]),
        ("bonus-first", ["bonus", "community", "main", "double"]),
    ],
)
def test_main_and_double_are_settled_before_the_bonus_or_after_it(settle_order: str, wagers: list[str]) -> None:
    result_ = table(
        seat(1, *FULL_HOUSE), seat(2, *FLUSH, bonus=5, doubles=True), bank=STRAIGHT_FLUSH,
        bonus_paytable="MPG-COMM", settle_order=settle_order,
    )  # fmt: skip
    assert [wager for place, wager in result_.order if place == "2"] == wagers
    assert [place for place, _ in result_.order] == ["1", "2", "2", "2", "2"]


# -- whole tables -------------------------------------------------------------------------------------------------


@rule("MPG-02", "MPG-34")
def test_seven_players_with_several_bonus_winners_leave_the_ledger_at_zero() -> None:
    seats = [
        seat(1, *FULL_HOUSE, bonus=5), seat(2, *FLUSH, bonus=5), seat(3, *FOURS, bonus=10, doubles=True),
        seat(4, *JUNK, bonus=25), seat(5, *MORE_JUNK, bonus=5), seat(6, "Qs", "Qc 6c 6d 5c 5h", bonus=5, doubles=True),
        seat(7, "Jk", "Th 8c 7d 6h 3s", bonus=5),
    ]  # fmt: skip
    result_ = table(*seats, bank=STRAIGHT_FLUSH, bonus_paytable="MPG-COMM")
    assert [bonus_money(result_, place) for place in range(1, 8)] == [90, 50, 505, -5, 15, 25, 40]
    assert result_.bank == -sum(result_.net(place) for place in range(1, 8))
    assert len(result_.round.cards_left()) == 53 - 48


@rule("MPG-60", "MPG-61")
def test_a_player_bank_against_a_full_table_leaves_the_ledger_at_zero() -> None:
    for seed in range(40):
        setup = sit_down(find(MPG), seed, {"player_bank": "on", "bonus_paytable": "MPG-COMM"}, players=6)
        rng = random.Random(seed)
        decide = partial(any_answer, rng=rng)
        round_ = play(Round(find(MPG), setup), Shoe(PACK_WITH_JOKER, seed, decide))
        assert round_.over
        assert round_.ledger.sum() == round_.ledger.on_the_felt() == 0
        if setup.bank:
            assert {paid.by_house for paid in round_.payments if paid.wager in ("bonus", "community")} <= {True}


# -- ranking for a dispute ----------------------------------------------------------------------------------------


@rule("MPG-19", "MPG-21")
def test_one_five_and_six_cards_are_ranked_for_what_they_are() -> None:
    rules = Rules.of(MPG)

    def ranked(cards: str) -> dict[str, str]:
        return {title: hand_.says for title, hand_ in GAME.rank(cards_from(cards), rules).items()}

    assert ranked("Jk") == {"low": "the joker"}
    assert ranked("As Ad Ah Ac Jk") == {"high": "five aces"}
    assert ranked("Ks Kd Kh 8c 8d 8s") == {
        "bonus": "kings full of eights", "high": "eights full of kings", "low": "a king",
    }  # fmt: skip
    with pytest.raises(ValueError, match="is 7 cards; this ranking takes 6 cards, the joker allowed"):
        GAME.rank(cards_from("Ks Kd Kh 8c 8d 8s 2c"), rules)
    assert GAME.house_way is not None
    shown = GAME.house_way(cards_from("Ks Kd Kh 8c 8d 8s"), rules)
    assert (shown.high_says, shown.low_says, shown.clauses) == ("eights full of kings", "a king", ("MPG-40", "MPG-43"))
