"""Admission refuses new commands with excessive numbers, with pay that the house would fund, or
with unread bank terms.
"""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from houseway.games import find
from houseway.room.core.table_rules import PostedRules, complete_config
from houseway.room.engine.admission import MOST_CHIPS
from houseway.room.live_table import LiveTable
from houseway.room.messages.commands import AnyCommand, BankChoice, Bet, Configure, Decide, Floor, Open, Ready, Sit, Who
from houseway.room.messages.outcomes import Outcome, Row
from houseway.room.messages.state import Config, TableState
from houseway.room.messages.story_lines import Void
from houseway.roster import listings
from houseway.script import Refusal, Terms
from houseway.script.money import MOST_CENTS
from houseway.table import document_from, result, resume
from tests.room.sitting import NOON, Sitting

SPLIT, POKER, MINI, P21 = "three-card-split", "three-card-poker", "mini-pai-gow", "pure-21-5-blackjack"
GUEST, HOST = Who("p9", "Guest", cage=10**8), Who("host", "Host", "host", host=True, cage=10**8)
OWN_PAY = {"bonus": {"flush": "20000000"}}


def open_as(who: Who, game: str, **said: Any) -> LiveTable:
    chance = Sitting(game).new_chance([])
    command = msgspec.convert({"t": "open", "game": game, "key": "k", **said}, Open)
    return LiveTable.open("t2", command, who, NOON, chance)[0]


HOUSE_PAYS: list[tuple[str, dict[str, Any], str]] = [
    (SPLIT, {"pay": {"TCS-1a": {"four aces": "20000000"}}}, "TCS-1a: four aces"),
    (SPLIT, {"options": {"bonus_paytable": "TCS-4a"}}, "bonus_paytable"),
    (SPLIT, {"options": {"jackpot_seed": 10_000_000}}, "jackpot_seed"),
    (SPLIT, {"options": {"jackpot_daily_increment": 10_000_000}}, "jackpot_daily_increment"),
    (SPLIT, {"options": {"jackpot_qualifier": 0}}, "jackpot_qualifier"),
    (MINI, {"pay": {"MPG-MAIN": {"both hands won": "2"}}}, "MPG-MAIN: both hands won"),
    (MINI, {"options": {"player_bank": "on", "bonus_paytable": "MPG-B"}}, "bonus_paytable"),
    ("pai-gow-seneca", {"pay": {"PGS-MAIN": {"both hands won": "2"}}}, "PGS-MAIN: both hands won"),
]


# -- who posts what -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "said", "name"), HOUSE_PAYS)
def test_pay_and_jackpots_that_the_house_funds_are_the_hosts(game: str, said: dict[str, Any], name: str) -> None:
    with pytest.raises(Refusal) as refused:
        open_as(GUEST, game, **said)
    assert (refused.value.code, refused.value.facts["name"]) == ("not-host", name)
    assert refused.value.clause
    assert name in [each.name for each in open_as(HOST, game, **said).context.sheet.differs]


@pytest.mark.parametrize("game", sorted(listings()))
def test_a_guest_opens_every_game_as_printed(game: str) -> None:
    assert open_as(GUEST, game).state.phase == "waiting"


def test_a_guest_chooses_at_the_houses_table_what_nobody_is_paid_by() -> None:
    options = {"deal_style": "single", "seats": 3, "primary_limits": "10..1000"}
    assert len(open_as(GUEST, SPLIT, options=options).context.sheet.differs) == 3


def test_a_guest_posts_own_pay_where_players_bank() -> None:
    assert open_as(GUEST, POKER, pay=OWN_PAY).table_view().differs
    bonus = {"options": {"bonus_suited_777": True}, "bonuses": {"suited-777": {"fee": 100}}}
    assert open_as(GUEST, P21, **bonus).table_view().differs


# -- who banks on it ------------------------------------------------------------------------------------------------


def offered(sitting: Sitting) -> tuple[str, Any]:
    person = f"p{sitting.state.offered}"
    return person, sitting.mine(person).bank


def test_the_bank_of_a_table_with_own_pay_is_taken_by_who_agrees_to_it() -> None:
    sitting = Sitting(POKER, 1, 2, 3, pay={"bonus": {"flush": "5"}})
    person, offer = offered(sitting)
    assert sitting.live.table_view().terms == offer.agrees
    for agrees in ("", "0123456789abcdef"):
        with pytest.raises(Refusal, match=r"pays otherwise than printed .bonus: flush.") as refused:
            sitting.say(person, BankChoice(do="take", posted=offer.low, agrees=agrees, key="k"))
        assert (refused.value.code, refused.value.where) == ("bank", "agrees")
        assert refused.value.facts["agrees"] == offer.agrees
    sitting.say(person, BankChoice(do="take", posted=offer.low, agrees=offer.agrees, key="k"))
    assert sitting.state.phase == "betting"


