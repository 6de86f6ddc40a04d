"""3 Card Hold'em, as the lab knows it."""
