"""Collection schedules: every worked example, and every edge of every bracket."""

import pytest

from houseway import rulebook
from houseway.rulebook import Rules, Schedule, schedule
from houseway.rulebook.files import loader, manifest
from houseway.script.errors import Refusal
from houseway.testing import example, rule

ALL = rulebook.book(rulebook.FEES).schedules
BRACKETED = [pytest.param(one, id=one.id) for one in ALL if one.brackets]
FLAT = [pytest.param(one, id=one.id) for one in ALL if one.flat]


def fees(schedule_id: str, *dollars: float) -> list[int]:
    return [schedule(schedule_id).fee(round(amount * 100)) for amount in dollars]


def spread(circle: str, *dollars: int) -> list[tuple[str, int]]:
    return [(circle, amount * 100) for amount in dollars]


@example("FEE-EX01")
def test_the_player_dealer_pays_once_by_the_sum_of_all_wagers() -> None:
    posted = schedule("SCH-P21-02")
    action = posted.action(spread("main", 25, 25, 40, 60, 75, 100))
    bracket = posted.bracket(action)
    assert (action, posted.fee(action), posted.payer, posted.not_charged) == (325_00, 300, "player-dealer", "player")
    assert bracket is not None
    assert bracket.text == "$301 - $500"


@example("FEE-EX02")
def test_both_edges_of_a_bracket_belong_to_it() -> None:
    assert fees("SCH-P21-01", 3, 25, 26, 100, 101, 200, 201, 300, 301) == [25, 25, 50, 50, 100, 100, 200, 200, 300]


@example("FEE-EX03")
def test_total_action_may_pass_the_table_maximum() -> None:
    assert fees("SCH-P21-14", 800, 801, 1200, 1201) == [800, 1200, 1200, 2000]


@example("FEE-EX04")
def test_each_pai_gow_bet_pays_its_own_fee_from_its_bettor() -> None:
    posted = schedule("SCH-PGP-01")
    assert (posted.basis, posted.payer) == ("single-bet", "bettor")
    assert [posted.fee(100_00), posted.fee(150_00)] == [100, 200]


@example("FEE-EX05")
def test_antes_and_bonus_bets_count_in_three_card_poker() -> None:
    posted = schedule("SCH-TCP-05")
    wagers = [*spread("ante", 60), *spread("bonus", 16)]
    assert posted.fee(posted.action(wagers)) == 300
    assert posted.fee(posted.action(wagers, fee_basis="ante-only")) == 100


@example("FEE-EX06")
def test_only_antes_count_in_three_card_holdem() -> None:
    posted = schedule("SCH-3CH-14")
    action = posted.action([*spread("ante", 190), *spread("straight-or-up", 60), *spread("pair-or-suited", 40)])
    assert (action, posted.fee(action)) == (190_00, 300)


@example("FEE-EX07")
def test_base_bet_and_fortune_bonus_are_one_fee() -> None:
    posted = schedule("SCH-FPG-01")
    assert posted.fee(posted.action([*spread("main", 100), *spread("fortune", 5)])) == 200
    assert posted.fee(posted.action([*spread("main", 100), *spread("fortune", 5)], fee_basis="standard-only")) == 100


@example("FEE-EX08")
def test_ante_blind_and_trips_count_and_play_bets_do_not() -> None:
    posted = schedule("SCH-UTH-01")
    opening = [*spread("ante", *[50] * 7), *spread("blind", *[50] * 7), *spread("trips", *[20] * 7)]
    assert posted.action(opening) == 840_00
    assert posted.action([*opening, *spread("play", 200)]) == 840_00
    assert (posted.fee(840_00), posted.payer) == (400, "player-dealer")


@example("FEE-EX09")
def test_a_hand_without_a_flop_costs_a_dollar() -> None:
    for schedule_id, with_flop in (("SCH-THE-04", 400), ("SCH-OMA-04", 500)):
        assert schedule(schedule_id).fee(flop=False) == 100
        assert schedule(schedule_id).fee(flop=True) == with_flop


@example("FEE-EX10")
def test_pineapple_and_pan_cost_the_same_every_hand() -> None:
    assert 20 * schedule("SCH-PIN-01").fee() == 60_00
    assert 10 * schedule("SCH-PAN-01").fee() == 40_00
    assert schedule("SCH-PIN-01").fee(flop=False) == schedule("SCH-PIN-01").fee(flop=True)


