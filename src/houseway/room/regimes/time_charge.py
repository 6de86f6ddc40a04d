"""Time charges: players at tables without a bank pay for their time in advance (LOW-22, LOW-23, PAN-15)."""

from houseway.room.core import chip_moves
from houseway.room.core.context import TableContext
from houseway.room.messages.durations import MINUTE_MS
from houseway.room.messages.story_lines import FeeTaken
from houseway.table.chips.ledger import BOX
from houseway.table.chips.time_charge import marks, payers


def charge_time(context: TableContext, mark: int) -> int:
    """Charges everybody who was seated at the last mark since the minute `mark`. Returns the minute charged up to.

    A player who cannot pay is not dealt in until he can (LOW-23). The table does not charge for earlier marks in
    between.
    """
    charge = context.sheet.time_charge
    if charge is None:
        return mark
    per, fee = charge
    clauses = [*context.sheet.regime.time_clauses]
    minute = context.now // MINUTE_MS
    passed = marks(mark + 1, minute + 1, per)
    stays = {player.person: (player.sat, None) for player in context.state.seated()}
    if passed:
        for person in payers(stays, passed[-1]):
            context.state.players[person].owes_time = fee
    for player in context.state.seated():
        if player.owes_time and player.chips > player.owes_time:
            player.chips -= player.owes_time
            chip_moves.move(context, chip_moves.stack(context, player.person), BOX, player.owes_time, clauses[0])
            context.tell(FeeTaken(payer=f"player {player.person}", cents=player.owes_time, clauses=clauses))
            player.owes_time = 0
    return max(mark, minute)
