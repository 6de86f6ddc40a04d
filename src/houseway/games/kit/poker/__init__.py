"""Poker between players: the ring, blinds, betting rounds, pots and the showdown.

Lives here: one module for each part of a hand, from the blinds to the showdown.
May import it: poker games. It imports script and cards.
Deliberately absent: a bank. Players bet against each other, and the house takes a fee.
"""
