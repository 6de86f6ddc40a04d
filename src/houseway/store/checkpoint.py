"""The checkpoint of a room's history: the last rows that were verified."""

from msgspec import Struct


class Checkpoint(Struct, frozen=True):
    """The last verified row of the log, ledger entry and round, with their hashes and the shared balances then."""

    at: int = 0
    log: int = 0
    log_hash: bytes = b""
    entry: int = 0
    entry_seal: bytes = b""
    round: int = 0
    round_hash: bytes = b""
    sums: dict[str, int] = {}
