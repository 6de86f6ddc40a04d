"""Accounts of the ledger by the kind that their names begin with, the same in both stores."""

from typing import Final

from houseway.store.interface import Posted, StoreFault

KINDS: Final = {"cage": "cages", "stack": "tables", "pool": "pools", "house": "house", "box": "box", "issued": "issued"}
"""From the kind of an account, which its name begins with, to the field of `Totals` that sums it up."""
AT_TABLES: Final = ("stack", "pool")
"""Kinds of accounts that belong to one table."""
SHARED: Final = ("house", "box", "issued")
"""Accounts that every round moves, and that may fall below zero.

A checkpoint holds their balances, so that a start need not sum up all of their postings.
"""


def kind_of(account: str) -> str:
    """Returns the kind of an account. Raises ValueError if its name begins with none, which is a programming error."""
    kind = account.partition("/")[0]
    if kind not in KINDS:
        raise ValueError(f"{account!r} is no account")
    return kind


def table_of(account: str) -> str | None:
    """Returns the table that a stack or a pool belongs to; None for every other account."""
    return account.split("/")[1] if kind_of(account) in AT_TABLES else None


def whole_entries(found: list[Posted], most: int) -> list[Posted]:
    """Returns at most `most` postings that end with a whole entry.

    Only an entry of more than `most` postings is cut.
    """
    if len(found) <= most:
        return found
    cut = found[most].entry
    return [each for each in found if each.entry != cut] or found[:most]


def unequal_balance(file: str, account: str, has: int, posted: int) -> StoreFault:
    """Returns the fault of an account whose balance is not the sum of its postings."""
    form = "{file} is damaged: {account} has {balance:money}, but its postings add up to {posted:money}"
    return StoreFault("ledger", form, facts={"file": file, "account": account, "balance": has, "posted": posted})


def unequal_entry(file: str, entry: int) -> StoreFault:
    """Returns the fault of a ledger entry whose postings do not sum to zero."""
    form = "{file} is damaged: entry {entry} of its ledger does not add up to zero"
    return StoreFault("ledger", form, facts={"file": file, "entry": entry})
