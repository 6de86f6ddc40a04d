"""Every option by which a bank wins or loses is agreed to by its banker, and is the host's where the house banks."""

from typing import Any

import msgspec
import pytest
from msgspec import structs

from houseway.room.core.rule_differences import bankers_business
from houseway.room.messages.commands import BankChoice, Configure
from houseway.roster import listings
from houseway.rulebook import Rules, offered
from houseway.script import Refusal
from tests.room.sitting import Sitting
from tests.room.test_admission import GUEST, HOST, open_as
from tests.room.test_admission import offered as bank_offer
from tests.room.test_differences import sheet
from tests.room.test_rule_version import changed, rebuilt, rows_of

BUSINESS = {
    *("ante_bonus", "bank_888_busted_players", "bank_accounting", "banker_commission", "banker_setting"),
    *("bonus_bank_888", "bonus_bank_same_colour_888", "bonus_bank_suited_888", "bonus_consecutive_pures"),
    *("bonus_funding", "bonus_on_split", "bonus_paytable", "bonus_same_colour_678", "bonus_same_colour_777"),
    *("bonus_seven_card_charlie", "bonus_suited_678", "bonus_suited_777", "bonus_unsuited_777", "button_source"),
    *("commission_rounding", "community_multi", "community_trigger_needs_bonus", "deck", "decks"),
    *("double_after_split", "double_on_forced_stand", "early_community_card", "envy_trigger_needs_fortune"),
    *("envy_uncovered", "even_money", "exposed_card", "fee_basis", "forfeit_settlement", "foul", "foul_double"),
    *("foul_side_bets", "house_stake", "house_way", "house_way_low_ten", "insurance", "jackpot_daily_increment"),
    *("jackpot_qualifier", "jackpot_seed", "joker", "main_joker", "pair_or_suited", "pure_payoff", "qualified_tie"),
    *("qualifier", "reshuffle", "resplit_aces", "rounding", "royal_match_joker", "settle_grouping"),
    *("settle_sequence", "settle_start", "smallest_chip", "straight_or_up", "streak_award", "trips_on_fold"),
    *("trips_table", "two_pair_complete", "unqualified_ante", "unqualified_tie", "wheel"),
}
HARMLESS = {
    *("backline", "backline_enabled", "backline_max", "backline_side_bets", "backline_squares", "bank_min"),
    *("bank_rotation", "bet_max", "bonus_aggregate_max", "bonus_cap_ratio", "bonus_max", "button_bonus_value"),
    *("button_card", "button_seats", "button_wrap", "card_exposure", "chip_unit", "deal_direction", "deal_method"),
    *("deal_style", "decision_start", "first_bank_offer", "floor_notice", "fortune_min", "hands_per_player"),
    *("main_limits", "max_collection_rates", "max_consecutive_banks", "max_players", "max_positions"),
    *("minimum_bank", "play_over_max", "player_bank", "primary_layout", "primary_limits", "proposition_limits"),
    *("release_after_one", "seats", "second_deck", "set_timing", "settle_order", "squares_in_use", "start_method"),
    *("table_limits", "talk_while_setting", "void_round_counts"),
}
BY_GAME = {("backline_order", "pai-gow-california"): True, ("backline_order", ""): False}
"""The order of backline bets is a clause of settling in one game, and one about the backline elsewhere."""


def banked_games() -> list[str]:
    return [game for game in sorted(listings()) if Rules.of(game).game.bankers]


@pytest.mark.parametrize("game", banked_games())
def test_each_option_of_the_rule_book_is_listed_as_the_bankers_business_or_as_harmless(game: str) -> None:
    """A new option has to be listed here, after somebody asked whether a bank wins or loses by it."""
    rules = Rules.of(game)
    for name, option in offered(game, rules.options.edition).items():
        if name == "backline_order":
            listed = BY_GAME.get((name, game), BY_GAME[name, ""])
        else:
            assert (name in BUSINESS) != (name in HARMLESS), name
            listed = name in BUSINESS
        assert bankers_business(rules, name, option) is listed, name


