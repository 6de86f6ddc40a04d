"""Mini Pai Gow: the script, and what no other game needs."""

from houseway.games.mini_pai_gow.game import GAME

__all__ = ["GAME"]
