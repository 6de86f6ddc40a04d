"""Perfect play: the best setting of every hand against opponents who set the house way.

A setting that beats f of the N opponents in front, b behind and w in both wins w, loses N - f - b + w and pushes the
rest. If a win pays even money only f + b counts, which needs no more than the distributions of the opponents' fronts
and backs alone. If commission is taken, w counts too.

Most settings are ruled out long before their counts are complete, by the sums over the subsets of up to three and then
of four cards. Only what they leave is counted in full.
"""

from fractions import Fraction
from math import comb
from typing import Any, Final, NamedTuple

import numpy as np

from houseway.hands.kernels.arrays import Array
from houseway.lab.inquiry.progress import Progress
from houseway.lab.loops.hand_pairs.choices import above_house, choose, contenders
from houseway.lab.loops.hand_pairs.counts import BOTH, EITHER
from houseway.lab.loops.hand_pairs.distributions import Distributions
from houseway.lab.methods.pai_gow.batch import Batch
from houseway.lab.methods.pai_gow.dealers import Dealers, Players

GROUPS: Final = 4096
EVEN: Final = Fraction(1)


class Departures(NamedTuple):
    """Hands that are best set in another way than the house's, one of each kind with its weight.

    Both settings are given by their values. `either` and `both` are the gains in opponents beaten in front and behind,
    and in both halves.
    """

    hands: Array
    weights: Array
    house_fronts: Array
    house_backs: Array
    fronts: Array
    backs: Array
    either: Array
    both: Array

    @property
    def net(self) -> int:
        """The gain in wins less losses over all pairs of hands, before any commission."""
        return int(self.either @ self.weights)

    @property
    def wins(self) -> int:
        return int(self.both @ self.weights)


class PerfectPlay(NamedTuple):
    """Perfect play. `gains` is the approximate gain in `either` of every setting in the batch, summed over its pattern.

    It comes from the subsets of up to three cards, for the search of simple rules.
    """

    departures: Departures
    gains: Array


def perfect_play(
    dealers: Dealers, everything: Batch, rows: Distributions, tell: Progress, pays: Fraction = EVEN
) -> PerfectPlay:
    """Finds the best setting of every hand if a win pays `pays` to 1."""
    groups = len(everything.groups) - 1
    found, gains = [], []
    for at in range(0, groups, GROUPS):
        batch = everything.part(at, at + GROUPS)
        either = batch.beaten(rows, EITHER, 0, 3)
        gains.append(above_house(either, batch.weights, batch.starts, batch.first, batch.groups))
        found.append(_departures(batch, either, dealers, rows, pays))
        tell("the best setting of every hand", min(at + GROUPS, groups), groups)
    departures = Departures(*(np.concatenate(arrays) for arrays in zip(*found, strict=True)))
    return PerfectPlay(departures, np.concatenate(gains))


def _departures(batch: Batch, either: Array, dealers: Dealers, rows: Distributions, pays: Fraction) -> Departures:
    count, odds = dealers.others, pays.as_integer_ratio()
    four, five = (_share(dealers, size) for size in (4, 5))
    uncounted = np.empty(0, np.int32)
    wanted = contenders(either, uncounted, (0, 2 * four, 0, 0), batch.starts, batch.first, count, *odds)
    batch, _, here = batch.narrowed(wanted)
    either = either[here] + batch.beaten(rows, EITHER, 4, 4)
    both = batch.beaten(rows, BOTH, 0, 3) if pays != EVEN else uncounted
    wanted = contenders(either, both, (-2 * five, 0, 0, four), batch.starts, batch.first, count, *odds)
    batch, _, here = batch.narrowed(wanted)
    either = either[here] + batch.beaten(rows, EITHER, 5)
    both = both[here] + batch.beaten(rows, BOTH, 4) if pays != EVEN else batch.beaten(rows, BOTH)
    chosen = choose(either, both, batch.starts, batch.first, batch.groups, *odds)
    return _departures_of(batch, either, both, chosen)


def _departures_of(batch: Batch, either: Array, both: Array, chosen: Array) -> Departures:
    """Returns the hands for which another setting than the house's was chosen."""
    leaves = chosen > 0
    house, best = batch.answers_of()[leaves], batch.answers_of(chosen)[leaves]
    usual, setting = batch.settings_of()[leaves], batch.settings_of(chosen)[leaves]
    return Departures(
        batch.hands[leaves],
        batch.weights[leaves].astype(np.int64),
        batch.fronts[usual],
        batch.backs[usual],
        batch.fronts[setting],
        batch.backs[setting],
        either[best].astype(np.int64) - either[house],
        both[best].astype(np.int64) - both[house],
    )


def _share(dealers: Dealers, size: int) -> int:
    """Returns the total count of subsets of so many cards of a hand within dealers' hands."""
    deck, hand = dealers.deck.size, dealers.deck.hand
    return comb(hand, size) * comb(deck - size, hand - size)


def net_of_house(dealers: Dealers, everything: Batch, rows: Distributions, tell: Progress) -> int:
    """Returns wins less losses of the house's own settings by the distributions, a check of the count of pairs."""
    net, groups = 0, len(everything.groups) - 1
    for at in range(0, groups, GROUPS):
        batch = everything.part(at, at + GROUPS).house_only()
        either = batch.beaten(rows, EITHER).astype(np.int64)
        net += int((either - dealers.others) @ batch.weights.astype(np.int64))
        tell("the house way by its distributions", min(at + GROUPS, groups), groups)
    return net


def batch_of(dealers: Dealers, players: Players, *, banks: bool = False) -> Batch:
    """Returns all hands with the house's setting and every one that might be better.

    A player who `banks` wins copies.
    """
    patterns, of_group = dealers.patterns, players.patterns
    house_fronts, house_backs = patterns.house_fronts[of_group], patterns.house_backs[of_group]
    asked = np.diff(patterns.first)[of_group]
    group = np.repeat(np.arange(len(of_group)), asked)
    setting = np.arange(len(group)) + np.repeat(patterns.first[of_group] - np.cumsum(asked) + asked, asked)
    other = (patterns.fronts[setting] != house_fronts[group]) | (patterns.backs[setting] != house_backs[group])
    group, setting = group[other], setting[other]
    first = np.concatenate([[0], np.cumsum(1 + np.bincount(group, minlength=len(of_group)))])
    fronts, backs = (np.empty(first[-1], array.dtype) for array in (patterns.fronts, patterns.backs))
    fronts[first[:-1]], backs[first[:-1]] = house_fronts, house_backs
    place = np.arange(len(group)) + group + 1
    fronts[place], backs[place] = patterns.fronts[setting], patterns.backs[setting]
    side: Any = "right" if banks else "left"
    return Batch(
        players.hands,
        players.weights,
        players.groups,
        np.searchsorted(dealers.front_values, house_fronts),
        np.searchsorted(dealers.back_values, house_backs),
        first,
        fronts,
        backs,
        np.searchsorted(dealers.front_values, fronts, side),
        np.searchsorted(dealers.back_values, backs, side),
    )
