"""Pure 21.5 Blackjack, as the lab knows it."""
