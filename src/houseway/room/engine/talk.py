"""Talk at the table: silences it while hands are set, if the table posts that option."""

from typing import Final

from houseway.room.core.context import TableContext
from houseway.script import Refusal

OPTION: Final = "talk_while_setting"
REFUSED: Final = "refused"


def is_silent(context: TableContext) -> bool:
    """Returns whether the table refuses talk now: it posts the option, and somebody is setting a hand."""
    if context.round is None or not context.in_play or context.sheet.rules.options.get(OPTION) != REFUSED:
        return False
    return any(choice.pick is not None for ask in context.round.asks() for choice in ask.choices)


def refuse_talk(context: TableContext) -> None:
    """Raises Refusal while hands are being set. A host who is not in the round may speak as the floor."""
    who = context.who
    if context.replaying:  # rows from before the option existed stand
        return
    if is_silent(context) and not (who.host and not context.in_round(who.person)):
        form = "nobody talks while hands are being set: say it when the round is over"
        raise Refusal("muted", form, context.sheet.option_clause(OPTION), "text")
