"""Pai Gow Poker with a player bank, dice and backline, clause by clause and example by example."""

from typing import Any

import pytest

from houseway.cards import PACK, PACK_WITH_JOKER, cards_from, text_of_cards
from houseway.games import find
from houseway.rulebook import Rules
from houseway.script import Answer, Refusal
from houseway.table import Document, Round, play, resume, view
from houseway.table.between_rounds.rotation import Rotation
from houseway.table.setup import BankSetup, Decision
from houseway.testing import example, rule
from tests.games.pai_gow import PackInOrder, front_of, house_way, piled, seat, whole
from tests.kit import Backer, Played, Seat, decided, document

PGC = "pai-gow-california"
GAME = find(PGC)
BANK = "Js Jd 3h 3c 9d 8c 4d"  # 3-3 in front, J-J-9-8-4 behind
WINS = "Qs Qd 5h 5c Ks 7d 6s"  # 5-5 and Q-Q
WINS_TOO = "Kc Kd 4h 4s Qc 8h 2c"  # 4-4 and K-K
PUSHES = "Ts Td 6h 6d Kh 8d 4c"  # 6-6 and T-T
LOSES = "As Qh Tc 9c 7c 6c 2d"  # nothing
LOSES_TOO = "Ad Jh Th 9h 7h 5d 2s"  # nothing


def table(
    *seats: Seat, bank: str = BANK, total: int = 8, names: int = 1, sets: Decision = "house-way", **more: Any
) -> Document:
    """The document of a round: the banker is at seat 7 and so number 7, and a total of 8 gives seat 1 the action."""
    free = more.get("options", {}).get("banker_setting") != "house-way"
    said = [f"hand-{names}", *([sets] if free else [])]
    return piled(
        PGC, *seats, bank=bank, total=total, bank_is=7, pile="hand", first=names, decisions={"bank": said}, **more
    )


def hand(*seats: Seat, **more: Any) -> Played:
    round_ = resume(GAME, table(*seats, **more))
    assert round_.over, f"the round waits for {round_.request}"
    assert round_.ledger.sum() == 0
    return Played(round_)


def full_table() -> Any:
    """A set-up with a wager at every seat but the banker's."""
    return document(PGC, *(Seat(n, "", {"main": 10}) for n in range(1, 7)), bank_seat=7).setup()


# -- the pack, the deal and the dice ------------------------------------------------------------------------------


@rule("PGC-01", "PGC-15")
@pytest.mark.parametrize(("deck", "cards"), [(53, PACK_WITH_JOKER), (52, PACK)])
def test_every_round_starts_with_the_full_pack_and_49_cards_are_dealt(deck: int, cards: tuple[int, ...]) -> None:
    for number in (1, 2):
        round_ = Round(GAME, table(seat(1, WINS), options={"deck": deck}, round=number).setup())
        assert tuple(sorted(round_.cards_left())) == cards
        play(round_, PackInOrder(8))
        assert len(round_.cards_left()) == deck - 49


@example("PGC-E05")
@rule("PGC-16", "PGC-17")
def test_the_seven_hands_are_dealt_one_card_at_a_time_from_left_to_right() -> None:
    round_ = play(Round(GAME, full_table()), PackInOrder(8))
    assert [event.to for event in round_.events[:8]] == [*(f"hand {n}" for n in range(1, 8)), "hand 1"]
    assert whole(round_, "1") == [1, 8, 15, 22, 29, 36, 43]
    assert whole(round_, "bank") == [7, 14, 21, 28, 35, 42, 49]
    assert sorted(card + 1 for card in round_.cards_left()) == [50, 51, 52, 53]


