"""Reports: one self-contained page that says what is exact, and warns a banker."""

from fractions import Fraction
from html.parser import HTMLParser
from itertools import product
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from houseway.cli import main
from houseway.lab import OddsAnswer, Question, Solved, Wager, odds
from houseway.lab.games.mini_pai_gow import exact as mini_pai_gow
from houseway.lab.inquiry.answering import solver_of
from houseway.lab.report import page as page_module
from houseway.lab.report import report
from houseway.lab.report import sensitivity as sensitivity_module
from houseway.lab.report.bankroll import OneRound, fan, hit_frequency, needed, ruin
from houseway.lab.report.html import Markup, table, tag, text
from houseway.lab.report.plots import MOST_ROWS, distribution, percent, several
from houseway.lab.report.sensitivity import sensitivity
from houseway.lab.report.svg import Plot, Scale
from houseway.lab.report.top import SIGN
from houseway.players.bots import Bot
from houseway.rulebook import book
from houseway.rulebook.options import text_of

TCP = "three-card-poker"
VOID = {"meta", "line", "rect", "polyline", "polygon", "br"}


class Page(HTMLParser):
    """Checks that every element is closed, and collects what a browser would fetch."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.fetched: list[str] = []
        self.ids: list[str] = []
        self.feed(page)
        assert not self.open, f"{self.open} were left open"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self.open.append(tag)
        for name, value in attrs:
            if name in ("src", "href") and not str(value).startswith("#"):
                self.fetched.append(str(value))
            if name == "id":
                self.ids.append(str(value))
        assert tag not in ("script", "link", "img", "iframe")

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag


@pytest.fixture(scope="module")
def page() -> str:
    return report(TCP, changes=0)


def test_a_page_is_whole_and_fetches_nothing(page: str) -> None:
    read = Page(page)
    assert read.fetched == []
    assert read.ids == ["rules", "edges", "strategy", "distribution", "bankroll", "sensitivity", "method"]
    assert "url(" not in page
    assert "@import" not in page


def test_a_page_gives_rules_edges_strategy_plots_and_the_method(page: str) -> None:
    for said in ("4.6081%", "4.3801%", "TCP-28", "Royal flush", "J-9-6", "exact"):
        assert said in page
    assert page.count('<div class="wide"><svg') == page.count('<div class="narrow" aria-hidden="true"><svg') == 4
    assert "97 million comparisons" in page
    assert 'role="alert"' not in page


def test_an_edge_for_the_player_is_said_before_anything_else() -> None:
    page = report(TCP, pay={"bonus": "flush=5"}, changes=0)
    warning = page.index("Whoever banks this table pays for it")
    assert warning < page.index('id="rules"')
    assert "bonus: the PLAYER has the edge" in page
    assert "printed: 3 to 1" in page


def test_a_game_without_odds_is_simulated_and_says_so() -> None:
    page = report("lowball", company=Bot, changes=0)
    Page(page)
    assert "an estimate, not an exact figure" in page
    assert "The rules in brief" in report("panguingue", changes=0)


def test_a_wager_that_is_part_of_another_is_not_said_to_favour_the_player() -> None:
    play = Wager.of([("won", 6, Fraction(1)), ("lost", 4, Fraction(-1))], part_of="ante")
    row = page_module._wagers({"play": play})
    assert "play (part of the ante)" in row
    assert "-20.0000%" in row
    assert 'class="good"' not in row
    assert 'class="good"' in page_module._wagers({"play": msgspec.structs.replace(play, part_of="")})


def test_words_from_outside_are_escaped() -> None:
    assert text("<b>") == "&lt;b&gt;"
    assert tag("p", "a & b", class_='"') == '<p class="&quot;">a &amp; b</p>'
    assert tag("p", Markup("<b>")) == "<p><b></p>"


def test_changes_are_worked_out_anew() -> None:
    asked, answer = Question(TCP), odds(TCP)
    found = sensitivity(asked, answer)
    assert found.left == []
    rows = {(each.what, each.instead): each for each in (*found.rows, *found.options)}
    flush = rows["Bonus wager: flush", "4 to 1"]
    assert flush.moved == {"bonus": Fraction(1096, 22_100)}
    assert flush.gives_the_edge == ["bonus"]
    assert flush.after["bonus"] == odds(TCP, pay={"bonus": {"flush": 4}}, wager="bonus").wagers["bonus"].expectation
    hidden = rows["exposed_card", "none"]
    assert set(hidden.moved) == {"ante", "ante+bonus"}
    assert {each.what for each in found.options} == set(solver_of(Question(TCP)).moved_by or ())
    assert len(found.rows) == 8


def test_a_row_of_a_side_bet_needs_no_work_and_the_rest_is_bounded_by_number(monkeypatch: pytest.MonkeyPatch) -> None:
    asked, answer = Question(TCP), odds(TCP)
    monkeypatch.setattr(sensitivity_module, "odds", pytest.fail)
    found = sensitivity(asked, answer, most=0)
    assert [each.what for each in found.rows] == [f"Bonus wager: {row}" for row in asked.rules.table("bonus").odds]
    assert found.options == []
    assert found.left[:3] == ["Ante: ante wins = 2 to 1", "Play: play wins = 2 to 1", "unqualified_tie = push"]


def test_a_slow_game_is_worked_out_again_for_a_few_changes_only(monkeypatch: pytest.MonkeyPatch) -> None:
    uth = "ultimate-texas-holdem"
    answer = odds(uth, wager="trips")
    asked_again: list[str] = []

    def again(*_: Any, wager: str) -> OddsAnswer:
        asked_again.append(wager)
        return answer

    monkeypatch.setattr(sensitivity_module, "odds", again)
    found = sensitivity(Question(uth), answer)
    assert asked_again == ["ante"] * 4 + ["trips"]
    assert len(found.left) == 5
    trips = {each.what: each.moved["trips"] for each in found.rows}
    assert trips["Trips Bonus: royal flush"] == Fraction(4324, 133_784_560)
    assert len(trips) == 7


def test_a_prize_of_dollars_is_no_row_of_the_wager_beside_it() -> None:
    fortune = "fortune-pai-gow"
    found = sensitivity(Question(fortune), odds(fortune, wager="fortune"), most=0)
    assert [each.what for each in found.rows if "Envy" in each.what] == []
    assert len([each for each in found.rows if each.what.startswith("Fortune Bonus")]) == 11


@pytest.mark.parametrize("game", [TCP, "three-card-holdem"])
def test_no_other_option_changes_odds(game: str, pytestconfig: pytest.Config) -> None:
    if int(pytestconfig.getoption("--campaign")) < 2:
        pytest.skip("--campaign 2 tries every option")
    moved_by = solver_of(Question(game)).moved_by
    assert moved_by is not None
    usual = {name: wager.expectation for name, wager in odds(game).wagers.items()}
    for option in book(game).options:
        for choice in map(text_of, option.choices):
            if option.id not in moved_by and ".." not in choice:
                then = odds(game, {option.id: choice}).wagers
                assert all(each.expectation == usual[name] for name, each in then.items()), (option.id, choice)


def test_the_top_of_a_page_says_whose_edge_it_is() -> None:
    ours = report(TCP, {"unqualified_ante": "pays", "ante_bonus": "5/4/1"}, changes=0)
    edge = float(
        odds(TCP, {"unqualified_ante": "pays", "ante_bonus": "5/4/1"}, wager="ante").wagers["ante"].expectation
    )
    assert edge > 0
    assert tag("b", f"{-edge:.3%}") + tag("span", "edge on the ante: the player has it; 4.608% as printed") in ours
    assert ours.count(text(SIGN)) == 1
    assert several("primary") == "primary wagers"
    assert several("ante") == "antes"


def test_the_top_of_a_page_says_what_was_changed_and_what_it_did_to_the_wager() -> None:
    page = report(TCP, {"exposed_card": "top"}, {"bonus": "flush=4"}, changes=0)
    head = page[: page.index("</header>")]
    assert "Bonus wager: flush pays 4 to 1 instead of 3 to 1" in head
    assert "exposed_card" not in head  # it is what is printed
    first = page[page.index('class="facts"') :]
    assert first.startswith('class="facts"><div class="fact changed"><b>-0.579%</b>')
    assert "edge on the bonus: the player has it; 4.380% as printed" in first
    assert "The table as printed." in report(TCP, changes=0)


def test_every_bar_of_a_distribution_carries_its_value() -> None:
    one = OneRound.of(ODD)
    drawn = distribution("odd", one)
    assert drawn.count("<rect") == len(one.nets)
    for said in ("+1.5", "20.00%", "-1", "40.00%"):
        assert f">{said}</text>" in drawn
    assert [percent(share) for share in (0.5, 0.0123, 0.00018, 0.0000000154)] == [
        "50.00%",
        "1.23%",
        "0.0180%",
        "0.00000154%",
    ]


def test_very_many_results_are_put_together_at_their_rarer_end() -> None:
    many = Wager.of([(str(net), 2 ** (40 - net), Fraction(net)) for net in range(-1, 40)])
    drawn = distribution("many", OneRound.of(many))
    assert drawn.count("<rect") == MOST_ROWS
    assert ">+20..+39</text>" in drawn


def test_a_table_of_many_columns_is_told_row_by_row_on_a_phone() -> None:
    wide = table(("a", "b", "c", "d"), [("1", "2", "3", "4")])
    assert 'class="scroll stack"' in wide
    assert '<td data-label="d">4</td>' in wide
    assert "stack" not in table(("a", "b"), [("1", "2")])


# -- bankrolls ----------------------------------------------------------------------------------------------------

COIN = Wager.of([("win", 9, Fraction(1)), ("lose", 11, Fraction(-1))])
ODD = Wager.of([("win", 1, Fraction(3, 2)), ("push", 2, Fraction(0)), ("lose", 2, Fraction(-1))])


@pytest.mark.parametrize("wager", [COIN, ODD])
def test_a_fan_is_the_distribution_of_every_sequence(wager: Wager) -> None:
    one, rounds = OneRound.of(wager), 5
    ends: dict[Fraction, Fraction] = {}
    for names in product(wager.outcomes, repeat=rounds):
        chance = Fraction(1)
        for name in names:
            chance *= wager.probability(name)
        net = sum((wager.pays[name] for name in names), Fraction(0))
        ends[net] = ends.get(net, Fraction(0)) + chance
    below, middle = Fraction(0), Fraction(0)
    for net in sorted(ends):
        below += ends[net]
        if below >= Fraction(1, 2):
            middle = net
            break
    found = fan(one, [rounds])
    assert found.exact
    assert found.results[0][3] == float(middle)


def test_ruin_is_counted_as_in_every_sequence() -> None:
    one, rounds, bankroll = OneRound.of(COIN), 6, 3
    gone = Fraction(0)
    for steps in product((1, -1), repeat=rounds):
        held, chance, ruined = bankroll, Fraction(1), False
        for step in steps:
            chance *= Fraction(9 if step > 0 else 11, 20)
            held += step
            ruined |= held < 1
        gone += chance * ruined
    assert float(gone) == pytest.approx(float(ruin(one, bankroll, rounds)[-1]))


def test_the_bankroll_that_is_needed_is_the_smallest() -> None:
    one = OneRound.of(COIN)
    (units,) = needed(one, 100, [0.05])
    assert units is not None
    assert ruin(one, units, 100)[-1] <= 0.05 < ruin(one, units - 1, 100)[-1]


def test_one_win_of_more_than_all_that_is_told_apart_ruins_nobody_afterwards() -> None:
    one = OneRound([-1, 5_000], [0.9, 0.1], 1, False)
    gone = ruin(one, 2, 3)
    assert gone.tolist() == pytest.approx([0, 0.0, 0.81, 0.81])


def test_a_result_that_is_an_average_keeps_the_mean() -> None:
    wager = Wager.of([("win", 1, Fraction(1)), ("split", 2, Fraction(123, 1001)), ("lose", 3, Fraction(-1))])
    one = OneRound.of(wager)
    assert one.averaged
    assert one.parts == 1
    assert one.mean == pytest.approx(float(wager.expectation))
    assert hit_frequency(wager) == Fraction(1, 2)


# -- drawing ------------------------------------------------------------------------------------------------------


def test_ticks_are_round_numbers_within_the_scale() -> None:
    assert Scale(0, 1, 0, 100).ticks(5) == pytest.approx([0, 0.2, 0.4, 0.6, 0.8, 1.0])
    assert Scale(-7, 23, 0, 100).ticks(6) == pytest.approx([-5, 0, 5, 10, 15, 20])
    assert Scale(5, 20_000, 0, 100, log=True).ticks() == [10, 100, 1_000, 10_000]
    assert Scale(10, 1000, 0, 100, log=True).at(100) == pytest.approx(50)


def test_a_plot_that_stands_alone_brings_its_colours() -> None:
    plot = Plot((0, 1), (0, 1), title="a < b")
    plot.line([(0, 0), (1, 1)], "name")
    alone = plot.drawn(alone=True)
    assert alone.startswith("<svg ")
    assert "xmlns" in alone
    assert "--one:" in alone
    assert "a &lt; b" in alone


# -- the command --------------------------------------------------------------------------------------------------


def test_the_command_writes_the_file_it_is_told(tmp_path: Path) -> None:
    file = tmp_path / "tcp.html"
    words = ["report", TCP, "--output", str(file), "--option", "exposed_card=none", "--changes", "0"]
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 0
    assert "exposed_card = none" in file.read_text()
    assert CliRunner().invoke(main, ["report", "bridge", "--output", str(file)]).exit_code == 2
    assert (
        CliRunner()
        .invoke(main, ["report", TCP, "--output", str(tmp_path / "no" / "where.html"), "--changes", "0"])
        .exit_code
        == 2
    )


def test_a_game_that_takes_minutes_is_counted_again_only_for_readings(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path))
    counted: list[str] = []

    def wager(won: int) -> Wager:
        return Wager.of([("won", won, Fraction(1)), ("lost", 100 - won, Fraction(-1))])

    def part(asked: Question, _tell: Any) -> Solved:
        counted.append(str(asked.rules.options.wheel))
        return Solved(wagers={"house way": wager(40 + (asked.rules.options.wheel == "lowest"))})

    solver = mini_pai_gow.SOLVER
    monkeypatch.setattr(mini_pai_gow, "SOLVER", msgspec.structs.replace(solver, base=None, sides={"house way": part}))
    answer = odds("mini-pai-gow", wager="house way", use_cache=False)
    answer.wagers |= {"main": wager(49), "main: qualifier = 44": wager(51)}
    counted.clear()
    found = sensitivity(Question("mini-pai-gow"), answer, most=20)
    assert counted.count("lowest") == 1
    assert {change.what: change.moved for change in found.options} == {
        "wheel": {"house way": Fraction(1, 50)},
        "qualifier": {"main": Fraction(1, 25)},
    }
    assert [change.gives_the_edge for change in found.options if change.what == "qualifier"] == [["main"]]
    assert "best play takes minutes" in found.again
