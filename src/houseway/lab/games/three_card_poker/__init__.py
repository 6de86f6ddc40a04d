"""Three Card Poker in the lab.

Lives here: the game's `record`, and its exact odds, advice and simulation, with their kernels.
May import it: nobody by name. The lab finds the record through the game's listing.
Deliberately absent: payments. A probe of the game's script gives them.
"""
