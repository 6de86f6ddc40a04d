"""Rounds through the real script: any game, any policy, a few thousand rounds a second.

The judge of every kernel, and the way to play what has none: the poker games with bots in the seats.
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from typing import Any, Final

from houseway.games import find
from houseway.lab.probe import ENOUGH, SEAT
from houseway.lab.question import Question
from houseway.lab.simulation.choice import BOTS, HOUSE_WAY, Choice
from houseway.lab.simulation.model import GAME, Model
from houseway.lab.simulation.policy import Company, Policy, policy_of
from houseway.lab.simulation.stakes import opening_stakes, side_bets
from houseway.lab.simulation.tally import Tally
from houseway.script import Answer, Ask, Cents, Refusal
from houseway.table import Round, Setup, Shoe, play, view
from houseway.table.ledger import stack
from houseway.table.setup import BankSetup, SeatSetup, answer_from

DOLLAR: Final = 100
STYLES: Final = ("steady", "loose", "wild", "tight")
STACKS: Final = 100
"""How many big blinds a player brings to the table."""


class Scripted(Model):
    """What both kinds of table share: seats with policies, a shoe, and rounds one after the other."""

    expected: dict[str, Fraction] = {}

    def __init__(self, asked: Question) -> None:
        self.asked = asked
        self.game = find(asked.game)
        self.notes = []

    def deal(self, seed: str, chunk: int, rounds: int) -> Tally:
        tally, after = Tally(), self.setup(chunk * self.chunk, {})
        policies = self.policies(f"{seed}/{chunk}")
        for number in range(rounds):
            round_ = self.play(after, f"{seed}/{chunk}/{number}", policies)
            tally.rounds += 1
            self.count(round_, tally)
            after = self.setup(chunk * self.chunk + number + 1, round_.carry_over())
        return tally

    def play(self, setup: Setup, seed: str, policies: Mapping[str, Policy]) -> Round:
        round_ = Round(self.game, setup)

        def decide(ask: Ask) -> Answer:
            name = ask.place.name
            return answer_from(policies[name](view(round_, name)))

        return play(round_, Shoe(tuple(sorted(round_.cards_left())), seed, decide))

    def setup(self, number: int, carried: Mapping[str, Any]) -> Setup:
        raise NotImplementedError

    def policies(self, seed: str) -> dict[str, Policy]:
        raise NotImplementedError

    def count(self, round_: Round, tally: Tally) -> None:
        raise NotImplementedError


class Banked(Scripted):
    """One player against the bank, chips on every opening circle."""

    def __init__(self, asked: Question, player: Choice, bank: Choice, company: Company | None) -> None:
        super().__init__(asked)
        self.player, self.bank, self.company = player, bank, company
        self.stakes = opening_stakes(asked)
        self.sides = side_bets(asked)
        self.unit = next(iter(self.stakes))
        self.base = sum(cents for name, cents in self.stakes.items() if name not in self.sides and self._primary(name))
        self.units = {GAME: self.stakes[self.unit]} | {name: cents for name, cents in self.stakes.items()}
        self.method = "rounds through the real script, one player against the bank"
        policy_of(player, partial(self._seat, "", ""), asked.options, asked.pay)  # refused now rather than in a worker
        policy_of(bank, partial(self._seat, "", ""), asked.options, asked.pay)

    def _primary(self, name: str) -> bool:
        return name == self.unit

    def setup(self, number: int, carried: Mapping[str, Any]) -> Setup:
        asked = self.asked
        setup = Setup(
            game=asked.game,
            options=asked.options,
            pay=asked.setup_pay(),
            round=number + 1,
            seats=[SeatSetup(SEAT, "Player", dict(self.stakes))],
            **carried,
        )
        if "house" not in asked.rules.game.bankers:
            setup.bank = BankSetup(asked.script.positions(asked.rules), "Bank", ENOUGH)
        return setup

    def policies(self, seed: str) -> dict[str, Policy]:
        options, pay = self.asked.options, self.asked.pay
        return {
            str(SEAT): policy_of(self.player, partial(self._seat, "Player", seed), options, pay),
            "bank": policy_of(self.bank, partial(self._seat, "Bank", seed), options, pay),
        }
