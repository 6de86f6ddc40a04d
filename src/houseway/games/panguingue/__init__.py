"""Panguingue: the script, and what no other game needs."""

from houseway.games.panguingue.game import GAME

__all__ = ["GAME"]
