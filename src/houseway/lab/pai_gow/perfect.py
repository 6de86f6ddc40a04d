"""Perfect play: the best setting of every hand against opponents who set the house way.

A setting that beats f of the N opponents in front, b behind and w in both wins w, loses N - f - b + w and pushes the
rest. Where a win pays even money only f + b counts, which needs no more than the distributions of the opponents' fronts
and backs by themselves; where commission is taken, w is counted for the settings that are near enough to matter.
"""

from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from houseway.lab.kernels.choices import choose, contenders
from houseway.lab.kernels.counts import BOTH, EITHER
from houseway.lab.kernels.distributions import Distributions
from houseway.lab.pai_gow.batch import Batch
from houseway.lab.pai_gow.dealers import Dealers, Players
from houseway.lab.progress import Tell

GROUPS = 4096

Array = Any


class Departures(NamedTuple):
    """Hands that are best set in another way than the house's, one of each kind with its weight.

    Both settings by their values, and what the change adds to the opponents beaten in front and behind (`either`) and
    in both halves.
    """

    hands: Array
    weights: Array
    house_fronts: Array
    house_backs: Array
    fronts: Array
    backs: Array
    either: Array
    both: Array


class Play(NamedTuple):
    """How perfect play comes out in all pairs of hands.

    `house_net` is wins less losses of the house way itself, before any commission.
    """

    house_net: int
    departures: Departures

    @property
    def net(self) -> int:
        return self.house_net + int(self.departures.either @ self.departures.weights)

    @property
    def more_wins(self) -> int:
        return int(self.departures.both @ self.departures.weights)


def perfect_play(
    dealers: Dealers,
    players: Players,
    rows: Distributions,
    tell: Tell,
    *,
    pays: Fraction = Fraction(1),
    banks: bool = False,
) -> Play:
    """The best setting of every hand; whoever `banks` wins with copies, and a win pays `pays` to 1."""
    everything = batch_of(dealers, players, banks)
    count, groups = dealers.others, len(players.patterns)
    house_net, found = 0, []
    for at in range(0, groups, GROUPS):
        batch = everything.part(at, at + GROUPS)
        either = batch.count(rows, EITHER)
        house = either[batch.answers_of()].astype(np.int64)
        house_net += int((house - count) @ batch.weights.astype(np.int64))
        wanted = contenders(either, batch.starts, batch.first, count, pays.numerator, pays.denominator)
        if wanted.any():
            found.append(_departures(batch, either, wanted, rows, count, pays))
        tell("the best setting of every hand", min(at + GROUPS, groups), groups)
    return Play(house_net, Departures(*map(np.concatenate, zip(*found, strict=True))))


def _departures(
    batch: Batch, either: Array, wanted: Array, rows: Distributions, dealers: int, pays: Fraction
) -> Departures:
    close, here = batch.narrowed(wanted)
    either, both = either[here], close.count(rows, BOTH)
    chosen = np.zeros(len(close.hands), np.int64)
    choose(
        either, both, close.starts, close.first, chosen, close.groups, dealers, pays.numerator, pays.denominator
    )
    leaves = chosen > 0
    house, best = close.answers_of()[leaves], close.answers_of(chosen)[leaves]
    usual, setting = close.settings_of()[leaves], close.settings_of(chosen)[leaves]
    return Departures(
        close.hands[leaves],
        close.weights[leaves].astype(np.int64),
        close.fronts[usual],
        close.backs[usual],
        close.fronts[setting],
        close.backs[setting],
        either[best].astype(np.int64) - either[house],
        both[best].astype(np.int64) - both[house],
    )


def batch_of(dealers: Dealers, players: Players, banks: bool) -> Batch:
    """All hands with the house's setting and every one that might be better."""
    patterns, of_group = dealers.patterns, players.patterns
    asked = 1 + np.diff(patterns.first)[of_group]
    first = np.concatenate([[0], np.cumsum(asked)])
    source = np.repeat(patterns.first[of_group] - first[:-1] - 1, asked) + np.arange(first[-1])
    source[first[:-1]] = 0
    fronts, backs = patterns.fronts[source], patterns.backs[source]
    fronts[first[:-1]], backs[first[:-1]] = patterns.house_fronts[of_group], patterns.house_backs[of_group]
    side: Any = "right" if banks else "left"
    return Batch(
        players.hands,
        players.weights,
        players.groups,
        np.searchsorted(dealers.front_values, patterns.house_fronts[of_group]),
        np.searchsorted(dealers.back_values, patterns.house_backs[of_group]),
        first,
        fronts,
        backs,
        np.searchsorted(dealers.front_values, fronts, side),
        np.searchsorted(dealers.back_values, backs, side),
    )
