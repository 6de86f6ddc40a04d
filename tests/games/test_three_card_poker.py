"""Three Card Poker, clause by clause and example by example."""

from typing import Any

import pytest

from houseway.cards import cards_from
from houseway.games import find
from houseway.hands import three
from houseway.rulebook import Rules
from houseway.script import Answer, Refusal
from houseway.table import Round, resume, view
from houseway.table.setup import BankSetup
from houseway.testing import example, rule
from tests.kit import Backer, Played, Seat, cents, document, played

TCP = "three-card-poker"
RULES = Rules.of(TCP)


def seat(
    number: int, cards: str, ante: float, *, bonus: float = 0, folds: bool = False, backers: tuple[Backer, ...] = ()
) -> Seat:
    """A seat that plays, unless it folds."""
    wagers = {"ante": ante} | ({"bonus": bonus} if bonus else {})
    return Seat(number, cards, wagers, ("fold" if folds else "play",), backers)


def hand(
    player: str,
    bank: str,
    ante: float = 25,
    bonus: float = 0,
    *,
    folds: bool = False,
    posted: float = 100_000,
    **options: Any,
) -> Played:
    """One player at seat 1 against the bank."""
    return played(TCP, seat(1, player, ante, bonus=bonus, folds=folds), bank=bank, posted=posted, options=options)


# -- folding ------------------------------------------------------------------------------------------------------


@example("TCP-E01")
@rule("TCP-23", "TCP-24")
def test_a_fold_gives_up_ante_and_bonus_in_spite_of_a_pair() -> None:
    result = hand("4s 4d 9c", "Qs 3d 2c", 25, bonus=10, folds=True, posted=500)
    assert result.net(1, "ante") == -25
    assert result.net(1, "bonus") == -10
    assert result.bank == 35


@rule("TCP-25")
def test_folded_cards_are_never_shown() -> None:
    round_ = hand("4s 4d 9c", "Qs 3d 2c", folds=True).round
    assert view(round_, "").cards["1"] == [None, None, None]
    assert view(round_, "1").cards["1"] == ["4s", "4d", "9c"]


# -- the bank does not qualify ------------------------------------------------------------------------------------


@example("TCP-E02")
@rule("TCP-26", "TCP-27", "TCP-28", "TCP-45")
def test_a_bank_of_jack_high_returns_the_play_wager_and_a_better_hand_wins_the_ante() -> None:
    result = hand("9d 9c 4h", "Js 8d 3c")
    assert result.back(1, "play") == 25
    assert result.net(1, "play") == 0
    assert result.net(1, "ante") == 25


@example("TCP-E03")
def test_a_lower_hand_loses_the_ante_even_to_a_bank_that_does_not_qualify() -> None:
    result = hand("Th 7d 2c", "Jc 8s 4d")
    assert result.net(1) == -25
    assert result.outcome(1, "play") == "push"
    assert hand("Jd 8h 5c", "Jc 8s 4d").net(1) == 25  # the very next hand above it wins


@example("TCP-E04")
@pytest.mark.parametrize(("unqualified_tie", "net"), [("lose", -25), ("push", 0)])
def test_an_exact_tie_with_an_unqualified_bank_loses_the_ante_unless_the_room_pushes_it(
    unqualified_tie: str, net: float
) -> None:
    assert hand("Jd 8h 4c", "Jc 8s 4d", unqualified_tie=unqualified_tie).net(1) == net


@example("TCP-E15")
def test_the_bonus_is_paid_when_the_bank_does_not_qualify() -> None:
    result = hand("6s 6d Tc", "Jc 9h 3d", 10, bonus=10)
    assert (result.net(1, "ante"), result.net(1, "play"), result.net(1, "bonus")) == (10, 0, 10)


# -- the bank qualifies -------------------------------------------------------------------------------------------


@example("TCP-E05")
def test_king_high_beats_a_qualifying_queen_high_on_ante_and_play() -> None:
    result = hand("Kd 5s 3c", "Qh 6c 2d")
    assert (result.net(1, "ante"), result.net(1, "play")) == (25, 25)


@example("TCP-E06")
def test_a_higher_bank_that_qualifies_takes_ante_and_play() -> None:
    assert hand("Jh Td 6c", "Qh 6s 2d").net(1) == -50


