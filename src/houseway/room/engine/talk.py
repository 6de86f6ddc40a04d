"""Talk at the table: when nobody may speak, by the options that the table posts."""

from typing import Final

from houseway.room.core.context import Dealer
from houseway.script import Refusal

OPTION: Final = "talk_while_setting"
REFUSED: Final = "refused"


def is_silent(dealer: Dealer) -> bool:
    """Returns whether talk is refused now: the table posts it, and somebody sets a hand."""
    if dealer.round is None or not dealer.in_play or dealer.sheet.rules.options.get(OPTION) != REFUSED:
        return False
    return any(choice.pick is not None for ask in dealer.round.asks() for choice in ask.choices)


def refuse_talk(dealer: Dealer) -> None:
    """Raises Refusal while hands are being set; a host who is not in the round speaks as the floor."""
    who = dealer.who
    if dealer.folding:  # rows from before the option was printed stand
        return
    if is_silent(dealer) and not (who.host and not dealer.in_round(who.person)):
        form = "nobody talks while hands are being set: say it when the round is over"
        raise Refusal("muted", form, dealer.sheet.option_clause(OPTION), "text")
