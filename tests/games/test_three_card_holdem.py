"""3 Card Hold'em, clause by clause and example by example."""

from typing import Any

import pytest

from houseway.cards import PACK, cards_from, text_of
from houseway.games import find
from houseway.hands import three
from houseway.rulebook import Rules
from houseway.script import Answer, Refusal
from houseway.table import Document, Round, resume, view
from houseway.testing import example, rule
from tests.kit import Backer, Played, Seat, cents, document

TCH = "three-card-holdem"
RULES = Rules.of(TCH)
BET_BET, BET_CHECK, FOLDS = ("bet", "bet"), ("bet", "check"), ("fold",)


def seat(
    number: int,
    cards: str,
    ante: float = 10,
    *,
    says: tuple[str, ...] = BET_BET,
    straight: float = 0,
    pair: float = 0,
    backers: tuple[Backer, ...] = (),
) -> Seat:
    """A seat that bets twice, unless it says otherwise."""
    sides = {"straight-or-up": straight, "pair-or-suited": pair}
    wagers = {"ante": ante} | {name: chips for name, chips in sides.items() if chips}
    return Seat(number, cards, wagers, says, backers)


def table(*seats: Seat, board: str, bank: str = "", **more: Any) -> Document:
    """The round's document: cards that the hand does not name are any that are left."""
    named = cards_from(" ".join((board, bank, *(seat.cards for seat in seats))))
    left = [text_of(card) for card in PACK if card not in named]
    return document(TCH, *seats, bank=bank or " ".join(left[:2]), cards={"board": board, "burn": left[2]}, **more)


def dealt(*seats: Seat, **more: Any) -> Played:
    """The round, played to its end."""
    round_ = resume(find(TCH), table(*seats, **more))
    assert round_.over, f"the round waits for {round_.request}"
    assert round_.ledger.sum() == 0
    return Played(round_)


def hand(player: str, board: str, bank: str = "", ante: float = 10, **more: Any) -> Played:
    """One player at seat 1 against the bank, who bets twice unless he `says` otherwise."""
    mine = {name: more.pop(name) for name in ("says", "straight", "pair") if name in more}
    return dealt(seat(1, player, ante, **mine), board=board, bank=bank, **more)


def waiting(*seats: Seat, **more: Any) -> Round:
    """The round as far as its decisions go."""
    return resume(find(TCH), table(*seats, **more))


# -- Ante and bets ------------------------------------------------------------------------------------------------


@example("TCH-E01")
@rule("TCH-38", "TCH-41", "TCH-44")
def test_a_winner_is_paid_on_the_bets_alone_when_the_bank_is_below_a_pair_of_fours() -> None:
    result = hand("Kd Qc", "Ks 7d 2h", "Jh 9c", 25)
    assert (result.net(1, "bet-or-fold"), result.net(1, "bet-or-check"), result.net(1, "ante")) == (25, 25, 0)
    assert result.outcome(1, "ante") == "push"
    assert result.net(1) == 50


@example("TCH-E02")
@rule("TCH-40", "TCH-42")
def test_a_pair_of_fours_qualifies_and_all_three_wagers_are_paid() -> None:
    assert hand("9h Kc", "9s 6d 2c", "4c 4h", 25).net(1) == 75


@example("TCH-E03")
@rule("TCH-39")
def test_a_bank_that_wins_without_qualifying_takes_ante_and_bets() -> None:
    assert hand("Qh Tc", "Ks 8d 3c", "3h Jd", 25).net(1) == -75


@example("TCH-E10")
def test_an_ace_high_flush_loses_to_the_lowest_of_middling_straights() -> None:
    assert hand("Ac 9c", "3c 4d Jc", "2h 5s").net(1) == -30


@example("TCH-E14")
def test_equal_pairs_are_decided_by_the_third_card() -> None:
    assert hand("Ad Kh", "As 7d 4c", "Ah Qc").net(1) == 30


@example("TCH-E16")
@rule("TCH-43")
def test_equal_hands_push_even_when_the_bank_does_not_qualify() -> None:
    result = hand("Kc 2s", "Ah Td 6c", "Kd 3h")
    assert [paid.outcome for paid in result.round.payments] == ["push"] * 3
    assert result.net(1) == 0


@example("TCH-E25")
def test_a_flush_of_the_bank_meets_the_qualifier() -> None:
    assert hand("9d 9s", "2h 5h 9c", "3h Jc").net(1) == 30


@example("TCH-E28")
def test_a_pair_of_threes_does_not_meet_the_qualifier() -> None:
    result = hand("Ad 8c", "8h 5d 2c", "3d 3s")
    assert (result.net(1), result.net(1, "ante")) == (20, 0)


@rule("TCH-40")
@pytest.mark.parametrize(
    ("bank", "qualifies"),
    [("4s 4d 2c", True), ("3s 3d Ac", False), ("Ac Kd Jh", False), ("2c 3c 5c", True), ("Ah 2d 3c", True)],
)
def test_a_pair_of_fours_or_better_qualifies(bank: str, qualifies: bool) -> None:
    says = find(TCH).rank(cards_from(bank), RULES)["bank"].says
    assert says == ("qualifies" if qualifies else "does not qualify")


OUTCOMES = {
    "fold": {"player": "Qh Tc", "board": "Ks 8d 3c", "bank": "3h Jd", "says": FOLDS},
    "bank higher": {"player": "Qh Tc", "board": "Ks 8d 3c", "bank": "3h Jd"},
    "player higher, bank below a pair of fours": {"player": "Kd Qc", "board": "Ks 7d 2h", "bank": "Jh 9c"},
    "player higher, bank pair of fours or better": {"player": "9h Kc", "board": "9s 6d 2c", "bank": "4c 4h"},
    "tie": {"player": "Kc 2s", "board": "Ah Td 6c", "bank": "Kd 3h"},
}


