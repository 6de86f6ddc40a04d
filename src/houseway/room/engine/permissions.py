"""Permissions: what a person may do now with the bank, the bets and the next round. Commands enforce it, views show it.

Each `may_..` returns what is open now. Each `refuse_..` raises a Refusal with the reason. No other module decides it.
"""

from itertools import islice
from typing import Final

from houseway.room.core.context import TableContext
from houseway.room.messages.commands import BankChoice
from houseway.room.messages.state import Player
from houseway.room.messages.view_types import BankWord
from houseway.room.regimes import banked
from houseway.room.regimes.lookup import regime_of
from houseway.script import Cents, Refusal

RAIL_TOO_SLOW: Final = 2
"""Rounds in a row that a person at the rail lets pass until the table waits no more, before the next bet."""

# -- the bank -------------------------------------------------------------------------------------------------------


def may_bank(context: TableContext, player: Player) -> list[BankWord]:
    """Returns the words that the person may say about the bank now (6.5.4)."""
    state = context.state
    rotation = context.rotation
    if rotation is None or player.out or player.leaving or not player.seats:
        return []
    if state.phase == "offering" and rotation.offered in player.seats:
        return ["take", "pass"]
    if state.phase == "betting" and rotation.banker == player.person:
        return ["take", "release"] if rotation.turn > 1 and rotation.release_after_one else ["take"]
    if state.phase == "broken" and not rotation.barred(player.person) and banked.can_bank(context, player):
        return ["take"]
    return []


def refuse_bank(context: TableContext, player: Player, command: BankChoice) -> None:
    """Raises a Refusal with the reason if the person may not say that about the bank, or not with that stake."""
    state, allowed = context.state, command.do in may_bank(context, player)
    if not allowed:
        if state.phase not in banked.BY_THE_BANK:
            raise Refusal("phase", "the bank is not offered now: the table is {phase}", facts={"phase": state.phase})
        if player.out or not player.seats:
            raise Refusal("not-seated", "{player} sits out", "PD-04", facts={"player": player.name})
        if command.do == "pass" and state.phase == "broken":
            raise Refusal("turn", "the bank cannot be passed now: it is open to everybody who may bank", "PD-14")
        if command.do == "take" and state.phase == "betting" and context.rotation is not None:
            raise Refusal("turn", "bets are made already: the bank is offered again after the round", "PD-04")
    refuse_late(context)
    if command.do == "take":
        _refuse_stake(context, player, command.posted)
    if allowed:
        return
    if command.do == "release":
        raise _no_release(context, player)
    offered = None if context.rotation is None else context.rotation.offered
    if command.do == "take" and offered is not None and offered not in player.seats:
        form = "the bank is offered to seat {offered}, not to seat {seat}"
        raise Refusal("turn", form, "PD-04", facts={"offered": offered, "seat": player.seats[0]})
    raise Refusal("turn", "the bank is not offered to {player}", "PD-04", facts={"player": player.name})


def _refuse_stake(context: TableContext, player: Player, posted: Cents) -> None:
    """Raises a Refusal if the person can bank at no stake, or not at this one."""
    rotation, low, high = context.rotation, context.sheet.least_bank, banked.most_stake(context, player)
    if rotation is None:
        raise Refusal("bank", "only the house banks at this table", context.sheet.game.bank_clause)
    if rotation.banker != player.person and rotation.barred(player.person):
        form = "{player} has banked {hands} hands in a row: somebody else must bank before they bank again"
        raise Refusal("barred", form, "PD-13", facts={"player": player.name, "hands": rotation.in_a_row})
    if not low <= posted <= high:
        form = "a bank of {posted:money} is refused: it is from {low:money} to {high:money}, the fee beside it"
        code = "bank" if posted < low else "chips"
        raise Refusal(code, form, "PD-05", "posted", {"posted": posted, "low": low, "high": high})


def _no_release(context: TableContext, player: Player) -> Refusal:
    """Returns the refusal of a release, with its reason."""
    rotation = context.rotation
    if rotation is None or rotation.banker != player.person:
        return Refusal("bank", "{player} does not hold the bank", "PD-11", facts={"player": player.name})
    if rotation.turn == 1:
        return Refusal("release", "the bank is handed on only by its holder, between two hands", "PD-11")
    return Refusal("release", "{player} must bank the second hand too", "PD-11", facts={"player": player.name})


# -- bets -----------------------------------------------------------------------------------------------------------


def may_bet(context: TableContext, player: Player) -> list[str]:
    """Returns the places where the person may bet now."""
    state = context.state
    if state.phase != "betting" or player.leaving or player.out:
        return []
    if context.banks(player.person):
        return [banked.BANK] if context.sheet.game.bank_circles else []
    return [*map(str, player.seats), *_behind(context, player)]


