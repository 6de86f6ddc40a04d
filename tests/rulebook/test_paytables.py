"""Pay tables: keys that games look up, exact odds, and what a room may change."""

import pytest

from houseway import rulebook
from houseway.rulebook import PayTable, Rules
from houseway.rulebook.paytables import MONEY_UNITS, PAY_UNITS, key_of
from houseway.script.errors import Refusal
from houseway.script.money import Odds
from houseway.testing import rule

TABLES = [
    pytest.param(table, id=f"{file_id} {table.id}")
    for file_id in (rulebook.SHARED, *rulebook.game_ids())
    for table in rulebook.book(file_id).paytables
]


@rule("TCP-39")
def test_the_bonus_is_looked_up_by_the_names_of_hands() -> None:
    rules = Rules.of("three-card-poker")
    assert rules.table("bonus").odds == {
        "royal flush": Odds(200),
        "straight flush": Odds(40),
        "three of a kind": Odds(30),
        "straight": Odds(6),
        "flush": Odds(3),
        "pair": Odds(1),
    }
    assert rules.pays("bonus", "pair") == Odds(1)
    assert rules.pays("bonus", "high card") is None


@rule("PD-51")
def test_printed_decimals_are_exact_ratios() -> None:
    for table_id, odds in (("pure-6-5", Odds(6, 5)), ("pure-7-5", Odds(7, 5)), ("pure-3-2", Odds(3, 2))):
        assert Rules.of("pure-21-5-blackjack").pays(table_id, "pure 21.5 blackjack") == odds
    assert Rules.of("ultimate-texas-holdem").pays("blind", "flush") == Odds(3, 2)
    assert Rules.of("pure-21-5-blackjack").pays("outcomes", "surrender") == Odds(-1, 2)


@pytest.mark.parametrize("table", TABLES)
def test_the_keys_of_a_table_are_unique_and_lower_case(table: PayTable) -> None:
    assert len(set(table.keys)) == len(table.rows) == len(table.odds)
    assert all(key == key.lower().strip() for key in table.keys)


@pytest.mark.parametrize("table", TABLES)
def test_a_better_hand_never_pays_less(table: PayTable) -> None:
    paid = [row.odds.num / row.odds.den for row in table.rows]
    if table.unit in PAY_UNITS:
        assert paid == sorted(paid, reverse=True)
    if table.unit in MONEY_UNITS:
        assert min(paid) >= 0


@pytest.mark.parametrize(
    ("label", "key"),
    [
        ("Royal flush (suited A-K-Q)", "royal flush"),
        ("One pair", "pair"),
        ("Two pair", "two pair"),
        ("Down card is a Bonus card (bank Pure)", "down card is a bonus card"),
        ("A-K suited", "a-k suited"),
    ],
)
def test_a_label_is_looked_up_without_parentheses_in_lower_case(label: str, key: str) -> None:
    assert key_of(label) == key


def test_rows_that_only_their_parentheses_tell_apart_keep_them() -> None:
    rules = Rules.of("pure-21-5-blackjack")
    assert rules.pays("outcomes", "over 21.5 v 888 (push option)") == Odds(0)
    assert rules.pays("outcomes", "over 21.5 v 888 (win option)") == Odds(1)


@rule("PD-36")
def test_charts_give_whole_numbers_and_fixed_prizes_cents() -> None:
    chart = Rules.of("three-card-poker").table("action-button-values")
    names = ("ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king")
    assert [chart.number(name) for name in names] == list(range(1, 14))
    assert Rules.of("fortune-pai-gow").table("FPG-ENVY").cents("five aces") == 250_00
    assert Rules.of("fortune-pai-gow").table("FPG-ENVY").cents("two pair") == 0


def test_listed_rows_are_changed_and_the_others_stay_as_printed() -> None:
    rules = Rules.of("three-card-poker", pay={"bonus": "royal flush=50, Straight Flush=40,one pair=3:2"})
    assert [str(odds) for odds in rules.table("bonus").odds.values()] == [
        "50 to 1",
        "40 to 1",
        "30 to 1",
        "6 to 1",
        "3 to 1",
        "3 to 2",
    ]
    assert Rules.of("three-card-poker", pay={"bonus": {"flush": 4}}).pays("bonus", "flush") == Odds(4)
    assert Rules.of("three-card-poker").pays("bonus", "royal flush") == Odds(200)


