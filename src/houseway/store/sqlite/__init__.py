"""The store in one SQLite file: one writer thread, many readers.

Lives here: the store, its writer and reader, and one module for each kind of row.
May import it: `store.factory`, `store.transfer`, `store.scrubber`, cli and drill. It imports the shared floors below.
Deliberately absent: rules. Rows are written as the room built them, each chained by hash to the one before.
"""
