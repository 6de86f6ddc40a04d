"""Hands of Pure 21.5 Blackjack for tests: one player against the bank, what is offered, what a pool paid."""

from typing import Any

from houseway.games import find
from houseway.table import resume, view
from houseway.table.setup import Decision
from tests.kit import Backer, Played, Seat, document, played

P21 = "pure-21-5-blackjack"
THREE_TO_TWO: dict[str, Any] = {"pure_payoff": "3:2", "insurance": True, "even_money": True}


def seat(
    number: int, cards: str, main: float, *says: Decision, backers: tuple[Backer, ...] = (), player: str = ""
) -> Seat:
    """A seat with all cards that are dealt to its own spot, and what it says."""
    return Seat(number, cards, {"main": main}, says, backers, player)


def hand(
    player: str,
    bank: str,
    *says: Decision,
    main: float = 25,
    posted: float = 100_000,
    spots: Any = None,
    **options: Any,
) -> Played:
    """One player at seat 1 against the bank; `spots` are the cards of further split hands."""
    return played(P21, seat(1, player, main, *says), bank=bank, posted=posted, options=options, cards=spots)


def offered(player: str, bank: str = "7c 7d", *says: Decision, spots: Any = None, **options: Any) -> list[str]:
    """What the player may do with these cards."""
    table = document(P21, seat(1, player, 20, *says), bank=bank, options=options, cards=spots)
    return [choice.name for choice in view(resume(find(P21), table), "1").choices]


def prizes(result: Played) -> list[tuple[str, str, float]]:
    """Place, pool and dollars of every award that a pool paid."""
    return [(prize.place.name, prize.pool, prize.cents / 100) for prize in result.round.prizes]


FULL = ("2c 3d", "5c 6d", "4c 7d", "2d 8h", "3c 2h", "4d 5h", "6c 4h")


def full_table(bank: str, **table: Any) -> Played:
    seats = [seat(number, cards, 5, "surrender") for number, cards in enumerate(FULL, 1)]
    return played(P21, *seats, bank=bank, **table)