@example("PGC-E01", "PGC-E02")
@rule("PGC-02", "PGC-18", "PGC-19", "PGC-20")
@pytest.mark.parametrize(
    ("total", "first_hand", "action"),
    [
        (12, "5", "5"), (3, "3", "3"), (7, "bank", "1"), (8, "1", "1"), (14, "bank", "1"), (15, "1", "1"),
        (18, "4", "4"), (9, "2", "2"), (13, "6", "6"),
    ],
)  # fmt: skip
def test_the_dice_are_counted_from_the_bankers_left_and_the_banker_is_seven(
    total: int, first_hand: str, action: str
) -> None:
    round_ = play(Round(GAME, full_table()), PackInOrder(total))
    assert whole(round_, first_hand) == [1, 8, 15, 22, 29, 36, 43]
    assert Played(round_).order[0] == (action, "main")


@rule("PGC-02", "PGC-19")
def test_number_one_is_at_the_bankers_left_wherever_the_banker_sits() -> None:
    seats = [Seat(n, "", {"main": 10}) for n in (1, 2, 4, 5, 6, 7)]
    round_ = play(Round(GAME, document(PGC, *seats, bank_seat=3).setup()), PackInOrder(12))
    assert whole(round_, "1") == [1, 8, 15, 22, 29, 36, 43]  # 4, 5, 6, 7, 1: the fifth from the banker's left


@example("PGC-E03")
@rule("PGC-21", "PGC-22")
def test_the_banker_names_the_hand_that_goes_to_the_action_seat_and_the_others_follow() -> None:
    seats = [Seat(n, "", {"main": 10}) for n in range(1, 7)]
    setup = document(PGC, *seats, bank_seat=7, options={"banker_setting": "house-way"}).setup()
    for named, went_to in ((1, "5 6 bank 1 2 3 4"), (6, "bank 1 2 3 4 5 6")):
        round_ = play(Round(GAME, setup), PackInOrder(12, decisions={"bank": Answer(f"hand-{named}")}))
        assert [whole(round_, name)[0] for name in went_to.split()] == [1, 2, 3, 4, 5, 6, 7]


@rule("PGC-21")
def test_without_a_choice_hand_one_goes_first() -> None:
    waiting = table(seat(1, ""))
    waiting.decisions = {}
    seen = view(resume(GAME, waiting), "bank")
    assert (seen.default, [choice.name for choice in seen.choices]) == ("hand-1", [f"hand-{n}" for n in range(1, 8)])


@example("PGC-E04")
@rule("PGC-23", "PGC-24")
def test_the_hand_of_a_seat_without_a_bet_is_dead_and_the_next_bet_comes_first() -> None:
    result = hand(seat(6, WINS), seat(2, PUSHES), total=12)
    assert [place for place, _ in result.order] == ["6", "2"]
    assert result.round.felt.turned == ["bank", "6", "2"]
    assert len(result.round.felt.spots["muck"].cards) == 28
    assert view(result.round, "6").cards["muck"] == [None] * 28


# -- bets, squares and fees ---------------------------------------------------------------------------------------


@example("PGC-E06")
@rule("PGC-07", "PGC-08", "PGC-09", "PGC-12", "PGC-13")
def test_five_squares_a_location_each_with_a_fee_of_its_own_and_no_sixth() -> None:
    squares = {2: 40, 3: 401, 5: 10}
    setup = table(seat(2, "", 150, backers=squares), schedule="SCH-PGP-01").setup()
    round_ = Round(GAME, setup)
    assert not round_.events
    fees = [("2", 200), ("2.2", 100), ("2.3", 500), ("2.5", 100)]
    assert [(fee.payer, fee.amount) for fee in round_.fees] == fees
    with pytest.raises(
        Refusal, match=r"circle 6 is refused: backline circles are numbered 2 to 5 \(PGC-07\)"
    ) as refused:
        Round(GAME, table(seat(2, "", 150, backers={**squares, 6: 10})).setup())
    assert refused.value.where == "seats[0].backline[3].circle"


@rule("PGC-07")
@pytest.mark.parametrize("squares_in_use", [6, 10])
def test_up_to_ten_squares_may_be_in_use(squares_in_use: int) -> None:
    options = {"squares_in_use": squares_in_use}
    assert hand(seat(1, WINS, backers={squares_in_use: 10}), options=options).net(f"1.{squares_in_use}") == 10
    with pytest.raises(Refusal, match=f"backline circles are numbered 2 to {squares_in_use}"):
        hand(seat(1, WINS, backers={squares_in_use + 1: 10}), options=options)


