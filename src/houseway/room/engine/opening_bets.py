"""Bets before the deal.

The room judges each bet together with all others on the layout, so that the deal cannot fail.
"""

from typing import Any, Final

from houseway.room.core import chip_moves
from houseway.room.core.context import TableContext
from houseway.room.core.table_rules import PostedRules
from houseway.room.engine import permissions
from houseway.room.messages.commands import Bet
from houseway.room.messages.state import Player
from houseway.room.messages.story_lines import ChipsMoved
from houseway.room.messages.view_types import BetOffer, CircleOffer
from houseway.room.regimes import banked
from houseway.script import Circle, Refusal
from houseway.table.round import Round

BEHIND: Final = "behind"
ROWS_KEPT: Final = 64


def offers(context: TableContext, player: Player) -> list[BetOffer]:
    """Returns the places where the player may bet now, with their circles (`mine.bets`)."""
    state = context.state
    found: list[BetOffer] = []
    places = permissions.may_bet(context, player)
    if not places:
        return found
    free = player.chips - banked.posted_by(context, player) - chip_moves.on_circles(context, player.person)
    for place in places:
        on, kind = state.bets.get(place, {}), _kind(place)
        rows = _rows(context.sheet, kind, free + sum(on.values()))
        found.append(BetOffer(place, rows, on, player.last.get(kind, {})))
    return found


def _rows(sheet: PostedRules, kind: str, most: int) -> list[CircleOffer]:
    """Returns the circles of such a place for a player with `most` chips.

    Cached: equal for everybody who has enough.
    """
    key = kind if kind in (banked.BANK, BEHIND) else "", min(most, sheet.largest_bet)
    if key not in sheet.rows:
        if len(sheet.rows) >= ROWS_KEPT:
            sheet.rows.clear()
        circles, plain = sheet.circles, False
        if kind == banked.BANK:
            circles, plain = [circle for circle in circles if circle.name in sheet.game.bank_circles], True
        elif kind == BEHIND:
            circles = [circle for circle in circles if circle.name in sheet.backline.circles]
            plain = not sheet.backline.like_a_seat
        sheet.rows[key] = [_circle(sheet, circle, most, plain=plain) for circle in circles]
    return sheet.rows[key]


def _circle(sheet: PostedRules, circle: Circle, most: int, *, plain: bool) -> CircleOffer:
    """Returns the offer of one circle. `plain`: the bet needs no other bet beside it."""
    low, high = sheet.range_of(circle.name)
    high = max(low, most if high is None else min(high, most))
    share = None if circle.share is None else [circle.share.num, circle.share.den]
    if plain:  # the bet needs no other
        return CircleOffer(circle.name, False, low, high, 1, "", False, None, circle.clause)
    return CircleOffer(circle.name, circle.required, low, high, 1, circle.needs, circle.equal, share, circle.clause)


def _kind(place: str) -> str:
    """Returns the key under which the next round offers the bet again: the seat, or one for all bets behind seats."""
    return BEHIND if "." in place else place


# -- bets ----------------------------------------------------------------------------------------------------------


def bet(context: TableContext, player: Player, command: Bet) -> None:
    """Replaces the wagers of the place. No wagers take them back."""
    state, place = context.state, command.place
    wagers = {circle: cents for circle, cents in command.wagers.items() if cents}
    bets = {name: on for name, on in state.bets.items() if name != place}
    bettors = {name: person for name, person in state.bettors.items() if name != place}
    if wagers:
        bets[place], bettors[place] = wagers, player.person
    elif "." not in place:
        for name in [name for name in bets if name.startswith(f"{place}.")]:  # bets behind the seat go with it
            del bets[name], bettors[name]
    total = sum(sum(on.values()) for name, on in bets.items() if bettors[name] == player.person)
    have = player.chips - banked.posted_by(context, player)
    if wagers and total > have:
        form = "{amount:money} is refused: {player} has {have:money} at this table"
        raise Refusal("chips", form, "", "wagers", {"amount": total, "player": player.name, "have": have})
    if wagers:
        judge(context, bets, bettors, place)
    opened_by = context.sheet.game.opening_clauses(context.sheet.rules)
    for circle, cents in _moved(state.bets.get(place, {}), wagers).items():
        ends = (f"player {player.person}", f"circle {place} {circle}")
        source, target = ends if cents > 0 else ends[::-1]
        context.tell(ChipsMoved(source=source, target=target, cents=abs(cents), clause=opened_by.get(circle, "PD-22")))
    state.bets, state.bettors = bets, bettors


def _moved(before: dict[str, int], after: dict[str, int]) -> dict[str, int]:
    """Returns the change in cents of each circle."""
    changes = {circle: after.get(circle, 0) - before.get(circle, 0) for circle in {**before, **after}}
    return {circle: cents for circle, cents in changes.items() if cents}


def judge(
    context: TableContext, bets: dict[str, dict[str, int]], bettors: dict[str, str], place: str = ""
) -> Round | None:
    """Returns the round as it would begin with these bets; None if nobody but the banker has bet. Cached by its set-up.

    Raises a Refusal if the rules forbid a bet, or if somebody could not pay a fee.
    """
    if not any(name != banked.BANK for name in bets):
        return None
    laid = banked.setup_with(context, bets, bettors)
    judged = context.judged
    if judged is not None and judged.setup == laid:
        return judged
    try:
        context.judged = Round(context.sheet.game, laid)
        return context.judged
    except Refusal as refusal:
        where = f"wagers.{refusal.where.rpartition('wagers.')[2]}" if "wagers." in refusal.where else "wagers"
        code = "chips" if refusal.code in ("fee", "stack") else refusal.code
        facts: dict[str, Any] = refusal.facts | ({"place": place} if place and "place" not in refusal.facts else {})
        raise Refusal(code, refusal.form, refusal.clause, where, facts) from None


def drop_bets(context: TableContext, person: str) -> None:
    """Gives the person's bets, and those behind them, back to their owners."""
    state = context.state
    own = [place for place, who in state.bettors.items() if who == person]
    gone = {*own, *(place for place in state.bets if place.partition(".")[0] in own)}
    for place in gone:
        _go_back(context, place)


def drop_all(context: TableContext) -> None:
    """Gives every bet back to its owner, because no hand starts (PD-14)."""
    for place in list(context.state.bets):
        _go_back(context, place)


def _go_back(context: TableContext, place: str) -> None:
    """Gives the bet of a place back to its owner."""
    state = context.state
    person = state.bettors.pop(place)
    for circle, cents in state.bets.pop(place).items():
        context.tell(
            ChipsMoved(source=f"circle {place} {circle}", target=f"player {person}", cents=cents, clause="PD-14")
        )


def remember(context: TableContext) -> None:
    """Keeps everybody's bets, so that the next round can offer them again."""
    state = context.state
    for place, wagers in state.bets.items():
        state.players[state.bettors[place]].last[_kind(place)] = dict(wagers)
