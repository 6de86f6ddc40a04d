"""Three Card Split in the lab: every setting, judged by the real script."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from houseway.cards import PACK, cards_from, text_of
from houseway.lab import OddsAnswer, Question, odds
from houseway.lab.games.three_card_split import exact as lab
from houseway.lab.inquiry.probe import probe

GAME = "three-card-split"


@pytest.fixture(scope="module")
def answer() -> OddsAnswer:
    return odds(GAME, use_cache=False)


def test_the_house_way_costs_1_08_percent_and_the_best_setting_almost_nothing(answer: OddsAnswer) -> None:
    assert answer.wagers[lab.HOUSE_WAY].expectation == Fraction(-157_229, 14_541_800)
    assert answer.wagers["primary"].expectation == Fraction(-81_489, 101_792_600)
    assert answer.wagers["primary"].total == 407_170_400


def test_a_table_of_exceptions_keeps_nearly_all_of_the_difference(answer: OddsAnswer) -> None:
    assert answer.base is not None
    cost = answer.base.strategy.cost
    assert cost is not None
    assert 0 < cost < (answer.wagers["primary"].expectation - answer.wagers[lab.HOUSE_WAY].expectation) / 50


def test_the_proposition_and_all_eight_bonus_tables_are_exact(answer: OddsAnswer) -> None:
    assert answer.wagers["three-card"].expectation == Fraction(-13, 27_965)
    assert answer.wagers["bonus"].total == 270_725
    assert answer.wagers["bonus"].expectation == Fraction(-16_552, 270_725)
    assert sum(name.startswith("bonus") for name in answer.wagers) == 8


def test_the_break_even_meter_takes_the_edge_away(answer: OddsAnswer) -> None:
    wager = answer.wagers["bonus: TCS-4a"]
    assert "$216,280.00" in wager.note
    assert wager.expectation + wager.probability("four aces") * Fraction(216_280, 5) == 0


def test_a_meter_that_starts_above_its_break_even_gives_the_edge_to_the_player() -> None:
    asked = {"bonus_paytable": "TCS-4a", "jackpot_seed": "216280"}
    level = odds(GAME, asked, wager="bonus").wagers["bonus: with the jackpot"]
    assert (level.expectation, level.player_has_the_edge) == (Fraction(0), False)
    above = odds(GAME, asked | {"jackpot_seed": "500000"}, wager="bonus")
    assert above.wagers["bonus: with the jackpot"].player_has_the_edge
    assert any("jackpot" in note and "the PLAYER has the edge" in note for note in above.notes)


def test_a_jackpot_that_asks_for_nothing_is_played_for_with_the_least_wager_taken() -> None:
    asked = {"bonus_paytable": "TCS-4a", "jackpot_qualifier": "0"}
    assert "wager of $1 breaks even with $43,256.00" in odds(GAME, asked, wager="bonus").wagers["bonus"].note


@pytest.mark.parametrize("suits", ["s h", "h c", "d c", "s d"])
def test_hands_that_differ_in_suits_alone_are_not_taken_for_one(suits: str) -> None:
    """Suits decide which of two aces the house way plays low (TCS-47), so every hand meets all its dealers."""
    asked = Question(GAME)
    script, rules = asked.script, asked.rules
    assert script.house_way is not None
    first, second = suits.split()
    mine = tuple(sorted(cards_from(f"9{first} T{second} A{first}")))
    found = {each.setting.low: (each.lost, each.pushed, each.won) for each in lab.expected_of(asked, mine)}
    dealers = [hand for hand in combinations(PACK, 3) if not set(hand) & set(mine)]
    codes = [lab.setting_codes(hand, script.house_way(hand, rules).low) for hand in dealers]
    for low, counts in found.items():
        own = lab.setting_codes(mine, low)
        won = Counter(sum(lab.taken(a, b) for a, b in zip(own, code, strict=True)) for code in codes)
        assert counts == (won[0], won[1], won[2])


@pytest.mark.parametrize("low_ten", ["made-only", "any-legal"])
def test_the_script_agrees_on_random_settings(low_ten: str) -> None:
    asked = Question(GAME, {"house_way_low_ten": low_ten})
    script, rules = asked.script, asked.rules
    assert script.house_way is not None
    assert script.settings is not None
    worth = lab.probed(asked)
    random = Random(low_ten)
    for _ in range(40):
        cards = tuple(random.sample(PACK, 7))
        mine, banks = cards[:3], cards[3:6]
        bank = lab.setting_codes(banks, script.house_way(banks, rules).low)
        for setting in script.settings(mine, rules):
            own = lab.setting_codes(mine, setting.low)
            won = sum(lab.taken(a, b) for a, b in zip(own, bank, strict=True))
            dealt = {"1": mine, "bank": banks, "community": cards[6:]}
            decision = {"set": text_of(setting.low[0])}
            assert probe(lab.free(asked), {"primary": 1}, dealt, [decision]) == worth[won]


def test_the_counts_of_random_hands_are_those_of_a_naive_count() -> None:
    asked = Question(GAME)
    deals = lab.dealt(asked.rules)
    script, rules = asked.script, asked.rules
    assert script.house_way is not None
    for index in Random(2).sample(range(len(deals.hands)), 2):
        hand = tuple(deals.hands[index].tolist())
        own = [lab.setting_codes(hand, (low,)) if low >= 0 else None for low in deals.lows[index].tolist()]
        counts = [[0, 0, 0] for _ in own]
        for banks in combinations([card for card in PACK if card not in hand], 3):
            dealer = lab.setting_codes(banks, script.house_way(banks, rules).low)
            for place, codes in enumerate(own):
                if codes is not None:
                    counts[place][sum(lab.taken(a, b) for a, b in zip(codes, dealer, strict=True))] += 1
        assert deals.cells[index].tolist() == counts


def test_two_spots_are_one_primary_wager(answer: OddsAnswer) -> None:
    two = odds(GAME, {"primary_layout": "two-spot"}, use_cache=False)
    assert two.wagers["primary"].expectation == answer.wagers["primary"].expectation
    assert two.wagers["three-card"].expectation == answer.wagers["three-card"].expectation
    assert two.base is not None
    assert two.base.average_wager == 1
