"""Lowball, as the lab knows it."""
