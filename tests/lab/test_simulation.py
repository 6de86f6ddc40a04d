"""Simulation deals the same rounds with any workers, paid as the script pays, at the frequencies of exact odds."""

import json
import sys
from collections import Counter
from pathlib import Path
from random import Random

import numpy as np
import pytest
from click.testing import CliRunner

from houseway.cards import PACK
from houseway.cli import main
from houseway.cli.lab_commands.bench import PARTS, rate
from houseway.games.three_card_holdem import ANTE as HOLDEM_ANTE
from houseway.games.three_card_holdem import PAIR_OF_FOURS, PAIR_OR_SUITED, STRAIGHT_OR_UP, pair_or_suited
from houseway.games.three_card_poker import ANTE, BONUS, QUEEN_HIGH
from houseway.hands import three
from houseway.lab import Question, answer_json, odds
from houseway.lab.games.three_card_holdem import simulation as holdem
from houseway.lab.games.three_card_poker import simulation as poker
from houseway.lab.games.three_card_split import simulation as split
from houseway.lab.inquiry.game_record import lab_of
from houseway.lab.inquiry.probe import probe
from houseway.lab.loops.chance import STEP, below, high_half, low_half, mixed
from houseway.lab.simulate import PARCEL, simulate
from houseway.lab.simulation import Simulated, streams
from houseway.lab.simulation.model import GAME
from houseway.lab.simulation.script_model import Scripted, scripted
from houseway.lab.simulation.strategies import BOTS, HOUSE_WAY, Tactic
from houseway.players.bots import Bot
from houseway.rulebook.files.index import releases
from houseway.script import Refusal

TCP, TCH, TCS = "three-card-poker", "three-card-holdem", "three-card-split"
GAMES = sorted(set(releases()) - {"player-dealer", "collection-schedules"})
SURE = 4.5


def same(one: Simulated, other: Simulated) -> bool:
    """Returns True if two simulations found the same, apart from the time."""
    fields = ("wagers", "outcomes", "decisions", "convergence", "rounds")
    return all(getattr(one, field) == getattr(other, field) for field in fields)


# -- chance -------------------------------------------------------------------------------------------------------


def test_chance_is_the_published_splitmix64() -> None:
    at, found = np.uint64(0), []
    with np.errstate(over="ignore"):
        for _ in range(3):
            at += STEP
            found.append(int(mixed(at)))
    assert found == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]


def test_stretches_of_one_seed_follow_each_other_and_never_meet() -> None:
    step, word = int(STEP), (1 << 64) - 1
    first, second = streams.start("7", 0), streams.start("7", 1)
    assert second == first + streams.STRETCH * step & word
    assert streams.start("8", 0) != first


def test_every_number_below_a_bound_is_drawn_equally_often() -> None:
    counts: Counter[int] = Counter()
    state = 0
    for _ in range(26_000):
        state = state + int(STEP) & (1 << 64) - 1
        bits = np.uint64(mixed(np.uint64(state)))
        halves = np.uint64(low_half(bits)), np.uint64(high_half(bits))
        counts.update(int(below(half, 52)) for half in halves)
    assert set(counts) <= set(range(-1, 52))
    chi = sum((counts[number] - 1000) ** 2 / 1000 for number in range(52))
    assert 20 < chi < 100


def test_bits_that_decide_nothing_are_drawn_again() -> None:
    assert below(np.uint64(0), 22_100) == -1  # 2 to the 32nd is no multiple of it


# -- the same whoever deals ---------------------------------------------------------------------------------------


def test_the_number_of_workers_changes_nothing() -> None:
    rounds = 20 * (1 << 17) + 12_345
    one = simulate(TCP, rounds=rounds, seed=3, workers=1)
    assert len(one.convergence) == 21
    assert sum(each.count for each in one.outcomes.values()) == rounds
    for workers in (2, 5):
        assert same(one, simulate(TCP, rounds=rounds, seed=3, workers=workers))
    assert not same(one, simulate(TCP, rounds=rounds, seed=4, workers=2))


def test_a_script_in_other_processes_deals_the_same() -> None:
    here = simulate(TCS, rounds=64 * 2 * PARCEL, seed="x", workers=1, by_script=True, player="bots", company=Bot)
    assert same(
        here, simulate(TCS, rounds=64 * 2 * PARCEL, seed="x", workers=2, by_script=True, player="bots", company=Bot)
    )


