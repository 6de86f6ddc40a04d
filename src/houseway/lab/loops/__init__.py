"""Compiled loops over deals. Importing a module of this package imports NumPy and Numba; nothing else in the lab does.

Where a loop makes one look-up for each comparison, its table is an argument: that measured the same as a module global
(0.29 s for the 97 million of Three Card Poker), and Numba's cache on disk, which knows only a file's own source, can
then never hold the table of an older ranking.
"""
