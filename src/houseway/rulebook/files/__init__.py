"""Files of the rule book: loading, schema, checks, manifest, index and versions.

Lives here: how TOML becomes a checked page, and which versions of a page exist.
May import it: the other modules of the rule book. It imports script and cards.
Deliberately absent: rules. They stand in `rulebook/data`.
"""