@pytest.mark.parametrize(
    ("game", "player"),
    [(TCP, "best"), (TCH, "best"), (TCS, "best"), ("mini-pai-gow", "house-way"), ("pure-21-5-blackjack", "table")],
)
def test_every_kernel_deals_a_chunk_alike_whoever_dealt_before(game: str, player: str) -> None:
    rounds = 3 * (1 << 17) + 7
    one, three = (simulate(game, rounds=rounds, seed="w", player=player, workers=workers) for workers in (1, 3))
    assert same(one, three)


@pytest.mark.parametrize("game", GAMES)
def test_every_script_deals_a_chunk_alike_whatever_was_dealt_before(game: str) -> None:
    def table() -> Scripted:
        bots = Tactic(BOTS) if not asked.rules.game.bankers or lab_of(game).bank_free else Tactic(HOUSE_WAY)
        return scripted(asked, Tactic(BOTS), bots, Bot, asked.rules.game.seats.min or 2, "")

    asked = Question(game)
    fresh, worn = table(), table()
    worn.deal("w", 0, 2)
    assert fresh.deal("w", 1, 3) == worn.deal("w", 1, 3)


def test_a_cluster_without_dask_is_refused_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(Refusal, match=r"needs Dask.*houseway\[cluster\]"):
        simulate(TCP, rounds=1000, cluster="tcp://here:1")


# -- as often as exact odds say -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "player", "options"),
    [
        (TCP, "best", {}),
        (TCP, "best", {"exposed_card": "none", "unqualified_ante": "pays", "ante_bonus": "5/4/1"}),
        (TCH, "best", {}),
        (TCS, "best", {}),
        (TCS, "house-way", {}),
    ],
)
def test_kernels_come_out_as_the_exact_odds(game: str, player: str, options: dict[str, object]) -> None:
    found = simulate(game, options, rounds=2_000_000, seed=11, player=player)
    judged = [each for each in found.wagers.values() if each.off is not None]
    assert GAME in found.wagers
    assert judged
    assert all(abs(each.off or 0.0) < SURE for each in judged)
    assert found.wagers[GAME].exact is not None


def test_the_script_comes_out_as_the_exact_odds() -> None:
    exact = odds(TCS).wagers["primary: both by the house way"]
    found = simulate(TCS, rounds=1_200, seed=5, by_script=True, player="house-way", workers=1).wagers[GAME]
    assert abs(found.mean - float(exact.expectation)) < SURE * found.standard_error
    assert found.sd == pytest.approx(exact.sd, rel=0.1)


def test_the_best_strategy_through_the_script_is_the_kernels() -> None:
    found = simulate(TCP, rounds=640, seed=5, by_script=True, player="best", workers=1)
    exact = odds(TCP).base
    assert exact is not None
    assert abs(found.wagers[GAME].mean - float(exact.expectation)) < SURE * found.wagers[GAME].standard_error
    share = exact.decisions["fold"].share
    assert abs(found.decisions["fold"].share - share) < SURE * (share / 640) ** 0.5


# -- paid as the script pays --------------------------------------------------------------------------------------


def test_three_card_poker_pays_what_the_script_pays() -> None:
    asked = Question(TCP, {"ante_bonus": "5/4/1", "unqualified_tie": "push"})
    cells, plays = poker.cells_of(asked), poker.best_plays(asked)
    hands = {tuple(hand): index for index, hand in enumerate(_sets(3))}
    random = Random(1)
    for _ in range(120):
        cards = tuple(random.sample(PACK, 6))
        mine, banks = cards[:3], cards[3:]
        value, other = three.value(mine), three.value(banks)
        played = bool(int(plays[hands[tuple(sorted(mine))]]) >> banks[0] & 1)
        cell = 3 * (other >= QUEEN_HIGH) + 1 + (value > other) - (value < other) if played else 6
        hand = probe(asked, {ANTE: 1, BONUS: 1}, {"1": mine, "bank": banks}, ["play" if played else "fold"])
        assert cells[7 * poker.kind_of(value) + cell].hand == hand


