"""Buying chips at a poker table: the first buy-in, rebuys, and chips added between hands."""

from msgspec import Struct

from houseway.rulebook import Rules, Schedule
from houseway.script import Cents, Game, Refusal

CHIP: Cents = 100


class BuyIn(Struct):
    """Limits of one person's buy-ins at a table (THE-17, OMA-18, PIN-21, LOW-17).

    The first buy-in is at least `least`. Buying never raises the stack over `most`. One rebuy after losing everything
    may be short.
    """

    least: Cents
    most: Cents | None
    clause: str
    bought: bool = False
    short: bool = False

    @classmethod
    def at(cls, game: Game, rules: Rules, posted: Schedule) -> "BuyIn":
        """Returns the limits of the posted schedule, or of the table's option if it prints none."""
        limits = posted.limits
        least = limits.min_buy_in_usd or rules.options.min_buy_in
        most = limits.max_buy_in_usd
        return cls(int(least) * 100, None if most is None else most * 100, game.limit_clause)

    def room(self, stack: Cents) -> Cents | None:
        """Returns the chips that may be added to a stack, or None if there is no maximum."""
        return None if self.most is None else max(self.most - stack, 0)

    def add(self, stack: Cents, cents: Cents, *, in_hand: bool = False) -> Cents:
        """Adds chips to the stack and returns it.

        Raises Refusal during a hand, under the minimum, over the maximum and for a part of a chip.
        """
        if in_hand:
            self._refuse("{amount:money} is refused: chips are added between hands, not during one", cents, stack)
        if cents <= 0 or cents % CHIP:
            self._refuse("{amount:money} is refused: the smallest chip is {chip:money}", cents, stack)
        room = self.room(stack)
        if room is not None and cents > room:
            form = "{amount:money} is refused: beside {stack:money} at most {room:money} may be added"
            self._refuse(form, cents, stack)
        if not self.bought and cents < self.least:
            self._refuse("{amount:money} is refused: the first buy-in is at least {low:money}", cents, stack)
        if self.bought and stack == 0 and cents < self.least:
            if self.short:
                form = "{amount:money} is refused: one rebuy may be short of {low:money}, and it was taken"
                self._refuse(form, cents, stack)
            self.short = True
        elif cents >= self.least:
            self.short = False
        self.bought = True
        return stack + cents

    def _refuse(self, form: str, cents: Cents, stack: Cents) -> None:
        facts = {"amount": cents, "stack": stack, "low": self.least, "high": self.most, "room": self.room(stack)}
        raise Refusal("buy-in", form, self.clause, facts=facts | {"chip": CHIP})
