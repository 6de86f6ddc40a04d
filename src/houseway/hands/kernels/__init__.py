"""The rankings of `houseway.hands` for arrays of hands, and as compiled functions for kernels written elsewhere.

Lives here: compiled rankings, each with the value of its scalar twin, their look-up tables, and counts over decks.
May import it: lab, api and cli. Importing a module here imports NumPy and Numba; nothing else in `hands` does.
Deliberately absent: tables as arguments. Numba freezes module globals into the code; arguments were ten times slower.
Also absent: a check that no card stands twice in a hand, which would take as long again as the ranking. The caller
promises it, and `jit.refuse_repeats` checks it on demand. Codes that are no card are refused.
"""