def test_a_topic_that_nobody_has_listed_is_the_bankers_business() -> None:
    rules = Rules.of("three-card-poker")
    option = offered("three-card-poker", rules.options.edition)["hands_per_player"]

    class Renamed:
        def clause(self, clause: str) -> Any:
            return structs.replace(rules.clause(clause), topic="a new topic")

    assert bankers_business(Renamed(), "a_new_option", option)  # type: ignore[arg-type]
    assert not bankers_business(rules, "hands_per_player", option)


CHOSEN: list[tuple[str, str, Any]] = [
    ("three-card-poker", "unqualified_ante", "pays"),
    ("three-card-poker", "unqualified_tie", "push"),
    ("three-card-poker", "qualified_tie", "lose"),
    ("three-card-poker", "exposed_card", "none"),
    ("fortune-pai-gow", "foul", "reset-by-house-way"),
    ("fortune-pai-gow", "main_joker", "fully-wild"),
    ("fortune-pai-gow", "envy_uncovered", "player-dealer-owes"),
    ("pai-gow-california", "foul", "reset-by-house-way"),
    ("pai-gow-california", "joker", "fully-wild"),
    ("pai-gow-california", "wheel", "second-highest"),
    ("pure-21-5-blackjack", "decks", 1),
    ("pure-21-5-blackjack", "double_on_forced_stand", True),
    ("ultimate-texas-holdem", "bank_accounting", "net-running"),
]


@pytest.mark.parametrize(("game", "name", "value"), CHOSEN)
def test_whoever_takes_the_bank_agrees_to_what_it_wins_by(game: str, name: str, value: Any) -> None:
    sitting = Sitting(game, 1, 2, 3, options={name: value}, buy_in=10**6)
    person, offer = bank_offer(sitting)
    with pytest.raises(Refusal, match=f"pays otherwise than printed .{name}.") as refused:
        sitting.say(person, BankChoice(do="take", posted=offer.low, key="k"))
    assert refused.value.where == "agrees"
    sitting.say(person, BankChoice(do="take", posted=offer.low, agrees=offer.agrees, key="k"))
    assert sitting.state.phase == "betting"


HOUSES: list[tuple[str, dict[str, Any], str]] = [
    ("pai-gow-seneca", {"house_way": "fortune"}, "house_way"),
    ("three-card-split", {"house_way_low_ten": "any-legal"}, "house_way_low_ten"),
    ("three-card-split", {"early_community_card": "void"}, "early_community_card"),
    ("mini-pai-gow", {"player_bank": "on", "house_stake": "none"}, "house_stake"),
]


@pytest.mark.parametrize(("game", "options", "name"), HOUSES)
def test_what_a_banking_house_wins_by_is_the_hosts(game: str, options: dict[str, Any], name: str) -> None:
    with pytest.raises(Refusal) as refused:
        open_as(GUEST, game, options=options)
    assert (refused.value.code, refused.value.facts["name"]) == ("not-host", name)
    assert open_as(HOST, game, options=options).state.phase == "waiting"


def test_where_nobody_banks_only_payments_count() -> None:
    (found,) = sheet("texas-holdem", options={"raise_cap": 4}).differs
    assert not found.pays
    (found,) = sheet("lowball", options={"sevens_rule": True}).differs
    assert found.pays


def test_a_row_of_an_older_room_offers_the_bank_again_only_where_it_did() -> None:
    sitting = Sitting("three-card-poker", 1, 2, 3)
    person, offer = bank_offer(sitting)
    sitting.bank(person, "take", offer.low)
    sitting.say("host", Configure(options={"unqualified_ante": "pays"}, reoffers=True, key="k"))
    assert sitting.state.phase == "offering"
    rows = rows_of(sitting)
    older = rebuilt(sitting, [*rows[:-1], changed(rows[-1], rule_version=2)])
    assert older.state.phase == "betting"
    assert older.table_view().terms == sitting.live.table_view().terms
    assert msgspec.json.encode(rebuilt(sitting, rows).state) == msgspec.json.encode(sitting.live.state)