def _behind(context: TableContext, player: Player) -> list[str]:
    """Returns the person's circle behind each other seat with a bet, or the first free circle there (PD-52)."""
    state, backline = context.state, context.sheet.backline
    if not context.sheet.bets_behind:
        return []
    places: list[str] = []
    own = [name for name, person in state.bettors.items() if person == player.person and "." in name]
    for seat, person in state.seats.items():
        if person == player.person or str(seat) not in state.bets:
            continue
        here = [name for name in own if name.startswith(f"{seat}.")]
        free = (f"{seat}.{circle}" for circle in range(2, backline.most + 2) if f"{seat}.{circle}" not in state.bets)
        places += sorted(here, key=_circle_number) or [*islice(free, 1)]
    return places


def _circle_number(place: str) -> int:
    return int(place.partition(".")[2])


def refuse_bet(context: TableContext, player: Player, place: str) -> None:
    """Raises a Refusal with the reason, and the open places, if the person may not bet there now."""
    if context.state.phase != "betting":
        code = "late" if context.in_play else "phase"
        raise Refusal(code, "no bets are taken now: the table is {phase}", facts={"phase": context.state.phase})
    refuse_late(context)
    _refuse_other_place(context, player, place)


def _refuse_other_place(context: TableContext, player: Player, place: str) -> None:
    state = context.state
    allowed = may_bet(context, player)
    if place in allowed:
        return
    number, _, behind = place.partition(".")
    if context.banks(player.person):
        form = "{player} holds the bank and makes no wager"
        raise Refusal("not-yours", form, "PD-19", "place", {"player": player.name})
    if behind and number.isdecimal() and int(number) in state.seats:
        if number not in state.bets:
            form = "nobody has bet at seat {seat} yet: there is nothing to bet behind"
            raise Refusal("bet-required", form, "PD-52", "place", {"seat": int(number)})
        clause = context.sheet.backline.clause
        known = [name for name in allowed if "." in name]
        form = "place {place} is not open to {player}: {known} are"
        facts = {"place": place, "player": player.name, "known": known or ["none behind a seat"]}
        raise Refusal("not-yours", form, clause, "place", facts)
    form = "place {place} is not {player}'s: {known} are"
    facts = {"place": place, "player": player.name, "known": allowed or ["none"]}
    raise Refusal("not-yours", form, "", "place", facts)


# -- seats ----------------------------------------------------------------------------------------------------------


def yields(context: TableContext, seat: int) -> bool:
    """Returns whether the seat is an extra circle of its player that somebody without a seat may take (P21-15).

    Nobody loses their own seat, the seat of the bank, or a circle with a bet or with cards.
    """
    state, player = context.state, context.state.players[context.state.seats[seat]]
    if not context.sheet.circles_yield or seat == player.own_seat or str(seat) in state.bets:
        return False
    if context.rotation is not None and context.banks(player.person) and context.rotation.seat == seat:
        return False
    return not (context.in_play and state.running is not None and str(seat) in state.running.persons)


# -- the next round -------------------------------------------------------------------------------------------------


def may_be_ready(context: TableContext, player: Player) -> bool:
    """Returns whether the table waits for the person's `ready` (6.5.3)."""
    state = context.state
    if player.out or player.leaving or player.person in state.ready:
        return False
    if not player.seats:
        return _rail_is_asked(context, player)
    if state.phase == "waiting":
        return not regime_of(context).takes_bets and context.may_start
    return state.phase in ("betting", "settled")


def rail_asked(context: TableContext) -> list[Player]:
    """Returns the people at the rail for whose bets, or `ready`, the table waits (PGC-09, PD-52)."""
    return [each for each in context.state.players.values() if not each.seats and may_be_ready(context, each)]


def _rail_is_asked(context: TableContext, player: Player) -> bool:
    """Returns whether the table waits for a person at the rail: once a seat has bet that they can bet behind.

    It waits for nobody who is disconnected, lacks the chips, or let the time of the last rounds run out. Without
    deadlines it waits for seats alone. Older rooms never waited for the rail.
    """
    if context.state.phase != "betting" or context.rule_version < 3 or context.solo:
        return False
    if player.lost is not None or player.slow >= RAIL_TOO_SLOW or player.chips < context.sheet.least_behind:
        return False
    return bool(may_bet(context, player))


def refuse_ready(context: TableContext, player: Player) -> None:
    """Raises a Refusal if the table does not wait for the person's `ready`."""
    if not may_be_ready(context, player):
        raise Refusal("phase", "{player} is not asked to be ready now", facts={"player": player.name})


def refuse_late(context: TableContext) -> None:
    """Raises a Refusal if the time of the phase is over, even before a `Tick` has said so."""
    due = context.state.due
    if due is not None and context.now > due and context.state.phase != "broken":
        raise Refusal("late", "the time ran out {ms} ms ago", facts={"ms": context.now - due})
