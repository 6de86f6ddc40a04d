"""Pure 21.5 Blackjack: the bank's hand, who wins, in which order it is settled, insurance and even money."""

from dataclasses import replace
from typing import Any

import pytest

from houseway.cards import cards_from
from houseway.games import find
from houseway.hands import totals
from houseway.rulebook import Rules
from houseway.script import Answer, Refusal, Terms
from houseway.table import resume, view
from houseway.table.setup import Decision
from houseway.testing import example, rule
from tests.games.pure_21_5 import FULL, P21, THREE_TO_TWO, full_table, hand, offered, prizes, seat
from tests.kit import Backer, Seat, document, played

# -- the bank's hand ----------------------------------------------------------------------------------------------


@example("P21-E15")
@rule("P21-49", "P21-48")
@pytest.mark.parametrize(
    ("bank", "total"),
    [
        ("As 6d 4h", "soft 21"), ("As 6d Kc", "hard 17"), ("As 7d", "soft 18"), ("Kc 6d 2c", "hard 18"),
        ("Kc 7d", "hard 17"), ("5c 4d Ah", "soft 20"), ("2c 3d Ah 9s Kd", "over with 25"),
    ],
)  # fmt: skip
def test_the_bank_hits_soft_seventeen_and_hard_sixteen_and_stands_above(bank: str, total: str) -> None:
    result = hand("Ks 9c", bank, "stand")  # more or fewer cards would be refused
    assert totals.hand(result.round.felt.bank.cards).says == total


@rule("P21-50")
def test_the_bank_draws_even_if_every_player_is_over() -> None:
    result = hand("Kc 6d Ts", "8h 8c 8d", "hit")
    assert result.outcome(1, "main") == "push"


@rule("P21-50")
def test_the_bank_draws_nothing_against_pures_and_surrendered_hands_alone() -> None:
    seats = seat(1, "As Kh", 20), seat(2, "Th 6c", 20, "surrender")
    result = played(P21, *seats, bank="8h 4c")
    assert (result.net(1), result.net(2)) == (24, -10)
    bonus = played(P21, *seats, bank="8h 8c 8d", options={"bonus_bank_888": True}, jackpots={"bank-888": 2500})
    assert (bonus.net(1), prizes(bonus)) == (24, [("1", "bank-888", 25)])


@rule("P21-48", "P21-51")
def test_the_down_card_is_turned_up_when_all_have_finished() -> None:
    round_ = resume(find(P21), document(P21, seat(1, "9h 7c", 5, "stand"), bank="9c 4d"))
    assert view(round_, "").waiting == ["deal"]
    assert view(round_, "").cards["bank"] == ["9c", "4d"]
    assert round_.felt.turned == ["bank"]


# -- comparing ----------------------------------------------------------------------------------------------------


@example("P21-E29")
@rule("P21-59")
def test_twenty_one_is_nearer_than_twenty() -> None:
    assert hand("9c 5d 7h", "Kc Th", "hit", main=15).net(1) == 15


@rule("P21-56", "P21-57", "P21-58", "P21-59", "P21-63", "P21-09")
@pytest.mark.parametrize(
    ("player", "bank", "says", "net"),
    [
        ("Kc 2d", "Ks 5d 9h", "stand", 25),
        ("Kc 5d 9h", "Ks 7d", "hit", -25),
        ("Kc 7d", "Ks 7h", "stand", 0),
        ("Kc 8d", "Ks 7d", "stand", 25),
        ("Kc 7d", "Ks 8d", "stand", -25),
        ("9c 5d 7h", "Ts 7d", "hit", 25),
        ("9c 5d 8h", "Ts 7d", "hit", -25),
    ],
)
def test_the_total_nearer_to_a_pure_wins_and_over_it_is_lost(player: str, bank: str, says: str, net: float) -> None:
    assert hand(player, bank, says).net(1) == net


def busted_and_standing() -> tuple[Seat, ...]:
    return seat(1, "Kc 6d Ts", 25, "hit"), seat(2, "9s 9d", 25, "stand"), seat(3, "7c 5c Kd", 25, {"double": 2500})


