"""Visibility: the viewers of each card, and what each person may be told.

Lives here: narration of a round as story lines, tracking of cards and their viewers, redaction of documents.
May import it: every floor above. It imports messages, and table and script below the room.
Deliberately absent: chips, and any default that shows. A card that is not permitted by name stays hidden.
"""
