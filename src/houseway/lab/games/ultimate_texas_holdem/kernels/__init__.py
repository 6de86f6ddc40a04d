"""Compiled kernels of Ultimate Texas Hold'em.

Lives here: loops over boards, banks, dealt rounds and rules of thumb.
May import it: the other modules of this game.
Deliberately absent: pay tables. Counts go out, money is added above.
"""
