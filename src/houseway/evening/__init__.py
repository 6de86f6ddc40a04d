"""The evening sheet: who brought, took, paid and won what in a stretch of time, and how to settle up.

Imports the store's records and the room's messages. The command line and the server import it.
Every amount comes from postings of the ledger or from results of finished rounds; nothing is dealt or judged again.
Deliberately absent: clocks (a caller names the stretch of time), chips that a running round has not posted yet, and
cards.
"""
