"""Pure 21.5 Blackjack: the bonuses that a room may offer, their pools, and pures in a row."""

from typing import Any

import pytest

from houseway.cards import cards_from
from houseway.games import find
from houseway.games.pure_21_5_blackjack import lucky_hands
from houseway.script import Place, Refusal, Terms
from houseway.table import Round, result, resume, view
from houseway.table.setup import BankSetup, Decision
from houseway.testing import example, rule
from tests.games.pure_21_5 import P21, hand, prizes, seat
from tests.kit import Backer, Seat, cents, document, played

# -- bonuses and jackpots -----------------------------------------------------------------------------------------

AWARDS = {
    "suited-777": 250,
    "same-colour-777": 50,
    "unsuited-777": 25,
    "suited-678": 100,
    "same-colour-678": 25,
    "seven-card-charlie": 25,
}
LUCKY = {f"bonus_{name.replace('-', '_')}": True for name in AWARDS}
POOLS = dict.fromkeys(AWARDS, 100_000)


def terms(options: dict[str, Any] = LUCKY) -> dict[str, Terms]:
    """What the room posts for those of the bonuses that it has turned on."""
    return {
        name: Terms(award=(cents(dollars),))
        for name, dollars in AWARDS.items()
        if options[f"bonus_{name.replace('-', '_')}"]
    }


def earned(cards: str, *says: Decision, **options: Any) -> list[tuple[str, float]]:
    """The pools that pay a hand at seat 1, with their dollars."""
    options = LUCKY | options
    table: dict[str, Any] = {"bank": "Ks 9c", "jackpots": POOLS, "options": options, "bonuses": terms(options)}
    return [(pool, dollars) for _, pool, dollars in prizes(played(P21, seat(1, cards, 10, *says), **table))]


@example("P21-E21")
@rule("P21-78", "P21-79", "P21-80")
@pytest.mark.parametrize(
    ("cards", "says", "pays"),
    [
        ("7h 7h 7h", ("hit",), [("suited-777", 250)]),
        ("7h 7d 7h", ("hit",), [("same-colour-777", 50)]),
        ("7h 7c 7d", ("hit",), [("unsuited-777", 25)]),
        ("6s 7s 8s", ("hit",), [("suited-678", 100)]),
        ("8c 6s 7c", ("hit",), [("same-colour-678", 25)]),
        ("6h 7c 8h", ("hit",), []),
        ("7d 7d 2h 5c", ("hit", "hit"), []),
    ],
)
def test_three_sevens_and_six_seven_eight_pay_by_their_suits(
    cards: str, says: tuple[Decision, ...], pays: list[tuple[str, float]]
) -> None:
    assert earned(cards, *says) == pays


@example("P21-E21")
@rule("P21-80")
def test_four_cards_earn_nothing_in_whatever_order_they_came() -> None:
    place = Place(1, "Ana", {})
    for cards in ("7d 7d 5c 2h", "7d 7d 2h 5c", "6s 7s 8s Ac", "7h 7h 7h Ac"):
        assert lucky_hands.by_player(place, cards_from(cards), lucky_hands.BONUSES) == []


@rule("P21-78", "P21-79")
def test_a_hand_takes_the_best_award_that_is_on() -> None:
    assert earned("7h 7h 7h", "hit", bonus_suited_777=False) == [("same-colour-777", 50)]
    assert earned("7h 7h 7h", "hit", bonus_suited_777=False, bonus_same_colour_777=False) == []
    assert earned("7h 7d 7h", "hit", bonus_same_colour_777=False) == [("unsuited-777", 25)]
    assert earned("6s 7s 8s", "hit", bonus_suited_678=False) == [("same-colour-678", 25)]


@rule("P21-80")
def test_a_doubled_hand_earns_a_bonus_and_a_split_one_only_where_the_room_says_so() -> None:
    assert earned("7h 7d 7c", {"double": 1000}) == [("unsuited-777", 25)]
    split: dict[str, Any] = {"bank": "Ks 9c", "jackpots": POOLS, "cards": {"1/2": "Ts"}, "bonuses": terms()}
    says: list[Decision] = [{"split": 1000}, "hit", "stand"]
    for bonus_on_split, pays in ((False, []), (True, [("1", "same-colour-678", 25)])):
        table = split | {"options": LUCKY | {"bonus_on_split": bonus_on_split}}
        assert prizes(played(P21, seat(1, "8c 8d 6c 7s", 10, *says), **table)) == pays


