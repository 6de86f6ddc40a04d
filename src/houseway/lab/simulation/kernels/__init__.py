"""Compiled loops that deal and play. Importing a module of this package imports NumPy and Numba."""
