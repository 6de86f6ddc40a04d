"""Side bets that a player's own cards decide: the number of deals for each row, and the script's payment."""

from collections.abc import Iterable, Mapping, Sequence

from houseway.cards import Cards
from houseway.lab.inquiry.answer import Wager
from houseway.lab.inquiry.probe import probe
from houseway.lab.inquiry.question import Question
from houseway.table.setup import Decision

Counted = tuple[str, int, Mapping[str, Cards]]
"""A row, the number of deals that meet it, and one of them: the cards of every spot."""


def side_bet(
    asked: Question, wager: str, counted: Iterable[Counted], opening: str, decisions: Sequence[Decision], note: str = ""
) -> Wager:
    """Returns the wager with these rows, each paid as the script pays its sample."""
    rows = []
    for row, count, cards in counted:
        hand = probe(asked, {opening: 2, wager: 1}, cards, decisions)
        rows.append((row, count, 2 * hand.nets[wager]))
    return Wager.of(sorted(rows, key=lambda each: each[2], reverse=True), note=note)
