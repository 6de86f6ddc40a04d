"""Result types: the structures of `mine.result` on the wire."""

from msgspec import Struct


class ResultRow(Struct, omit_defaults=True):
    """One part of a person's result: `cents` gained, or lost if negative.

    `kind` is `wager`, `bank-takes`, `bank-pays`, `paid` or `received` (by `n` players), `jackpot` or `fee`. `wager` is
    the circle, the pot or the pool. The commission is subtracted from the cents of its wager.
    """

    kind: str
    cents: int
    clauses: list[str]
    place: str = ""
    wager: str = ""
    outcome: str = ""
    odds: str | None = None
    staked: int = 0
    n: int = 0


class OwnResult(Struct, omit_defaults=True, kw_only=True):
    """A person's result of a finished round. `rows` add up to `net`; `decides` is the index of the deciding row.

    `verdict` is `win`, `lose`, `even`, `push` or `void`; the last two say that every wager went back. `fees` are those
    of the fee rows. `folded`: in a game of pots the person gave up every hand.
    """

    verdict: str
    net: int
    fees: int = 0
    decides: int = -1
    folded: bool = False
    rows: list[ResultRow] = []
