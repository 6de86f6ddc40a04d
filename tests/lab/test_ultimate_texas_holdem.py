"""Ultimate Texas Hold'em in the lab: rivers by the script, flops by a naive count, the whole by published figures.

`--campaign 2` solves the whole game. The short form proves parts of it.
"""

from base64 import b64decode
from fractions import Fraction
from itertools import combinations, permutations
from random import Random
from typing import Any, NamedTuple

import numpy as np
import pytest

from houseway.cards import PACK, Cards, cards_from, text_of_cards
from houseway.games.ultimate_texas_holdem import PAIR
from houseway.hands import five
from houseway.hands.kernels.arrays import Counts, Hands
from houseway.lab import OddsAnswer, Question, odds, silent
from houseway.lab.games.ultimate_texas_holdem import exact as lab
from houseway.lab.games.ultimate_texas_holdem import solve
from houseway.lab.games.ultimate_texas_holdem.decision_values import (
    CATEGORIES,
    DECISIONS,
    MULTIPLES,
    UltimateWorth,
    answers,
    probed,
    samples,
    spots,
)
from houseway.lab.games.ultimate_texas_holdem.kernels import board_values
from houseway.lab.games.ultimate_texas_holdem.kernels.board_values import CHECK, FLOP, FOLD, LARGER, RIVER, SMALLER
from houseway.lab.games.ultimate_texas_holdem.kernels.rules import KINDS, OUTS, RANKS
from houseway.lab.games.ultimate_texas_holdem.rule import NEVER, PlayRule, flop_kinds, flop_rule, told
from houseway.lab.games.ultimate_texas_holdem.strategy import at_river, on_flop, shorthand
from houseway.lab.games.ultimate_texas_holdem.sums import exact_sums
from houseway.lab.inquiry.probe import probe
from houseway.lab.loops.suits import class_of, classes, places, sets
from houseway.lab.methods.comparison import cell_of
from houseway.script import Refusal
from houseway.testing import rule
from tests.lab import naive_ultimate as naive

GAME = "ultimate-texas-holdem"
PUBLISHED = PlayRule((0, NEVER, 0, NEVER, RANKS - 5, NEVER, NEVER, NEVER), (20, 20))


@pytest.fixture(scope="module")
def worth() -> UltimateWorth:
    return probed(Question(GAME))


def dealt(random: Random, size: int) -> Cards:
    return tuple(random.sample(PACK, size))


def ranked(board: Cards) -> dict[Cards, list[int]]:
    """Returns, by hole cards, the value, and the banks that are lower, lower or equal, and not qualified."""
    order, spare = np.empty(board_values.HOLES, np.int64), np.empty(board_values.HOLES, np.int64)
    standing = np.empty((board_values.HOLES, 3), np.int16)
    board_values.rank_board(np.array(board, np.uint8), PAIR, order, spare, standing)
    rows = zip(order.tolist(), standing.tolist(), strict=True)
    return {(code & 63, code >> 6 & 63): [code >> 12, *row] for code, row in rows}


# -- what a hand is worth -----------------------------------------------------------------------------------------


def test_there_is_a_sample_of_every_category_and_cell_that_can_come() -> None:
    found = samples()
    assert len(found) == 37
    for (category, cell), cards in found.items():
        mine, banks = five.value(cards["1"] + cards["board"]), five.value(cards["bank"] + cards["board"])
        assert (CATEGORIES.index(five.category(mine)), cell_of(mine, banks, PAIR)) == (category, cell)


