"""The rankings of `houseway.hands` for arrays of hands, and as compiled functions for kernels written elsewhere.

Importing a module of this package imports NumPy and Numba; nothing else in `houseway.hands` does. Every value is the
int that the scalar twin gives. Look-up tables are module globals on purpose: Numba freezes globals into the compiled
code, and tables passed as arguments were ten times slower.

Codes that are no card are refused. That no card stands twice in one hand is the caller's word, which
`jit.refuse_repeats` looks into: to look every time would take as long again as the ranking.
"""
