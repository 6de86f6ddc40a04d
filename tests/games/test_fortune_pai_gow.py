"""Fortune Pai Gow Poker, clause by clause and example by example."""

from typing import Any

import pytest

from houseway.cards import PACK_WITH_JOKER, cards_from, text_of_cards
from houseway.games import find
from houseway.hands import wild
from houseway.rulebook import Rules
from houseway.script import Answer, Refusal
from houseway.table import Round, play, resume, view
from houseway.table.between_rounds.rotation import Rotation
from houseway.table.setup import BankSetup
from houseway.testing import example, rule
from tests.games.pai_gow import PackInOrder, front_of, fronts, house_way, piled, seat, whole
from tests.kit import Backer, Played, Seat, cents, decided, document

FPG = "fortune-pai-gow"
GAME = find(FPG)
BANK = "Js Jd 3h 3c 9d 8c 4d"  # 3-3 in front, J-J-9-8-4 behind
WINS = "Qs Qd 5h 5c Ks 7d 6s"  # 5-5 and Q-Q
PUSHES = "Ts Td 6h 6d Kh 8d 4c"  # 6-6 and T-T
LOSES = "2s 2d / 2h 2c 9h 8h 7h"  # four deuces, badly split
COPIED_BANK = "Ah Kd Th Td 8s 5c 3d"


def table(*seats: Seat, bank: str = BANK, total: int = 9, **more: Any) -> Any:
    """The document of a round: the bank is at seat 7, and a total of 9 gives the action to seat 1."""
    return piled(FPG, *seats, bank=bank, total=total, bank_is=1, pile="pile", **more)


def hand(*seats: Seat, **more: Any) -> Played:
    round_ = resume(GAME, table(*seats, **more))
    assert round_.over, f"the round waits for {round_.request}"
    assert round_.ledger.sum() == 0
    return Played(round_)


def fortune(cards: str, wager: float = 5, **more: Any) -> float:
    """What a Fortune wager on these cards wins or loses."""
    return hand(seat(1, cards, fortune=wager), bank="", **more).net(1, "fortune")


# -- the pack and the deal ----------------------------------------------------------------------------------------


@rule("FPG-01", "FPG-46")
def test_each_round_deals_49_cards_of_a_whole_pack_of_53() -> None:
    for number in (1, 2):
        round_ = Round(GAME, table(seat(1, WINS), round=number).setup())
        assert sorted(round_.cards_left()) == list(PACK_WITH_JOKER)
        play(round_, PackInOrder(9))
        assert len(round_.cards_left()) == 4


@example("FPG-E01")
@rule("FPG-25", "FPG-26", "FPG-27", "FPG-23", "FPG-24")
@pytest.mark.parametrize(
    ("total", "first_pile", "button"),
    [
        (12, "4", "4"),
        (8, "bank", "1"),
        (3, "2", "2"),
        (14, "6", "6"),
        (18, "3", "3"),
        (15, "bank", "1"),
        (16, "1", "1"),
    ],
)
def test_the_dice_are_counted_from_the_player_dealer_as_one(total: int, first_pile: str, button: str) -> None:
    seats = [Seat(number, "", {"main": 10}) for number in range(1, 7)]
    round_ = play(Round(GAME, document(FPG, *seats, bank_seat=7).setup()), PackInOrder(total))
    assert whole(round_, first_pile) == [1, 2, 3, 4, 5, 6, 7]
    assert Played(round_).order[0] == (button, "main")


@example("FPG-E02")
@rule("FPG-21", "FPG-22", "FPG-24", "FPG-28")
def test_by_hand_the_rows_run_back_and_forth_and_the_player_dealer_picks_the_action_pile() -> None:
    seats = [Seat(number, "", {"main": 10}) for number in range(1, 7)]
    setup = document(FPG, *seats, bank_seat=7, options={"deal_method": "hand"}).setup()
    round_ = play(Round(GAME, setup), PackInOrder(3, decisions={"bank": Answer("pile-6")}))
    piles = {
        1: [1, 14, 15, 28, 29, 42, 43], 2: [2, 13, 16, 27, 30, 41, 44], 3: [3, 12, 17, 26, 31, 40, 45],
        4: [4, 11, 18, 25, 32, 39, 46], 5: [5, 10, 19, 24, 33, 38, 47], 6: [6, 9, 20, 23, 34, 37, 48],
        7: [7, 8, 21, 22, 35, 36, 49],
    }  # fmt: skip
    went_to = {"2": 6, "3": 7, "4": 1, "5": 2, "6": 3, "bank": 4, "1": 5}  # position 3 is seat 2
    for name, pile in went_to.items():
        assert whole(round_, name) == piles[pile]


@rule("FPG-21", "FPG-24")
def test_only_by_hand_is_the_player_dealer_asked_for_a_pile() -> None:
    machine = resume(GAME, table(seat(1, ""), decisions={}))
    assert [ask.place.name for ask in machine.asks()] == ["1"]
    by_hand = table(seat(1, ""), options={"deal_method": "hand"})
    by_hand.dice = []
    waiting = resume(GAME, by_hand)
    assert view(waiting, "bank").default == "pile-1"
    assert [choice.name for choice in view(waiting, "bank").choices] == [f"pile-{n}" for n in range(1, 8)]
    with pytest.raises(Refusal, match="'pile-8' is not offered to the bank"):
        waiting.decide("bank", Answer("pile-8"))


@rule("FPG-29", "FPG-28")
def test_piles_of_empty_seats_are_mucked_unseen_and_bring_nobody_envy() -> None:
    kings = {3: "Kc Kd Kh Ks Ac 7c 6c"}
    seats = seat(1, "Qs Qd 5h 5c As 7d 6s", fortune=5), seat(2, "Ts Td 6h 6d Qh 8d 4c")
    round_ = hand(*seats, empty=kings).round
    assert len(round_.felt.spots["muck"].cards) == 28
    assert view(round_, "1").cards["muck"] == [None] * 28
    assert "envy" not in {payment.wager for payment in round_.payments}
    seated = hand(*seats, seat(3, kings[3]))
    assert seated.net(1, "envy") == 5


