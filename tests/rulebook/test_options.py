"""Options: resolved once, read by name, refused with the value tried, the choices and the clause."""

import copy
import pickle
import tomllib

import pytest

from houseway import rulebook
from houseway.rulebook import Option, Options, Rules, Span, offered
from houseway.rulebook.files import manifest
from houseway.script.errors import Refusal
from houseway.testing import example, rule

ALL = [(file_id, option) for file_id in rulebook.game_ids() for option in rulebook.book(file_id).options]


def test_an_option_is_read_as_an_attribute_or_by_name() -> None:
    options = Rules.of("three-card-poker").options
    assert options.exposed_card == options["exposed_card"] == "top"
    assert (options.hands_per_player, options.backline, options.smallest_chip) == (1, False, 0.5)
    assert options.cents("smallest_chip") == 50


@pytest.mark.parametrize(
    ("game", "name", "text", "value"),
    [
        ("three-card-poker", "backline", "true", True),
        ("three-card-poker", "hands_per_player", "2", 2),
        ("three-card-poker", "smallest_chip", "0.25", 0.25),
        ("three-card-poker", "smallest_chip", "1", 1.0),
        ("three-card-poker", "smallest_chip", ".50", 0.5),
        ("three-card-poker", "ante_bonus", "5/4/1", "5/4/1"),
        ("three-card-poker", "exposed_card", "None", "none"),
        ("mini-pai-gow", "qualifier", "44", "44"),
        ("mini-pai-gow", "qualifier", "22", "22"),
        ("mini-pai-gow", "qualifier", "tt", "TT"),
        ("mini-pai-gow", "qualifier", "AA", "AA"),
        ("mini-pai-gow", "player_bank", "on", "on"),
        ("mini-pai-gow", "main_limits", "10..1000", Span(10, 1000)),
        ("mini-pai-gow", "bonus_aggregate_max", "250", 250),
        ("mini-pai-gow", "bonus_aggregate_max", "none", "none"),
        ("fortune-pai-gow", "fortune_min", "500", 500),
        ("three-card-split", "bonus_cap_ratio", "0.5", 0.5),
        ("pure-21-5-blackjack", "pure_payoff", "3:2", "3:2"),
    ],
)
def test_text_becomes_a_value_of_the_options_own_type(game: str, name: str, text: str, value: object) -> None:
    chosen = Rules.of(game, {name: text}).options[name]
    assert chosen == value
    assert type(chosen) is type(value)
    assert Rules.of(game, {name: value}).options[name] == value


@pytest.mark.parametrize(
    ("game", "name", "value", "says"),
    [
        (
            "three-card-poker",
            "exposed_card",
            "left",
            "option exposed_card = left is not among its choices: top, middle, bottom, none (TCP-19, TCP-51)",
        ),
        (
            "three-card-poker",
            "exposed_card",
            None,
            "option exposed_card = None is not among its choices: top, middle, bottom, none (TCP-19, TCP-51)",
        ),
        ("three-card-poker", "backline", 1, "option backline = 1 is not among its choices: false, true (TCP-46)"),
        (
            "three-card-poker",
            "hands_per_player",
            True,
            "option hands_per_player = true is not among its choices: 1, 2 (TCP-11)",
        ),
        (
            "fortune-pai-gow",
            "fortune_min",
            "501",
            "option fortune_min = 501 is not among its choices: 1, 1 to 500 (FPG-09)",
        ),
        (
            "fortune-pai-gow",
            "bank_min",
            "9.50",
            "option bank_min = 9.50 is not among its choices: 10, 10 to 10000000 (FPG-17)",
        ),
        (
            "mini-pai-gow",
            "main_limits",
            "500..5",
            "option main_limits = 500..5 is not among its choices: 5..500, any min..max up to 10000000; "
            "did you mean 5..500? (MPG-06)",
        ),
        (
            "mini-pai-gow",
            "main_limits",
            "min..max",
            "option main_limits = min..max is not among its choices: 5..500, any min..max up to 10000000 (MPG-06)",
        ),
        (
            "three-card-poker",
            "exposed_cart",
            "top",
            "three-card-poker has no option 'exposed_cart': did you mean exposed_card?",
        ),
        ("pai-gow-seneca", "jackpot", "1", "pai-gow-seneca has no option 'jackpot': its options are table_limits, "),
    ],
)
def test_what_is_not_offered_is_refused(game: str, name: str, value: object, says: str) -> None:
    with pytest.raises(Refusal) as refused:
        Rules.of(game, {name: value})
    assert str(refused.value).startswith(says)


@example("PD-E25")
def test_a_choice_for_one_game_leaves_the_others_at_the_shared_default() -> None:
    games = [game_id for game_id in rulebook.game_ids() if "settle_grouping" in offered(game_id)]
    chosen = Rules.of("three-card-holdem", {"settle_grouping": "by-circle"}).options
    assert (chosen.settle_grouping, chosen.rounding) == ("by-circle", "exact-cents")
    assert {Rules.of(game_id).options.settle_grouping for game_id in games} == {"by-seat"}
    assert {Rules.of(game_id).options.rounding for game_id in games} == {"exact-cents"}


