"""One file a game. Each reads like its dealing procedure, with the clause ids beside the lines."""

from houseway.games.listed import find

__all__ = ["find"]
