"""WebSocket sessions: handshake, hello, commands and the end of a connection.

Lives here: one session for each socket of a table or of the lobby.
May import it: `app`. It imports the room server, cluster, tables, accounts and net.
Deliberately absent: frames and buffers (see `net`), and rules of the table (see `room`).
"""
