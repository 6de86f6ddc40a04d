"""Documents of the pai gow games written from the felt: what may be left out, and what is refused."""

import copy
import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from houseway.api import finished
from houseway.cards import cards_from
from houseway.cli import main
from houseway.games import find
from houseway.players.bot_rounds import deal_round
from houseway.script import Refusal
from houseway.table import Round, document_from, document_text, resume
from houseway.table.documents.minimal_document import as_written
from houseway.table.documents.missing_dice import outcome_of
from houseway.testing import rule
from tests.kit import PLENTY

CALIFORNIA, FORTUNE, SENECA, MINI = "pai-gow-california", "fortune-pai-gow", "pai-gow-seneca", "mini-pai-gow"
SPLIT = "three-card-split"
BANKED = (CALIFORNIA, FORTUNE)
SEVEN = {"1": "As Kd Qh 9c 7s 4d 2h", "3": "Ks Kc 8h 8d 5s 4c 3d", "bank": "Jk Ah Td 9h 6c 4s 2d"}
SIX = {name: cards[:17] for name, cards in SEVEN.items()}
THREE = {"1": "As Kd Qh", "3": "Ks Kc 8h", "bank": "Ah Td 9h", "community": "4s"}
BOTH_WIN = {"1": "As Ad Kh Kc Qd 9s 4h", "3": "Ah Ac Ks Kd Qh 9c 7s", "bank": "Jh Td 8c 6d 5s 3c 2d"}


def felt(game: str, **changes: Any) -> dict[str, Any]:
    """Returns a round without dice, as a dealer writes it, with Ben at seat 1 and Cleo at seat 3."""
    wager, cards, low = {
        MINI: ("main", SIX, ("Kd", "8h")),
        SPLIT: ("primary", THREE, ("Qh", "8h")),
    }.get(game, ("main", SEVEN, ("Kd Qh", "8h 8d")))
    written: dict[str, Any] = {
        "game": game,
        "seats": [
            {"seat": 1, "player": "Ben", "wagers": {wager: 50_00}},
            {"seat": 3, "player": "Cleo", "wagers": {wager: 20_00}},
        ],
        "cards": dict(cards),
        "decisions": {"1": [{"set": low[0]}], "3": [{"set": low[1]}]},
    }
    if game in BANKED:
        written["bank"] = {"seat": 7, "player": "Ana", "posted": PLENTY}
    if game == CALIFORNIA:
        written["decisions"]["bank"] = ["house-way"]
    return copy.deepcopy(written | changes)


def round_of(written: dict[str, Any]) -> Round:
    return finished(json.dumps(written))


def refused(written: dict[str, Any]) -> str:
    with pytest.raises(Refusal) as refusal:
        round_of(written)
    return str(refusal.value)


# -- what may be left out -----------------------------------------------------------------------------------------


@rule("PGC-39", "FPG-59", "PGS-11", "MPG-11")
@pytest.mark.parametrize("game", [CALIFORNIA, FORTUNE, SENECA, MINI])
def test_dice_that_decide_nothing_may_be_left_out(game: str) -> None:
    options = {"start_method": "dice"} if game == MINI else {}
    without = felt(game, options=options)
    ones = {outcome_of(round_of(without | {"dice": [faces]})) for faces in ([1, 1, 1], [3, 4, 5], [6, 6, 6], [1, 2, 6])}
    assert ones == {outcome_of(round_of(without))}


@pytest.mark.parametrize(("game", "clause"), [(CALIFORNIA, "PGC-39"), (FORTUNE, "FPG-59")])
@rule("PGC-39", "PGC-43", "FPG-18", "FPG-59")
def test_dice_that_say_where_a_short_bank_starts_are_asked_for(game: str, clause: str) -> None:
    lows = {"1": [{"set": "Kh Kc"}], "3": [{"set": "Ks Kd"}]}
    bank = {"seat": 7, "player": "Ana", "posted": 50_00}
    short = felt(
        game, cards=BOTH_WIN, bank=bank, decisions=lows | ({"bank": ["house-way"]} if game == CALIFORNIA else {})
    )
    assert refused(short) == (
        "dice: the dice are missing: they say where settling starts, and a bank of 50.00 does not reach all wagers "
        f"({clause})"
    )
    at_one, at_three = ([1, 6, 1], [1, 1, 1]) if game == CALIFORNIA else ([3, 3, 3], [1, 1, 2])
    paid = [
        {paid.place.name: paid.net for paid in round_of(short | {"dice": [faces]}).payments}
        for faces in (at_one, at_three)
    ]
    assert paid == [{"1": 50_00, "3": 0}, {"1": 30_00, "3": 20_00}]
    bank["posted"] = 70_00
    assert {paid.net for paid in round_of(short | {"bank": bank}).payments} == {50_00, 20_00}


