"""Hands set one by one in the pai gow kernels: the best setting, exceptions from a file, and permissions.

The whole table of best settings takes minutes. These tests enumerate a small deck hand by hand, and let the kernel
follow a random table over the whole pack. The 10^8 rounds by best settings are in docs/simulation.md.
"""

from fractions import Fraction
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from houseway.cards import PACK_WITH_JOKER
from houseway.games.mini_pai_gow.game import MAIN, QUALIFIES
from houseway.lab.games.mini_pai_gow.best_settings import best_of_six
from houseway.lab.inquiry.answer import Solved, Wager
from houseway.lab.inquiry.progress import silent
from houseway.lab.inquiry.question import Question
from houseway.lab.loops.chance import shuffled
from houseway.lab.loops.hand_pairs.patterns import slots, slots_of
from houseway.lab.loops.subsets import index_of
from houseway.lab.methods.pai_gow.best_settings import DOUBLED, Settings, best_of_seven
from houseway.lab.methods.pai_gow.patterns import Patterns, in_the_pack, patterns_of, representatives, settings
from houseway.lab.methods.pai_gow.simulation.kernels import play_seven, play_six
from houseway.lab.methods.pai_gow.simulation.simulated_setters import hand_by_hand, patterns_at
from houseway.lab.methods.pai_gow.way import SplitWay, way_of
from houseway.lab.simulate import simulate
from houseway.lab.simulation import streams
from houseway.lab.simulation.model import GAME
from houseway.script import Refusal

SMALL = (8, 10, 11, 12)  # ten, queen, king and ace, with the joker
MINI, CALIFORNIA = "mini-pai-gow", "pai-gow-california"


# -- the best setting of every hand of a small deck ---------------------------------------------------------------


def every_setting(way: SplitWay, hand: tuple[int, ...]) -> dict[tuple[int, int], tuple[int, int]]:
    """Returns the settings of a hand that are not foul, by the values of their halves."""
    found = {}
    for low in combinations(hand, way.low):
        halves = way.halves(low, tuple(card for card in hand if card not in low))
        if halves[1] >= way.least_back[halves[0]]:
            found[halves] = halves
    return found


def outcome(mine: tuple[int, int], banks: tuple[int, int], *, copies: bool) -> int:
    """Returns -1, 0 or 1. Copies go to the bank, or to `mine` if that is the bank's hand."""
    won = [one > other or (copies and one == other) for one, other in zip(mine, banks, strict=True)]
    return sum(won) - 1


@pytest.mark.parametrize(("game", "banks"), [("pai-gow-seneca", False), (CALIFORNIA, True)])
def test_no_setting_of_a_small_deck_expects_more_than_the_chosen_one(
    game: str, banks: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path))
    asked = Question(game)
    way = way_of(asked.rules).smaller(SMALL)
    patterns = patterns_of(asked.rules, way, silent, workers=1)
    chosen = best_of_seven(asked, patterns, silent, banks=banks)
    kept = best_of_seven(asked, patterns, silent, banks=banks)
    assert (chosen == kept).all()
    assert len(list((tmp_path / "pai-gow").iterdir())) == 2  # the house way and the chosen settings, nothing half done
    pays = 1 if banks else 0.95
    known = Settings(patterns)
    deck = range(way.deck.size)
    house = {frozenset(hand): way.house(way.deck.cards(hand)) for hand in combinations(deck, way.deck.hand)}
    random, left = Random(1), 0
    for hand in random.sample(list(combinations(deck, way.deck.hand)), 150):
        others = [house[frozenset(each)] for each in combinations([card for card in deck if card not in hand], 7)]

        def expects(halves: tuple[int, int], others: list[tuple[int, int]] = others) -> float:
            results = [outcome(halves, other, copies=banks) for other in others]
            return results.count(1) * pays - results.count(-1)

        number = int(chosen[index_of(hand)])
        at = known.first[patterns.number[slots_of(np.array([hand]), len(SMALL))[0]]] + number
        mine = int(known.fronts[at]), int(known.backs[at])
        assert mine in every_setting(way, way.deck.cards(hand))
        best = max(expects(each) for each in every_setting(way, way.deck.cards(hand)))
        assert expects(mine) == pytest.approx(best, abs=1e-9)
        assert number or mine == house[frozenset(hand)]
        left += number > 0
    assert left > 5


