"""The browser's table: static files, layouts of the felt and translations.

Lives here: the pages' files, geometry of seats and cards, drawings of layouts, lobby cards and locales.
May import it: the server. It imports games, players and rulebook.
Deliberately absent: names of games, and a build step. The browser gets the files as they lie here.
"""
