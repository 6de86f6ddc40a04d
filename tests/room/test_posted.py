"""The posted card, 'No more bets', silence while hands are set, players who leave, and the end of a table."""

from typing import Any

import msgspec
import pytest

from houseway.room.core.table_rules import PostedRules, complete_config
from houseway.room.live_table import LiveTable
from houseway.room.messages.commands import Bet, Floor, Say, Sit, StandUp
from houseway.room.messages.state import Config
from houseway.room.messages.story_lines import BetsClosed, PlayerLeft, TableClosed
from houseway.room.views.posted_card import jackpot_rows, posted_card
from houseway.roster import OWN
from houseway.rulebook import clause
from houseway.script import Refusal
from houseway.testing import rule
from tests.room.sitting import Sitting


def sheet(game: str, **options: Any) -> PostedRules:
    return PostedRules(complete_config(Config(game=game, options=options)))


def rows(game: str, **options: Any) -> dict[str, tuple[dict[str, Any], str]]:
    """Returns the last row of a card for each key."""
    return {row.key: (row.facts, row.clause) for row in posted_card(sheet(game, **options))}


def told(sitting: Sitting, kind: type) -> list[Any]:
    """Returns the lines of that kind in the last outcome."""
    return [line.line for line in sitting.outcomes[-1].story if isinstance(line.line, kind)]


def refusal(work: Any, *said: Any) -> Refusal:
    with pytest.raises(Refusal) as caught:
        work(*said)
    return caught.value


# -- the card -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", OWN)
def test_every_table_posts_its_limits_and_its_collection_under_clauses_that_there_are(game: str) -> None:
    card = posted_card(sheet(game))
    keys = {row.key for row in card}
    assert "limits" in keys
    assert keys & {"collection", "no-collection", "commission"}
    for row in card:
        assert not row.clause or clause(row.clause).id == row.clause


def test_the_collection_in_force_is_posted_with_who_pays_it() -> None:
    facts, by = rows("three-card-holdem")["collection"]
    assert (facts["payer"], facts["low"], facts["high"], by) == ("player-dealer", 50, 500, "PD-27")
    brackets = [row.facts for row in posted_card(sheet("three-card-holdem")) if row.key == "fee-bracket"]
    assert brackets[0] == {"payer": "player-dealer", "low": 500, "high": 10_000, "fee": 50}
    assert rows("texas-holdem", fee_source="pot")["collection"][0]["payer"] == "pot"


def test_only_where_players_bank_by_turns_the_hands_of_a_bank_are_posted() -> None:
    assert rows("three-card-poker")["bank-hands"] == ({"most": 2}, "PD-08")
    assert "bank-hands" not in rows("pai-gow-seneca")


@rule("MPG-27")
@pytest.mark.parametrize("pair", ["55", "44", "TT"])
def test_the_pair_that_qualifies_is_posted(pair: str) -> None:
    assert rows("mini-pai-gow", qualifier=pair)["qualifying-pair"] == ({"pair": pair}, "MPG-27")
    assert "qualifying-pair" not in rows("pai-gow-seneca")


def test_a_jackpot_is_posted_with_its_qualifier_and_the_row_that_wins_it() -> None:
    options = {"bonus_paytable": "TCS-4a"}
    facts, by = rows("three-card-split", **options)["jackpot"]
    assert (facts["wager"], facts["least"], facts["row"], by) == ("bonus", 500, "four aces", "TCS-72")
    split = sheet("three-card-split", **options)
    assert jackpot_rows(split.game, split.rules.options) == {("TCS-4a", "four aces"): "bonus-jackpot"}
    assert "jackpot" not in rows("three-card-split")


def test_options_that_differ_from_print_are_posted_and_others_are_not() -> None:
    facts, by = rows("pai-gow-seneca", house_way="fortune", start_method="dice")["option"]
    assert facts == {"option": "house_way", "posted": "fortune", "printed": "classic"}
    assert by == "PGS-50"
    assert "option" not in rows("pai-gow-seneca")


def test_the_pack_in_play_takes_turns_with_the_rounds() -> None:
    sitting = at_betting("three-card-poker")
    packs = []
    for _ in range(2):
        packs.append(sitting.state.pack)
        sitting.bet("p2", "2", ante=500)
        sitting.ready("p1", "p2")
        sitting.defaults()
        sitting.next_round()
    assert packs == ["red", "blue"]
    assert Sitting("lowball", 1, 2).state.pack == ""


def at_betting(game: str, *seats: int, **said: Any) -> Sitting:
    sitting = Sitting(game, *(seats or (1, 2)), **said)
    sitting.bank("p1", "take", 10_000)
    return sitting


def test_an_envy_button_lies_beside_a_large_fortune_wager_until_the_round_is_settled() -> None:
    sitting = at_betting("fortune-pai-gow", 1, 2, 3)
    sitting.bet("p2", "2", main=1_000, fortune=499)
    assert sitting.state.buttons == {}
    sitting.bet("p3", "3", main=1_000, fortune=500)
    assert sitting.state.buttons == {"3": {"fortune": "envy"}}
    sitting.ready("p1", "p2", "p3")
    assert sitting.state.phase == "playing"
    assert sitting.state.buttons == {"3": {"fortune": "envy"}}
    sitting.defaults()
    assert (sitting.state.phase, sitting.state.buttons) == ("settled", {})


@pytest.mark.parametrize(
    ("game", "hands", "adjacent", "rail"),
    [
        ("pure-21-5-blackjack", 8, False, True),
        ("ultimate-texas-holdem", 1, False, True),
        ("texas-holdem", 1, False, False),
    ],
)
def test_the_table_says_how_many_hands_a_person_may_play_and_whether_others_stand_at_the_rail(
    game: str, hands: int, adjacent: bool, rail: bool
) -> None:
    view = Sitting(game).live.table_view()
    assert (view.hands, view.hands_adjacent, view.rail) == (hands, adjacent, rail)


