"""Pure 21.5 Blackjack: who sits and bets where, the bank and its fee, the shoe from round to round, errors."""

from collections import Counter
from typing import Any

import pytest

from houseway.cards import cards_from, text_of_cards
from houseway.games import find
from houseway.hands import totals
from houseway.rulebook import Rules
from houseway.script import Answer, Refusal
from houseway.table import Round, Shoe, play, result, resume
from houseway.table.between_rounds.rotation import Rotation
from houseway.table.setup import BankSetup, Decision
from houseway.testing import example, rule
from tests.games.pure_21_5 import P21, THREE_TO_TWO, full_table, hand, seat
from tests.kit import Backer, Played, Seat, document, played

# -- backline -----------------------------------------------------------------------------------------------------


@example("P21-E25")
@rule("P21-16", "P21-67", "PD-55", "PD-56")
@pytest.mark.parametrize(("posted", "nets"), [(90, (90, 0, 0, -90)), (300, (100, -30, 20, -90))])
def test_a_backline_bettor_who_does_not_match_a_double_plays_undoubled(posted: float, nets: tuple[float, ...]) -> None:
    doubles = seat(4, "6h 5d 9s", 50, {"double": 5000}, backers=(Backer(2, {"main": 20}, ("stay",)),))
    result = played(P21, doubles, seat(6, "Th 5c", 30, "stand"), bank="Kc 4d 5h", posted=posted)
    assert result.order == [("4", "main"), ("6", "main"), ("4.2", "main")]
    assert (result.net(4), result.net(6), result.net("4.2"), result.bank) == nets
    assert result.back("4.2", "main") == 20


@rule("PD-56")
def test_a_backline_bettor_matches_a_short_double_in_the_same_proportion() -> None:
    backers = Backer(2, {"main": 20}, ("match",)), Backer(3, {"main": 10}, ("stay",))
    result = played(P21, seat(1, "6h 5d 9s", 50, {"double": 2000}, backers=backers), bank="Tc 9c")
    assert (result.net(1), result.net("1.2"), result.net("1.3")) == (70, 28, 10)


@rule("PD-56")
def test_an_unmatched_split_stays_on_the_first_split_hand() -> None:
    backers = Backer(2, {"main": 20}, ("match",)), Backer(3, {"main": 10}, ("stay",))
    splits = seat(1, "8c 8d Th", 40, {"split": 4000}, "stand", "stand", backers=backers)
    result = played(P21, splits, bank="9c 8h", cards={"1/2": "5s"})
    assert (result.net(1, "main"), result.net(1, "main/2")) == (40, -40)
    assert (result.net("1.2", "main"), result.net("1.2", "main/2")) == (20, -20)
    assert [wager for place, wager in result.order if place == "1.3"] == ["main"]
    assert result.net("1.3") == 10


@rule("PD-56")
def test_nobody_is_asked_to_match_on_a_hand_where_they_have_no_chips() -> None:
    backers = (Backer(2, {"main": 20}, ("stay",)),)
    splits = seat(1, "8c 8d Th", 40, {"split": 4000}, "stand", {"double": 4000}, backers=backers)
    result = played(P21, splits, bank="9c 8h", cards={"1/2": "3s Kd"})
    assert (result.net(1), result.net("1.2")) == (120, 20)


@rule("P21-46", "PD-56")
def test_a_surrender_binds_the_backline() -> None:
    backers = (Backer(2, {"main": 20}),)
    result = played(P21, seat(1, "Th 6c", 50, "surrender", backers=backers), bank="9c 8h")
    assert (result.net(1), result.net("1.2")) == (-25, -10)


@rule("P21-16", "PD-53")
def test_backline_bets_are_taken_on_the_main_wager_only_and_not_where_the_room_has_none() -> None:
    backed = seat(1, "Th 6c", 50, "surrender", backers=(Backer(2, {"main": 20}),))
    with pytest.raises(Refusal, match=r"backline betting is off at this table \(P21-16\)"):
        played(P21, backed, bank="9c 8h", options={"backline": False})
    insured = seat(1, "Th 6c", 50, "surrender", backers=(Backer(2, {"main": 20, "insurance": 5}),))
    with pytest.raises(Refusal, match=r"no backline bet is taken on insurance: main take them"):
        played(P21, insured, bank="9c 8h", options=THREE_TO_TWO)