@rule("FPG-29")
def test_settling_starts_at_the_next_seat_with_a_wager() -> None:
    result = hand(seat(2, WINS), seat(6, PUSHES), total=11)  # position 4 is seat 3, which is empty
    assert [place for place, _ in result.order] == ["6", "2"]


# -- seats, wagers and limits -------------------------------------------------------------------------------------


@rule("FPG-05")
def test_six_players_face_the_player_dealer_and_there_is_no_eighth_place() -> None:
    hands = [seat(n, "", fortune=5, backers={2: 10, 3: 10, 4: 10, 5: 10}) for n in range(1, 7)]
    round_ = resume(GAME, table(*hands, bank=""))
    assert [ask.place.name for ask in round_.asks()] == ["1", "2", "3", "4", "5", "6"]
    for name in "123456":
        round_.decide(name, Answer("house-way"))
    assert round_.over
    assert {payment.place.name for payment in round_.payments} >= {f"{n}.{c}" for n in range(1, 7) for c in range(2, 6)}
    with pytest.raises(Refusal, match="seat 8 does not exist: the table has seats 1 to 7"):
        Round(GAME, document(FPG, Seat(8, "", {"main": 10}), bank_seat=7).setup())


@rule("FPG-07", "FPG-08")
def test_a_fortune_wager_needs_a_standard_wager() -> None:
    with pytest.raises(Refusal, match=r"seat 2 has fortune without main: it needs one \(FPG-08\)"):
        hand(Seat(2, "", {"fortune": 5}))


@rule("FPG-07", "FPG-13", "FPG-09")
@pytest.mark.parametrize(
    ("wagers", "words"),
    [
        ({"main": 9.99}, r"seat 1's main of 9\.99 is under the minimum of 10\.00 \(FPG-13\)"),
        ({"main": 501}, r"seat 1's main of 501\.00 is over the maximum of 500\.00 \(FPG-13\)"),
        ({"main": 10, "fortune": 501}, r"seat 1's fortune of 501\.00 is over the maximum of 500\.00"),
        ({"main": 10, "fortune": 0.99}, r"seat 1's fortune of 0\.99 is under the minimum of 1\.00"),
    ],
)
@pytest.mark.parametrize("schedule", ["SCH-FPG-01", None])
def test_wagers_keep_to_ten_to_five_hundred_and_the_fortune_wager_starts_at_one(
    wagers: dict[str, float], words: str, schedule: str | None
) -> None:
    with pytest.raises(Refusal, match=words):
        hand(Seat(1, "", wagers), schedule=schedule)


@rule("FPG-09")
def test_the_fortune_wager_may_be_larger_than_the_standard_one_and_its_minimum_is_an_option() -> None:
    assert fortune(WINS, 500) == -500
    with pytest.raises(Refusal, match=r"seat 1's fortune of 4\.00 is under the minimum of 5\.00"):
        hand(seat(1, WINS, fortune=4), options={"fortune_min": 5})


@rule("FPG-10")
def test_a_backline_bettor_makes_no_fortune_wager() -> None:
    backer = Backer(2, {"main": 10, "fortune": 5})
    with pytest.raises(Refusal, match=r"no backline bet is taken on fortune: main take them") as refused:
        hand(Seat(1, "", {"main": 10}, backers=(backer,)))
    assert refused.value.where == "seats[0].backline[0].wagers.fortune"


@rule("FPG-12")
@pytest.mark.parametrize(("backline_squares", "last"), [(4, 5), (9, 10), (1, 2)])
def test_backline_squares_are_numbered_behind_each_seat(backline_squares: int, last: int) -> None:
    options = {"backline_squares": backline_squares}
    result = hand(seat(1, WINS, backers={last: 30}), options=options, schedule="SCH-FPG-01")
    assert result.net(f"1.{last}") == 30
    assert [(fee.payer, fee.amount) for fee in result.round.fees] == [("1", 100), (f"1.{last}", 100)]
    with pytest.raises(Refusal, match=rf"circle {last + 1} is refused: backline circles are numbered 2 to {last}"):
        hand(seat(1, WINS, backers={last + 1: 30}), options=options)


@rule("FPG-12")
def test_backline_betting_can_be_off() -> None:
    for options in ({"backline_squares": 0}, {"backline_enabled": "off-everywhere"}):
        with pytest.raises(Refusal, match="backline betting is off at this table"):
            hand(seat(1, WINS, backers={2: 30}), options=options)


@example("FPG-E06")
@rule("FPG-14", "FPG-15", "FPG-16")
@pytest.mark.parametrize(("fee_basis", "fees"), [("total", [1, 2, 5]), ("standard-only", [1, 1, 5])])
def test_each_player_pays_one_fee_by_the_total_wager_before_the_first_card(fee_basis: str, fees: list[int]) -> None:
    seats = (
        Seat(1, "", {"main": 100}),
        Seat(2, "", {"main": 100, "fortune": 10}),
        Seat(3, "", {"main": 500, "fortune": 100}),
    )
    setup = document(FPG, *seats, bank_seat=7, schedule="SCH-FPG-01", options={"fee_basis": fee_basis}).setup()
    round_ = Round(GAME, setup)
    assert not round_.events
    assert [(fee.payer, fee.amount) for fee in round_.fees] == list(
        zip("123", [fee * 100 for fee in fees], strict=True)
    )


