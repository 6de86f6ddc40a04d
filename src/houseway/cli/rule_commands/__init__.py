"""Commands that read the rule book: games, rules, fees, rank, set, conform.

Lives here: one module for each command.
May import it: `cli.commands`, by name, when the command runs.
Deliberately absent: heavy imports at module level that the command may not need.
"""
