"""Pai Gow Poker against the house for a bot: the same way as in every seven-card pai gow."""

from houseway.players.strategy.pai_gow import decide

__all__ = ["decide"]
