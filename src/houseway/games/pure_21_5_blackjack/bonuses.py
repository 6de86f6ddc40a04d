"""Bonuses and jackpots that a room may offer beside the wagers, on terms of its own: what they cost and who pays them.

Each goes by one name: `suited-777` is turned on by the option `bonus_suited_777` and has a pool of that name.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Final

from msgspec import Struct

from houseway.script import Cents, Charge, Felt, HouseOptions, Place, Pool, Prize, Refusal, Script, Terms

CIRCLE: Final = "bonus"
"""Where a bonus that the bank pays stands among the circles: `bonus/suited-777` and the like."""
WHOLE_POOL: Final = Terms()
"""The terms of a jackpot for which the room posts nothing else: no fee, and all that stands in the pool."""


class Bonus(Struct, frozen=True):
    """Something that earns an award, the clause that describes it, and how many packs it takes to be possible."""

    name: str
    clause: str
    packs: int = 1

    @property
    def option(self) -> str:
        return _option(self.name)


@cache
def _option(name: str) -> str:
    return f"bonus_{name.replace('-', '_')}"


class Earned(Struct):
    """Somebody earned a bonus; `step` counts up from 0 where the award grows."""

    place: Place
    bonus: Bonus
    step: int = 0


def offered(options: HouseOptions, bonuses: Iterable[Bonus]) -> list[Bonus]:
    """The bonuses that the room has turned on."""
    return [bonus for bonus in bonuses if getattr(options, _option(bonus.name))]


def pools(options: HouseOptions, bonuses: Iterable[Bonus]) -> Mapping[str, Pool]:
    """A pool for each bonus offered, empty until fees or the room feed it; none where the bank pays."""
    return {} if options.bonus_funding == "bank" else {bonus.name: Pool(0) for bonus in offered(options, bonuses)}


def refuse_impossible(felt: Felt, bonuses: Iterable[Bonus], clause: str) -> None:
    """Refuses a bonus that the packs can never hit, one the bank pays without an amount, and a fee over a stack."""
    options = felt.options
    for bonus in offered(options, bonuses):
        if options.decks < bonus.packs:
            form = "{option} needs {packs} packs, but decks = {decks}: it could never hit"
            facts = {"option": bonus.option, "packs": bonus.packs, "decks": options.decks}
            raise Refusal("options", form, bonus.clause, f"options.{bonus.option}", facts)
        if options.bonus_funding == "bank" and not _terms(felt, bonus).award:
            form = "{bonus} is paid by the bank and needs an award in cents, but none is posted"
            raise Refusal("options", form, clause, f"bonuses.{bonus.name}", {"bonus": bonus.name})
    carried = felt.fee_carried and not felt.fees_paid  # all fees were paid for a void hand (PD-33)
    due = {} if options.bonus_funding == "bank" or carried else {each.name: each for each in offered(options, bonuses)}
    for place in felt.places:
        credits = {name: felt.fee_credit(place.person, name) for name in due}
        fee = sum(max(_terms(felt, bonus).fee - credits[name], 0) for name, bonus in due.items())
        if not place.affords(fee):
            form = "{place:place} has {stack:money}, too little for the bonus fees of {fee:money}"
            raise Refusal("fee", form, clause, "seats", {"place": place.name, "stack": place.stack or 0, "fee": fee})


def fees(felt: Felt, bonuses: Sequence[Bonus], clause: str) -> Script:
    """Each circle pays the posted fee of each bonus into its pool, before any card."""
    if felt.options.bonus_funding != "pool":
        return
    for bonus in bonuses:
        cents = _terms(felt, bonus).fee
        if cents:
            for place in felt.left_of_bank():
                yield Charge(place, cents, (clause, bonus.clause), pool=bonus.name)


def claim(felt: Felt, earned: Iterable[Earned], clause: str) -> None:
    """Where the bank funds them, the awards are claims on it, settled last at each seat."""
    if felt.options.bonus_funding != "bank":
        return
    for each in earned:
        felt.award(each.place, f"{CIRCLE}/{each.bonus.name}", _amount(felt, each), each.bonus.clause, clause)


def prizes(felt: Felt, earned: Sequence[Earned], start: int, clause: str) -> Script:
    """Where a pool funds them, it pays in settling order as far as it goes; a share of it is divided equally."""
    if felt.options.bonus_funding != "pool":
        return
    winners = [each.bonus.name for each in earned]
    fund = {pool: felt.pools[pool] for pool in winners}
    for each in sorted(earned, key=lambda each: felt.offset(each.place.seat, start)):
        pool, terms = each.bonus.name, _terms(felt, each.bonus)
        part = fund[pool] * terms.share // 100 // winners.count(pool)  # the odd cents stay in the pool
        cents = min(_amount(felt, each), felt.pools[pool]) if terms.award else part
        if cents:
            yield Prize(each.place, pool, cents, (each.bonus.clause, clause))


def _terms(felt: Felt, bonus: Bonus) -> Terms:
    return felt.bonuses.get(bonus.name, WHOLE_POOL)


def _amount(felt: Felt, earned: Earned) -> Cents:
    award = _terms(felt, earned.bonus).award
    return award[min(earned.step, len(award) - 1)]