@rule("PD-61")
@example("PD-E26")
def test_the_option_of_a_game_overrides_the_shared_one() -> None:
    shared = {option.id: option for option in rulebook.book("player-dealer").options}
    own = {option.id: option for option in rulebook.book("three-card-holdem").options}
    assert shared["fee_basis"].default == "all-predeal"
    assert Rules.of("three-card-holdem").options.fee_basis == own["fee_basis"].default == "ante-only"
    assert Rules.of("three-card-holdem").options.bank_accounting == shared["bank_accounting"].default
    assert Rules.of("three-card-poker").options.fee_basis == "all-predeal"


@rule("PD-61")
@pytest.mark.parametrize("game_id", rulebook.game_ids())
def test_shared_options_belong_to_games_that_only_players_bank(game_id: str) -> None:
    bankers = rulebook.book(game_id).game.bankers
    has_shared = "release_after_one" in offered(game_id)
    assert has_shared == (bankers == ("player-dealer",))


@pytest.mark.parametrize("option", [pytest.param(option, id=f"{owner} {option.id}") for owner, option in ALL])
def test_every_printed_choice_is_admitted(option: Option) -> None:
    assert option.read(option.default) == option.standard
    for choice in option.choices:
        if not (isinstance(choice, str) and (choice.startswith("range") or choice == "min..max")):
            assert option.read(choice) in (choice, option.read(str(choice).lower()))


def test_no_option_hides_a_method_of_options() -> None:
    methods = {name for name in dir(Options) if not name.startswith("_")}
    assert methods.isdisjoint({option.id for _, option in ALL})


def test_options_never_change() -> None:
    options = Rules.of("three-card-poker").options
    with pytest.raises(AttributeError, match="the options of a table never change"):
        options.exposed_card = "none"
    with pytest.raises(AttributeError, match="never change"):
        del options.exposed_card
    assert options.exposed_card == "top"


def test_a_name_that_is_no_option_is_an_attribute_error_with_the_options() -> None:
    with pytest.raises(
        AttributeError, match=r"three-card-poker has no option 'joker': its options are unqualified_tie"
    ):
        _ = Rules.of("three-card-poker").options.joker


def test_options_can_be_copied_stored_compared_and_hashed() -> None:
    options = Rules.of("mini-pai-gow", {"main_limits": "5..50"}).options
    assert pickle.loads(pickle.dumps(options)) == copy.deepcopy(options) == options
    assert hash(options) == hash(Rules.of("mini-pai-gow", {"main_limits": Span(5, 50)}).options)
    assert options != Rules.of("mini-pai-gow").options
    assert dict(options) == {name: options[name] for name in options}
    assert "main_limits=5..50" in repr(options)


def test_every_option_of_the_files_is_loaded() -> None:
    printed = 0
    for path in sorted(manifest.DATA.glob("*.toml")):
        printed += len(tomllib.loads(path.read_text()).get("option", []))
    assert printed == len(ALL) + len(rulebook.book("player-dealer").options) == 179


# -- shared options that a game leaves nothing to decide ----------------------------------------------------------

IDLE = {
    "fortune-pai-gow": {"backline_max": "FPG-12", "button_wrap": "FPG-25", "button_seats": "FPG-25"},
    "pai-gow-california": {
        "backline_max": "PGC-07",
        "button_wrap": "PGC-19",
        "button_seats": "PGC-19",
        "fee_basis": "PGC-12",
    },
    "pure-21-5-blackjack": {"fee_basis": "FEE-07"},
}


@rule("PD-61", "FPG-12", "PGC-07")
@pytest.mark.parametrize("game", rulebook.game_ids())
def test_a_shared_option_that_decides_nothing_in_a_game_is_not_offered_there(game: str) -> None:
    idle = {each.id: each.clauses[0] for each in rulebook.book(game).idle}
    assert idle == IDLE.get(game, {})
    shared = {option.id: option for option in rulebook.book(rulebook.SHARED).options}
    for name, clause in idle.items():
        assert name not in offered(game)
        with pytest.raises(Refusal, match=f"{game} does not offer {name}: ") as refused:
            Rules.of(game, {name: shared[name].choices[-1]})
        assert (refused.value.code, refused.value.clause) == ("idle-option", clause)


@rule("PD-54", "FPG-12", "PGC-07")
def test_the_games_own_option_says_how_many_bet_behind_a_seat() -> None:
    assert "backline_squares" in offered("fortune-pai-gow")
    assert "squares_in_use" in offered("pai-gow-california")
    for game in ("three-card-poker", "pure-21-5-blackjack", "ultimate-texas-holdem", "three-card-holdem"):
        assert "backline_max" in offered(game)
