"""Mini Pai Gow: the bonus and the Community Bonus."""

from typing import Any

import pytest

from houseway.games import find
from houseway.rulebook import Rules
from houseway.script import Refusal
from houseway.table import result, resume, view
from houseway.testing import example, rule
from tests.games.mini_pai_gow import (
    FLUSH,
    FOURS,
    FULL_HOUSE,
    JUNK,
    MORE_JUNK,
    MPG,
    STRAIGHT_FLUSH,
    bonus_money,
    hand,
    player_bank,
    seat,
    table,
)
from tests.kit import Played, Seat, document

# -- the bonus ----------------------------------------------------------------------------------------------------


@example("MPG-E10")
@rule("MPG-30", "MPG-31", "MPG-03")
@pytest.mark.parametrize(
    ("low", "high", "net"),
    [
        ("As", "Ad Ah 9c 7d 4s", 15),  # three aces split in the setting
        ("Kd", "9s 9d 5h 5c 3s", 5),
        ("Jk", "9s 9d 9h 7c 4d", 15),  # the joker is an ace, not a fourth nine
        ("4d", "Jk Ks Qs Js Ts", 1250),
        ("Kh", "8s 8d Qc 7d 3s", -5),
    ],
)
def test_the_bonus_goes_by_the_best_five_of_six_however_they_were_set(low: str, high: str, net: float) -> None:
    assert hand(low, high, "Qh Jc Tc 6h 5s 2c", bonus=5).net(1, "bonus") == net


@rule("MPG-30")
def test_the_bonus_does_not_care_what_became_of_the_main_wager() -> None:
    assert hand("3s", "9s 9d 5h 5c Kd", "As Ad Ac 8c 8d 4c", bonus=5).net(1) == -10 + 5


KINDS = {
    "five aces": "As Ad Ah Ac Jk 2d", "royal flush": "Ks Qs Js Ts Jk 4d", "straight flush": "5h 6h 7h 8h 9h 2d",
    "four of a kind": "9s 9d 9h 9c 2d 4h", "full house": "9s 9d 9h 4c 4d 2h", "flush": "Ah Jh 9h 7h 2h 3d",
    "straight": "5h 6d 7h 8d 9h 2d", "three of a kind": "9s 9d 9h 4c 2d Kh", "two pair": "9s 9d 4h 4c 2d Kh",
}  # fmt: skip


@rule("MPG-31")
@pytest.mark.parametrize("posted", ["MPG-A", "MPG-B", "MPG-C", "MPG-COMM"])
def test_each_posted_table_pays_its_rows_to_one(posted: str) -> None:
    printed = Rules.of(MPG).table(posted)
    assert set(KINDS) == set(printed.odds)
    for kind, cards in KINDS.items():
        player = Seat(1, cards, {"main": 10, "bonus": 5}, ("house-way",))
        result_ = table(player, bank="Qc Qd 8s 6c 5c 3c", bonus_paytable=posted)
        assert result_.net(1, "bonus") == 5 * printed.number(kind)


@rule("MPG-08", "MPG-31")
def test_the_posted_schedules_can_be_read() -> None:
    rules = Rules.of(MPG)
    assert [row.label for row in rules.table("MPG-COMM-FIXED").rows][-1] == "full house"
    assert rules.table("MPG-COMM").note.startswith("The only table allowed together with the Community Bonus")
    with pytest.raises(Refusal, match="bonus_paytable = MPG-D is not among its choices: MPG-A, MPG-B, MPG-C, MPG-COMM"):
        Rules.of(MPG, {"bonus_paytable": "MPG-D"})


@rule("MPG-32")
def test_the_floor_hears_of_four_of_a_kind_and_better_if_the_house_wants_it() -> None:
    def notices(kind: str, **options: Any) -> list[str]:
        player = Seat(1, KINDS[kind], {"main": 10}, ("house-way",))
        round_ = table(player, bank="Qc Qd 8s 6c 5c 3c", **options).round
        notices: list[str] = result(round_).notices
        return notices

    assert notices("four of a kind") == ["seat 1 has four of a kind (MPG-32)"]
    assert notices("straight flush") == ["seat 1 has straight flush (MPG-32)"]
    assert notices("full house") == notices("four of a kind", floor_notice="off") == []


# -- the community bonus ------------------------------------------------------------------------------------------


def community(**options: Any) -> Played:
    return table(
        seat(1, *FULL_HOUSE, bonus=5),
        seat(2, *FLUSH, bonus=5),
        seat(3, *FOURS, bonus=10),
        seat(4, *JUNK, bonus=1),
        seat(5, *MORE_JUNK),
        bank=STRAIGHT_FLUSH,
        bonus_paytable="MPG-COMM",
        **options,
    )


@example("MPG-E11")
@rule("MPG-07", "MPG-33", "MPG-34", "MPG-35")
def test_every_other_players_big_hand_pays_a_fixed_amount_to_a_bonus_of_five_dollars() -> None:
    each = community()
    assert [bonus_money(each, place) for place in range(1, 6)] == [90, 50, 505, -1, 0]
    highest = community(community_multi="highest-only")
    assert [bonus_money(highest, place) for place in range(1, 6)] == [90, 45, 505, -1, 0]


