"""The nine cells of a comparison, front and back won, copied or lost: a deal for each, and its payment."""

from typing import Final

from houseway.cards import Cards, cards_from
from houseway.games.kit.pai_gow.house_rules import MAIN
from houseway.lab.inquiry.probe import ENOUGH, SEAT, ProbedHand, probe
from houseway.lab.inquiry.question import Question
from houseway.script import Cents
from houseway.table import Document, Round, Setup, Shoe, play
from houseway.table.setup import BankSetup, SeatSetup

WORDS: Final = ("won", "copied", "lost")
CELLS: Final = tuple(f"front {front}, back {back}" for front in WORDS for back in WORDS)
BANK: Final = cards_from("Ah Kd Th Td 8s 5c 3d")
"""Set as A-K before two tens by every house way."""
FRONTS: Final = ("4s 4h", "As Kc", "Qs 9h")
BACKS: Final = ("Js Jc 8d 6h 2c", "Ts Tc 8h 5d 3s", "7s 7c 6s 4d 2c")
WAGER: Final[Cents] = 100_00


def paid(asked: Question, wager: Cents) -> list[ProbedHand]:
    """Probes the script for each of the nine cells at this wager, in the order of `CELLS`."""
    model = _model(asked, wager)
    bank = model.decisions.get("bank", [])
    hands = []
    for front in FRONTS:
        for back in BACKS:
            cards: dict[str, Cards] = {str(SEAT): cards_from(f"{front} {back}"), "bank": BANK}
            hands.append(probe(asked, {MAIN: 1}, cards, [{"set": front}], unit=wager, dice=model.dice, bank=bank))
    return hands


def wager_at(asked: Question) -> Cents:
    """Returns the wager that results are stated for: $100, or the nearest that the table admits."""
    least, most = asked.script.limits(asked.rules.options, MAIN, (1, None))
    return max(WAGER if most is None else min(WAGER, most), least)


def _model(asked: Question, wager: Cents) -> Document:
    """Returns a round of default decisions, for its dice and the bank's decisions on the way."""
    setup = Setup(game=asked.game, options=asked.options, seats=[SeatSetup(SEAT, wagers={MAIN: wager})])
    if "house" not in asked.rules.game.bankers:
        setup.bank = BankSetup(asked.script.positions(asked.rules), "Bank", ENOUGH)
    round_ = Round(asked.script, setup)
    return play(round_, Shoe(tuple(round_.cards_left()), 0, lambda ask: ask.default)).document()
