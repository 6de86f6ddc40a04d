"""Tables in memory: registry, mailboxes, quarantine, sleep and the lobby.

Lives here: the mailbox of each open table, which applies commands in order and releases effects once durable.
May import it: `cluster` and the floors above. It imports services, thinking, accounts, net and base.
Deliberately absent: HTTP. Nothing here reads a request or writes a response.
"""
