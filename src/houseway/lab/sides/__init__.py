"""Side bets that the player's own cards decide, one module a game, for `houseway.lab.exact` to show."""