@rule("TCH-26", "TCH-38", "TCH-39", "TCH-41", "TCH-42", "TCH-43")
@pytest.mark.parametrize("row", RULES.table("outcomes").rows, ids=lambda row: row.label)
def test_every_circle_comes_out_as_the_printed_chart_says(row: Any) -> None:
    case, circle = row.label.split(": ")
    assert hand(ante=1, **OUTCOMES[case]).net(1, circle.lower().replace(" ", "-")) == row.printed  # type: ignore[arg-type]


@rule("TCH-42")
def test_a_room_that_posts_other_odds_pays_them() -> None:
    pay = {"ante": {"Player wins, bank below a pair of fours": "1"}, "bet-or-fold": {"Player wins": "3:2"}}
    result = hand("Kd Qc", "Ks 7d 2h", "Jh 9c", 10, pay=pay)
    assert (result.net(1, "ante"), result.net(1, "bet-or-fold")) == (10, 15)


# -- the two decisions --------------------------------------------------------------------------------------------


@example("TCH-E27")
@rule("TCH-07", "TCH-25")
def test_the_first_bet_is_exactly_the_ante_and_there_is_no_check() -> None:
    round_ = waiting(seat(1, "Kd Qc", 15, says=()), board="Ks 7d 2h")
    for offered in (10, 30):
        with pytest.raises(Refusal, match=rf"bet {offered}\.00 is refused: it must be exactly 15\.00 \(TCH-25\)"):
            round_.decide("1", Answer("bet", cents(offered)))
    with pytest.raises(Refusal, match=r"'check' is not offered to seat 1: bet or fold is \(TCH-25\)"):
        round_.decide("1", Answer("check"))
    round_.decide("1", Answer("bet", cents(15)))
    assert round_.felt.places[0].wagers["bet-or-fold"] == cents(15)


@example("TCH-E15")
@rule("TCH-29", "TCH-07")
def test_on_the_second_card_a_player_checks_or_bets_and_may_no_longer_fold() -> None:
    assert hand("9h Kc", "9s 6d 2c", "4c 4h", says=BET_CHECK).net(1) == 20
    round_ = waiting(seat(1, "9h Kc", says=("bet",)), board="9s 6d 2c", bank="4c 4h")
    with pytest.raises(Refusal, match=r"'fold' is not offered to seat 1: bet or check is \(TCH-29\)"):
        round_.decide("1", Answer("fold"))
    with pytest.raises(Refusal, match=r"bet 20\.00 is refused: it must be exactly 10\.00 \(TCH-29\)"):
        round_.decide("1", Answer("bet", cents(20)))


@rule("TCH-07")
def test_a_player_without_chips_for_a_bet_can_only_fold_or_check() -> None:
    broke = waiting(Seat(1, "9h Kc", {"ante": 10}, stack=9), board="9s 6d 2c")
    assert [choice.name for choice in view(broke, "1").choices] == ["fold"]
    half = waiting(Seat(1, "9h Kc", {"ante": 10}, ("bet",), stack=19), board="9s 6d 2c")
    assert [choice.name for choice in view(half, "1").choices] == ["check"]


@rule("TCH-30", "TCH-25", "TCH-29")
def test_in_both_rounds_players_decide_clockwise_from_the_dealers_left() -> None:
    seats = seat(5, "9h Kc"), seat(2, "8h Kd"), seat(6, "7h Ks", says=FOLDS)
    round_ = dealt(*seats, board="9s 6d 2c", bank_seat=3).round
    decided = [(event.to, event.given.choice) for event in round_.events if isinstance(event.given, Answer)]
    assert decided == [("2", "bet"), ("5", "bet"), ("6", "fold"), ("2", "bet"), ("5", "bet")]


@rule("TCH-26", "TCH-28")
def test_a_fold_loses_the_ante_and_a_hand_without_a_side_bet_is_never_shown() -> None:
    result = hand("9h Kc", "9s 6d 2c", "4c 4h", says=FOLDS)
    assert (result.net(1), result.bank) == (-10, 10)
    assert view(result.round, "").cards["1"] == [None, None]


# -- the side bets ------------------------------------------------------------------------------------------------


@example("TCH-E09")
@rule("TCH-27", "TCH-28", "TCH-50")
def test_a_fold_leaves_both_side_bets_in_action() -> None:
    result = hand("7h 2h", "8h 9c Td", says=FOLDS, straight=5, pair=5)
    assert (result.net(1, "ante"), result.net(1, "straight-or-up"), result.net(1, "pair-or-suited")) == (-10, 5, 5)
    assert result.net(1) == 0
    assert view(result.round, "").cards["1"] == ["7h", "2h"]


@example("TCH-E04")
@rule("TCH-32", "TCH-47")
def test_the_board_plays_and_all_five_cards_earn_the_top_award() -> None:
    result = hand("5h 5d", "Ac Kc Qc", "9s 8d", straight=5, pair=5)
    assert (result.net(1, "straight-or-up"), result.net(1, "pair-or-suited"), result.net(1)) == (500, 20, 520)


@example("TCH-E05")
@pytest.mark.parametrize(("player", "net"), [("5h 5d", 500), ("Ah 5d", 200), ("Ah Ad", 500)])
def test_the_pair_beside_a_suited_ace_king_queen_shares_no_card_with_it(player: str, net: float) -> None:
    assert hand(player, "Ac Kc Qc", straight=5).net(1, "straight-or-up") == net


@example("TCH-E06")
@rule("TCH-36", "TCH-48")
@pytest.mark.parametrize(("board", "net"), [("8c 7c 9c", 50), ("8c 7h 9c", 45)])
def test_a_hand_of_several_ranks_counts_only_as_the_highest(board: str, net: float) -> None:
    assert hand("8h 8d", board, straight=5).net(1, "straight-or-up") == net