@rule("UTH-19", "UTH-21", "UTH-23", "UTH-25", "UTH-34", "UTH-37", "UTH-38", "UTH-39", "UTH-40", "UTH-42")
def test_the_script_pays_random_hands_what_their_category_and_cell_are_worth(worth: UltimateWorth) -> None:
    asked, random = Question(GAME), Random(4)
    for _ in range(60):
        cards = dealt(random, 9)
        hole, board, bank = cards[:2], cards[2:7], cards[7:]
        mine, banks = five.value(hole + board), five.value(bank + board)
        place = CATEGORIES.index(five.category(mine)), cell_of(mine, banks, PAIR)
        for decision in range(len(DECISIONS)):
            hand = probe(asked, {"ante": 1, "blind": 1}, spots(hole, board, bank), answers(asked, decision))
            assert hand == worth.hands[(decision, *place)]


def test_a_hand_is_worth_what_the_felt_says(worth: UltimateWorth) -> None:
    assert (worth.scale, MULTIPLES) == (2, (4, 3, 2, 1))
    royal, flush = CATEGORIES.index("royal flush"), CATEGORIES.index("flush")
    assert worth.hands[LARGER, royal, 5].net == 505
    assert worth.hands[SMALLER, flush, 2].net == Fraction(9, 2)
    assert worth.hands[FLOP, 0, 0].net == -3
    assert worth.hands[RIVER, 0, 3].net == -3
    assert {worth.hands[FOLD, category, cell].net for category, cell in samples()} == {Fraction(-2)}


def test_other_pay_tables_are_worth_something_else(worth: UltimateWorth) -> None:
    richer = probed(Question(GAME, {}, {"blind": {"flush": 2}, "play": {"player wins": "3:2"}}))
    flush = CATEGORIES.index("flush")
    assert richer.hands[FLOP, flush, 5].net == worth.hands[FLOP, flush, 5].net + Fraction(1, 2) + 1
    with pytest.raises(Refusal, match="parts"):
        probed(Question(GAME, {}, {"blind": {"straight": "1:99991", "royal flush": 900_000}}))


# -- the river ----------------------------------------------------------------------------------------------------


@rule("UTH-23", "UTH-33")
def test_a_river_is_weighed_as_the_script_settles_it_against_all_990_banks(worth: UltimateWorth) -> None:
    asked, random = Question(GAME), Random(11)
    terms = board_values.terms_of(worth.cells())
    for _ in range(2):
        cards = dealt(random, 7)
        hole, board = cards[:2], cards[2:]
        won = sum(
            probe(asked, {"ante": 1, "blind": 1}, spots(hole, board, bank), answers(asked, RIVER)).net
            for bank in combinations(naive.left(hole, board), 2)
        )
        value, lower, to_equal, weak = ranked(board)[min(hole), max(hole)]
        row = terms[RIVER, CATEGORIES.index(five.category(value))].tolist()
        assert row[0] + row[1] * to_equal + row[2] * lower + row[3] * weak == won * worth.scale


@pytest.mark.parametrize(
    "board",
    ["Ts Js Qs Ks As", "8c 8d 8h 8s 2d", "2c 7d 9h Jc Kd", "5c 6d 7h 8s 9c", "2c 7c 9c Jc Kc", "8c 8d 8h Kd Kc", ""],
)
def test_banks_are_counted_by_card_as_one_by_one(board: str) -> None:
    random = Random(board)
    cards = cards_from(board) or dealt(random, 5)
    found = ranked(cards)
    assert len(found) == board_values.HOLES
    for hole in random.sample(sorted(found), 6):
        value, lower, to_equal, weak = found[hole]
        assert value == five.value(hole + cards)
        counts = naive.cells(hole, cards)
        assert lower == counts[2] + counts[5]
        assert to_equal == lower + counts[1] + counts[4]
        assert weak == sum(counts[:3])
        assert sum(counts) == board_values.BANKS


# -- boards and flops ---------------------------------------------------------------------------------------------


def test_134459_kinds_stand_for_every_board_once() -> None:
    boards, weights = board_values.boards()
    assert (len(boards), weights.sum()) == (134_459, 2_598_960)
    random, kinds = Random(2), {tuple(board): weight for board, weight in zip(boards.tolist(), weights, strict=True)}
    for _ in range(200):
        images = naive.renamed(dealt(random, 5))
        assert [kinds[image] for image in images if image in kinds] == [len(images)]


