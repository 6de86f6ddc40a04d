"""Ultimate Texas Hold'em: what the script pays, the best decisions by it, and what a person is told of them."""
