"""Blackjack by the cards that are left: one solver for Pure 21.5 and for the ordinary game.

Lives here: rules as values, hand states, best play, strategy tables, card counting and simulation.
May import it: the blackjack games of the lab, and tests that compare with published figures.
Deliberately absent: pay tables of a card room. The caller passes payoffs in.
"""

from houseway.lab.methods.blackjack.best_play import Solution, solve, value_of
from houseway.lab.methods.blackjack.rules import BlackjackRules, Payoffs, ordinary

__all__ = ["BlackjackRules", "Payoffs", "Solution", "ordinary", "solve", "value_of"]
