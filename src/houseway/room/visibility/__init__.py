"""Visibility: who has seen what.

Lives here: narration of a round as story lines, tracking of cards and their viewers, redaction of documents.
May import it: every floor above. It imports messages only.
Deliberately absent: chips, and any default that shows. What is not permitted by name stays hidden.
"""
