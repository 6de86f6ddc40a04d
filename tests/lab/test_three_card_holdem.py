"""3 Card Hold'em in the lab: both decisions and both side bets, judged by the real script."""

from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from houseway.cards import PACK
from houseway.games.three_card_holdem import PAIR_OF_FOURS, pair_or_suited, straight_or_up
from houseway.hands import three
from houseway.lab import OddsAnswer, Question, odds
from houseway.lab.games.three_card_holdem import exact as lab
from houseway.lab.inquiry.probe import probe
from houseway.script import Refusal

GAME = "three-card-holdem"


@pytest.fixture(scope="module")
def answer() -> OddsAnswer:
    return odds(GAME, use_cache=False)


def test_the_game_costs_3_05_percent_of_the_ante(answer: OddsAnswer) -> None:
    assert answer.base is not None
    assert answer.base.expectation == Fraction(-642_541_771, 21_071_068_200)
    assert answer.wagers["ante"].total == 1326 * 50 * 49 * 48 * 1081
    assert f"{answer.base.decisions['fold'].share:.4%}" == "2.3891%"
    assert answer.base.average_wager == Fraction(1_939_354, 812_175)


def test_the_side_bets_are_counted_over_every_hand(answer: OddsAnswer) -> None:
    assert answer.wagers["pair-or-suited"].expectation == Fraction(-32, 663)
    assert answer.wagers["pair-or-suited"].outcomes["pair of aces"] == 6
    up = answer.wagers["straight-or-up"]
    assert up.total == 2_598_960
    assert up.outcomes["a-k-q suited plus a pair"] + up.outcomes["a-k-q suited"] == 4 * 49 * 48 // 2
    assert up.expectation == Fraction(-29_153, 649_740)


def test_the_cells_of_random_information_sets_are_those_of_a_naive_count() -> None:
    deals = lab.dealt()
    random = Random(5)
    for _ in range(2):
        index = random.randrange(len(deals.holes))
        hole = tuple(deals.holes[index].tolist())
        first, second = random.sample([card for card in PACK if card not in hole], 2)
        left = [card for card in PACK if card not in (*hole, first, second)]
        cells = [0] * 6
        for last in left:
            board = (first, second, last)
            mine = three.value((*hole, *board))
            for bank in combinations([card for card in left if card != last], 2):
                banks = three.value((*bank, *board))
                cells[3 * (banks >= PAIR_OF_FOURS) + 1 + (mine > banks) - (mine < banks)] += 1
        assert deals.cells[index, first, second].tolist() == cells


def test_the_script_pays_random_hands_what_their_cell_pays() -> None:
    asked = Question(GAME)
    worth = lab.probed(asked)
    random = Random(6)
    for _ in range(80):
        cards = tuple(random.sample(PACK, 8))
        mine, banks = three.value(cards[:5]), three.value(cards[2:7])
        cell = 3 * (banks >= PAIR_OF_FOURS) + 1 + (mine > banks) - (mine < banks)
        dealt = lab.spots(cards[:2], cards[2:5], cards[5:7], cards[7])
        for second in ("bet", "check"):
            assert probe(asked, {"ante": 1}, dealt, ["bet", second]) == worth[second][cell]
        assert probe(asked, {"ante": 1}, dealt, ["fold"]) == worth["fold"]


def test_the_script_pays_the_side_bets_of_random_hands_by_their_rows(answer: OddsAnswer) -> None:
    asked = Question(GAME)
    random = Random(8)
    for _ in range(40):
        cards = tuple(random.sample(PACK, 8))
        dealt = lab.spots(cards[:2], cards[2:5], cards[5:7], cards[7])
        hand = probe(asked, {"ante": 1, "straight-or-up": 1, "pair-or-suited": 1}, dealt, ["fold"])
        row = straight_or_up(cards[:5], three.value(cards[:5]))
        assert hand.nets["straight-or-up"] == answer.wagers["straight-or-up"].pays[row]
        assert hand.nets["pair-or-suited"] == answer.wagers["pair-or-suited"].pays[pair_or_suited(cards[:2])]


def test_a_better_ante_for_a_weak_bank_changes_edge_and_decisions(answer: OddsAnswer) -> None:
    row = "player wins, bank below a pair of fours"
    richer = odds(GAME, {}, {"ante": {row: 1}}, wager="ante", use_cache=False)
    assert richer.base is not None
    assert answer.base is not None
    assert richer.base.player_has_the_edge
    assert richer.base.decisions["fold"].count < answer.base.decisions["fold"].count


def test_the_table_says_what_it_gives_up_and_what_its_words_mean(answer: OddsAnswer) -> None:
    assert answer.base is not None
    strategy = answer.base.strategy
    assert strategy.cost is not None
    assert f"{float(strategy.cost):.3%} of the Ante" in strategy.says
    assert "0.602%" in strategy.says
    used = {part for row in strategy.rows if row[0] == "second" for part in row[1].split(", ")}
    suits = {"all one suit", "two suits", "three suits", "four suits"}
    assert used - suits == {"a paired board", "suited", "unsuited", "near", "apart"}
    for said in ("paired board", "suited", "Near: ", "apart: ", "All one suit to four suits: "):
        assert said in strategy.note


def test_a_side_bet_that_is_not_offered_has_no_odds() -> None:
    assert "pair-or-suited" not in odds(GAME, {"pair_or_suited": False}, wager="straight-or-up", use_cache=False).wagers
    with pytest.raises(Refusal, match="not offered"):
        odds(GAME, {"pair_or_suited": False}, wager="pair-or-suited", use_cache=False)
