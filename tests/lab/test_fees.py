"""Tests of expectations net of the collection."""

from fractions import Fraction

import pytest

from houseway.lab import OddsAnswer, Question, chip_expectation, fees, odds
from houseway.lab.fees import net_of_fee, told
from houseway.lab.games.three_card_poker.exact import SOLVER
from houseway.lab.inquiry.answer import Wager
from houseway.lab.inquiry.progress import silent
from houseway.script import Refusal
from houseway.testing import rule

TCP = "three-card-poker"


@pytest.fixture(scope="module")
def answer() -> OddsAnswer:
    return odds(TCP, use_cache=False)


def test_the_player_dealer_pays_the_fee_of_three_card_poker(answer: OddsAnswer) -> None:
    net = net_of_fee(Question(TCP), answer, "SCH-TCP-01", {"ante": 2500, "bonus": 500}, 6)
    own = 2500 * answer.wagers["ante"].expectation + 500 * answer.wagers["bonus"].expectation
    assert net.player == net.player_before == own
    assert (net.player_fee, net.player_dealer_fee) == (0, 200)  # $180 of action
    assert net.player_dealer == -6 * own - 200
    assert net.player_dealer_has_the_edge


def test_a_small_table_can_cost_the_player_dealer_more_than_the_edge(answer: OddsAnswer) -> None:
    net = net_of_fee(Question(TCP), answer, "sch-tcp-01", {"ante": 500})
    assert net.player_dealer_fee == 50
    assert net.player_dealer == Fraction(93_815 * 500, 2_035_852) - 50
    assert not net.player_dealer_has_the_edge


@pytest.mark.parametrize(
    ("schedule", "wagers", "players"),
    [
        ("SCH-TCP-01", {"ante": 100}, 1),
        ("SCH-TCP-01", {"ante": 100_000}, 1),
        ("SCH-TCP-01", {"ante": 2500, "insurance": 500}, 1),
        ("SCH-TCP-01", {"bonus": 500}, 1),
        ("SCH-TCP-01", {"ante": 2500}, 8),
        ("SCH-THE-01", {"ante": 2500}, 1),
    ],
)
def test_what_the_table_would_refuse_is_refused(
    answer: OddsAnswer, schedule: str, wagers: dict[str, int], players: int
) -> None:
    with pytest.raises(Refusal):
        net_of_fee(Question(TCP), answer, schedule, wagers, players)


def test_another_way_to_play_pays_the_same_fee(answer: OddsAnswer) -> None:
    played = net_of_fee(Question(TCP), answer, "SCH-TCP-01", {"ante": 2500}, 6)
    worse = net_of_fee(Question(TCP), answer, "SCH-TCP-01", {"ante": 2500}, 6, instead={"ante": Fraction(-1, 10)})
    assert worse.player == -250
    assert worse.player_dealer_fee == played.player_dealer_fee
    assert worse.player_dealer == 6 * 250 - worse.player_dealer_fee


def table(game: str, opening: str, nets: dict[int, int], **more: Wager) -> OddsAnswer:
    """Returns an answer at the printed rules: deals by units won, and other wagers unchanged."""
    asked = Question(game)
    wager = Wager.of([(f"{net:+}", count, Fraction(net)) for net, count in nets.items()])
    return OddsAnswer(
        game=asked.game,
        options=dict(asked.rules.options),
        pay={},
        wagers={opening: wager, **more},
        base=None,
        exact=True,
        method="",
        seconds=0.0,
    )


def test_the_edge_is_of_the_wager_that_opens_the_game_whichever_is_named_first(answer: OddsAnswer) -> None:
    one = net_of_fee(Question(TCP), answer, "SCH-TCP-01", {"ante": 2500, "bonus": 500})
    two = net_of_fee(Question(TCP), answer, "SCH-TCP-01", {"bonus": 500, "ante": 2500})
    assert one.edge == two.edge == pytest.approx(0.0548416, abs=1e-7)


