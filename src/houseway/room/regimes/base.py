"""The protocol of a regime: what a table does by its own way from one round to the next."""

from typing import Protocol

from houseway.room.core.context import TableContext
from houseway.room.core.table_rules import PostedRules
from houseway.room.messages.state import Player
from houseway.table.setup import Setup


class Regime(Protocol):
    """One way from round to round. A regime has no state of its own: that of a table is in its `TableState`."""

    @property
    def takes_bets(self) -> bool:
        """Whether players bet before the deal; elsewhere a hand is dealt as soon as they are ready."""
        ...

    def open(self, context: TableContext) -> None:
        """Begins with a table that has just opened."""
        ...

    def post_rules(self, context: TableContext, before: PostedRules) -> None:
        """Goes on by the rules that are posted now, in place of those `before`."""
        ...

    def setup(self, context: TableContext) -> Setup:
        """Returns the next round as it is dealt. Raises a Refusal if too few can be dealt in."""
        ...

    def drawn(self, context: TableContext) -> None:
        """Takes up what was drawn for in the running round."""
        ...

    def settled(self, context: TableContext) -> None:
        """Moves on after a round that counts."""
        ...

    def voided(self, context: TableContext) -> None:
        """Stays or moves on after a void round."""
        ...

    def post_to_enter(self, context: TableContext, player: Player) -> None:
        """Lets somebody who comes back pay to be dealt in at once. Raises a Refusal if the seat may not."""
        ...

    def missed_blinds(self, context: TableContext, seat: int) -> str:
        """Returns the blinds that went by the seat while its player sat out."""
        ...

    def dealer_seat(self, context: TableContext) -> int:
        """Returns the seat of the button or marker between rounds; 0 while it lies nowhere."""
        ...