@example("TCP-E07")
@rule("TCP-33")
@pytest.mark.parametrize(("qualified_tie", "net"), [("push", -5), ("lose", -45)])
def test_a_tie_with_a_qualified_bank_pushes_and_the_bonus_loses_with_ace_high(qualified_tie: str, net: float) -> None:
    assert hand("As Kh 7d", "Ad Kc 7h", 20, bonus=5, qualified_tie=qualified_tie).net(1) == net


@example("TCP-E21")
def test_flushes_of_equal_ranks_tie_because_suits_are_equal() -> None:
    result = hand("Ah 9h 4h", "Ac 9c 4c", 10)
    assert result.outcome(1, "ante") == result.outcome(1, "play") == "push"


@example("TCP-E22")
def test_equal_pairs_are_decided_by_the_third_card() -> None:
    assert hand("9s 9d Ac", "9h 9c Kd", 10).net(1) == 20


@example("TCP-E13")
@rule("TCP-26")
@pytest.mark.parametrize(
    ("bank", "qualifies"),
    [("Qs 3d 2c", True), ("Jh Td 8c", False), ("Jh Td 9c", True), ("2c 2d 3h", True), ("Jd 7d 2d", True)],
)
def test_the_bank_qualifies_with_queen_high_or_better(bank: str, qualifies: bool) -> None:
    assert (hand("As Ac Ad", bank).outcome(1, "play") == "win") is qualifies
    ranked = find(TCP).rank(cards_from(bank), Rules.of(TCP))["bank"]
    assert ranked.says == ("qualifies" if qualifies else "does not qualify")


# -- ranking ------------------------------------------------------------------------------------------------------


@example("TCP-E09")
def test_a_straight_beats_a_flush() -> None:
    result = hand("9s Tc Jd", "Ah Jh 4h", 10, bonus=5)
    assert (result.net(1, "ante") + result.net(1, "play"), result.net(1, "bonus")) == (20, 30)


@example("TCP-E10")
def test_three_of_a_kind_beats_a_straight() -> None:
    result = hand("2c 2d 2h", "Ad Kc Qs", 10, bonus=5)
    assert (result.net(1, "bonus"), result.net(1)) == (150, 170)


@example("TCP-E11")
def test_ace_two_three_is_the_lowest_straight_and_still_earns_the_bonus() -> None:
    result = hand("As 2d 3c", "2h 3s 4d", 10, bonus=5)
    assert (result.net(1, "bonus"), result.net(1)) == (30, 10)


@example("TCP-E12")
def test_king_ace_two_is_only_ace_high() -> None:
    assert hand("Kd Ah 2c", "Qs 9d 5c", 10, bonus=5).net(1) == 15


@rule("TCP-35", "TCP-36", "TCP-37", "TCP-48")
def test_the_three_cards_rank_in_the_order_of_the_bonus_table() -> None:
    worst_first = (
        "5c 3d 2h",
        "Ac Kd Jh",
        "2c 2d 3h",
        "2c 3c 5c",
        "As 2d 3c",
        "Ac Kd Qh",
        "2c 2d 2h",
        "Ac 2c 3c",
        "Ac Kc Qc",
    )
    values = [three.value(cards_from(cards)) for cards in worst_first]
    assert values == sorted(set(values))


# -- the bonus wager ----------------------------------------------------------------------------------------------


@example("TCP-E08")
def test_a_suited_ace_king_queen_pays_the_bonus_two_hundred_to_one() -> None:
    result = hand("Ah Kh Qh", "9c 9d 4s", 10, bonus=5, posted=2000)
    assert (result.net(1, "bonus"), result.net(1)) == (1000, 1020)


@example("TCP-E14")
def test_the_bonus_is_paid_on_a_hand_that_loses() -> None:
    result = hand("5s 5d Ac", "9s 9h 2c", 10, bonus=10)
    assert (result.net(1, "bonus"), result.net(1)) == (10, -10)


@rule("TCP-38", "TCP-39")
@pytest.mark.parametrize(
    ("cards", "odds"),
    [
        ("Ah Kh Qh", 200), ("Kh Qh Jh", 40), ("Ah 2h 3h", 40), ("7c 7d 7h", 30), ("4c 5d 6h", 6), ("Kc 9c 2c", 3),
        ("4c 4d 9h", 1), ("Ac Kd 9h", -1),
    ],
)  # fmt: skip
def test_each_hand_pays_its_row_of_the_bonus_table(cards: str, odds: int) -> None:
    assert hand(cards, "Qs 8s 2d", 10, bonus=1).net(1, "bonus") == odds


