"""Connections: protocols, limits by address and person, and the outbox of a socket.

Lives here: uvicorn's HTTP and WebSocket protocols with time and size limits, token buckets, backpressure,
JSON responses, compression and cache headers.
May import it: every floor above. It imports base and wire.
Deliberately absent: people and tables. An address and a key are all that counts here.
"""
