"""HTTP content that needs no table: pages, rule book, layouts, translations, school, OpenAPI.

Lives here: everything that a reader gets without a seat, with its compression and cache headers.
May import it: `app`. It imports web, rulebook and the floors below.
Deliberately absent: chips and cards of a running round.
"""
