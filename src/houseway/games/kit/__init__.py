"""What several games share, by family: what every banked game may need, pai gow, poker."""
