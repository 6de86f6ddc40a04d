"""The undo of a decision: a player takes the last one back while nothing has followed it."""

from msgspec import structs

from houseway.room.core.context import TableContext
from houseway.room.engine import deadlines
from houseway.room.engine.live_round import put_questions, rebuild
from houseway.room.messages.state import Asked
from houseway.room.messages.story_lines import Heard, TookBack
from houseway.script import Refusal


def take_back(context: TableContext, place: str) -> None:
    """Undoes the place's last decision. Raises a Refusal if anything followed it, or if its time has run out.

    Every clock runs on as if nothing had been decided. Rows before rule version 3 gave everybody a new clock.
    """
    round_, running = context.at_play()
    last = running.given[-1].to if running.given else ""
    if round_.over or round_.revocable != place or last != place:  # or the host has acted since
        form = "place {place} has no decision that can be taken back now"
        raise Refusal("take-back", form, facts={"place": place})
    clocks = _clocks_before(context, place) if context.rule_version >= 3 else {}
    running.given.pop()
    running.step -= 1
    running.answered = None
    dealing = context.dealing
    rebuild(context)
    context.dealing = dealing
    round_, _ = context.at_play()
    running.heard = Heard(len(round_.felt.log), len(round_.fees), len(round_.prizes), len(round_.pots))
    context.state.asked = clocks
    context.tell(TookBack(place=place))
    put_questions(context)


def _clocks_before(context: TableContext, place: str) -> dict[str, Asked]:
    """Returns the questions as they were before the place's last decision. Raises a Refusal if its time is over."""
    _, running = context.at_play()
    answered = running.answered
    if answered is None:
        return {**context.state.asked}
    deadlines.refuse_late(context, place, answered)
    return {**context.state.asked, place: structs.replace(answered, step=running.step - 1)}