# -- what is called and told ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "by"), [("three-card-poker", "TCP-17"), ("ultimate-texas-holdem", "UTH-14")])
def test_no_more_bets_is_called_before_the_first_card(game: str, by: str) -> None:
    sitting = at_betting(game)
    sitting.say("p2", _least(sitting, "p2"))
    sitting.ready("p1", "p2")
    (line,) = told(sitting, BetsClosed)
    assert (line.round, line.clause) == (1, by)
    kinds = [type(each.line).__name__ for each in sitting.outcomes[-1].story]
    assert kinds.index("BetsClosed") < kinds.index("CardsDealt")


def _least(sitting: Sitting, person: str) -> Any:
    (offer,) = sitting.mine(person).bets
    wagers = {circle.circle: circle.low for circle in offer.circles if circle.required}
    return Bet(round=sitting.state.round, place=offer.place, wagers=wagers, key="k")


def test_nobody_talks_while_hands_are_set_at_seneca_and_everybody_may_before_and_after() -> None:
    sitting = Sitting("pai-gow-seneca", 1, 2)
    sitting.say("p1", Say(text="good luck", key="k"))
    sitting.bet("p1", "1", main=1_000)
    sitting.bet("p2", "2", main=1_000)
    sitting.ready("p1", "p2")
    for person in ("p1", "p9"):  # a friend at the rail could tell a player too
        silent = refusal(sitting.say, person, Say(text="I have aces", key="k"))
        assert (silent.code, silent.clause) == ("muted", "PGS-17")
    sitting.say("host", Say(text="please set your hands", key="k"))
    sitting.defaults()
    sitting.say("p1", Say(text="I had aces", key="k"))


def test_the_room_may_allow_talk_and_rows_from_before_the_option_still_stand() -> None:
    sitting = Sitting("pai-gow-seneca", 1, 2, options={"talk_while_setting": "allowed"})
    assert "no-talk" not in {row.key for row in sitting.live.table_view().posted}
    sitting.bet("p1", "1", main=1_000)
    sitting.bet("p2", "2", main=1_000)
    sitting.ready("p1", "p2")
    sitting.say("p1", Say(text="hm", key="k"))
    log = [outcome.row for outcome in sitting.outcomes]
    for row in log[:1]:  # the same rows, as written before the option existed
        body = row.body.replace(b'"options":{"talk_while_setting":"allowed"},', b"")
        log[0] = type(row)(row.table, row.n, row.at, row.who, row.key, body)
    rebuilt = LiveTable.from_log(None, log, sitting.new_chance([]))
    assert rebuilt.state.rows == sitting.live.state.rows
    assert not rebuilt.context.replaying


# -- the host -------------------------------------------------------------------------------------------------------


def test_somebody_who_was_removed_may_be_let_back_in() -> None:
    sitting = Sitting("texas-holdem", 1, 2)
    sitting.say("host", Floor(do="remove", person="p2", key="k"))
    assert refusal(sitting.say, "p2", Sit(seat=3, buy_in=10_000, key="k")).code == "barred"
    sitting.say("host", Floor(do="admit", person="p2", key="k"))
    low = sitting.live.table_view().buy_in.low
    sitting.say("p2", Sit(seat=3, buy_in=low, key="k"))
    assert [row.person for row in sitting.state.seats] == ["p1", "p2"]
    assert refusal(sitting.say, "host", Floor(do="admit", person="p2", key="k")).code == "barred"
    assert refusal(sitting.say, "p1", Floor(do="admit", person="p2", key="k")).code == "not-host"


# -- the end --------------------------------------------------------------------------------------------------------


def test_whoever_leaves_is_named_with_the_chips_that_go_along() -> None:
    sitting = Sitting("texas-holdem", 1, 2, buy_in=4_000)
    sitting.say("p2", StandUp(key="k"))
    (line,) = told(sitting, PlayerLeft)
    assert (line.person, line.name, line.cents) == ("p2", "P2", 4_000)


def test_a_table_that_closes_says_what_everybody_of_the_evening_brought_and_took() -> None:
    sitting = at_betting("three-card-poker", 1, 2, buy_in=50_000)
    sitting.say("p9", Sit(seat=5, buy_in=20_000, key="k"))
    sitting.say("p9", StandUp(key="k"))
    sitting.bet("p2", "2", ante=500)
    sitting.ready("p1", "p2")
    sitting.defaults()
    stacks = {person: player.chips for person, player in sitting.live.state.players.items()}
    sitting.say("host", Floor(do="close", reason="it is late", key="k"))
    (line,) = told(sitting, TableClosed)
    assert line.reason == "it is late"
    evening = {person: (each.name, each.brought, each.took) for person, each in line.people.items()}
    assert evening == {
        "p9": ("P9", 20_000, 20_000),
        "p1": ("P1", 50_000, stacks["p1"]),
        "p2": ("P2", 50_000, stacks["p2"]),
    }
    assert [each.name for each in told(sitting, PlayerLeft)] == ["P1", "P2"]


def test_the_snapshot_of_an_older_room_lacks_the_tally_and_is_read_all_the_same() -> None:
    live = Sitting("texas-holdem", 1).live
    fields = msgspec.json.decode(live.snapshot())
    assert fields.pop("tally") == {"p1": {"name": "P1", "brought": 10_000, "took": 0}}
    older = LiveTable.from_snapshot(msgspec.json.encode(fields), Sitting("texas-holdem").chance)
    assert older.state.tally == {}