@example("FPG-E12")
@rule("FPG-12", "FPG-14", "FPG-15", "FEE-13")
@pytest.mark.parametrize(("fee_basis", "fees"), [("total", [300, 100]), ("standard-only", [200, 100])])
def test_a_person_with_several_wagers_pays_one_fee_by_the_total_of_them(fee_basis: str, fees: list[int]) -> None:
    seats = (
        Seat(1, "", {"main": 60, "fortune": 10}, player="Ana"),
        Seat(2, "", {"main": 60}, player="Ana"),
        Seat(3, "", {"main": 100}, player="Ben", backers=(Backer(2, {"main": 80}, player="Ana"),)),
    )
    setup = document(FPG, *seats, bank_seat=7, schedule="SCH-FPG-01", options={"fee_basis": fee_basis}).setup()
    round_ = Round(GAME, setup)
    assert [(fee.player, fee.payer, fee.amount) for fee in round_.fees] == [
        ("Ana", "1", fees[0]),
        ("Ben", "3", fees[1]),
    ]
    assert round_.fees[0].action == (210_00 if fee_basis == "total" else 200_00)
    assert round_.ledger.balances["box"] == sum(fees)


@rule("FPG-14")
def test_an_amount_between_two_brackets_pays_the_higher_fee_and_a_lost_wager_gets_none_back() -> None:
    result = hand(seat(1, LOSES, 100.5), schedule="SCH-FPG-01")
    assert [fee.amount for fee in result.round.fees] == [200]
    assert result.round.ledger.balances["box"] == 200


# -- the bank -----------------------------------------------------------------------------------------------------


@rule("FPG-17")
def test_the_smallest_bank_is_an_option() -> None:
    with pytest.raises(Refusal, match=r"a bank of 9\.00 is refused: the smallest is 10\.00 \(FPG-17\)"):
        hand(seat(1, WINS), posted=9)
    with pytest.raises(Refusal, match=r"a bank of 99\.00 is refused: the smallest is 100\.00 \(FPG-17\)") as refused:
        hand(seat(1, WINS), posted=99, options={"bank_min": 100})
    assert refused.value.where == "bank.posted"


@example("FPG-E07")
@rule("FPG-17", "FPG-18", "FPG-19", "FPG-44", "FPG-58")
def test_a_short_bank_is_used_up_by_standard_then_fortune_then_envy() -> None:
    result = hand(seat(1, WINS, 100, fortune=5), seat(2, LOSES, 100, fortune=10), seat(3, PUSHES, 50), posted=300)
    assert result.order == [
        ("1", "main"), ("2", "main"), ("3", "main"), ("1", "fortune"), ("2", "fortune"), ("1", "envy"),
    ]  # fmt: skip
    assert [result.net(n, "main") for n in (1, 2, 3)] == [100, -100, 0]
    assert (result.net(1, "fortune"), result.net(2, "fortune"), result.net(1, "envy")) == (-5, 95, 0)
    paid = result.payment(2, "fortune")
    assert (paid.due, paid.covered, paid.returned) == (25_000, 9_500, 1_000)
    assert (result.outcome(1, "envy"), result.bank) == ("void", -90)


@rule("FPG-18", "FPG-19")
@pytest.mark.parametrize(
    ("bank_accounting", "nets"),
    [("action-consumed", (100, 0, 0)), ("separate-caps", (100, -100, 0)), ("net-running", (100, -100, 80))],
)
def test_what_uses_up_the_bank_is_an_option(bank_accounting: str, nets: tuple[float, ...]) -> None:
    winner = "Kc Kd 5d 5s Qc 7c 6c"
    seats = seat(1, WINS, 100), seat(2, LOSES, 100), seat(3, winner, 80)
    result = hand(*seats, posted=100, options={"bank_accounting": bank_accounting})
    assert tuple(result.net(n) for n in (1, 2, 3)) == nets


@rule("FPG-20")
def test_the_player_dealer_makes_no_wager() -> None:
    with pytest.raises(Refusal, match="seat 7 holds the bank and makes no wager"):
        hand(Seat(7, "", {"main": 10, "fortune": 5}))
    with pytest.raises(Refusal, match="Bank holds the bank and makes no wager"):
        hand(seat(1, WINS, player="Bank"))


@rule("FPG-45")
def test_the_bank_goes_round_clockwise_and_nobody_has_it_three_times_in_a_row() -> None:
    rotation = Rotation({1: "Ana", 3: "Ben", 6: "Cleo"}, 7)
    bankers = []
    for _ in range(6):
        if rotation.banker is None:
            assert rotation.offered is not None
            rotation.accept(rotation.offered)
        bankers.append(rotation.banker)
        rotation.settled()
    assert bankers == ["Ana", "Ana", "Ben", "Ben", "Cleo", "Cleo"]
    third = table(seat(1, WINS))
    third.bank = BankSetup(7, "Bank", 10_000, turn=3)
    with pytest.raises(Refusal, match="hand 3 in a row is refused: one person banks at most 2"):
        resume(GAME, third)


@rule("FPG-59", "FPG-44")
def test_with_full_cover_the_action_button_changes_the_order_but_no_result() -> None:
    seats = seat(1, WINS, 100, fortune=5), seat(2, LOSES, 100, fortune=10), seat(3, PUSHES, 50)
    results = [hand(*seats, total=total) for total in (9, 10, 11)]
    assert len({tuple(result.order) for result in results}) == 3
    assert len({tuple(result.net(n) for n in (1, 2, 3)) for result in results}) == 1
    short = [hand(*seats, total=total, posted=100) for total in (9, 10)]
    assert [result.net(1, "main") for result in short] == [100, 0]


@rule("FPG-18", "FPG-19", "FPG-44", "FPG-58")
@pytest.mark.parametrize("settle_sequence", ["button-order", "losers-first"])
@pytest.mark.parametrize("bank_accounting", ["action-consumed", "separate-caps", "net-running"])
@pytest.mark.parametrize("posted", [10, 95, 333, 1_234.5, 100_000])
def test_a_full_table_with_side_bets_and_backline_never_moves_more_than_the_bank(
    posted: float, bank_accounting: str, settle_sequence: str
) -> None:
    hands = (
        "8s 8d 8h 8c 2s 5d Jd", "Ah Kh Qh Jh Th 4c 6d", "As Kd 9s 7c 5h 4d 2c", "Ad Qs Ts 7s 6c 5c 2d",
        "Kc Qc Jc Tc 9c 4h 2h", "6s 7h Jk Td 9h 3s 3d",
    )  # fmt: skip
    seats = [seat(n, cards, 60, fortune=5, backers={2: 10, 5: 25}) for n, cards in enumerate(hands, 1)]
    options = {"bank_accounting": bank_accounting, "settle_sequence": settle_sequence}
    result = hand(*seats, bank="3h 3c 6h 9d Qd Ks Ac", posted=posted, options=options)
    assert abs(result.bank) <= posted
    assert result.round.ledger.on_the_felt() == 0
    won = {place for place, wager in result.order if wager == "fortune" and result.net(place, "fortune") > 0}
    assert posted < 100_000 or won == {"1", "2", "5", "6"}
    assert posted < 100_000 or sum(wager == "envy" for _, wager in result.order) == 6 * 3 - 3