@example("TCP-E24")
@rule("TCP-07", "TCP-08")
def test_a_bonus_wager_needs_an_ante() -> None:
    table = document(TCP, Seat(2, "", {"bonus": 5}))
    with pytest.raises(Refusal, match=r"seat 2 has bonus without ante: it needs one \(TCP-08\)") as refused:
        resume(find(TCP), table)
    assert refused.value.where == "seats[0].wagers.bonus"
    with pytest.raises(Refusal, match=r"seat 2 has no ante: it is compulsory \(TCP-07\)") as refused:
        resume(find(TCP), document(TCP, Seat(2, "", {})))
    assert refused.value.where == "seats[0].wagers"


@rule("TCP-08", "TCP-12")
def test_the_bonus_need_not_match_the_ante_but_keeps_to_the_limits_by_itself() -> None:
    result = played(TCP, seat(1, "4c 4d 9h", 5, bonus=300), bank="Qs 8s 2d", limits=(5, 300))
    assert result.net(1, "bonus") == 300
    with pytest.raises(
        Refusal, match=r"seat 1's bonus of 301\.00 is over the maximum of 300\.00 \(TCP-12\)"
    ) as refused:
        played(TCP, seat(1, "4c 4d 9h", 5, bonus=301), bank="Qs 8s 2d", limits=(5, 300))
    assert refused.value.where == "seats[0].wagers.bonus"


# -- the play wager -----------------------------------------------------------------------------------------------


@example("TCP-E23")
@rule("TCP-10")
def test_the_play_wager_is_exactly_the_ante() -> None:
    round_ = resume(find(TCP), document(TCP, Seat(1, "Kd 5s 3c", {"ante": 15}), bank="Qh 6c 2d"))
    for offered in (10, 30):
        with pytest.raises(Refusal, match=rf"play {offered}\.00 is refused: it must be exactly 15\.00 \(TCP-10\)"):
            round_.decide("1", Answer("play", cents(offered)))
    round_.decide("1", Answer("play", cents(15)))
    assert Played(round_).net(1) == 30


@rule("TCP-10", "TCP-12")
def test_the_play_wager_may_take_ante_and_play_over_the_maximum() -> None:
    assert played(TCP, seat(1, "Kd 5s 3c", 300), bank="Qh 6c 2d", limits=(5, 300)).net(1) == 600


@rule("TCP-10")
def test_a_player_without_chips_for_the_play_wager_can_only_fold() -> None:
    broke = Seat(1, "Kd 5s 3c", {"ante": 15}, stack=14.99)
    round_ = resume(find(TCP), document(TCP, broke, bank="Qh 6c 2d"))
    assert [choice.name for choice in view(round_, "1").choices] == ["fold"]


@rule("TCP-09", "PD-22")
def test_no_opening_wager_is_taken_after_no_more_bets() -> None:
    round_ = resume(find(TCP), document(TCP, Seat(1, "Kd 5s 3c", {"ante": 15}), bank="Qh 6c 2d"))
    with pytest.raises(Refusal, match=r"'bonus' is not offered to seat 1: play or fold is \(TCP-22\)"):
        round_.decide("1", Answer("bonus", 500))


# -- the deal -----------------------------------------------------------------------------------------------------


@rule("TCP-01", "TCP-18", "TCP-17", "TCP-03")
def test_stacks_of_three_go_clockwise_from_the_banks_left_and_the_bank_is_last() -> None:
    round_ = played(
        TCP, seat(2, "2c 3c 4c", 5), seat(7, "5c 6c 7c", 5), seat(4, "8c 9c Tc", 5), bank="Jc Qc Kc", bank_seat=5
    ).round
    assert [event.to for event in round_.events[:4]] == ["7", "2", "4", "bank"]
    assert [len(event.given) for event in round_.events[:4] if isinstance(event.given, tuple)] == [3, 3, 3, 3]


@rule("TCP-18", "TCP-07")
def test_only_places_with_an_ante_are_dealt() -> None:
    round_ = hand("9d 9c 4h", "Js 8d 3c").round
    assert set(round_.document().cards) == {"1", "bank"}


@rule("TCP-01")
def test_a_card_that_was_dealt_cannot_come_again() -> None:
    with pytest.raises(Refusal, match="9d for the bank is not in the shoe: it was dealt before") as refused:
        hand("9d 9c 4h", "Js 8d 9d")
    assert refused.value.where == "cards.bank"


