"""Poker hands against each other: ranges, equities, and advice by them."""
