"""Expectations of settings: against every opponent of a small deck, and as `houseway set --best` prints them."""

import json
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache, partial
from itertools import combinations
from math import comb
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner, Result

from houseway.cards import PACK, Cards, cards_from, text_of_cards
from houseway.cli import main
from houseway.games.three_card_split import house_low
from houseway.hands import connectors, one
from houseway.lab import Question
from houseway.lab.inquiry.probe import probe
from houseway.lab.inquiry.progress import Progress, silent
from houseway.lab.inquiry.solver import best_first
from houseway.lab.methods.pai_gow.opponents import TallyTable, met, table_alike, table_from, table_of
from houseway.lab.methods.pai_gow.patterns import Patterns, patterns_of
from houseway.lab.methods.pai_gow.setting_values import expected_of, nets_of, qualifies
from houseway.lab.methods.pai_gow.way import Halves, SplitWay, way_of
from houseway.lab.ranked_settings import best_settings
from houseway.rulebook import Rules
from houseway.script import Refusal
from houseway.testing import rule

MINI, TCS = "mini-pai-gow", "three-card-split"
GAMES = {
    "california": ("pai-gow-california", {}, (8, 10, 11, 12), True),
    "california of 52": ("pai-gow-california", {"deck": "52"}, (2, 3, 9, 12), False),
    "fortune": ("fortune-pai-gow", {}, (0, 1, 2, 12), True),
    "seneca": ("pai-gow-seneca", {}, (8, 9, 11, 12), True),
    "mini": (MINI, {}, (3, 10, 12), True),
    "mini of fours": (MINI, {"qualifier": "44"}, (2, 9, 12), True),
    "mini of aces": (MINI, {"qualifier": "AA"}, (2, 9, 12), True),
}
Counted = list[list[int]]


class Small:
    """A table with a deck so small that every opponent can be enumerated."""

    def __init__(self, game: str, options: dict[str, str], ranks: tuple[int, ...], joker: bool) -> None:
        self.asked = Question(game, options)
        self.way: SplitWay = way_of(self.asked.rules).smaller(ranks, joker)
        self.table: TallyTable = table_from(patterns_of(self.asked.rules, self.way, silent, workers=1), silent)
        self.deck = tuple(range(self.way.deck.size))
        self.random = Random(game)

    def hands(self, count: int) -> Iterator[Cards]:
        """Yields some hands, in ascending order of the deck's own cards."""
        for _ in range(count):
            yield tuple(sorted(self.random.sample(self.deck, self.way.deck.hand)))

    def settings(self, hand: Cards) -> tuple[Cards, list[Halves]]:
        cards = self.way.deck.cards(hand)
        found = self.asked.script.settings
        assert found is not None
        return cards, [self.way.halves(setting.low, setting.high) for setting in found(cards, self.asked.rules)]

    def one_by_one(self, hand: Cards, settings: list[Halves], least: int, *, banks: bool) -> list[Counted]:
        """Counts opponents by setting, qualified or not, and halves won. A player who banks wins copies."""
        counts = [[[0, 0, 0], [0, 0, 0]] for _ in settings]
        for other in combinations([card for card in self.deck if card not in hand], self.way.deck.hand):
            front, back = self.way.house(self.way.deck.cards(other))
            for (mine_front, mine_back), row in zip(settings, counts, strict=True):
                if banks:
                    won = (mine_front >= front) + (mine_back >= back)
                else:
                    won = (mine_front > front) + (mine_back > back)
                row[back >= least][won] += 1
        return counts


@pytest.fixture(scope="module", params=GAMES.values(), ids=list(GAMES))
def small(request: pytest.FixtureRequest) -> Small:
    return Small(*request.param)


@pytest.mark.parametrize("banks", [False, True])
def test_every_setting_meets_every_opponent_of_a_small_deck(small: Small, banks: bool) -> None:
    import numpy as np

    least = qualifies(small.asked)
    for hand in small.hands(8):
        _, settings = small.settings(hand)
        found = met(small.table, np.array(hand), settings, least, banks=banks)
        assert [[list(weak), list(strong)] for weak, strong in found] == small.one_by_one(
            hand, settings, least, banks=banks
        )
        assert sum(map(sum, found[0])) == comb(small.way.deck.size - small.way.deck.hand, small.way.deck.hand)


def test_what_a_setting_expects_is_what_its_opponents_pay_on_average(small: Small) -> None:
    import numpy as np

    asked, doubled_too = small.asked, small.asked.game == MINI
    pays = Fraction(19, 20) if asked.game == "pai-gow-seneca" else 1
    for hand in small.hands(3):
        cards, settings = small.settings(hand)
        found = expected_of(asked, cards, nets_of(asked, 100_00), partial(met, small.table, np.array(hand)))
        rows = iter(found)
        for counts in small.one_by_one(hand, settings, qualifies(asked), banks=False):
            (a, b, c), (lost, divided, won) = counts
            whole = a + b + c + lost + divided + won
            single = Fraction(pays * (c + won) - a - lost) / whole
            told = next(rows)
            assert (told.expectation, told.doubled) == (single, False)
            assert (told.lost, told.pushed, told.won) == (a + lost, b + divided, c + won)
            if doubled_too:  # the double pushes unless the dealer qualifies
                told = next(rows)
                assert (told.expectation, told.doubled) == (single + Fraction(won - lost, whole), True)
                assert not told.house_way
        assert next(rows, None) is None
        assert sum(each.house_way for each in found) == 1
        ordered = [each.expectation for each in best_first(found)]
        assert ordered == sorted(ordered, reverse=True)