@pytest.mark.parametrize("game_id", [CALIFORNIA, FORTUNE, SENECA, MINI, SPLIT])
def test_a_round_as_a_dealer_writes_it_comes_out_alike(game_id: str) -> None:
    game = find(game_id)
    for seed in range(8):
        round_ = deal_round(game_id, f"as written {seed}", {"start_method": "dice"} if game_id == MINI else {})
        written = as_written(game, round_.document())
        assert set(written.cards) <= {"bank", "house", "community", *(place.name for place in round_.felt.places)}
        assert written.dice == []  # these banks reach everybody
        assert outcome_of(resume(game, document_from(document_text(written)))) == outcome_of(round_)


@rule("PGC-21", "PGC-22")
def test_a_banker_who_names_no_hand_names_hand_one() -> None:
    named = deal_round(CALIFORNIA, "hand one", {"banker_setting": "free"}).document()
    named.decisions["bank"] = ["hand-1", "house-way"]
    for name in named.decisions:
        if name != "bank":
            named.decisions[name] = ["house-way"]
    game = find(CALIFORNIA)
    unsaid = document_from(document_text(named))
    unsaid.decisions["bank"] = ["house-way"]
    assert outcome_of(resume(game, unsaid)) == outcome_of(resume(game, named))
    assert resume(game, unsaid).document().decisions["bank"] == ["hand-1", "house-way"]
    other = document_from(document_text(named))
    other.decisions["bank"] = ["hand-3", "house-way"]
    assert resume(game, other).felt.places[0].cards != resume(game, named).felt.places[0].cards
    named.options["banker_setting"] = unsaid.options["banker_setting"] = "house-way"
    named.decisions["bank"] = ["hand-1"]
    del unsaid.decisions["bank"]
    assert outcome_of(resume(game, unsaid)) == outcome_of(resume(game, named))


@rule("PGC-21")
def test_nobody_has_said_nothing_while_nothing_was_said_after_it() -> None:
    round_ = deal_round(CALIFORNIA, "waiting")
    document = round_.document()
    document.decisions = {}
    assert resume(round_.game, document).waits_for().startswith("the bank to hand-1 or hand-2")


@rule("FPG-24")
def test_a_pile_that_the_player_dealer_picked_is_asked_for_where_cards_are_written_by_pile() -> None:
    game, options = find(FORTUNE), {"deal_method": "hand"}
    round_ = deal_round(FORTUNE, "picked", options)
    document = round_.document()
    assert outcome_of(resume(game, as_written(game, document))) == outcome_of(round_)
    assert "bank" not in as_written(game, document).decisions
    assert outcome_of(round_of(felt(FORTUNE, options=options))) == outcome_of(round_of(felt(FORTUNE)))
    del document.decisions["bank"]
    with pytest.raises(
        Refusal, match=r"nobody asked place \d for .*: the round waits for the bank to pile-1 or pile-2"
    ):
        resume(game, document)


@rule("PGC-23", "FPG-29")
@pytest.mark.parametrize("game_id", BANKED)
def test_piles_that_reached_nobody_may_be_left_out(game_id: str) -> None:
    game = find(game_id)
    round_ = deal_round(game_id, "unused piles", players=3)
    document = round_.document()
    mucked = set(round_.felt.spot("muck").cards)
    for name in [name for name, text in document.cards.items() if set(cards_from(text)) <= mucked]:
        del document.cards[name]
    assert len(document.cards) == 4
    assert outcome_of(resume(game, document)) == outcome_of(round_)
    gone = next(iter(document.cards))
    del document.cards[gone]
    with pytest.raises(Refusal, match=rf"cards\.{gone}: the cards of {gone} are missing: it went to "):
        resume(game, document)
    document.dice = []
    with pytest.raises(
        Refusal, match=r"^dice: the dice are missing: they say which pile went to which seat \((PGC-19|FPG-26)\)$"
    ):
        resume(game, document)


# -- what is refused, and where -----------------------------------------------------------------------------------

ALL = (CALIFORNIA, FORTUNE, SENECA, MINI, SPLIT)
NOT_A_CARD = "is not a card: write rank and suit, such as As Td 9c, or Jk for the joker"


def cards(game: str, **changes: str | None) -> dict[str, Any]:
    """Returns the round with other cards at these places. None removes them."""
    written = felt(game)
    written["cards"] = {name: text for name, text in (written["cards"] | changes).items() if text is not None}
    return written