@example("PD-E13")
@rule("P21-67", "PD-55")
@pytest.mark.parametrize(
    ("backline_order", "nets"),
    [("after-all-seats", (-50, 40, -10, 0, 20)), ("with-seat", (-50, 20, -30, 0, 60))],
)
def test_main_circles_come_before_the_backline_unless_the_room_keeps_them_together(
    backline_order: str, nets: tuple[float, ...]
) -> None:
    seats = (
        seat(2, "Kc 2c", 50, "stand", backers=(Backer(2, {"main": 30}),)),
        seat(3, "Kd 9d", 40, "stand", backers=(Backer(2, {"main": 60}),)),
    )
    result = played(P21, *seats, bank="9c 2h 7c", posted=100, options={"backline_order": backline_order})
    places = (2, 3, "2.2", "3.2")
    assert (*(result.net(place) for place in places), result.bank) == nets


# -- seats, limits, the bank and fees -----------------------------------------------------------------------------


@rule("P21-10")
def test_eight_positions_hold_the_bank_and_seven_opponents_and_a_room_may_have_seven() -> None:
    assert {place for place, _ in full_table("9s 8h").order} == set("1234567")
    with pytest.raises(Refusal, match="seat 9 does not exist: the table has seats 1 to 8"):
        played(P21, seat(9, "Kc 2c", 5, "stand"), bank="9c 8h")
    with pytest.raises(Refusal, match="seat 8 does not exist: the table has seats 1 to 7"):
        played(P21, seat(8, "Kc 2c", 5), bank="9c 8h", bank_seat=7, options={"max_positions": 7})


@rule("P21-14")
def test_a_wager_keeps_to_the_posted_limits_and_only_the_main_circle_takes_one_before_the_deal() -> None:
    with pytest.raises(Refusal, match=r"seat 1's main of 4\.00 is under the minimum of 5\.00 \(P21-14\)"):
        played(P21, seat(1, "Kc 2c", 4, "stand"), bank="9c 8h", schedule="SCH-P21-02")
    with pytest.raises(Refusal, match=r"seat 1's main of 501\.00 is over the maximum of 500\.00 \(P21-14\)"):
        played(P21, seat(1, "Kc 2c", 501, "stand"), bank="9c 8h", schedule="SCH-P21-02")
    with pytest.raises(Refusal, match="'insurance' takes no wager before the deal"):
        played(P21, Seat(1, "Kc 2c", {"main": 5, "insurance": 2}), bank="9c 8h", options=THREE_TO_TWO)
    with pytest.raises(Refusal, match=r"seat 1 has no main: it is compulsory \(P21-14\)"):
        played(P21, Seat(1, "Kc 2c", {}), bank="9c 8h")


@rule("P21-17")
def test_no_card_is_dealt_before_a_player_dealer_posts_a_bank() -> None:
    table = document(P21, seat(1, "", 5), posted=None)
    with pytest.raises(Refusal, match="a player-dealer must be in place before any card is dealt"):
        resume(find(P21), table)
    table.bank = BankSetup(8, "house", None)
    with pytest.raises(Refusal, match=r"the house never banks this game.*\(PD-02\)"):
        resume(find(P21), table)


@rule("P21-18", "P21-83")
def test_the_button_shows_the_first_or_second_bank_and_then_the_bank_moves_clockwise() -> None:
    bank = Rotation({2: "Ana", 4: "Ben", 5: "Cleo"}, positions=8, first=2)
    shown = []
    for _ in range(2):
        if bank.banker is None:
            bank.accept(2)
        shown.append(bank.button)
        bank.settled()
    assert (shown, bank.offered) == (["first bank", "second bank"], 4)
    bank.decline(4)
    bank.decline(5)
    assert bank.broken
    table = document(P21, seat(1, "", 5))
    table.bank.turn = 3  # type: ignore[union-attr]
    with pytest.raises(Refusal, match=r"hand 3 in a row is refused: one person banks at most 2 \(PD-09\)"):
        resume(find(P21), table)


@rule("P21-84")
def test_a_proposition_player_bets_and_banks_by_the_same_rules_as_anybody() -> None:
    provider = seat(1, "Kc 9d", 10, "stand", player="Provider 1")
    assert played(P21, provider, bank="9c 8h").net(1) == 10
    table = document(P21, seat(1, "Kc 9d", 10, "stand"), bank="9c 8h")
    table.bank = BankSetup(8, "Provider 2", 100_000)
    assert resume(find(P21), table).bank_net == -1000


