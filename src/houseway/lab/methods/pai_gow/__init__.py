"""Pai gow, solved: each hand in its best setting against every hand that can lie on the table with it.

Lives here: patterns of hands, settings and their values, exact comparison, perfect play, advice and exceptions.
May import it: the pai gow games of the lab.
Deliberately absent: house ways. The game's script sets the dealer's hand, and a worker process asks it.
"""
