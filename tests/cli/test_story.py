"""The text of `deal --explain`, `replay` and `settle` about a round, word by word."""

import json
from typing import Any

import pytest

from houseway.roster import OWN
from houseway.table import Round, document_from, document_text
from houseway.table.setup import Voided
from houseway.testing import example, rule
from tests.cli.test_rounds import answer, run
from tests.games.poker import Hand
from tests.kit import Seat, played

TCP, TCH, UTH, P21 = "three-card-poker", "three-card-holdem", "ultimate-texas-holdem", "pure-21-5-blackjack"


def lines(text: str, title: str) -> list[str]:
    """Returns the rows of the table with that title, without its head, with blanks collapsed."""
    rows = text.partition(f"{title}\n\n")[2].split("\n\n")[0].splitlines()[2:]
    return [" ".join(row.split()) for row in rows]


def told(round_: Round, command: str = "settle") -> str:
    return run(command, "-", text=document_text(round_.document())).stdout


def one(round_: Round) -> Any:
    return answer("settle", "-", text=document_text(round_.document()))


def three_card_poker(**table: Any) -> Round:
    """Plays a round in which seat 4 folds and seat 6 plays against a bank with its nine exposed."""
    seats = Seat(4, "7s Ts 6h", {"ante": 20}, ("fold",)), Seat(6, "Tc 8d Qd", {"ante": 10}, ("play",))
    return played(TCP, *seats, bank="9d Ks As", **table).round


# -- the action button --------------------------------------------------------------------------------------------


@rule("TCP-29", "PD-34", "PD-35")
def test_settle_and_replay_name_the_action_button_and_the_card_that_placed_it() -> None:
    round_ = three_card_poker()
    assert one(round_)["action"] == {"seat": 4, "by": "9d", "clauses": ["TCP-29"]}
    replayed = answer("replay", "-", text=document_text(round_.document()))
    assert replayed["result"]["action"] == one(round_)["action"]
    assert {"k": "button", "action": one(round_)["action"]} in replayed["story"]
    assert "The action button is at seat 4, by 9d (TCP-29)." in told(round_)
    assert "the button is at seat 4, by 9d (TCP-29)" in lines(told(round_, "replay"), "The round")


@rule("TCP-51", "TCP-29")
def test_an_unexposed_top_card_places_the_button_by_its_own_clause_too() -> None:
    action = one(three_card_poker(options={"exposed_card": "none"}))["action"]
    assert action == {"seat": 4, "by": "9d", "clauses": ["TCP-29", "TCP-51"]}


@rule("TCP-29")
def test_a_start_fixed_at_the_banks_left_has_no_button() -> None:
    assert one(three_card_poker(options={"button_source": "player-dealer-left"}))["action"] is None


@rule("TCH-16", "TCH-17", "UTH-49", "P21-51", "P21-53", "PGC-19", "FPG-25", "FPG-26", "PD-35")
@pytest.mark.parametrize(
    ("game", "options", "clauses"),
    [
        (TCP, {}, ["TCP-29"]),
        (TCH, {}, ["TCH-16", "TCH-17"]),
        (UTH, {"settle_start": "button"}, ["UTH-49"]),
        (P21, {}, ["P21-51", "P21-53"]),
        ("pai-gow-california", {}, ["PGC-19"]),
        ("fortune-pai-gow", {}, ["FPG-25", "FPG-26"]),
    ],
)
def test_every_game_with_an_action_button_says_what_placed_it(
    game: str, options: dict[str, str], clauses: list[str]
) -> None:
    words = [word for name, value in options.items() for word in ("-o", f"{name}={value}")]
    for seed in range(6):
        text = run("deal", game, "--seed", str(seed), "--players", "3", *words).stdout
        dealt, action = json.loads(text), answer("settle", "-", text=text)["action"]
        assert action["clauses"][: len(clauses)] == clauses
        assert action["seat"] in [seat["seat"] for seat in dealt["seats"]]
        if "dice" in dealt:
            assert action["by"] == " ".join(map(str, dealt["dice"][0]))
        else:
            spot = "board" if game in (TCH, UTH) else "bank"
            index = {TCP: 0, TCH: 2, UTH: 0, P21: 1}[game]
            assert action["by"] == dealt["cards"][spot].split()[index]


