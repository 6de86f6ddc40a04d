"""`table.differs` lists what a table posts otherwise than printed."""

import msgspec
import pytest

from houseway.room.core.table_rules import PostedRules, complete_config
from houseway.room.messages.state import Config
from houseway.roster import listings
from houseway.script import Terms
from tests.room.sitting import Sitting


def sheet(game: str, **said: object) -> PostedRules:
    return PostedRules(complete_config(msgspec.convert({"game": game, **said}, Config)))


@pytest.mark.parametrize("game", sorted(listings()))
def test_a_table_as_printed_differs_in_nothing_and_its_view_has_no_such_field(game: str) -> None:
    assert b'"differs"' not in msgspec.json.encode(Sitting(game).live.table_view())


def test_a_pay_row_is_named_with_its_table_and_what_both_pay() -> None:
    (found,) = sheet("three-card-poker", pay={"bonus": {"flush": "5"}}).differs
    assert (found.kind, found.name, found.printed, found.posted) == ("pay", "bonus: flush", "3 to 1", "5 to 1")
    assert found.pays
    assert found.clause.startswith("TCP-")


def test_a_row_that_is_listed_as_printed_is_no_difference() -> None:
    assert not sheet("three-card-poker", pay={"bonus": {"flush": "3 to 1"}}).differs


def test_an_option_that_changes_no_payment_is_shown_and_does_not_pay() -> None:
    (found,) = sheet("three-card-poker", options={"hands_per_player": 2}).differs
    assert msgspec.to_builtins(found) == {
        "kind": "option", "name": "hands_per_player", "printed": "1", "posted": "2", "clause": "TCP-11", "pays": False,
    }  # fmt: skip


def test_an_option_that_a_changed_pay_table_puts_in_use_is_a_difference_too() -> None:
    found = sheet("three-card-poker", pay={"ante-bonus": {"straight flush": "9"}}).differs
    assert {(each.kind, each.name) for each in found} == {
        ("option", "ante_bonus"),
        ("pay", "ante-bonus: straight flush"),
    }


def test_the_terms_of_a_bonus_are_shown_one_by_one() -> None:
    terms = {"suited-777": Terms(fee=100, award=(5000, 10_000))}
    found = sheet("pure-21-5-blackjack", options={"bonus_suited_777": True}, bonuses=terms).differs
    assert [(each.kind, each.name, each.printed, each.posted) for each in found] == [
        ("option", "bonus_suited_777", "false", "true"),
        ("bonus", "suited-777.fee", "0.00", "1.00"),
        ("bonus", "suited-777.award", "none", "50.00, 100.00"),
    ]
    assert {each.clause for each in found if each.kind == "bonus"} == {"P21-80"}
    assert all(each.pays for each in found)


def test_limits_that_no_schedule_has_are_a_difference_and_those_of_one_are_none() -> None:
    (found,) = sheet("three-card-poker", limits=(700, 7700)).differs
    assert (found.kind, found.posted, found.pays) == ("limits", "7.00..77.00", False)
    printed = sheet("three-card-poker").limits
    assert not sheet("three-card-poker", limits=printed).differs
