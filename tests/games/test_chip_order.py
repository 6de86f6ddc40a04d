"""The order in which chips move, against the order that each page prints: what is taken, paid and returned when.

Amounts are settled elsewhere; here only the order of the lines counts. Expectations are written down by hand from the
clauses, and know nothing of how the house sorts its claims.
"""

from collections.abc import Callable
from typing import Any

import pytest

from houseway.conformance.random_rounds import finished
from houseway.games import find
from houseway.room.messages.story_lines import ChipsMoved, FloorCalled, Heard
from houseway.room.visibility.narration import lines_of
from houseway.script import LOSE, Turn
from houseway.table import Round, resume
from houseway.table.chips.bank import Payment
from houseway.table.chips.ledger import Entry
from houseway.testing import rule
from tests.kit import Seat, played

TCP, TCH, UTH = "three-card-poker", "three-card-holdem", "ultimate-texas-holdem"
P21, PGC, FPG = "pure-21-5-blackjack", "pai-gow-california", "fortune-pai-gow"
PGS, TCS, MPG = "pai-gow-seneca", "three-card-split", "mini-pai-gow"
BANKED = (TCP, TCH, UTH, P21, PGC, FPG, PGS, TCS, MPG)


def moves(round_: Round) -> list[str]:
    """What the dealer did: chips that left a circle or the bank, and cards that were turned, in order."""
    told = []
    for each in round_.felt.log:
        if isinstance(each, Turn):
            told.append(f"turn {each.spot}")
        elif isinstance(each, Entry) and not each.source.startswith("player "):
            told.append(f"{each.source} > {each.target.partition(' ')[0]} {each.cents // 100}")
    return told


# -- three card poker -----------------------------------------------------------------------------------------------


def three_at_the_table(bank: str, posted: float = 100_000, **options: Any) -> Round:
    """The button at seat 1: seat 1 wins, seat 2 folds, seat 3 loses."""
    return played(
        TCP,
        Seat(1, "9s 9d 4c", {"ante": 10}, ("play",)),
        Seat(2, "7s 4d 2c", {"ante": 20, "bonus": 5}, ("fold",)),
        Seat(3, "8s 5d 3c", {"ante": 30}, ("play",)),
        bank=bank,
        posted=posted,
        options=options,
    ).round


@rule("TCP-25", "TCP-42", "PD-46", "TCP-44")
def test_folds_are_gathered_before_the_bank_is_shown_and_losers_taken_before_winners_are_paid() -> None:
    round_ = three_at_the_table("8h Qd 6c")
    assert moves(round_) == [
        "circle 2 ante > forfeits 20",
        "circle 2 bonus > forfeits 5",
        "turn bank",
        "turn 3",
        "turn 1",
        "forfeits > bank's 20",
        "forfeits > bank's 5",
        "circle 3 ante > bank's 30",
        "circle 3 play > bank's 30",
        "bank > player 10",
        "circle 1 ante > player 10",
        "bank > player 10",
        "circle 1 play > player 10",
        *moves(round_)[-2:],
    ]
    assert [each.partition(" > ")[0] for each in moves(round_)[-2:]] == ["bank", "bank's winnings"]


@rule("TCP-27")
def test_play_wagers_go_back_at_once_when_the_bank_does_not_qualify() -> None:
    told = moves(three_at_the_table("8h Jd 6c"))
    shown, back = told.index("turn bank"), told.index("circle 1 play > player 10")
    assert shown < back < told.index("circle 3 play > player 30") < told.index("turn 3")
    assert told.count("circle 1 play > player 10") == 1


