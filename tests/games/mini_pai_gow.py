"""Tables of Mini Pai Gow for tests: seats that set their hands, the house's bank or a player's."""

from typing import Any

from houseway.table.setup import Decision
from tests.kit import Played, Seat, played

MPG = "mini-pai-gow"
QUEEN_LOW = "Qh Ks Kd 9c 5d 4s"  # Qh | a pair of kings


def seat(
    number: int,
    low: str,
    high: str,
    main: float = 10,
    *,
    bonus: float = 0,
    doubles: bool = False,
    player: str = "",
    stack: float | None = None,
) -> Seat:
    """A seat that sets `low` in front of `high`, doubling or not."""
    wagers = {"main": main} | ({"bonus": bonus} if bonus else {})
    decision: Decision = {"double" if doubles else "set": low}
    return Seat(number, f"{low} {high}", wagers, (decision,), player=player, stack=stack)


def table(*seats: Seat, bank: str, **more: Any) -> Played:
    """The seats against the dealer, the house banking."""
    named = ("round", "carried", "irregularities", "unfinished", "dice", "cards")
    table_ = {name: more.pop(name) for name in list(more) if name in named}
    return played(MPG, *seats, bank=bank, posted=None, options=more, **table_)


def hand(low: str, high: str, bank: str, main: float = 10, **more: Any) -> Played:
    """One player at seat 1."""
    about = {name: more.pop(name) for name in list(more) if name in ("bonus", "doubles", "stack")}
    return table(seat(1, low, high, main, **about), bank=bank, **more)


def player_bank(
    *seats: Seat,
    bank: str,
    sets: Decision = "house-way",
    dealer: str,
    posted: float = 10_000,
    carried: dict[str, Any] | None = None,
    wagers: dict[str, float] | None = None,
    **options: Any,
) -> Played:
    """The seats against a player who banks at seat 7, with the house's dealer hand besides."""
    return played(
        MPG,
        *seats,
        bank=bank,
        posted=posted,
        bank_seat=7,
        bank_wagers=wagers,
        cards={"house": dealer},
        decisions={"bank": [sets]},
        options={"player_bank": "on"} | options,
        carried=carried or {},
    )


FULL_HOUSE, FLUSH, FOURS = ("9h", "2s 2d 2h 3c 3d"), ("5d", "Ac Jc 9c 7c 4c"), ("Ks", "Kd Kh Kc Qd 8d")
JUNK, MORE_JUNK, STRAIGHT_FLUSH = ("Jd", "Ah 9d 7h 5s 3h"), ("Qh", "As Td 8h 6s 4d"), "Js Ts 9s 8s 7s 2c"


def bonus_money(result_: Played, place: int | str) -> float:
    mine = [paid for paid in result_.round.payments if paid.place.name == str(place)]
    return sum(paid.net for paid in mine if paid.wager in ("bonus", "community")) / 100
