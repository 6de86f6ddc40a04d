"""Pai gow poker: the ranking, the house ways, piles and dice, commission."""
