"""The bot of Pai Gow Poker with a player bank: plays as in every seven-card pai gow."""

from houseway.players.strategy.pai_gow import decide

__all__ = ["decide"]
