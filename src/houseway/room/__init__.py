"""The room engine: a live table between rounds and around them.

Lives here: `LiveTable`, which applies one command at a time and returns an outcome, and all that it is made of.
May import it: store, server, cli and tests. It imports players, table, games and the layers below.
Deliberately absent: clocks, randomness, files, sockets, threads and the lab. The caller passes time and chance in.
Floors, top first: live_table and review, views, engine, regimes, core, visibility and fairness, messages.
"""