@rule("UTH-06")
def test_the_blind_lies_there_by_itself_and_is_counted_once() -> None:
    blind = Wager.of([("won", 1, Fraction(1)), ("lost", 1, Fraction(-1))], part_of="ante")
    answer = table("ultimate-texas-holdem", "ante", {1: 49, -1: 51}, blind=blind)
    asked = Question("ultimate-texas-holdem")
    net = net_of_fee(asked, answer, "SCH-UTH-01", {"ante": 2500})
    assert net.wagers == {"ante": 2500, "blind": 2500}
    assert net.player_before == -50
    assert net == net_of_fee(asked, answer, "SCH-UTH-01", {"ante": 2500, "blind": 2500})
    with pytest.raises(Refusal, match=r"must equal the ante of 25\.00"):
        net_of_fee(asked, answer, "SCH-UTH-01", {"ante": 2500, "blind": 500})


def test_odds_of_another_table_are_refused(answer: OddsAnswer) -> None:
    for asked, says in (
        (Question(TCP, {"exposed_card": "none"}), "exposed_card = top"),
        (Question(TCP, pay={"bonus": {"flush": 4}}), "other pay tables"),
        (Question("three-card-holdem"), "of three-card-poker, but"),
    ):
        with pytest.raises(Refusal, match=says):
            net_of_fee(asked, answer, "SCH-TCP-01", {"ante": 2500})


# -- a bank that ends ---------------------------------------------------------------------------------------------


def test_a_bank_that_reaches_everything_changes_nothing(answer: OddsAnswer) -> None:
    stakes = {"ante": 2500, "bonus": 500}
    full = net_of_fee(Question(TCP), answer, "SCH-TCP-01", stakes)
    net = net_of_fee(Question(TCP), answer, "SCH-TCP-01", stakes, bank=10_000_00)
    assert (net.player, net.by_short_bank, net.exact) == (full.player, Fraction(0), True)
    assert (full.bank, full.by_short_bank) == (None, Fraction(0))


def test_the_cells_of_another_game_add_up_to_it_too() -> None:
    asked = Question("three-card-holdem")
    answer = odds("three-card-holdem", wager="ante")
    net = net_of_fee(asked, answer, "SCH-3CH-01", {"ante": 2500}, bank=10_000_00)
    assert (net.player_before, net.exact) == (2500 * answer.wagers["ante"].expectation, True)


@rule("PD-41", "PD-42")
def test_a_short_bank_against_one_player_is_exact_and_rounds_at_random_agree(answer: OddsAnswer) -> None:
    asked, stakes = Question(TCP), {"ante": 2500, "bonus": 500}
    net = net_of_fee(asked, answer, "SCH-TCP-01", stakes, bank=5000)
    assert net.exact
    assert net.by_short_bank < 0  # two bets are taken whole from a loser, and a Bonus beyond them is not paid
    setup = fees._setup(asked, "SCH-TCP-01", stakes, 1, 5000)
    dealt = chip_expectation.estimated(
        chip_expectation.StakedHand(asked, SOLVER, answer.wagers, stakes, silent), setup, 400, 7
    )
    assert dealt.error is not None
    assert float(dealt.each) == pytest.approx(float(net.player_before), abs=5 * dealt.error)
    assert abs(dealt.each - net.player_before) > 0


def test_the_accounting_of_the_table_decides_what_a_short_bank_pays(answer: OddsAnswer) -> None:
    by_accounting = {}
    for accounting in ("action-consumed", "net-running"):
        options = {"bank_accounting": accounting}
        there = OddsAnswer(**{field: getattr(answer, field) for field in answer.__struct_fields__})
        there.options = answer.options | options
        net = net_of_fee(Question(TCP, options), there, "SCH-TCP-01", {"ante": 2500, "bonus": 500}, bank=2500)
        by_accounting[accounting] = net.player_before
    assert by_accounting["action-consumed"] != by_accounting["net-running"]


