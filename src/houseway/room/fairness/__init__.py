"""Fairness: `houseway-fair-1`, from the committed seed to the proof of a round.

Lives here: the hash scheme, chance of a table, the log of draws, proofs, the chain of rounds, the order of the deal.
May import it: every floor above. It imports messages only.
Deliberately absent: randomness. The caller passes seeds in, so that every deal can be repeated.
"""
