"""Parts that several games share, by family.

Lives here: `banked` for games with a bank, `pai_gow` on top of it, and `poker` for games between players.
May import it: games, the house's own and those from outside, players and lab.
Deliberately absent: names of games. A part is told its options by the script that uses it.
"""
