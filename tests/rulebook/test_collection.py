"""`houseway fees` and the approvals: payers by option, blinds and buy-ins, and what the pages print."""

import pytest

from houseway.rulebook import approvals, book, game_ids, schedule
from houseway.testing import rule
from tests.rulebook.test_command_line import answer, assert_refused, typed


def said(*words: str) -> str:
    result = typed(*words)
    assert result.exit_code == 0, result.stderr
    return " ".join(result.stdout.split())


# -- options change the answer ------------------------------------------------------------------------------------


@rule("LOW-22", "FEE-18", "FEE-20")
def test_lowballs_time_basis_is_the_period_that_is_charged() -> None:
    asked = ("fees", "--schedule", "SCH-LOW-01")
    assert (answer(*asked)["per"], answer(*asked)["fee"]) == ("half-hour", 200)
    page = answer(*asked, "-o", "time_basis=hour")
    assert (page["per"], page["fee"], page["payer"]) == ("hour", 300, "seated-player")
    assert page["clauses"] == ["LOW-22", "LOW-21", "LOW-23", "FEE-20", "FEE-18"]
    assert said(*asked, "-o", "time_basis=hour") == (
        "SCH-LOW-01: $3.00 from each seated player per hour (LOW-22, LOW-21, LOW-23, FEE-20, FEE-18)"
    )
    assert "$3.00 an hour" in said("fees", "lowball", "-o", "time_basis=hour")
    assert "half-hour" not in said("fees", "lowball", "-o", "time_basis=hour")
    says = "SCH-LOW-01 posts no fee per half-hour: it charges per hour (FEE-20)"
    assert_refused(says, "fees", "lowball", "-o", "time_basis=hour", "--per", "half-hour")


@rule("PAN-15", "FEE-17", "FEE-20")
@pytest.mark.parametrize(
    ("basis", "payer", "per", "told"),
    [
        ("per-hand-dealer-position", "dealer-position", "hand", "$4.00 from the dealer position per hand"),
        ("per-hand-each-player", "player", "hand", "$4.00 from each player per hand"),
        ("half-hour-each-player", "seated-player", "half-hour", "$4.00 from each seated player per half-hour"),
    ],
)
def test_pans_fee_basis_says_who_pays_and_per_what_and_never_how_much(
    basis: str, payer: str, per: str, told: str
) -> None:
    page = answer("fees", "--schedule", "SCH-PAN-01", "-o", f"fee_basis={basis}")
    assert (page["payer"], page["per"], page["fee"]) == (payer, per, 400)
    assert page["basis"] == ("hand" if per == "hand" else "time")
    assert told in said("fees", "--schedule", "SCH-PAN-01", "-o", f"fee_basis={basis}")
    assert f"paid by {told.split(' from ')[1].split(' per ')[0]}" in said("fees", "PAN", "-o", f"fee_basis={basis}")


@rule("THE-23", "THE-24", "OMA-24", "OMA-25", "FEE-15")
@pytest.mark.parametrize(("game", "prefix"), [("texas-holdem", "THE"), ("omaha", "OMA")])
def test_a_fee_from_the_pot_says_so(game: str, prefix: str) -> None:
    asked = ("fees", "--schedule", f"SCH-{prefix}-04")
    button = answer(*asked)
    assert (button["payer"], button["from_pot"]) == ("button", False)
    pot = answer(*asked, "-o", "fee_source=pot", "--no-flop")
    assert (pot["payer"], pot["from_pot"], pot["fee"]) == ("pot", True, 100)
    assert "$1.00 from the pot per hand without a flop" in said(*asked, "-o", "fee_source=pot", "--no-flop")
    assert "paid by the pot" in said("fees", game, "-o", "fee_source=pot")
    assert all(page["from_pot"] for page in answer("fees", game, "-o", "fee_source=pot")["schedules"])


