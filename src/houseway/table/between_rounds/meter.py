"""A jackpot's meter: it starts at a seed, grows by the day or by hand, and falls back to the seed after a hit."""

from msgspec import Struct

from houseway.script import Cents, Game, HouseOptions, Refusal


class Meter(Struct):
    """The amount of one pool between rounds. Each new day adds `daily`. `day` counts from any start."""

    seed: Cents
    daily: Cents = 0
    day: int = 0
    amount: Cents = -1

    def __post_init__(self) -> None:
        if self.amount < 0:
            self.amount = self.seed

    def on(self, day: int) -> Cents:
        """Adds the days since the last call and returns the amount. A day is never added twice."""
        self.amount += self.daily * max(0, day - self.day)
        self.day = max(self.day, day)
        return self.amount

    def skip(self, days: int) -> None:
        """Skips so many of the days to come, on which the house is closed."""
        self.day += days

    def add(self, cents: Cents) -> None:
        """Raises the amount by hand, by a share of the profit or of the action.

        Raises Refusal if `cents` is negative.
        """
        if cents < 0:
            raise Refusal("jackpot", "a jackpot is never lowered: {amount:money} is refused", facts={"amount": cents})
        self.amount += cents

    def after_round(self, left: Cents) -> Cents:
        """Stores and returns the amount that a round left in the pool: the seed after a hit."""
        self.amount = left
        return self.amount


def meters(game: Game, options: HouseOptions, day: int = 0) -> dict[str, Meter]:
    """Returns a new meter for each jackpot that the table's options offer, starting on that day."""
    return {name: Meter(pool.seed, pool.daily, day) for name, pool in game.pools(options).items()}
