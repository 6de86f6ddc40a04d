"""The engine: what each command does to a table.

Lives here: one handler for each command, phases, the running round, seats, bets, deadlines and the host's actions.
May import it: `live_table` and `views`. It imports regimes, core and the floors below.
Deliberately absent: views, rules of any game (its script has them), and reading of a clock.
"""