def test_a_wager_that_is_one_claim_ends_with_the_bank() -> None:
    answer = table("pai-gow-california", "main", {1: 300, 0: 300, -1: 400})
    asked = Question("pai-gow-california")
    for bank, before in ((200_00, -1000), (50_00, -500)):
        net = net_of_fee(asked, answer, "SCH-PGP-01", {"main": 100_00}, bank=bank)
        assert (net.player_before, net.exact) == (Fraction(before), True)


def test_several_players_share_a_bank_and_the_figure_is_an_estimate(answer: OddsAnswer) -> None:
    asked, stakes = Question(TCP), {"ante": 2500}
    short = [net_of_fee(asked, answer, "SCH-TCP-01", stakes, 3, bank=5000, rounds=40) for _ in range(2)]
    assert short[0] == short[1]
    assert not short[0].exact
    assert short[0].standard_error > 0
    assert "40 rounds at random (seed 1)" in short[0].method
    assert "changed 0 of them" not in short[0].method
    assert any("give or take" in says for _, says in told(short[0]))
    large = net_of_fee(asked, answer, "SCH-TCP-01", stakes, 3, bank=10_000_00, rounds=20)
    assert (large.by_short_bank, large.exact) == (Fraction(0), False)
    assert "changed 0 of them" in large.method
    with pytest.raises(Refusal, match="1 rounds are refused"):
        net_of_fee(asked, answer, "SCH-TCP-01", stakes, 3, bank=5000, rounds=1)


@rule("PD-05")
def test_a_bank_below_the_smallest_is_refused(answer: OddsAnswer) -> None:
    with pytest.raises(Refusal, match=r"a bank of 1\.00 is refused"):
        net_of_fee(Question(TCP), answer, "SCH-TCP-01", {"ante": 2500}, bank=100)


# -- payouts in chips ---------------------------------------------------------------------------------------------


@rule("PD-51")
def test_payouts_are_rounded_down_to_the_chip_at_the_stated_wager() -> None:
    chip = {"rounding": "down-to-chip", "smallest_chip": "1"}
    pay = {"bonus": {"pair": "3:2"}, "ante-bonus": {"straight": "1:2"}}
    exact, rounded = (
        net_of_fee(Question(TCP, options, pay), odds(TCP, options, pay), "SCH-TCP-01", {"ante": 2500, "bonus": 500})
        for options in ({"ante_bonus": "5/4/1"}, {"ante_bonus": "5/4/1", **chip})
    )
    pairs, straights = Fraction(3744, 22_100), Fraction(720, 22_100)  # $7.50 and $12.50 are paid as $7 and $12
    assert exact.player_before - rounded.player_before == 50 * (pairs + straights)
    assert rounded.exact
    whole = net_of_fee(
        Question(TCP, {"ante_bonus": "5/4/1", **chip}, pay),
        odds(TCP, {"ante_bonus": "5/4/1", **chip}, pay),
        "SCH-TCP-01",
        {"ante": 2600, "bonus": 600},
    )
    assert whole.player_before == 2600 * rounded_expectation("ante", pay) + 600 * rounded_expectation("bonus", pay)


def rounded_expectation(wager: str, pay: dict[str, dict[str, str]]) -> Fraction:
    return odds(TCP, {"ante_bonus": "5/4/1"}, pay).wagers[wager].expectation


def test_what_rounding_a_game_without_cells_leaves_out_is_said() -> None:
    chip = {"rounding": "down-to-chip", "smallest_chip": "1"}
    asked = Question("pure-21-5-blackjack", chip)
    there = table("pure-21-5-blackjack", "main", {1: 49, -1: 51})
    there.options = dict(asked.rules.options)
    even, odd = (net_of_fee(asked, there, "SCH-P21-01", {"main": cents}) for cents in (10_00, 25_00))
    assert not even.notes
    assert "rounding is left out (PD-51)" in odd.notes[0]  # half of $25 is no whole dollar