@rule("MPG-26", "MPG-27", "MPG-28")
@pytest.mark.parametrize("qualifier", ["55", "44", "22", "AA"])
def test_a_doubled_hand_brings_what_the_script_pays_it(qualifier: str) -> None:
    asked = Question(MINI, {"qualifier": qualifier})
    way, random = way_of(asked.rules), Random(qualifier)
    settings = asked.script.settings
    assert settings is not None
    seen = set()
    for _ in range(60):
        cards = tuple(random.sample(PACK, 12))
        mine, banks = cards[:6], cards[6:]
        front, back = way.house(banks)
        setting = random.choice(settings(mine, asked.rules))
        halves = way.halves(setting.low, setting.high)
        won = (halves[0] > front) + (halves[1] > back)
        strong = back >= qualifies(asked)
        for nets in nets_of(asked, 100_00):
            word = "double" if nets.doubled else "set"
            hand = probe(asked, {"main": 1}, {"1": mine, "bank": banks}, [{word: text_of_cards(setting.low)}], unit=500)
            assert hand.net == (nets.qualified if strong else nets.weak)[won]
        seen.add((strong, won))
    assert len(seen) >= 5


@rule("PGS-37", "PGS-39")
def test_the_commission_is_rounded_by_the_wager_it_is_taken_from() -> None:
    cents, quarters = Question("pai-gow-seneca"), Question("pai-gow-seneca", {"commission_rounding": "up-to-quarter"})
    for asked in (cents, quarters):
        assert list(nets_of(asked, 100_00)[0].weak) == [-1, 0, Fraction(95, 100)]
    assert list(nets_of(quarters, 33_00)[0].weak) == [-1, 0, Fraction(33_00 - 1_75, 33_00)]
    assert list(nets_of(cents, 33_00)[0].weak) == [-1, 0, Fraction(33_00 - 1_65, 33_00)]


def test_tables_that_set_alike_share_their_tallies() -> None:
    plain = Rules.of(MINI)
    assert table_alike(Rules.of(MINI, {"qualifier": "44", "main_limits": "10..50"})) == plain
    assert table_alike(Rules.of(MINI, {"wheel": "lowest"})) != plain


def test_a_table_is_worked_out_once_and_read_from_then_on(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    from houseway.lab.methods.pai_gow import opponents as beside

    rules, worked_out = Rules.of(MINI), []
    tiny = way_of(rules).smaller((10, 11, 12))
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path))
    monkeypatch.setattr(beside, "way_of", lambda _: tiny)
    monkeypatch.setattr(beside, "_tables", {})

    def patterns(rules: Rules, way: SplitWay, tell: Progress) -> Patterns:
        worked_out.append(rules)
        return patterns_of(rules, way, tell, workers=1)

    monkeypatch.setattr(beside, "patterns_of", patterns)
    beside._name.cache_clear()
    assert beside.kept_table(rules) is None
    first = table_of(rules, silent)
    assert table_of(rules, lambda *_: None) is first
    beside._tables.clear()
    again = beside.kept_table(rules)
    assert again is not None
    assert worked_out == [rules]
    for one_, other in zip((*first.rows, *first[2:]), (*again.rows, *again[2:]), strict=True):
        assert one_.dtype == other.dtype
        assert (one_ == other).all()
    beside._tables.clear()
    broken = tmp_path / "pai-gow" / beside._name(rules) / "with_two.npy"
    broken.unlink()
    broken.touch()
    assert beside.kept_table(rules) is None
    assert (table_of(rules, silent).rows.with_two == first.rows.with_two).all()
    beside._tables.clear()
    assert beside.kept_table(rules) is not None
    beside._name.cache_clear()


# -- the whole deck -----------------------------------------------------------------------------------------------


def test_the_whole_deck_of_mini_pai_gow_agrees_with_opponents_at_random() -> None:
    rules = Rules.of(MINI)
    cards, way, random = cards_from("Kh Kd 9s 8c 5d 2h"), way_of(rules), Random(6)
    found = [each for each in best_settings(rules, cards) if not each.doubled]
    left = [card for card in (*PACK, 52) if card not in cards]
    others = [way.house(tuple(random.sample(left, 6))) for _ in range(4_000)]
    for each in found:
        front, back = way.halves(each.setting.low, each.setting.high)
        nets = [(front > other[0]) + (back > other[1]) - 1 for other in others]
        assert each.won + each.pushed + each.lost == comb(47, 6)
        assert abs(float(each.expectation) - sum(nets) / len(nets)) < 4 / len(nets) ** 0.5
    assert len(found) == 6


