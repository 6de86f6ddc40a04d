"""Reports of a round for readers.

Lives here: the view of one seat, the result, the history, and hand histories in the PHH format.
May import it: players, lab, room and every layer above. It imports the round and the parts below it.
Deliberately absent: changes. A report reads a round and leaves it as it is.
"""