def test_the_deals_are_those_of_the_binomials() -> None:
    assert solve.DEALS == 27_813_810_024_000 == 10 * 2_781_381_002_400
    kinds, weights = classes(3)
    assert (len(kinds), weights.sum()) == (1_755, 22_100)


@rule("UTH-21", "UTH-22")
@pytest.mark.parametrize(("flop", "hole"), [("Td 7d 2c", "8d 3d"), ("8c 8d 8h", "Jc 4s"), ("", "")])
def test_a_flop_is_weighed_as_turn_river_and_bank_are_walked(flop: str, hole: str, worth: UltimateWorth) -> None:
    """Collects boards of every flop that is this one under renamed suits, and finds the renaming by trying."""
    cards = dealt(Random(17), 5)
    mine, three = cards_from(hole) or cards[:2], cards_from(flop) or cards[2:]
    kind = int(class_of(3)[places(3)[three]])
    boards, weights = board_values.boards()
    tables = board_values.tables()
    triples = np.stack([boards[:, list(each)] for each in combinations(range(5), 3)], 1).astype(np.int64)
    some = (tables.flop_class[tables.flops[tuple(np.moveaxis(triples, 2, 0))]] == kind).any(1)
    by_class, by_flop = np.zeros((169, 2), np.int64), np.zeros((1755, 1326, 2), np.int64)
    board_values.weigh(boards[some], weights[some], tables, board_values.terms_of(worth.cells()), by_class, by_flop)
    sums = board_values.averaged_flop(kind, by_flop[kind])
    images = [hole for hole in sets(2).tolist() if _alike((*mine, *three), (*hole, *classes(3)[0][kind].tolist()))]
    expected = naive.on_flop(mine, three, worth.cells())
    assert images
    for image in images:
        assert sums[places(2)[tuple(image)]].tolist() == expected
    assert not sums[places(2)[tuple(classes(3)[0][kind][:2])]].any()


def _alike(cards: Cards, others: Cards) -> bool:
    """Returns True if one renaming of the suits turns these hole cards and flop into the others."""
    return any(
        (set(image[:2]), set(image[2:])) == (set(others[:2]), set(others[2:]))
        for image in (tuple(card & ~3 | suits[card & 3] for card in cards) for suits in permutations(range(4)))
    )


# -- both passes --------------------------------------------------------------------------------------------------


def some_boards(*places: int) -> tuple[Hands, Counts]:
    boards, weights = board_values.boards()
    return boards[list(places)], weights[list(places)]


def test_hands_before_the_flop_are_weighed_over_their_boards(worth: UltimateWorth) -> None:
    boards, weights = some_boards(60_000)
    by_class, by_flop = np.zeros((169, 2), np.int64), np.zeros((1755, 1326, 2), np.int64)
    board_values.weigh(boards, weights, board_values.tables(), board_values.terms_of(worth.cells()), by_class, by_flop)
    expected = np.zeros_like(by_class)
    for board, weight in zip(boards.tolist(), weights.tolist(), strict=True):
        for hole in combinations(naive.left(tuple(board)), 2):
            won = naive.against_all(hole, tuple(board), worth.cells())
            expected[class_of(2)[places(2)[hole]]] += weight * np.array(won[:2])
    assert (by_class == expected).all()


def test_deals_are_counted_as_one_by_one(worth: UltimateWorth) -> None:
    """Uses two boards, the published rule on the flop for both strategies, and a raise with every pocket pair."""
    boards, weights = some_boards(31_000, 99_000)
    holes = sets(2)
    before = np.where(holes[:, 0] >> 2 == holes[:, 1] >> 2, LARGER, CHECK).astype(np.int8)
    bets = 17 * PUBLISHED.bets(flop_kinds()).astype(np.uint8)
    cells = worth.cells()
    found = _zeros(cells)
    board_values.tally(boards, weights, board_values.tables(), board_values.terms_of(cells), before, bets, *found)
    expected = _zeros(cells)
    for board, weight in zip(boards.tolist(), weights.tolist(), strict=True):
        for hole in combinations(naive.left(tuple(board)), 2):
            _count(expected, hole, tuple(board), weight, cells)
    for one, other in zip(found, expected, strict=True):
        assert (one == other).all()


