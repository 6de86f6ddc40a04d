"""Several nodes behind one name: leases, forwarding and relays.

Lives here: which node owns which table, HTTP forwarding to it, and WebSocket relays.
May import it: the room server and the floors above. It imports tables, accounts and the floors below.
Deliberately absent: consensus. PostgreSQL rows with an epoch decide who owns a table.
"""
