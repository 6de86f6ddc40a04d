"""Three Card Split Pai Gow, as the lab knows it."""