@example("TCH-E07")
def test_four_eights_are_three_eights_like_those_on_the_board() -> None:
    result = hand("8s 2d", "8h 8d 8c", "Ah Kc", straight=5)
    assert (result.net(1, "straight-or-up"), result.net(1)) == (45, 45)


@example("TCH-E08")
@rule("TCH-35")
def test_a_full_house_counts_as_three_of_a_kind() -> None:
    assert hand("6c Kd", "6h 6d Kc", straight=5).net(1, "straight-or-up") == 45


@example("TCH-E23")
@rule("TCH-45", "TCH-48")
@pytest.mark.parametrize(
    ("player", "net"),
    [("Ah Kh", 150), ("Ac Ad", 100), ("Ks Kd", 50), ("Qs Qd", 20), ("9h 2h", 5), ("Ah Kd", -5)],
)
def test_pair_or_suited_is_decided_by_the_two_hole_cards(player: str, net: float) -> None:
    assert hand(player, "7c 4s 3s", pair=5).net(1, "pair-or-suited") == net


@example("TCH-E24")
def test_a_flush_does_not_earn_straight_or_up() -> None:
    assert hand("Ac 9c", "3c 4d Jc", straight=5).net(1, "straight-or-up") == -5


@rule("TCH-46")
@pytest.mark.parametrize(
    ("player", "odds"),
    [("Kc Qc", 40), ("3c 2c", 10), ("Ad Ah", 9), ("2d 3h", 1), ("7c 5c", -1), ("7d 7h", -1), ("Td 7h", -1)],
)
def test_each_hand_pays_its_row_of_straight_or_up(player: str, odds: int) -> None:
    assert hand(player, "Ac 8s Jd", straight=1).net(1, "straight-or-up") == odds


@rule("TCH-49")
@pytest.mark.parametrize(("bank", "outcome"), [("Ts Th", "lose"), ("Ah 4h", "win"), ("5s 3h", "push")])
def test_the_side_bets_do_not_depend_on_the_ante_or_the_bank(bank: str, outcome: str) -> None:
    result = hand("5h 5d", "Td 6c 7d", bank, straight=5, pair=5)
    assert result.outcome(1, "bet-or-fold") == outcome
    assert (result.net(1, "straight-or-up"), result.net(1, "pair-or-suited")) == (5, 20)


@rule("TCH-05", "TCH-45", "TCH-46")
@pytest.mark.parametrize(("option", "circle"), [("pair_or_suited", "pair"), ("straight_or_up", "straight")])
def test_a_room_may_leave_a_side_bet_off_the_layout(option: str, circle: str) -> None:
    wager = option.replace("_", "-")
    with pytest.raises(Refusal, match=f"'{wager}' takes no wager before the deal: ante, ") as refused:
        hand("5h 5d", "Td 6c 7d", options={option: False}, **{circle: 5})  # type: ignore[arg-type]
    assert refused.value.where == f"seats[0].wagers.{wager}"
    backed = seat(1, "5h 5d", backers=(Backer(2, {wager: 5}),))
    with pytest.raises(Refusal, match=f"no backline bet is taken on {wager}"):
        dealt(backed, board="Td 6c 7d", options={option: False})


@rule("TCH-04", "TCH-05")
def test_the_ante_is_compulsory_and_the_side_bets_need_it() -> None:
    with pytest.raises(Refusal, match=r"seat 2 has no ante: it is compulsory \(TCH-04\)") as refused:
        waiting(Seat(2, "", {}), board="Td 6c 7d")
    assert refused.value.where == "seats[0].wagers"
    with pytest.raises(Refusal, match=r"seat 2 has pair-or-suited without ante: it needs one \(TCH-05\)") as refused:
        waiting(Seat(2, "", {"pair-or-suited": 5}), board="Td 6c 7d")
    assert refused.value.where == "seats[0].wagers.pair-or-suited"


@rule("TCH-04")
def test_nobody_plays_two_hands() -> None:
    seats = [Seat(number, cards, {"ante": 5}, player="Ana") for number, cards in ((1, "5h 5d"), (2, "6h 6d"))]
    with pytest.raises(Refusal, match=r"Ana is at seats \[1, 2\]: one hand per player \(TCH-04\)"):
        waiting(*seats, board="Td 6c 7d")


@rule("TCH-06")
def test_ante_and_side_bets_need_not_be_equal_but_each_keeps_to_the_limits() -> None:
    assert hand("5h 5d", "Td 6c 7d", straight=300, pair=5, limits=(5, 300)).net(1, "straight-or-up") == 300
    with pytest.raises(Refusal, match=r"seat 1's straight-or-up of 301\.00 is over the maximum of 300\.00 \(TCH-06\)"):
        hand("5h 5d", "Td 6c 7d", straight=301, limits=(5, 300))
    with pytest.raises(Refusal, match=r"seat 1's ante of 4\.00 is under the minimum of 5\.00 \(TCH-06\)"):
        hand("5h 5d", "Td 6c 7d", ante=4, schedule="SCH-3CH-01")


# -- ranking ------------------------------------------------------------------------------------------------------


@example("TCH-E11")
@rule("TCH-34")
def test_ace_two_three_is_the_lowest_straight() -> None:
    assert hand("4c Kh", "3h 2d 9s", "Ac Jd").net(1) == 30


@example("TCH-E12")
def test_king_ace_two_is_no_straight() -> None:
    assert hand("Kc 5d", "Ah 2s 9d", "9h 4c").net(1) == -30


@example("TCH-E13")
@rule("TCH-35", "TCH-37")
def test_two_pair_is_the_higher_pair_with_the_best_third_card() -> None:
    assert hand("Ad 7h", "As 7d 4c", "Ah Qc").net(1) == -30