def test_at_a_table_as_printed_the_offer_and_the_answer_are_what_they_were() -> None:
    sitting = Sitting(POKER, 1, 2, 3, options={"hands_per_player": 2})
    person, offer = offered(sitting)
    assert b"agrees" not in msgspec.json.encode(offer)
    sitting.bank(person, "take", offer.low)
    assert sitting.state.phase == "betting"


def test_a_bank_taken_before_the_pay_was_changed_is_offered_again() -> None:
    sitting = Sitting(POKER, 1, 2, 3)
    person, offer = offered(sitting)
    sitting.bank(person, "take", offer.low)
    sitting.say("host", Configure(pay={"bonus": {"flush": "5"}}, reoffers=True, key="k"))
    assert sitting.state.phase == "offering"
    person, offer = offered(sitting)
    sitting.say(person, BankChoice(do="take", posted=offer.low, agrees=offer.agrees, key="k"))
    sitting.say("host", Configure(pace="fast", reoffers=True, key="k"))
    assert sitting.state.phase == "betting"  # the pay is the one that the holder agreed to


def test_rows_of_an_older_room_have_banks_without_agreement() -> None:
    sitting = Sitting(POKER, 1, 2, 3, pay={"bonus": {"flush": "5"}})
    person, offer = offered(sitting)
    sitting.live._apply(BankChoice(do="take", posted=offer.low, key="k"), sitting.who(person), sitting.now)
    assert sitting.state.phase == "betting"


# -- how much -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", sorted(listings()))
def test_the_largest_bet_at_printed_odds_is_taken_and_its_pay_fits_a_ledger(game: str) -> None:
    odds = PostedRules(complete_config(Config(game=game))).highest_odds
    assert 8 * odds.of(MOST_CENTS) <= MOST_CHIPS < 2**53


def test_a_bet_that_could_win_more_than_the_room_counts_is_refused() -> None:
    sitting = Sitting(SPLIT, 1, pay={"TCS-1a": {"four aces": "100000000000"}}, buy_in=10**7)
    sitting.bet("p1", "1", primary=500)
    with pytest.raises(Refusal, match=r"it could win more than the room counts, 10,000,000,000,000.00") as refused:
        sitting.bet("p1", "1", primary=50_000)
    assert (refused.value.code, refused.value.clause, refused.value.where) == ("limit", "TCS-07", "wagers")


def test_odds_at_which_not_even_the_smallest_bet_is_taken_are_refused_with_the_sheet() -> None:
    with pytest.raises(Refusal, match=r"the smallest bet, 5.00, could win more than"):
        open_as(HOST, SPLIT, pay={"TCS-1a": {"four aces": "999999999999"}})
    sitting = Sitting(SPLIT, 1)
    with pytest.raises(Refusal, match=r"the smallest bet, 5.00, could win more than"):
        sitting.say("host", Configure(pay={"TCS-1a": {"four aces": "999999999999"}}, key="k"))


@pytest.mark.parametrize("odds", ["9" * 60_000, f"1:{'9' * 60_000}", f"1.{'9' * 60_000}"])
def test_a_sheet_is_bounded_before_anything_else_reads_its_numbers(odds: str) -> None:
    for who in (GUEST, HOST):
        with pytest.raises(Refusal, match="at most 12 digits on each side"):
            open_as(who, POKER, pay={"bonus": {"flush": odds}})


def test_nobody_sits_down_with_more_than_the_room_counts_for_one_person() -> None:
    live = Sitting(SPLIT).live
    with pytest.raises(Refusal, match="one person plays with at most"):
        live.apply(Sit(seat=1, buy_in=10_000, key="k"), Who("p1", "Rich", cage=MOST_CHIPS + 1), NOON)


@pytest.mark.parametrize("terms", [{"fee": 10**10}, {"award": [10**30]}, {"award": [1] * 101}, {"award": [-1]}])
def test_the_terms_of_a_bonus_are_bounded_when_the_table_opens(terms: dict[str, Any]) -> None:
    said = {"options": {"bonus_suited_777": True}, "bonuses": {"suited-777": terms}}
    with pytest.raises(Refusal) as refused:
        open_as(HOST, P21, **said)
    assert (refused.value.code, refused.value.where) == ("bonus", "bonuses.suited-777")


def test_terms_of_a_bonus_that_the_table_does_not_offer_are_refused_when_it_opens() -> None:
    with pytest.raises(Refusal, match="is not offered at this table"):
        open_as(HOST, P21, bonuses={"suited-777": Terms(fee=100)})


def test_watchers_are_at_most_an_hour_behind() -> None:
    assert open_as(HOST, SPLIT, watch_delay=3600).state.config.watch_delay == 3600
    with pytest.raises(Refusal, match="3600 are the most"):
        open_as(HOST, SPLIT, watch_delay=3601)


