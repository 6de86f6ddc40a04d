"""Ultimate Texas Hold'em, as the lab knows it."""
