"""Tables at which everything lies that can: every circle filled, every hand at its largest, long names, large sums."""

from collections.abc import Iterator
from typing import Any

import msgspec

from houseway.cards import PACK, texts_of
from houseway.games import find
from houseway.room.messages.view_types import (
    BankView,
    BetsView,
    BuyInView,
    Mine,
    PublicState,
    SeatView,
    TableView,
    Welcome,
    You,
)
from houseway.rulebook import Rules
from houseway.script.game import Game
from houseway.table.reports.result import ActionResult
from houseway.table.reports.view import Counts
from houseway.web.board_layout import LaidOut

NAMES = ("Ana", "Bartholomew the Generous", "Noor", "Wolfeschlegelsteinhausen", "Kofi", "Maria de los Angeles", "Jun")
CENTS, STAKE, STACK = 100_000, 1_130_000, 11_300_00
EXTRA = {"bank": 7, "bank low": 2, "board": 5, "community": 1, "discards": 13}
"""Cards that lie elsewhere than at a place, at most."""
Kind = str
KINDS: tuple[Kind, ...] = ("dealt", "held", "open", "piles")


class Cards:
    """One card after the other, from as many packs as are asked for; hidden ones where nobody sees them."""

    def __init__(self) -> None:
        self._texts = self._dealt()

    @staticmethod
    def _dealt() -> Iterator[str]:
        while True:
            yield from texts_of(PACK)[::7] + texts_of(PACK)[3::7] + texts_of(PACK)[5::7]

    def open(self, count: int) -> str:
        return " ".join([next(self._texts) for _ in range(count)])


def hidden(count: int) -> str:
    return " ".join(["--"] * count)


def full(laid: LaidOut, rules: Rules, kind: Kind, you: int = 1) -> Welcome:
    """What somebody at seat `you` is told of such a table: hands face down, held before anything is spread, open as
    they are settled, or in piles."""
    game, seats = find(laid.game), len(laid.slots)
    banker = 2 if seats > 1 and game.players_bank(rules) else 0
    players = [seat for seat in range(1, seats + 1) if seat != banker]
    cards, mine = _cards(laid, players, kind, you)
    stacks = [
        SeatView(n, f"p{n}", NAMES[n % len(NAMES)], STACK, False, False, n != you, "") for n in range(1, seats + 1)
    ]
    places = [BetsView(str(seat), seat, _wagers(game, rules), False) for seat in players]
    if laid.behind:
        behind = {next(iter(game.backline(rules.options).circles)): CENTS // 2}
        places += [BetsView(f"{seat}.{n}", seat, behind, False) for seat in players for n in range(2, 7)]
    acts = laid.puck and laid.shape == "arc" and kind != "piles"
    state = PublicState(
        phase="settled" if kind == "open" else "playing", round=7, round_id="r7", seats=stacks, places=places,
        cards=cards, bank=BankView(banker, f"p{banker}", STAKE, 1) if banker else None,
        button=seats if laid.shape == "ring" else 0,
        action=ActionResult(players[-1], "4", []) if acts else None,
        dice=[[3, 4, 6]] if laid.dice else [], pots=_pots(laid), counts=Counts(312, 416),
        nets={str(seat): CENTS * (-1) ** seat for seat in players} if kind == "open" else {},
        waiting=[str(players[-1])] if kind != "open" else [],
    )  # fmt: skip
    table = TableView(
        table="full", game=laid.game, options={}, limits=[500, 30_000], positions=seats, seats=seats, pace="fast",
        buy_in=BuyInView(500, None, 5000), schedule=None, private=False, watch_delay=0, bots=0, time=20,
    )  # fmt: skip
    return Welcome(n=9, you=You(f"p{you}", "You", [str(you)], STACK), table=table, state=state, mine=Mine(cards=mine))


def _wagers(game: Game, rules: Rules) -> dict[str, int]:
    return {circle.name: CENTS for circle in game.circles_at(rules.options)}


def _pots(laid: LaidOut) -> dict[str, int]:
    if laid.shape == "arc":
        return {}
    return {"main pot": 24_600_00, "side pot 1": 18_000_00, "side pot 2": 3_600_00} if laid.hands else {"tops": 800}


def _cards(laid: LaidOut, players: list[int], kind: Kind, you: int) -> tuple[dict[str, str], dict[str, str]]:
    """The cards of every spot, and of them those that only whoever looks sees."""
    deck, found, own = Cards(), {}, {}
    taken = set()  # spots that share a place take turns there
    for spot in laid.spots:
        if spot.zone in ("dealer", "middle") and not spot.swing and spot.at not in taken:
            taken.add(spot.at)
            count = min(EXTRA.get(spot.match, 1), spot.most if spot.run != "pile" else 99)
            found[spot.match] = deck.open(count - (2 if spot.match == "bank" and _low(laid) and kind == "open" else 0))
        elif spot.swing and kind == "piles":
            found |= {spot.match.replace("{n}", str(n)): hidden(7) for n in range(1, 8)}
    for seat in players if kind != "piles" else []:
        for name, count in _at_a_place(laid, seat, kind):
            found[name] = deck.open(count) if kind == "open" or name != str(seat) else hidden(count)
            if seat == you and name == str(seat):
                own[name] = deck.open(count)
    return found, own


def _low(laid: LaidOut) -> int:
    """How many cards go into a low hand, where there is one."""
    return max([2 if spot.most == 2 else 1 for spot in laid.spots if spot.match == "bank low"], default=0)


def _at_a_place(laid: LaidOut, seat: int, kind: Kind) -> list[tuple[str, int]]:
    """The spots of a place at their largest: split, set, or with cards on the board."""
    names = {
        spot.match.replace("{seat}", str(seat))
        for spot in laid.spots
        if spot.zone == "place" and "draw" not in spot.match
    }
    low = f"{seat} low"
    if low in names and kind == "open":
        return [(str(seat), laid.most - _low(laid)), (low, _low(laid))]
    spreads = [name for name in names if "spread" in name]
    if spreads and kind != "held":
        return [(str(seat), 10), *[(spreads[0].replace("{n}", str(n)), cards) for n, cards in enumerate((3, 3, 5), 1)]]
    splits = [name for name in names if "/" in name]
    if splits and kind == "open":
        return [(str(seat), 4), *[(splits[0].replace("{n}", str(n)), 3) for n in (2, 3, 4)]]
    return [(str(seat), laid.most)]


def as_json(welcome: Welcome) -> Any:
    return msgspec.to_builtins(welcome)