@rule("TCH-33", "TCH-34", "TCH-35", "TCH-36", "TCH-37")
def test_five_cards_rank_by_their_best_three() -> None:
    worst_first = (
        "7c 5d 4h 2s 9c", "Kc Jd 9h 3s 2c", "4c 4d 9h 2s Kc", "Ac Ad 7c 7d Qh", "2c 3c 5c Td Kh", "Ac Kc 9c 2d 4h",
        "As 2d 3c 9h Jc", "Qc Kd Ah 9s 7d", "6c 6d 6h Kc Kd", "8c 8d 8h 8s 2c", "Ac 2c 3c 9d 9h", "Ac Kc Qc 5h 5d",
    )  # fmt: skip
    values = [three.value(cards_from(cards)) for cards in worst_first]
    assert values == sorted(set(values))
    assert three.hand(cards_from("Ac Ad 7c 7d Qh")).says == "a pair of aces with a queen"


@rule("TCH-37")
def test_suits_are_equal_and_unused_cards_never_count() -> None:
    assert three.value(cards_from("Ah 9h 4h Js 7d")) == three.value(cards_from("Ac 9c 4c Jd 7h"))
    assert three.value(cards_from("9s 9d Kc 4h 3h")) == three.value(cards_from("9h 9c Kd 6s 2c"))


# -- the bank's hand ----------------------------------------------------------------------------------------------


@example("TCH-E22")
@rule("TCH-54")
def test_the_outer_two_are_brought_together_for_the_banks_one_hole_card() -> None:
    assert hand("9c 9d", "As 3d 8c", "Ah 4c").net(1) == -30
    bank = find(TCH).rank(cards_from("Ah 4c As 3d 8c"), RULES)["bank"]
    assert bank.says == "qualifies: As 8c 3d, Ah below As 8c, 4c aside"
    assert set(bank.cards) == set(cards_from("As Ah 8c"))


@rule("TCH-53", "TCH-54", "TCH-55")
@pytest.mark.parametrize(
    ("cards", "laid"),
    [
        ("Ah 9h 7c 2d 4h", "7c 2d 4h, Ah 9h below 4h"),
        ("6d 7c 8h Kd 2s", "8h Kd 2s, 6d 7c below 8h"),
        ("4d 5d Kc 3d Js", "Kc 3d Js, 4d 5d below 3d"),
        ("Ah Kc Jd 2s 3d", "Jd 2s 3d, Ah below 2s 3d, Kc aside"),
        ("6c 9d 6h 6s 2d", "6h 6s 2d, 6c below 6h 6s, 9d aside"),
        ("2h 9d Ac Kc Qc", "Ac Kc Qc, the board plays, 2h 9d aside"),
        ("9s 2d 9c 8d 7h", "9c 8d 7h, the board plays, 9s 2d aside"),
    ],
)
def test_the_dealer_lays_the_banks_three_cards_together(cards: str, laid: str) -> None:
    bank = find(TCH).rank(cards_from(cards), RULES)["bank"]
    assert bank.says.partition(": ")[2] == laid


@rule("TCH-45", "TCH-46", "TCH-47")
def test_cards_are_ranked_for_the_player_the_bank_and_the_side_bets() -> None:
    told = find(TCH).rank(cards_from("5h 5d Ac Kc Qc"), RULES)
    assert told["hand"].says == "a royal flush"
    assert told["straight or up"].says == "a-k-q suited plus a pair pays 100 to 1"
    assert told["pair or suited"].says == "any other pair pays 4 to 1"
    assert find(TCH).rank(cards_from("Ah Kd"), RULES)["pair or suited"].says == "loses"


# -- the deal -----------------------------------------------------------------------------------------------------


@rule("TCH-21", "TCH-22")
@pytest.mark.parametrize(
    ("deal_method", "order"),
    [("shuffler-two-cards", ["2", "bank", "5", "6"]), ("hand", ["2", "bank", "5", "6"] * 2)],
)
def test_hole_cards_go_clockwise_from_the_dealers_left_with_the_bank_in_its_turn(
    deal_method: str, order: list[str]
) -> None:
    seats = seat(5, "9h Kc"), seat(2, "8h Kd"), seat(6, "7h Ks")
    round_ = dealt(*seats, board="9s 6d 2c", bank="Ah Ad", bank_seat=3, options={"deal_method": deal_method}).round
    dealt_to = [(event.to, len(event.given)) for event in round_.events if isinstance(event.given, tuple)]
    at_once = 2 if deal_method == "shuffler-two-cards" else 1
    assert dealt_to == [*((place, at_once) for place in order), ("board", 1), ("burn", 1), ("board", 2)]


@rule("TCH-23", "TCH-29", "TCH-31")
def test_the_board_is_opened_card_by_card() -> None:
    round_ = waiting(seat(1, "9h Kc", says=()), board="9s 6d 2c", bank="4c 4h")
    assert view(round_, "1").cards["board"] == ["9s", None, None]
    assert view(round_, "1").cards["burn"] == [None]
    round_.decide("1", Answer("bet"))
    seen = view(round_, "1")
    assert (seen.cards["board"], seen.cards["bank"]) == (["9s", "6d", None], [None, None])
    round_.decide("1", Answer("check"))
    seen = view(round_, "1")
    assert (seen.cards["board"], seen.cards["bank"]) == (["9s", "6d", "2c"], ["4c", "4h"])
    assert seen.cards["burn"] == [None]


