"""Study of perfect play: the best setting of every hand, and the gains of simple rules and kinds of hands."""

from fractions import Fraction
from typing import Final, NamedTuple

import numpy as np

from houseway.hands.kernels.arrays import Array
from houseway.lab.inquiry.progress import Progress
from houseway.lab.loops.hand_pairs.choices import above_house
from houseway.lab.loops.hand_pairs.counts import BOTH, EITHER
from houseway.lab.loops.hand_pairs.distributions import Distributions
from houseway.lab.methods.pai_gow.batch import Batch
from houseway.lab.methods.pai_gow.dealers import Dealers, distributions_of, players_of
from houseway.lab.methods.pai_gow.exceptions.moves import Moves, kinds_of, moves_of, setting_text, type_text
from houseway.lab.methods.pai_gow.exceptions.search import rule_text, rules_of
from houseway.lab.methods.pai_gow.patterns import in_the_pack
from houseway.lab.methods.pai_gow.perfect import EVEN, Departures, batch_of, perfect_play
from houseway.lab.methods.pai_gow.way import SplitWay

LEAST: Final = Fraction(1, 500_000)
"""Least gain, as a share of the wager, of a rule that is worth a line."""


class TableLine(NamedTuple):
    """A line of a table: the move in words, the number of hands, and its gains in all pairs of hands.

    `net` is the gain in wins less losses, `wins` the gain in wins.
    """

    words: list[str]
    hands: int
    net: int
    wins: int


class Study(NamedTuple):
    """Perfect play in full, by kinds of hands, and the few rules that come nearest to it."""

    departures: Departures
    kinds: list[TableLine]
    rules: list[TableLine]


def study(dealers: Dealers, way: SplitWay, tell: Progress, pays: Fraction = EVEN, *, banks: bool = False) -> Study:
    """Studies perfect play if a win pays so much, for a player or for whoever banks."""
    players = players_of(dealers.patterns)
    rows = distributions_of(dealers, tell)
    everything = batch_of(dealers, players, banks=banks)
    play = perfect_play(dealers, everything, rows, tell, pays)
    cards = in_the_pack(dealers.deck, players.hands[players.groups[:-1]])
    moves = moves_of(everything, cards, way)
    return Study(
        play.departures,
        kind_lines(play.departures, in_the_pack(dealers.deck, play.departures.hands), way),
        rule_lines(everything, moves, play.gains, rows, float(LEAST * dealers.pairs)),
    )


def kind_lines(departures: Departures, cards: Array, way: SplitWay) -> list[TableLine]:
    """Returns every kind of departure from the house way, the largest gain first."""
    found = departures
    types, codes, kinds = kinds_of(cards, way, found.house_fronts, found.house_backs, found.fronts, found.backs)
    lines = []
    for kind, (type_, house_front, house_back, front, back) in enumerate(codes.tolist()):
        mine = kinds == kind
        unpaired = max(types[type_]) == 1
        weights = found.weights[mine]
        words = [
            type_text(types[type_]),
            setting_text(house_front, house_back, unpaired),
            setting_text(front, back, unpaired),
        ]
        lines.append(
            TableLine(words, int(weights.sum()), int(found.either[mine] @ weights), int(found.both[mine] @ weights))
        )
    return sorted(lines, key=lambda line: -line.net)


def rule_lines(everything: Batch, moves: Moves, gains: Array, rows: Distributions, least: float) -> list[TableLine]:
    """Returns the rules with their gains, counted exactly."""
    rules = rules_of(moves, gains[moves.settings], least)
    wanted = np.zeros(everything.first[-1], np.bool_)
    for rule in rules:
        wanted[moves.settings[rule.rows]] = True
    batch, settings, _ = everything.narrowed(wanted)
    net, wins = (
        above_house(batch.beaten(rows, kind), batch.weights, batch.starts, batch.first, batch.groups)
        for kind in (EITHER, BOTH)
    )
    hands = np.add.reduceat(everything.weights.astype(np.int64), everything.groups[:-1])
    lines = []
    for rule in rules:
        place = np.searchsorted(settings, moves.settings[rule.rows])
        many = int(hands[moves.groups[rule.rows]].sum())
        lines.append(TableLine(rule_text(moves, rule), many, int(net[place].sum()), int(wins[place].sum())))
    return lines
