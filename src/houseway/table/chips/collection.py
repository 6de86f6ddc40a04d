"""Collections: the posted fee, from the one who owes it, before the first card (PD-24 to PD-33)."""

from msgspec import Struct

from houseway.script import Cents, Felt, Place, PostedSchedule


class Fee(Struct):
    """A fee for this hand, to the house or into a jackpot pool. A fee from a pot has no payer."""

    player: str
    payer: str
    amount: Cents
    action: Cents
    clauses: tuple[str, ...]
    pool: str = ""
    person: str = ""

    @classmethod
    def of(cls, place: Place, amount: Cents, action: Cents, clauses: tuple[str, ...], pool: str = "") -> "Fee":
        return cls(place.player, place.name, amount, action, clauses, pool, place.person)


def fees_due(felt: Felt, schedule: PostedSchedule) -> list[tuple[Place, Fee]]:
    """Returns the fees due before the deal, by the schedule's payer and basis (PD-25, PD-26, FEE-07)."""
    counts = schedule.counted(felt.options.get("fee_basis", ""))
    if schedule.payer == "player-dealer":
        action = sum([cents for place in felt.everyone() for wager, cents in place.wagers.items() if wager in counts])
        return [(felt.bank, Fee.of(felt.bank, schedule.fee(action), action, ("PD-24", "PD-26")))]
    if schedule.basis == "single-bet":  # each bet pays by its own size (FEE-12)
        bets = [(place, place.wagers[wager]) for place in felt.everyone() for wager in counts if wager in place.wagers]
        return [(place, Fee.of(place, schedule.fee(bet), bet, ("PD-24", "FEE-12"))) for place, bet in bets]
    places: dict[str, list[Place]] = {}  # one fee a person, for all his bets (FEE-13)
    for place in felt.everyone():
        places.setdefault(place.person, []).append(place)
    totals = [(own[0], sum([_counted(place, counts) for place in own])) for own in places.values()]
    return [(place, Fee.of(place, schedule.fee(total), total, ("PD-24", "FEE-13"))) for place, total in totals]


def _counted(place: Place, counts: tuple[str, ...]) -> Cents:
    return sum([place.wagers.get(wager, 0) for wager in counts])