@example("P21-E26")
@rule("P21-20", "P21-21", "P21-22", "P21-24")
def test_the_player_dealer_pays_one_flat_fee_before_the_deal_and_a_short_bank_brings_no_refund() -> None:
    seats = (
        seat(1, "Kc 2c", 60, "stand"),
        seat(2, "Kd 2d", 50, "stand"),
        seat(3, "Kh 2h", 70, "stand"),
    )
    waiting = resume(
        find(P21), document(P21, *[seat(each.number, "", each.wagers["main"]) for each in seats], schedule="SCH-P21-02")
    )
    assert not waiting.events
    assert [(fee.payer, fee.amount, fee.action) for fee in waiting.fees] == [("bank", 100, 18_000)]
    result = played(P21, *seats, bank="9c Ah", posted=100, schedule="SCH-P21-02")
    assert [result.net(number) for number in (1, 2, 3)] == [-60, -40, 0]
    assert result.back(3, "main") == 70
    assert result.round.ledger.balances["box"] == 100


@rule("P21-22", "PD-29")
def test_a_schedule_of_five_rates_is_refused_where_the_room_allows_three() -> None:
    with pytest.raises(Refusal, match=r"SCH-P21-02 has 5 rates and max_collection_rates = 3 admits 3 \(PD-29\)"):
        played(P21, seat(1, "", 5), schedule="SCH-P21-02", options={"max_collection_rates": 3})


@rule("P21-23", "PD-30")
def test_doubles_and_splits_bring_no_further_fee() -> None:
    says: list[Decision] = [{"split": 9000}, {"double": 9000}, "stand"]
    result = played(P21, seat(1, "8c 8d 3h Ks", 90, *says), bank="9c 8h", cards={"1/2": "Ts"}, schedule="SCH-P21-02")
    assert [(fee.amount, fee.action) for fee in result.round.fees] == [(50, 9000)]


# -- the shoe -----------------------------------------------------------------------------------------------------


def shoe_without(count: int, decks: int = 6) -> str:
    """Text of that many cards of a shoe, the highest first."""
    return text_of_cards(sorted(find(P21).deck(Rules.of(P21, {"decks": decks}).options))[-count:])


@rule("P21-25")
def test_the_next_round_is_dealt_from_what_remains_until_three_quarters_are_gone() -> None:
    result = hand("2c 3d 4h Ts", "9c 8d", "hit")
    assert Counter(cards_from(result.round.carry_over()["gone"])) == Counter(cards_from("2c 3d 4h Ts 9c 8d"))
    following = Round(find(P21), document(P21, seat(1, "", 5), gone=result.round.carry_over()["gone"]).setup())
    assert len(following.cards_left()) == 312 - 6
    for before, kept in ((229, 233), (230, 0)):  # with four more, 234 of 312 are three quarters
        gone = text_of_cards(sorted(find(P21).deck(Rules.of(P21).options))[:before])
        late = played(P21, seat(1, "Ks Qs", 5, "stand"), bank="Kc Qc", gone=gone).round
        assert len(cards_from(late.carry_over()["gone"])) == kept


@rule("P21-25")
def test_a_round_that_should_be_shuffled_for_is_refused() -> None:
    for gone, options, sentence in (
        (shoe_without(234), {}, r"234 of 312 cards are gone: from 234 on, a round is shuffled for \(P21-25\)"),
        ("2c", {"reshuffle": "every-round"}, r"1 of 312 cards are gone: from 0 on, a round is shuffled for \(P21-25\)"),
        ("2c", {"decks": 2}, r"1 of 104 cards are gone: from 0 on, a round is shuffled for \(P21-25\)"),
        ("2c 2c 2c 2c", {"decks": 3}, "2c is gone more often than the shoe holds it"),
        ("2c Xx", {}, "'Xx' is not a card"),
    ):
        with pytest.raises(Refusal, match=sentence) as refused:
            Round(find(P21), document(P21, seat(1, "", 5), gone=gone, options=options).setup())
        assert refused.value.where == "gone"
    for options in ({"reshuffle": "every-round"}, {"decks": 1}, {"decks": 2}):
        assert hand("Ks 9h", "9c 8d", "stand", **options).round.carry_over()["gone"] == ""