# -- setting ------------------------------------------------------------------------------------------------------


@rule("FPG-30", "FPG-90")
def test_a_player_sets_two_cards_in_front_or_asks_for_the_house_way() -> None:
    round_ = resume(GAME, table(Seat(1, WINS, {"main": 10})))
    seen = view(round_, "1")
    assert [(choice.name, choice.clause, choice.least, choice.most) for choice in seen.choices] == [
        ("set", "FPG-30", 2, 2),
        ("house-way", "FPG-90", 0, 0),
    ]
    assert seen.default == "house-way"
    with pytest.raises(Refusal, match=r"set takes 2 cards, but 3 were given \(FPG-30\)"):
        round_.decide("1", Answer("set", cards=cards_from("Qs Qd 5h")))
    with pytest.raises(Refusal, match="set As Qd is refused: you hold Qs Qd 5h 5c Ks 7d 6s"):
        round_.decide("1", Answer("set", cards=cards_from("As Qd")))
    round_.decide("1", Answer("set", cards=cards_from("5h 5c")))
    assert round_.over


@rule("FPG-30")
def test_nobody_sees_another_hand_or_how_it_was_set_before_the_bank_is_opened() -> None:
    round_ = resume(GAME, table(Seat(1, WINS, {"main": 10}), Seat(2, PUSHES, {"main": 10})))
    round_.decide("1", Answer("set", cards=cards_from("5h 5c")))
    assert view(round_, "2").cards["1"] == [None] * 7
    assert view(round_, "bank").cards["bank"] == [None] * 7
    assert decided(round_, "2")[-1] == ("1", None)
    assert decided(round_, "1")[-1] == ("1", {"set": "5h 5c"})
    round_.decide("2", Answer("house-way"))
    assert view(round_, "").cards["1 low"] == ["5h", "5c"]
    assert view(round_, "").cards["bank low"] == ["3h", "3c"]


@example("FPG-E04")
@rule("FPG-31")
def test_a_foul_hand_loses_its_standard_wager_and_the_fortune_wager_is_judged_by_itself() -> None:
    foul = seat(1, "Jk As / Kd 9h 6c 4s 2d", 100, fortune=5, backers={2: 20})
    result = hand(foul)
    assert (result.net(1, "main"), result.net(1, "fortune"), result.net("1.2")) == (-100, -5, -20)
    assert result.payment(1, "main").clauses == ("FPG-31",)
    quads = hand(seat(1, "Kh Ks / Kd Kc 6c 4s 2d", 100, fortune=5, sets="Kh Kd"))
    assert quads.net(1, "fortune") == 125


@rule("FPG-31")
@pytest.mark.parametrize(
    ("setting", "foul"),
    [
        ("Kh Ks / As Qd 9h 6c 4s", True),
        ("6d 6s / 5h 5d 9h Ac 2s", True),
        ("6d 6s / 6h 6c 9h Ac 2s", False),
        ("As Kd / Ah Qc 9h 5d 2s", True),
        ("As Kd / Ah Kc 9h 5d 2s", False),
        ("As Kd / 2h 2d 9h 5d 4s", False),
    ],
)
def test_the_front_may_equal_the_back_but_not_outrank_it(setting: str, foul: bool) -> None:
    result = hand(seat(1, setting), bank="")
    assert (result.payment(1, "main").clauses[0] == "FPG-31") is foul


@rule("FPG-31")
def test_a_wrong_count_is_foul_when_the_dealer_finds_it_on_the_felt() -> None:
    miscounted = table(Seat(1, WINS, {"main": 100}, ({"miscount": "Qs Qd 5h"},)))
    result = Played(resume(GAME, miscounted))
    assert (result.net(1), result.payment(1, "main").clauses) == (-100, ("FPG-31",))
    miscounted.options = {"foul": "reset-by-house-way"}
    assert Played(resume(GAME, miscounted)).net(1) == 100


@rule("FPG-31")
def test_a_foul_hand_is_reset_by_the_house_way_where_the_room_says_so() -> None:
    foul = seat(1, "Qs Qd / 5h 5c Ks 7d 6s", 100)
    assert hand(foul).net(1) == -100
    assert hand(foul, options={"foul": "reset-by-house-way"}).net(1) == 100


@rule("FPG-32")
def test_the_player_dealers_cards_are_set_by_the_house_way_and_nobody_is_asked() -> None:
    round_ = hand(seat(1, WINS)).round
    assert "bank" not in round_.document().decisions
    way = house_way(FPG, BANK)
    assert (set(round_.felt.bank.cards), set(round_.felt.spots["bank low"].cards)) == (set(way.high), set(way.low))
    assert (way.low_says, way.clauses) == ("a pair of threes", ("FPG-72",))


@rule("FPG-90")
def test_a_hand_left_unset_goes_by_the_house_way_with_all_its_wagers_in_action() -> None:
    round_ = resume(GAME, table(Seat(1, WINS, {"main": 100, "fortune": 5}, backers=(Backer(2, {"main": 20}),))))
    (ask,) = round_.asks()
    round_.decide("1", ask.default)
    assert (Played(round_).net(1, "main"), Played(round_).net("1.2"), Played(round_).net(1, "fortune")) == (100, 20, -5)


