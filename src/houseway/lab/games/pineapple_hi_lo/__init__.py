"""Pineapple hi-lo in the lab.

Lives here: the game's `record`, and its equities, on `lab.methods.poker`.
May import it: nobody by name. The lab finds the record through the game's listing.
Deliberately absent: payments. A probe of the game's script gives them.
"""