@lru_cache
def dealers(low_ten: str) -> list[tuple[Cards, int, int, int, int]]:
    """Returns every hand of Three Card Split as the house sets it: cards, values and red cards of its halves."""
    found: list[tuple[Cards, int, int, int, int]] = []
    for cards in combinations(PACK, 3):
        low, _ = house_low(cards, low_ten)
        found.append((cards, *halves(cards, low)))
    return found


def halves(cards: Cards, low: Cards) -> tuple[int, int, int, int]:
    high = [card for card in cards if card not in low]
    return connectors.value(high), connectors.reds(high), one.value(low), connectors.reds(low)


@rule("TCS-31", "TCS-32", "TCS-40")
@pytest.mark.parametrize("low_ten", ["made-only", "any-legal"])
def test_three_card_split_meets_every_dealer(low_ten: str) -> None:
    rules, random = Rules.of(TCS, {"house_way_low_ten": low_ten}), Random(low_ten)
    hands = [cards_from(text) for text in ("Td Th 9s", "7c 7d 7h", "Kd Kc 5h")]
    for held in [*hands, *(tuple(random.sample(PACK, 3)) for _ in range(5))]:
        found = best_settings(rules, held)
        for each in found:
            high, reds, low, low_reds = halves(held, each.setting.low)
            counts = [0, 0, 0]
            for cards, their_high, their_reds, their_low, their_low_reds in dealers(low_ten):
                if held[0] not in cards and held[1] not in cards and held[2] not in cards:
                    won = high > their_high or (high == their_high and reds == their_reds)
                    counts[won + (low > their_low or (low == their_low and low_reds == their_low_reds))] += 1
            assert [each.lost, each.pushed, each.won] == counts
            assert each.expectation == Fraction(each.won - each.lost, 18_424)
        assert [each.setting.low for each in found if each.house_way] == [house_low(held, low_ten)[0]]


def test_three_card_split_expects_the_same_of_one_spot_and_of_two() -> None:
    held = cards_from("Qd 5s 4c")
    spots = [best_settings(Rules.of(TCS, {"primary_layout": layout}), held) for layout in ("one-spot", "two-spot")]
    assert [each.expectation for each in spots[0]] == [each.expectation for each in spots[1]]


# -- the command --------------------------------------------------------------------------------------------------


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ("set", *words))


def test_set_best_lists_settings_in_words() -> None:
    said = run(TCS, "Ah Kh 2c", "--best").stdout
    assert "+0.408760" in said
    assert "house way" in said
    assert said.index("+0.408760") < said.index("+0.010910")
    assert run(TCS, "Ah Kh 2c", "--best", "--all").stdout == said


def test_set_best_prints_one_document_with_fractions() -> None:
    result = run(TCS, "Ah Kh 2c", "--best", "--json")
    document = json.loads(result.stdout)
    assert document["game"] == TCS
    assert document["cards"] == ["Ah", "Kh", "2c"]
    assert document["exact"] is True
    first, second = document["settings"]
    assert first["expectation"] == "7531/18424"
    assert first["edge"] == pytest.approx(-7531 / 18424)
    assert (first["won"], first["pushed"], first["lost"]) == (8689, 8577, 1158)
    assert (first["low"], first["house_way"], first["doubled"]) == (["Kh"], True, False)
    assert second["expectation"] == "201/18424"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((TCS, "Ah Kh"), "'Ah Kh' is 2 cards; this ranking takes 3 cards"),
        ((TCS, "Ah Kh Jk"), "holds a joker"),
        ((TCS, "Ah Kh Kh"), "Kh is given 2 times"),
        ((MINI, "Ah Kh 2c 3c 4c 5c 7c"), "is 7 cards; this ranking takes 6 cards"),
        (
            (MINI, "Ah Kh 2c 3c 4c 5c", "-o", "qualifier=56"),
            "qualifier = 56 is not among its choices: 55, 44, any pair from 22 to AA",
        ),
        (("pai-gow-california", "Ah Kh 2c 3c 4c 5c Jk", "-o", "deck=52"), "this table plays with 52 cards"),
        (("fortune-pai-gow", "Ah Kh 2c 3c 4c 5c"), "is 6 cards"),
        (("texas-holdem", "Ah Kh"), "no hand is split in texas-holdem"),
    ],
)
def test_what_cannot_be_set_is_refused_before_anything_is_counted(words: tuple[str, ...], said: str) -> None:
    result = run(*words, "--best")
    assert result.exit_code == 2
    assert said in result.stderr
    assert result.stderr.count("\n") <= 2


def test_a_game_without_settings_is_refused_by_the_lab_too() -> None:
    with pytest.raises(Refusal, match="no hand is split in omaha"):
        best_settings(Rules.of("omaha"), cards_from("Ah Kh Qh Jh"))
