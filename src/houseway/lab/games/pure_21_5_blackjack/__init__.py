"""Pure 21.5 Blackjack in the lab.

Lives here: the game's `record`, and its exact odds and bonus rates, advice and simulation, on `lab.methods.blackjack`.
May import it: nobody by name. The lab finds the record through the game's listing.
Deliberately absent: payments. A probe of the game's script gives them.
"""
