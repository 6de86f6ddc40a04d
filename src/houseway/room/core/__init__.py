"""The core: the state of one table and the effects of the command at hand.

Lives here: the table context, postings of chips, the posted rules with their changes, and change tracking.
May import it: every floor above. It imports visibility, fairness and messages.
Deliberately absent: order of play. Nothing here knows which phase follows which.
"""
