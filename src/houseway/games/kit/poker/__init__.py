"""Poker where the players bet against each other: the ring, blinds, betting rounds, pots, the showdown."""
