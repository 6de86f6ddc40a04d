"""Ways to solve that several games share."""
