"""Pure 21.5 Blackjack: the script, and what no other game needs."""

from houseway.games.pure_21_5_blackjack.game import GAME

__all__ = ["GAME"]
