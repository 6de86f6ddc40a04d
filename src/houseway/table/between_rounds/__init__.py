"""What carries over from one round to the next: who banks, where the button and the marker lie, the jackpot meters."""
