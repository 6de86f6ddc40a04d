"""What every question to the lab shares: how it is put, probed, answered, kept and told."""
