"""A jackpot's meter: it starts at a seed, is raised day by day or by hand, and goes back to the seed when it is hit."""

from msgspec import Struct

from houseway.script import Cents, Game, HouseOptions, Refusal


class Meter(Struct):
    """What stands in one pool between rounds. A day that begins adds `daily`; `day` counts from any start."""

    seed: Cents
    daily: Cents = 0
    day: int = 0
    amount: Cents = -1

    def __post_init__(self) -> None:
        if self.amount < 0:
            self.amount = self.seed

    def on(self, day: int) -> Cents:
        """What the meter shows on that day; a day that has been counted is not counted again."""
        self.amount += self.daily * max(0, day - self.day)
        self.day = max(self.day, day)
        return self.amount

    def skip(self, days: int) -> None:
        """Leaves out so many of the days to come: the house was not open."""
        self.day += days

    def add(self, cents: Cents) -> None:
        """Raised by hand: a share of the profit, of the action, or of whatever else the house counts."""
        if cents < 0:
            raise Refusal("jackpot", "a jackpot is never lowered: {amount:money} is refused", facts={"amount": cents})
        self.amount += cents

    def after_round(self, left: Cents) -> Cents:
        """The pool as a round left it, which is the seed once the jackpot was hit."""
        self.amount = left
        return self.amount


def meters(game: Game, options: HouseOptions, day: int = 0) -> dict[str, Meter]:
    """The meters of a table that opens on that day, one for each jackpot that its options offer."""
    return {name: Meter(pool.seed, pool.daily, day) for name, pool in game.pools(options).items()}
