"""Pai gow, solved: hands set in two, every one of them against every other that can lie on the table with it."""
