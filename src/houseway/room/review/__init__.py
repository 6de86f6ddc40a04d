"""Finished rounds: replay, review of decisions, and dealer school.

Lives here: steps of a finished round for one person, the cost of each decision, and questions about rounds.
May import it: server and cli. It imports every floor of the room below `live_table`.
Deliberately absent: running tables. Nothing here changes a stored state or draws a card from a live shoe.
"""
