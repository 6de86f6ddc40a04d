"""Chips on the circles before the deal: one question for each, what it takes, and the same again by Enter."""

from houseway.cli.output.answers import money
from houseway.cli.terminal_play.console import Talk
from houseway.cli.terminal_play.lineup import Lineup, Wagers
from houseway.cli.terminal_play.wager_names import wager_name
from houseway.rulebook import book
from houseway.script import Cents, Circle
from houseway.script.money import cents_from

NONE = ("0", "-", "n", "no", "none")


def ask_wagers(talk: Talk, lineup: Lineup, last: Wagers | None) -> Wagers:
    """What the person bets on the coming hand; after the first one the same again, if it is wanted and can be paid."""
    if last is not None and sum(last.values()) <= lineup.you.chips:
        told = ", ".join(f"{wager_name(lineup.game.id, name)} {money(cents)}" for name, cents in last.items())
        if talk.sure(f"The same again: {told}?", default=True):
            return dict(last)
    wagers: Wagers = {}
    for circle in lineup.game.circles_at(lineup.rules.options):
        if circle.opening and (not circle.needs or circle.needs in wagers):
            cents = _ask(talk, lineup, circle, wagers, last or {})
            if cents:
                wagers[circle.name] = cents
    return wagers


def _ask(talk: Talk, lineup: Lineup, circle: Circle, wagers: Wagers, last: Wagers) -> Cents:
    """Chips for one circle; nothing is asked where only one amount is possible."""
    low, high = lineup.circle_limits(circle.name)
    if circle.equal:
        cents = wagers[circle.needs]
        talk.say(
            f"{_title(lineup, circle)}: {money(cents)}, as much as the {wager_name(lineup.game.id, circle.needs)}."
        )
        return cents
    if circle.share is not None:
        high = min(high, circle.share.of(wagers[circle.needs]))
    if circle.required and low == high:
        return low
    if high < low:
        return 0
    usual = low if circle.required else 0
    default = min(last.get(circle.name, usual), high)
    taken = f"{money(low)} to {money(high)}" + ("" if circle.required else ", or none")
    while True:
        said = talk.ask(f"{_title(lineup, circle)}, {taken} [{money(default) if default else 'none'}]:")
        if said == "?":
            talk.say(*explained(lineup, circle))
            continue
        if _requested(talk, lineup, said):
            continue
        try:
            cents = default if not said else 0 if said.lower() in NONE else cents_from(said)
        except ValueError as error:
            talk.say(f"{error}.")
            continue
        left = lineup.you.chips - sum(wagers.values())
        if cents > left:
            talk.say(f"{money(cents)} is refused: you have {money(left)} left.")
        elif not low <= cents <= high and not (cents == 0 and not circle.required):
            name = wager_name(lineup.game.id, circle.name)
            talk.say(f"{money(cents)} is refused: the {name} takes {taken} ({lineup.game.limit_clause}).")
        else:
            return cents


def _requested(talk: Talk, lineup: Lineup, said: str) -> bool:
    """Whether that is something to ask the dealer for before this hand; said twice, it is taken back (FPG-21)."""
    asked = lineup.on_request().get(said.lower())
    if asked is None:
        return False
    lineup.requested ^= {said.lower()}
    wanted = "You ask for it" if said.lower() in lineup.requested else "You no longer ask for it"
    talk.say(f"{wanted}: {asked.option} = {asked.value} for this hand ({asked.clause}).")
    return True


def _title(lineup: Lineup, circle: Circle) -> str:
    titles = {wager.id: wager.title for wager in book(lineup.game.id).wagers}
    return titles.get(circle.name, circle.name)


def explained(lineup: Lineup, circle: Circle) -> list[str]:
    """What the rule book says of a wager."""
    of = next((wager for wager in book(lineup.game.id).wagers if wager.id == circle.name), None)
    if of is None:
        return [f"The {wager_name(lineup.game.id, circle.name)} is a wager before the deal."]
    lines = [f"{of.title}: {'compulsory' if circle.required else 'as you like'}; {of.when}."]
    lines += [f"  {label}: {said}" for label, said in (("least", of.min_rule), ("most", of.max_rule)) if said]
    lines += [f"  pays: {of.pays}"] if of.pays else []
    asked = [f"Type {name} to ask for it ({each.clause})." for name, each in lineup.on_request().items()]
    return [*lines, *asked, "Type dollars, such as 25; Enter takes what stands in brackets; q leaves."]
