"""The cloth of every game, for every option and number of seats: all has its place, and nothing lies on anything."""

import re
from collections.abc import Iterator
from functools import cache
from typing import get_args

import pytest
from msgspec.structs import replace

from houseway.conformance.random_rounds import finished
from houseway.games import find
from houseway.roster import OWN
from houseway.rulebook import Rules, offered
from houseway.script import Answer, Circle, Refusal
from houseway.script.felt import SHOE, Move
from houseway.table.events import Event
from houseway.web import board_layout
from houseway.web.board_layout import MOST_SEATS, LaidOut, felt_of, laid_out, plain
from houseway.web.layout_file import SpotMark
from houseway.web.overlaps import Lying, boxes, outside, overlaps

SCALES = {"low": (0.96, 1.345), "tall": (0.838, 1.17)}
"""Pixels of a thousandth of the board at 1280 by 800 and at 1920 by 1080, above a low dock and a tall one."""
ROUNDS = 60


def tables(game: str) -> Iterator[Rules]:
    """The rules of a game as they are printed, and with every value of every option alone."""
    yield Rules.of(game)
    for name, option in offered(game).items():
        for choice in option.choices:
            if isinstance(choice, bool | int | float | str):
                try:
                    yield Rules.of(game, {name: choice})
                except Refusal:
                    continue  # it needs another option beside it


@cache
def layouts(game: str) -> list[LaidOut]:
    """Every layout that a game can have: one for each number of seats and each set of circles."""
    found = {}
    for rules in tables(game):
        for seats in range(1, find(game).positions(rules) + 1):
            laid = laid_out(game, seats, rules)
            found[seats, tuple([circle.id for circle in laid.circles]), laid.behind] = laid
    return list(found.values())


def names_of(laid: LaidOut) -> str:
    return f"{laid.game} with {len(laid.slots)} seats and {laid.behind} behind"


@pytest.mark.parametrize("game", OWN)
def test_every_circle_of_every_option_has_its_mark_at_every_seat(game: str) -> None:
    for rules in tables(game):
        seats = find(game).positions(rules)
        laid = laid_out(game, seats, rules)
        assert len(laid.slots) == seats
        for circle in find(game).circles_at(rules.options):
            marks = [each for each in laid.circles if each.id == circle.name]
            assert len(marks) == 1, f"{circle.name} has {len(marks)} marks"
            assert all(circle.name in slot.circles for slot in laid.slots)


@pytest.mark.parametrize("game", OWN)
def test_no_circle_is_printed_that_the_options_leave_out(game: str) -> None:
    for rules in tables(game):
        printed = [each.id for each in laid_out(game, 2, rules).circles if not each.paid and not each.group]
        assert {*printed} <= {each.name for each in find(game).circles_at(rules.options)}


def matching(spots: list[SpotMark], name: str) -> list[str]:
    """The rules of a layout under which the name of a spot falls."""
    patterns = {
        spot.match: re.escape(spot.match).replace(r"\{seat\}", r"\d+").replace(r"\{n\}", r"\d+") for spot in spots
    }
    return [match for match, pattern in patterns.items() if re.fullmatch(pattern.replace(r"\*", ".*"), name)]


@pytest.mark.parametrize("game", OWN)
def test_every_spot_that_ever_held_cards_falls_under_one_rule_and_every_wager_that_is_paid_has_its_mark(
    game: str,
) -> None:
    spots, paid, rolled, acted = set(), set(), False, False
    for seed in range(ROUNDS):
        round_ = finished(game, seed)
        for line in round_.felt.log:
            if isinstance(line, Move):
                spots |= {line.source, line.target}
            elif isinstance(line, Event) and not isinstance(line.given, Answer) and line.to in round_.felt.spots:
                spots.add(line.to)
        spots |= {name for name, spot in round_.felt.spots.items() if spot.cards}
        paid |= {payment.wager for payment in round_.payments}
        acted = acted or round_.felt.action is not None
        rolled = rolled or any(isinstance(line, Event) and line.to == "dice" for line in round_.felt.log)
    felt = felt_of(game)
    for name in spots - {SHOE}:
        rules = matching(felt.spot, name)
        assert len(rules) == (0 if re.fullmatch(r"\d+", name) else 1), f"{name} falls under {rules}"
    assert rolled == bool(felt.dice), "dice have their place exactly where they are rolled"
    if felt.shape == "arc":  # otherwise pots are paid, and every seat has the button in turn
        assert acted == felt.puck, "the action button has its place exactly where it is placed"
        assert paid <= {circle.id for circle in felt.circle}


@pytest.mark.parametrize("game", OWN)
def test_everything_lies_on_the_board_and_nothing_on_anything_else(game: str) -> None:
    for laid in layouts(game):
        for scale in SCALES[laid.dock]:
            for lying in get_args(Lying) if laid.shape == "arc" else ("hands",):
                found = boxes(laid, scale, lying)
                assert [*overlaps(found)] == [], f"{names_of(laid)} at {scale}, {lying}"
                assert outside(found) == [], f"{names_of(laid)} at {scale}, {lying}"


@pytest.mark.parametrize("game", OWN)
def test_a_game_that_nobody_has_drawn_has_a_mark_for_every_circle_and_a_place_for_every_spot(game: str) -> None:
    felt = plain(game)
    assert {circle.name for circle in find(game).circles} == {each.id for each in felt.circle}
    assert matching(felt.spot, "whatever it is called") == ["*"]


@pytest.mark.parametrize("seats", [1, 9, 10, 11, 16, MOST_SEATS])
def test_any_number_of_seats_has_a_plate_each(seats: int) -> None:
    plates = [slot.plate for slot in laid_out("three-card-poker", seats).slots]
    assert len({*plates}) == seats


def test_three_circles_that_nobody_has_drawn_fit_before_seven_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    circles = tuple([Circle(name, opening=True) for name in ("first", "second", "third")])
    game = replace(find("pai-gow-seneca"), circles=circles)
    monkeypatch.setattr(board_layout, "find", lambda _: game)
    monkeypatch.setattr(board_layout, "felt_of", plain)
    for seats in range(1, 8):
        found = [box for box in boxes(laid_out(game.id, seats)) if not box.name.startswith(("title", "rule", "spot"))]
        assert [*overlaps(found)] == []
        assert outside(found) == []
