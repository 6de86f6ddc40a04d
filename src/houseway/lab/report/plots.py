"""Plots of a report and of a simulation."""

from collections.abc import Callable, Sequence
from math import floor, log10
from typing import TYPE_CHECKING

from houseway.lab.report.bankroll import Fan, OneRound, fan, ruin
from houseway.lab.report.html import Markup
from houseway.lab.report.svg import NARROW, SERIES, WIDTH, Bar, Plot, bars_across, padded

if TYPE_CHECKING:
    from houseway.hands.kernels.arrays import Floats
    from houseway.lab.simulation.results import Simulated

MOST_ROWS = 22
"""Most results of a round that are distinguished; beyond that those at the ends are combined."""
ADJECTIVES = ("main", "primary")
"""Names of wagers that have no plural of their own."""


def several(unit: str) -> str:
    """Returns the plural of a unit: antes, units, but primary wagers."""
    return f"{unit} wagers" if unit in ADJECTIVES else f"{unit}s"


def one(unit: str) -> str:
    """Returns the singular of a unit: ante, but main wager."""
    return f"{unit} wager" if unit in ADJECTIVES else unit


def convergence(found: "Simulated", *, standalone: bool = False, width: int = WIDTH) -> str:
    """Plots the estimate with two standard errors on each side, by rounds."""
    points = found.convergence
    name, measured = next(iter(found.wagers.items()))
    lows = [(point.rounds, point.mean - 2 * point.standard_error) for point in points]
    highs = [(point.rounds, point.mean + 2 * point.standard_error) for point in points]
    exact = None if measured.exact is None else float(measured.exact)
    late = points[len(points) // 20 :]  # the first few estimates would set the scale for all
    bounds = [point.mean + side * 3 * point.standard_error for point in late for side in (-1, 1)]
    low, high = padded([*bounds, *(() if exact is None else (exact,))])
    plot = Plot(
        (points[0].rounds if len(points) > 1 else 0, points[-1].rounds),
        (low, high),
        title=f"{found.game}, {name}: convergence over {found.rounds:,} rounds",
        x_title="rounds",
        y_title=f"won in a round, {several(found.unit)}",
        x_log=len(points) > 1,
        width=width,
        names=2,
    )

    def within(rows: list[tuple[int, float]]) -> list[tuple[float, float]]:
        return [(float(x), min(max(y, low), high)) for x, y in rows]

    plot.band(within(lows), within(highs), "two standard errors", depth=0.18)
    plot.line(within([(point.rounds, point.mean) for point in points]), "mean")
    if exact is not None:
        plot.level(exact, f"exact {exact:+.6f}")
    return plot.drawn(_many, "{:+.4g}".format, alone=standalone)


def distribution(name: str, brings: OneRound, width: int = WIDTH) -> Markup:
    """Plots how often a round comes to each result of the player; groups the rarest ends if there are many."""
    nets = [net / brings.parts for net in brings.nets]
    rows = _ends_together([(net, net, share) for net, share in zip(nets, brings.shares, strict=True)])
    bars = [Bar(_result(low, high), share, percent(share), _colour(low, high)) for low, high, share in rows]
    title = f"{name}: the result of one round"
    return Markup(bars_across(bars, title=title, names="result", values="probability", width=width))


Results = tuple[float, float, float]
"""A range of results, and its probability."""


def _ends_together(rows: list[Results]) -> list[Results]:
    """Merges the rarer end into its neighbour until the rows fit."""
    rows = list(rows)
    while len(rows) > MOST_ROWS:
        if rows[-1][2] <= rows[0][2]:
            (low, _, share), (_, high, more) = rows[-2:]
            rows[-2:] = [(low, high, share + more)]
        else:
            (low, _, share), (_, high, more) = rows[:2]
            rows[:2] = [(low, high, share + more)]
    return rows


def _result(low: float, high: float) -> str:
    return _signed(low) if low == high else f"{low:+,g}..{high:+,g}"


def _colour(low: float, high: float) -> str:
    return "var(--good)" if low > 0 else "var(--bad)" if high < 0 else "var(--soft)"


def percent(share: float) -> str:
    """Prints a probability with two decimals, or with three significant digits if it is smaller."""
    if share >= 0.001 or not share:
        return f"{share:.2%}"
    figures = 2 - floor(log10(100 * share))
    return f"{100 * share:.{figures}f}%"


def both(draw: Callable[[int], Markup]) -> Markup:
    """Returns a plot for a desk and one for a phone. The page shows the one that fits."""
    return Markup(f'<div class="wide">{draw(WIDTH)}</div><div class="narrow" aria-hidden="true">{draw(NARROW)}</div>')


def sessions(one: OneRound, rounds: int = 1_000) -> Fan:
    """Returns the distribution of the result after up to so many rounds."""
    return fan(one, sorted({max(1, round(rounds * (step / 48) ** 2)) for step in range(1, 49)}))


def bankroll(found: Fan, unit: str, rounds: int = 1_000, width: int = WIDTH) -> Markup:
    """Plots the percentiles of the result after up to so many rounds."""
    across = [0.0, *map(float, found.rounds)]
    columns = [[0.0, *column] for column in zip(*found.results, strict=True)]
    lines = [list(zip(across, column, strict=True)) for column in columns]
    plot = Plot(
        (0, rounds),
        padded([value for column in columns for value in column]),
        title=f"the result of up to {rounds:,} rounds of one {unit}",
        x_title="rounds",
        y_title=f"result, {several(unit)}",
        width=width,
        names=4,
    )
    plot.band(lines[0], lines[-1], "98% of players", depth=0.10)
    plot.band(lines[1], lines[-2], "90%", depth=0.14)
    plot.band(lines[2], lines[-3], "half", depth=0.22)
    plot.line(lines[3], "the middle")
    plot.level(0.0)
    return Markup(plot.drawn("{:,.0f}".format, _signed))


def ruin_curves(one: OneRound, bankrolls: Sequence[int], rounds: int = 1_000) -> "dict[int, Floats]":
    """Returns, by bankroll, the chance of ruin after each number of rounds."""
    return {each: ruin(one, each, rounds) for each in bankrolls}


def ruins(curves: "dict[int, Floats]", unit: str, rounds: int = 1_000, width: int = WIDTH) -> Markup:
    """Plots the chance of ruin by the number of rounds, each curve with the chance at its end."""
    plot = Plot(
        (0, rounds),
        (0, max(0.02, 1.08 * max(float(curve[-1]) for curve in curves.values()))),
        title=f"the chance that a bankroll is gone within {rounds:,} rounds of one {unit}",
        x_title="rounds",
        y_title="chance of ruin",
        height=280,
        width=width,
        names=len(curves),
    )
    for (units, curve), colour in zip(curves.items(), SERIES, strict=False):
        points = [(float(at), float(curve[at])) for at in range(0, rounds + 1, max(1, rounds // 120))]
        plot.line(points, f"{units} {several(unit)}: {float(curve[-1]):.1%}", colour=colour)
    return Markup(plot.drawn("{:,.0f}".format, "{:.0%}".format))


def _signed(value: float) -> str:
    return f"{value:+,g}" if value else "0"


def _many(value: float) -> str:
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if value >= size:
            return f"{value / size:g}{letter}"
    return f"{value:g}"