def decisions(game: str, **changes: list[Any] | None) -> dict[str, Any]:
    written = felt(game)
    both = written["decisions"] | {name.lstrip("_"): row for name, row in changes.items()}
    written["decisions"] = {name: row for name, row in both.items() if row is not None}
    return written


@pytest.mark.parametrize("game", ALL)
def test_a_hand_with_a_card_too_few_or_too_many_is_named(game: str) -> None:
    count = {MINI: 6, SPLIT: 3}.get(game, 7)
    hand = felt(game)["cards"]["3"]
    short, long = refused(cards(game, **{"3": hand[3:]})), refused(cards(game, **{"3": hand + " 6h"}))
    if game in BANKED:
        assert short == f"cards.3: seat 3 has {count} cards, but {count - 1} cards are given"
        assert long == f"cards.3: seat 3 has {count} cards, but {count + 1} cards are given"
        assert refused(cards(game, **{"3": "6h"})) == f"cards.3: seat 3 has {count} cards, but 1 card is given"
    else:
        assert short == f"cards.3: seat 3 is dealt {count} cards, but got {count - 1}"
        assert long == "cards.3: 1 card for '3' was never dealt"


@pytest.mark.parametrize("game", ALL)
def test_a_card_given_twice_is_named_with_both_places(game: str) -> None:
    first, third = felt(game)["cards"]["1"], felt(game)["cards"]["3"]
    across, within = refused(cards(game, **{"3": "As" + third[2:]})), refused(cards(game, **{"1": "Kd" + first[2:]}))
    if game in BANKED:
        assert across == "cards.3: As is given twice, to seat 1 and to seat 3"
        assert within == "cards.1: Kd is given twice to seat 1"
    else:
        assert across == "cards.3: As for seat 3 is not in the shoe: it was dealt before, to seat 1"
        assert within == "cards.1: Kd for seat 1 is not in the shoe: it was dealt before, to seat 1"


@pytest.mark.parametrize("game", ALL)
def test_cards_at_places_that_hold_none_are_named(game: str) -> None:
    hands = felt(game)["cards"]
    assert refused(cards(game, **{"1": "1d" + hands["1"][2:]})) == f"cards.1: '1d' {NOT_A_CARD}"
    assert refused(cards(game, **{"5": "6h 6d 6s"})) == "cards.5: nobody plays at seat 5: nothing is written for it"
    seats = 6 if game == SENECA else 7
    assert refused(cards(game, **{"9": hands["3"], "3": None})) == (
        f"cards.9: seat 9 does not exist: the table has seats 1 to {seats}"
    )
    assert refused(cards(game, dealer=hands["bank"], bank=None)) == (
        "cards.dealer: what is the bank's is written under 'bank', not under 'dealer'"
    )
    if game in BANKED:
        assert refused(cards(game, **{"7": hands["bank"], "bank": None})) == (
            "cards.7: what is the bank's is written under 'bank', not under '7'"
        )


@pytest.mark.parametrize("game", ALL)
def test_missing_cards_are_asked_for_at_their_place(game: str) -> None:
    count = {MINI: 6, SPLIT: 3}.get(game, 7)
    for name, title in (("3", "seat 3"), ("bank", "the bank")):
        says = (
            f"the {count} cards of {title} are missing" if game in BANKED else f"{count} cards for {title} are missing"
        )
        assert refused(cards(game, **{name: None})) == f"cards.{name}: {says}"


@pytest.mark.parametrize("game", ALL)
def test_wrong_decisions_are_named(game: str) -> None:
    clause = {CALIFORNIA: "PGC-25", FORTUNE: "FPG-30", SENECA: "PGS-13", MINI: "MPG-15", SPLIT: "TCS-16"}[game]
    hand, low = felt(game)["cards"]["1"], felt(game)["decisions"]["1"][0]["set"]
    count = "1 card" if game in (MINI, SPLIT) else "2 cards"
    not_held = "6h" if game in (MINI, SPLIT) else "6h 9c"
    offered = "set or house-way or double" if game == MINI else "set or house-way"
    for row, says in (
        ([{"set": not_held}], f"set {not_held} is refused: you hold {hand} ({clause})"),
        ([{"set": low + " As"}], f"set takes {count}, but {len(low.split()) + 1} were given ({clause})"),
        (["houseway"], f"'houseway' is not offered to seat 1: {offered} is ({clause})"),
    ):
        assert refused(decisions(game, _1=row)) == f"decisions.1[0]: {says}"
    assert (
        refused(decisions(game, _1=[{"set": low}, "house-way"]))
        == "decisions.1[1]: nobody asked place 1 for 'house-way'"
    )
    assert refused(decisions(game, _3=None)) == f"the round is not over: it waits for seat 3 to {offered}"
    assert refused(decisions(game, _5=["house-way"])) == (
        "decisions.5[0]: nobody plays at seat 5: nothing is written for it"
    )