@rule("TCP-19", "TCP-21")
@pytest.mark.parametrize(
    ("exposed_card", "shown"),
    [("top", ["Tc", None, None]), ("middle", [None, "Td", None]), ("bottom", [None, None, "4s"]), ("none", [None] * 3)],
)
def test_one_bank_card_is_up_while_the_players_decide(exposed_card: str, shown: list[str | None]) -> None:
    table = document(TCP, Seat(3, "Ks Kd 8h", {"ante": 10}), bank="Tc Td 4s", options={"exposed_card": exposed_card})
    round_ = resume(find(TCP), table)
    seen = view(round_, "3")
    assert seen.cards == {"3": ["Ks", "Kd", "8h"], "bank": shown}
    assert view(round_, "").cards["3"] == [None, None, None]
    assert view(round_, "bank").cards["bank"] == shown


@rule("TCP-20")
def test_the_cards_left_over_are_never_seen() -> None:
    round_ = hand("9d 9c 4h", "Js 8d 3c").round
    assert len(round_.cards_left()) == 46
    assert set(view(round_, "1").cards) == {"1", "bank"}


@example("TCP-E19")
@rule("TCP-02")
def test_two_packs_take_turns() -> None:
    def pack(number: int) -> str:
        return Round(find(TCP), document(TCP, Seat(1, "", {"ante": 5}), round=number).setup()).pack

    assert [pack(number) for number in (1, 2, 3)] == ["red", "blue", "red"]


@rule("TCP-22")
@pytest.mark.parametrize(("decision_start", "first"), [("house-dealer-left", "1"), ("player-dealer-left", "6")])
def test_decisions_start_at_the_house_dealers_left_and_go_clockwise(decision_start: str, first: str) -> None:
    hands = ((1, "2c 3c 4c"), (2, "8c 9c Tc"), (6, "5c 6c 7c"), (7, "2d 3d 4d"))
    seats = [Seat(number, cards, {"ante": 5}) for number, cards in hands]
    table = document(TCP, *seats, bank="Jc Qc Kc", bank_seat=5, options={"decision_start": decision_start})
    assert view(resume(find(TCP), table), "").waiting == [first]


@rule("TCP-41")
def test_hands_are_opened_from_the_dealers_right_and_settled_from_the_button() -> None:
    result = played(TCP, seat(1, "2c 3d 4c", 5), seat(4, "5c 6d 7c", 5), seat(6, "8c 9d Tc", 5), bank="4h Qc Kc")
    assert result.round.felt.turned == ["bank", "6", "4", "1"]
    assert [place for place, wager in result.order if wager == "ante"] == ["4", "6", "1"]


# -- seats --------------------------------------------------------------------------------------------------------


@rule("TCP-04", "TCP-05")
def test_eight_people_sit_at_the_table_and_there_is_no_ninth_place() -> None:
    hands = ("2c 3d 4c", "5c 6d 7c", "8c 9d Tc", "Jc Qd Kc", "2d 3h 4d", "5d 6h 7d", "8d 9h Td")
    full = played(TCP, *(seat(n, cards, 5, bonus=5) for n, cards in enumerate(hands, 1)), bank="4h Qc Kh")
    assert {place for place, _ in full.order} == set("1234567")
    assert {wager for _, wager in full.order} == {"ante", "play", "bonus"}
    with pytest.raises(Refusal, match="seat 9 does not exist: the table has seats 1 to 8"):
        played(TCP, seat(9, "2c 3d 4c", 5), bank="4h Qc Kh")


@rule("TCP-06", "TCP-12")
def test_wagers_keep_to_the_posted_limits() -> None:
    with pytest.raises(Refusal, match=r"seat 1's ante of 4\.00 is under the minimum of 5\.00"):
        played(TCP, seat(1, "4c 4d 9h", 4), bank="Qs 8s 2d", schedule="SCH-TCP-01")


@rule("TCP-11")
def test_one_hand_per_player_unless_the_room_allows_two_on_adjacent_places() -> None:
    def two(first: int, second: int, hands: int) -> Played:
        seats = (
            Seat(first, "4c 4d 9h", {"ante": 5}, ("play",), player="Ana"),
            Seat(second, "5c 5d 9c", {"ante": 5}, ("play",), player="Ana"),
        )
        return played(TCP, *seats, bank="Qs 8s 2d", options={"hands_per_player": hands})

    with pytest.raises(Refusal, match=r"Ana is at seats \[3, 4\]: one hand per player \(TCP-11\)"):
        two(3, 4, hands=1)
    with pytest.raises(Refusal, match="two hands need adjacent places"):
        two(3, 5, hands=2)
    assert two(3, 4, hands=2).bank == -20


