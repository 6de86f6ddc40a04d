"""Faults of one table. They are neither refusals of a command nor faults of the store."""


class RowFault(Exception):
    """A row of a table's log cannot be read, or its replay gives another outcome than the stored one."""

    def __init__(self, table: str, row: int, why: str) -> None:
        super().__init__(f"row {row} of table {table}: {why}")
        self.table = table
        self.row = row
        self.why = why
