"""HTTP routes of people, tables and rounds.

Lives here: one module for each resource, the schemas of bodies, and the helpers that all routes share.
May import it: `content` and `app`. It imports the room server, tables, accounts, net and the floors below.
Deliberately absent: state. A route reads a request, calls the registry, a mailbox or the store, and writes a response.
"""
