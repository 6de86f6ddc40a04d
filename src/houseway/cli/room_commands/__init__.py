"""Commands that run and keep a room: serve, ledger, backup, doctor, drill.

Lives here: one module for each command.
May import it: `cli.commands`, by name, when the command runs.
Deliberately absent: the server itself, which is imported only when a room opens.
"""
