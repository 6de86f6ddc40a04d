"""Poker hands against each other.

Lives here: ranges of hands, equities at the showdown, and advice from both.
May import it: the poker games of the lab and `lab.equity`.
Deliberately absent: betting theory. An equity says who wins at the showdown, and not how to bet.
"""
