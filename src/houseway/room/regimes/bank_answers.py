"""Answers to the offer of the bank: it is taken, passed on, released or offered again (PD-04 to PD-14).

`engine.permissions` has judged them.
"""

from houseway.room.core.context import TableContext
from houseway.room.messages.state import Player
from houseway.room.messages.story_lines import BankMoved
from houseway.room.regimes.banked import tell_skipped
from houseway.script import Cents


def take(context: TableContext, player: Player, posted: Cents) -> None:
    """Gives the bank to the player, or changes the holder's stake before the deal (6.5.4)."""
    bank = context.state.bank
    assert bank is not None
    rotation = bank.rotation
    assert rotation is not None
    if rotation.banker == player.person:
        bank.posted = posted
        context.tell(BankMoved(do="taken", seat=rotation.seat, person=player.person, posted=posted, turn=rotation.turn))
        return
    seat = rotation.offered if rotation.offered in player.seats else player.seats[0]
    assert seat is not None
    rotation.accept(seat)
    bank.posted, bank.again = posted, 0
    context.tell(BankMoved(do="taken", seat=seat, person=player.person, posted=posted, turn=rotation.turn))


def decline(context: TableContext, player: Player, *, slow: bool = False) -> None:
    """Passes the offer on to the next seat (PD-04); `slow`: the clock does."""
    rotation = context.rotation
    assert rotation is not None
    seat = rotation.offered
    assert seat is not None
    rotation.decline(seat)
    context.tell(BankMoved(do="passed", seat=seat, person=player.person, slow=slow))
    tell_skipped(context, seat)


def release(context: TableContext, player: Player) -> None:
    """Hands the bank on between two hands, at its holder's wish (PD-11)."""
    bank = context.state.bank
    assert bank is not None
    assert bank.rotation is not None
    seat = bank.rotation.seat
    bank.rotation.release()
    bank.posted = None
    context.tell(BankMoved(do="released", seat=seat, person=player.person))
    tell_skipped(context, seat)


def offer_again(context: TableContext) -> None:
    """Offers the bank of a broken game round the table once more. The game resumes when somebody accepts (PD-14)."""
    bank, rotation = context.state.bank, context.rotation
    assert bank is not None
    assert rotation is not None
    bank.again += 1
    for seat in sorted(rotation.seats, key=lambda seat: (seat - rotation.seat - 1) % rotation.positions):
        if not rotation.barred(rotation.seats[seat]):
            rotation.passed, rotation.offered = set(), seat
            return
