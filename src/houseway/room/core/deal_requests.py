"""Requests of players before the deal that the rules grant for one hand, such as a deal by hand (FPG-21)."""

from typing import Any

from houseway.room.core.context import TableContext
from houseway.room.messages.commands import AskFor
from houseway.room.messages.state import Player
from houseway.room.messages.story_lines import Requested
from houseway.script import OnRequest, Refusal

OPEN = ("offering", "betting")
"""Phases in which a player may still ask for something about the coming hand."""


def offered(context: TableContext) -> dict[str, OnRequest]:
    """Returns what players may ask for at this table: all that the game grants and the sheet does not post anyway."""
    options = context.sheet.rules.options
    known = context.sheet.game.on_request
    return {name: each for name, each in known.items() if options.get(each.option) != each.value}


def open_to(context: TableContext, player: Player) -> dict[str, bool]:
    """Returns the requests that are open to the player at this moment, and whether the player makes them already."""
    if context.state.phase not in OPEN or player.out or not player.seats:
        return {}
    asked = context.state.requests
    return {name: player.person in asked.get(name, []) for name in offered(context)}


def ask(context: TableContext, player: Player, command: AskFor) -> None:
    """Keeps the player's request for the coming hand, or takes it back.

    Raises a Refusal if the table does not grant it, or not now.
    """
    state = context.state
    known = offered(context)
    if command.what not in known:
        form = "{what!r} is nothing to ask for at this table: {known} is"
        facts = {"what": command.what, "known": [*known] or ["nothing"]}
        raise Refusal("choice", form, "", "what", facts)
    clause = known[command.what].clause
    if command.what not in open_to(context, player):
        form = "{player} can ask for that before the deal: the table is {phase}"
        raise Refusal("phase", form, clause, "what", {"player": player.name, "phase": state.phase})
    others = [person for person in state.requests.get(command.what, []) if person != player.person]
    wanted = [*others, player.person] if command.on else others
    state.requests = {name: who for name, who in {**state.requests, command.what: wanted}.items() if who}
    context.tell(Requested(person=player.person, what=command.what, on=command.on, clause=clause))


def standing(context: TableContext) -> dict[str, list[str]]:
    """Returns the requests for the coming or current hand, with those of their askers who are dealt in."""
    here = [person for person, player in context.state.players.items() if not player.out]
    asked = {name: [who for who in persons if who in here] for name, persons in context.state.requests.items()}
    return {name: persons for name, persons in asked.items() if persons}


def granted(context: TableContext) -> dict[str, Any]:
    """Returns the options that the coming hand is dealt by, in place of the posted ones."""
    known, asked = offered(context), standing(context)
    return {each.option: each.value for name, each in known.items() if name in asked}
