"""The last row of a table that cannot be rebuilt: it returns all chips by what the accounts hold.

While a round is played its chips stay in the stacks' accounts (see `purse`). So the accounts hold what everybody has
if the running round is void, and no state of the table is needed to pay it back.
"""

from collections.abc import Mapping

import msgspec

from houseway.room.commands import SetAside, Who
from houseway.room.purse import ISSUED
from houseway.room.records import Ack, Body, Outcome, Posting, Row
from houseway.table.chips.ledger import HOUSE

_ENCODER = msgspec.json.Encoder()


def closing_outcome(table: str, n: int, accounts: Mapping[str, int], who: Who, now: int, reason: str) -> Outcome:
    """Returns row `n` of the table's log: stacks go to the cages, bots' stacks to `issued`, pools to the house."""
    command, ack = SetAside(reason=reason), Ack(0)
    posts: list[Posting] = []
    for account, cents in sorted(accounts.items()):
        if cents:
            posts += [Posting(account, -cents), Posting(owner_of(table, account), cents)]
    row = Row(table, n, now, who.person, "", _ENCODER.encode(Body(who, command, (), (), ack)))
    return Outcome(n=0, row=row, ack=ack, posts=tuple(posts), changed=False, command=command)


def owner_of(table: str, account: str) -> str:
    """Returns the account that a stack or a pool of the table is paid back to."""
    kind, _, name = account.partition(f"/{table}/")
    if kind == "pool":
        return HOUSE
    return ISSUED if name.startswith(f"bot-{table}-") else f"cage/{name}"