# -- the bank, the fee and the button -----------------------------------------------------------------------------


@rule("TCP-13")
def test_one_posted_wager_covers_ante_play_and_bonus_to_its_extent() -> None:
    assert hand("7c 8d 9h", "Kd Ks 4h", 10, bonus=5, posted=15).bank == -15
    assert hand("7c 8d 9h", "Kd Ks 4h", 10, bonus=5, posted=50).bank == -50


@rule("TCP-15")
def test_the_house_never_banks() -> None:
    table = document(TCP, Seat(1, "", {"ante": 5}), posted=None)
    with pytest.raises(Refusal, match="a player-dealer must be in place before any card is dealt"):
        resume(find(TCP), table)
    table.bank = BankSetup(8, "house", None)
    with pytest.raises(Refusal, match=r"the house never banks this game: the player-dealer posts a bank \(PD-02\)"):
        resume(find(TCP), table)


@example("TCP-E25")
@rule("TCP-16", "PD-24", "PD-26", "FEE-03", "FEE-07", "FEE-08")
@pytest.mark.parametrize(("fee_basis", "action"), [("all-predeal", 65), ("ante-only", 55)])
def test_the_fee_is_taken_from_the_player_dealer_before_any_card(fee_basis: str, action: int) -> None:
    seats = (Seat(1, "", {"ante": 20, "bonus": 5}), Seat(2, "", {"ante": 10}), Seat(3, "", {"ante": 25, "bonus": 5}))
    round_ = resume(find(TCP), document(TCP, *seats, schedule="SCH-TCP-01", options={"fee_basis": fee_basis}))
    (fee,) = round_.fees
    assert (fee.payer, fee.amount, fee.action) == ("bank", 100, action * 100)
    assert not round_.events


@example("TCP-E26")
@rule("TCP-29", "PD-38")
def test_the_button_moves_on_from_seats_without_an_ante() -> None:
    result = played(TCP, seat(3, "4c 4d 9h", 5), seat(7, "5c 5d 9c", 5), bank="8h Qs 2d")
    assert result.order[0] == ("3", "ante")


@rule("TCP-29")
@pytest.mark.parametrize(("exposed", "first"), [("Tc", "3"), ("8h", "1"), ("Kd", "6"), ("As", "1"), ("7s", "7")])
def test_the_exposed_card_places_the_button(exposed: str, first: str) -> None:
    hands = ("2c 3d 4c", "5c 6d 7c", "8c 9d Ts", "Jc Qd Kc", "2d 3h 4d", "5d 6h 7d", "8d 9h Td")
    seats = [seat(number, cards, 5) for number, cards in enumerate(hands, 1)]
    assert played(TCP, *seats, bank=f"{exposed} Qc Kh").order[0] == (first, "ante")
    fixed = played(TCP, *seats, bank=f"{exposed} Qc Kh", options={"button_source": "player-dealer-left"})
    assert fixed.order[0] == ("1", "ante")


@rule("TCP-29")
@pytest.mark.parametrize("row", RULES.table("action-button-seat").rows, ids=lambda row: row.label)
def test_every_card_names_the_seat_of_the_printed_chart(row: Any) -> None:
    rank = {"Ace": "A", "10": "T", "Jack": "J", "Queen": "Q", "King": "K"}.get(row.label, row.label)
    hands = ("2c 3d 4c", "5c 6d 7c", "8c 9d Tc", "Jc Qd Kc", "2d 3h 4d", "5d 6h 7d", "8d 9h Td")
    seats = [seat(number, cards, 5) for number, cards in enumerate(hands, 1)]
    assert played(TCP, *seats, bank=f"{rank}s Qc Kh").order[0] == (str(row.printed), "ante")


# -- settling -----------------------------------------------------------------------------------------------------


