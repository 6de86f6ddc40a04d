"""Every number that a table is opened with is bounded where the rule book reads it."""

import time
from typing import Any

import pytest

from houseway.roster import listings
from houseway.rulebook import Rules, offered
from houseway.rulebook.options import Span
from houseway.rulebook.paytables import MONEY_UNITS
from houseway.script import Refusal
from houseway.script.money import MOST_CENTS, MOST_DIGITS, MOST_DOLLARS, Odds, TooLong
from houseway.table import document_from
from houseway.table.setup import Setup
from houseway.table.table_terms import rules_of

HUGE = (10**9, 2**53, 2**63, 10**17, 10**30, "9" * 60_000)
OPEN = [
    (game, option.id, str(choice))
    for game in sorted(listings())
    for option in offered(game).values()
    for choice in option.choices
    if str(choice) == "min..max" or (str(choice).startswith("range ") and str(choice).endswith(".."))
]


def test_there_are_options_without_an_end_of_their_own() -> None:
    assert len(OPEN) >= 10


@pytest.mark.parametrize(("game", "option", "choice"), OPEN)
def test_an_open_range_and_a_span_end_at_ten_million_dollars(game: str, option: str, choice: str) -> None:
    most = f"{MOST_DOLLARS}..{MOST_DOLLARS}" if choice == "min..max" else MOST_DOLLARS
    chosen = Rules.of(game, {option: most}).options[option]
    assert chosen == (Span(MOST_DOLLARS, MOST_DOLLARS) if choice == "min..max" else MOST_DOLLARS)
    for number in (MOST_DOLLARS + 1, *HUGE):
        value = f"1..{number}" if choice == "min..max" else number
        with pytest.raises(Refusal, match=str(MOST_DOLLARS)) as refused:
            Rules.of(game, {option: value})
        assert refused.value.code == "bad-option"
        assert refused.value.clause
        assert len(str(refused.value)) < 400


def test_odds_have_at_most_twelve_digits_on_each_side() -> None:
    most = "9" * MOST_DIGITS
    assert Odds.from_text(f"{most}:{most}") == (int(most), int(most))
    for text in ("1" + "0" * MOST_DIGITS, f"1:1{'0' * MOST_DIGITS}", f"{most}.5", "9" * 60_000, f"0.{'1' * 60_000}"):
        with pytest.raises(TooLong):
            Odds.from_text(text)


@pytest.mark.parametrize("odds", ["9" * 13, "9" * 19, "9" * 60_000, f"1:{'9' * 19}", f"1.{'3' * 60_000}"])
def test_odds_with_more_digits_are_refused_in_a_sentence_with_the_clause_at_once(odds: str) -> None:
    began = time.process_time()
    with pytest.raises(Refusal, match="at most 12 digits on each side") as refused:
        Rules.of("three-card-split", pay={"TCS-1a": {"four aces": odds}})
    assert time.process_time() - began < 1.0  # generous: what fails without the bound is the refusal
    assert (refused.value.code, refused.value.clause) == ("bad-odds", "TCS-64")
    assert len(str(refused.value)) < 300


def test_a_fixed_payment_is_at_most_the_largest_amount() -> None:
    Rules.of("fortune-pai-gow", pay={"FPG-ENVY": {"five aces": str(MOST_DOLLARS)}})
    with pytest.raises(Refusal, match=r"the largest amount is 10,000,000.00"):
        Rules.of("fortune-pai-gow", pay={"FPG-ENVY": {"five aces": str(MOST_DOLLARS + 1)}})


@pytest.mark.parametrize("game", sorted(listings()))
def test_all_that_is_printed_keeps_to_the_bounds(game: str) -> None:
    rules = Rules.of(game)
    for table in rules.tables.values():
        if table.unit in MONEY_UNITS:
            for odds in table.odds.values():
                assert max(odds) < 10**MOST_DIGITS
                assert Odds.from_text(str(odds)) == odds
    for option in offered(game).values():
        for choice in option.choices:
            if ".." not in str(choice) or str(choice)[0].isdecimal():
                assert option.read(choice) is not None
    for schedule in rules.schedules():
        limits = schedule.limits
        amounts = [limits.min_usd, limits.max_usd, limits.bet_min_usd, limits.bet_max_usd, limits.big_blind_usd]
        assert max([each or 0 for each in amounts]) * 100 <= MOST_CENTS


def test_a_document_from_outside_keeps_to_the_bounds_and_one_of_a_room_is_read_as_it_was_played() -> None:
    seat = '{"seat": 1, "wagers": {"primary": 500}, "stack": 4000000000}'
    outside = f'{{"houseway": 1, "game": "three-card-split", "seats": [{seat}]}}'
    with pytest.raises(Refusal, match="the largest amount"):
        document_from(outside)
    kept = document_from(outside.replace('"houseway": 1', '"houseway": 1, "rules": {}'))
    assert kept.seats[0].stack == 4_000_000_000
    said: dict[str, Any] = {"options": {"jackpot_seed": 10**10}, "pay": {"TCS-4a": {"four aces": "9" * 19}}}
    with pytest.raises(Refusal):
        rules_of(Setup(game="three-card-split", **said))
    played = rules_of(Setup(game="three-card-split", rules={}, **said))
    assert played.options.jackpot_seed == 10**10
    assert played.pays("TCS-4a", "four aces") == Odds(10**19 - 1)


def test_a_wrong_type_is_refused_whatever_was_read_before_it() -> None:
    """True and 1 are equal as cache keys: read after `true`, `1` was accepted, stored, and refused after a restart."""
    assert rules_of(Setup(game="pure-21-5-blackjack", rules={}, options={"insurance": True})).options.insurance is True
    with pytest.raises(Refusal, match="insurance = 1 is not among its choices"):
        rules_of(Setup(game="pure-21-5-blackjack", rules={}, options={"insurance": 1}))


@pytest.mark.parametrize(
    "value", [None, [], {}, [10**30], "", " ", -1, 0.5, 1e300, "1e9", "0x10", "٣", "+5", "5..", "..5"]
)
@pytest.mark.parametrize(("game", "option"), [("three-card-split", "jackpot_seed"), ("mini-pai-gow", "main_limits")])
def test_what_is_no_number_is_no_choice(game: str, option: str, value: object) -> None:
    with pytest.raises(Refusal) as refused:
        rules_of(Setup(game=game, options={option: value}))
    assert refused.value.code == "bad-option"
