"""Compiled loops over deals.

Lives here: loops over boards, hands, suits and subsets of cards, and `hand_pairs` for pairs of disjoint hands.
May import it: simulation, methods and games of the lab. Importing a module here imports NumPy and Numba.
Deliberately absent: look-up tables as module globals. A table is an argument where a loop looks up once a comparison:
that measured the same (0.29 s for the 97 million of Three Card Poker), and Numba's cache on disk, which knows only a
file's own source, can then never hold the table of an older ranking.
"""