@example("FEE-EX11")
def test_lowball_is_charged_by_the_half_hour_unless_the_hour_is_posted() -> None:
    posted = schedule("SCH-LOW-01")
    assert 8 * 4 * posted.fee() == 64_00
    assert 8 * 2 * posted.fee(per="hour") == 48_00


@example("FEE-EX12")
def test_an_amount_with_cents_counts_as_the_next_dollar() -> None:
    assert fees("SCH-P21-07", 50, 50.01, 50.50, 51) == [50, 100, 100, 100]


@example("FEE-EX13")
def test_a_table_posts_one_schedule_of_its_own_game_with_five_fixed_fees() -> None:
    rules = Rules.of("pure-21-5-blackjack")
    posted = rules.schedule("sch-p21-04")
    assert [bracket.fee_cents for bracket in posted.brackets] == [50, 100, 300, 500, 800]
    assert all(isinstance(bracket.fee_cents, int) for bracket in posted.brackets)
    with pytest.raises(Refusal, match=r"pure-21-5-blackjack has no schedule 'SCH-P21-04, SCH-P21-06'.*\(FEE-01\)"):
        rules.schedule("SCH-P21-04, SCH-P21-06")


@rule("FEE-02")
def test_a_percentage_cannot_be_written_into_a_schedule() -> None:
    text = (manifest.DATA / "collection-schedules.toml").read_text()
    percent = text.replace("open_ended = true, fee_cents = 300 }", "open_ended = true, fee_percent = 2 }", 1)
    with pytest.raises(rulebook.RulebookError, match="schedule SCH-P21-01, brackets"):
        loader.read("collection-schedules.toml", percent.encode())


@example("FEE-EX14")
def test_the_fee_depends_on_wagers_only_and_no_wager_costs_nothing() -> None:
    posted = schedule("SCH-P21-02")
    assert (posted.fee(150_00), posted.payer) == (100, "player-dealer")
    assert posted.fee(posted.action([])) == 0


@example("FEE-EX15")
def test_doubles_and_splits_are_not_counted() -> None:
    posted = schedule("SCH-P21-02")
    wagers = [*spread("main", 50, 45), *spread("double", 45), *spread("split", 20)]
    assert posted.fee(posted.action(wagers)) == 50


@example("FEE-EX16")
def test_flat_fees_and_the_top_of_a_closed_chain() -> None:
    assert (schedule("SCH-OMA-22").fee(flop=True), schedule("SCH-OMA-22").payer) == (500, "button")
    assert (schedule("SCH-PAN-01").fee(), schedule("SCH-PAN-01").payer) == (400, "dealer-position")
    assert (schedule("SCH-LOW-01").fee(per="hour"), schedule("SCH-LOW-01").payer) == (300, "seated-player")
    assert fees("SCH-FPG-01", 500, 501, 550) == [500, 500, 500]


@rule("FEE-05", "FEE-19")
@pytest.mark.parametrize("posted", BRACKETED)
def test_every_bracket_holds_from_its_low_to_its_high(posted: Schedule) -> None:
    for index, bracket in enumerate(posted.brackets):
        assert posted.fee(bracket.low_usd * 100) == bracket.fee_cents
        if index:
            below = posted.brackets[index - 1]
            assert posted.fee(bracket.low_usd * 100 - 100) == below.fee_cents
            assert posted.fee(bracket.low_usd * 100 - 99) == bracket.fee_cents
        if bracket.high_usd is None:
            assert posted.fee(10**9) == bracket.fee_cents
        else:
            assert posted.fee(bracket.high_usd * 100) == bracket.fee_cents


@rule("FEE-06")
@pytest.mark.parametrize("posted", BRACKETED)
def test_no_action_costs_nothing_and_less_than_a_wager_is_refused(posted: Schedule) -> None:
    first = posted.brackets[0].low_usd
    assert posted.fee(0) == 0
    with pytest.raises(Refusal, match=rf"\${first - 1}\.00 is below \${first}, the smallest wager of {posted.id}"):
        posted.fee((first - 1) * 100)


@rule("FEE-15", "FEE-16", "FEE-17", "FEE-18", "FEE-20")
@pytest.mark.parametrize("posted", FLAT)
def test_every_flat_row_is_found_by_its_period_and_flop(posted: Schedule) -> None:
    for row in posted.flat:
        assert posted.fee(per=row.per, flop=row.when != "no-flop") == row.fee_cents
        assert row.when != "always" or posted.fee(per=row.per, flop=False) == row.fee_cents
    assert posted.fee(flop=False) == {"button": 100}.get(posted.payer, posted.flat[0].fee_cents)