@rule("TCH-24")
def test_nobody_looks_at_hole_cards_before_the_board_is_down() -> None:
    whole = table(seat(1, "9h Kc", says=()), board="9s 6d 2c", bank="4c 4h")
    done = resume(find(TCH), whole)
    for upto in range(len(done.events)):
        early = view(resume(find(TCH), done.document(upto)), "1")
        assert early.cards.get("1", [None, None]) == [None, None]
    assert view(done, "1").cards["1"] == ["9h", "Kc"]


FULL = ("2c 3d", "5c 6d", "8c 9d", "Jc Qd", "2d 3h", "5d 6h")


@rule("TCH-01", "TCH-03", "TCH-23")
def test_six_players_and_the_bank_use_eighteen_cards_and_there_is_no_eighth_place() -> None:
    seats = [seat(number, cards, straight=5, pair=5) for number, cards in enumerate(FULL, 1)]
    round_ = dealt(*seats, board="Tc 7s Kd", bank="Ah Ad").round
    assert len(round_.cards_left()) == 52 - 18
    with pytest.raises(Refusal, match="seat 8 does not exist: the table has seats 1 to 7"):
        dealt(seat(8, "2c 3d"), board="Tc 7s Kd")


@rule("TCH-01")
def test_a_card_that_was_dealt_cannot_come_again() -> None:
    with pytest.raises(Refusal, match="9h for board is not in the shoe: it was dealt before"):
        hand("9h Kc", "9h 6d 2c")


@rule("TCH-02")
@pytest.mark.parametrize(
    ("options", "packs"),
    [({}, ["red", "blue", "red"]), ({"second_deck": False}, ["red"] * 3), ({"deal_method": "hand"}, ["red"] * 3)],
)
def test_a_second_pack_takes_turns_where_a_shuffler_mixes_it(options: dict[str, Any], packs: list[str]) -> None:
    def pack(number: int) -> str:
        return waiting(seat(1, "9h Kc", says=()), board="9s 6d 2c", round=number, options=options).pack

    assert [pack(number) for number in (1, 2, 3)] == packs


@rule("TCH-56")
def test_hands_are_opened_from_the_dealers_right() -> None:
    seats = seat(1, "2c 3d"), seat(3, "5c 6d", says=FOLDS), seat(4, "8c 9d", says=FOLDS, pair=5), seat(6, "Jc Qd")
    assert dealt(*seats, board="Tc 7s Kd", bank="Ah Ad").round.felt.turned == ["board", "bank", "6", "4", "1"]


@rule("TCH-08")
def test_every_place_has_five_circles() -> None:
    names = [circle.name for circle in find(TCH).circles]
    assert names == ["ante", "bet-or-fold", "bet-or-check", "straight-or-up", "pair-or-suited"]
    everything = dealt(seat(1, "5h 5d", straight=5, pair=5), board="Td 6c 7d")
    assert [wager for _, wager in everything.order] == names


# -- the bank and the fee -----------------------------------------------------------------------------------------


@rule("TCH-12")
def test_one_posted_bank_covers_base_and_side_wagers_and_the_house_never_banks() -> None:
    assert hand("5h 5d", "Ac Kc Qc", "9s 8d", straight=5, pair=5, posted=510).bank == -510
    with pytest.raises(Refusal, match="a player-dealer must be in place before any card is dealt"):
        waiting(seat(1, ""), board="Td 6c 7d", posted=None)


@rule("TCH-13")
def test_the_bank_of_a_third_hand_in_a_row_is_refused() -> None:
    third = table(seat(1, ""), board="Td 6c 7d")
    third.bank.turn = 3  # type: ignore[union-attr]
    with pytest.raises(Refusal, match=r"hand 3 in a row is refused: one person banks at most 2 \(PD-09\)"):
        resume(find(TCH), third)


@example("TCH-E26", "PD-E26")
@rule("TCH-09", "TCH-10")
def test_the_fee_is_taken_from_the_player_dealer_on_the_antes_alone() -> None:
    seats = [
        Seat(1, "", {"ante": 25, "straight-or-up": 20}),
        Seat(2, "", {"ante": 50, "straight-or-up": 10}),
        Seat(3, "", {"ante": 75}),
    ]
    round_ = resume(find(TCH), document(TCH, *seats, schedule="SCH-3CH-01"))
    (fee,) = round_.fees
    assert (fee.payer, fee.amount, fee.action) == ("bank", 100, cents(150))
    assert not round_.events
    with pytest.raises(Refusal, match="option fee_basis = all-predeal is not among its choices: ante-only"):
        resume(find(TCH), document(TCH, *seats, options={"fee_basis": "all-predeal"}))


@rule("TCH-11")
def test_the_fee_is_flat_within_its_band_and_one_schedule_is_posted() -> None:
    def fee(ante: float) -> int:
        return resume(find(TCH), document(TCH, Seat(1, "", {"ante": ante}), schedule="SCH-3CH-01")).fees[0].amount

    assert [fee(ante) for ante in (5, 100, 101, 200)] == [50, 50, 100, 100]
    with pytest.raises(Refusal, match="three-card-holdem has no schedule 'SCH-TCP-01'"):
        resume(find(TCH), document(TCH, Seat(1, "", {"ante": 5}), schedule="SCH-TCP-01"))


# -- the button and the settling ----------------------------------------------------------------------------------

SHORT = 25  # a bank that does not cover all action, so that the button decides


@example("TCH-E17")
@rule("TCH-15", "TCH-16", "TCH-17")
@pytest.mark.parametrize(
    ("third", "button_wrap", "first"),
    [
        ("Kc", "skip-bank", "1"), ("9s", "skip-bank", "3"), ("7d", "skip-bank", "1"),
        ("Kc", "count-bank", "6"), ("9s", "count-bank", "2"), ("7d", "count-bank", "1"),
    ],
)  # fmt: skip
def test_the_third_communal_card_places_the_button(third: str, button_wrap: str, first: str) -> None:
    seats = [seat(number, cards) for number, cards in enumerate(FULL, 1)]
    result = dealt(*seats, board=f"Tc 7s {third}", bank="Ah Ad", posted=SHORT, options={"button_wrap": button_wrap})
    assert result.order[0] == (first, "ante")


