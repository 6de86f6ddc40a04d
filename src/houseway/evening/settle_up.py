"""Settling up: the fewest transfers after which nobody owes anybody anything."""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct

EXACT: Final = 16
"""Most people with a balance for whom the fewest transfers are searched: 65,536 subsets take some 0.3 s."""


class Repayment(Struct, frozen=True, rename={"source": "from", "target": "to"}):
    """One payment in cents from a person who lost to one who won."""

    source: str
    target: str
    cents: int


def settle_up(nets: Mapping[str, int]) -> list[Repayment]:
    """Returns transfers that bring every net to zero: the fewest for up to sixteen people, few for more.

    A group whose nets add up to zero settles by one transfer fewer than it has people. So the fewest transfers belong
    to the most groups. Raises ValueError if the nets do not add up to zero.
    """
    if total := sum(nets.values()):
        raise ValueError(f"nets add up to {total} and not to zero")
    open_ = sorted(((cents, who) for who, cents in nets.items() if cents), key=lambda each: (-abs(each[0]), each[1]))
    groups = _most_groups([cents for cents, _ in open_]) if len(open_) <= EXACT else [range(len(open_))]
    return [transfer for group in groups for transfer in _within([open_[index] for index in group])]


def _most_groups(nets: Sequence[int]) -> list[list[int]]:
    """Returns a partition into the most groups that add up to zero each, by the indexes of the nets.

    `most[mask]` is the largest number of such groups that a chain of growing subsets of `mask` passes through.
    """
    everybody = (1 << len(nets)) - 1
    sums, most, last = [0] * (everybody + 1), [0] * (everybody + 1), [0] * (everybody + 1)
    for mask in range(1, everybody + 1):
        low = mask & -mask
        sums[mask] = sums[mask ^ low] + nets[low.bit_length() - 1]
        rest, best = mask, -1
        while rest:
            bit = rest & -rest
            rest ^= bit
            if most[mask ^ bit] > best:
                best, last[mask] = most[mask ^ bit], bit
        most[mask] = best + (sums[mask] == 0)
    groups: list[list[int]] = []
    mask = everybody
    while mask:
        if sums[mask] == 0:
            groups.append([])
        groups[-1].append(last[mask].bit_length() - 1)
        mask ^= last[mask]
    return sorted(sorted(group) for group in groups)


def _within(group: Sequence[tuple[int, str]]) -> list[Repayment]:
    """Returns transfers that settle a group, the largest debt to the largest claim first."""
    nets = {who: cents for cents, who in group}
    found = []
    while any(nets.values()):
        loser = min(nets, key=lambda who: (nets[who], who))
        winner = min(nets, key=lambda who: (-nets[who], who))
        cents = min(-nets[loser], nets[winner])
        found.append(Repayment(loser, winner, cents))
        nets[loser] += cents
        nets[winner] -= cents
    return found
