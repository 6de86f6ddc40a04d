"""Benchmark of Ultimate Texas Hold'em: solved beside the published figures, and rounds dealt a second on one core.

    python -m bench.ultimate [--workers N] [--rounds N] [--json]

The game is solved from nothing with one worker and with N, and both must give the same numbers. Published: Michael
Shackleford's analysis (edge 2.185% of the Ante, element of risk 0.526%, standard deviation 4.94; 4x with 33+, any ace,
K2s+, K5o+, Q6s+, Q8o+, J8s+, JTo). Speeds are facts about a machine and not judged; figures are.
"""

import argparse
import json
import resource
import time
from typing import Any

from rich.console import Console
from rich.table import Table

from houseway.lab import Question, silent
from houseway.lab.games.ultimate_texas_holdem import exact, solve
from houseway.lab.games.ultimate_texas_holdem.dealt_rounds import UltimatePlayer
from houseway.lab.games.ultimate_texas_holdem.decision_values import UltimateWorth, probed
from houseway.lab.games.ultimate_texas_holdem.solve import UltimateSolution
from houseway.lab.simulation.streams import start

PUBLISHED = {"edge": "2.185%", "element of risk": "0.526%", "standard deviation": "4.94", "deals": "2,781,381,002,400"}
CHART = "33+ A2s+ K2s+ Q6s+ J8s+ A2o+ K5o+ Q8o+ JTo"


def timed(worth: UltimateWorth, workers: int) -> tuple[UltimateSolution, dict[str, float]]:
    wall, processor = time.perf_counter(), time.process_time()
    solution = solve.solve(worth, silent, workers)
    return solution, {
        "seconds": time.perf_counter() - wall,
        "processor seconds": time.process_time() - processor,
        "peak MB": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }


def speeds(solution: UltimateSolution, rounds: int) -> dict[str, dict[str, float]]:
    """Returns rounds a second of CPU time, and the distance of the mean from the exact one, in standard errors."""
    cells, scale = solution.worth.cells(), solution.worth.scale
    found = {}
    for name, best in (("chart and rule", False), ("best play", True)):
        player = UltimatePlayer.of(solution, best=best)
        player.deal(start("bench", 1), 1)
        began = time.process_time()
        counts, _ = player.deal(start("bench", 0), rounds)
        seconds = time.process_time() - began
        mean = float((counts * cells).sum()) / rounds
        square = float((counts * cells.astype(float) ** 2).sum()) / rounds
        exact_mean = (solution.expectation if best else solution.rule_expectation) * scale
        off = (mean - float(exact_mean)) / ((square - mean**2) / rounds) ** 0.5
        found[name] = {"rounds a second": rounds / seconds, "standard errors off": off}
    return found


def figures(solution: UltimateSolution) -> dict[str, str]:
    asked = Question("ultimate-texas-holdem")
    exact._kept[asked.rules.fingerprint] = solution
    base = exact.base(asked, silent).base
    assert base is not None
    assert CHART in base.strategy.note, base.strategy.note
    return {
        "expectation": str(base.expectation),
        "edge": f"{base.edge:.3%}",
        "element of risk": f"{base.element_of_risk:.3%}",
        "average wager": f"{float(base.average_wager):.6f}",
        "standard deviation": f"{base.sd:.2f}",
        "deals": f"{solve.DEALS // 10:,}",
        "with the flop told apart": f"{solve.DEALS:,}",
        **{name: f"{each.count:,} ({each.share:.4%})" for name, each in base.decisions.items()},
        "chart and rule": f"{float(-solution.rule_expectation):.4%}",
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--workers", type=int, default=solve.cores())
    parser.add_argument("--rounds", type=int, default=4_000_000)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    worth = probed(Question("ultimate-texas-holdem"))
    solve.solve(worth, silent, asked.workers)  # compiles
    runs: dict[str, Any] = {}
    solutions = []
    for workers in sorted({1, asked.workers}):
        solution, runs[f"{workers} worker{'s' * (workers > 1)}"] = timed(worth, workers)
        solutions.append(solution)
    for one in solutions[1:]:
        assert one.before == solutions[0].before
        assert (one.counts == solutions[0].counts).all()
        assert (one.on_flop == solutions[0].on_flop).all()
        assert one.rule_expectation == solutions[0].rule_expectation
    found = figures(solutions[-1])
    for name, figure in PUBLISHED.items():
        assert found[name] == figure, f"{name} is {found[name]}, published {figure}"
    result = {"figures": found, "solving": runs, "dealing": speeds(solutions[-1], asked.rounds)}
    if asked.json:
        print(json.dumps(result, indent=1))
        return
    console = Console()
    table = Table("", "found", "published", title="Ultimate Texas Hold'em, exactly")
    for name, figure in found.items():
        table.add_row(name, figure, PUBLISHED.get(name, ""))
    console.print(table)
    for title in ("solving", "dealing"):
        for name, row in result[title].items():
            console.print(f"{title}, {name}: " + ", ".join(f"{value:,.2f} {what}" for what, value in row.items()))


if __name__ == "__main__":
    main()