@rule("FPG-33")
@pytest.mark.parametrize("kind", ["boxed-card", "wrong-count", "shuffler-failure", "bank-card-exposed"])
def test_a_misdeal_voids_the_round_and_the_fee_stands_for_the_replay(kind: str) -> None:
    seats = Seat(1, WINS, {"main": 100, "fortune": 5}, backers=(Backer(2, {"main": 20}),))
    round_ = resume(GAME, table(seats, schedule="SCH-FPG-01"))
    round_.call(kind)
    assert (round_.voided, [paid.returned for paid in round_.payments]) == ("FPG-33", [10_000, 500, 2_000])
    assert [fee.amount for fee in round_.fees] == [200, 100]
    assert Round(GAME, table(seats, schedule="SCH-FPG-01", fee_carried=True).setup()).fees == []


@rule("FPG-33")
def test_a_bank_hand_set_against_the_house_way_is_reset_and_the_round_goes_on() -> None:
    round_ = resume(GAME, table(Seat(1, WINS, {"main": 100})))
    round_.call("house-way-error")
    round_.decide("1", Answer("house-way"))
    assert Played(round_).net(1) == 100


# -- ranks --------------------------------------------------------------------------------------------------------


def value(cards: str, **options: Any) -> int:
    ((_, ranked),) = GAME.rank(cards_from(cards), Rules.of(FPG, options)).items()
    return int(ranked.value)


@rule("FPG-34", "FPG-37", "FPG-38")
def test_back_hands_rank_in_the_printed_order() -> None:
    worst_first = (
        "7s 5d 4h 3c 2s", "As Kd Qh Jc 9s", "2s 2d 5h 4c 3s", "As Ad Kh Qc Js", "3s 3d 2h 2c 4s", "As Ad Kh Kc Qs",
        "2s 2d 2h 4c 3s", "As Ad Ah Kc Qs", "As 2d 3h 4c 5s", "6s 5d 4h 3c 2s", "As Kd Qh Jc Ts", "7s 5s 4s 3s 2s",
        "As Ks Qs Js 9s", "2s 2d 2h 3c 3s", "As Ad Ah Kc Ks", "2s 2d 2h 2c 3s", "As Ad Ah Ac Ks", "As 2s 3s 4s 5s",
        "6s 5s 4s 3s 2s", "Ks Qs Js Ts 9s", "As Ks Qs Js Ts", "As Ad Ah Ac Jk",
    )  # fmt: skip
    values = [value(cards) for cards in worst_first]
    assert values == sorted(set(values))


@rule("FPG-35", "FPG-02")
def test_five_of_a_kind_below_the_aces_exists_only_with_a_fully_wild_joker() -> None:
    assert value("As Ad Ah Ac Jk") > value("Ts Js Qs Ks As")
    assert value("2s 2d 2h 2c Jk") < value("Ts Js Qs Ks As") < value("2s 2d 2h 2c Jk", main_joker="fully-wild")
    ranked = GAME.rank(cards_from("9s 9d 9h 9c Jk"), Rules.of(FPG))["back"]
    assert ranked.says == "four nines with an ace"


@example("FPG-E05")
@rule("FPG-04", "FPG-36")
@pytest.mark.parametrize(
    ("cards", "says"),
    [
        ("Jk 2s 3d 4h 5c", "six-high straight"),
        ("Jk As 2d 3h 4c", "five-high straight"),
        ("As Ks Qs 9s Jk", "ace-high flush with king, queen, jack and nine"),
        ("Ts Js Qs Ks Jk", "a royal flush"),
        ("Jk 5s 6d 7h 8c", "nine-high straight"),
    ],
)
def test_the_joker_takes_the_rank_that_is_best(cards: str, says: str) -> None:
    assert GAME.rank(cards_from(cards), Rules.of(FPG))["back"].says == says


@example("FPG-E11")
@rule("FPG-38")
def test_seven_five_is_lower_than_seven_six() -> None:
    assert wild.value(cards_from("7s 5d 4h 3c 2s")) < wild.value(cards_from("7d 6h 5c 4s 2h"))


@rule("FPG-39")
def test_front_hands_rank_by_pair_and_then_by_the_higher_and_the_lower_card() -> None:
    worst_first = ("3s 2d", "4s 2d", "4s 3d", "Ks Qs", "As 2d", "As Kd", "2s 2d", "Ks Kd", "As Ad")
    values = [value(cards) for cards in worst_first]
    assert values == sorted(set(values))
    assert value("As Ks") == value("Ad Kh")


@example("FPG-E10")
@rule("FPG-02", "FPG-03")
def test_the_joker_is_an_ace_in_front_and_any_card_for_the_fortune_wager() -> None:
    ranked = GAME.rank(cards_from("Jk 9h"), Rules.of(FPG))["front"]
    assert ranked.says == "ace high with a nine"
    result = hand(seat(1, "Jk 9h / Qs Qd 7c 4s 2d", fortune=5))
    assert result.net(1, "fortune") == 15
    seven = GAME.rank(cards_from("Qs Qd Jk 9h 7c 4s 2d"), Rules.of(FPG))
    assert (seven["back"].category, seven["fortune"].category) == ("pair", "three of a kind")


# -- comparing and settling ---------------------------------------------------------------------------------------


@example("FPG-E03")
@rule("FPG-41", "FPG-42", "FPG-43")
@pytest.mark.parametrize(
    ("player", "outcome", "net"),
    [
        ("As Kc / Jh Jd 6s 4c 2d", "push", 0),
        ("As Kc / 9h 9d Qh 7c 2s", "lose", -50),
        ("As Kc / Ts Tc 8h 5d 3s", "lose", -50),
        ("4s 4h / Js Jc 8d 6h 3c", "win", 50),
    ],
)
def test_both_hands_must_be_higher_and_copies_are_the_player_dealers(player: str, outcome: str, net: float) -> None:
    result = hand(seat(1, player), bank=COPIED_BANK)
    assert (result.outcome(1, "main"), result.net(1)) == (outcome, net)
    assert ("FPG-42" in result.payment(1, "main").clauses) is (outcome != "win")


