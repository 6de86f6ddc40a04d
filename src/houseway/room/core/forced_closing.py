"""Forced closing: the last row of a table that cannot be rebuilt. It pays all chips back by the balances of the
accounts.

During a round its chips stay in the stacks' accounts (see `chip_moves`). So each stack holds what its owner has if the
running round is void, and the closing needs no state of the table. Fees of an earlier void hand lie in the box or in a
pool: the table's snapshot names their payers.
"""

from collections import Counter
from collections.abc import Iterable, Mapping

import msgspec
from msgspec import Struct, field

from houseway.room.core.chip_moves import ISSUED
from houseway.room.messages.commands import SetAside, Who
from houseway.room.messages.outcomes import Ack, Body, Outcome, Posting, Row
from houseway.room.messages.state import bot_prefix
from houseway.room.messages.story_lines import FeeTaken
from houseway.table.chips.ledger import BOX, HOUSE

Fees = Mapping[tuple[str, str], int]
"""Cents by the box or pool that holds them, and by their payer."""
_ENCODER = msgspec.json.Encoder()
VOID_FEES = "PD-33"


class _Carry(Struct):
    fees_paid: dict[str, dict[str, int]] | None = None


class _Carried(Struct):
    """The part of a snapshot that names the fees of a void hand. It decodes even if other fields cannot be read."""

    carry: _Carry = field(default_factory=_Carry)
    fees: dict[str, int] = {}


def carried_fees(snapshot: bytes, rows: Iterable[Row]) -> Fees:
    """Returns the fees of a void hand that are owed to their payers (PD-33): those that did not go back in `rows`.

    `rows` are all rows after the snapshot. Raises DecodeError if a row or the snapshot cannot be read.
    """
    found = msgspec.json.decode(snapshot, type=_Carried)
    paid = {BOX: found.fees} if found.carry.fees_paid is None else found.carry.fees_paid
    owed = Counter({(box, person): cents for box, by in paid.items() for person, cents in by.items()})
    for row in rows if owed else ():
        for told in row.read().story:
            line = told.line
            if isinstance(line, FeeTaken) and line.cents < 0 and line.payer.startswith("player "):
                payer = (line.pool or BOX, line.payer.removeprefix("player "))
                owed[payer] += line.cents if payer in owed else 0
    return +owed


def closing_outcome(
    table: str, n: int, accounts: Mapping[str, int], who: Who, now: int, reason: str, owed: Fees | None = None
) -> Outcome:
    """Returns row `n` of the table's log: stacks go to the cages, bots' stacks to `issued`, pools to the house.

    Fees that are `owed` go back from the box, or from the house if they were paid into a pool.
    """
    command, ack = SetAside(reason=reason), Ack(0)
    posts: list[Posting] = []
    for account, cents in sorted(accounts.items()):
        if cents:
            posts += [Posting(account, -cents), Posting(owner_of(table, account), cents)]
    for (box, person), cents in sorted((owed or {}).items()):
        source, target = BOX if box == BOX else HOUSE, _home_of(table, person)
        posts += [Posting(source, -cents, VOID_FEES), Posting(target, cents, VOID_FEES)]
    row = Row(table, n, now, who.person, "", _ENCODER.encode(Body(who, command, (), (), ack)))
    return Outcome(n=0, row=row, ack=ack, posts=tuple(posts), changed=False, command=command)


def owner_of(table: str, account: str) -> str:
    """Returns the account that a stack or a pool of the table is paid back to."""
    kind, _, name = account.partition(f"/{table}/")
    if kind == "pool":
        return HOUSE
    return _home_of(table, name)


def _home_of(table: str, person: str) -> str:
    """Returns the account of a person's chips outside the table."""
    return ISSUED if person.startswith(bot_prefix(table)) else f"cage/{person}"