@rule("MPG-35")
def test_a_big_hand_without_a_bonus_wager_triggers_unless_the_house_wants_one() -> None:
    def money(needs: bool) -> float:
        result_ = table(
            seat(1, *FULL_HOUSE), seat(2, *FLUSH, bonus=5), bank=STRAIGHT_FLUSH, bonus_paytable="MPG-COMM",
            community_trigger_needs_bonus=needs,
        )  # fmt: skip
        return bonus_money(result_, 2)

    assert (money(False), money(True)) == (30 + 5, 30)


def banked_community(wagers: dict[str, float] | None = None, **options: Any) -> Played:
    """A player banks with a full house, against four of a kind and two hands of nothing."""
    return player_bank(
        seat(1, *FOURS, bonus=5),
        seat(2, *JUNK, bonus=5),
        seat(3, *MORE_JUNK, bonus=1),
        bank=" ".join(FULL_HOUSE),
        dealer=STRAIGHT_FLUSH,
        house_stake="none",
        bonus_paytable="MPG-COMM",
        wagers=wagers,
        **options,
    )


@example("MPG-E15")
@rule("MPG-33", "MPG-35", "MPG-64")
def test_a_bankers_hand_triggers_for_the_others_and_the_house_pays_his_own_bonus() -> None:
    money = banked_community({"bonus": 5})
    assert [bonus_money(money, place) for place in ("bank", 1, 2, 3)] == [90, 255, 15, -1]
    without = banked_community()
    assert money.bank == without.bank  # the bank is no party to any Bonus
    balances, others = (each.round.ledger.balances for each in (money, without))
    assert balances["player Bank"] - others["player Bank"] == 90_00 == others["house"] - balances["house"]
    (own,) = [paid for paid in result(money.round).payments if paid.seat == 7 and paid.wager == "bonus"]
    assert (own.player, own.outcome, own.net) == ("Bank", "win", 75_00)
    assert "MPG-64" in own.clauses
    assert view(money.round, "").bank.wagers == {"bank": 10_000_00}


@rule("MPG-35")
def test_where_a_trigger_needs_a_bonus_so_does_the_bankers() -> None:
    with_bonus = banked_community({"bonus": 1}, community_trigger_needs_bonus=True)
    assert [bonus_money(with_bonus, place) for place in ("bank", 1)] == [15, 255]  # 15 to 1, too little for Community
    assert bonus_money(banked_community(community_trigger_needs_bonus=True), 1) == 250


@rule("MPG-64", "MPG-06")
@pytest.mark.parametrize(
    ("wagers", "says"),
    [
        ({"main": 10.0}, r"bank\.wagers\.main: Bank holds the bank and makes no main wager \(PD-19\)"),
        ({"bonus": 26.0}, r"bank\.wagers\.bonus: the bank's bonus of 26\.00 is over the maximum of 25\.00 \(MPG-06\)"),
        ({"bonus": 0.5}, r"bank\.wagers\.bonus: the bank's bonus of 0\.50 is under the minimum of 1\.00 \(MPG-06\)"),
    ],
)
def test_a_banker_bets_the_bonus_alone_and_within_its_limits(wagers: dict[str, float], says: str) -> None:
    with pytest.raises(Refusal, match=says):
        banked_community(wagers)


@rule("MPG-13", "MPG-64")
def test_a_misdeal_returns_the_bankers_bonus() -> None:
    stopped = document(
        MPG, seat(1, *FOURS), bank_wagers={"bonus": 5}, bank_seat=7, options={"player_bank": "on"},
        irregularities=["boxed-card"],
    )  # fmt: skip
    stopped.cards, stopped.decisions = {}, {}
    round_ = resume(find(MPG), stopped)
    assert [(paid.place.name, paid.outcome, paid.returned) for paid in round_.payments if paid.wager == "bonus"] == [
        ("bank", "void", 5_00)
    ]


@rule("MPG-33", "MPG-36")
def test_the_community_amount_does_not_grow_with_the_bonus_and_never_comes_from_the_own_hand() -> None:
    def money(bonus: float, player: str = "Ben") -> float:
        seats = (seat(1, *FULL_HOUSE, bonus=5, player="Ana"), seat(2, *JUNK, bonus=bonus, player=player))
        result_ = table(*seats, bank=STRAIGHT_FLUSH, bonus_paytable="MPG-COMM", bonus_max=500)
        return bonus_money(result_, 2)

    assert (money(5), money(500), money(4.99)) == (-5 + 5, -500 + 5, -4.99)
    assert money(5, player="Ana") == -5  # her own other hand


@rule("MPG-07", "MPG-31")
def test_there_is_no_community_bonus_with_the_other_tables() -> None:
    seats = seat(1, *FULL_HOUSE, bonus=5), seat(2, *JUNK, bonus=5)
    assert {wager for _, wager in table(*seats, bank=STRAIGHT_FLUSH).order} == {"main", "bonus"}


@rule("MPG-06")
def test_bonus_money_over_the_posted_aggregate_is_cut_in_proportion() -> None:
    full = community()
    total = sum(
        paid.due for paid in full.round.payments if paid.wager in ("bonus", "community") and paid.outcome == "win"
    )
    assert total == (75 + 15 + 30 + 5 + 15 + 500 + 5) * 100
    cut = community(bonus_aggregate_max=129)
    paid = {place: bonus_money(cut, place) for place in (1, 2, 3)}
    assert paid == {1: 18, 2: 10, 3: 101}
    assert sum(paid.values()) == 129
    assert all(payment.clauses[-1] == "MPG-06" for payment in cut.round.payments if payment.wager == "community")
    assert bonus_money(community(bonus_aggregate_max=645), 3) == 505
