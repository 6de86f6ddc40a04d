"""Omaha, as the lab knows it."""
