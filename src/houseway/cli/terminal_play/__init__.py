"""A seat at a table in the terminal: prompts, menus, the table as text.

Lives here: everything that `houseway play` shows and asks.
May import it: `cli.round_commands.play`.
Deliberately absent: rules of games and views of other seats.
"""