@rule("FPG-40")
def test_hands_are_opened_from_the_action_button_clockwise_after_the_bank() -> None:
    result = hand(seat(1, WINS), seat(2, LOSES), seat(5, PUSHES), total=10)
    assert result.round.felt.turned == ["bank", "2", "5", "1"]


@rule("FPG-44", "FPG-43", "FPG-12")
def test_standard_then_backline_square_by_square_then_fortune_then_envy() -> None:
    result = hand(
        seat(1, WINS, 100, fortune=5, backers={3: 20}),
        seat(2, LOSES, 100, fortune=10, backers={2: 30, 3: 40}),
        total=10,
    )
    assert result.order == [
        ("2", "main"), ("1", "main"), ("2.2", "main"), ("2.3", "main"), ("1.3", "main"), ("2", "fortune"),
        ("1", "fortune"), ("1", "envy"),
    ]  # fmt: skip
    assert (result.net("1.3"), result.net("2.2"), result.net("2.3")) == (20, -30, -40)


# -- Fortune and Envy ---------------------------------------------------------------------------------------------


@example("FPG-E08")
@rule("FPG-11", "FPG-54", "FPG-55", "FPG-56", "FPG-57")
@pytest.mark.parametrize(("needs_fortune", "envy"), [(False, (70, 25, 75)), (True, (50, 5, 55))])
def test_every_envy_button_is_paid_for_each_big_hand_of_another_player(
    needs_fortune: bool, envy: tuple[float, ...]
) -> None:
    result = hand(
        seat(1, "8s 8d 8h 8c 2s 5d Jd", fortune=5),
        seat(2, "Ah Kh Qh Jh Th 4c 6d", fortune=20),
        seat(3, "As Kd 9s 7c 5h 4d 2c", fortune=5),
        seat(4, "Ad Qs Ts 7s 6c 5c 2d", fortune=3),
        seat(5, "Kc Qc Jc Tc 9c 4h 2h"),
        bank="3s 3d 3h 3c 6h 9d Qd",
        options={"envy_trigger_needs_fortune": needs_fortune},
    )
    assert [result.net(n, "fortune") for n in (1, 2, 3, 4)] == [125, 3000, -5, -3]
    assert tuple(result.net(n, "envy") for n in (1, 2, 3)) == envy
    assert {place for place, wager in result.order if wager == "envy"} == {"1", "2", "3"}


@rule("FPG-55")
def test_nobody_envies_the_own_second_hand() -> None:
    quads = seat(1, "8s 8d 8h 8c 2s 5d Jd", fortune=5, player="Ana")
    result = hand(quads, seat(2, WINS.replace("5h", "5s"), fortune=5, player="Ana"), bank="")
    assert "envy" not in {wager for _, wager in result.order}


@rule("FPG-58", "FPG-57")
@pytest.mark.parametrize(("envy_uncovered", "envy", "bank"), [("lapse", 0, -100), ("player-dealer-owes", 5, -105)])
def test_envy_that_the_bank_does_not_reach_lapses_or_is_owed(envy_uncovered: str, envy: float, bank: float) -> None:
    seats = seat(1, WINS, 100, fortune=5), seat(2, LOSES, 100)
    result = hand(*seats, posted=100, options={"envy_uncovered": envy_uncovered})
    assert (result.net(1, "main"), result.net(1, "envy"), result.bank) == (100, envy, bank)
    assert result.payment(1, "envy").owed == cents(envy)
    assert result.round.ledger.balances["player Bank"] == -cents(-bank)


@example("FPG-E09")
@rule("FPG-48", "FPG-49", "FPG-50", "FPG-51", "FPG-52")
@pytest.mark.parametrize(
    ("cards", "net"),
    [
        ("4h 5h 6h 7h 8h 9h Th", 25_000),
        ("4h 5h Jk 7h 8h 9h Th", 5_000),
        ("Ts Js Qs Ks As Qh Kh", 10_000),
        ("Jk Js Qs Ks As Qh Kh", 10_000),
        ("As Ad Ah Ac Jk 7s 2d", 2_000),
        ("9s 9d 9h 9c Jk 7s 2d", 125),
        ("Qs Qd Jk 9h 7c 4s 2d", 15),
        ("5s 6d 7h 8c 9s Kd Kh", 10),
        ("Ks Kd 9h 9c Jk 4s 2d", 25),
        ("As Kd Qh 9c 7s 4d 2h", -5),
        ("Ts Js Qs Ks As 4d 2h", 750),
        ("9s Ts Js Qs Ks 4d 2h", 250),
        ("2s 5s 8s Ts Ks 4d 2h", 20),
        ("5s 6d 7h 8c 9s 9d 9h", 15),
    ],
)
def test_the_fortune_wager_pays_the_best_row_of_the_seven_cards(cards: str, net: float) -> None:
    assert fortune(cards) == net


@example("FPG-E09")
@rule("FPG-50")
def test_the_joker_helps_a_royal_match_only_where_the_room_says_so() -> None:
    assert fortune("Jk Js Qs Ks As Qh Kh", options={"royal_match_joker": False}) == 750
    assert fortune("Ts Js Qs Ks As Qh Kh", options={"royal_match_joker": False}) == 10_000


@rule("FPG-47", "FPG-53")
def test_the_fortune_wager_stands_by_itself_whatever_was_set_and_whoever_has_the_higher_hand() -> None:
    full_house = seat(2, "8s 8d / 8c 5s 5d 6c Jc", fortune=5)
    result = hand(seat(1, LOSES, fortune=5), full_house, bank="As Ad Ah Ac Kd Qd Jd")
    assert (result.net(1, "main"), result.net(1, "fortune")) == (-50, 125)
    assert (result.net(2, "main"), result.net(2, "fortune")) == (-50, 25)


# -- the house way ------------------------------------------------------------------------------------------------

