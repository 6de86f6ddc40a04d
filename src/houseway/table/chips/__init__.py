"""The chips of a round: the bank, the pots, the fees, and the ledger that every one of them moves through."""