@rule("FEE-08", "FEE-14", "PD-25")
def test_only_the_player_dealer_pays_where_the_schedules_print_no_player_fee() -> None:
    games = ("pure-21-5-blackjack", "three-card-poker", "three-card-holdem", "ultimate-texas-holdem")
    for game_id in games:
        for posted in rulebook.schedules(game_id):
            assert (posted.payer, posted.not_charged) == ("player-dealer", "player")


@rule("FEE-11", "PD-29")
@example("PD-E22")
def test_five_rates_are_admitted_unless_the_room_caps_them_at_three() -> None:
    assert len(Rules.of("pure-21-5-blackjack").schedule("SCH-P21-01").brackets) == 5
    capped = Rules.of("pure-21-5-blackjack", {"max_collection_rates": 3})
    with pytest.raises(Refusal, match=r"SCH-P21-01 has 5 rates and max_collection_rates = 3 admits 3 \(PD-29\)"):
        capped.schedule("SCH-P21-01")


@rule("FEE-01", "PD-27")
def test_a_schedule_of_another_game_is_refused() -> None:
    says = r"has no schedule 'SCH-P21-01': it is one of pure-21-5-blackjack; it has SCH-TCP-01, .*FEE-01"
    with pytest.raises(Refusal, match=says):
        Rules.of("three-card-poker").schedule("SCH-P21-01")


@rule("PD-26", "FEE-07")
@example("PD-E20")
def test_the_fee_basis_narrows_the_sum_to_antes() -> None:
    posted = schedule("SCH-UTH-01")
    wagers = [
        *spread("ante", 10, 25, 5),
        *spread("blind", 10, 25, 5),
        *spread("trips", 5, 0, 5),
    ]
    assert posted.action(wagers, "all-predeal") == 90_00
    assert posted.action(wagers, "ante-only") == 40_00
    assert schedule("SCH-P21-02").action(spread("main", 30), "ante-only") == 30_00


@rule("PD-28")
def test_every_printed_fee_is_a_whole_sum_of_quarters() -> None:
    sums = [bracket.fee_cents for one in ALL for bracket in one.brackets]
    sums += [row.fee_cents for one in ALL for row in one.flat]
    assert len(sums) == 290 + sum(len(one.flat) for one in ALL)
    assert all(fee > 0 and fee % 25 == 0 for fee in sums)


def test_a_flat_schedule_is_not_looked_up_by_action_and_a_bracketed_one_not_by_time() -> None:
    with pytest.raises(Refusal, match=r"SCH-THE-04 charges a flat fee and is not looked up by action \(FEE-20\)"):
        schedule("SCH-THE-04").bracket(100_00)
    with pytest.raises(Refusal, match=r"SCH-TCP-01 is looked up by total-table-action, so it needs the action"):
        schedule("SCH-TCP-01").flat_row()
    with pytest.raises(Refusal, match=r"SCH-THE-04 posts no fee per hour: it charges per hand \(FEE-20\)"):
        schedule("SCH-THE-04").fee(per="hour")


@pytest.mark.parametrize(
    ("game_id", "table_id", "schedule_id"),
    [("fortune-pai-gow", "FPG-FEE", "SCH-FPG-01"), ("pai-gow-california", "PGC-FEE", "SCH-PGP-01")],
)
def test_a_fee_table_in_a_game_file_agrees_with_the_schedule(game_id: str, table_id: str, schedule_id: str) -> None:
    table, posted = Rules.of(game_id).table(table_id), schedule(schedule_id)
    assert [table.cents(key) for key in table.keys] == [bracket.fee_cents for bracket in posted.brackets]
    assert [key.replace("-", " - ") for key in table.keys] == [bracket.text for bracket in posted.brackets]


def test_there_are_109_schedules_for_eleven_games() -> None:
    assert len(ALL) == 109
    assert len({one.game for one in ALL}) == 11
    assert sum(len(rulebook.schedules(game_id)) for game_id in rulebook.game_ids()) == 109


def test_limits_are_in_cents_and_may_have_no_top() -> None:
    assert (schedule("SCH-TCP-01").limits.lowest, schedule("SCH-TCP-01").limits.highest) == (500, 300_00)
    assert schedule("SCH-PGP-01").limits.highest is None
