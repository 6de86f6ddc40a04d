"""What the lab finds out about Three Card Split beside its odds."""