def test_three_card_holdem_pays_what_the_script_pays() -> None:
    asked = Question(TCH)
    straights, straight_rows = holdem.straights_and_rows()
    suited_rows = list(dict.fromkeys(pair_or_suited(tuple(hole)) for hole in _sets(2)))
    cells = holdem.cells_of(asked, straight_rows, suited_rows, [STRAIGHT_OR_UP, PAIR_OR_SUITED])
    stays, bets = holdem.best_plays(asked)
    holes = {tuple(hole): index for index, hole in enumerate(_sets(2))}
    random = Random(2)
    for _ in range(80):
        cards = tuple(random.sample(PACK, 8))
        hole, board, bank = cards[:2], cards[2:5], cards[5:7]
        index = holes[tuple(sorted(hole))]
        value, other = three.value(hole + board), three.value(bank + board)
        if not int(stays[index]) >> board[0] & 1:
            cell, says = 0, ["fold"]
        else:
            again = bool(int(bets[index, board[0]]) >> board[1] & 1)
            cell = 2 + 3 * (other >= PAIR_OF_FOURS) + (value > other) - (value < other) + (0 if again else 6)
            says = ["bet", "bet" if again else "check"]
        wagers = {HOLDEM_ANTE: 1, STRAIGHT_OR_UP: 1, PAIR_OR_SUITED: 1}
        dealt = {"1": hole, "board": board, "bank": bank, "burn": cards[7:]}
        row = (cell * len(straight_rows) + int(straights[value])) * len(suited_rows)
        found = cells[row + suited_rows.index(pair_or_suited(hole))].hand
        hand = probe(asked, wagers, dealt, says)
        assert (found.nets, found.staked) == (hand.nets, hand.staked)


def test_three_card_split_sets_and_pays_as_the_script_does() -> None:
    asked = Question(TCS)
    cells, mine = split.cells_of(asked), split.codes(split.best_lows(asked))
    lows, banks = split.best_lows(asked), split.codes(split.house_lows(asked))
    hands = {tuple(hand): index for index, hand in enumerate(_sets(3))}
    free = Question(TCS, {"primary_limits": "1..10000000", "proposition_limits": "1..10000000"})
    random = Random(3)
    for _ in range(60):
        cards = tuple(random.sample(PACK, 7))
        own, other = hands[tuple(sorted(cards[:3]))], hands[tuple(sorted(cards[3:6]))]
        took = [bool(a >> 2 > b >> 2 or a == b) for a, b in zip(mine[own].tolist(), banks[other].tolist(), strict=True)]
        dealt = {"1": cards[:3], "bank": cards[3:6], "community": cards[6:]}
        low = {"set": _text(int(lows[own]))}
        hand = probe(free, {"primary": 2, "three-card": 1, "bonus": 1}, dealt, [low])
        row = _four_row((*cards[:3], cards[6]))
        found = cells[((took[0] + took[1]) * 2 + took[2]) * 9 + row].hand
        assert found.nets["primary"] == hand.nets["primary"]
        assert found.nets["three-card"] == 2 * hand.nets["three-card"]
        assert found.nets["bonus"] == 2 * hand.nets["bonus"]


def _sets(count: int) -> list[list[int]]:
    from houseway.lab.loops.suits import sets

    found: list[list[int]] = sets(count).tolist()
    return found


def _text(card: int) -> str:
    from houseway.cards import text_of

    return text_of(card)


def _four_row(cards: tuple[int, ...]) -> int:
    from houseway.hands import four

    return four.value(cards)


# -- strategies ---------------------------------------------------------------------------------------------------


def test_a_strategy_from_a_file_is_the_table_it_holds(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_bytes(answer_json(odds(TCP)))
    by_file = simulate(TCP, rounds=300_000, player=f"file:{file}")
    assert same(by_file, simulate(TCP, rounds=300_000, player="table"))
    assert not same(by_file, simulate(TCP, rounds=300_000, player="best"))


@pytest.mark.parametrize("game", [TCH, TCS])
def test_a_full_strategy_from_a_file_is_the_best_one(game: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_bytes(answer_json(odds(game)))
    by_file, best = (simulate(game, rounds=200_000, player=player) for player in (f"file:{file}", "best"))
    # The same cards: only where two settings expect the same may the file name the other.
    assert by_file.wagers[GAME].mean == pytest.approx(best.wagers[GAME].mean, abs=0 if game == TCH else 1e-4)


def test_a_program_plays_any_game_through_its_script(tmp_path: Path) -> None:
    file = tmp_path / "timid.py"
    file.write_text("def decide(view):\n    return 'fold'\n")
    found = simulate(TCP, rounds=64, player=f"file:{file}", workers=1)
    assert found.wagers[GAME].mean == -1.0
    assert found.decisions["fold"].share == 1.0


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{}", "has no rows"),
        ("[1]", "is no strategy"),
        ("no json", "is not JSON"),
        ('{"game": "omaha"}', "is a strategy for omaha"),
        ('{"rows": [["2", "Q-6-4"]]}', "has no row for a bank that shows 3"),
        ('{"rows": [["2", "queen"]]}', "is no hand"),
    ],
)
def test_a_file_that_is_no_strategy_is_refused(text: str, says: str, tmp_path: Path) -> None:
    file = tmp_path / "bad.json"
    file.write_text(text)
    with pytest.raises(Refusal, match=says):
        simulate(TCP, rounds=1000, player=f"file:{file}")


