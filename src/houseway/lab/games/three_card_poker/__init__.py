"""Three Card Poker, as the lab knows it."""