def _zeros(cells: Counts) -> tuple[Counts, Counts, Counts, Counts]:
    shapes = (cells.shape, (10, 10), (2, OUTS, 2), (2, OUTS, 10, 6))
    counts, folded, reached, river = (np.zeros(shape, np.int64) for shape in shapes)
    return counts, folded, reached, river


def _count(sums: tuple[Counts, ...], hole: Cards, board: Cards, weight: int, cells: Counts) -> None:
    counts, folded, reached, river = sums
    own, boards = naive.category(hole + board), naive.category(board)
    here = np.array(naive.cells(hole, board))
    if hole[0] >> 2 == hole[1] >> 2:
        counts[LARGER, own] += 10 * weight * here
        return
    least = dict(zip(KINDS, PUBLISHED.flop, strict=True))
    kinds = [naive.flop_kind(hole, flop) for flop in combinations(board, 3)]
    bets = sum(rank >= least[kind] for kind, rank in kinds)
    plays = here @ cells[RIVER, own] > here @ cells[FOLD, own]
    counts[FLOP, own] += bets * weight * here
    counts[RIVER if plays else FOLD, own] += (10 - bets) * weight * here
    better, outs = int(own > boards), naive.outs(hole, board)
    reached[better, outs, int(plays)] += (10 - bets) * weight * 990
    river[better, outs, own] += (10 - bets) * weight * here
    if not plays:
        folded[own, boards] += (10 - bets) * weight * 990


def test_one_worker_and_two_come_to_the_same_numbers(worth: UltimateWorth, monkeypatch: pytest.MonkeyPatch) -> None:
    boards, weights = board_values.boards()
    monkeypatch.setattr(board_values, "boards", lambda: (boards[:2_600], weights[:2_600]))
    steps: list[tuple[str, int, int]] = []

    def tell(what: str, done: int, total: int) -> None:
        steps.append((what, done, total))

    cells, before = worth.cells(), np.full(1326, CHECK, np.int8)
    bets = 17 * PUBLISHED.bets(flop_kinds()).astype(np.uint8)
    one, two = (solve.weighed(cells, tell, workers) for workers in (1, 2))
    assert one[0] == two[0]
    assert (one[1] == two[1]).all()
    for first, second in zip(*(solve.tallied(cells, before, bets, tell, workers) for workers in (1, 2)), strict=True):
        assert (first == second).all()
    assert steps[:7] == [("weighing every decision on every board", done, 6) for done in range(7)]


def test_sums_beyond_64_bits_are_exact() -> None:
    values = np.array([2**62, 2**62, 2**62, -(2**62), -1, 5], np.int64)
    assert exact_sums(np.array([0, 0, 0, 1, 1, 1]), values, 3) == [3 * 2**62, 4 - 2**62, 0]


# -- the rule -----------------------------------------------------------------------------------------------------


def test_hands_on_the_flop_are_of_the_kind_a_person_would_say() -> None:
    kinds, flops = flop_kinds(), classes(3)[0].tolist()
    random = Random(9)
    for _ in range(3_000):
        kind = random.randrange(len(flops))
        hole = tuple(sorted(random.sample(naive.left(tuple(flops[kind])), 2)))
        name, rank = naive.flop_kind(hole, tuple(flops[kind]))
        assert kinds[kind, places(2)[hole]] == KINDS.index(name) * RANKS + rank


