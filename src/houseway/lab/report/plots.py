"""The drawings of a report and of a simulation."""

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from houseway.lab.report.bankroll import Fan, OneRound, fan, ruin
from houseway.lab.report.html import Markup
from houseway.lab.report.svg import SERIES, Plot, padded

if TYPE_CHECKING:
    from houseway.lab.simulation.simulated import Simulated

LONG_TAIL = 12
"""Units beyond which a result is so rare that it is drawn on a logarithmic scale."""
ADJECTIVES = ("main", "primary")
"""Names of wagers that have no plural of their own."""


def several(unit: str) -> str:
    """More than one of a unit: antes, units, but primary wagers."""
    return f"{unit} wagers" if unit in ADJECTIVES else f"{unit}s"


def convergence(found: "Simulated", *, standalone: bool = False) -> str:
    """The estimate with two standard errors on each side, round after round."""
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
    )

    def within(rows: list[tuple[int, float]]) -> list[tuple[float, float]]:
        return [(float(x), min(max(y, low), high)) for x, y in rows]

    plot.band(within(lows), within(highs), "two standard errors", depth=0.18)
    plot.line(within([(point.rounds, point.mean) for point in points]), "mean")
    if exact is not None:
        plot.level(exact, f"exact {exact:+.6f}")
    return plot.drawn(_many, "{:+.4g}".format, alone=standalone)


def distribution(name: str, one: OneRound, unit: str) -> Markup:
    """How often a round comes to each result."""
    nets = [net / one.parts for net in one.nets]
    tail = nets[-1] - nets[0] > LONG_TAIL
    if tail:  # a bar for each row of the table, however far it lies from the others
        return _rows(name, nets, one.shares, unit)
    gaps = [high - low for low, high in pairwise(nets)]
    width = min([*gaps, 1.0]) * 0.86
    plot = Plot(
        (nets[0] - 0.6, nets[-1] + 0.6),
        (0, max(one.shares) * 1.12),
        title=f"{name}: the result of one round",
        x_title=f"result, {several(unit)}",
        y_title="probability",
        height=260,
    )
    plot.bars([_bar(net, share) for net, share in zip(nets, one.shares, strict=True)], width)
    return Markup(plot.drawn(_signed, "{:.0%}".format))


def _rows(name: str, nets: Sequence[float], shares: Sequence[float], unit: str) -> Markup:
    least = min(shares)
    plot = Plot(
        (-0.7, len(nets) - 0.3),
        (least / 3, 1.0),
        title=f"{name}: the result of one round",
        x_title=f"result, {several(unit)} (not to scale)",
        y_title="probability",
        y_log=True,
        height=260,
    )
    plot.bars(
        [(place, share, *_bar(net, share)[2:]) for place, (net, share) in enumerate(zip(nets, shares, strict=True))],
        0.8,
    )
    few = max(1, -(-len(nets) // 12))

    def said(place: float) -> str:
        whole = round(place)
        fits = abs(place - whole) < 1e-6 and 0 <= whole < len(nets) and whole % few == 0
        return f"{nets[whole]:+g}" if fits else ""

    plot.x_ticks = list(range(len(nets)))
    return Markup(plot.drawn(said, _chance))


def _bar(net: float, share: float) -> tuple[float, float, str, str]:
    colour = "var(--good)" if net > 0 else "var(--bad)" if net < 0 else "var(--soft)"
    return net, share, colour, f"{net:+g}: {share:.6%}"


def bankroll(one: OneRound, unit: str, rounds: int = 1_000) -> tuple[Markup, Fan]:
    """Where the result lies after up to so many rounds."""
    steps = sorted({max(1, round(rounds * (step / 48) ** 2)) for step in range(1, 49)})
    found = fan(one, steps)
    across = [0.0, *map(float, found.rounds)]
    columns = [[0.0, *column] for column in zip(*found.results, strict=True)]
    lines = [list(zip(across, column, strict=True)) for column in columns]
    plot = Plot(
        (0, rounds),
        padded([value for column in columns for value in column]),
        title=f"the result of up to {rounds:,} rounds of one {unit}",
        x_title="rounds",
        y_title=f"result, {several(unit)}",
    )
    plot.band(lines[0], lines[-1], "98% of players", depth=0.10)
    plot.band(lines[1], lines[-2], "90%", depth=0.14)
    plot.band(lines[2], lines[-3], "half", depth=0.22)
    plot.line(lines[3], "the middle")
    plot.level(0.0)
    return Markup(plot.drawn("{:,.0f}".format, _signed)), found


def ruins(one: OneRound, bankrolls: Sequence[int], unit: str, rounds: int = 1_000) -> Markup:
    """The chance that a bankroll is gone, by the number of rounds."""
    curves = [ruin(one, each, rounds) for each in bankrolls]
    plot = Plot(
        (0, rounds),
        (0, max(0.02, 1.08 * max(float(curve[-1]) for curve in curves))),
        title=f"the chance that a bankroll is gone within {rounds:,} rounds of one {unit}",
        x_title="rounds",
        y_title="chance of ruin",
        height=280,
    )
    for units, curve, colour in zip(bankrolls, curves, SERIES, strict=False):
        points = [(float(at), float(curve[at])) for at in range(0, rounds + 1, max(1, rounds // 120))]
        plot.line(points, f"{units} {several(unit)}", colour=colour)
    return Markup(plot.drawn("{:,.0f}".format, "{:.0%}".format))


def _chance(share: float) -> str:
    return f"{100 * share:.10f}".rstrip("0").rstrip(".") + "%"


def _signed(value: float) -> str:
    return f"{value:+,g}" if value else "0"


def _many(value: float) -> str:
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if value >= size:
            return f"{value / size:g}{letter}"
    return f"{value:g}"
