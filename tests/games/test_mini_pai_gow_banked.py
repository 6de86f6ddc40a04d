"""Mini Pai Gow where a player banks: the house's stake, the commission, and whose turn it is."""

from typing import Any

import pytest

from houseway.cards import cards_from
from houseway.games import find
from houseway.rulebook import Rules
from houseway.script import Refusal
from houseway.table import result, resume, view
from houseway.table.between_rounds.rotation import SharedRotation
from houseway.table.setup import BankSetup
from houseway.testing import example, rule
from tests.games.mini_pai_gow import (
    FULL_HOUSE,
    JUNK,
    MPG,
    QUEEN_LOW,
    STRAIGHT_FLUSH,
    bonus_money,
    player_bank,
    seat,
    table,
)
from tests.kit import Played, Seat, document, played

# -- a player banks -----------------------------------------------------------------------------------------------

BANKER, DEALER = "Qh 9s 9d 8c 5d 4s", "Kd Js 9h 7c 5h 3s"  # Qh | a pair of nines; Js | king-high
BEATS_BOTH, BEATEN, ALSO_BEATEN = ("Kc", "As Ad 8h 6c 2s"), ("Tc", "Qd Jc 8s 6h 3c"), ("Th", "Qs Jd 8d 6d 2c")


@example("MPG-E13")
@rule("MPG-61", "MPG-62", "MPG-63", "MPG-64", "MPG-65")
def test_a_banking_player_settles_with_the_house_first_and_pays_commission_on_the_net_win() -> None:
    result_ = player_bank(
        seat(1, *BEATS_BOTH, main=50),
        seat(2, *BEATEN, main=100, bonus=5),
        seat(3, *ALSO_BEATEN, main=25, doubles=True),
        bank=BANKER,
        sets={"set": "Qh"},
        dealer=DEALER,
        carried={"last_wagers": {"Bank": 2500}},
    )
    assert result_.order == [
        ("house", "house-stake"), ("1", "main"), ("2", "main"), ("2", "bonus"), ("3", "main"), ("3", "double"),
    ]  # fmt: skip
    assert (result_.net("house"), result_.bank) == (-25, 125)
    assert (result_.net(1), result_.payment(1, "main").commission) == (47.5, 250)
    assert (result_.net(2, "main"), result_.net(3)) == (-100, -50)
    assert [(fee.player, fee.amount) for fee in result_.round.fees] == [("seat 1", 250), ("Bank", 625)]
    balances = result_.round.ledger.balances
    assert balances["player Bank"] == 118_75
    assert balances["house"] == -25_00 + 5_00  # the stake went to the banker, the Bonus came to the house
    told = result(result_.round)
    assert told.house.net == 5_00  # the other side of the Bonus, which is nobody's payment and not the bank's
    others = told.bank.net + told.house.net
    assert sum(paid.net + paid.commission for paid in told.payments) + others == 0
    assert balances["box"] == 8_75
    assert result_.round.felt.spot("muck").cards  # the dealer hand is burned before the others are settled
    assert result_.round.felt.turned == ["house", "bank", "1", "2", "3"]


@rule("MPG-65")
@pytest.mark.parametrize(
    ("options", "fee"),
    [
        ({}, 15),  # 5 percent of 3.00
        ({"commission_rounding": "up-to-quarter"}, 25),
        ({"banker_commission": "gross"}, 50),  # of 10.00
        ({"banker_commission": "gross", "commission_rounding": "up-to-quarter"}, 50),
        ({"banker_commission": "none"}, 0),
    ],
)
def test_the_banker_pays_five_percent_of_the_net_win_or_of_all_wins_or_nothing(
    options: dict[str, Any], fee: int
) -> None:
    result_ = player_bank(
        seat(1, *BEATS_BOTH, main=7),
        seat(2, *BEATEN, main=10),
        bank=BANKER,
        dealer=DEALER,
        house_stake="none",
        **options,
    )
    assert [charge.amount for charge in result_.round.fees if charge.payer == "bank"] == ([fee] if fee else [])
    assert result_.payment(1, "main").commission == (50 if "commission_rounding" in options else 35)


@rule("MPG-65", "PGS-39")
@pytest.mark.parametrize(
    ("commission_rounding", "main", "commission"),
    [
        ("", 12, 60), ("exact-cent", 12, 60), ("exact-cent", 12.3, 62), ("exact-cent", 12.25, 61),
        ("up-to-quarter", 12, 75), ("up-to-quarter", 25, 125),
    ],
)  # fmt: skip
def test_a_commission_is_rounded_as_pai_gow_seneca_rounds_it(
    commission_rounding: str, main: float, commission: int
) -> None:
    options: dict[str, Any] = {"commission_rounding": commission_rounding} if commission_rounding else {}
    won = player_bank(seat(1, *BEATS_BOTH, main=main), bank=BANKER, dealer=DEALER, house_stake="none", **options)
    assert won.payment(1, "main").commission == commission
    mini, seneca = (Rules.of(game, options).options.commission_rounding for game in (MPG, "pai-gow-seneca"))
    assert mini == seneca