@rule("PGC-09", "PGC-10")
def test_one_bettor_a_square_and_only_behind_a_bet_in_square_one() -> None:
    twice = Seat(1, "", {"main": 10}, backers=(Backer(2, {"main": 10}), Backer(2, {"main": 20}, player="Ben")))
    with pytest.raises(Refusal, match="circle 2 of seat 1 is given twice"):
        hand(twice)
    with pytest.raises(Refusal, match=r"seat 1 has no main: it is compulsory \(PGC-08\)"):
        hand(Seat(1, "", {}, backers=(Backer(2, {"main": 10}),)))


@rule("PGC-08", "PGC-10")
def test_a_backline_bet_shares_the_result_of_a_hand_that_its_owner_neither_sees_nor_sets() -> None:
    ana = Seat(1, WINS, {"main": 50}, ("house-way",), (Backer(2, {"main": 20}), Backer(5, {"main": 30}, player="Ben")))
    round_ = resume(GAME, table(ana, seat(2, "", player="Ben")))
    assert [ask.place.name for ask in round_.asks()] == ["2"]
    assert view(round_, "1.2").cards["1"] == [None] * 7
    assert view(round_, "1").cards["1"] == WINS.split()
    round_.decide("2", Answer("house-way"))
    assert (Played(round_).net(1), Played(round_).net("1.2"), Played(round_).net("1.5")) == (50, 20, 30)


@rule("PGC-11")
def test_the_smallest_bet_is_ten_dollars_a_square_and_a_largest_one_is_an_option() -> None:
    with pytest.raises(Refusal, match=r"seat 1's main of 9\.99 is under the minimum of 10\.00 \(PGC-11\)"):
        hand(seat(1, WINS, 9.99))
    with pytest.raises(Refusal, match=r"seat 1 backline 2's main of 5\.00 is under the minimum of 10\.00 \(PGC-11\)"):
        hand(seat(1, WINS, 10, backers={2: 5}))
    assert hand(seat(1, WINS, 20_000)).net(1) == 20_000
    with pytest.raises(Refusal, match=r"seat 1's main of 201\.00 is over the maximum of 200\.00 \(PGC-11\)"):
        hand(seat(1, WINS, 201), options={"bet_max": 200})


@rule("PGC-12")
@pytest.mark.parametrize(("bet", "fee"), [(100, 1), (100.5, 2), (101, 2), (400, 4), (400.25, 5), (1000, 5)])
def test_the_fee_goes_by_the_size_of_the_bet_and_the_banker_pays_none(bet: float, fee: int) -> None:
    result = hand(seat(1, WINS, bet), schedule="SCH-PGP-01")
    assert [(each.payer, each.amount) for each in result.round.fees] == [("1", fee * 100)]


@rule("PGC-13")
def test_a_bet_that_the_bank_does_not_reach_gets_no_fee_back_and_no_commission_is_taken() -> None:
    result = hand(seat(1, WINS, 100), seat(2, WINS_TOO, 100), posted=100, schedule="SCH-PGP-01")
    assert (result.net(1), result.net(2), result.outcome(2, "main")) == (100, 0, "void")
    assert result.round.ledger.balances["box"] == 200


@rule("PGC-14")
def test_bets_are_final_once_the_hands_are_being_formed() -> None:
    waiting = resume(GAME, table(Seat(1, WINS, {"main": 10})))
    with pytest.raises(Refusal, match="'main' is not offered to seat 1: set or house-way is"):
        waiting.decide("1", Answer("main", 1000))


# -- the bank -----------------------------------------------------------------------------------------------------