@example("P21-E09")
@rule("P21-37", "P21-60", "P21-61", "P21-62")
def test_a_bank_of_three_eights_saves_those_who_are_over() -> None:
    result = played(P21, *busted_and_standing(), bank="8h 8c 8d", posted=500)
    assert result.order[0] == ("1", "main")
    assert [result.outcome(number, "main") for number in (1, 2, 3)] == ["push", "win", "push"]
    assert (result.back(3, "main"), result.net(2), result.bank) == (50, 25, -25)


@example("P21-E10")
@rule("P21-60")
def test_any_other_busted_bank_still_beats_those_who_are_over() -> None:
    result = played(P21, *busted_and_standing(), bank="8h 7c 9d", posted=500)
    assert ([result.net(number) for number in (1, 2, 3)], result.bank) == ([-25, 25, -50], 50)


@example("P21-E11")
@rule("P21-73")
def test_those_over_win_against_three_eights_where_the_room_says_so() -> None:
    result = played(
        P21, *busted_and_standing(), bank="8h 8c 8d", posted=500, options={"bank_888_busted_players": "win"}
    )
    assert ([result.net(number) for number in (1, 2, 3)], result.bank) == ([25, 25, 50], -100)


@rule("P21-61")
def test_three_eights_among_four_cards_save_nobody() -> None:
    assert hand("Kc 6d Ts", "8h 2c 3d Ts", "hit").net(1) == -25
    for cards in ("8h 8c 8d 2s", "8h 8c 8d 8s", "8h 5c 3d 8s"):  # the chart never lets a bank get there
        assert totals.trio(cards_from(cards)) == ""


@rule("P21-37", "P21-60")
def test_a_busted_wager_lies_there_until_the_bank_is_finished() -> None:
    seats = seat(1, "Kc 6d Ts", 25, "hit"), seat(2, "9s 9d", 25)
    seen = view(resume(find(P21), document(P21, *seats, bank="8h 8c")), "")
    assert seen.places[0].wagers == {"main": 2500}
    assert (seen.cards["1"], seen.payments) == (["Kc", "6d", "Ts"], [])


@rule("P21-54", "P21-55", "P21-56", "P21-57", "P21-58", "P21-59", "P21-60")
def test_every_row_of_the_printed_outcomes_comes_out_so() -> None:
    rows: dict[str, tuple[str, str, tuple[Decision, ...], dict[str, Any]]] = {
        "pure v pure": ("As Kh", "Ah Kd", (), {}),
        "pure v 21 or less": ("As Kh", "9c 8d", (), {}),
        "pure v over 21.5": ("As Kh", "9c 7d", (), {}),  # a lone Pure: the bank need not draw
        "21 or less v pure": ("Ks Kh", "Ah Kd", (), {}),
        "21 or less, higher than bank": ("Ks Kh", "9c 8d", ("stand",), {}),
        "21 or less, equal to bank": ("Ks 7h", "9c 8d", ("stand",), {}),
        "21 or less, lower than bank": ("Ks 6h", "9c 8d", ("stand",), {}),
        "21 or less v over 21.5": ("Ks 6h", "9c 7d Ts", ("stand",), {}),
        "over 21.5 v 21 or less": ("Ks 6h Ts", "9c 8d", ("hit",), {}),
        "over 21.5 v over 21.5 not 888": ("Ks 6h Ts", "9c 7d Tc", ("hit",), {}),
        "over 21.5 v 888 (push option)": ("Ks 6h Ts", "8h 8c 8d", ("hit",), {}),
        "over 21.5 v 888 (win option)": ("Ks 6h Ts", "8h 8c 8d", ("hit",), {"bank_888_busted_players": "win"}),
        "surrender": ("Ks 6h", "9c 8d", ("surrender",), {}),
    }
    printed = Rules.of(P21).table("outcomes")
    assert set(rows) == set(printed.keys)
    for key, (player, bank, says, options) in rows.items():
        odds = printed.odds[key]
        assert hand(player, bank, *says, main=10, **options).net(1) == 10 * odds.num / odds.den, key


# -- the action button and settling -------------------------------------------------------------------------------

"""Seven hands that are given up before they are played."""


