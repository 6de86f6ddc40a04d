"""Commands that ask the lab: odds, advise, simulate, report, design, bench.

Lives here: one module for each command.
May import it: `cli.commands`, by name, when the command runs.
Deliberately absent: numbers of their own. The lab counts.
"""
