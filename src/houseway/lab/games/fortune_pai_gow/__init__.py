"""Fortune Pai Gow in the lab.

Lives here: the game's `record`, and its exact odds with side bets, simulation and house way, on `lab.methods.pai_gow`.
May import it: nobody by name. The lab finds the record through the game's listing.
Deliberately absent: payments. A probe of the game's script gives them.
"""
