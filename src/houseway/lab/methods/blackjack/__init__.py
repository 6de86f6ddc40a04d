"""Blackjack by the cards that are left: one engine for Pure 21.5 and for the ordinary game."""

from houseway.lab.methods.blackjack.rules import BlackjackRules, Payoffs, ordinary
from houseway.lab.methods.blackjack.solution import Solution, solve, value_of

__all__ = ["BlackjackRules", "Payoffs", "Solution", "ordinary", "solve", "value_of"]
