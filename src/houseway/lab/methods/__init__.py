"""Ways to solve a game that several games share.

Lives here: blackjack by the remaining cards, pai gow by pairs of hands, poker equities, and small common forms.
May import it: `lab.games` and the questions at the top of the lab. It imports simulation, loops and inquiry.
Deliberately absent: names of games. What one game alone needs is in its folder under `lab.games`.
"""