@pytest.mark.parametrize(
    ("table_id", "pay", "says"),
    [
        ("bonus", "royal flush", "'royal flush' is not a row of pay table bonus: write hand=odds, such as flush=4"),
        (
            "bonus",
            "full house=9",
            "pay table bonus has no row 'full house': its rows are royal flush · straight flush · three of a kind · "
            "straight · flush · pair",
        ),
        ("bonus", "flush=-4", "pay table bonus, flush: '-4' is not odds: write 40, 3:2 or 1.5"),
        ("bonus", "flush=four", "pay table bonus, flush: 'four' is not odds: write 40, 3:2 or 1.5"),
        ("bonus", "flush=3:0", "pay table bonus, flush: '3:0' is not odds: write 40, 3:2 or 1.5"),
        ("bonus", "flush=", "pay table bonus, flush: '' is not odds: write 40, 3:2 or 1.5"),
        ("bonus", {"flush": True}, "pay table bonus, flush: 'True' is not odds: write 40, 3:2 or 1.5"),
        ("bonus", {"flush": float("nan")}, "pay table bonus, flush: 'nan' is not odds: write 40, 3:2 or 1.5"),
        (
            "trips",
            "flush=4",
            "three-card-poker has no pay table 'trips': its tables are bonus, ante, play, ante-bonus, ",
        ),
        (
            "outcomes",
            "fold: ante=1",
            'outcomes is counted in "times that circle\'s wager": only a table that pays winners may be changed',
        ),
    ],
)
def test_nonsense_is_refused_with_the_text_that_was_tried(table_id: str, pay: object, says: str) -> None:
    with pytest.raises(Refusal) as refused:
        Rules.of("three-card-poker", pay={table_id: pay})  # type: ignore[dict-item]
    assert str(refused.value).startswith(says)


def test_a_fixed_prize_is_changed_in_whole_cents_only() -> None:
    assert Rules.of("fortune-pai-gow", pay={"FPG-ENVY": "five aces=99.50"}).table("FPG-ENVY").cents("five aces") == 9950
    with pytest.raises(Refusal, match=r"pay table FPG-ENVY, five aces: '1:3' dollars is not a whole number of cents"):
        Rules.of("fortune-pai-gow", pay={"FPG-ENVY": "five aces=1:3"})


# -- tables that are not always in use ----------------------------------------------------------------------------

PUT_IN_USE = [
    ("three-card-poker", "ante-bonus", "straight=2", {"ante_bonus": "5/4/1"}),
    ("ultimate-texas-holdem", "trips", "flush=7", {"trips_table": "custom"}),
    ("three-card-split", "TCS-3b", "two pair=3", {"bonus_paytable": "TCS-3b"}),
    ("mini-pai-gow", "MPG-C", "flush=9", {"bonus_paytable": "MPG-C"}),
    ("mini-pai-gow", "MPG-COMM-FIXED", "five aces=2000", {"bonus_paytable": "MPG-COMM"}),
    ("pure-21-5-blackjack", "pure-7-5", "pure 21.5 blackjack=2", {"pure_payoff": "7:5"}),
    ("pure-21-5-blackjack", "insurance", "down card is a bonus card=3", {"pure_payoff": "3:2", "insurance": True}),
    (
        "pure-21-5-blackjack",
        "pure-3-2",
        "even money on a pure=2",
        {"pure_payoff": "3:2", "insurance": True, "even_money": True},
    ),
]


@rule("TCP-53", "UTH-46", "TCS-64", "MPG-31", "P21-64")
@pytest.mark.parametrize(("game", "table", "rows", "options"), PUT_IN_USE)
def test_changed_rows_put_their_table_in_use(game: str, table: str, rows: str, options: dict[str, object]) -> None:
    rules = Rules.of(game, pay={table: rows})
    assert rules.by_pay == options
    assert rules.options.items() >= options.items()
    assert rules.in_use(table)
    assert not Rules.of(game).by_pay
    assert Rules.of(game, options, {table: rows}) == rules
    assert not Rules.of(game, options, {table: rows}).by_pay


@pytest.mark.parametrize(("game", "table", "rows", "options"), PUT_IN_USE)
def test_an_option_that_says_otherwise_is_a_conflict(
    game: str, table: str, rows: str, options: dict[str, object]
) -> None:
    for name in options:
        other = Rules.of(game).options[name]
        with pytest.raises(Refusal, match="is not in use with") as refused:
            Rules.of(game, {name: other}, {table: rows})
        assert refused.value.facts["option"] == name


@rule("UTH-46")
def test_rows_as_printed_are_no_table_of_the_rooms_own() -> None:
    assert Rules.of("ultimate-texas-holdem", pay={"trips": "flush=6"}).by_pay == {}


def test_every_table_that_an_option_chooses_says_so() -> None:
    for game in rulebook.game_ids():
        rules = Rules.of(game)
        for option in rulebook.book(game).options:
            for choice in option.choices:
                if choice in rules.tables:
                    assert rules.table(str(choice)).in_use == {option.id: choice}
                    assert rules.in_use(str(choice)) == (rules.options[option.id] == choice)
