"""Collections: the posted fee, from the one who owes it, before the first card (PD-24 to PD-33)."""

from msgspec import Struct

from houseway.rulebook import Schedule
from houseway.script import Cents, Felt, Place


class Fee(Struct):
    """A fee that one person owes for this hand, to the house or into a jackpot pool."""

    player: str
    payer: str
    amount: Cents
    action: Cents
    clauses: tuple[str, ...]
    pool: str = ""


def fees_due(felt: Felt, schedule: Schedule) -> list[Fee]:
    """What is dropped into the box before the deal, by the schedule's payer and basis (PD-25, PD-26, FEE-07)."""
    counts = schedule.counted(felt.options.get("fee_basis", ""))
    if schedule.payer == "player-dealer":
        action = sum([cents for place in felt.everyone() for wager, cents in place.wagers.items() if wager in counts])
        fee = schedule.fee(action)
        return [Fee(felt.bank.player, "bank", fee, action, ("PD-24", "PD-26"))]
    if schedule.basis == "single-bet":  # each bet by its own size (FEE-12)
        bets = [(place, place.wagers[wager]) for place in felt.everyone() for wager in counts if wager in place.wagers]
        return [Fee(place.player, place.name, schedule.fee(bet), bet, ("PD-24", "FEE-12")) for place, bet in bets]
    totals = [(place, _counted(place, counts)) for place in felt.everyone()]  # one fee a player (FEE-13)
    return [Fee(place.player, place.name, schedule.fee(sum_), sum_, ("PD-24", "FEE-13")) for place, sum_ in totals]


def _counted(place: Place, counts: tuple[str, ...]) -> Cents:
    return sum([place.wagers.get(wager, 0) for wager in counts])
