"""The server: HTTP, WebSockets and pages around tables that a store keeps.

Lives here: the process, its routes, the registry of tables, workers, accounts and the network protocols.
May import it: cli. It imports room, store, web and the layers below.
Deliberately absent: rules of games and of the table. The server knows no game by name and decides no bet.
Floors: serve, app, content and sockets, api, room_server, cluster, tables, thinking, services, accounts, net, base.
"""