def test_the_rule_bets_where_a_bet_gains_in_sum() -> None:
    kinds = flop_kinds()
    flushes = kinds // RANKS == KINDS.index("four to a flush, and of that suit a hole card")
    gains = np.where(flushes, (kinds % RANKS).astype(np.int64) - 8, -1)
    found = flop_rule(gains, np.full(1326, CHECK, np.int8))
    assert found.flop == (NEVER, NEVER, NEVER, NEVER, 9, NEVER, NEVER, NEVER)  # the ten gains nothing
    assert "T or higher" in told(PUBLISHED, "bet 2x", "bet 1x")[0]
    assert "more than 20 of the cards" in told(PUBLISHED, "bet 2x", "bet 1x")[1]
    assert "never" in told(PUBLISHED._replace(river=(-1, 30)), "bet 2x", "bet 1x")[1]


def test_a_chart_is_said_in_shorthand() -> None:
    ranks = "AKQJT98765432"
    hands = [high + low + suits for high in ranks for low in ranks for suits in ("s", "o", "")]
    chart = dict.fromkeys(hands, CHECK)
    chart |= dict.fromkeys(("AA", "KK", "AKs", "AQs", "KQo", "JTo", "T8s", "T7s"), LARGER)
    assert shorthand(chart, LARGER) == "KK+ AQs+ T8s-T7s KQo JTo"


# -- what a program is told ---------------------------------------------------------------------------------------


class Told(NamedTuple):
    """The part of a solution that the full strategy needs."""

    worth: UltimateWorth
    on_flop: Counts
    reached: Counts


def told_of(worth: UltimateWorth, on_flop: Counts | None = None) -> Any:
    return Told(worth, np.zeros((1755, 1326, 2), np.int64) if on_flop is None else on_flop,
                np.ones((2, OUTS, 2), np.int64))  # fmt: skip