def test_a_strategy_that_a_game_has_not_is_refused() -> None:
    for player in ("house-way", "bots:x", "perfect"):
        with pytest.raises(Refusal, match="strategy"):
            simulate(TCP, rounds=1000, player=player)
    with pytest.raises(Refusal, match="nobody brought bots"):
        simulate("lowball", rounds=16)


def test_what_gives_the_player_the_edge_is_said() -> None:
    found = simulate(TCP, pay={"bonus": "flush=5"}, rounds=200_000)
    assert any("bonus: the PLAYER has the edge" in note for note in found.notes)
    assert found.wagers["bonus"].exact is not None
    assert not any("PLAYER" in note for note in simulate(TCP, rounds=200_000).notes)


def test_a_poker_table_is_played_by_bots_and_the_fees_leave_it() -> None:
    found = simulate("lowball", rounds=32, company=Bot, players=3, workers=1)
    players = [name for name in found.wagers if name.startswith("seat")]
    assert len(players) == 3
    left = sum(found.wagers[name].mean for name in players) + found.wagers["fees"].mean
    assert left == pytest.approx(0.0)


# -- the command --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments",
    [
        ["bridge"],
        [TCP, "--rounds", "many"],
        [TCP, "--rounds", "1"],
        [TCP, "--rounds", "0"],
        [TCP, "--rounds", "-5"],
        [TCP, "--rounds", "1e30"],
        [TCP, "--workers", "99999"],
        [TCP, "--players", "3"],
        [TCP, "--schedule", "SCH-THE-01"],
        [TCP, "--bank", "best"],
        [TCP, "--strategy", "house-way", "--script"],
        [TCP, "--plot", "no-such-folder/plot.svg"],
        ["texas-holdem", "--strategy", "best", "--rounds", "10"],
        ["texas-holdem", "--strategy", "house-way", "--rounds", "10"],
        [TCP, "--workers", "0"],
        [TCP, "--strategy", "lucky"],
        [TCP, "--strategy", "file:/nowhere.json"],
        [TCP, "--plot", "plot.png"],
        [TCP, "-o", "exposed_card=all"],
        ["texas-holdem", "--players", "1", "--rounds", "10"],
    ],
)
def test_nonsense_ends_with_two_and_one_sentence(arguments: list[str]) -> None:
    result = CliRunner().invoke(main, ["simulate", *arguments])
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1


def test_the_command_prints_a_table_and_draws_a_plot(tmp_path: Path) -> None:
    plot = tmp_path / "plot.svg"
    result = CliRunner().invoke(main, ["simulate", TCP, "--rounds", "600k", "--seed", "x", "--plot", str(plot)])
    assert result.exit_code == 0
    assert "standard error" in result.stdout
    assert plot.read_text().startswith("<svg ")
    again = CliRunner().invoke(main, ["simulate", TCP, "--rounds", "600k", "--seed", "x", "--json"])
    document = json.loads(again.stdout)
    assert document["rounds"] == 600_000
    assert document["wagers"]["game"]["exact"] == "-93815/2035852"
    assert len(document["convergence"]) == 5


def test_bench_measures_what_is_named_and_refuses_the_rest() -> None:
    assert CliRunner().invoke(main, ["bench", "horses"]).exit_code == 2
    assert list(PARTS) == ["hands", "rounds", "odds", "simulation"]
    assert rate(lambda: None, 10, goes=1) > 0
