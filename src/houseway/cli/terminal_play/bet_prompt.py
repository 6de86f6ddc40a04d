"""Chips on the circles before the deal: one question for each, what it takes, and the same again by Enter."""

from collections.abc import Mapping

from houseway.cli.output.answers import money
from houseway.cli.terminal_play.console import Talk
from houseway.cli.terminal_play.local_table import PERSON, LocalTable
from houseway.cli.terminal_play.wager_names import wager_name
from houseway.room.messages.commands import AskFor, Bet
from houseway.room.messages.view_types import BetOffer, CircleOffer
from houseway.rulebook import book
from houseway.script import Cents, Refusal
from houseway.script.money import cents_from

NONE = ("0", "-", "n", "no", "none")
Wagers = dict[str, Cents]


def ask_bets(talk: Talk, table: LocalTable) -> None:
    """Asks for the bets of the coming hand until the table takes them; what it refuses is said and asked for again."""
    place, fresh = "bank" if table.banks() else str(table.seat), False
    while (offer := _offer(table, place)) is not None and offer.circles:
        wagers = _ask_wagers(talk, table, offer, fresh=fresh)
        if not wagers and not offer.on:
            return
        try:
            table.say(Bet(round=table.live.state.round, place=place, wagers=wagers))
        except Refusal as refusal:
            talk.say(f"{refusal}.")
            fresh = True
            continue
        return


def _offer(table: LocalTable, place: str) -> BetOffer | None:
    return next((each for each in table.live.private(PERSON).bets if each.place == place), None)


def _ask_wagers(talk: Talk, table: LocalTable, offer: BetOffer, *, fresh: bool) -> Wagers:
    """Returns the bets that the person names; after the first hand the same again, if they can be paid."""
    last = offer.last
    if last and not fresh and sum(last.values()) <= _left(table, {}):
        told = ", ".join(f"{wager_name(table.game.id, name)} {money(cents)}" for name, cents in last.items())
        if talk.sure(f"The same again: {told}?", "With n you are asked about each wager.", default=True):
            return dict(last)
    wagers: Wagers = {}
    for circle in offer.circles:
        if not circle.needs or circle.needs in wagers:
            cents = _ask(talk, table, offer.place, circle.circle, wagers, None if fresh else last)
            if cents:
                wagers[circle.circle] = cents
    return wagers


def _ask(
    talk: Talk, table: LocalTable, place: str, name: str, wagers: Wagers, last: Mapping[str, Cents] | None
) -> Cents:
    """Asks for chips for one circle.

    Nothing is asked if only one amount is possible, unless that was refused: `last` is None then.
    """
    game = table.game.id
    while True:
        offer = _offer(table, place)
        assert offer is not None
        circle = next(each for each in offer.circles if each.circle == name)  # chips may have been bought meanwhile
        if circle.equal:
            cents = wagers[circle.needs]
            talk.say(f"{_title(game, name)}: {money(cents)}, as much as the {wager_name(game, circle.needs)}.")
            return cents
        low, high = circle.low, _most_payable(table, offer, circle, wagers)
        if circle.required and low == high and last is not None:
            return low
        if high < low:
            return 0
        default = min((last or {}).get(name, low if circle.required else 0), high)
        said = talk.ask(f"{_title(game, name)}, {_range(circle, high)} [{money(default) if default else 'none'}]:")
        if talk.helped(said, *explained(table, circle)) or _requested(talk, table, said):
            continue
        try:
            cents = default if not said else 0 if said.lower() in NONE else cents_from(said)
        except ValueError as error:
            talk.say(f"{error}.")
            continue
        if refused := _refused(table, circle, wagers, cents):
            talk.say(f"{money(cents)} is refused: {refused}.")
        else:
            return cents


def _refused(table: LocalTable, circle: CircleOffer, wagers: Wagers, cents: Cents) -> str:
    """Returns why a circle does not take so much: the posted limits first, then the chips that are left."""
    most, left = _most_posted(table, circle, wagers), _left(table, wagers)
    if not cents and not circle.required:
        return ""
    if cents < circle.low or (most is not None and cents > most):
        taken = _range(circle, most)
        return f"the {wager_name(table.game.id, circle.circle)} takes {taken} ({table.game.limit_clause})"
    return f"you have {money(left)} left" if cents > left else ""


def _range(circle: CircleOffer, most: Cents | None) -> str:
    taken = f"{money(circle.low)} or more" if most is None else f"{money(circle.low)} to {money(most)}"
    return taken if circle.required else f"{taken}, or none"


def _most_posted(table: LocalTable, circle: CircleOffer, wagers: Wagers) -> Cents | None:
    """Returns the most that the table takes in a circle, however many chips there are; None without a limit."""
    _, most = table.live.context.sheet.range_of(circle.circle)
    if circle.share is None or circle.needs not in wagers:
        return most
    part, whole = circle.share
    shared = wagers[circle.needs] * part // whole
    return shared if most is None else min(most, shared)


def _most_payable(table: LocalTable, offer: BetOffer, circle: CircleOffer, wagers: Wagers) -> Cents:
    """Returns the most that the person can put in a circle, with as much left for the circles that must equal it.

    A compulsory wager has its least at any rate: the table refuses it to somebody who cannot pay.
    """
    alike = [each for each in offer.circles if each.equal and each.required and each.needs == circle.circle]
    payable = _left(table, wagers) // (1 + len(alike))
    most = _most_posted(table, circle, wagers)
    payable = payable if most is None else min(payable, most)
    return max(payable, circle.low) if circle.required else payable


def _left(table: LocalTable, wagers: Wagers) -> Cents:
    """Returns the person's chips that lie in no bank and beside these wagers."""
    return table.live.you(PERSON).chips - sum(wagers.values())


def _requested(talk: Talk, table: LocalTable, said: str) -> bool:
    """Asks the dealer for what was typed, if the game grants that for one hand; said twice, it is taken back (FPG-21).

    Returns False if it is nothing that a player may ask for.
    """
    name, known = said.lower(), table.live.private(PERSON).requests
    if name not in known:
        return False
    table.say(AskFor(round=table.live.state.round, what=name, on=not known[name]))
    asked = table.game.on_request[name]
    wanted = "You no longer ask for it" if known[name] else "You ask for it"
    talk.say(f"{wanted}: {asked.option} = {asked.value} for this hand ({asked.clause}).")
    return True


def _title(game: str, circle: str) -> str:
    titles = {wager.id: wager.title for wager in book(game).wagers}
    return titles.get(circle, circle)


def explained(table: LocalTable, circle: CircleOffer) -> list[str]:
    """Returns what the rule book says of a wager, and what may be typed."""
    of = next((wager for wager in book(table.game.id).wagers if wager.id == circle.circle), None)
    if of is None:
        lines = [f"The {wager_name(table.game.id, circle.circle)} is a wager before the deal."]
    else:
        lines = [f"{of.title}: {'compulsory' if circle.required else 'as you like'}; {of.when}."]
        lines += [f"  {label}: {said}" for label, said in (("least", of.min_rule), ("most", of.max_rule)) if said]
        lines += [f"  pays: {of.pays}"] if of.pays else []
    for name in table.live.private(PERSON).requests:
        lines.append(f"Type {name} to ask for it ({table.game.on_request[name].clause}).")
    return [*lines, "Type dollars, such as 25; Enter takes what stands in brackets; q leaves."]
