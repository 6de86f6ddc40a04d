"""Checks before a card is dealt: strategies, players and fees that the game does not offer.

A bank decides nothing in most games. Where hands are set, it mostly follows the house way.
"""

from houseway.lab.inquiry.question import Question
from houseway.lab.simulation.strategies import BOTS, HOUSE_WAY, RULE, Tactic
from houseway.script import Refusal


def refuse_player(asked: Question, player: Tactic) -> None:
    """Raises Refusal for the house way in a game that has none.

    A game without a bank is played only by bots or by a program; every other strategy is refused.
    """
    game = asked.game
    if player.kind == HOUSE_WAY and asked.script.house_way is None:
        raise Refusal("strategy", f"--strategy {player} is refused: {game} has no house way")
    if not asked.rules.game.bankers and player.kind != BOTS and not player.is_program:
        raise Refusal("strategy", f"--strategy {player} is refused: {game} is played by bots or by file:MINE.py")


def refuse_table(asked: Question, players: int | None, schedule: str) -> None:
    """Raises Refusal for players or fees at a banked table: one player meets the bank, without a fee."""
    if asked.rules.game.bankers:
        if players not in (None, 1):
            raise Refusal("players", f"--players {players} is refused: one player meets the bank of {asked.game}")
        if schedule:
            sentence = f"--schedule {schedule} is refused: fees are for `houseway odds {asked.game}`"
            raise Refusal("schedule", sentence)


def refuse_bank(asked: Question, bank: Tactic) -> None:
    """Raises Refusal, with the clause, for a strategy that the rules do not leave to the bank."""
    game, lab = asked.game, asked.lab
    if bank.kind == HOUSE_WAY:
        return
    if not asked.rules.game.bankers:
        raise Refusal("bank", f"--bank {bank} is refused: nobody banks {game}")
    if not lab.bank_sets:
        raise Refusal("bank", f"--bank {bank} is refused: the bank of {game} has nothing to decide")
    if not lab.bank_free or asked.rules.options.banker_setting != lab.bank_free:
        raise Refusal("bank", f"--bank {bank} is refused: the bank of {game} sets the house way", lab.bank_sets)
    if bank.kind == RULE:
        raise Refusal("bank", f"--bank {bank} is refused: a bank of {game} sets by house-way, best, bots or file:PATH")