@example("TCP-E16")
@rule("TCP-19", "TCP-29", "TCP-42", "TCP-43", "TCP-44")
def test_a_short_bank_is_used_up_in_button_order_circle_by_circle() -> None:
    result = played(
        TCP,
        seat(3, "Ks Kd 8h", 10, bonus=5),
        seat(6, "2c 3d 9h", 25, folds=True),
        seat(1, "5h 6h 7h", 20, bonus=5),
        bank="Tc Td 4s",
        posted=120,
    )
    assert result.order == [
        ("3", "ante"), ("3", "play"), ("3", "bonus"), ("6", "ante"), ("1", "ante"), ("1", "play"), ("1", "bonus"),
    ]  # fmt: skip
    assert (result.net(3), result.net(6), result.net(1), result.bank) == (25, -25, 70, -70)
    bonus = result.payment(1, "bonus")
    assert (bonus.due, bonus.covered, bonus.returned) == (20_000, 3_000, 500)


@example("TCP-E17")
@rule("TCP-42")
@pytest.mark.parametrize(("settle_sequence", "nets"), [("button-order", (50, 0, -50)), ("losers-first", (0, -50, 50))])
def test_losers_use_up_a_short_bank_first_only_where_the_room_says_so(
    settle_sequence: str, nets: tuple[float, ...]
) -> None:
    seats = seat(2, "Kd Ks 4h", 25), seat(4, "9c 5d 2h", 25)
    result = played(TCP, *seats, bank="2s Qc 7h", posted=50, options={"settle_sequence": settle_sequence})
    assert (result.net(2), result.net(4), result.bank) == nets


@example("TCP-E18")
@rule("TCP-40")
def test_a_bank_of_fifteen_pays_the_ante_and_half_the_play_and_the_bonus_goes_back() -> None:
    result = hand("7c 8d 9h", "Kd Ks 4h", 10, bonus=5, posted=15)
    assert (result.net(1, "ante"), result.net(1, "play"), result.net(1, "bonus")) == (10, 5, 0)
    assert result.back(1, "bonus") == 5
    assert result.outcome(1, "bonus") == "void"
    assert result.bank == -15


@example("TCP-E27")
@rule("TCP-44")
def test_a_folded_ante_is_charged_in_its_turn_and_the_unreached_part_goes_back() -> None:
    result = played(TCP, seat(5, "3c 3d 8s", 20), seat(7, "2c 4d 6h", 30, folds=True), bank="5c 9d Jh", posted=40)
    assert (result.net(5, "ante"), result.net(5, "play"), result.net(7)) == (20, 0, -20)
    assert result.back(7, "ante") == 10
    assert result.bank == 0


@rule("TCP-44", "PD-45")
def test_forfeits_may_be_charged_at_once_in_the_order_of_the_decisions() -> None:
    seats = seat(2, "Kd Ks 4h", 25), seat(5, "2c 4d 6h", 30, bonus=20, folds=True)
    result = played(TCP, *seats, bank="2s Qc 7h", posted=50, options={"forfeit_settlement": "immediate"})
    assert result.order[:2] == [("5", "ante"), ("5", "bonus")]
    assert (result.net(2), result.net(5), result.bank) == (0, -50, 50)


@rule("TCP-30", "TCP-31", "TCP-32", "TCP-45")
def test_ante_and_play_are_decided_together() -> None:
    for player, bank, outcome in (("Kd 5s 3c", "Qh 6c 2d", "win"), ("Jh Td 6c", "Qh 6s 2d", "lose")):
        result = hand(player, bank)
        assert result.outcome(1, "ante") == result.outcome(1, "play") == outcome


OUTCOMES: dict[str, dict[str, Any]] = {
    "fold": {"player": "Kd 5s 3c", "bank": "Qh 6c 2d", "bonus": 1, "folds": True},
    "bank not qualified": {"player": "9d 9c 4h", "bank": "Js 8d 3c"},
    "bank not qualified, player higher": {"player": "9d 9c 4h", "bank": "Js 8d 3c"},
    "bank not qualified, player lower": {"player": "Th 7d 2c", "bank": "Jc 8s 4d"},
    "bank not qualified, tie": {"player": "Jd 8h 4c", "bank": "Jc 8s 4d"},
    "bank qualified, player higher": {"player": "Kd 5s 3c", "bank": "Qh 6c 2d"},
    "bank qualified, player lower": {"player": "Jh Td 6c", "bank": "Qh 6s 2d"},
    "bank qualified, tie": {"player": "As Kh 7d", "bank": "Ad Kc 7h"},
}