def test_doubles_of_a_small_deck_are_those_that_pay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path))
    asked = Question(MINI)
    way = way_of(asked.rules).smaller(SMALL)
    patterns = patterns_of(asked.rules, way, silent, workers=1)
    chosen, known = best_of_six(asked, patterns, silent), Settings(patterns)
    qualifies = QUALIFIES[asked.rules.options.qualifier]
    deck = range(way.deck.size)
    house = {frozenset(hand): way.house(way.deck.cards(hand)) for hand in combinations(deck, way.deck.hand)}
    random, doubles = Random(2), 0
    for hand in random.sample(list(combinations(deck, way.deck.hand)), 100):
        others = [house[frozenset(each)] for each in combinations([card for card in deck if card not in hand], 6)]

        def worth(halves: tuple[int, int], others: list[tuple[int, int]] = others) -> tuple[int, int]:
            main = sum(outcome(halves, other, copies=False) for other in others)
            return main, sum(outcome(halves, other, copies=False) for other in others if other[1] >= qualifies)

        number = int(chosen[index_of(hand)])
        at = known.first[patterns.number[slots_of(np.array([hand]), len(SMALL))[0]]] + (number & ~DOUBLED)
        main, double = worth((int(known.fronts[at]), int(known.backs[at])))
        best = max(one + max(two, 0) for one, two in map(worth, every_setting(way, way.deck.cards(hand))))
        assert main + (double if number & DOUBLED else 0) == best
        doubles += number & DOUBLED > 0
    assert 0 < doubles < 100


# -- the kernel follows a table -----------------------------------------------------------------------------------


def unasked(way: SplitWay) -> Patterns:
    """Returns the patterns of a whole pack, with the strongest front in place of the house way."""
    deck = way.deck
    hands = representatives(deck)
    number = np.full(slots(len(deck.ranks), deck.hand), -1, np.int32)
    number[slots_of(hands, len(deck.ranks))] = np.arange(len(hands))
    first, fronts, backs = settings(way, in_the_pack(deck, hands))
    return Patterns(deck, number, fronts[first[:-1]], backs[first[:-1]], first, fronts, backs)


@pytest.mark.parametrize("game", [CALIFORNIA, MINI])
def test_rounds_are_set_as_the_table_says_of_each_hand(game: str) -> None:
    patterns = unasked(way_of(Question(game).rules))
    size, deck = patterns.deck.hand, patterns.deck.size
    count = index_of(tuple(range(deck - size, deck))) + 1
    chosen = np.random.default_rng(1).integers(0, 2, count, np.uint8)
    if game == MINI:
        chosen |= DOUBLED * np.random.default_rng(2).integers(0, 2, count, np.uint8)
    chosen.flags.writeable = False
    mine, known = hand_by_hand(patterns, chosen), Settings(patterns)
    pack, at, start = np.arange(deck), np.uint64(streams.start("naive", 0)), np.uint64(streams.start("naive", 0))
    counts = np.zeros((3, 2, 2) if game == MINI else 3, np.int64)
    for _ in range(400):
        at = np.uint64(shuffled(pack, at, 2 * size))
        halves, numbers = [], []
        for cards in (pack[:size], pack[size : 2 * size]):
            number = int(chosen[index_of(tuple(cards.tolist()))])
            place = known.first[patterns.number[slots_of(np.sort(cards)[None], 13)[0]]] + (number & ~DOUBLED)
            halves.append((int(known.fronts[place]), int(known.backs[place])))
            numbers.append(number)
        result: Any = 1 + outcome(*halves, copies=False)
        if game == MINI:
            result = result, numbers[0] >> 7, int(halves[1][1] >= 1000)
        counts[result] += 1
    if game == MINI:
        banks = hand_by_hand(patterns, _undoubled(chosen))
        out = np.zeros((3, 2, 2, 1), np.int64)
        play_six(start, 400, mine, banks, 1000, np.zeros(8000, np.uint8), 0, out)
        assert (out[..., 0] == counts).all()
    else:
        row = np.zeros((3, 1), np.int64)
        play_seven(start, 400, deck, mine, mine, True, False, row)
        assert (row[:, 0] == counts).all()


def _undoubled(chosen: Any) -> Any:
    alone = chosen & ~np.uint8(DOUBLED)
    alone.flags.writeable = False
    return alone


# -- exceptions from a file ---------------------------------------------------------------------------------------


def written(tmp_path: Path, *rows: str) -> str:
    file = tmp_path / "mine.csv"
    file.write_text("\n".join(["decision,hand,the house way,instead,when", *rows]))
    return f"file:{file}"


def test_a_file_without_exceptions_is_the_house_way(tmp_path: Path) -> None:
    by_file = simulate(MINI, rounds=200_000, player=written(tmp_path))
    house = simulate(MINI, rounds=200_000)
    assert by_file.outcomes == house.outcomes


