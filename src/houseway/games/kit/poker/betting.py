"""A betting round of limit, spread-limit or no-limit poker: check, bet, call, raise, complete or fold.

THE-32 to THE-39, OMA-32 to OMA-39, PIN-31 to PIN-35, LOW-15 and LOW-27 to LOW-31 are one set of rules: what differs is
the sizes of the round, and what a short all-in counts for.
"""

from typing import Final

from houseway.games.kit.poker import floor
from houseway.games.kit.poker.ring import Ring
from houseway.games.kit.poker.stakes import DOLLAR
from houseway.script import Answer, Ask, Cents, Choice, Place, Script

CHECK, FOLD = Answer("check"), Answer("fold")
RAISES: Final = frozenset(("bet", "raise", "complete"))


class Betting:
    """Where the bets of one round stand.

    `level` is what a player must have put in to stay, `full` the level without short all-ins on top of it, `size` the
    smallest legal raise, and `wagers` the full bets and raises so far. `opened` is the blind that counts as the bet.
    """

    __slots__ = (
        "acted", "alike", "barred", "cap", "capped", "circle", "full", "level", "ring", "size", "sizes", "wagers",
    )  # fmt: skip

    def __init__(self, ring: Ring, number: int, circle: str, cap: int, opened: Cents = 0) -> None:
        self.ring = ring
        self.circle = circle
        self.sizes = ring.stakes.rounds[number]
        self.cap = cap
        self.level = self.full = opened
        self.size = self.sizes.least
        self.wagers = 1 if opened else 0
        self.capped = False
        self.acted: dict[str, int] = {}
        self.alike: dict[tuple[Cents | None, Cents, int | None, bool], tuple[Choice, ...]] = {}
        self.barred: set[str] = set()

    def may_raise(self, place: Place, owed: Cents) -> bool:
        """Whether there is a raise left for this player: chips beyond the call, somebody to call it, no cap, and no
        turn already taken that only a short all-in has come back to.
        """
        stack = place.stack
        assert stack is not None
        if stack <= owed or self.capped or place.name in self.barred:
            return False
        acted = self.acted.get(place.name)
        if acted is not None and (acted == self.wagers if self.sizes.halves else owed < self.size):
            return False
        level, circle = self.level, self.circle
        for other in self.ring.live:  # somebody must be able to answer it
            if other is not place and other.stack and other.stack + other.wagers.get(circle, 0) > level:
                return True
        return False

    def raise_choice(self, place: Place, mine: Cents) -> Choice:
        """A bet, a raise, or what completes a short all-in; everything, where the player has less."""
        level, full, size, most = self.level, self.full, self.size, self.sizes.most
        clauses = self.ring.clauses
        limit = self.sizes.halves
        clause = clauses.bet if limit else clauses.bet_no_limit
        name = "raise" if level else "bet"
        assert place.stack is not None
        everything = mine + place.stack
        if limit and level > full:
            name, low = "complete", full + size
            high, clause = low, clauses.all_in
        else:
            low = level + size if self.wagers else size
            high = level + most if most else everything
        if low > everything:
            low, clause = everything, clauses.all_in if limit else clauses.all_in_no_limit
        return Choice(name, clause, self.circle, low - mine, min(high, everything) - mine, DOLLAR)

    def choices(self, place: Place, mine: Cents, owed: Cents) -> tuple[Choice, ...]:
        """What the player may do: check or bet while nothing is owed, else call or raise; and at any time fold.

        Players who stand alike are offered the same, until somebody raises, folds or is all-in.
        """
        key = (place.stack, mine, self.acted.get(place.name), place.name in self.barred)
        known = self.alike.get(key)
        if known is None:
            known = self.alike[key] = self._choices(place, mine, owed)
        return known

    def _choices(self, place: Place, mine: Cents, owed: Cents) -> tuple[Choice, ...]:
        raises = (self.raise_choice(place, mine),) if self.may_raise(place, owed) else ()
        act = self.ring.clauses.act
        if owed <= 0:
            return (Choice("check", act), *raises, Choice("fold", act))
        assert place.stack is not None
        call = min(owed, place.stack)
        return (Choice("call", act, self.circle, call, call), *raises, Choice("fold", act))

    def acts(self, place: Place, answer: Answer) -> bool:
        """What the player did is done; True where it was a bet or raise, so that all others act again."""
        choice = answer.choice
        raised = choice in RAISES
        if raised:
            self.raised(place.wagers[self.circle])
            self.ring.bettor = place
        elif choice == "fold":
            self.ring.fold(place)
        if choice != "check" and (choice != "call" or not place.stack):
            self.alike.clear()
        self.acted[place.name] = self.wagers
        return raised

    def raised(self, total: Cents) -> None:
        """A bet or raise made it `total`: a full one, unless it is an all-in for less."""
        if self.sizes.halves:
            extra = total - self.full
            counts = 2 * extra >= self.size
        else:  # until there is a full bet, one is measured against the smallest
            extra = total - self.level if self.wagers else total
            counts = extra >= self.size
        self.level = total
        if counts:
            self.full = total
            self.size = max(self.size, extra)
            self.wagers += 1
            if self.cap and self.wagers > self.cap and self.ring.with_chips() > 2:
                self.capped = True


def betting_round(
    betting: Betting, order: list[Place], *, check_raise: bool = True, checked: set[Place] | None = None
) -> Script:
    """Everybody in `order` acts until all who are in have put in the same, or are all-in, or only one is left.

    Without `check_raise` a player who has checked may not raise any more. Those who check are put into `checked`.
    """
    ring, circle = betting.ring, betting.circle
    ring.bettor = None
    live, felt = ring.live, ring.felt
    turns = list(order)
    while turns and len(live) > 1:
        place = turns.pop(0)
        if place.folded or not place.stack:
            continue
        mine = place.wagers.get(circle, 0)
        owed = betting.level - mine
        if _alone(live, place, circle, mine):
            continue
        answer = yield Ask(place, betting.choices(place, mine, owed), CHECK if owed <= 0 else FOLD)
        felt.actions += 1
        if betting.acts(place, answer):
            after = order.index(place) + 1
            turns = order[after:] + order[: after - 1]
        elif answer.choice == "check":
            if checked is not None:
                checked.add(place)
            if not check_raise:
                betting.barred.add(place.name)
        if felt.incidents:
            floor.after_action(ring)


def _alone(live: list[Place], place: Place, circle: str, mine: Cents) -> bool:
    """Whether nobody is left to bet with, and what the player has in already covers everybody."""
    for other in live:  # noqa: SIM110 - it is asked at every turn, and a generator is slower
        if other is not place and (other.stack or other.wagers.get(circle, 0) > mine):
            return False
    return True
