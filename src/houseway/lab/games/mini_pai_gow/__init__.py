"""Mini Pai Gow, as the lab knows it."""