@rule("PGC-20", "PGC-24", "FPG-27", "FPG-29")
@pytest.mark.parametrize(
    ("game", "bank", "empty"), [("pai-gow-california", "PGC-20", "PGC-24"), ("fortune-pai-gow", "FPG-27", "FPG-29")]
)
def test_dice_that_name_the_bank_or_an_empty_seat_pass_the_button_on_by_their_clause(
    game: str, bank: str, empty: str
) -> None:
    passed_on = set()
    for seed in range(40):
        text = run("deal", game, "--seed", str(seed), "--players", "2").stdout
        passed_on |= set(answer("settle", "-", text=text)["action"]["clauses"])
    assert {bank, empty} <= passed_on


@rule("UTH-49", "TCS-03", "PGS-40")
@pytest.mark.parametrize(
    "game",
    [UTH, "three-card-split", "pai-gow-seneca", "mini-pai-gow", "texas-holdem", "omaha", "pineapple-hi-lo", "lowball"],
)
def test_a_game_without_an_action_button_says_null(game: str) -> None:
    assert answer("settle", "-", text=run("deal", game, "--seed", "1").stdout)["action"] is None


# -- cards --------------------------------------------------------------------------------------------------------


@rule("TCP-19", "TCP-23")
def test_the_bank_card_that_lay_open_and_who_folded_are_told() -> None:
    round_ = three_card_poker()
    assert lines(told(round_), "Cards") == [
        "the bank Bank 9d Ks As ace high with king and nine; qualifies; 9d lay open",
        "seat 4 seat 4 7s Ts 6h ten high with seven and six; folded",
        "seat 6 seat 6 Tc 8d Qd queen high with ten and eight",
    ]
    happened = lines(told(round_, "replay"), "The round")
    assert "3 the bank is dealt 9d Ks As: 9d lies open" in happened
    assert "4 seat 4 decides: fold" in happened
    assert "the bank is turned up: Ks As" in happened
    assert "seat 6 shows Tc 8d Qd" in happened


@rule("P21-43")
def test_hands_that_were_split_stand_together_and_the_split_is_told() -> None:
    split = Seat(1, "Ac Ad Kd", {"main": 25}, ({"split": 2500},))
    other = Seat(2, "9h 9s", {"main": 25}, ("stand",))
    round_ = played(P21, split, other, bank="9c 9d", cards={"1/2": "4h"}).round
    assert [row.split()[:4] for row in lines(told(round_), "Cards")] == [
        ["the", "bank", "Bank", "9c"],
        ["seat", "1", "seat", "1"],
        ["seat", "1,", "hand", "2"],
        ["seat", "2", "seat", "2"],
    ]
    assert "seat 1 Ad goes to seat 1, hand 2" in lines(told(round_, "replay"), "The round")


@pytest.mark.parametrize("game", ["pai-gow-california", "pai-gow-seneca", "fortune-pai-gow", "mini-pai-gow"])
def test_the_two_halves_of_a_set_hand_stand_together(game: str) -> None:
    rows = lines(run("settle", "-", text=run("deal", game, "--seed", "3").stdout).stdout, "Cards")
    titles = [row.partition(", low ")[0] if ", low " in row else "" for row in rows]
    assert sum(title != "" for title in titles) >= 2
    for row, title in zip(rows, titles[1:], strict=False):
        assert not title or row.startswith(f"{title} "), f"the low hand of {title} lies behind its high hand"


def all_folded() -> Hand:
    """Plays a hand in which everybody folds to the big blind of seat 3."""
    return Hand("texas-holdem", "SCH-THE-04", {1: 200, 2: 200, 3: 200}).tell("1 folds, 2 folds")


# -- poker --------------------------------------------------------------------------------------------------------


@rule("THE-10")
def test_the_button_and_the_blinds_are_told() -> None:
    hand = all_folded()
    happened = lines(told(hand.round, "replay"), "The round")
    assert happened[0] == "the button is at seat 1"
    assert [row.partition(" (")[0] for row in happened[1:3]] == [
        f"seat 2 posts ${hand.payment(2).staked / 100:.2f}, the small blind",
        f"seat 3 posts ${2 * hand.payment(2).staked / 100:.2f}, the big blind",
    ]
    assert "The button was at seat 1; seat 2 posted $" in " ".join(told(hand.round).split())


@example("OMA-EX05")
@rule("OMA-51", "OMA-54")
def test_a_quartered_player_reads_of_a_share_and_the_halves_of_the_pot() -> None:
    hands = {2: "As 2d Kc Kh", 3: "Ad 2h 9c 9d"}
    hand = Hand("omaha", "SCH-OMA-23", {1: 100, 2: 40, 3: 40}, hands, "Ks 3c 7h 5d Jc").all_in(1)
    text = told(hand.round)
    halves = [row for row in lines(text, "Pots") if "seat 3" in row]
    assert [row.split()[0] for row in halves] == ["low"]
    outcomes = [row for row in lines(text, "Payments") if row.startswith("seat 3")]
    assert all(" share " in row and " lose " not in row for row in outcomes if "main pot" in row)


