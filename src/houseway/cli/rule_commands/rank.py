"""`houseway rank` and `houseway set`: what cards are worth, and how the house way splits them."""

from typing import TYPE_CHECKING

import click

from houseway.cards import cards_from, refuse_repeats, texts_of
from houseway.cli.argument_types import cards_argument, game_argument
from houseway.cli.output.answers import json_option, options_option, print_json, show, table
from houseway.script.errors import Refusal

if TYPE_CHECKING:
    from houseway.rulebook import Rules
    from houseway.script import Setting


@click.command()
@game_argument
@cards_argument
@options_option
@json_option
def rank(game: str, cards: str, options: dict[str, str], as_json: bool) -> None:
    """Say what CARDS are worth in GAME.

    \b
    Examples:
      houseway rank three-card-poker Qs 6d 4c
      houseway rank three-card-poker AhKhQh --json
      houseway rank omaha "A♠ 2♠ K♦ Q♦ 3♣ 4♥ 8♦"
    """
    from houseway.games import find
    from houseway.rulebook import Rules

    rules = Rules.of(game, options)
    held = cards_from(cards)
    hands = find(game).rank(held, rules)
    if as_json:
        told = {
            title: {"category": hand.category, "says": hand.says, "value": hand.value, "cards": texts_of(hand.cards)}
            for title, hand in hands.items()
        }
        print_json({"game": game, "cards": texts_of(held), "ranks": told})
        return
    rows = [(title, hand.category, hand.says, " ".join(texts_of(hand.cards))) for title, hand in hands.items()]
    show(table("", ("", "category", "a dealer says", "cards"), rows))


@click.command(name="set")
@game_argument
@cards_argument
@click.option("--all", "every", is_flag=True, help="List every setting that is not foul, with its ranks.")
@click.option(
    "--best", is_flag=True, help="List every setting by what it expects, exactly, the best first; with --all too."
)
@options_option
@json_option
def set_(game: str, cards: str, every: bool, best: bool, options: dict[str, str], as_json: bool) -> None:
    """Set CARDS by the house way of GAME, and say which clause decides.

    \b
    Examples:
      houseway set fortune-pai-gow As Ks Qd Jc 9h 9d 2c
      houseway set three-card-split "Ah Kh 2c" --all
      houseway set fortune-pai-gow "Ah Jk Qd Jc Th 3d 2c" --best
    """
    from houseway.games import find
    from houseway.rulebook import Rules

    rules, found = Rules.of(game, options), find(game)
    if found.house_way is None or found.settings is None:
        form = "no hand is split in {game}: `houseway rank` says what cards are worth"
        raise Refusal("set", form, facts={"game": game})
    held = cards_from(cards)
    refuse_repeats(held)
    if best:
        found.house_way(held, rules)  # refuses what is no hand before anything is compiled
        _show_best(rules, held, as_json)
        return
    if not every:
        _show_setting(found.house_way(held, rules), game, held, as_json)
        return
    settings = found.settings(held, rules)
    if as_json:
        print_json({"game": game, "cards": texts_of(held), "settings": [_as_json(each) for each in settings]})
        return
    rows = [(" ".join(texts_of(s.high)), s.high_says, " ".join(texts_of(s.low)), s.low_says) for s in settings]
    show(table(f"{len(rows)} settings that are not foul", ("high", "", "low", ""), rows))


def _show_setting(setting: "Setting", game: str, held: tuple[int, ...], as_json: bool) -> None:
    if as_json:
        print_json({"game": game, "cards": texts_of(held), **_as_json(setting)})
        return
    rows = [
        ("high", " ".join(texts_of(setting.high)), setting.high_says),
        ("low", " ".join(texts_of(setting.low)), setting.low_says),
    ]
    show(table("", ("", "cards", "a dealer says"), rows, note=f"decided by {', '.join(setting.clauses)}"))


def _show_best(rules: "Rules", held: tuple[int, ...], as_json: bool) -> None:
    """Prints every setting with its exact expectation, the best first."""
    from houseway.cli.output.progress_bar import bar
    from houseway.lab.inquiry.answer import fraction_text
    from houseway.lab.ranked_settings import best_settings

    with bar() as tell:
        found = best_settings(rules, held, tell)
    if as_json:
        settings = [
            _as_json(each.setting)
            | {
                "expectation": fraction_text(each.expectation),
                "edge": float(-each.expectation),
                "won": each.won,
                "pushed": each.pushed,
                "lost": each.lost,
                "house_way": each.house_way,
                "doubled": each.doubled,
            }
            for each in found
        ]
        print_json({"game": rules.game.id, "cards": texts_of(held), "exact": True, "settings": settings})
        return
    rows = [
        (
            f"{float(each.expectation):+.6f}",
            *(f"{count / (each.won + each.pushed + each.lost):.2%}" for count in (each.won, each.pushed, each.lost)),
            " ".join(texts_of(each.setting.low)),
            " ".join(texts_of(each.setting.high)),
            each.setting.high_says,
            ", ".join(["doubled"] * each.doubled + ["house way"] * each.house_way),
        )
        for each in found
    ]
    note = f"exact, for each unit of the wager{_stated_at(rules)}, against an opponent who sets the house way"
    columns = ("expects", "wins", "pushes", "loses", "low", "high", "", "")
    show(table("", columns, rows, numbers=columns[:4], note=note))


def _stated_at(rules: "Rules") -> str:
    """The wager by which a commission to the house is rounded, where one is taken."""
    if "commission_rounding" not in rules.options or "player-dealer" in rules.game.bankers:
        return ""
    from houseway.lab.inquiry.question import question_of
    from houseway.lab.methods.pai_gow.cells import wager_at
    from houseway.script.money import dollars

    return f" (${dollars(wager_at(question_of(rules)))}, net of commission)"


def _as_json(setting: "Setting") -> dict[str, object]:
    return {
        "high": texts_of(setting.high),
        "low": texts_of(setting.low),
        "high_says": setting.high_says,
        "low_says": setting.low_says,
        "clauses": list(setting.clauses),
    }