@rule("TCP-23", "TCP-24", "TCP-27", "TCP-28", "TCP-31", "TCP-32", "TCP-33", "TCP-45")
@pytest.mark.parametrize("row", RULES.table("outcomes").rows, ids=lambda row: row.label)
def test_every_circle_comes_out_as_the_printed_chart_says(row: Any) -> None:
    case, circle = row.label.split(": ")
    assert hand(ante=1, **OUTCOMES[case]).net(1, circle.lower()) == row.printed


@rule("TCP-45", "TCP-52")
def test_a_room_that_posts_other_odds_pays_them() -> None:
    def winning(bank: str, **options: Any) -> Played:
        pay = {"ante": {"Ante wins": "2"}, "play": {"Play wins (bank qualifies)": "3:2"}}
        return played(TCP, seat(1, "Kd 5s 3c", 10), bank=bank, pay=pay, options=options)

    assert (winning("Qh 6c 2d").net(1, "ante"), winning("Qh 6c 2d").net(1, "play")) == (20, 15)
    assert winning("Jh 6c 2d").net(1) == winning("Jh 6c 2d", unqualified_ante="pays").net(1) == 20


@example("TCP-E20")
@rule("TCP-34")
def test_there_is_no_ante_bonus() -> None:
    result = hand("9s Ts Js", "Ks Qd 4c", 10)
    assert [wager for _, wager in result.order] == ["ante", "play"]
    assert result.net(1) == 20


@rule("TCP-50", "TCP-47")
def test_a_round_is_over_when_every_wager_has_been_paid_collected_or_returned() -> None:
    round_ = played(TCP, seat(1, "2c 3d 4c", 5, bonus=5), seat(4, "5c 6d 7c", 5, folds=True), bank="4h Qc Kc").round
    assert round_.over
    assert all(not place.wagers for place in round_.felt.everyone())
    assert round_.ledger.on_the_felt() == 0
    again = resume(find(TCP), round_.document())
    assert [(paid.place.name, paid.net) for paid in again.payments] == [
        (paid.place.name, paid.net) for paid in round_.payments
    ]


# -- backline -----------------------------------------------------------------------------------------------------


@rule("TCP-46")
def test_backline_betting_is_off() -> None:
    with pytest.raises(Refusal, match=r"backline betting is off at this table \(TCP-46\)") as refused:
        played(TCP, seat(1, "9d 9c 4h", 5, backers=(Backer(2, {"ante": 5}, ("play",)),)), bank="Js 8d 3c")
    assert refused.value.where == "seats[0].backline[0]"


@rule("TCP-46", "PD-52", "PD-55", "PD-56")
def test_a_backline_bettor_matches_the_seats_play_or_is_out() -> None:
    backers = Backer(2, {"ante": 10, "bonus": 5}, ("play",)), Backer(3, {"ante": 20}, ("fold",))
    result = played(TCP, seat(1, "9d 9c 4h", 5, backers=backers), bank="Qs 8d 3c", options={"backline": True})
    assert (result.net(1), result.net("1.2"), result.net("1.3")) == (10, 25, -20)


@rule("PD-56")
def test_the_seats_fold_binds_its_backline() -> None:
    backers = (Backer(2, {"ante": 10, "bonus": 5}),)
    result = played(
        TCP, seat(1, "9d 9c 4h", 5, folds=True, backers=backers), bank="Qs 8d 3c", options={"backline": True}
    )
    assert (result.net(1), result.net("1.2")) == (-5, -15)


# -- irregularities -----------------------------------------------------------------------------------------------


@rule("TCP-49", "PD-58", "PD-33")
def test_a_second_bank_card_seen_early_voids_the_round_and_the_fee_stands_for_the_redeal() -> None:
    table = document(TCP, Seat(1, "9d 9c 4h", {"ante": 20, "bonus": 5}), bank="Qs 8d 3c", schedule="SCH-TCP-01")
    round_ = resume(find(TCP), table)
    round_.call("bank-card-exposed")
    assert round_.over
    assert [(paid.outcome, paid.returned, paid.net) for paid in round_.payments] == [
        ("void", 2000, 0),
        ("void", 500, 0),
    ]
    assert round_.voided == "TCP-49"
    assert sum(fee.amount for fee in round_.fees) > 0
    redeal = resume(
        find(TCP), document(TCP, Seat(1, "", {"ante": 20, "bonus": 5}), schedule="SCH-TCP-01", fee_carried=True)
    )
    assert redeal.fees == []