@rule("THE-53", "THE-54")
def test_side_pots_show_their_totals_and_cite_the_clauses_that_made_them() -> None:
    hands = {1: "2c 7d", 2: "As Ad", 3: "Ks Kd"}
    hand = Hand("texas-holdem", "SCH-THE-23", {1: 200, 2: 40, 3: 100}, hands, "3c 5h 8s 9d Jc")
    hand.tell("1 calls, 2 raises to 40, 3 raises to 100, 1 calls")
    rows = lines(told(hand.round), "Pots")
    assert [row.split(" $")[0] for row in rows] == ["side pot 1", "main pot"]
    assert all("THE-53 THE-54" in row for row in rows)
    assert [pot["made_by"] for pot in one(hand.round)["pots"]] == [["THE-53", "THE-54"]] * 2


# -- what the floor undid -----------------------------------------------------------------------------------------


def noted(round_: Round, *kinds: str) -> str:
    settled = round_.document()
    settled.irregularities = [*kinds]
    return document_text(settled)


@rule("PD-58", "PD-59")
def test_an_irregularity_noted_on_a_settled_document_voids_it_and_says_what_it_undid() -> None:
    text = noted(three_card_poker(), "wrong-count")
    void = answer("settle", "-", text=text)
    assert (void["void"], void["irregularities"]) == ("PD-58", ["wrong-count"])
    assert [(paid["place"], paid["wager"], paid["outcome"], paid["returned"]) for paid in void["payments"]] == [
        ("4", "ante", "void", 2000),
        ("6", "ante", "void", 1000),
        ("6", "play", "void", 1000),
    ]
    assert [(paid["place"], paid["wager"], paid["net"]) for paid in void["undone"]["payments"]] == [
        ("4", "ante", -2000),
        ("6", "ante", -1000),
        ("6", "play", -1000),
    ]
    assert void["bank"]["net"] == 0
    said = run("settle", "-", text=text).stdout
    assert "void by PD-58 for wrong-count: every wager went back." in " ".join(said.split())
    assert [row.split(" $")[0] for row in lines(said, "Undone")] == [
        "seat 4 seat 4 ante lose",
        "seat 6 seat 6 ante lose",
        "seat 6 seat 6 play lose",
    ]
    happened = lines(run("replay", "-", text=text).stdout, "The round")
    assert happened[-1] == "the floor calls wrong-count (PD-58): the round is void"


@rule("PD-58")
def test_what_plays_on_undoes_nothing() -> None:
    settled = answer("settle", "-", text=noted(three_card_poker(), "dropped-card"))
    assert (settled["void"], settled["undone"]) == (None, None)
    assert settled["bank"]["net"] == 4000


@rule("THE-56")
def test_a_misdeal_noted_on_a_finished_hand_is_refused_as_too_late() -> None:
    hand = all_folded()
    result = run("settle", "-", text=noted(hand.round, "misdeal"))
    assert result.exit_code == 2
    assert result.stderr == (
        "houseway: irregularities[0]: misdeal is called after 2 decisions, which is too late: the hand is played on "
        "(THE-56)\n"
    )


@rule("THE-59")
def test_a_wrong_pack_gives_back_a_pot_that_was_pushed() -> None:
    hand = all_folded()
    void = answer("settle", "-", text=noted(hand.round, "wrong-pack"))
    assert void["void"] == "THE-59"
    assert sum(paid["net"] for paid in void["undone"]["payments"]) == 0
    assert {paid["seat"] for paid in void["undone"]["payments"]} == {2, 3}
    assert all(paid["net"] == 0 for paid in void["payments"])


# -- void rounds --------------------------------------------------------------------------------------------------


@rule("PD-33", "PD-59")
@pytest.mark.parametrize("game_id", OWN)
def test_a_redeal_that_is_voided_again_is_told_with_every_clause_that_it_cites(game_id: str) -> None:
    document = document_from(run("deal", game_id, "--seed", "3").stdout)
    document.seed, document.fee_carried = None, True
    document.void = Voided("the lights went out", "PD-59", abandoned=True)
    for command in ("settle", "replay"):
        text = run(command, "-", text=document_text(document)).stdout
        assert "void by PD-59" in " ".join(text.split())
        assert "PD-59 The floor supervisor's decision is final in any dispute." in lines(text, "Why")
