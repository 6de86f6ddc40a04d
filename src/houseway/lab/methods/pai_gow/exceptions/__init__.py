"""Exceptions to the house way: found, described and read from files.

Lives here: the search for the few rules that win most of what perfect play wins.
May import it: the pai gow games of the lab.
Deliberately absent: the house way itself. The game's script has it.
"""