@rule("TCP-42", "PD-46", "PD-45")
def test_taking_losers_first_changes_nothing_about_what_a_short_bank_reaches() -> None:
    round_ = three_at_the_table("8h Qd 6c", posted=30)
    paid = {(each.place.name, each.wager): each.net // 100 for each in round_.payments}
    assert paid == {
        ("1", "ante"): 10, ("1", "play"): 10, ("2", "ante"): -10, ("2", "bonus"): 0, ("3", "ante"): 0, ("3", "play"): 0,
    }  # fmt: skip
    told = moves(round_)
    assert told.index("forfeits > bank's 10") < told.index("bank > player 10")
    assert "forfeits > player 10" in told


@rule("TCP-25", "PD-45")
def test_a_round_that_is_void_after_a_fold_returns_what_was_picked_up() -> None:
    document = three_at_the_table("8h Qd 6c").document()
    document.irregularities = ["bank-card-exposed"]
    round_ = resume(find(TCP), document)
    assert round_.voided
    staked = {(each.place.name, each.wager): each.returned // 100 for each in round_.payments}
    assert staked[("2", "ante")] == 20
    assert staked[("2", "bonus")] == 5
    assert round_.ledger.on_the_felt() == round_.ledger.sum() == 0


# -- 3 card hold'em, ultimate texas hold'em ---------------------------------------------------------------------------


@rule("TCH-28", "PD-45")
def test_folded_antes_are_picked_up_before_the_second_communal_card() -> None:
    round_ = played(
        TCH,
        Seat(1, "7h 2d", {"ante": 10}, ("fold",)),
        Seat(2, "Ah Ad", {"ante": 20}, ("bet", "check")),
        bank="9c 4s",
        cards={"board": "8h Kc Td", "burn": "3s"},
    ).round
    told = moves(round_)
    board = [index for index, each in enumerate(told) if each == "turn board"]
    assert told.index("circle 1 ante > forfeits 10") < board[0]
    assert told.index("forfeits > bank's 10") > board[-1]


@rule("TCH-28", "PD-45")
def test_a_room_that_charges_forfeits_at_once_charges_them_then() -> None:
    round_ = played(
        TCH,
        Seat(1, "7h 2d", {"ante": 10}, ("fold",)),
        Seat(2, "Ah Ad", {"ante": 20}, ("bet", "check")),
        bank="9c 4s",
        cards={"board": "8h Kc Td", "burn": "3s"},
        options={"forfeit_settlement": "immediate"},
    ).round
    told = moves(round_)
    assert told.index("circle 1 ante > bank's 10") < told.index("turn board")


@rule("UTH-52", "UTH-25")
def test_folds_are_collected_before_the_player_dealers_cards_are_turned() -> None:
    round_ = played(
        UTH,
        Seat(1, "As Kd", {"ante": 10, "blind": 10}, ({"play": 4_000},)),
        Seat(2, "7h 2d", {"ante": 10, "blind": 10, "trips": 5}, ("check", "check", "fold")),
        bank="9c 4s",
        cards={"board": "8h Kc Td 5s 3d"},
    ).round
    told = moves(round_)
    taken = [
        told.index(f"circle 2 {wager} > bank's {cents}") for wager, cents in (("ante", 10), ("blind", 10), ("trips", 5))
    ]
    assert taken == sorted(taken)
    assert taken[-1] < told.index("turn bank") < told.index("bank > player 40")


# -- every banked game ------------------------------------------------------------------------------------------------

CIRCLES = {
    P21: ("insurance", "main", "bonus"),  # P21-66
    TCP: ("ante", "play", "ante-bonus", "bonus"),  # TCP-43
    TCH: ("ante", "bet-or-fold", "bet-or-check", "straight-or-up", "pair-or-suited"),  # TCH-19
    TCS: ("primary", "primary-high", "primary-low", "three-card", "bonus"),  # TCS-36
    MPG: ("house-stake", "main", "double", "bonus", "community"),  # MPG-29
}
DEFAULTS = {
    "settle_grouping": "by-seat", "settle_sequence": "button-order", "settle_start": "player-dealer-left",
    "bank_accounting": "action-consumed", "settle_order": "main-first",
}  # fmt: skip


def clockwise(seat: int, start: int, round_: Round) -> int:
    return (seat - start) % round_.felt.positions


def action(round_: Round) -> int:
    """The seat with the button; a room may do without one at the player-dealer's left (TCP-29)."""
    return round_.felt.bank.seat + 1 if round_.felt.action is None else round_.felt.action.seat


def by_circle(payment: Payment, game: str) -> int:
    return CIRCLES[game].index(payment.wager.partition("/")[0])


Key = Callable[[Round, Payment], tuple[Any, ...]]
PRINTED: dict[str, Key] = {
    P21: lambda r, p: (p.place.circle, clockwise(p.place.seat, action(r), r), by_circle(p, P21)),
    TCP: lambda r, p: (p.outcome is not LOSE, p.place.circle, clockwise(p.place.seat, action(r), r), by_circle(p, TCP)),
    TCH: lambda r, p: (
        p.place.circle,
        clockwise(p.place.seat, action(r) if short(r) else 1, r),
        by_circle(p, TCH),
    ),
    UTH: lambda r, p: (p.place.circle, clockwise(p.place.seat, r.felt.bank.seat + 1, r)),
    PGC: lambda r, p: (p.place.circle, clockwise(p.place.seat, action(r), r)),
    FPG: lambda r, p: (
        ("main", "fortune", "envy").index(p.wager.partition("/")[0]),
        p.place.circle,
        clockwise(p.place.seat, action(r), r),
    ),
    PGS: lambda _, p: (-p.place.seat,),
    TCS: lambda _, p: (-p.place.seat, by_circle(p, TCS)),
    MPG: lambda _, p: (p.place.name != "house", p.place.seat, by_circle(p, MPG)),
}
"""What comes before what: a smaller key was settled earlier."""


def short(round_: Round) -> bool:
    """Whether the bank does not cover all action (TCH-18)."""
    return any(each.covered < each.due for each in round_.payments)


def posts_defaults(round_: Round) -> bool:
    options = round_.felt.options
    forfeits = "immediate" if round_.game.id == UTH else "in-order"
    backline = options.get("backline_order", "after-all-seats")
    return (
        all(options.get(name, value) == value for name, value in DEFAULTS.items())
        and options.get("forfeit_settlement", forfeits) == forfeits
        and backline in ("after-all-seats", "by-square")
    )


@rule("PD-39", "PD-40", "PD-46", "PD-55", "TCP-42", "TCH-19", "UTH-49", "P21-66", "PGC-39", "PGC-40", "PGC-41")
@rule("FPG-44", "PGS-40", "TCS-36", "MPG-29", "MPG-61")
@pytest.mark.parametrize("game", BANKED)
def test_wagers_are_settled_in_the_order_that_the_page_prints(game: str) -> None:
    counted = 0
    for seed in range(60):
        round_ = finished(game, seed)
        if round_.voided or not posts_defaults(round_):
            continue
        told = [each for each in round_.felt.log if isinstance(each, Payment)]
        if game == UTH:  # folds are collected before anything is compared (UTH-52)
            shown = max(
                index for index, each in enumerate(round_.felt.log) if isinstance(each, Turn) and each.spot == "bank"
            )
            early = [each for each in round_.felt.log[:shown] if isinstance(each, Payment)]
            assert all(each.place.folded for each in early)
            told = told[len(early) :]
        keys = [PRINTED[game](round_, payment) for payment in told]
        assert keys == sorted(keys), f"seed {seed}"
        counted += len(keys) > 2
    assert counted > 5, "there was something to see"


@pytest.mark.parametrize("game", BANKED)
def test_the_chips_of_a_wager_move_before_it_is_told_and_never_twice(game: str) -> None:
    for seed in range(30):
        round_ = finished(game, seed)
        if round_.voided:
            continue
        assert round_.ledger.on_the_felt() == 0
        assert len([each for each in round_.felt.log if isinstance(each, Payment)]) == len(round_.payments)


# -- the call to the floor ------------------------------------------------------------------------------------------


@rule("MPG-32")
def test_the_call_to_the_floor_is_a_line_of_the_story_before_anything_is_paid() -> None:
    seat = Seat(1, "As Ad Ac Ah 7c 2d", {"main": 10, "bonus": 5}, ("house-way",))
    round_ = played(MPG, seat, bank="Qc Qd 8s 6c 5c 3c", posted=None).round
    lines = [told.line for told in lines_of(round_, Heard(), {"1": "p1"}, 1)]
    (called,) = [line for line in lines if isinstance(line, FloorCalled)]
    assert (called.place, called.hand, called.clause) == ("1", "four of a kind", "MPG-32")
    after = lines[lines.index(called) :]
    assert any(isinstance(line, ChipsMoved) and line.source == "circle 1 bonus" for line in after)
