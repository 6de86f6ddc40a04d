"""Loops over pairs of disjoint hands.

Lives here: counts, distributions and tallies of the hands that share no card with a given one.
May import it: the pai gow methods.
Deliberately absent: payments and rules of setting.
"""