@rule("P21-51", "P21-52", "P21-53", "P21-28")
@pytest.mark.parametrize("bonus_value", ["ten", "by-label"])
def test_the_down_card_names_the_seat_where_settling_starts(bonus_value: str) -> None:
    printed = Rules.of(P21).table("action-button-seat")
    labels = {"Jh": 4, "Qh": 5, "Kh": 6} if bonus_value == "by-label" else {}
    for down in ("Ah", "2h", "3h", "4h", "5h", "6h", "7h", "8h", "9h", "Th", "Jh", "Qh", "Kh"):
        key = {"A": "ace"}.get(down[0], "bonus" if down[0] in "TJQK" else down[0])
        start = labels.get(down, printed.number(key))
        result = full_table(f"9s {down}", options={"button_bonus_value": bonus_value})
        assert [int(place) for place, _ in result.order] == [(start - 1 + step) % 7 + 1 for step in range(7)]


@rule("P21-53", "P21-10")
def test_with_seven_positions_the_count_goes_round_six_seats() -> None:
    seats = [seat(number, cards, 5, "surrender") for number, cards in enumerate(FULL[:6], 1)]
    result = played(P21, *seats, bank="9s 8h", bank_seat=7, options={"max_positions": 7})
    assert result.order[0] == ("2", "main")


@example("P21-E16")
@rule("P21-19", "P21-67")
def test_a_short_bank_is_used_up_in_button_order_and_doubles_do_not_raise_it() -> None:
    seats = (
        seat(5, "Kd Qs", 60, "stand"),
        seat(6, "6c 5s 6d", 100, {"double": 10_000}),
        seat(7, "Ad Jh", 40),
        seat(2, "Ts 6h 9c", 50, "hit"),
    )
    result = played(P21, *seats, bank="9h 5c 4s", posted=200)
    assert [place for place, _ in result.order] == ["5", "6", "7", "2"]
    assert [result.net(number) for number in (5, 6, 7, 2)] == [60, -140, 0, 0]
    assert (result.back(6, "main"), result.back(7, "main"), result.back(2, "main")) == (60, 40, 50)
    assert result.bank == 80


@example("P21-E17")
@rule("P21-17")
def test_a_bank_of_a_hundred_wins_no_more_than_a_hundred() -> None:
    seats = [seat(number, cards, 60, "stand") for number, cards in ((1, "Kc 2c"), (2, "Kd 2d"), (3, "Kh 2h"))]
    result = played(P21, *seats, bank="9c Ah", posted=100)
    assert [result.net(number) for number in (1, 2, 3)] == [-60, -40, 0]
    assert (result.back(2, "main"), result.back(3, "main"), result.bank) == (20, 60, 100)


@example("P21-E28")
@rule("P21-15", "P21-31")
def test_a_player_on_two_circles_plays_two_hands_with_two_places_in_the_order() -> None:
    seats = seat(3, "Kc 2c", 20, "stand", player="Ana"), seat(4, "Kd 2d", 10, "stand", player="Ana")
    result = played(P21, *seats, bank="9h 4c Ks")
    assert [event.to for event in result.round.events if isinstance(event.given, Answer)] == ["3", "4"]
    assert result.order == [("4", "main"), ("3", "main")]
    assert result.round.ledger.balances["player Ana"] == 3000


@rule("P21-15")
def test_one_player_may_bet_on_three_circles_that_are_not_side_by_side() -> None:
    seats = [
        seat(number, cards, 10, "surrender", player="Ana")
        for number, cards in ((3, "2c 3c"), (5, "4c 6c"), (7, "5c 7c"))
    ]
    assert played(P21, *seats, bank="9h 4c").bank == 15


@rule("P21-66")
def test_within_a_seat_insurance_comes_first_then_the_hands_as_played_then_bonuses() -> None:
    options: dict[str, Any] = THREE_TO_TWO | {"bonus_funding": "bank", "bonus_suited_777": True, "bonus_on_split": True}
    says: list[Decision] = [{"insure": 1000}, {"split": 2000}, "hit", "stand"]
    result = played(
        P21,
        seat(1, "7h 7h 7h 7h", 20, *says),
        bank="As 2d 6h",
        cards={"1/2": "Th"},
        options=options,
        bonuses={"suited-777": Terms(award=(25_000,))},
    )
    assert [wager for _, wager in result.order] == ["insurance", "main", "main/2", "bonus/suited-777"]
    assert [result.net(1, wager) for _, wager in result.order] == [-10, 20, -20, 250]


