"""Counts of each person's chips in a round, independent of the ledger."""

from collections import Counter

from msgspec import UNSET

from houseway.script import TAKEN_BACK
from houseway.table import Round
from houseway.table.setup import BackerSetup, BankSetup, SeatSetup


def on_the_table(round_: Round) -> Counter[int]:
    """Returns how often each card lies on the table."""
    return Counter(card for spot in round_.felt.spots.values() for card in spot.cards)


def brought(round_: Round) -> Counter[str]:
    """Returns the chips that each person with counted chips had at the table, including circles and bank."""
    setup, chips, stacks = round_.setup, Counter[str](), {}
    places: list[SeatSetup | BackerSetup | BankSetup] = [*setup.seats]
    places += [backer for seat in setup.seats for backer in seat.backline]
    if setup.bank is not UNSET:
        places.append(setup.bank)
    for place in places:
        stacks[place.person] = place.stack
        chips[place.person] += sum(place.wagers.values()) + (place.posted or 0 if isinstance(place, BankSetup) else 0)
    purses = {place.person: place for place in (*round_.felt.everyone(), round_.felt.bank)}
    return Counter(
        {person: stack + chips[person] + purses[person].bought for person, stack in stacks.items() if stack is not None}
    )


def won_by_person(round_: Round) -> Counter[str]:
    """Returns what the result says that each person won or lost, over all their seats."""
    won: Counter[str] = Counter()
    for paid in round_.payments:
        if paid.place.seat:  # the house's own hand belongs to no person
            won[paid.place.person] += paid.net
    for fee in round_.fees:  # including commissions
        if fee.person:
            won[fee.person] -= fee.amount
    for prize in round_.prizes:
        won[prize.place.person] += prize.cents
    for transfer in round_.transfers:
        won[transfer.source.person] -= transfer.cents
        won[transfer.target.person] += transfer.cents
    if round_.felt.bank.posted is not None:
        won[round_.felt.bank.person] += round_.bank_net
    return won


def put_in(round_: Round) -> Counter[str]:
    """Returns the chips that each person put on circles and has not taken back."""
    chips: Counter[str] = Counter()
    for entry in round_.ledger.entries:
        if entry.source.startswith("player ") and entry.target.startswith("circle "):
            chips[entry.source.removeprefix("player ")] += entry.cents
    for paid in round_.payments:
        if paid.outcome is TAKEN_BACK:
            chips[paid.place.person] -= paid.returned
    return chips
