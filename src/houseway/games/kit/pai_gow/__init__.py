"""Pai gow poker: the ranking, house ways, piles, dice and commission.

Lives here: parts of every game in which a hand is set in two and compared with the bank's.
May import it: pai gow games, players and lab. It imports `kit.banked`, script, hands and rulebook.
Deliberately absent: best settings. The lab computes them.
"""