@rule("P21-67", "PD-40")
def test_the_hands_of_a_split_stay_together_where_circles_are_settled_all_round() -> None:
    seats = seat(1, "8c 8d Th", 20, {"split": 2000}, "stand", "stand"), seat(2, "Kc 9d", 20, "stand")
    result = played(P21, *seats, bank="9c Ah", cards={"1/2": "Ts"}, options={"settle_grouping": "by-circle"})
    assert result.order == [("1", "main"), ("1", "main/2"), ("2", "main")]


# -- insurance and even money -------------------------------------------------------------------------------------


@example("P21-E18")
@rule("P21-68", "P21-69", "P21-71")
@pytest.mark.parametrize(
    ("bank", "insurance", "main"), [("As Kd", 100, -100), ("As 9h", -50, -100), ("As 6d Qc", -50, 100)]
)
def test_insurance_pays_two_to_one_on_a_bonus_card_and_leaves_the_main_wager_alone(
    bank: str, insurance: float, main: float
) -> None:
    says: list[Decision] = [{"insure": 5000}] + (["stand"] if bank != "As Kd" else [])
    result = hand("Kc 9d", bank, *says, main=100, **THREE_TO_TWO)
    assert (result.net(1, "insurance"), result.net(1, "main")) == (insurance, main)
    assert result.order[0] == ("1", "insurance")


@rule("P21-68", "P21-71")
def test_insurance_is_up_to_half_the_wager_against_an_ace_and_before_the_check() -> None:
    round_ = resume(find(P21), document(P21, seat(1, "Kc 9d", 25), bank="As Kd", options=THREE_TO_TWO))
    assert [(each.name, each.low, each.high) for each in view(round_, "1").choices] == [
        ("decline", 0, 0),
        ("insure", 50, 1250),
    ]
    with pytest.raises(Refusal, match=r"insure 12\.51 is refused: it must be from 0\.50 to 12\.50 \(P21-68\)"):
        round_.decide("1", Answer("insure", 1251))
    assert "insure" not in offered("Kc 9d", "Qs 7d", **THREE_TO_TWO)
    assert offered("Kc 9d", "As 7d") == ["stand", "surrender"]


@example("P21-E33")
@rule("P21-66", "P21-68", "P21-69", "PD-55")
def test_backline_bettors_insure_up_to_half_their_own_wager_whatever_the_seat_does() -> None:
    behind = Backer(2, {"main": 40}, ({"insure": 2000},)), Backer(3, {"main": 20}, ("decline",))
    seats = seat(2, "Kc 9d", 100, "decline", "stand", backers=behind), seat(3, "8c 7h", 50, {"insure": 2500}, "stand")
    result = played(P21, *seats, bank="As 6d Qc", options=THREE_TO_TWO)  # hard 17
    assert (result.net(2), result.net("2.2"), result.net("2.3"), result.net(3)) == (100, 20, 20, -75)
    assert result.order == [
        ("2", "main"), ("3", "insurance"), ("3", "main"), ("2.2", "insurance"), ("2.2", "main"), ("2.3", "main"),
    ]  # fmt: skip
    closed = [replace(each, decisions=each.decisions[:1]) for each in seats]
    pure = played(P21, *closed, bank="As Kd", options=THREE_TO_TWO)
    assert (pure.net(2), pure.net("2.2"), pure.net("2.3"), pure.net(3)) == (-100, 0, -20, 0)


@rule("P21-68", "PD-57")
def test_nobody_insures_with_chips_that_are_not_there() -> None:
    backed = Seat(1, "Kc 9d", {"main": 25}, (), (Backer(2, {"main": 10}),), stack=5)
    table = document(P21, backed, bank="As Kd", options=THREE_TO_TWO)
    table.seats[0].backline[0].stack = 300
    round_ = resume(find(P21), table)
    assert view(round_, "").waiting == ["1", "1.2"]
    assert view(round_, "1").choices[1].high == 500
    assert view(round_, "1.2").choices[1].high == 300
    with pytest.raises(Refusal, match=r"insure 5\.00 is refused: it must be from 0\.50 to 3\.00 \(P21-68\)"):
        round_.decide("1.2", Answer("insure", 500))
    small = Seat(1, "Kc 9d", {"main": 0.98})
    assert resume(find(P21), document(P21, small, bank="As Kd", options=THREE_TO_TWO)).over