ALL_FIFTY_TWO = {
    "1": "6h Qc 2s 3h", "2": "8s 8h 8d 9d 4s", "2/3": "As 2h 7c 3s", "2/2": "Ad Kc", "3": "9c 4h 7s", "4": "6c 7d 6s",
    "5": "Tc Kd 3c 4d 9s", "5/2": "Th 5s Jh", "5/3": "Kh 6d Ks", "5/4": "Jd", "6": "Jc Ts Qh Qd 2c 3d Ah 9h",
    "6/4": "Js", "6/3": "8c 7h", "6/2": "5d Ac Qs", "7": "4c 2d 5h", "bank": "5c Td",
}  # fmt: skip
SPLIT: Decision = {"split": 1000}
ALL_SAID: dict[str, list[Decision]] = {
    "1": ["hit", "hit"],
    "2": [SPLIT, SPLIT, "hit", "hit", "hit", "hit", "hit"],
    "3": ["hit"],
    "4": ["hit"],
    "5": [SPLIT, "hit", "hit", SPLIT, "hit", SPLIT, "hit", "stand"],
    "6": [SPLIT, SPLIT, SPLIT, "hit", "hit", "hit", "stand", "hit", "hit", "hit"],
    "7": ["hit"],
}


@example("P21-E32")
@rule("P21-25", "PD-33")
def test_a_round_that_uses_up_the_shoe_and_an_empty_tray_is_void_and_the_fee_stands() -> None:
    seats = [seat(number, "", 10) for number in range(1, 8)]
    table = document(P21, *seats, options={"decks": 1}, cards=ALL_FIFTY_TWO, decisions=ALL_SAID, schedule="SCH-P21-02")
    round_ = resume(find(P21), table)
    assert round_.cards_left() == []
    assert round_.over
    assert round_.voided == "P21-25"
    assert totals.total(round_.felt.spot("7").cards) == (11, False)
    assert {paid.outcome for paid in round_.payments} == {"void"}
    assert all(paid.returned == paid.staked for paid in round_.payments)
    assert [fee.amount for fee in round_.fees] == [50]
    assert round_.ledger.on_the_felt() == 0
    assert resume(find(P21), round_.document()).voided == "P21-25"


@rule("P21-25")
def test_a_shoe_that_runs_out_is_filled_from_the_discard_tray() -> None:
    gone = shoe_without(116, decks=3)  # forty low cards are left
    table = document(P21, *(seat(number, "", 5) for number in range(1, 8)), options={"decks": 3}, gone=gone)
    round_ = Round(find(P21), table.setup())
    left = tuple(round_.cards_left())
    assert len(left) == 40

    def hits(ask: Any) -> Answer:
        return Answer("hit") if ask.choices[0].name == "hit" else ask.default

    play(round_, Shoe(left, "tray", hits))
    dealt = [card for event in round_.events if isinstance(event.given, tuple) for card in event.given]
    assert len(dealt) > 40
    assert Counter(dealt[:40]) == Counter(left)
    assert Counter(dealt[40:]) <= Counter(cards_from(gone))
    assert not round_.voided
    assert len(round_.cards_left()) == 156 - len(dealt)
    assert result(resume(find(P21), round_.document())) == result(round_)


# -- irregularities -----------------------------------------------------------------------------------------------


@rule("P21-85", "PD-58", "PD-59")
def test_dealing_errors_void_the_round_or_it_plays_on() -> None:
    for kind in ("boxed-card", "wrong-count", "shuffler-failure", "bank-card-exposed", "bettor-left-out", "floor-void"):
        round_ = resume(find(P21), document(P21, seat(1, "8c 8d 5h", 20, {"split": 2000}), bank="9c 8h"))
        round_.call(kind)
        assert round_.over
        assert {(paid.wager, paid.outcome, paid.returned) for paid in round_.payments} == {
            ("main", "void", 2000),
            ("main/2", "void", 2000),
        }
        assert round_.carry_over()["gone"] == ""
    for kind in ("dropped-card", "shoe-card-exposed", "card-to-standing-hand"):
        round_ = resume(find(P21), document(P21, seat(1, "Kc 9d", 20), bank="9c 8h"))
        round_.call(kind)
        round_.decide("1", Answer("stand"))
        assert Played(round_).net(1) == 20
    with pytest.raises(Refusal, match="'community-card-exposed' is no irregularity of this game"):
        resume(find(P21), document(P21, seat(1, "Kc 9d", 20), bank="9c 8h")).call("community-card-exposed")
