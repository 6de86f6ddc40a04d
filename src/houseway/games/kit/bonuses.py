"""Bonuses and jackpots that a room may offer beside the wagers: what they cost, and who pays them.

Each goes by one name: its option is `bonus_` and the name, its pool and its row of the posted fees the name itself.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from houseway.script import Cents, Charge, Felt, Place, Pool, Prize, Refusal, Script

CIRCLE = "bonus"
"""Where a bonus that the bank pays stands among the circles: `bonus/suited-777` and the like."""


class Bonus(Struct, frozen=True):
    """Something that earns an award, the clause that describes it, and how many packs it takes to be possible."""

    name: str
    clause: str
    packs: int = 1

    @property
    def title(self) -> str:
        """What the posted tables call it."""
        return self.name.replace("-", " ")

    @property
    def option(self) -> str:
        return f"bonus_{self.name.replace('-', '_')}"


class Earned(Struct):
    """Somebody earned a bonus: `award` is the row of the posted awards."""

    place: Place
    bonus: Bonus
    award: str


def offered(options: Any, bonuses: Iterable[Bonus]) -> list[Bonus]:
    """The bonuses that the room has turned on."""
    return [bonus for bonus in bonuses if options[bonus.option]]


def pools(options: Any, bonuses: Iterable[Bonus]) -> Mapping[str, Pool]:
    """A pool for each bonus offered, empty until fees or the room feed it; none where the bank pays."""
    return {} if options.bonus_funding == "bank" else {bonus.name: Pool(0) for bonus in offered(options, bonuses)}


def refuse_impossible(felt: Felt, bonuses: Iterable[Bonus]) -> None:
    """A bonus that the packs in the shoe can never hit, and a share of a pool that nothing feeds, are refused."""
    options = felt.options
    for bonus in offered(options, bonuses):
        if options.decks < bonus.packs:
            sentence = f"{bonus.option} needs {bonus.packs} packs, but decks = {options.decks}: it could never hit"
            raise Refusal("options", sentence, bonus.clause, f"options.{bonus.option}")
    if options.bonus_pool_share and options.bonus_funding != "pool":
        sentence = (
            f"bonus_pool_share = {options.bonus_pool_share} needs bonus_funding = pool: the bank has no pool to share"
        )
        raise Refusal("options", sentence, "P21-74", "options.bonus_pool_share")


def fees(felt: Felt, bonuses: Sequence[Bonus], clause: str) -> Script:
    """Each circle pays the posted fee of each bonus into its pool, before any card."""
    if felt.options.bonus_funding != "pool":
        return
    posted = felt.rules.table("bonus-fees")
    for bonus in bonuses:
        cents = posted.cents(bonus.title)
        if cents:
            for place in felt.left_of_bank():
                yield Charge(place, cents, (clause, bonus.clause), pool=bonus.name)


def claim(felt: Felt, earned: Iterable[Earned], clause: str) -> None:
    """Where the bank funds them, the awards are claims on it, settled last at each seat."""
    if felt.options.bonus_funding != "bank":
        return
    posted = felt.rules.table("bonus-awards")
    for each in earned:
        felt.award(each.place, f"{CIRCLE}/{each.bonus.name}", posted.cents(each.award), each.bonus.clause, clause)


def prizes(felt: Felt, earned: Sequence[Earned], start: int, clause: str) -> Script:
    """Where a pool funds them, it pays in settling order as far as it goes; a share of it is divided equally."""
    if felt.options.bonus_funding != "pool":
        return
    fund = {each.bonus.name: felt.pools[each.bonus.name] for each in earned}
    winners = [each.bonus.name for each in earned]
    for each in sorted(earned, key=lambda each: felt.offset(each.place.seat, start)):
        pool = each.bonus.name
        cents = min(_award(felt, each, fund[pool], winners.count(pool)), felt.pools[pool])
        if cents:
            yield Prize(each.place, pool, cents, (each.bonus.clause, clause))


def _award(felt: Felt, earned: Earned, fund: Cents, winners: int) -> Cents:
    """The posted amount, or an equal part of the pool's share; the odd cents stay in the pool."""
    share = felt.options.bonus_pool_share
    if share:
        return fund * int(share) // 100 // winners
    cents: Cents = felt.rules.table("bonus-awards").cents(earned.award)
    return cents
