"""Rounds through the real script: any game, any policy, a few thousand rounds a second.

It checks every kernel, and plays what has none: the poker games with bots in the seats.
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from typing import Any, Final

from houseway.games import find
from houseway.lab.inquiry.probe import ENOUGH, SEAT
from houseway.lab.inquiry.question import Question
from houseway.lab.inquiry.solver import solver_in
from houseway.lab.simulation.model import GAME, Model
from houseway.lab.simulation.policy import BotMaker, Policy, policy_of
from houseway.lab.simulation.stakes import opening_stakes, side_bets
from houseway.lab.simulation.strategies import BOTS, Tactic
from houseway.lab.simulation.tally import Tally
from houseway.script import Answer, Ask, Cents, Refusal
from houseway.table import Round, Setup, Shoe, play, view
from houseway.table.chips.ledger import stack
from houseway.table.setup import BankSetup, SeatSetup, answer_from

DOLLAR: Final = 100
STYLES: Final = ("steady", "loose", "wild", "tight")
FEES, POT = "fees", "staked by all"
STACKS: Final = 100
"""Big blinds that a player brings to the table."""


class Scripted(Model):
    """Common part of both kinds of table: seats with policies, a shoe, and consecutive rounds."""

    def __init__(self, asked: Question) -> None:
        self.asked = asked
        self.game = find(asked.game)
        self.expected, self.notes = {}, []

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


class BankedTable(Scripted):
    """One player against the bank, chips on every opening circle."""

    def __init__(self, asked: Question, player: Tactic, bank: Tactic, company: BotMaker | None) -> None:
        super().__init__(asked)
        self.stakes, self.sides = opening_stakes(asked), side_bets(asked)
        self.unit = unit_of(asked, self.stakes)
        whole = self.stakes.get(self.unit) or sum(self.stakes[name] for name in self.stakes if name not in self.sides)
        self.units = dict.fromkeys((GAME, *(circle.name for circle in self.game.circles)), whole)
        self.units |= {name: self.stakes[name] for name in self.sides}
        self.wagers = (GAME, *self.sides)
        self.method = "rounds through the real script, one player against the bank"
        self._seats = {
            str(SEAT): partial(policy_of, player, company, "Player", asked),
            "bank": partial(policy_of, bank, company, "Bank", asked),
        }
        self.policies("")  # refuses now rather than in a worker

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
        return {name: seated(seed) for name, seated in self._seats.items()}

    def count(self, round_: Round, tally: Tally) -> None:
        """Adds the player's net on each wager of the round, its outcome, and the decisions."""
        nets: dict[str, int] = {}
        staked = 0
        for paid in round_.payments:
            if paid.place.seat == SEAT:
                name = paid.wager.partition("/")[0]  # a split-off hand is wagered on main/2
                nets[name] = nets.get(name, 0) + paid.net - paid.commission
                staked += paid.staked if name not in self.sides else 0
        for prize in round_.prizes:
            nets[prize.pool] = nets.get(prize.pool, 0) + prize.cents
        nets[GAME] = sum(net for name, net in nets.items() if name not in self.sides)
        for name, net in nets.items():
            self.units.setdefault(name, self.units[GAME])
            row = tally.nets.setdefault(name, {})
            row[net] = row.get(net, 0) + 1
        tally.staked[GAME] = tally.staked.get(GAME, 0) + staked
        _one_more(tally.outcomes, _result(Fraction(nets[GAME], self.units[GAME])))
        for event in round_.events:
            if isinstance(event.given, Answer) and event.to == str(SEAT):
                _one_more(tally.decisions, event.given.choice)


def unit_of(asked: Question, stakes: Mapping[str, Cents]) -> str:
    """Returns the wager that the base game is measured by, the same as in the lab's exact odds."""
    solver = solver_in(asked.lab)
    return next(iter(stakes)) if solver is None else solver.wager


class RingTable(Scripted):
    """Players against each other, the marker moving one seat a round; each player's result in dollars."""

    chunk = 16
    unit = "dollar"

    def __init__(self, asked: Question, player: Tactic, company: BotMaker | None, players: int, schedule: str) -> None:
        super().__init__(asked)
        positions, least = asked.script.positions(asked.rules), asked.rules.game.seats.min
        if not least <= players <= positions:
            raise Refusal("players", f"{players} players are refused: {least} to {positions} play {asked.game}")
        posted = asked.rules.schedules()
        self.schedule = asked.rules.schedule(schedule) if schedule else posted[0] if posted else None
        self.names = [f"seat {seat}, {STYLES[(seat - 1) % len(STYLES)]}" for seat in range(1, players + 1)]
        if player.kind != BOTS:
            self.names[0] = f"seat 1, {player}"
        self.units = dict.fromkeys((*self.names, FEES, POT), DOLLAR)
        self.method = "rounds through the real script, bots in the seats"
        self.notes = [f"schedule {self.schedule.id}, fees paid"] if self.schedule else []
        self._seats = {
            str(seat): partial(policy_of, player if seat == 1 else Tactic(BOTS), company, name, asked)
            for seat, name in enumerate(self.names, 1)
        }
        self.policies("")

    def setup(self, number: int, carried: Mapping[str, Any]) -> Setup:  # noqa: ARG002
        big = self.schedule.limits.big_blind_usd if self.schedule else None
        seats = [
            SeatSetup(seat, name, opening_stakes(self.asked), stack=STACKS * big * DOLLAR if big else None)
            for seat, name in enumerate(self.names, 1)
        ]
        return Setup(
            game=self.asked.game,
            options=self.asked.options,
            schedule=self.schedule.id if self.schedule else None,
            button=number % len(seats) + 1,
            seats=seats,
        )

    def policies(self, seed: str) -> dict[str, Policy]:
        return {name: seated(seed) for name, seated in self._seats.items()}

    def count(self, round_: Round, tally: Tally) -> None:
        """Adds each player's net of the hand, its fees and its pot."""
        balances = round_.ledger.balances
        nets = {name: balances.get(stack(name), 0) for name in self.names}
        nets[FEES] = sum(fee.amount for fee in round_.fees)
        nets[POT] = sum(paid.staked for paid in round_.payments)
        for name, net in nets.items():
            row = tally.nets.setdefault(name, {})
            row[net] = row.get(net, 0) + 1
        winners = sum(nets[name] > 0 for name in self.names)
        _one_more(tally.outcomes, f"{winners} player{'s' * (winners != 1)} ahead")
        for event in round_.events:
            if isinstance(event.given, Answer):
                _one_more(tally.decisions, event.given.choice)


def scripted(
    asked: Question, player: Tactic, bank: Tactic, company: BotMaker | None, players: int, schedule: str
) -> Scripted:
    """Returns the game at a table of its kind."""
    if asked.rules.game.bankers:
        return BankedTable(asked, player, bank, company)
    return RingTable(asked, player, company, players, schedule)


def _one_more(counts: dict[str, int], name: str) -> None:
    counts[name] = counts.get(name, 0) + 1


def _result(net: Fraction) -> str:
    return f"{float(net):+g}" if net else "0"
