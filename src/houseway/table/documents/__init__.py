"""Rounds as documents: JSON from which a round is set up, resumed and repeated.

Lives here: records of a round, playback, sources of answers, and short documents that a dealer types from the felt.
May import it: lab, room and every layer above. It imports the round and the parts below it.
Deliberately absent: randomness in what is read. A document names every card and every die; only `playback.Shoe` deals.
"""
