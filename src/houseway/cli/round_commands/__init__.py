"""Commands about rounds: play, deal, settle, replay, verify, review, school, export, schema.

Lives here: one module for each command.
May import it: `cli.commands`, by name, when the command runs.
Deliberately absent: rules. The game's script settles.
"""
