"""A game for testing the bank: every seat declares how its wagers come out, and the bank settles in seat order."""

from collections.abc import Mapping
from typing import Any

from houseway.hands import three
from houseway.script import Answer, Ask, Choice, Circle, Collect, Felt, Game, Odds, Place, Script, Settle
from houseway.table import Round, play
from houseway.table.setup import BackerSetup, BankSetup, SeatSetup, Setup

OUTCOMES = ("win", "lose", "push", "forfeit", "surrender")
CIRCLES = ("ante", "play", "check", "bonus")


def declare(felt: Felt) -> Script:
    """Asks each place how each of its wagers comes out."""
    yield Collect()
    for place in felt.left_of_bank():
        for owner in (place, *place.backers):
            for wager in list(owner.wagers):
                answer = yield Ask(owner, choices(), Answer("push"))
                claim(felt, owner, wager, answer.choice)
    yield Settle(felt.left_of_bank()[0].seat, (CIRCLES,))


def choices() -> tuple[Choice, ...]:
    return tuple(
        Choice(f"{outcome}{odds}")
        for outcome in OUTCOMES
        for odds in (["", " 6:5", " 40:1", " 9:1"] if outcome == "win" else [""])
    )


def claim(felt: Felt, place: Place, wager: str, said: str) -> None:
    outcome, _, odds = said.partition(" ")
    if outcome == "win":
        felt.win(place, wager, Odds.from_text(odds or "1"), "PD-51")
    elif outcome == "push":
        felt.push(place, wager, "PD-44")
    elif outcome == "surrender":
        felt.surrender(place, wager, "PD-45")
    else:
        felt.lose(place, wager, "PD-45" if outcome == "forfeit" else "PD-07", forfeit=outcome == "forfeit")


DECLARED = Game(
    id="three-card-poker",
    circles=tuple(Circle(name, opening=True) for name in CIRCLES),
    play=declare,
    rank=lambda cards, rules: {"hand": three.hand(cards)},  # noqa: ARG005
    backline=lambda options: _all_circles(options),
)


def _all_circles(options: Any) -> Any:
    from houseway.games.kit.banked.backline import backline

    return backline("PD-53", *CIRCLES)(options)


class Says:
    """Answers with what the test declares, place by place."""

    def __init__(self, words: dict[str, list[str]]) -> None:
        self.words = {place: list(row) for place, row in words.items()}

    def cards(self, request: Any) -> None:
        raise AssertionError(request)

    dice = cards

    def decision(self, ask: Ask) -> Answer:
        return Answer(self.words[ask.place.name].pop(0))


def settled(
    posted: float, wagers: Mapping[str, Mapping[str, tuple[float, str]]], *, bank_seat: int = 8, **table: Any
) -> Round:
    """Settles dollars and outcomes by place and circle, `{"3": {"ante": (40, "lose")}, "3.2": ..}`, in seat order."""
    seats: dict[int, SeatSetup] = {}
    words: dict[str, list[str]] = {}
    for place, row in wagers.items():
        seat, _, circle = place.partition(".")
        chips = {name: round(dollars * 100) for name, (dollars, _) in row.items()}
        words[place] = [said for _, said in row.values()]
        if circle:
            seats[int(seat)].backline.append(BackerSetup(int(circle), f"behind {place}", chips))
        else:
            seats[int(seat)] = SeatSetup(int(seat), f"player {place}", chips)
    options = table.pop("options", {})
    if any("." in place for place in wagers):
        options = {"backline": True} | options
    setup = Setup(
        game="three-card-poker",
        bank=BankSetup(bank_seat, "Bank", round(posted * 100)),
        seats=list(seats.values()),
        options=options,
        **table,
    )
    return play(Round(DECLARED, setup), Says(words))


def nets(round_: Round) -> dict[str, float]:
    """Returns the net of every place and of the bank, in dollars."""
    result: dict[str, float] = {}
    for paid in round_.payments:
        result[paid.place.name] = result.get(paid.place.name, 0) + paid.net / 100
    return result | {"bank": round_.bank_net / 100}