def test_every_decision_on_the_flop_is_read_from_its_bit(worth: UltimateWorth) -> None:
    random = np.random.default_rng(5)
    worths = random.integers(0, 3, (1755, 1326, 2))
    found = on_flop(told_of(worth, worths))["bets"]
    assert len(found) == 1755
    pack = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    holes = list(combinations(pack, 2))
    for index in (0, 1, 900, 1754):
        flop = text_of_cards(classes(3)[0][index].tolist()).replace(" ", "")
        data = b64decode(found[flop])
        for at in (0, 7, 8, 700, 1325):
            bit = data[at // 8] >> 7 - at % 8 & 1
            place = places(2)[tuple(cards_from(" ".join(holes[at])))]
            assert bit == (worths[index, place, 0] > worths[index, place, 1])


@rule("UTH-23")
def test_the_rule_at_the_river_is_what_the_script_makes_of_a_bet_and_a_fold(worth: UltimateWorth) -> None:
    gains = at_river(told_of(worth))["gain"]
    random, seen = Random(8), set()
    for _ in range(40):
        cards = dealt(random, 7)
        hole, board = cards[:2], cards[2:]
        counts = naive.cells(hole, board)
        lower, equal, weak = counts[2] + counts[5], counts[1] + counts[4], sum(counts[:3])
        category = five.category(five.value(cards))
        a, b, c, d = gains[category]
        place = CATEGORIES.index(category)
        won = sum(
            count * (worth.hands[RIVER, place, cell].net - worth.hands[FOLD, place, cell].net)
            for cell, count in enumerate(counts)
            if count
        )
        assert a + b * (lower + equal) + c * lower + d * weak == worth.scale * won
        seen.add(category)
    assert len(seen) > 3


class Counted(NamedTuple):
    """The part of a solution that the Blind and the Play wager need."""

    worth: UltimateWorth
    counts: Counts


def test_blind_and_play_by_themselves_are_parts_of_the_whole(worth: UltimateWorth) -> None:
    counts = np.zeros((len(DECISIONS), len(CATEGORIES), 6), np.int64)
    for number, place in enumerate(sorted(worth.hands)):
        counts[place] = 1 + number % 7
    solution: Any = Counted(worth, counts)
    deals = int(counts.sum())
    blind, play = lab.blind(solution), lab.play(solution)
    nets = {
        circle: sum(int(counts[place]) * hand.nets.get(circle, Fraction(0)) for place, hand in worth.hands.items())
        for circle in ("blind", "play")
    }
    staked = sum(int(counts[place]) * hand.nets.get("play", 0) for place, hand in worth.hands.items() if place[0] < 4)
    units = sum(int(counts[decision].sum()) * times for decision, times in enumerate(MULTIPLES))
    assert (blind.total, blind.expectation) == (deals, Fraction(nets["blind"]) / deals)
    assert (play.total, play.expectation) == (units, Fraction(staked) / units)
    assert nets["play"] == staked
    for wager in (blind, play):
        assert wager.edge == -float(wager.expectation)
        assert (wager.part_of, wager.player_has_the_edge) == ("ante", False)
    assert blind.pays["won with a flush"] == Fraction(3, 2)
    assert {blind.pays[name] for name in ("lost", "folded")} == {-1}
    assert set(play.pays.values()) == {-1, 0, 1}


# -- the whole game -----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def answer(pytestconfig: pytest.Config) -> OddsAnswer:
    if int(pytestconfig.getoption("--campaign")) < 2:
        pytest.skip("--campaign 2 solves the whole game")
    return odds(GAME, {"trips_on_fold": "board-only"}, use_cache=False)


def test_the_game_costs_2_185_percent_of_the_ante(answer: OddsAnswer) -> None:
    base = answer.base
    assert base is not None
    assert base.expectation == Fraction(-50_643_648_973, 2_317_817_502_000)
    assert (f"{base.edge:.3%}", f"{base.element_of_risk:.3%}", f"{base.sd:.2f}") == ("2.185%", "0.526%", "4.94")
    assert base.average_wager == Fraction(29_163_830_173, 7_023_689_400)
    assert answer.wagers["ante"].total == solve.DEALS
    assert [each.count for each in base.decisions.values()] == [
        10_487_862_000_000, 0, 5_920_064_199_720, 6_069_571_037_640, 5_336_312_786_640
    ]  # fmt: skip
    assert "4x with 33+ A2s+ K2s+ Q6s+ J8s+ A2o+ K5o+ Q8o+ JTo." in base.strategy.note
    assert base.strategy.full["rule"] == {"flop": [0, 13, 0, 10, 8, 13, 13, 13], "river": [20, 20]}
    assert base.strategy.cost == Fraction(-50_643_648_973, 2_317_817_502_000) + Fraction(312_538_546, 13_169_417_625)
    assert "0.188% of the Ante" in base.strategy.says
    assert answer.wagers["blind"].expectation == base.circles["blind"]
    play = answer.wagers["play"]
    assert play.expectation * play.total == base.circles["play"] * solve.DEALS
    full = base.strategy.full
    flops = b"".join(map(b64decode, full["on the flop"]["bets"].values()))
    assert (len(flops), sum(byte.bit_count() for byte in flops)) == (1755 * 166, 931_369)


@rule("UTH-26")
def test_no_hand_is_folded_that_trips_would_pay_more_than_its_board(answer: OddsAnswer) -> None:
    trips = answer.wagers["trips"]
    assert trips.total == solve.DEALS
    assert trips.expectation == odds(GAME, wager="trips", use_cache=False).wagers["trips"].expectation
    assert "costs nothing" in trips.note


def test_a_poorer_ante_costs_more_and_changes_decisions(answer: OddsAnswer) -> None:
    poorer = lab.base(Question(GAME, {}, {"ante": {"player wins, player-dealer qualifies": "1:2"}}), silent)
    assert poorer.base is not None
    assert answer.base is not None
    assert poorer.base.expectation < answer.base.expectation
    assert poorer.base.decisions["fold"].count > answer.base.decisions["fold"].count
