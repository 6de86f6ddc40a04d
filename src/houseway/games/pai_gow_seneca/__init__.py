"""Pai Gow Poker as the Seneca Niagara deals it: the script, and what no other game needs."""

from houseway.games.pai_gow_seneca.game import GAME

__all__ = ["GAME"]
