"""The core: the state of one table and the effects of the command at hand.

Lives here: the table context, postings of chips, the posted rules with their changes, name rules, change tracking
for rollback, and the closing row of a table that cannot be rebuilt.
May import it: every floor above. It imports visibility, fairness and messages.
Deliberately absent: order of play. No module here knows which phase follows which.
"""
