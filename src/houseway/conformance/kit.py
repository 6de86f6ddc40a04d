"""A kit for tests of games: tables with hands as text, wagers in dollars, and results in dollars."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from houseway.games import find
from houseway.script import Verdict, cents_from
from houseway.table import Document, Payment, Round, history, resume
from houseway.table.reports.history import Decided
from houseway.table.setup import BackerSetup, BankSetup, Decision, LimitsSetup, SeatSetup

PLENTY = 1_000_000


@dataclass
class Backer:
    """A backline bettor behind a seat, with the wagers in dollars."""

    circle: int
    wagers: Mapping[str, float]
    decisions: tuple[Decision, ...] = ()
    player: str = ""


@dataclass
class Seat:
    """A seat with its cards, its wagers in dollars and its decisions."""

    number: int
    cards: str
    wagers: Mapping[str, float]
    decisions: tuple[Decision, ...] = ()
    backers: tuple[Backer, ...] = ()
    player: str = ""
    stack: float | None = None


class Played:
    """A finished round, counted in dollars."""

    def __init__(self, round_: Round) -> None:
        self.round = round_

    def payment(self, place: int | str, wager: str) -> Payment:
        (paid,) = [paid for paid in self.round.payments if paid.place.name == str(place) and paid.wager == wager]
        return paid

    def net(self, place: int | str, wager: str = "") -> float:
        """Returns what the place won or lost, on one wager or on all, after commission."""
        rows = [paid for paid in self.round.payments if paid.place.name == str(place) and wager in ("", paid.wager)]
        assert rows, f"place {place} has no {wager or 'wager'}"
        return sum(paid.net - paid.commission for paid in rows) / 100

    def back(self, place: int | str, wager: str) -> float:
        """Returns how much of the wager went back to its owner."""
        return self.payment(place, wager).returned / 100

    def outcome(self, place: int | str, wager: str) -> Verdict:
        return self.payment(place, wager).outcome

    @property
    def bank(self) -> float:
        return self.round.bank_net / 100

    @property
    def order(self) -> list[tuple[str, str]]:
        """The place and the wager of each payment, in the order in which the bank met them."""
        return [(paid.place.name, paid.wager) for paid in self.round.payments]


def cents(dollars: float) -> int:
    return cents_from(f"{dollars:.2f}")


def document(
    game: str,
    *seats: Seat,
    bank: str = "",
    posted: float | None = PLENTY,
    bank_seat: int | None = None,
    bank_wagers: Mapping[str, float] | None = None,
    options: Mapping[str, Any] | None = None,
    limits: tuple[float, float] | None = None,
    schedule: str | None = None,
    cards: Mapping[str, str] | None = None,
    decisions: Mapping[str, list[Decision]] | None = None,
    **more: Any,
) -> Document:
    """Returns the document of a round. The bank sits at the last seat, unless the house banks (`posted=None`)."""
    if posted is not None:
        more["bank"] = BankSetup(bank_seat or last_seat(game), "Bank", cents(posted), wagers=_cents(bank_wagers or {}))
    if limits is not None:
        more["limits"] = LimitsSetup(cents(limits[0]), cents(limits[1]))
    dealt = {str(seat.number): seat.cards for seat in seats if seat.cards}
    if bank:
        dealt["bank"] = bank
    said = {str(seat.number): list(seat.decisions) for seat in seats if seat.decisions}
    for seat in seats:
        said |= {
            f"{seat.number}.{backer.circle}": list(backer.decisions) for backer in seat.backers if backer.decisions
        }
    return Document(
        game=game,
        options=dict(options or {}),
        schedule=schedule,
        cards=dealt | dict(cards or {}),
        decisions=said | dict(decisions or {}),
        seats=[_seat(seat) for seat in seats],
        **more,
    )


def played(game: str, *seats: Seat, unfinished: bool = False, **table: Any) -> Played:
    """Plays the round of `document`. Asserts that it ends, unless `unfinished`, and that chips are conserved."""
    round_ = resume(find(game), document(game, *seats, **table))
    assert round_.over or unfinished, f"the round waits for {round_.request}"
    assert round_.ledger.sum() == 0
    return Played(round_)


def last_seat(game: str) -> int:
    """Returns the highest seat of the game's table, at its default options."""
    from houseway.rulebook import Rules

    return find(game).positions(Rules.of(game))


def _seat(seat: Seat) -> SeatSetup:
    behind = [
        BackerSetup(backer.circle, backer.player or f"behind {seat.number}.{backer.circle}", _cents(backer.wagers))
        for backer in seat.backers
    ]
    stack = None if seat.stack is None else cents(seat.stack)
    return SeatSetup(seat.number, seat.player, _cents(seat.wagers), behind, stack)


def _cents(wagers: Mapping[str, float]) -> dict[str, int]:
    return {name: cents(dollars) for name, dollars in wagers.items()}


def decided(round_: Round, viewer: str) -> list[tuple[str, Decision | None]]:
    """Returns the place and the decision of each answer so far; None for a decision that the viewer may not know."""
    return [(each.place, each.decision) for each in history(round_, viewer) if isinstance(each, Decided)]
