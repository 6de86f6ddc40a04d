"""Messages: the types that the floors exchange, and that rows and the wire carry.

Lives here: commands, outcomes, story lines, view types, the state of a table, durations, and faults of one table.
May import it: everybody. It imports script, table and the layers below.
Deliberately absent: behaviour. Field names and tags are stored and sent, so they never change.
"""
