"""Permissions: what a person may say about the bank and the next round. Commands enforce it, and views show it."""

from houseway.room.core.context import TableContext
from houseway.room.messages.state import Player
from houseway.room.messages.view_types import BankWord
from houseway.room.regimes import banked
from houseway.room.regimes.lookup import regime_of


def may_bank(context: TableContext, player: Player) -> list[BankWord]:
    """What the person may say about the bank now (6.5.4)."""
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


def may_be_ready(context: TableContext, player: Player) -> bool:
    """Whether the person's `ready` is waited for (6.5.3)."""
    state = context.state
    if player.out or player.leaving or not player.seats or player.person in state.ready:
        return False
    if state.phase == "waiting":
        return not regime_of(context).takes_bets and context.may_start
    return state.phase in ("betting", "settled")