def test_a_hand_that_there_is_not_is_not_named_by_the_bank() -> None:
    says = refused(decisions(CALIFORNIA, bank=["hand-8", "house-way"]))
    assert says.startswith("decisions.bank[0]: 'hand-8' is not offered to the bank: hand-1 or hand-2")
    assert refused(decisions(FORTUNE, bank=["pile-2"])) == "decisions.bank[0]: nobody asked place bank for 'pile-2'"


@pytest.mark.parametrize("game", [CALIFORNIA, FORTUNE, SENECA])
def test_wrong_dice_are_named(game: str) -> None:
    for faces in ([1, 2, 7], [1, 2]):
        assert refused(felt(game, dice=[faces])) == f"dice: 3 dice are rolled, each 1 to 6, but {faces} came"
    assert refused(felt(game, dice=[[1, 2, 3], [1, 2, 3]])) == "dice: a roll of dice was never asked for"
    assert refused(felt(MINI, dice=[[1, 2, 3], [1, 2, 3]])) == "dice: 2 rolls of dice were never asked for"


@pytest.mark.parametrize(("game", "pile", "other"), [(CALIFORNIA, "hand", "pile 2"), (FORTUNE, "pile", "hand 2")])
def test_cards_are_given_by_pile_or_by_seat_and_never_both(game: str, pile: str, other: str) -> None:
    hand = felt(game)["cards"]["3"]
    assert refused(cards(game, **{f"{pile} 2": hand, "3": None})) == (
        f"cards.{pile} 2: cards are given by pile, at {pile} 2, and by seat, at seat 1: "
        "write them in one of the two ways"
    )
    assert refused(cards(game, **{f"{pile}2": hand, "3": None})) == (
        f"cards.{pile}2: no hand lies at '{pile}2': did you mean {pile} 2?"
    )
    assert refused(cards(game, **{other: hand, "3": None})).startswith(f"cards.{other}: no hand lies at '{other}': ")
    assert refused(cards(game, muck="6h 6d 6s")) == (
        "cards.muck: where cards are written by seat, those of muck are left out: nobody saw them"
    )


@rule("PGC-01")
def test_a_joker_where_none_is_dealt_is_named() -> None:
    assert refused(felt(CALIFORNIA, options={"deck": 52})) == (
        "cards.bank: Jk for the bank is not in the pack of this table"
    )


def test_mucked_hands_are_written_all_or_not_at_all() -> None:
    assert refused(cards(SENECA, muck="6h 6d 6s Th Ts 9d 8s")) == (
        "cards.muck: 7 cards more for muck are missing: write all that lie there, or none"
    )


def test_a_backline_bettor_has_no_cards() -> None:
    assert refused(cards(CALIFORNIA, **{"1.2": "6h 6d"})) == (
        "cards.1.2: seat 1 backline 2 has no cards of its own: it stands behind those of seat 1"
    )


@rule("FPG-15")
def test_the_documents_of_the_page_about_them_settle() -> None:
    page = (Path(__file__).parents[2] / "docs" / "documents.md").read_text("utf-8")
    written = [block for block in re.findall(r"```json\n(.*?)```", page, re.DOTALL) if '"houseway"' in block]
    rounds = [finished(block) for block in written]
    assert [round_.game.id for round_ in rounds] == ["three-card-poker", FORTUNE]
    assert [(fee.player, fee.amount) for fee in rounds[1].fees] == [("Ana", 2_00), ("Ben", 1_00)]


@pytest.mark.parametrize("game", ALL)
def test_an_example_shows_hands_at_seats_and_one_person_with_two_of_them(game: str) -> None:
    words = ["settle", "--example", game, *(["-o", "primary_layout=two-spot"] if game == SPLIT else [])]
    printed = CliRunner().invoke(main, words).stdout
    written = json.loads(printed)
    players = [seat["player"] for seat in written["seats"]]
    assert players[0] == players[-1] != players[1]
    assert "dice" not in written
    assert {"bank", *(str(seat["seat"]) for seat in written["seats"])} == written["cards"].keys() - {"community"}
    if game == SPLIT:
        assert {"primary-high", "primary-low"} <= written["seats"][0]["wagers"].keys()
    assert finished(printed).over
