"""Strategies of the bots: one module for each game.

Lives here: a sensible decision for each question that the game asks, from the view of one seat.
May import it: `players.bots`, which finds a module through the game's listing.
Deliberately absent: perfect play. The lab computes it; a bot follows rules of thumb.
"""
