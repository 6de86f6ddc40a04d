"""Games with a bank: the action button, backline bets, irregularities, pay tables, hands that are set in two."""
