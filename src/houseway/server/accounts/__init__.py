"""People: sessions, cookies, sign-in links, keys, devices, the origin policy and grants of play money.

Lives here: who a request comes from, and the end of sessions on every node.
May import it: `tables` and the floors above. It imports net and base.
Deliberately absent: balances. The store's ledger holds them.
"""
