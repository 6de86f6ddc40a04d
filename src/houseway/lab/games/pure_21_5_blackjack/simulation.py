"""Simulation model of Pure 21.5 Blackjack: the lab's own plays with splits and doubles, from a shoe that is cut."""

from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Final

from houseway.games.pure_21_5_blackjack.game import GAME as SCRIPT
from houseway.games.pure_21_5_blackjack.lucky_hands import OF_THE_BANK
from houseway.games.pure_21_5_blackjack.seat_hands import MAIN
from houseway.lab.games.pure_21_5_blackjack.exact import main_wager, rules_of
from houseway.lab.inquiry.answering import answered
from houseway.lab.inquiry.progress import Progress
from houseway.lab.inquiry.question import Question
from houseway.lab.methods.blackjack.rules import BlackjackRules
from houseway.lab.simulation import streams
from houseway.lab.simulation.model import GAME, Model
from houseway.lab.simulation.strategies import BEST, FILE, RULE, Tactic, refuse_other
from houseway.lab.simulation.tally import Tally

if TYPE_CHECKING:
    from houseway.lab.methods.blackjack.best_play import Play
    from houseway.lab.methods.blackjack.simulation import BlackjackDealer

ID: Final = "pure-21-5-blackjack"


class Blackjack(Model):
    """Simulates a main wager of one unit. Each chunk of rounds begins with a full shoe.

    The player never takes insurance, and takes even money if it is better.
    """

    in_threads = True
    chunk = 1 << 17

    def __init__(self, rules: BlackjackRules, dealer: "BlackjackDealer", expected: dict[str, Fraction]) -> None:
        self.rules, self.dealer, self.expected = rules, dealer, expected
        pays = rules.payoffs
        known = [pays.win, pays.push, pays.lose, pays.pure, pays.pures_tie, pays.bank_pure, pays.surrender, pays.over]
        known += [] if rules.even_money is None else [rules.even_money]
        scale = lcm(*(net.denominator for net in known))
        self.units = {GAME: scale}
        self.unit = MAIN
        self.method = "cards from a shoe of its packs; every play looked up, results read from the script"
        self.notes = ["insurance is not taken"]
        if rules.even_money is not None:
            self.notes.append(f"even money on a Pure is {'taken' if dealer.bank.even else 'declined'}")

    def deal(self, seed: str, chunk: int, rounds: int) -> Tally:
        from houseway.lab.methods.blackjack.simulation import read

        found = read(self.rules, self.dealer.chunk(chunk, rounds, streams.start(seed, 0)), rounds)
        scale = self.units[GAME]
        nets = {int(net * scale): count for net, count in found.nets.items()}
        split = sum(found.split_nets.values())
        return Tally(
            rounds,
            {GAME: nets},
            {GAME: int(found.staked) * scale},
            {_text(net): count for net, count in found.nets.items()},
            {"split": split, "hands of splits": found.split_hands},
        )


def model(asked: Question, player: Tactic, bank: Tactic, tell: Progress) -> Blackjack:  # noqa: ARG001
    """Returns the model of the best play, of the table that a person plays by, or of a table from a file."""
    from houseway.lab.methods.blackjack.best_play import solve
    from houseway.lab.methods.blackjack.simulation import BlackjackDealer
    from houseway.lab.methods.blackjack.strategy_file import Written
    from houseway.lab.methods.blackjack.strategy_table import PlayTable

    refuse_other(player, ID, BEST, RULE, FILE)
    rules = rules_of(asked)
    solution = solve(rules, tell=tell)
    if player.kind == FILE:
        play = Written(solution, *player.table(ID), player.path).play()
    else:
        play = solution.play if player.kind == BEST else PlayTable(solution).play()
    assert SCRIPT.cut_card is not None
    options = asked.rules.options
    always = any(bonus.name in SCRIPT.bonuses(options) for bonus in OF_THE_BANK)  # the bank then draws on (P21-50)
    dealer = BlackjackDealer(rules, play, cut=SCRIPT.cut_card(options).after, always=always)
    return Blackjack(rules, dealer, _expected(asked, player, rules, play, tell))


def _expected(
    asked: Question, player: Tactic, rules: BlackjackRules, play: "Play", tell: Progress
) -> dict[str, Fraction]:
    if player.kind == FILE:
        from houseway.lab.methods.blackjack.counting import count

        return {GAME: main_wager(rules, count(rules, play, tell)).expectation}
    base = answered(asked, tell=tell).base
    assert base is not None
    if player.kind == BEST:
        return {GAME: base.expectation}
    return {} if base.strategy.cost is None else {GAME: base.expectation - base.strategy.cost}


def _text(net: Fraction) -> str:
    return f"{float(net):+g}" if net else "0"