@example("PGC-E14")
@rule("PGC-03", "PGC-47", "PGC-48")
def test_the_bank_is_offered_clockwise_and_passes_from_a_to_c() -> None:
    rotation = Rotation({1: "A", 2: "B", 3: "C"}, 7)
    rotation.accept(1)
    rotation.settled()
    rotation.settled()
    assert rotation.offered == 2
    rotation.decline(2)
    with pytest.raises(Refusal, match="A has banked 2 hands in a row: somebody else must bank before they bank again"):
        rotation.accept(1)
    rotation.accept(3)
    assert rotation.banker == "C"
    rotation.settled()
    rotation.settled()
    assert rotation.offered == 1


@rule("PGC-48")
def test_a_room_may_allow_one_hand_in_a_row_only() -> None:
    second = table(seat(1, WINS), options={"max_consecutive_banks": 1})
    second.bank = BankSetup(7, "Bank", 100_000, turn=2)
    with pytest.raises(Refusal, match=r"hand 2 in a row is refused: one person banks at most 1 \(PGC-48\)"):
        resume(GAME, second)
    second.options = {}
    assert resume(GAME, second).over
    rotation = Rotation({1: "A", 2: "B"}, 7, most_in_a_row=1)
    rotation.accept(1)
    rotation.settled()
    assert (rotation.offered, rotation.barred("A")) == (2, True)


@rule("PGC-04")
def test_no_round_is_dealt_when_everybody_passes_and_the_house_never_banks() -> None:
    rotation = Rotation({1: "A", 2: "B"}, 7)
    rotation.decline(1)
    rotation.decline(2)
    assert rotation.broken
    with pytest.raises(Refusal, match="a player-dealer must be in place before any card is dealt"):
        Round(GAME, document(PGC, Seat(1, "", {"main": 10}), posted=None).setup())


@rule("PGC-05")
def test_the_bank_is_the_most_that_the_banker_can_lose_or_win() -> None:
    with pytest.raises(Refusal, match=r"a bank of 20\.00 is refused: the smallest is 25\.00 \(PGC-05\)"):
        hand(seat(1, WINS), posted=20, options={"bank_min": 25})
    assert hand(seat(1, WINS, 100), seat(2, WINS_TOO, 100), posted=50).bank == -50
    assert hand(seat(1, LOSES, 100), seat(2, LOSES_TOO, 100), posted=50).bank == 50


@rule("PGC-06")
def test_the_banker_bets_nowhere_and_nobody_bets_behind_the_banker() -> None:
    with pytest.raises(Refusal, match="seat 7 holds the bank and makes no wager"):
        hand(Seat(7, "", {"main": 10}, backers=(Backer(2, {"main": 10}),)))
    behind = Seat(1, "", {"main": 10}, backers=(Backer(2, {"main": 10}, player="Bank"),))
    with pytest.raises(Refusal, match="Bank holds the bank and makes no wager, at seat 1 backline 2 or anywhere"):
        hand(behind)


# -- setting ------------------------------------------------------------------------------------------------------


@rule("PGC-25", "PGC-28")
def test_players_and_banker_set_at_once_and_then_the_bankers_hand_is_opened() -> None:
    waiting = table(Seat(1, WINS, {"main": 10}), Seat(4, PUSHES, {"main": 10}))
    waiting.decisions = {"bank": ["hand-1"]}
    round_ = resume(GAME, waiting)
    assert [ask.place.name for ask in round_.asks()] == ["1", "4", "bank"]
    round_.decide("bank", Answer("house-way"))
    round_.decide("4", Answer("set", cards=cards_from("6h 6d")))
    assert view(round_, "1").cards["bank"] == [None] * 7
    assert view(round_, "bank").cards["bank"] == BANK.split()
    round_.decide("1", Answer("house-way"))
    assert round_.felt.turned[0] == "bank"
    assert view(round_, "").cards["bank low"] == ["3h", "3c"]


@rule("PGC-52")
def test_a_player_keeps_the_cards_to_himself_and_never_touches_a_hand_that_is_set() -> None:
    round_ = resume(GAME, table(Seat(1, WINS, {"main": 10}), Seat(4, PUSHES, {"main": 10})))
    round_.decide("1", Answer("set", cards=cards_from("5h 5c")))
    for viewer in ("4", "bank", ""):
        assert view(round_, viewer).cards["1"] == [None] * 7
        assert ("1", None) in decided(round_, viewer)
    with pytest.raises(Refusal, match="nobody asked place 1 for a decision"):
        round_.decide("1", Answer("set", cards=cards_from("Qs Qd")))


