"""Blackjack by the cards that are left: one engine for Pure 21.5 and for the ordinary game."""

from houseway.lab.methods.blackjack.best_play import Solution, solve, value_of
from houseway.lab.methods.blackjack.rules import BlackjackRules, Payoffs, ordinary

__all__ = ["BlackjackRules", "Payoffs", "Solution", "ordinary", "solve", "value_of"]
