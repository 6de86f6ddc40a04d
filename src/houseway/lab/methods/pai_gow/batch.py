"""Hands of many patterns and the settings in question for each, as the kernels take them."""

from typing import NamedTuple

import numpy as np
from numba import get_num_threads

from houseway.hands.kernels.arrays import Array
from houseway.lab.loops.hand_pairs.counts import Questions, count
from houseway.lab.loops.hand_pairs.distributions import Distributions
from houseway.lab.loops.subsets import MOST_IN_HAND


class Batch(NamedTuple):
    """Groups of hands: group g has those from `groups[g]` to `groups[g + 1]`.

    They are of one pattern, and the house sets them alike. The group's settings are those from `first[g]` to
    `first[g + 1]`, the house's always first. `front_marks` and `back_marks` say below which of the opponents' fronts
    and backs a setting wins. `own_fronts` and `own_backs` place the hand itself among the opponents' hands.
    """

    hands: Array
    weights: Array
    groups: Array
    own_fronts: Array
    own_backs: Array
    first: Array
    fronts: Array
    backs: Array
    front_marks: Array
    back_marks: Array

    @property
    def asked(self) -> Array:
        """The number of settings of each group."""
        return np.diff(self.first)

    @property
    def starts(self) -> Array:
        """The start of the answers of each group. Those of a hand are contiguous."""
        return _sums(np.diff(self.groups) * self.asked)

    @property
    def group_of(self) -> Array:
        """The group of each hand."""
        return np.repeat(np.arange(len(self.groups) - 1), np.diff(self.groups))

    def answers_of(self, columns: Array | int = 0) -> Array:
        """Returns the index of the answer for one setting of each hand: the house's, or that of the named column."""
        group = self.group_of
        row = np.arange(len(self.hands)) - self.groups[group]
        return self.starts[group] + row * self.asked[group] + columns

    def settings_of(self, columns: Array | int = 0) -> Array:
        """Returns the setting index of a column of each hand."""
        return self.first[self.group_of] + columns

    def beaten(self, rows: Distributions, kind: int, smallest: int = 0, largest: int = MOST_IN_HAND) -> Array:
        """Counts the disjoint hands that every setting of every hand beats, summed over these sizes."""
        asked = Questions(
            self.hands, self.groups, self.own_fronts, self.own_backs, self.first, self.front_marks, self.back_marks,
            self.starts,
        )  # fmt: skip
        return count(rows, asked, kind, (smallest, largest), get_num_threads())

    def part(self, start: int, stop: int) -> "Batch":
        """Returns the groups from `start` to `stop`."""
        hands = slice(self.groups[start], self.groups[min(stop, len(self.groups) - 1)])
        groups, first = self.groups[start : stop + 1], self.first[start : stop + 1]
        asked = slice(first[0], first[-1])
        return Batch(
            self.hands[hands], self.weights[hands], groups - groups[0], self.own_fronts[start:stop],
            self.own_backs[start:stop], first - first[0], self.fronts[asked], self.backs[asked],
            self.front_marks[asked], self.back_marks[asked],
        )  # fmt: skip

    def house_only(self) -> "Batch":
        """Returns the same hands with the house's settings alone."""
        house = self.first[:-1]
        return self._replace(
            first=np.arange(len(self.first)),
            fronts=self.fronts[house],
            backs=self.backs[house],
            front_marks=self.front_marks[house],
            back_marks=self.back_marks[house],
        )

    def narrowed(self, wanted: Array) -> "Narrowed":
        """Returns the groups with some wanted settings, with these and the house's."""
        kept = np.add.reduceat(wanted, self.first[:-1], dtype=np.int64) > 0 if len(wanted) else wanted
        wanted = wanted.copy()
        wanted[self.first[:-1][kept]] = True
        settings = np.flatnonzero(wanted)
        of_group = np.repeat(np.arange(len(kept)), self.asked)[settings]
        hands = np.flatnonzero(kept[self.group_of])
        batch = Batch(
            self.hands[hands], self.weights[hands], _sums(np.diff(self.groups)[kept]), self.own_fronts[kept],
            self.own_backs[kept], _sums(np.bincount(of_group, minlength=len(kept))[kept]), self.fronts[settings],
            self.backs[settings], self.front_marks[settings], self.back_marks[settings],
        )  # fmt: skip
        column = settings - self.first[of_group]
        asked = batch.asked[batch.group_of]
        hand = np.repeat(np.arange(len(hands)), asked)
        place = np.arange(len(hand)) - _sums(asked)[:-1][hand]
        answers = self.answers_of()[hands[hand]] + column[batch.settings_of()[hand] + place]
        return Narrowed(batch, settings, answers)


class Narrowed(NamedTuple):
    """A part of another batch, with the settings that are left and the indexes of their answers there."""

    batch: Batch
    settings: Array
    answers: Array


def _sums(counts: Array) -> Array:
    return np.concatenate([[0], np.cumsum(counts)])
