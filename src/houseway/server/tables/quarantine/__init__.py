"""Quarantine of failing tables.

Lives here: the marks of failed tables, and the return of their chips.
May import it: server modules from `tables` up.
Deliberately absent: the judgement of a command, which is `room`'s. A broken store is no fault of a table.
"""

from houseway.server.tables.quarantine.marks import CODE, Mark, refusal
from houseway.server.tables.quarantine.quarantine import Quarantine

__all__ = ["CODE", "Mark", "Quarantine", "refusal"]
