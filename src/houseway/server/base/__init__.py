"""The base of the server: clock, commit queue, metrics and logs.

Lives here: time that never runs backwards, and effects that are released in order once they are durable.
May import it: every floor above. It imports nothing of the server.
Deliberately absent: anything about tables, people or sockets.
"""
