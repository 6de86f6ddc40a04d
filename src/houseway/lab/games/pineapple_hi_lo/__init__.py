"""Pineapple hi-lo, as the lab knows it."""
