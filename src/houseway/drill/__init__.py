"""The crash drill: kills a running server at random moments and checks that it lost nothing it had acknowledged.

Lives here: the server process, the visitors who play over sockets, and the drill that counts afterwards.
May import it: cli and tests. It imports client, store and room.
Deliberately absent: the server. The drill starts it as a process and knows it by its sockets and its file.
"""