EXAMPLES = {
    "FPG-E20": (
        "Ks Kd 2h 2c As Jd 7c; Ks Kd 2h 2c As Td 7c; Ks Kd 6h 6c As Qd Jc; Ts Td 5h 5c As 3d 2c; "
        "Ts Td 4h 4c Ks Jd 3c; Ts Td 4h 4c Ks Qd 3c; 4s 4d 3h 3c Qs 5d 2c; 4s 4d 3h 3c Qs 6d 2c; "
        "3s 3d 2h 2c Js Td 7c; As Ad 2h 2c Ks Qd 9c",
        "As Jd; 2h 2c; 6h 6c; As 3d; 4h 4c; Ks Qd; 3h 3c; Qs 6d; Js Td; 2h 2c",
    ),
    "FPG-E21": ("9s 9d 8h 8c 4s 4d Kc", "9s 9d"),
    "FPG-E22": (
        "9s 9d 9h 5s 5d 5c Kh; 8s 8d 8h Ks Kd 4c 4h; 9s 9d 9h Ks Kd 4c 2h; 7s 7d 7h 2s 2d Ac Kh; 7s 7d 7h 2s 2d Ac Qh",
        "9s 9h; Ks Kd; Ks Kd; Ac Kh; 2s 2d",
    ),
    "FPG-E23": (
        "As Ad Ah Ks Qd 7c 3h; As Ad Ah Ks Jd 7c 3h; Ks Kd Kh Qs Jd 7c 3h; Ks Kd Kh As Qd 7c 3h; "
        "Qs Qd Qh As Kd 7c 3h; 9s 9d 9h Ts Jd Qc Kh",
        "Ks Qd; As Ks; Qs Jd; As Ks; As Kd; 9s 9h",
    ),
    "FPG-E24": (
        "As Ad Ah Ac 9s 5d 3h; Ks Kd Kh Kc As 5d 3h; Qs Qd Qh Qc As Kd 3h; Qs Qd Qh Qc As Td 3h; "
        "Js Jd Jh Jc As 5d 3h; Js Jd Jh Jc Ks 5d 3h; 9s 9d 9h 9c Ks 5d 3h; 9s 9d 9h 9c Qs 5d 3h; "
        "7s 7d 7h 7c Qs 5d 3h; 7s 7d 7h 7c Js 5d 3h; 6s 6d 6h 6c Js 5d 3h; As Ad Ah Ac Ks Kd 7h; "
        "Ks Kd Kh Kc 7s 7d 7h",
        "As Ah; Ks Kh; As Kd; Qs Qh; As 5d; Js Jh; Ks 5d; 9s 9h; Qs 5d; 7s 7h; Js 5d; Ks Kd; Ks Kh",
    ),
    "FPG-E25": (
        "4s 5d 6h 7c 8s 9d Kh; 4s 5d 6h 7c 8s 9d Th; 2s 5s 7s 9s Js Ks Ah; As Js 9s 4s 2s Jh 8d; "
        "As Qs 9s 4s 2s Qh 8d; As Ts 9s 4s 2s Th 8d; As 9s 7s 4s 2s Jh Jd",
        "Kh 9d; Th 9d; Ah Ks; As 9s; Qh 8d; Th 8d; Jh Jd",
    ),
    "FPG-E26": ("6s 6d 5h 5c 4s 3d 2c; Ts Td 9h 9c 8s 7d 6c", "5h 5c; 9h 9c"),
    "FPG-E27": (
        "Jk Kd Jc 9h 6s 4d 2c; Jk Ad Kc Qh 9s 6d 3c; Jk 9d 9c Kh Qs 6d 3c; Jk 9d 9c Ah Ks 6d 3c; "
        "Jk Ts Td 5h 5c Ah 3c; Jk As Ad Kh Qc 7s 4d; Jk As Ad Ah Kc 7s 4d; Jk 7s 7d 7h 7c 5s 3d",
        "Kd Jc; Kc Qh; Jk Kh; 9d 9c; Jk Ah; Kh Qc; As Ah; Jk 5s",
    ),
    "FPG-E28": (
        "Jk 6s 7d 8h 9c Ks Qd; Jk Ks Qs Js Ts 4d 3c; Jk Js Jd 6h 7c 8s 9d; Jk Js Jd Qs 8s 5s 2d; "
        "Jk As 3d 4h 5c Ts 9d; Jk As Ad Kh 5s 4s 3s",
        "Ks Qd; 4d 3c; Js Jd; Jk Qs; Ts 9d; Ad Kh",
    ),
    "FPG-E29": ("As Ad Ah Ac Jk Ks Kd; As Ad Ah Ac Jk Qs Qd; As Ad Ah Ac Jk 9s 4d", "Ks Kd; As Ah; As Ah"),
}


@example(*EXAMPLES)
@rule("FPG-62", "FPG-63", "FPG-64", "FPG-65", "FPG-66", "FPG-67", "FPG-68", "FPG-69", "FPG-70", "FPG-71", "FPG-72")
@pytest.mark.parametrize("name", EXAMPLES)
def test_the_house_way_sets_the_printed_examples(name: str) -> None:
    hands, expected = EXAMPLES[name]
    assert [front_of(FPG, cards) for cards in hands.split(";")] == fronts(expected)


@example("FPG-E30")
@rule("FPG-80", "FPG-82", "FPG-83", "FPG-84", "FPG-85", "FPG-86", "FPG-87", "FPG-88")
def test_the_house_way_with_a_fully_wild_joker_sets_the_printed_examples() -> None:
    hands = (
        "Jk Ad Kc Qh 9s 6d 3c; Jk Qd 8c 7h 5s 3d 2c; Jk 9d 9c Ah Ks 6d 3c; Jk 9d 9c 8h 7s 4d 2c; "
        "Jk 3d 3c Ah Ks 9d 7c; Jk Ks Kd 5h 5c 9s 2d; Jk Js Jd 5h 5c As 2d; Jk 9s 9d 9h Kc 7s 4d; "
        "Jk 9s 9d 9h 5c 5s Kd; Jk 6s 7d 8h 9c Ts Qd; Jk As Js 9s 8s 5d 3h"
    )
    expected = "Ad Qh; 8c 7h; 9d 9c; Jk 8h; Ah Ks; Ks Kd; Jk As; Jk Kc; Jk Kd; Jk Qd; As 9s"
    assert [front_of(FPG, cards, main_joker="fully-wild") for cards in hands.split(";")] == fronts(expected)