@rule("TCH-15", "TCH-17")
@pytest.mark.parametrize("row", RULES.table("action-button-seat").rows, ids=lambda row: row.label)
def test_every_card_names_the_seat_of_the_printed_chart(row: Any) -> None:
    rank = {"Ace": "A", "10": "T", "Jack": "J", "Queen": "Q", "King": "K"}.get(row.label, row.label)
    seats = [seat(number, cards) for number, cards in enumerate(FULL, 1)]
    result = dealt(*seats, board=f"Tc 7c {rank}s", bank="Ah Ad", posted=SHORT)
    assert result.order[0] == (str(row.printed), "ante")


@rule("TCH-16")
@pytest.mark.parametrize(("button_card", "first"), [("third-communal", "3"), ("first-communal", "5")])
def test_the_room_may_count_from_the_first_communal_card(button_card: str, first: str) -> None:
    seats = [seat(number, cards) for number, cards in zip((3, 5), ("Tc 8d", "2c 3d"), strict=True)]
    result = dealt(*seats, board="Jh 6d 9s", bank="Jd 4h", posted=SHORT, options={"button_card": button_card})
    assert result.order[0] == (first, "ante")


@example("TCH-E29")
@rule("TCH-14", "TCH-18", "TCH-19", "PD-49")
@pytest.mark.parametrize(("posted", "seats", "nets"), [(60, "111333", (-30, 30, 0)), (50, "333111", (-20, 30, -10))])
def test_settling_starts_at_the_dealers_left_where_the_bank_covers_all_action_and_at_the_button_where_it_does_not(
    posted: float, seats: str, nets: tuple[float, ...]
) -> None:
    result = dealt(seat(1, "2c 3d"), seat(3, "Tc 8d"), board="Jh 6d 9s", bank="Jd 4h", posted=posted)
    assert "".join(place for place, _ in result.order) == seats
    assert [wager for _, wager in result.order[:3]] == ["ante", "bet-or-fold", "bet-or-check"]
    assert (result.net(1), result.net(3), result.bank) == nets


@rule("TCH-18", "PD-49")
@pytest.mark.parametrize(
    ("accounting", "posted", "first"),
    [("separate-caps", 60, "1"), ("separate-caps", 59, "3"), ("net-running", 30, "1"), ("net-running", 29, "3")],
)
def test_whether_the_bank_covers_all_action_is_told_by_the_accounting_of_the_room(
    accounting: str, posted: float, first: str
) -> None:
    """30 is lost and 60 won: each must fit its own cap, or else what is collected first helps to pay the winner."""
    seats = seat(1, "2c 3d"), seat(3, "Tc 8d", 20)
    options = {"bank_accounting": accounting}
    result = dealt(*seats, board="Jh 6d 9s", bank="Jd 4h", posted=posted, options=options)
    assert result.order[0] == (first, "ante")


@rule("TCH-18")
@pytest.mark.parametrize("button_card", ["third-communal", "first-communal"])
def test_a_bank_that_covers_everything_pays_the_same_from_any_seat(button_card: str) -> None:
    seats = [seat(number, cards, pair=5) for number, cards in zip((3, 5), ("Tc 8d", "2c 3d"), strict=True)]
    result = dealt(*seats, board="Jh 6d 9s", bank="Jd 4h", options={"button_card": button_card})
    assert (result.net(3), result.net(5), result.bank) == (25, -35, 10)


@example("TCH-E18")
@rule("TCH-14", "TCH-19", "TCH-57")
def test_a_short_bank_is_used_up_in_button_order_and_a_folded_ante_in_its_turn() -> None:
    result = dealt(
        seat(3, "Tc 8d", straight=5),
        seat(4, "Ks 6h", 20, says=BET_CHECK, pair=5),
        seat(1, "Ah 5h", 15, says=FOLDS, pair=10),
        board="Jh 6d 9s",
        bank="Jd 4h",
        posted=100,
    )
    assert result.order == [
        ("3", "ante"), ("3", "bet-or-fold"), ("3", "bet-or-check"), ("3", "straight-or-up"),
        ("4", "ante"), ("4", "bet-or-fold"), ("4", "pair-or-suited"), ("1", "ante"), ("1", "pair-or-suited"),
    ]  # fmt: skip
    assert (result.net(3), result.net(4), result.net(1), result.bank) == (35, -45, -10, 20)
    last = result.payment(1, "pair-or-suited")
    assert (last.due, last.covered, last.returned) == (1000, 500, 1000)


@rule("TCH-28", "TCH-57", "PD-45")
def test_a_room_may_collect_folded_antes_at_once() -> None:
    seats = seat(3, "Tc 8d", 10), seat(1, "Ah 5h", 15, says=FOLDS)
    result = dealt(*seats, board="Jh 6d 9s", bank="Jd 4h", posted=25, options={"forfeit_settlement": "immediate"})
    assert result.order[0] == ("1", "ante")
    assert (result.net(1), result.net(3), result.bank) == (-15, 10, 5)


@example("PD-E15")
@rule("TCH-19")
@pytest.mark.parametrize(("grouping", "nets"), [("by-seat", (60, 0, -60)), ("by-circle", (20, -40, 20))])
def test_a_room_may_settle_circle_by_circle_round_the_table(grouping: str, nets: tuple[float, ...]) -> None:
    seats = seat(1, "9c 9d", straight=5), seat(2, "Qs 3d", 20, says=BET_CHECK)
    result = dealt(*seats, board="9h 2c 7s", bank="Kh 7d", posted=60, options={"settle_grouping": grouping})
    assert (result.net(1), result.net(2), result.bank) == nets


