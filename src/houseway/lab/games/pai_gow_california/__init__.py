"""Pai Gow Poker of California, as the lab knows it."""