@rule(
    "FPG-60", "FPG-62", "FPG-63", "FPG-64", "FPG-65", "FPG-66", "FPG-67", "FPG-68", "FPG-69", "FPG-70", "FPG-71",
    "FPG-72", "FPG-73", "FPG-74", "FPG-75", "FPG-78",
)  # fmt: skip
@pytest.mark.parametrize(
    ("cards", "front", "clause"),
    [
        ("As Ad Ah Ac Jk Qs Qd", "As Ah", "FPG-62"),
        ("7s 7d 7h 7c Ks Kd Kh", "Ks Kh", "FPG-63"),
        ("Ks Kd Kh Kc 2s 2d 7h", "2s 2d", "FPG-64"),
        ("Qs Qd Qh Qc As Jd 3h", "As Jd", "FPG-65"),
        ("9s 9d 9h 5s 5d 5c Kh", "9s 9h", "FPG-66"),
        ("8s 8d 8h Ks Kd 4c 4h", "Ks Kd", "FPG-67"),
        ("As Ad Ah 2s 2d Kc Qh", "2s 2d", "FPG-68"),
        ("Jk 8s 8d 8h Ac 6s 3d", "Jk Ac", "FPG-68"),
        ("9s 9d 8h 8c 4s 4d Kc", "9s 9d", "FPG-69"),
        ("Jk As 9d 9h 5s 7s 8s", "9d 9h", "FPG-70"),
        ("Ks Kd Kh As Qd 7c 3h", "As Ks", "FPG-71"),
        ("Jk Ks Kd 2h 2c Qs 7d", "Jk Qs", "FPG-72"),
        ("6s 6d 5h 5c 4s 3d 2c", "5h 5c", "FPG-73"),
        ("As Js 9s 4s 2s Jh 8d", "As 9s", "FPG-74"),
        ("Ks Kd Qh 9c 7s 4d 2h", "Qh 9c", "FPG-74"),
        ("4s 5d 6h 7c 8s 9d Kh", "Kh 9d", "FPG-75"),
        ("As Kd Jc 9h 6s 4d 2c", "Kd Jc", "FPG-75"),
    ],
)
def test_the_house_way_names_the_clause_that_decided(cards: str, front: str, clause: str) -> None:
    way = house_way(FPG, cards)
    assert (set(text_of_cards(way.low).split()), clause in way.clauses) == (set(front.split()), True)


@rule("FPG-80", "FPG-81", "FPG-82", "FPG-83", "FPG-84", "FPG-85", "FPG-86", "FPG-87", "FPG-88")
@pytest.mark.parametrize(
    ("cards", "front", "clause"),
    [
        ("As Ad Ah Ac Jk Ks Kd", "Ks Kd", "FPG-81"),
        ("As Ad Ah Ac Jk 9s 4d", "As Ah", "FPG-81"),
        ("Jk Ks Kd 9h 9c 4s 4d", "Ks Kd", "FPG-82"),
        ("Jk Ks Kd Kh Kc 3s 2d", "Jk 3s", "FPG-82"),
        ("Jk 9s 9d 9h 8c 7s 6d", "9s 9h", "FPG-83"),
        ("Jk 8d 8c 2s 3d 4h 5c", "8c 8d", "FPG-84"),
        ("Jk 9s 9d 5h 5c Qs 2d", "Jk Qs", "FPG-85"),
        ("Jk 9s 9d 5h 5c Js 2d", "9s 9d", "FPG-85"),
        ("Jk 9d 9c Ah Ks 6d 3c", "9d 9c", "FPG-86"),
        ("Jk Js 9d 8h 7c 3s 2d", "3s 2d", "FPG-87"),
        ("Jk Qd 9c 7h 5s 3d 2c", "Qd 7h", "FPG-88"),
    ],
)
def test_with_a_fully_wild_joker_the_house_way_names_its_own_clauses(cards: str, front: str, clause: str) -> None:
    way = house_way(FPG, cards, main_joker="fully-wild")
    assert (set(text_of_cards(way.low).split()), clause in way.clauses) == (set(front.split()), True)


@rule("FPG-73")
def test_small_pairs_may_play_the_straight_where_the_chart_would_split_them() -> None:
    option = {"two_pair_complete": "complete-when-sixes-or-lower"}
    assert front_of(FPG, "6s 6d 5h 5c 4s 3d 2c", **option) == {"6s", "5h"}
    assert front_of(FPG, "Ts Td 9h 9c 8s 7d 6c", **option) == {"9h", "9c"}


@rule("FPG-61")
def test_of_several_pairs_in_front_the_one_with_the_highest_back_is_taken_and_the_joker_stays_behind() -> None:
    assert front_of(FPG, "Jk As Ad Ah Ks Qs Js") == {"Ad", "Ah"}  # a royal flush behind
    assert front_of(FPG, "Jk As Ad Ah 9c 5d 3h") == {"As", "Ah"}


@rule("FPG-60", "FPG-79")
def test_settings_lists_every_way_that_is_not_foul() -> None:
    settings = GAME.settings
    assert settings is not None
    listed = settings(cards_from("As Kd Qh 9c 7s 4d 2h"), Rules.of(FPG))
    assert len(listed) == 15  # the ace stays behind with any four of the other six
    assert all("As" in text_of_cards(setting.high) for setting in listed)
    assert listed[0].low_says == "four high with a two"
    way = house_way(FPG, "As Kd Qh 9c 7s 4d 2h")
    assert (way.low, way.high) in {(setting.low, setting.high) for setting in listed}