# -- backline -----------------------------------------------------------------------------------------------------


@example("TCH-E19")
@rule("TCH-51", "TCH-52")
def test_a_fold_leaves_the_side_bets_behind_the_seat_in_action() -> None:
    backers = (Backer(2, {"straight-or-up": 10, "pair-or-suited": 5}),)
    result = dealt(seat(2, "5s 5d", says=FOLDS, backers=backers), board="6c 7h Qd")
    assert result.net(2) == -10
    assert (result.net("2.2", "straight-or-up"), result.net("2.2", "pair-or-suited")) == (10, 20)
    assert view(result.round, "").cards["2"] == ["5s", "5d"]


@example("TCH-E20")
@rule("TCH-51")
def test_no_base_wager_is_taken_behind_a_seat() -> None:
    backed = seat(2, "5s 5d", backers=(Backer(2, {"ante": 10}),))
    with pytest.raises(
        Refusal, match=r"no backline bet is taken on ante: pair-or-suited, straight-or-up take them \(TCH-51\)"
    ) as refused:
        dealt(backed, board="6c 7h Qd")
    assert refused.value.where == "seats[0].backline[0].wagers.ante"


@rule("TCH-51")
def test_somebody_behind_a_seat_bets_something() -> None:
    with pytest.raises(Refusal, match=r"seat 2 backline 2 has no wager \(TCH-51\)") as refused:
        dealt(seat(2, "5s 5d", backers=(Backer(2, {}),)), board="6c 7h Qd")
    assert refused.value.where == "seats[0].backline[0].wagers"


@rule("TCH-51")
@pytest.mark.parametrize(
    ("options", "clause"),
    [({"backline_side_bets": False}, "TCH-51"), ({"backline_enabled": "off-everywhere"}, "PD-53")],
)
def test_a_room_may_do_without_backline_betting(options: dict[str, Any], clause: str) -> None:
    backed = seat(2, "5s 5d", backers=(Backer(2, {"pair-or-suited": 10}),))
    with pytest.raises(Refusal, match=rf"backline betting is off at this table \({clause}\)"):
        dealt(backed, board="6c 7h Qd", options=options)


@rule("TCH-58", "PD-55")
@pytest.mark.parametrize(
    ("backline_order", "order"),
    [("after-all-seats", ["2", "5", "2.2", "5.2", "2.3"]), ("with-seat", ["2", "2.2", "2.3", "5", "5.2"])],
)
def test_side_bets_behind_the_seats_come_after_all_main_circles(backline_order: str, order: list[str]) -> None:
    both = {"straight-or-up": 5, "pair-or-suited": 5}
    seats = seat(2, "5s 5d", backers=(Backer(2, both), Backer(3, both))), seat(5, "Ks 4d", backers=(Backer(2, both),))
    result = dealt(*seats, board="6c 7h 2d", options={"backline_order": backline_order})
    assert list(dict.fromkeys(place for place, _ in result.order)) == order
    assert [wager for place, wager in result.order if place == "2.2"] == ["straight-or-up", "pair-or-suited"]


@rule("TCH-10", "PD-57")
def test_side_bets_behind_a_seat_keep_to_the_limits_and_stay_out_of_the_fee() -> None:
    backed = Seat(2, "", {"ante": 25}, (), (Backer(2, {"pair-or-suited": 500}),))
    assert resume(find(TCH), document(TCH, backed, schedule="SCH-3CH-01")).fees[0].action == cents(25)
    over = Seat(2, "", {"ante": 25}, (), (Backer(2, {"pair-or-suited": 501}),))
    with pytest.raises(Refusal, match=r"seat 2 backline 2's pair-or-suited of 501\.00 is over the maximum of 500\.00"):
        resume(find(TCH), document(TCH, over, schedule="SCH-3CH-01"))


# -- a full table -------------------------------------------------------------------------------------------------


def full_table(**more: Any) -> Played:
    """Every seat filled, every circle used, somebody behind three of them, one fold."""
    behind = {
        1: (Backer(2, {"pair-or-suited": 10}),),
        4: (Backer(2, {"straight-or-up": 5, "pair-or-suited": 5}), Backer(5, {"straight-or-up": 20})),
        6: (Backer(3, {"pair-or-suited": 5}),),
    }
    hands = ("Tc Th", "5c 2h", "8c 9s", "Jc Qc", "2d 3h", "Ad Kd")
    seats = [
        seat(n, cards, 10 * n, says=FOLDS if n == 5 else BET_BET, straight=5, pair=5, backers=behind.get(n, ()))
        for n, cards in enumerate(hands, 1)
    ]
    return dealt(*seats, board="Ts 7d Kc", bank="Kh 4h", **more)


@rule("TCH-03", "TCH-12", "TCH-14", "TCH-48")
def test_a_full_table_with_several_side_bets_won_adds_up() -> None:
    result = full_table()
    assert [result.net(n) for n in range(1, 7)] == [95, -70, 90, 175, -60, 325]
    assert (result.net("1.2"), result.net("4.2"), result.net("4.5"), result.net("6.3")) == (40, 55, 200, 150)
    assert result.round.ledger.balances["player Bank"] == result.round.bank_net


@rule("TCH-57")
@pytest.mark.parametrize("bank_accounting", ["action-consumed", "separate-caps", "net-running"])
@pytest.mark.parametrize("settle_sequence", ["button-order", "losers-first"])
@pytest.mark.parametrize("settle_grouping", ["by-seat", "by-circle"])
@pytest.mark.parametrize("posted", [7, 100, 333])
def test_a_short_bank_at_a_full_table_neither_wins_nor_loses_more_than_it_posted(
    posted: int, settle_grouping: str, settle_sequence: str, bank_accounting: str
) -> None:
    options = {
        "settle_grouping": settle_grouping,
        "settle_sequence": settle_sequence,
        "bank_accounting": bank_accounting,
    }
    result = full_table(posted=posted, options=options)
    assert abs(result.bank) <= posted
    assert result.round.ledger.balances["player Bank"] == result.round.bank_net
    assert result.round.ledger.on_the_felt() == 0


