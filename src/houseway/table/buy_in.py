"""Buying chips at a poker table: how much the first time, how much more between hands, never during one."""

from dataclasses import dataclass, field

from houseway.rulebook import Rules, Schedule
from houseway.script import Cents, Game, Refusal, dollars

CHIP: Cents = 100


@dataclass
class BuyIn:
    """What one person may bring to a table (THE-17, OMA-18, PIN-21, LOW-17).

    The first buy-in is at least `least`; the stack never goes over `most` by buying. After losing everything, one rebuy
    may be short.
    """

    least: Cents
    most: Cents | None
    clause: str
    bought: bool = field(default=False, init=False)
    short: bool = field(default=False, init=False)

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
            self._refuse(cents, "chips are added between hands, not during one")
        if cents <= 0 or cents % CHIP:
            self._refuse(cents, f"the smallest chip is {dollars(CHIP)}")
        room = self.room(stack)
        if room is not None and cents > room:
            self._refuse(cents, f"beside {dollars(stack)} at most {dollars(room)} may be added")
        if not self.bought and cents < self.least:
            self._refuse(cents, f"the first buy-in is at least {dollars(self.least)}")
        if self.bought and stack == 0 and cents < self.least:
            if self.short:
                self._refuse(cents, f"one rebuy may be short of {dollars(self.least)}, and it was taken")
            self.short = True
        elif cents >= self.least:
            self.short = False
        self.bought = True
        return stack + cents

    def _refuse(self, cents: Cents, why: str) -> None:
        raise Refusal("buy-in", f"{dollars(cents)} is refused: {why}", self.clause)
