"""Buying chips at a poker table: how much the first time, how much more between hands, never during one."""

from msgspec import Struct

from houseway.rulebook import Rules, Schedule
from houseway.script import Cents, Game, Refusal

CHIP: Cents = 100


class BuyIn(Struct):
    """What one person may bring to a table (THE-17, OMA-18, PIN-21, LOW-17).

    The first buy-in is at least `least`; the stack never goes over `most` by buying. After losing everything, one rebuy
    may be short.
    """

    least: Cents
    most: Cents | None
    clause: str
    bought: bool = False
    short: bool = False

    @classmethod
    def at(cls, game: Game, rules: Rules, posted: Schedule) -> "BuyIn":
        """The figures of the posted schedule, or of the table's option where none are printed."""
        limits = posted.limits
        least = limits.min_buy_in_usd or rules.options.min_buy_in
        most = limits.max_buy_in_usd
        return cls(int(least) * 100, None if most is None else most * 100, game.limit_clause)

    def room(self, stack: Cents) -> Cents | None:
        """How much may be added to a stack; None for any amount."""
        return None if self.most is None else max(self.most - stack, 0)

    def add(self, stack: Cents, cents: Cents, *, in_hand: bool = False) -> Cents:
        """The stack with the chips added; refused during a hand, under the minimum and over the maximum."""
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