@rule("MPG-65")
def test_a_banker_who_loses_pays_no_commission_and_bonus_wins_are_free_of_it() -> None:
    result_ = player_bank(
        seat(1, "Kc", "As Ad 8h 8s 2s", main=50, bonus=5), bank=BANKER, dealer=DEALER, house_stake="none"
    )  # fmt: skip
    assert [charge.payer for charge in result_.round.fees] == ["1"]
    assert result_.net(1, "bonus") == 5


@rule("MPG-62")
@pytest.mark.parametrize(
    ("house_stake", "carried", "stake"),
    [
        ("banker-last-wager", {"last_wagers": {"Bank": 4000}}, 40),
        ("banker-last-wager", {}, 5),
        ("table-minimum", {"last_wagers": {"Bank": 4000}}, 5),
        ("none", {"last_wagers": {"Bank": 4000}}, 0),
    ],
)
def test_the_house_bets_the_bankers_last_wager_or_the_minimum_or_nothing(
    house_stake: str, carried: dict[str, Any], stake: float
) -> None:
    result_ = player_bank(
        seat(1, *BEATEN), bank=BANKER, dealer="Jk Ks Kh 7c 5h 3s", carried=carried, house_stake=house_stake
    )
    if stake:
        assert result_.net("house") == stake  # Jk | a pair of kings wins both, undoubled and without commission
        assert [fee.payer for fee in result_.round.fees] == (["bank"] if stake < 10 else [])
    assert result_.bank == 10 - stake


@rule("MPG-62")
def test_the_last_wager_against_the_house_is_remembered() -> None:
    round_ = table(
        seat(1, *BEATEN, main=30, player="Ana"),
        seat(2, *ALSO_BEATEN, main=40, player="Ben", doubles=True),
        bank=QUEEN_LOW,
        carried={"last_wagers": {"Ana": 100, "Cleo": 500}},
    ).round
    assert round_.felt.carried == {"last_wagers": {"Ana": 3000, "Ben": 4000, "Cleo": 500}, "player_banked": False}
    banked = player_bank(seat(1, *BEATEN), bank=BANKER, dealer=DEALER, carried={"last_wagers": {"Bank": 700}}).round
    assert banked.felt.carried == {"last_wagers": {"Bank": 700}, "player_banked": True}


@rule("MPG-62", "MPG-67")
@pytest.mark.parametrize(
    ("carried", "words"),
    [
        ({"last_wagers": "much"}, r"carried\.last_wagers: last_wagers holds the cents .*, not 'much' \(MPG-62\)"),
        ({"last_wagers": {"Ana": -500}}, r"not \{'Ana': -500\} \(MPG-62\)"),
        ({"player_banked": 3}, r"carried\.player_banked: player_banked says true or false, not 3 \(MPG-67\)"),
    ],
)
def test_a_memory_that_no_round_left_behind_is_refused(carried: dict[str, Any], words: str) -> None:
    with pytest.raises(Refusal, match=words):
        table(seat(1, *BEATEN), bank=QUEEN_LOW, carried=carried)


@rule("MPG-60")
def test_a_player_who_banks_posts_something() -> None:
    forgot = document(MPG, seat(1, *BEATEN), bank=BANKER, posted=None, options={"player_bank": "on"})
    forgot.bank = BankSetup(7, "Ana")
    with pytest.raises(Refusal, match=r"seat 7 holds the bank but posts nothing; .* \(MPG-60\)") as refused:
        resume(find(MPG), forgot)
    assert refused.value.where == "bank.posted"


@rule("MPG-60", "MPG-63")
def test_a_bank_must_cover_every_main_wager_its_double_and_the_houses_stake() -> None:
    def bank(posted: float) -> Played:
        seats = seat(1, *BEATS_BOTH, main=50, doubles=True), seat(2, *BEATEN, main=25)
        return player_bank(*seats, bank=BANKER, dealer=DEALER, posted=posted, house_stake="table-minimum")

    with pytest.raises(
        Refusal, match=r"a bank of 154\.99 is refused: it must cover 155\.00, doubles included \(MPG-60\)"
    ) as refused:
        bank(154.99)
    assert refused.value.where == "bank.posted"
    assert bank(155).bank == -100 + 25 + 5


@rule("MPG-60", "MPG-26")
def test_no_player_banks_where_it_is_not_allowed() -> None:
    with pytest.raises(
        Refusal, match=r"only the house banks at this table: 500\.00 posted by a player is refused \(MPG-60\)"
    ):
        played(MPG, seat(1, *BEATEN), bank=BANKER, posted=500, bank_seat=7)


