"""HTTP content that needs no table: pages, rule book, layouts, translations, school, OpenAPI.

Lives here: everything that a reader gets without a seat, and the pages around tables and rounds.
May import it: `app`. It imports api, web, rulebook and the floors below.
Deliberately absent: chips and cards of a running round.
"""
