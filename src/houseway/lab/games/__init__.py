"""Knowledge of the lab about each game, in one folder for each.

Lives here: a `record` that names what the lab can do with the game, and the modules that do it.
May import it: nobody by name. The lab finds a record through the game's listing.
Deliberately absent: imports between games. Code for several games is in `lab.methods`.
"""