@example("P21-E22")
@rule("P21-81")
def test_seven_cards_within_twenty_one_earn_a_bonus_and_the_wager_is_compared_all_the_same() -> None:
    table: dict[str, Any] = {"bank": "Ks Qc", "jackpots": POOLS, "options": LUCKY, "bonuses": terms()}
    result = played(P21, seat(1, "2c 2d 3h As 4c 2h 5s", 10, "hit", "hit", "hit", "hit"), **table)
    assert (prizes(result), result.net(1)) == ([("1", "seven-card-charlie", 25)], -10)
    assert earned("2c 2d 3h As 4c 2h 9s", "hit", "hit", "hit", "hit") == []  # over


@rule("P21-75", "P21-76", "P21-77")
@pytest.mark.parametrize(
    ("eights", "pools"),
    [
        ("8h 8c 8d", ["bank-888"]),
        ("8h 8d 8h", ["bank-888", "bank-same-colour-888"]),
        ("8h 8h 8h", ["bank-888", "bank-same-colour-888", "bank-suited-888"]),
        ("8h 5c 8d", []),
    ],
)
def test_three_eights_at_the_bank_pay_every_player_who_did_not_surrender(eights: str, pools: list[str]) -> None:
    options = {"bonus_bank_888": True, "bonus_bank_same_colour_888": True, "bonus_bank_suited_888": True}
    seats = (
        seat(1, "Kc 6d Ts", 25, "hit"),
        seat(2, "9s 9d", 25, "stand", backers=(Backer(2, {"main": 5}),)),
        seat(3, "Th 6c", 25, "surrender"),
    )
    jackpots = dict.fromkeys(("bank-888", "bank-same-colour-888", "bank-suited-888"), 100_000)
    result = played(P21, *seats, bank=eights, options=options, jackpots=jackpots)
    assert [(place, pool) for place, pool, _ in prizes(result)] == [(place, pool) for place in "12" for pool in pools]


@example("P21-E24")
@rule("P21-76", "P21-77", "P21-78")
@pytest.mark.parametrize(
    ("option", "packs"),
    [
        ("bonus_bank_same_colour_888", 2),
        ("bonus_bank_suited_888", 3),
        ("bonus_same_colour_777", 2),
        ("bonus_suited_777", 3),
    ],
)
def test_a_bonus_that_the_packs_can_never_hit_is_refused(option: str, packs: int) -> None:
    for decks in range(1, packs):
        with pytest.raises(
            Refusal, match=rf"{option} needs {packs} packs, but decks = {decks}: it could never hit"
        ) as refused:
            hand("Ks 9h", "9c 8d", "stand", decks=decks, **{option: True})
        assert refused.value.where == f"options.{option}"
    assert hand("Ks 9h", "9c 8d", "stand", decks=packs, **{option: True}).net(1) == 25


@rule("P21-74")
def test_no_bonus_is_offered_unless_the_room_turns_it_on() -> None:
    result = played(P21, seat(1, "7h 7h 7h", 10, "hit"), bank="Ks 9c", jackpots=POOLS)
    assert prizes(result) == []
    assert result.bank == -10


@rule("P21-74")
def test_the_room_posts_its_own_awards_and_a_pool_pays_as_far_as_it_goes() -> None:
    seats = [seat(number, "7h 7c 7d", 10, "hit") for number in (1, 2, 3)]
    table: dict[str, Any] = {"bank": "Ks 9c", "options": LUCKY, "bonuses": {"unsuited-777": Terms(award=(4000,))}}
    result = played(P21, *seats, jackpots={"unsuited-777": 10_000}, **table)
    assert prizes(result) == [("2", "unsuited-777", 40), ("3", "unsuited-777", 40), ("1", "unsuited-777", 20)]
    assert result.round.felt.pools["unsuited-777"] == 0
    assert result.round.ledger.balances["jackpot unsuited-777"] == -10_000
    assert result.bank == -30
    assert prizes(played(P21, *seats, **table)) == []


@rule("P21-74")
@pytest.mark.parametrize(("posted", "each"), [({}, 3333), ({"unsuited-777": Terms(share=50)}, 1666)])
def test_a_pool_or_a_share_of_it_is_divided_equally_among_those_who_earn_it(
    posted: dict[str, Terms], each: int
) -> None:
    seats = [seat(number, "7h 7c 7d", 10, "hit") for number in (1, 2, 3)]
    jackpots = {"unsuited-777": 10_001}
    result = played(P21, *seats, bank="Ks 9c", options=LUCKY, jackpots=jackpots, bonuses=posted)
    assert [prize.cents for prize in result.round.prizes] == [each] * 3
    assert result.round.felt.pools["unsuited-777"] == 10_001 - 3 * each