@rule("FEE-07", "PD-26", "TCP-16")
def test_an_action_of_antes_alone_is_counted_so() -> None:
    asked = ("fees", "--schedule", "SCH-TCP-01", "--action", "245")
    assert answer(*asked)["counts"] == ["ante", "bonus"]
    page = answer(*asked, "-o", "fee_basis=ante-only")
    assert (page["counts"], page["narrowed"], page["fee"]) == (["ante"], True, 200)
    assert "total table action of ante alone $245.00" in said(*asked, "-o", "fee_basis=ante-only")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (
            ("three-card-poker", "-o", "exposed_card=none"),
            "exposed_card changes nothing about the collection of three-card-poker: fee_basis, max_c",
        ),
        (
            ("pure-21-5-blackjack", "-o", "fee_basis=ante-only"),
            "pure-21-5-blackjack does not offer fee_basis: the wagers of all circles count, and no ante is bet",
        ),
        (
            ("pai-gow-california", "-o", "fee_basis=ante-only"),
            "pai-gow-california does not offer fee_basis: each bet pays its own fee, and no ante is bet (PGC-12)",
        ),
        (("omaha", "-o", "variant=high"), "variant changes nothing about the collection of omaha: fee_source may"),
        (("three-card-poker", "-o", "max_collection_rates=3"), "SCH-TCP-01 has 5 rates and max_collection_rates = 3"),
        (("-o", "fee_basis=ante-only"), "--option is looked up in a schedule: name a game or --schedule ID"),
        (("--no-flop",), "--flop is looked up in a schedule: name a game or --schedule ID"),
        (
            ("texas-holdem", "--action", "20"),
            "--action does not go with texas-holdem: its fee is flat, whatever is wagered (FEE-20)",
        ),
        (
            ("three-card-poker", "--action", "20", "--no-flop"),
            "--flop and --no-flop do not go with three-card-poker: no flop changes its fee (FEE-08)",
        ),
        (
            ("pineapple-hi-lo", "--no-flop"),
            "--flop and --no-flop do not go with pineapple-hi-lo: no flop changes its fee (FEE-16)",
        ),
        (
            ("three-card-poker", "--action", "20", "--per", "hour"),
            "--per does not go with three-card-poker: its fee is for each hand, by total table action (FEE-08)",
        ),
        (("texas-holdem", "--per", "hour"), "SCH-THE-01 posts no fee per hour: it charges per hand (FEE-20)"),
    ],
)
def test_what_cannot_change_the_fee_is_refused(words: tuple[str, ...], says: str) -> None:
    assert_refused(says, "fees", *words)


# -- tables that cannot have the action ---------------------------------------------------------------------------


@rule("FEE-06")
def test_a_schedule_whose_table_could_not_have_that_action_is_left_out() -> None:
    page = answer("fees", "three-card-poker", "--action", "7")
    lowest = {one["schedule"]: one["limits"]["min"] for one in answer("fees", "three-card-poker")["schedules"]}
    assert [one["schedule"] for one in page["schedules"]] == [name for name, low in lowest.items() if low <= 700]
    assert [one["schedule"] for one in page["skipped"]] == [name for name, low in lowest.items() if low > 700]
    assert page["skipped"][0]["clause"] == "FEE-06"
    assert "is below $" in page["skipped"][0]["says"]
    text = said("fees", "three-card-poker", "--action", "7")
    assert "Left out, because the action is below the smallest wager there: SCH-TCP-" in text
    assert answer("fees", "three-card-poker", "--action", "100")["skipped"] == []
    assert_refused("$1.00 is below $5, the smallest wager of SCH-TCP-01", "fees", "three-card-poker", "--action", "1")


# -- blinds, buy-ins, approvals -----------------------------------------------------------------------------------


@rule("THE-17", "LOW-17", "PIN-21", "PAN-12")
def test_blinds_and_buy_ins_are_shown() -> None:
    holdem = {one["schedule"]: one["limits"] for one in answer("fees", "texas-holdem")["schedules"]}
    assert holdem["SCH-THE-04"]["blinds"] == {"small": 200, "big": 400}
    assert holdem["SCH-THE-04"]["buy_in"] == {"min": 4000, "max": None, "printed": True}
    assert holdem["SCH-THE-04"]["bets"] == [400, 800]
    assert holdem["SCH-THE-22"]["buy_in"] == {"min": 4000, "max": 20000, "printed": True}
    assert answer("fees", "--schedule", "SCH-LOW-01")["limits"]["bets"] == [200, 1000]
    assert answer("fees", "--schedule", "SCH-PIN-01")["limits"]["bets"] == [200, 400, 600, 800]
    assert answer("fees", "--schedule", "SCH-PAN-01")["limits"]["buy_in"] == {
        "min": 2000,
        "max": None,
        "printed": False,
    }
    pan = answer("fees", "--schedule", "SCH-PAN-01", "-o", "min_buy_in_chips=40")["limits"]
    assert (pan["buy_in"]["min"], pan["ante"], pan["kondition"], pan["blinds"]) == (4000, 100, 100, None)
    assert answer("fees", "lowball", "-o", "min_buy_in=50")["schedules"][0]["limits"]["buy_in"]["min"] == 5000
    text = said("fees", "texas-holdem")
    assert "$2 / $4" in text
    assert "$40 to $200" in text
    assert "blinds $2 / $4; buy-in $40 or more; approved:" in said("rules", "SCH-THE-04")
    assert answer("fees", "three-card-poker")["schedules"][0]["limits"]["buy_in"] is None