@rule("P21-69", "P21-68")
def test_several_players_insure_at_once_and_each_wins() -> None:
    seats = (
        seat(1, "Kc 9d", 20, {"insure": 1000}),
        seat(2, "8c 9h", 20, "decline"),
        seat(3, "4c 9s", 40, {"insure": 500}),
    )
    result = played(P21, *seats, bank="As Kd", options=THREE_TO_TWO)
    assert [result.net(number) for number in (1, 2, 3)] == [0, -20, -30]
    assert result.bank == 50


@example("P21-E19")
@rule("P21-72")
def test_even_money_pays_the_wager_whatever_the_down_card_is() -> None:
    for bank in ("As Kd", "As 8d"):
        result = hand("Ah Qh", bank, "even-money", main=100, **THREE_TO_TWO)
        assert (result.net(1), result.outcome(1, "main")) == (100, "win")
    assert hand("Ah Qh", "As Kd", "decline", main=100, **THREE_TO_TWO).net(1) == 0
    assert hand("Ah Qh", "As 8d", "decline", main=100, **THREE_TO_TWO).net(1) == 150


@rule("P21-72")
def test_even_money_equals_insuring_a_pure_for_half_the_wager() -> None:
    for bank in ("As Kd", "As 8d"):
        assert hand("Ah Qh", bank, {"insure": 5000}, main=100, **THREE_TO_TWO).net(1) == 100


@rule("P21-72", "P21-36")
def test_even_money_is_for_a_pure_alone_and_only_where_offered() -> None:
    def choices(cards: str, **options: Any) -> list[str]:
        return offered(cards, "As 7d", **THREE_TO_TWO | options)

    assert choices("Ah Qh") == ["decline", "insure", "even-money"]
    assert choices("Kh Qh") == ["decline", "insure"]
    assert choices("Ah Qh", even_money=False) == ["decline", "insure"]


@rule("P21-72", "PD-56")
def test_backline_circles_on_a_pure_that_took_even_money_stay_in_play() -> None:
    behind = Backer(2, {"main": 10}, ("decline",)), Backer(3, {"main": 10}, ({"insure": 500},))
    backed = seat(1, "Ah Qh", 100, "even-money", backers=behind)
    for bank, net in (("As Kd", 0), ("As 8d", 15)):
        result = played(P21, backed, bank=bank, options=THREE_TO_TWO)
        assert (result.net(1), result.net("1.2"), result.net("1.3")) == (100, net, 10)
    early = seat(1, "Ah Qh", 100, backers=(Backer(2, {"main": 10}, ("even-money",)),))
    with pytest.raises(Refusal, match=r"even-money is refused behind the seat: it is the seat's own choice \(P21-72\)"):
        played(P21, early, bank="As Kd", options=THREE_TO_TWO)


@example("P21-E31")
def test_even_money_takes_only_the_wager_from_a_short_bank() -> None:
    seats = seat(2, "As Kd", 100, "even-money"), seat(3, "Kc Qd", 50, "decline", "stand")
    result = played(P21, *seats, bank="Ah 2c 6d", posted=120, options=THREE_TO_TWO)
    assert result.order == [("2", "main"), ("3", "main")]
    assert (result.net(2), result.net(3), result.back(3, "main"), result.bank) == (100, 20, 50, -120)


@example("P21-E20")
@rule("P21-70", "P21-72")
def test_insurance_and_even_money_are_refused_below_three_to_two() -> None:
    for pure_payoff in ("6:5", "7:5"):
        with pytest.raises(
            Refusal,
            match=rf"insurance is refused where a Pure pays {pure_payoff}: it needs pure_payoff = 3:2 \(P21-70\)",
        ) as refused:
            hand("Ks 9h", "9c 8d", pure_payoff=pure_payoff, insurance=True)
        assert refused.value.where == "options.insurance"
    with pytest.raises(
        Refusal, match=r"even_money is refused without insurance: it is offered only beside it \(P21-72\)"
    ):
        hand("Ks 9h", "9c 8d", pure_payoff="3:2", even_money=True)
    odds = Rules.of(P21).table("pure-6-5").odds["pure 21.5 blackjack"]
    assert odds.of(100) - 50 == 70  # what the source's own sum comes to at 6 to 5