@rule("P21-74")
def test_the_bank_pays_bonuses_last_at_each_seat_as_far_as_it_goes() -> None:
    options = LUCKY | {"bonus_funding": "bank"}
    seats = seat(1, "7h 7c 7d", 10, "hit"), seat(2, "Ks 8c", 10, "stand")
    result = played(P21, *seats, bank="9s 8c", posted=30, options=options, bonuses=terms(options))
    assert result.order == [("1", "main"), ("1", "bonus/unsuited-777"), ("2", "main")]
    assert (result.net(1, "main"), result.net(1, "bonus/unsuited-777"), result.net(2)) == (10, 20, 0)
    assert result.bank == -30


@rule("P21-74")
def test_terms_that_make_no_sense_are_refused() -> None:
    for posted, options, sentence in (
        ({}, {"bonus_funding": "bank"}, r"suited-777 is paid by the bank and needs an award in cents, .* \(P21-74\)"),
        ({"suited-777": Terms(award=(-1,))}, {}, "suited-777 needs a fee and an award from 0 up"),
        ({"suited-777": Terms(share=101)}, {}, "and a share from 1 to 100 percent"),
        ({"suited-777": Terms()}, {"bonus_suited_777": False}, "'suited-777' is not offered at this table: none are"),
    ):
        chosen = {"bonus_suited_777": True} | options
        with pytest.raises(Refusal, match=sentence) as refused:
            resume(find(P21), document(P21, seat(1, "", 5), options=chosen, bonuses=posted))
        assert refused.value.where == "bonuses.suited-777"


@rule("P21-74", "PD-33")
def test_fees_of_the_players_feed_the_pools_before_the_deal_and_stand_for_a_redeal() -> None:
    posted = terms() | {"suited-777": Terms(fee=50, award=(1,)), "seven-card-charlie": Terms(fee=100, award=(1,))}
    seats = seat(1, "", 10), seat(2, "", 10)
    round_ = resume(find(P21), document(P21, *seats, options=LUCKY, bonuses=posted, jackpots={"suited-777": 1000}))
    assert not round_.events
    assert [(fee.payer, fee.amount, fee.pool) for fee in round_.fees] == [
        ("1", 50, "suited-777"), ("2", 50, "suited-777"),
        ("1", 100, "seven-card-charlie"), ("2", 100, "seven-card-charlie"),
    ]  # fmt: skip
    assert (round_.felt.pools["suited-777"], round_.felt.pools["seven-card-charlie"]) == (1100, 200)
    assert round_.ledger.balances["jackpot suited-777"] == 100
    assert result(round_).fees[0].pool == "suited-777"
    round_.call("boxed-card")
    left = round_.carry_over()["jackpots"]
    again = document(P21, *seats, options=LUCKY, bonuses=posted, fee_carried=True, jackpots=left)
    assert resume(find(P21), again).fees == []
    assert resume(find(P21), again).felt.pools["suited-777"] == 1100
    banked = document(P21, *seats, options=LUCKY | {"bonus_funding": "bank"}, bonuses=posted)
    assert resume(find(P21), banked).fees == []


@rule("P21-74")
def test_a_bonus_fee_comes_out_of_the_players_stack_and_nobody_plays_who_cannot_pay_it() -> None:
    def stack(dollars: float, **more: Any) -> Round:
        posted = {"suited-777": Terms(fee=300, award=(1,)), "seven-card-charlie": Terms(fee=200, award=(1,))}
        poor = Seat(1, "6h 5d", {"main": 10}, stack=dollars)
        options = {"bonus_suited_777": True, "bonus_seven_card_charlie": True} | more
        return resume(find(P21), document(P21, poor, bank="Tc 9c", options=options, bonuses=posted))

    assert [(each.name, each.high) for each in view(stack(9), "1").choices] == [
        ("hit", 0), ("double", 400), ("surrender", 0),
    ]  # fmt: skip
    with pytest.raises(Refusal, match=r"seat 1 has 4\.99, too little for the bonus fees of 5\.00 \(P21-74\)"):
        stack(4.99)
    assert view(stack(4.99, bonus_funding="bank"), "1").choices[1].high == 499


# -- pures in a row -----------------------------------------------------------------------------------------------


