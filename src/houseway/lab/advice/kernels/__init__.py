"""Compiled loops behind advice. Importing a module of this package imports NumPy and Numba."""