def test_a_row_changes_the_hands_it_names_and_no_others() -> None:
    from houseway.hands import five
    from houseway.lab.methods.pai_gow.exceptions.exceptions_file import set_by

    asked = Question(MINI)
    patterns, way = patterns_at(asked, silent), way_of(asked.rules)
    known = Settings(patterns)
    row = ["two pair", "best front | two pair", "best front | pair", "higher pair K or higher, without the joker"]
    numbers = set_by([row], known, way, "mine")
    hands = in_the_pack(patterns.deck, representatives(patterns.deck)).tolist()
    changed = 0
    for pattern, hand in enumerate(hands):
        ranks = sorted((card >> 2 for card in hand), reverse=True)
        pairs = sorted({rank for rank in ranks if ranks.count(rank) == 2}, reverse=True)
        fits = (
            PACK_WITH_JOKER[-1] not in hand
            and sorted(map(ranks.count, set(ranks))) == [1, 1, 2, 2]
            and five.category(int(patterns.house_backs[pattern])) == "two pair"
            and pairs[0] >= 11
        )
        if numbers[pattern]:
            assert fits, hand
            back = int(known.backs[known.first[pattern] + numbers[pattern]])
            assert five.category(back) == "pair"
            changed += 1
        elif fits:  # no such setting is left that is not foul
            backs = known.backs[known.first[pattern] : known.first[pattern + 1]].tolist()
            assert not any(five.category(back) == "pair" for back in backs)
    assert changed > 100


def test_doubles_from_a_file_are_made_and_paid(tmp_path: Path) -> None:
    found = simulate(
        MINI, rounds=100_000, player=written(tmp_path, "double,low card joker,,high hand every hand or better")
    )
    doubled = found.decisions["set and double"].count
    assert 0 < doubled < 12_000  # one hand in nine has the joker, and not always in front
    assert found.wagers[GAME].mean != found.wagers[MAIN].mean


@pytest.mark.parametrize(
    ("row", "says"),
    [
        ("set,two pair", "is no row"),
        ("set,six aces,best front | pair,best front | pair,always", "no hand of 'six aces'"),
        ("set,two pair,best front | two pair,best front | pair,on Sundays", "is no condition"),
        ("set,two pair,best front | two pair,best front | pair,higher pair K or so", "is no condition"),
        ("double,low card eleven,,high hand every hand or better", "is no row"),
        ("double,low card ace,,high hand splendid or better", "is no row"),
    ],
)
def test_a_row_that_cannot_be_followed_is_refused(row: str, says: str, tmp_path: Path) -> None:
    with pytest.raises(Refusal, match=says):
        simulate(MINI, rounds=1_000, player=written(tmp_path, row))


# -- what a bank may decide ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "options", "clause"),
    [
        ("three-card-poker", {}, ""),
        ("pure-21-5-blackjack", {}, ""),
        ("texas-holdem", {}, ""),
        ("three-card-split", {}, "TCS-21"),
        ("fortune-pai-gow", {}, "FPG-32"),
        ("pai-gow-seneca", {}, "PGS-18"),
        (MINI, {}, "MPG-18"),
        (CALIFORNIA, {"banker_setting": "house-way"}, "PGC-29"),
    ],
)
def test_a_bank_that_may_not_choose_is_refused_with_its_clause(
    game: str, options: dict[str, object], clause: str, tmp_path: Path
) -> None:
    program = tmp_path / "mine.py"
    program.write_text("def decide(view):\n    return view.default\n")
    for bank in ("best", "bots", f"file:{program}"):
        with pytest.raises(Refusal) as refused:
            simulate(game, options, rounds=1_000, bank=bank)
        assert refused.value.clause == clause
        assert bank in refused.value.sentence


def test_a_banker_of_california_sets_as_its_program_says(tmp_path: Path) -> None:
    program = tmp_path / "mine.py"
    program.write_text("def decide(view):\n    return view.default\n")
    by_file = simulate(CALIFORNIA, rounds=128, bank=f"file:{program}", workers=1)
    house = simulate(CALIFORNIA, rounds=128, by_script=True, workers=1)
    assert by_file.bank == f"file:{program}"
    assert by_file.outcomes == house.outcomes


def test_what_the_lab_has_counted_stands_beside_the_estimate(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def known(_: Question, part: str) -> Solved:
        asked.append(part)
        return Solved(wagers={part: Wager.of([("won", 1, Fraction(1)), ("lost", 3, Fraction(-1))])})

    monkeypatch.setattr("houseway.lab.methods.pai_gow.simulation.model.known", known)
    found = simulate(MINI, rounds=1_000, seed="known").wagers[GAME]
    assert asked == ["house way"]
    assert found.exact == Fraction(-1, 2)
    assert found.off is not None
    assert found.off > 5
