"""The database file itself: opening, lock, write-ahead log, backup and checkpoints.

Lives here: migrations, the exclusive lock, checks after a crash, online backup, verified checkpoints.
May import it: the SQLite store, `store.transfer`, `store.scrubber` and `houseway doctor`.
Deliberately absent: repair. A damaged file is refused in one sentence that names it.
"""