@rule("PGC-26")
@pytest.mark.parametrize(
    ("setting", "foul"),
    [
        ("Kd Ks / Ah Qd 9c 5s 2h", True),
        ("6d 6s / Jh Jd 9c 5s 2h", False),
        ("As Kd / Ah Qc 9d 5s 2h", True),
        ("As Kd / Ah Kc 9d 5s 2h", False),
        ("6d 6s / 6h 6c 9d 5s 2h", False),
        ("6d 6s / 5h 5c 9d As 2h", True),
    ],
)
def test_the_front_must_not_be_the_higher_hand_but_may_be_equal(setting: str, foul: bool) -> None:
    result = hand(seat(1, setting), bank="")
    assert (result.payment(1, "main").clauses[0] == "PGC-27") is foul


@example("PGC-E07")
@rule("PGC-26", "PGC-27")
def test_a_foul_setting_loses_square_one_and_the_backline_in_their_places() -> None:
    cards = "As Kd / Qh 9c 7s 4d 2h"
    other = seat(4, "Ac Kc Qc Jc 9s 8s 7d")
    result = hand(seat(3, cards, 50, backers={2: 20}), other, total=3, bank="Ts Td 5h 5c 3h 3d 8c")
    assert result.order == [("3", "main"), ("4", "main"), ("3.2", "main")]
    assert (result.net(3), result.net("3.2")) == (-50, -20)
    legal = hand(seat(3, cards, 50, sets="Kd Qh"), total=3, bank="Ts Td 5h 5c 3h 3d 8c")
    assert "PGC-27" not in legal.payment(3, "main").clauses


@rule("PGC-27")
def test_a_wrong_count_is_foul_too_and_a_room_may_reset_foul_hands() -> None:
    miscounted = table(Seat(1, WINS, {"main": 50}, ({"miscount": "Qs"},)))
    assert Played(resume(GAME, miscounted)).net(1) == -50
    miscounted.options = {"foul": "reset-by-house-way"}
    assert Played(resume(GAME, miscounted)).net(1) == 50


@example("PGC-E13")
@rule("PGC-33", "PGC-26")
def test_the_joker_is_an_ace_in_front_and_makes_a_pair_of_aces_foul_or_legal() -> None:
    cards = "Jk As Kd 9h 6c 4s 2d"
    assert hand(seat(1, cards, sets="Jk As")).payment(1, "main").clauses == ("PGC-27",)
    legal = hand(seat(1, cards, sets="Kd 9h"))
    assert (legal.outcome(1, "main"), "PGC-27" in legal.payment(1, "main").clauses) == ("push", False)


@rule("PGC-29")
def test_the_banker_sets_freely_but_a_foul_hand_of_the_banker_is_reset_by_the_house_way() -> None:
    by_choice = hand(seat(1, PUSHES), sets={"set": "9d 8c"})
    assert (by_choice.outcome(1, "main"), by_choice.round.felt.spots["bank low"].cards) == ("push", cards_from("9d 8c"))
    foul = hand(seat(1, WINS), sets={"set": "Js Jd"})
    assert set(foul.round.felt.spots["bank low"].cards) == set(cards_from("3h 3c"))
    assert foul.net(1) == 50


@rule("PGC-29", "PGC-50")
def test_a_room_may_have_the_banker_set_by_the_house_way() -> None:
    options = {"banker_setting": "house-way"}
    waiting = resume(GAME, table(Seat(1, WINS, {"main": 10}), options=options))
    assert [ask.place.name for ask in waiting.asks()] == ["1"]
    assert view(waiting, "bank").cards["bank"] == [None] * 7
    waiting.decide("1", Answer("house-way"))
    assert set(waiting.felt.spots["bank low"].cards) == set(cards_from("3h 3c"))