def evening(*rounds: tuple[str, str, str], streak_award: str = "each-length") -> list[list[tuple[str, float]]]:
    """Rounds one after the other: who sits where (or banks), that player's cards and the bank's; what the pool paid."""
    paid = []
    carried: dict[str, Any] = {"jackpots": {"consecutive-pures": 1_000_000}}
    options = {"bonus_consecutive_pures": True, "streak_award": streak_award}
    posted = {"consecutive-pures": Terms(award=(2000, 10_000, 50_000, 100_000))}  # for two, three, four, five or more
    for who, cards, bank in rounds:
        at, _, name = who.partition(" ")
        anas = [] if at in ("bank", "away") else [seat(int(at), cards, 10, player=name or "Ana")]
        others = [] if anas else [seat(6, cards, 10, "stand", player="Ben")]
        table = document(P21, *anas, *others, bank=bank, options=options, bonuses=posted, **carried)
        assert isinstance(table.bank, BankSetup)
        table.bank.player = "Ana" if at == "bank" else "Bank"
        table.decisions |= {str(anas[0].number): ["stand"]} if anas and cards == "Ks 8c" else {}
        round_ = resume(find(P21), table)
        assert round_.over
        carried = round_.carry_over()
        paid.append([(prize.place.player, prize.cents / 100) for prize in round_.prizes])
    return paid


@example("P21-E23")
@rule("P21-82")
@pytest.mark.parametrize(
    ("streak_award", "paid"),
    [
        ("each-length", [[], [("Ana", 20)], [], [], [("Ana", 100)], []]),
        ("final-only", [[], [], [], [], [], [("Ana", 100)]]),
    ],
)
def test_a_run_of_pures_goes_on_over_a_push_and_a_turn_at_the_bank(
    streak_award: str, paid: list[list[tuple[str, float]]]
) -> None:
    rounds = (
        ("3", "As Kh", "9c 8d"),
        ("3", "As Kh", "Ac Qd"),
        ("bank", "Ks 9s", "9c 8d"),
        ("bank", "Ks 9s", "9c 8d"),
        ("3", "As Kh", "9c 8d"),
        ("3", "Ks 8c", "9c 8d"),
    )
    assert evening(*rounds, streak_award=streak_award) == paid


@rule("P21-82")
def test_a_longer_run_earns_more_and_five_or_more_the_most() -> None:
    assert evening(*[("3", "As Kh", "9c 8d")] * 6) == [
        [], [("Ana", 20)], [("Ana", 100)], [("Ana", 500)], [("Ana", 1000)], [("Ana", 1000)],
    ]  # fmt: skip


@rule("P21-82")
def test_a_run_belongs_to_one_player_on_one_circle_and_ends_with_a_hand_not_bet() -> None:
    pure = ("3", "As Kh", "9c 8d")
    assert evening(pure, ("4", "As Kh", "9c 8d")) == [[], []]
    assert evening(pure, ("3 Ben", "As Kh", "9c 8d")) == [[], []]
    away = ("away", "Ks 9c", "9c 8d")
    assert evening(pure, pure, away, pure) == [[], [("Ana", 20)], [], []]
    assert evening(pure, pure, away, pure, streak_award="final-only") == [[], [], [("Ana", 20)], []]


@rule("P21-82", "P21-74")
@pytest.mark.parametrize("number", [3, 6])
def test_a_bank_pays_a_run_that_has_ended_to_the_player_who_had_it_whoever_sits_there_now(number: int) -> None:
    options = {"bonus_consecutive_pures": True, "streak_award": "final-only", "bonus_funding": "bank"}
    result = played(
        P21,
        seat(number, "Ks 9c", 10, "stand", player="Ben"),
        bank="9c 8d",
        options=options,
        bonuses={"consecutive-pures": Terms(award=(2000,))},
        carried={"pures": {"Ana": {"3": 2}}},
    )
    balances = result.round.ledger.balances
    assert (balances["player Ana"], balances["player Ben"], balances["player Bank"]) == (2000, 1000, -3000)
    assert result.round.carry_over()["carried"] == {"pures": {}}


@rule("P21-82")
@pytest.mark.parametrize("runs", [5, {"Ana": 5}, {"Ana": {"three": 2}}, {"Ana": {"3": "two"}}])
def test_runs_of_pures_that_cannot_be_read_are_refused(runs: Any) -> None:
    with pytest.raises(Refusal, match=r"write the runs of Pures by player and seat, .* \(P21-82\)") as refused:
        resume(find(P21), document(P21, seat(1, "", 5), carried={"pures": runs}))
    assert refused.value.where == "carried.pures"
