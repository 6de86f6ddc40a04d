"""One folder a game, with all that the lab knows about it; `record` says what that is."""
