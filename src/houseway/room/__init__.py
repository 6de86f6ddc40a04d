"""The room engine: everything that happens at a table between rounds and around them.

Lives here: `LiveTable`, which applies one command at a time and returns an outcome, and all that it is made of.
May import it: store, server, cli and tests. It imports players, table, games and the layers below.
Deliberately absent: clocks, chance, files, sockets, threads and the lab. The caller passes time and chance in.
Floors: live_table and review, views, engine, regimes, core, visibility and fairness, messages.
"""