@example("PGC-E15")
@rule("PGC-50")
def test_the_house_way_is_the_chart_of_the_sister_game() -> None:
    way = house_way(PGC, "Ks Kd 2h 2c As Td 7c")
    assert (text_of_cards(way.low), way.clauses) == ("2h 2c", ("PGC-50", "FPG-72"))


@rule("PGC-50", "PGC-33")
def test_the_house_way_follows_the_joker_of_the_table() -> None:
    assert front_of(PGC, "Jk Ad Kc Qh 9s 6d 3c") == {"Kc", "Qh"}
    assert front_of(PGC, "Jk Ad Kc Qh 9s 6d 3c", joker="fully-wild") == {"Ad", "Qh"}
    settings = GAME.settings
    assert settings is not None
    cards = cards_from("Jk 2h 3d 4h 5c Ks Qd")
    says = {
        wheel: settings(cards, Rules.of(PGC, {"wheel": wheel}))[0].high_says for wheel in ("lowest", "second-highest")
    }
    assert says == {"lowest": "six-high straight", "second-highest": "five-high straight"}


@example("PGC-E16")
@rule("PGC-53", "PGC-50")
def test_a_hand_left_unset_is_set_by_the_house_way_and_its_bets_stay_in_action() -> None:
    cards = "Ks Kd 2h 2c As Jd 7c"
    unset = Seat(2, cards, {"main": 50}, (), (Backer(2, {"main": 20}),))
    round_ = resume(GAME, table(unset, bank="Qs Qd Jh Tc 6s 5d 3h"))
    round_.decide("2", round_.asks()[0].default)
    assert set(round_.felt.spots["2 low"].cards) == set(cards_from("As Jd"))
    assert (Played(round_).net(2), Played(round_).net("2.2")) == (50, 20)


# -- ranks --------------------------------------------------------------------------------------------------------


def value(cards: str, **options: Any) -> int:
    ((_, ranked),) = GAME.rank(cards_from(cards), Rules.of(PGC, options)).items()
    return int(ranked.value)


@rule("PGC-30", "PGC-31")
def test_rear_hands_rank_in_the_traditional_order_with_five_aces_on_top() -> None:
    worst_first = (
        "As Kd Qh Jc 9s", "2s 2d 5h 4c 3s", "3s 3d 2h 2c 4s", "2s 2d 2h 4c 3s", "As 2d 3h 4c 5s", "6s 5d 4h 3c 2s",
        "As Kd Qh Jc Ts", "7s 5s 4s 3s 2s", "2s 2d 2h 3c 3s", "2s 2d 2h 2c 3s", "As 2s 3s 4s 5s", "6s 5s 4s 3s 2s",
        "As Ks Qs Js Ts", "As Ad Ah Ac Jk",
    )  # fmt: skip
    values = [value(cards) for cards in worst_first]
    assert values == sorted(set(values))
    assert value("7s 5s 4s 3s 2s") == value("7h 5h 4h 3h 2h")


@rule("PGC-31")
def test_the_wheel_stands_second_where_the_room_says_so() -> None:
    second = {"wheel": "second-highest"}
    for suits in ("sdhcs", "sssss"):
        wheel, six, king, ace = (
            " ".join(rank + suit for rank, suit in zip(ranks, suits, strict=True))
            for ranks in ("5432A", "65432", "KQJT9", "AKQJT")
        )
        assert value(wheel) < value(six) < value(king) < value(ace)
        assert value(six, **second) < value(king, **second) < value(wheel, **second) < value(ace, **second)


@rule("PGC-32")
def test_front_hands_are_pairs_or_two_cards_and_nothing_else_counts() -> None:
    worst_first = ("3s 2s", "Ks Qs", "As 2d", "As Kd", "2s 2d", "As Ad")
    values = [value(cards) for cards in worst_first]
    assert values == sorted(set(values))
    assert value("Ks Qs") == value("Kd Qh")
    assert value("Jk Ks") == value("As Kd")
    assert value("Jk Ks", joker="fully-wild") == value("Kd Kh")


