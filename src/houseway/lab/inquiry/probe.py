"""Probe: one hand played through the real script, to read off what every circle wins.

Kernels only count hands. The value of a hand is never written into them: it comes from a round of the game itself,
played at the very options and pay tables of the question.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final

from msgspec import Struct

from houseway.cards import Cards, text_of_cards
from houseway.lab.inquiry.question import Question
from houseway.script import Cents
from houseway.table import Document, Round, resume
from houseway.table.setup import BankSetup, Decision, SeatSetup

SEAT: Final = 1
ENOUGH: Final[Cents] = 10**18
"""A bank that reaches every wager."""


class ProbedHand(Struct):
    """The result of one hand, in units of the opening wager: each circle's net, and all that was staked."""

    nets: dict[str, Fraction]
    staked: Fraction

    @property
    def net(self) -> Fraction:
        return sum(self.nets.values(), Fraction(0))


def probe(
    asked: Question,
    wagers: Mapping[str, int],
    cards: Mapping[str, Cards],
    decisions: Sequence[Decision] = (),
    *,
    unit: Cents = 100,
    jackpots: Mapping[str, Cents] | None = None,
    dice: Sequence[Sequence[int]] = (),
    bank: Sequence[Decision] = (),
) -> ProbedHand:
    """Plays the hand of the only player, at seat 1, against a bank that covers everything.

    `wagers` are whole units on the opening circles. Results are in units of the first. A unit is `unit` cents, or as
    many more as the pay tables need to pay exactly. The player's cards are those of spot "1". `dice` are those that the
    script rolls, and `bank` holds the bank's decisions.
    """
    unit *= asked.grain
    staked_on = {name: units * unit for name, units in wagers.items()}
    round_ = played(asked, staked_on, cards, decisions, jackpots, dice, bank)
    opening = unit * next(iter(wagers.values()))
    nets: dict[str, Fraction] = {}
    staked = 0
    for paid in round_.payments:
        if paid.place.seat == SEAT:
            net = Fraction(paid.net - paid.commission, opening)
            nets[paid.wager] = nets.get(paid.wager, Fraction(0)) + net
            staked += paid.staked
    return ProbedHand(nets, Fraction(staked, opening))


def played(
    asked: Question,
    wagers: Mapping[str, Cents],
    cards: Mapping[str, Cards],
    decisions: Sequence[Decision],
    jackpots: Mapping[str, Cents] | None = None,
    dice: Sequence[Sequence[int]] = (),
    bank: Sequence[Decision] = (),
    posted: Cents = ENOUGH,
) -> Round:
    """Returns the finished round against a bank of `posted`. Asserts that it is over."""
    decided = {str(SEAT): list(decisions), "bank": list(bank)}
    document = Document(
        game=asked.game,
        options=asked.options,
        pay=asked.setup_pay(),
        seats=[SeatSetup(SEAT, wagers=dict(wagers))],
        cards={spot: text_of_cards(dealt) for spot, dealt in cards.items()},
        decisions={place: row for place, row in decided.items() if row},
        dice=[list(row) for row in dice],
        jackpots=dict(jackpots or {}),
    )
    if "house" not in asked.rules.game.bankers:
        document.bank = BankSetup(asked.script.positions(asked.rules), "Bank", posted)
    round_ = resume(asked.script, document)
    assert round_.over, f"the probe stopped at {round_.request}"
    return round_
