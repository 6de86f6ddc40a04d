"""Fairness: `houseway-fair-1`, from the committed seed to the proof of a round.

Lives here: the hash scheme, the chance of a table, the log of draws, chance files, proofs, the redeal of a round,
the chain of rounds, and the order of the deal.
May import it: every floor above. It imports messages, and table and script below the room.
Deliberately absent: randomness. The caller passes seeds in, so that every deal can be repeated.
"""