@pytest.mark.parametrize("options", [{"jackpot_seed": 10**17}, {"primary_limits": f"1..{10**30}"}, {"seats": 10**9}])
def test_a_host_cannot_post_numbers_without_measure_either(options: dict[str, Any]) -> None:
    with pytest.raises(Refusal):
        open_as(HOST, SPLIT, options=options)
    sitting = Sitting(SPLIT, 1)
    with pytest.raises(Refusal):
        sitting.say("host", Configure(options=options, key="k"))
    assert sitting.live.state.config.options == {}


# -- rooms that are older than the bounds ---------------------------------------------------------------------------


def older(command: Open) -> tuple[Sitting, list[Row]]:
    """Opens a table as an older room did, without today's bounds. Returns it with its first row."""
    sitting = Sitting(command.game)
    config = complete_config(Config.of(command))
    sitting.live = LiveTable(TableState(table="t1", config=config, since=NOON), sitting.new_chance([]))
    return sitting, [sitting.live._apply(command, GUEST, NOON).row]


def test_a_stored_table_with_numbers_without_measure_is_rebuilt_and_closes_with_its_chips() -> None:
    sitting, rows = older(Open(game=SPLIT, options={"bonus_paytable": "TCS-4a", "jackpot_seed": 10**14}, key="k"))
    rows.append(sitting.live.apply(Sit(seat=1, buy_in=10_000, key="k1"), GUEST, NOON).row)
    again = LiveTable.from_log(None, rows, sitting.new_chance([]))
    assert again.state == sitting.live.state
    assert again.public(NOON).pools == {"bonus-jackpot": 10**16}
    bet = Bet(round=again.state.round, place="1", wagers={"primary": 500}, key="k2")
    assert again.apply(bet, GUEST, NOON).ack.n  # an older table plays on
    closing = Floor(do="close", key="k3")
    outcome = LiveTable.from_snapshot(again.snapshot(), sitting.new_chance([])).apply(closing, HOST, NOON)
    cages = {post.account: post.cents for post in outcome.posts if post.account.startswith("cage")}
    assert cages == {"cage/p9": 10_000}


def test_a_stored_table_whose_pay_no_ledger_counts_takes_no_bet_and_voids_the_round_that_was_dealt() -> None:
    """Odds of 19 nines: the winning round once ended the process, and again after each restart."""
    sitting, rows = older(Open(game=SPLIT, pay={"TCS-PRIMARY": {"both hands won": "9" * 19}}, key="k"))
    rows.append(sitting.live.apply(Sit(seat=1, buy_in=100_000, key="k1"), GUEST, NOON).row)
    live = sitting.live
    with pytest.raises(Refusal, match="it could win more than the room counts"):
        live.apply(Bet(round=live.state.round, place="1", wagers={"primary": 500}), GUEST, NOON)
    voids = 0
    while not voids:  # as the older room played it
        bet = Bet(round=live.state.round, place="1", wagers={"primary": 500})
        posts = [*_played(live, rows, bet)]
        voids += any(isinstance(told.line, Void) for outcome in posts for told in outcome.story)
        assert max([abs(post.cents) for outcome in posts for post in outcome.posts], default=0) < 2**63
        assert len(rows) < 2_000
    assert live.public(NOON).void
    assert LiveTable.from_log(None, rows, sitting.new_chance([])).state == live.state
    restarted = LiveTable.from_snapshot(live.snapshot(), sitting.new_chance([]))
    assert restarted.public(NOON) == live.public(NOON)
    restarted.apply(Floor(do="close", key="k9"), HOST, NOON)
    assert restarted.state.phase == "closed"


def test_a_stored_round_with_larger_amounts_than_a_person_writes_is_read_and_played_again() -> None:
    sitting, rows = older(Open(game=SPLIT, options={"bonus_paytable": "TCS-4a", "jackpot_seed": 10**14}, key="k"))
    rows.append(sitting.live.apply(Sit(seat=1, buy_in=10**9, key="k1"), replace(GUEST, cage=10**10), NOON).row)
    live = sitting.live
    outcomes = [*_played(live, rows, Bet(round=live.state.round, place="1", wagers={"primary": 500}))]
    (ended,) = [outcome.ended for outcome in outcomes if outcome.ended is not None]
    document = document_from(ended.document)
    assert document.jackpots == {"bonus-jackpot": 10**16}
    assert msgspec.json.encode(result(resume(find(SPLIT), document))) == ended.result


def _played(live: LiveTable, rows: list[Row], bet: Bet) -> Iterator[Outcome]:
    """Plays one round by everybody's defaults without the bounds of new commands, and keeps its rows."""
    said: list[AnyCommand] = [bet, Ready(round=live.state.round)]
    while said:
        outcome = live._apply(said.pop(0), GUEST, NOON)
        rows.append(outcome.row)
        yield outcome
        number, asks = live.state.round, live.private("p9").asks if not said else []
        said += [Decide(round=number, step=ask.step, place=ask.place, decision=ask.default) for ask in asks]
    if not live.public(NOON).void:
        rows.append(live._apply(Ready(round=live.state.round), GUEST, NOON).row)
