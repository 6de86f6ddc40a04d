"""The Fortune Pai Gow Poker bot: plays as in every seven-card pai gow."""

from houseway.players.strategy.pai_gow import decide

__all__ = ["decide"]