# -- irregularities -----------------------------------------------------------------------------------------------


@example("TCH-E21")
@rule("TCH-66", "TCH-68", "PD-33")
def test_a_misdeal_returns_every_wager_even_a_side_bet_that_was_already_won() -> None:
    round_ = waiting(Seat(1, "Ac Ad", {"ante": 10, "pair-or-suited": 5}), board="9s 6d 2c", schedule="SCH-3CH-01")
    round_.call("community-card-exposed")
    assert [(paid.wager, paid.outcome, paid.returned, paid.net) for paid in round_.payments] == [
        ("ante", "void", 1000, 0),
        ("pair-or-suited", "void", 500, 0),
    ]
    assert round_.voided == "TCH-66"
    redeal = waiting(seat(1, "9h Kc", says=()), board="9s 6d 2c", schedule="SCH-3CH-01", fee_carried=True)
    assert (len(round_.fees), redeal.fees) == (1, [])


@rule("TCH-60", "TCH-61", "TCH-62", "TCH-63", "TCH-65", "TCH-66", "TCH-67", "TCH-68")
@pytest.mark.parametrize(
    ("kind", "clause"),
    [
        ("floor-void", "TCH-60"), ("boxed-card", "TCH-61"), ("wrong-count", "TCH-62"), ("shuffler-failure", "TCH-63"),
        ("bank-card-exposed", "TCH-65"), ("community-card-exposed", "TCH-66"), ("bettor-left-out", "TCH-67"),
    ],
)  # fmt: skip
def test_a_dealing_error_voids_all_hands_by_its_own_clause(kind: str, clause: str) -> None:
    round_ = waiting(seat(1, "9h Kc", says=("bet",), straight=5), board="9s 6d 2c")
    round_.call(kind)
    assert (round_.over, round_.voided) == (True, clause)
    assert sum(paid.returned for paid in round_.payments) == cents(25)


@example("TCH-E30")
@rule("TCH-62", "TCH-68", "PD-33")
@pytest.mark.parametrize("deal_method", ["shuffler-two-cards", "hand"])
@pytest.mark.parametrize(
    "cards",
    [{"1": "Ac Ad 7h"}, {"1": "Ac"}, {"bank": "4c"}, {"bank": "4c 4h Ts 9c"}, {"2": "Kd"}, {"2": "Kd 8s 3s"}, {}],
    ids=str,
)
def test_a_wrong_count_voids_a_round_whenever_it_is_noticed_with_the_cards_as_they_were_found(
    cards: dict[str, str], deal_method: str
) -> None:
    seats = seat(1, "Ac Ad", straight=5), seat(2, "Kd 8s", 20, says=FOLDS)
    late = table(*seats, board="9s 6d 2c", bank="4c 4h", schedule="SCH-3CH-01", options={"deal_method": deal_method})
    late.cards |= cards
    late.irregularities = ["wrong-count"]
    round_ = resume(find(TCH), late)
    assert (round_.over, round_.voided) == (True, "TCH-62")
    assert {(paid.outcome, paid.net) for paid in round_.payments} == {("void", 0)}
    opening = [paid.returned for paid in round_.payments if not paid.wager.startswith("bet")]
    assert sorted(opening) == [500, 1000, 2000]
    assert (round_.bank_net, len(round_.fees), round_.ledger.sum()) == (0, 1, 0)
    assert round_.document().cards == late.cards
    assert resume(find(TCH), round_.document()).document() == round_.document()


@rule("TCH-62")
def test_a_wrong_count_is_noticed_in_the_middle_too_and_no_card_is_found_twice() -> None:
    half = table(seat(1, "Ac Ad 7h", says=("bet",)), seat(2, "Kd 8s", says=()), board="9s 6d 2c", bank="4c 4h")
    with pytest.raises(Refusal, match="the round waits for seat 2 to bet or fold") as refused:
        resume(find(TCH), half)
    assert refused.value.where == "cards.1"
    half.irregularities = ["wrong-count"]
    assert resume(find(TCH), half).voided == "TCH-62"
    half.cards["1"] = "Ac Ad Kd"
    with pytest.raises(Refusal, match="Kd for seat 1 is not in the shoe: it was dealt before") as refused:
        resume(find(TCH), half)
    assert refused.value.where == "cards.1"


@rule("TCH-62")
def test_a_hand_with_too_few_cards_is_refused_where_nobody_calls_it() -> None:
    with pytest.raises(Refusal, match="seat 1 is dealt 2 cards, but got 1") as refused:
        dealt(seat(1, "Ac"), board="9s 6d 2c", bank="4c 4h")
    assert refused.value.where == "cards.1"


@rule("TCH-64")
def test_a_card_dropped_by_a_player_still_plays() -> None:
    round_ = waiting(seat(1, "9h Kc", says=("bet",)), board="9s 6d 2c", bank="4c 4h")
    round_.call("dropped-card")
    round_.decide("1", Answer("bet"))
    assert Played(round_).net(1) == 30
    assert round_.noted == ["dropped-card"]


@rule("TCH-60")
def test_an_irregularity_that_the_game_does_not_know_is_refused() -> None:
    round_ = waiting(seat(1, "9h Kc", says=()), board="9s 6d 2c")
    with pytest.raises(Refusal, match="'earthquake' is no irregularity of this game: boxed-card, wrong-count"):
        round_.call("earthquake")
