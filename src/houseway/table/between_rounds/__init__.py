"""State that carries over from one round to the next.

Lives here: rotation of the bank, the dealer button, missed blinds, the marker, and jackpot meters.
May import it: the room's regimes, server and terminal play. It imports rulebook, script and cards.
Deliberately absent: seats and chips of people. A position is a number and knows nobody.
"""
