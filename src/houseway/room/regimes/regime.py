"""The protocol of a regime: the hooks by which a table goes from one round to the next."""

from typing import Protocol

from houseway.room.core.context import TableContext
from houseway.room.core.table_rules import PostedRules
from houseway.room.messages.state import Player
from houseway.table.setup import Setup


class Regime(Protocol):
    """One way from round to round. A regime object holds no state: that of a table is in its `TableState`."""

    @property
    def takes_bets(self) -> bool:
        """True if players bet before the deal. Other tables deal as soon as the players are ready."""
        ...

    def open(self, context: TableContext) -> None:
        """Prepares a table that has just opened."""
        ...

    def post_rules(self, context: TableContext, before: PostedRules) -> None:
        """Adjusts the table to the rules that are posted now, in place of those `before`."""
        ...

    def setup(self, context: TableContext) -> Setup:
        """Returns the set-up of the next round. Raises a Refusal if too few can be dealt in."""
        ...

    def drawn(self, context: TableContext) -> None:
        """Takes over the dealer position that the running round drew for."""
        ...

    def settled(self, context: TableContext) -> None:
        """Moves bank, button or marker after a round that counts."""
        ...

    def voided(self, context: TableContext) -> None:
        """Keeps or moves bank, button or marker after a void round."""
        ...

    def post_to_enter(self, context: TableContext, player: Player) -> None:
        """Lets a player who comes back pay to be dealt in at once. Raises a Refusal if the seat may not."""
        ...

    def missed_blinds(self, context: TableContext, seat: int) -> str:
        """Returns the blinds that went by the seat while its player sat out."""
        ...

    def dealer_seat(self, context: TableContext) -> int:
        """Returns the seat of the button or marker between rounds; 0 before it is drawn for."""
        ...