APPROVED = {
    "GEGA-002943": ("July 2010", ["pai-gow-california", "pure-21-5-blackjack", "three-card-poker"]),
    "GEGA-002956": ("November 2010", ["lowball", "omaha", "panguingue", "pineapple-hi-lo", "texas-holdem"]),
    "GEGA-003123": ("March 2011", ["three-card-holdem"]),
    "GEGA-003116": ("February 2011", ["fortune-pai-gow"]),
}
NO_NUMBER = ["mini-pai-gow", "pai-gow-seneca", "three-card-split", "ultimate-texas-holdem"]


@pytest.mark.parametrize("number", APPROVED)
def test_the_printed_approval_is_part_of_the_rules_of_its_games(number: str) -> None:
    date, games = APPROVED[number]
    assert [game for game in game_ids() if number in {each.bgc_id for each in approvals(game)}] == games
    for game in games:
        (approval,) = answer("rules", game)["approvals"]
        assert (approval["id"], approval["date"]) == (number, date)
        assert approval["authority"] == "Bureau of Gambling Control"
        assert f"Approval: Bureau of Gambling Control, {number} ({date})" in said("rules", game)
        assert answer("fees", game)["schedules"][0]["approval"] == approval
        assert f"approved: Bureau of Gambling Control, {number} ({date})" in said("fees", game)


def test_no_number_is_made_up_where_none_is_printed() -> None:
    assert [game for game in game_ids() if not approvals(game)] == NO_NUMBER
    assert answer("rules", "ultimate-texas-holdem")["approvals"] == []
    assert answer("fees", "ultimate-texas-holdem")["schedules"][0]["approval"] is None
    assert "approved: no number is printed" in said("fees", "ultimate-texas-holdem")
    assert "none printed" in said("fees")
    assert {one["game"]: len(one["approvals"]) for one in answer("fees")["games"]}["ultimate-texas-holdem"] == 0


OWNERS = {
    "three-card-poker": ("ShuffleMaster Inc.", "owned, patented and/or copyrighted"),
    "ultimate-texas-holdem": ("ShuffleMaster Inc.", "owned, patented and/or copyrighted"),
    "pure-21-5-blackjack": ("TXB Industries Inc.", "Patent pending; All rights reserved"),
    "three-card-holdem": ("Betwiser Games, LLC", "US Patent 7,665,736"),
    "three-card-split": ("Galaxy Gaming", "REV. 9/22/08"),
    "mini-pai-gow": ("Gaming Edge Concepts, LLC", "Mini Pai Gow TM"),
}


@rule("PD-62")
@pytest.mark.parametrize("game", OWNERS)
def test_the_owners_notice_is_part_of_the_rules(game: str) -> None:
    name, words = OWNERS[game]
    page = answer("rules", game)
    assert page["owner"]["name"] == name
    text = said("rules", game)
    assert f"Owner: {name}" in text
    assert words in text
    assert page["owner"].get("clauses", []) == (["PD-62"] if page["bankers"] == ["player-dealer"] else [])


@rule("PD-62")
def test_the_request_for_the_owners_agreement_is_part_of_the_rules() -> None:
    asked = [game for game in game_ids() if (owner := book(game).owner) and owner.request]
    assert asked == ["three-card-poker", "ultimate-texas-holdem"]
    for game in asked:
        assert "its agreement with the owner" in answer("rules", game)["owner"]["request"]
        assert "Owner's agreement: A gambling establishment hands in its agreement with the owner" in said(
            "rules", game
        )


def test_games_that_nobody_claims_name_no_owner() -> None:
    assert [game for game in game_ids() if book(game).owner is not None] == sorted(OWNERS)
    assert answer("rules", "omaha")["owner"] is None
    assert "Owner:" not in said("rules", "omaha")


def test_a_schedule_by_itself_shows_its_approval() -> None:
    assert answer("rules", "SCH-TCP-01")["approval"]["id"] == "GEGA-002943"
    assert schedule("SCH-UTH-01").group == "G5"
    assert answer("rules", "SCH-UTH-01")["approval"] is None