@rule("MPG-63", "MPG-27")
def test_the_qualifier_is_the_bankers_high_hand_not_the_dealers() -> None:
    low_bank = player_bank(
        seat(1, *BEATS_BOTH, doubles=True), bank="Qh Jh 9d 8c 5d 4s", dealer="Ks Kd 9h 7c 5h 3s", house_stake="none"
    )
    assert (low_bank.outcome(1, "main"), low_bank.outcome(1, "double")) == ("win", "push")


@rule("MPG-64", "MPG-35")
def test_the_house_pays_bonus_and_community_also_for_the_bankers_hand() -> None:
    result_ = player_bank(
        seat(1, *FULL_HOUSE, bonus=5), seat(2, *JUNK, bonus=5), bank="As Ad Ac Qs Qc Td", dealer=STRAIGHT_FLUSH,
        bonus_paytable="MPG-COMM", house_stake="none",
    )  # fmt: skip
    assert (bonus_money(result_, 1), bonus_money(result_, 2)) == (75 + 5, -5 + 5 + 5)
    side_bets = [paid for paid in result_.round.payments if paid.wager in ("bonus", "community")]
    assert [paid.clauses[-1] for paid in side_bets] == ["MPG-64"] * 5
    assert result_.bank == 10  # the full house pushes, the other hand loses, and no bonus money touches the bank
    assert result_.round.ledger.balances["house"] == -85_00


@rule("MPG-66", "MPG-15")
def test_the_banker_sees_and_sets_the_own_hand_and_a_foul_is_reset_by_the_house_way() -> None:
    table_ = document(
        MPG, Seat(1, "Kc As Ad 8h 6c 2s", {"main": 10}), bank=BANKER, bank_seat=7, cards={"house": DEALER},
        options={"player_bank": "on"},
    )  # fmt: skip
    round_ = resume(find(MPG), table_)
    assert view(round_, "bank").cards["bank"] == BANKER.split()
    assert view(round_, "1").cards["bank"] == view(round_, "bank").cards["house"] == [None] * 6
    assert [choice.name for choice in view(round_, "bank").choices] == ["set", "house-way"]
    for sets, low in (({"set": "8c"}, "8c"), ({"miscount": "Qh 8c"}, "Qh"), ("house-way", "Qh")):
        banked = player_bank(seat(1, *BEATS_BOTH), bank=BANKER, sets=sets, dealer=DEALER).round
        assert banked.felt.spot("bank low").cards == cards_from(low)
    foul = player_bank(seat(1, *BEATS_BOTH), bank="Qh Jh 9d 8c 5d 4s", sets={"set": "Qh"}, dealer=DEALER).round
    assert foul.felt.spot("bank low").cards == cards_from("Jh")


@rule("MPG-66", "MPG-22")
def test_ties_go_to_the_banker() -> None:
    tied = player_bank(seat(1, "Qd", "As Ad 8h 6c 2s"), bank=BANKER, dealer=DEALER, house_stake="none")
    assert tied.outcome(1, "main") == "push"


@rule("MPG-67")
def test_the_house_banks_between_two_player_banks_unless_banking_is_free() -> None:
    first = player_bank(seat(1, *BEATEN), bank=BANKER, dealer=DEALER)
    with pytest.raises(
        Refusal, match=r"Bank cannot bank now: a player banked the last round, and the house banks between \(MPG-67\)"
    ):
        player_bank(seat(1, *BEATEN), bank=BANKER, dealer=DEALER, carried=first.round.felt.carried)
    free = player_bank(
        seat(1, *BEATEN), bank=BANKER, dealer=DEALER, carried=first.round.felt.carried, bank_rotation="free"
    )
    assert free.bank == 15
    between = table(seat(1, *BEATEN), bank=QUEEN_LOW, carried=first.round.felt.carried)
    assert between.round.felt.carried["player_banked"] is False


@rule("MPG-60", "MPG-67")
def test_the_bank_is_offered_in_turn_and_is_the_houses_when_all_pass() -> None:
    bank = SharedRotation({1: "Ana", 3: "Ben"}, 7)
    assert (bank.offered, bank.house_banks) == (1, False)
    bank.decline(1)
    bank.decline(3)
    assert bank.house_banks
    bank.house_settled()
    assert bank.offered == 1
    bank.decline(1)
    bank.accept(3)
    assert (bank.banker, bank.house_banks) == ("Ben", False)
    bank.settled()
    assert (bank.banker, bank.house_banks) == (None, True)  # in between the house banks
    with pytest.raises(Refusal):
        bank.accept(1)
    bank.house_settled()
    assert bank.offered == 1
    bank.decline(1)
    bank.accept(3)  # every other round, the same player again
    free = SharedRotation({1: "Ana", 3: "Ben"}, 7, alternate=False)
    free.accept(1)
    free.settled()
    assert (free.offered, free.house_banks) == (3, False)