@rule("TCP-49", "PD-58")
def test_what_cannot_arise_here_is_no_irregularity() -> None:
    round_ = resume(find(TCP), document(TCP, Seat(1, "9d 9c 4h", {"ante": 20}), bank="Qs 8d 3c"))
    with pytest.raises(Refusal, match="'community-card-exposed' is no irregularity of this game: boxed-card"):
        round_.call("community-card-exposed")


# -- house variants -----------------------------------------------------------------------------------------------


@example("TCP-E28")
@rule("TCP-51")
def test_unexposed_the_top_card_places_the_button_when_the_bank_is_turned_up() -> None:
    seats = [Seat(3, "Ks Kd 8h", {"ante": 10}), Seat(6, "2c 3d 9h", {"ante": 10})]
    waiting = resume(find(TCP), document(TCP, *seats, bank="Tc Td 4s", options={"exposed_card": "none"}))
    assert view(waiting, "3").cards["bank"] == [None, None, None]
    for place in ("3", "6"):
        waiting.decide(place, Answer("play"))
    assert view(waiting, "3").cards["bank"] == ["Tc", "Td", "4s"]
    assert Played(waiting).order[0] == ("3", "ante")
    assert Played(waiting).outcome(3, "play") == "win"


@example("TCP-E29")
@rule("TCP-52")
@pytest.mark.parametrize(("unqualified_ante", "nets"), [("pays", (25, 25, 25, -25)), ("plays", (-25, -25, 25, -25))])
def test_an_unqualified_bank_pays_every_ante_that_was_played_where_the_room_says_so(
    unqualified_ante: str, nets: tuple[float, ...]
) -> None:
    seats = (
        seat(1, "Th 7d 2c", 25),
        seat(2, "Jd 8h 4c", 25),
        seat(3, "9d 9c 4h", 25),
        seat(4, "6c 3h 2s", 25, folds=True),
    )
    result = played(TCP, *seats, bank="Jc 8s 4d", options={"unqualified_ante": unqualified_ante})
    assert tuple(result.net(number) for number in (1, 2, 3, 4)) == nets
    assert result.back(1, "play") == 25


@example("TCP-E30")
@rule("TCP-53")
@pytest.mark.parametrize(
    ("player", "bank", "folds", "net"),
    [
        ("2c 3d 4h", "9s Ts Js", False, -10),
        ("8c 8d 8h", "Jc 7s 3d", False, 50),
        ("9s Ts Js", "Ks Qd 4c", False, 70),
        ("Ah Kh Qh", "Ad Kc Qs", False, 70),
        ("Ah Jh 4h", "Qs 7d 2c", False, 20),
        ("2c 3d 4h", "9s Ts Js", True, -10),
    ],
)
def test_the_ante_bonus_rewards_the_hand_whatever_the_bank_holds(
    player: str, bank: str, folds: bool, net: float
) -> None:
    assert hand(player, bank, 10, folds=folds, ante_bonus="5/4/1").net(1) == net


@example("TCP-E31")
@rule("TCP-54", "TCP-43")
def test_the_ante_bonus_is_settled_after_play_and_before_the_bonus() -> None:
    result = hand("5h 6h 7h", "Qc 9d 3s", 10, bonus=5, posted=45, ante_bonus="5/4/1")
    assert [wager for _, wager in result.order] == ["ante", "play", "ante-bonus", "bonus"]
    assert result.net(1, "ante-bonus") == 25
    assert result.back(1, "bonus") == 5
    assert (result.net(1), result.bank) == (45, -45)


@rule("TCP-54")
def test_a_backline_bettor_earns_the_ante_bonus_on_the_backline_ante() -> None:
    backers = (Backer(2, {"ante": 10}, ("play",)),)
    options = {"backline": True, "ante_bonus": "5/4/1"}
    result = played(TCP, seat(1, "2c 3d 4h", 5, backers=backers), bank="9s Ts Js", options=options)
    assert result.net("1.2", "ante-bonus") == 10


@rule("TCP-14")
def test_the_bank_of_a_third_hand_in_a_row_is_refused() -> None:
    table = document(TCP, Seat(1, "", {"ante": 5}))
    table.bank.turn = 3  # type: ignore[union-attr]
    with pytest.raises(Refusal, match=r"hand 3 in a row is refused: one person banks at most 2 \(PD-09\)"):
        resume(find(TCP), table)
