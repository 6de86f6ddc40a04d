"""A seat at the table in a terminal: who else sits there, what lies on the felt, what is asked and what it came to."""
