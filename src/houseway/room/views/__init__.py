"""Views: the states and rows that go to clients, built by permission.

Lives here: public state, private state, questions, hand names, the posted card, log rows for a reader, and cached JSON.
May import it: `live_table`, `review` and the server. It imports engine and the floors below.
Deliberately absent: decisions about what is allowed (see `engine`), and any way to strip a field from a whole state.
"""