@example("PGC-E12")
@rule("PGC-33", "PGC-31")
@pytest.mark.parametrize(
    ("cards", "says"),
    [
        ("Jk 5s 6d 7h 8c", "nine-high straight"),
        ("Jk 2s 3d 4h 5c", "six-high straight"),
        ("Jk Ks Qs 9s 3s", "ace-high flush with king, queen, nine and three"),
        ("As Ks Qs 9s Jk", "ace-high flush with king, queen, jack and nine"),
        ("Jk Kd Qc 7h 2s", "ace high with king, queen, seven and two"),
    ],
)
def test_the_joker_completes_straights_and_flushes_and_is_an_ace_otherwise(cards: str, says: str) -> None:
    assert GAME.rank(cards_from(cards), Rules.of(PGC))["back"].says == says
    if says == "six-high straight":
        second = Rules.of(PGC, {"wheel": "second-highest"})
        assert GAME.rank(cards_from(cards), second)["back"].says == "five-high straight"


@rule("PGC-01", "PGC-33")
def test_a_joker_is_refused_where_the_pack_has_none() -> None:
    rules = Rules.of(PGC, {"deck": 52})
    cards = cards_from("Jk 2h 3d 4h 5c Ks Qd")
    for ask in (GAME.rank, GAME.house_way, GAME.settings):
        assert ask is not None
        with pytest.raises(ValueError, match="'Jk 2h 3d 4h 5c Ks Qd' holds a joker; this table plays with 52 cards"):
            ask(cards, rules)


@rule("PGC-25", "PGC-50")
@pytest.mark.parametrize("cards", ["Ks Kd 2h 2c As Td", "Ks Ks 2h 2c As Td 7c"])
def test_only_seven_different_cards_can_be_set(cards: str) -> None:
    for ask in (GAME.house_way, GAME.settings):
        assert ask is not None
        with pytest.raises(
            ValueError, match=f"'{cards}' (is 6 cards; this ranking takes 7|cannot be dealt: Ks is given)"
        ):
            ask(cards_from(cards), Rules.of(PGC))


# -- comparing ----------------------------------------------------------------------------------------------------


@example("PGC-E08")
@rule("PGC-34", "PGC-35", "PGC-36", "PGC-37", "PGC-38")
def test_both_hands_must_be_better_and_copies_are_the_bankers() -> None:
    result = hand(
        seat(1, "Ks Qh / Jh Jd 6s 4c 2d"),
        seat(2, "Kc Qs / 9h 9d Ah 7c 2s"),
        seat(3, "Ac 4s / Jc Js 8d 6h 3c"),
        bank="Kd Qc Th Td 8s 5c 3d",
    )
    assert [result.outcome(n, "main") for n in (1, 2, 3)] == ["push", "lose", "win"]
    assert result.payment(1, "main").clauses == ("PGC-36", "PGC-38")
    assert result.back(1, "main") == 50


@rule("PGC-37", "PGC-38")
def test_two_copies_lose() -> None:
    result = hand(seat(1, "Ks Qh / Ts Tc 8d 5d 3c"), bank="Kd Qc Th Td 8s 5c 3d")
    assert (result.net(1), result.payment(1, "main").clauses) == (-50, ("PGC-37", "PGC-38"))


# -- settling -----------------------------------------------------------------------------------------------------


def nine(**more: Any) -> Played:
    """The bets of PGC-E09: action at seat 5, in order a winner, a loser, a push, a winner and a loser."""
    return hand(
        seat(5, WINS, 100, backers={2: 30}), seat(6, LOSES, 60), seat(1, PUSHES, 50), seat(2, WINS_TOO, 80),
        seat(3, LOSES_TOO, 40), total=12, posted=200, **more,
    )  # fmt: skip


