"""The chips of a round.

Lives here: bank, pots, fees, buy-ins, time charges, and the ledger that every chip moves through.
May import it: `table.round` and the layers above.
Deliberately absent: floats. Amounts are whole cents, and the postings of an entry sum to zero.
"""
