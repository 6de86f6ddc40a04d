"""Three Card Poker in the lab: known numbers, and the real script as a judge of every count."""

from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from houseway.cards import PACK, cards_from, text_of
from houseway.games.three_card_poker import QUEEN_HIGH
from houseway.hands import three
from houseway.lab import OddsAnswer, Question, odds
from houseway.lab.games.three_card_poker import exact as lab
from houseway.lab.inquiry.probe import probe
from houseway.script import Refusal

GAME = "three-card-poker"
CASINO: dict[str, object] = {"exposed_card": "none", "unqualified_ante": "pays", "ante_bonus": "5/4/1"}
TABLES: tuple[dict[str, object], ...] = (
    {},
    CASINO,
    {"unqualified_tie": "push", "qualified_tie": "lose"},
    {"exposed_card": "bottom", "ante_bonus": "5/4/1"},
)


@pytest.fixture(scope="module")
def default() -> OddsAnswer:
    return odds(GAME, use_cache=False)


@pytest.fixture(scope="module")
def casino() -> OddsAnswer:
    return odds(GAME, CASINO, {"bonus": "royal flush=40,flush=4"}, use_cache=False)


def test_the_casino_game_costs_3_37_percent_of_the_ante_and_plays_queen_six_four(casino: OddsAnswer) -> None:
    assert casino.base is not None
    assert casino.base.expectation == Fraction(-686_689, 20_358_520)
    assert f"{casino.base.edge:.4%}" == "3.3730%"
    assert f"{casino.base.element_of_risk:.4%}" == "2.0147%"
    assert casino.base.strategy.rows == [["nothing", "Q-6-4"]]
    assert casino.base.strategy.cost == 0
    assert casino.wagers["ante"].total == 407_170_400
    assert casino.base.decisions["fold"].share == pytest.approx(0.3258, abs=1e-4)


def test_the_casino_bonus_of_40_30_6_4_1_costs_2_32_percent(casino: OddsAnswer) -> None:
    bonus = casino.wagers["bonus"]
    assert f"{bonus.edge:.4%}" == "2.3167%"
    assert bonus.outcomes == {
        "royal flush": 4,
        "straight flush": 44,
        "three of a kind": 52,
        "straight": 720,
        "flush": 1096,
        "pair": 3744,
        "high card": 16_440,
    }


def test_the_printed_game_costs_4_61_percent_and_goes_by_the_exposed_card(default: OddsAnswer) -> None:
    assert default.base is not None
    assert default.base.expectation == Fraction(-93_815, 2_035_852)
    rows = dict(default.base.strategy.rows)
    assert (rows["2"], rows["9"], rows["J"], rows["A"]) == ("J-3-2", "J-9-2", "J-9-6", "A-9-2")
    assert default.base.strategy.cost == Fraction(129, 7_270_900)


def test_every_outcome_is_counted_once(default: OddsAnswer) -> None:
    for wager in default.wagers.values():
        assert sum(wager.outcomes.values()) == wager.total
        assert sum(n * wager.pays[name] for name, n in wager.outcomes.items()) == wager.expectation * wager.total
    assert default.base is not None
    assert sum(default.base.circles.values()) == default.base.expectation


def test_a_bonus_adds_its_own_expectation_because_no_paid_hand_is_folded(default: OddsAnswer) -> None:
    assert default.wagers["ante+bonus"].expectation == (
        default.wagers["ante"].expectation + default.wagers["bonus"].expectation
    )
    assert "changes no decision" in default.wagers["ante+bonus"].note


@pytest.mark.parametrize("options", TABLES, ids=str)
def test_the_script_pays_random_hands_what_their_category_and_cell_pay(options: dict[str, object]) -> None:
    asked = Question(GAME, options, {"bonus": "flush=7:2"})
    wagers = {"ante": 1, "bonus": 1}
    worth = lab.probed(asked, wagers)
    random = Random(repr(options))
    for _ in range(60):
        cards = random.sample(PACK, 6)
        mine, banks = three.value(cards[:3]), three.value(cards[3:])
        category = three.category(mine)
        cell = 3 * (banks >= QUEEN_HIGH) + 1 + (mine > banks) - (mine < banks)
        dealt = {"1": tuple(cards[:3]), "bank": tuple(cards[3:])}
        assert probe(asked, wagers, dealt, ["play"]) == worth.play[category, cell]
        assert probe(asked, wagers, dealt, ["fold"]) == worth.fold[category]


def test_the_cells_of_random_information_sets_are_those_of_a_naive_count() -> None:
    deals = lab.dealt(exposed=True)
    random = Random(7)
    for _ in range(12):
        index = random.randrange(len(deals.hands))
        hand = tuple(deals.hands[index].tolist())
        shown = random.choice([card for card in PACK if card not in hand])
        cells = [0] * 6
        for others in combinations([card for card in PACK if card not in (*hand, shown)], 2):
            mine, banks = three.value(hand), three.value((shown, *others))
            cells[3 * (banks >= QUEEN_HIGH) + 1 + (mine > banks) - (mine < banks)] += 1
        assert deals.cells[index, shown].tolist() == cells


@pytest.mark.parametrize(
    ("hand", "shown", "decision"),
    [("Td 7d 2c", "2d", "play"), ("Td 7c 2c", "2d", "fold"), ("As 9d 2c", "Ad", "play"), ("As 8d 7c", "Ad", "fold")],
)
def test_a_close_decision_is_the_better_one_in_the_script_against_every_bank(
    default: OddsAnswer, hand: str, shown: str, decision: str
) -> None:
    asked = Question(GAME)
    mine, top = cards_from(hand), cards_from(shown)
    rest = [card for card in PACK if card not in (*mine, *top)]
    played = sum(
        probe(asked, {"ante": 1}, {"1": mine, "bank": (*top, *others)}, ["play"]).net
        for others in combinations(rest, 2)
    )
    assert ("play" if played > -1128 else "fold") == decision
    assert default.base is not None
    full = default.base.strategy.full[text_of(top[0])[0]]
    text = "-".join(text_of(card)[0] for card in mine)
    between = full["between"].get(text)
    if isinstance(between, dict):
        assert f"{hand} v {shown}" in between[decision]
    else:
        assert between == decision or full[f"{decision} {'from' if decision == 'play' else 'below'}"] >= text


def test_a_changed_table_changes_the_answer_and_says_who_has_the_edge() -> None:
    answer = odds(GAME, {}, {"bonus": "pair=2"}, wager="bonus", use_cache=False)
    assert answer.wagers["bonus"].expectation == Fraction(694, 5525)
    assert answer.wagers["bonus"].player_has_the_edge
    assert any("PLAYER has the edge" in note for note in answer.notes)
    assert list(answer.wagers) == ["bonus"]
    assert answer.base is None


@pytest.mark.parametrize(
    ("options", "pay", "wager"),
    [
        ({"exposed_card": "left"}, {}, None),
        ({"no_such": "1"}, {}, None),
        ({}, {"bonus": "pair=-1"}, None),
        ({}, {"bonus": "pair=nan"}, None),
        ({}, {"bonus": "five aces=3"}, None),
        ({}, {"bonus": "pair=1000001"}, None),
        ({}, {"bonus": "pair=1:999983,flush=1:999979"}, None),
        ({}, {}, "insurance"),
    ],
)
def test_nonsense_is_refused(options: dict[str, object], pay: dict[str, str], wager: str | None) -> None:
    with pytest.raises(Refusal):
        odds(GAME, options, pay, wager=wager, use_cache=False)
