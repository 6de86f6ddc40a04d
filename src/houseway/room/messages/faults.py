"""Faults of one table: neither a refusal of a command nor a fault of the store."""


class RowFault(Exception):
    """A row of a table's log cannot be read, or does not do again what it did when it was written."""

    def __init__(self, table: str, row: int, why: str) -> None:
        super().__init__(f"row {row} of table {table}: {why}")
        self.table = table
        self.row = row
        self.why = why
