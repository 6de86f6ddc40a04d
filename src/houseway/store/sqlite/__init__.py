"""The store in one SQLite file: one writer thread, many readers.

Lives here: the store, its writer and reader, and one module for each kind of row.
May import it: `store.factory`, `store.transfer` and `store.scrubber`. It imports `store.interface` and room messages.
Deliberately absent: rules. Rows are written as the room built them, each bound by hash to the one before.
"""
