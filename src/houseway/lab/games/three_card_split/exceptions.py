"""Exceptions to the house way of Three Card Split that gain most, for a person to learn."""

from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from houseway.cards import RANKS, text_of_cards
from houseway.hands import connectors, three
from houseway.lab.inquiry.answer import Strategy
from houseway.lab.methods.threshold import cut

if TYPE_CHECKING:
    from houseway.hands.kernels.arrays import Counts
    from houseway.lab.games.three_card_split.deals import SplitDeals

Kind = tuple[str, str, str]


class Switch(NamedTuple):
    """A hand set in another way than the house's: category, old and new high hand, old and new low card, gain."""

    hand: int
    kind: Kind
    usual: int
    low: int
    gain: int


def strategy(deals: "SplitDeals", expects: "Counts", best: "Counts", house: "Counts", scale: int) -> Strategy:
    """Returns the house way with a few exceptions for a person, and every exception in full."""
    exceptions, won = _exceptions(_switches(deals, expects, house))
    rows = range(len(best))
    total = int(deals.cells[rows, best].sum()) * scale
    most = int((expects[rows, best] - expects[rows, house]).sum())
    return Strategy(
        says="the house way, except for these hands; the first row that fits decides.",
        columns=["three cards", "the house way's high", "play high instead", "if the low card becomes", "gains"],
        rows=[[*kind, says, f"{gain / total:.4%}"] for kind, says, gain in exceptions],
        cost=Fraction(most - won, total),
        note="Q<=5: a queen becomes the low card where the house way has a five or lower there.",
        full=_full(deals, best, house),
    )


def _switches(deals: "SplitDeals", expects: "Counts", house: "Counts") -> list[Switch]:
    """Returns every other setting of every hand: the best of those whose high hand is of one class."""
    found: dict[tuple[int, Kind], Switch] = {}
    lows, chosen, values = deals.lows.tolist(), house.tolist(), expects.tolist()
    for index, hand in enumerate(deals.hands.tolist()):
        mine = chosen[index]
        category = three.category(three.value(hand)).replace("royal", "straight")
        usual = _class(hand, lows[index][mine])
        for place, low in enumerate(lows[index]):
            if low >= 0 and place != mine:
                kind = (category, usual, _class(hand, low))
                gain = values[index][place] - values[index][mine]
                switch = Switch(index, kind, lows[index][mine] >> 2, low >> 2, gain)
                held = found.get((index, kind))
                if held is None or switch.gain > held.gain:
                    found[index, kind] = switch
    return list(found.values())


def _class(hand: list[int], low: int) -> str:
    return connectors.category(connectors.value([card for card in hand if card != low]))


def _exceptions(switches: list[Switch]) -> tuple[list[tuple[Kind, str, int]], int]:
    """Chooses exceptions greedily: all hands of one kind between certain low cards, the largest gain first."""
    left, rows, won = switches, [], 0
    while left:
        kinds = {kind: _most(left, kind) for kind in sorted({switch.kind for switch in left})}
        kind, (most, gain) = max(kinds.items(), key=lambda item: item[1][1])
        if gain <= 0:
            break
        says = ", ".join(
            RANKS[low] + ("" if usual >= top else f"<={RANKS[usual]}")
            for low, (usual, top) in sorted(most.items())[::-1]
        )
        rows.append((kind, says, gain))
        won += gain
        done = {s.hand for s in left if s.kind == kind and s.low in most and s.usual <= most[s.low][0]}
        left = [switch for switch in left if switch.hand not in done and switch.kind != kind]
    return rows, won


def _most(switches: list[Switch], kind: Kind) -> tuple[dict[int, tuple[int, int]], int]:
    """Returns, by the new low card, the highest old one to give up and the highest there is; and the total gain."""
    gains: dict[int, Counter[int]] = {}
    for switch in switches:
        if switch.kind == kind:
            gains.setdefault(switch.low, Counter())[-switch.usual] += switch.gain
    most, won = {}, 0
    for low, by_usual in gains.items():
        least, gain = cut(by_usual)
        if gain > 0:
            most[low] = (-least, -min(by_usual))
            won += gain
    return most, won


def _full(deals: "SplitDeals", best: "Counts", house: "Counts") -> dict[str, Any]:
    """Returns every hand that is best set in another way than the house's, high hand first."""
    changed = {}
    for index in (best != house).nonzero()[0].tolist():
        hand = deals.hands[index].tolist()
        ways = []
        for low in (int(deals.house[index]), int(deals.lows[index, best[index]])):
            high = sorted((card for card in hand if card != low), reverse=True)
            ways.append(f"{text_of_cards(high)} | {text_of_cards([low])}")
        changed[ways[0]] = ways[1]
    return {"instead of the house way": changed}
