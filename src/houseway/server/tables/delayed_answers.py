"""Answers to a spectator behind the watch delay: built from the command, the posted sheet and the delayed step.

A refusal of the live table tells where it stands: its round, its step, its phase, who took a seat. So does the `n` of
an acknowledgement. Whoever watches behind the delay, host or guest, hears neither. A player's command is refused at
the door, and never put to the table. A command that such a person may give is put to the table, and its answer is one
of these: `ok` with a step that was shown, a refusal by what the person knows, or one sentence for everything else.
"""

from collections.abc import Callable
from typing import Final, Protocol

from houseway.room.core.table_rules import sheet_of
from houseway.room.engine import admission, seats
from houseway.room.engine.host_actions import posted_next
from houseway.room.engine.talk import OPTION, REFUSED
from houseway.room.messages.commands import (
    AnyCommand,
    AskFor,
    BankChoice,
    Bet,
    ComeBack,
    Configure,
    Decide,
    Floor,
    Found,
    GiveWords,
    Ready,
    Rename,
    Say,
    Sit,
    SitOut,
    StandUp,
    TakeBack,
    TopUp,
    Who,
)
from houseway.room.messages.outcomes import Ack
from houseway.script import Refusal
from houseway.server.services import Acked, Refused, Services, TableBox
from houseway.server.tables.spectator_delay import Step, taken_by
from houseway.store import StoreFault

PLAYERS_ONLY: Final = (
    *(TopUp, SitOut, ComeBack, StandUp, Rename, Found),
    *(BankChoice, Bet, Ready, AskFor, GiveWords, Decide, TakeBack),
)
"""Commands of somebody who is at the table."""
SAYS_NOTHING: Final = frozenset({"key-reused", "busy", "broken", "quarantined", "not-host", "chips"})
"""Codes of refusals that say nothing of the table as it stands."""
OWN_CODES: Final[dict[type, frozenset[str]]] = {
    Say: frozenset({"muted", "format"}),
    Floor: frozenset({"barred", "format", "jackpot"}),
}
"""Codes beside these that a command may be refused by: they are about the person, or judged before the table is."""


class DelayedTable(TableBox, Protocol):
    """The interface that this module needs of a table: its services, and the step that spectators see."""

    services: Services

    def is_behind(self, person: str) -> bool:
        """Returns whether that person sees the table later."""
        ...

    def seen_late(self) -> Step | None:
        """Returns the newest step that spectators may see."""
        ...


Submit = Callable[[AnyCommand, Who, Acked | None, Refused | None], None]


def submit_from_behind(
    box: DelayedTable, submit: Submit, command: AnyCommand, who: Who, acked: Acked | None, refused: Refused | None
) -> None:
    """Submits the command of a spectator. Both answers, and a Refusal that is raised, are built for the delay."""

    def told(ack: Ack) -> None:
        if acked is not None:  # whoever has sat down by it sees the table as it stands
            acked(ack_for(box, ack) if box.is_behind(who.person) else ack)

    def turned_back(refusal: Refusal) -> None:
        if refused is not None:
            refused(refusal_for(box, command, who, refusal))

    if not command.key or box.services.store.result_of_command(who.person, command) is None:
        refuse_at_door(box, command, who)
    try:
        submit(command, who, told, turned_back)
    except StoreFault:
        raise
    except Refusal as refusal:
        raise refusal_for(box, command, who, refusal) from None


def step_for(box: DelayedTable, person: str) -> int:
    """Returns the number of the newest step that the person has been shown; 0 where none is old enough."""
    if not box.is_behind(person):
        return box.live.state.n
    step = box.seen_late()
    return 0 if step is None else step.n


def ack_for(box: DelayedTable, ack: Ack) -> Ack:
    """Returns the acknowledgement without the live step and the live round."""
    step = box.seen_late()
    return Ack(min(ack.n, 0 if step is None else step.n))


def refuse_at_door(box: DelayedTable, command: AnyCommand, who: Who) -> None:
    """Raises what the command is refused by wherever the table stands.

    The sheet of the next round judges: that of the running one would tell when the round is over.
    """
    context = box.live.context
    sheet = sheet_of(posted_next(context))
    if isinstance(command, Decide | TakeBack):
        form = "place {place} is not {player}'s to play"
        raise Refusal("not-yours", form, facts={"place": command.place, "player": who.name})
    if isinstance(command, PLAYERS_ONLY):
        raise seats.not_seated(who)
    if isinstance(command, Sit):
        seats.refuse_newcomer(context, sheet, who, command)
    if isinstance(command, Say) and not who.host and sheet.rules.options.get(OPTION) == REFUSED:
        form = "whoever watches this table later does not talk: hands are set in silence"
        raise Refusal("muted", form, sheet.option_clause(OPTION), "text")


def refusal_for(box: DelayedTable, command: AnyCommand, who: Who, refusal: Refusal) -> Refusal:
    """Returns the refusal as a spectator hears it."""
    if refusal.code in SAYS_NOTHING or refusal.code in OWN_CODES.get(type(command), ()):
        return refusal
    if isinstance(command, Configure):
        try:
            admission.admit(box.live.context, command, who)  # by the posted sheet alone
        except Refusal as judged:
            return judged
    step = box.seen_late()
    if isinstance(command, Sit) and step is not None and (name := taken_by(step, command.seat)) is not None:
        facts = {"seat": command.seat, "player": name}
        return Refusal("taken", "seat {seat} is taken by {player}", "", "seat", facts)
    return Refusal("behind", "that is refused: the table, which you see later, stands otherwise by now")
