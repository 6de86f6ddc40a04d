"""The Bonus and the Community Bonus of Mini Pai Gow (MPG-05 to MPG-07, MPG-30 to MPG-36)."""

from collections.abc import Mapping
from typing import Final

from houseway.games.kit.banked.setting import low_spot
from houseway.games.mini_pai_gow.hands import wheel_of
from houseway.games.mini_pai_gow.six_cards import high_value
from houseway.hands import five
from houseway.hands.five import FLOORS
from houseway.script import WIN, Cents, Felt, Place

BONUS, COMMUNITY = "bonus", "community"
COMMUNITY_OF: Final = {"MPG-COMM": "MPG-COMM-FIXED"}  # the one table that goes with the Community Bonus (MPG-31)
BONUS_LEAST, COMMUNITY_LEAST = 1_00, 5_00  # MPG-06, MPG-07


def bonuses(felt: Felt, places: list[Place]) -> None:
    """The Bonus goes by the best five of the six cards, however set (MPG-30), and is always the house's (MPG-64).

    A player who banks is one of the players here (MPG-35).
    """
    wheel, table = wheel_of(felt), felt.options.bonus_paytable
    by_house = felt.bank.posted is not None
    if by_house:
        places = [*places, felt.bank]
    collects = ("MPG-64",) if by_house else ()
    kinds = {}
    for place in places:
        value = high_value((*place.cards, *low_spot(felt, place).cards), wheel)
        kinds[place.name] = kind = five.category(value)
        if value >= FLOORS["four of a kind"] and felt.options.floor_notice == "on":
            felt.notify(f"{place.title} has {kind} (MPG-32)", place.name, kind, "MPG-32")
        if BONUS not in place.wagers:
            continue
        odds = felt.pays(table, kind)
        if odds is not None:
            felt.win(place, BONUS, odds, "MPG-31", "MPG-30", *collects, by_house=by_house)
        else:
            felt.lose(place, BONUS, "MPG-30", *collects, by_house=by_house)
    if table in COMMUNITY_OF:
        for place in places:
            community(felt, place, places, kinds)
    if felt.options.bonus_aggregate_max != "none":
        cap_bonuses(felt, felt.options.bonus_aggregate_max * 100)


def community(felt: Felt, place: Place, places: list[Place], kinds: Mapping[str, str]) -> None:
    """A fixed amount for each other player's full house or better, to a Bonus of $5 or more (MPG-07, -33 to -36)."""
    if place.wagers.get(BONUS, 0) < COMMUNITY_LEAST:
        return
    options, by_house = felt.options, felt.bank.posted is not None
    clauses = ("MPG-33", "MPG-34", *(("MPG-64",) if by_house else ()))
    fixed = felt.rules.table(COMMUNITY_OF[options.bonus_paytable])
    amounts = [
        fixed.cents(kinds[other.name])
        for other in places
        if other.person != place.person and (BONUS in other.wagers or not options.community_trigger_needs_bonus)
    ]
    if options.community_multi == "highest-only":
        amounts = [max(amounts, default=0)]
    for cents in amounts:
        if cents:
            felt.award(place, COMMUNITY, cents, *clauses, by_house=by_house)


def cap_bonuses(felt: Felt, most: Cents) -> None:
    """Over the posted aggregate, all bonus money of the round is cut in proportion; odd cents stay (MPG-06)."""
    paid = [made for made in felt.claims if made.wager in (BONUS, COMMUNITY) and made.outcome is WIN]
    total = sum(made.due for made in paid)
    for made in paid if total > most else ():
        made.due = made.due * most // total
        made.clauses = (*made.clauses, "MPG-06")
