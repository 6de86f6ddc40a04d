"""Lo-ball: the script, and what no other game needs."""

from houseway.games.lowball.game import GAME

__all__ = ["GAME"]
