"""The engine: the effects of each command on a table.

Lives here: one handler for each command, admission limits, permissions, phases, the running round, seats, bets,
deadlines, prompts, banks and bets of bots, and the host's actions and proposals.
May import it: `live_table`, `views` and `review`. It imports regimes, core and the floors below.
Deliberately absent: views, rules of any game (its script has them), and reading of a clock.
"""