@example("PGC-E09")
@rule("PGC-39", "PGC-42", "PGC-43", "PGC-44", "PGC-45", "PGC-46")
def test_every_settled_bet_uses_up_the_bank_until_the_action_stops() -> None:
    result = nine()
    assert result.order == [(place, "main") for place in ("5", "6", "1", "2", "3", "5.2")]
    assert [result.net(n) for n in ("5", "6", "1", "2", "3", "5.2")] == [100, -60, 0, 40, 0, 0]
    assert (result.back(2, "main"), result.back(3, "main"), result.back("5.2", "main")) == (80, 40, 30)
    assert [result.outcome(n, "main") for n in ("2", "3", "5.2")] == ["win", "void", "void"]
    assert result.bank == -80
    assert result.round.ledger.balances["player Bank"] == -8_000  # what was left of the bank and what it won came back


@example("PGC-E10")
@rule("PGC-43")
@pytest.mark.parametrize(
    ("bank_accounting", "nets", "bank"),
    [("net-running", [100, -60, 0, 80, -40, 30], -110), ("separate-caps", [100, -60, 0, 80, -40, 20], -100)],
)
def test_the_accounting_of_the_bank_is_an_option(bank_accounting: str, nets: list[float], bank: float) -> None:
    result = nine(options={"bank_accounting": bank_accounting})
    assert [result.net(n) for n in ("5", "6", "1", "2", "3", "5.2")] == nets
    assert result.bank == bank


@example("PGC-E11")
@rule("PGC-40", "PGC-41")
@pytest.mark.parametrize(
    ("backline_order", "order"), [("by-square", "2 4 4.2 2.3 4.4"), ("by-seat", "2 4 2.3 4.2 4.4")]
)
def test_all_squares_one_are_settled_before_the_backline(backline_order: str, order: str) -> None:
    result = hand(
        seat(4, PUSHES, backers={2: 10, 4: 10}), seat(2, WINS, backers={3: 10}), total=9,
        options={"backline_order": backline_order},
    )  # fmt: skip
    assert [place for place, _ in result.order] == order.split()


@rule("PGC-40", "PGC-41", "PGC-43", "PGC-45")
@pytest.mark.parametrize(("backline_order", "nets"), [("by-square", (100, 50, 20, 0)), ("by-seat", (100, 50, 0, 20))])
def test_the_order_of_the_backline_decides_who_a_short_bank_reaches(
    backline_order: str, nets: tuple[float, ...]
) -> None:
    seats = seat(1, WINS, 100, backers={3: 20}), seat(2, WINS_TOO, 50, backers={2: 20})
    result = hand(*seats, posted=170, options={"backline_order": backline_order})
    assert tuple(result.net(n) for n in ("1", "2", "2.2", "1.3")) == nets


@rule("PGC-09", "PGC-40", "PGC-44")
def test_a_full_table_with_every_square_taken_is_settled_to_the_last_cent_of_the_bank() -> None:
    for accounting in ("action-consumed", "separate-caps", "net-running"):
        hands = WINS, LOSES, PUSHES, WINS_TOO, LOSES_TOO
        seats = [seat(n, cards, 100, backers={2: 10, 3: 20, 4: 30, 5: 40}) for n, cards in enumerate(hands, 1)]
        result = hand(*seats, posted=333, options={"bank_accounting": accounting})
        assert len(result.order) == 25
        assert abs(result.bank) <= 333
        assert result.round.ledger.on_the_felt() == 0


# -- irregularities -----------------------------------------------------------------------------------------------


@rule("PGC-51")
@pytest.mark.parametrize("kind", ["boxed-card", "wrong-count", "bank-card-exposed"])
def test_a_misdeal_voids_the_round_and_the_fee_is_taken_once(kind: str) -> None:
    seats = Seat(1, WINS, {"main": 100}, backers=(Backer(2, {"main": 20}),))
    round_ = resume(GAME, table(seats, schedule="SCH-PGP-01"))
    round_.call(kind)
    assert (round_.voided, [paid.returned for paid in round_.payments]) == ("PGC-51", [10_000, 2_000])
    assert round_.ledger.balances["player Bank"] == 0
    assert Round(GAME, table(seats, schedule="SCH-PGP-01", fee_carried=True).setup()).fees == []
