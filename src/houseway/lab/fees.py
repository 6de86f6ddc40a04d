"""What is left after the collection: expectations net of a posted schedule, for a player and for the player-dealer.

The fee is what the table itself takes: a real round is set up with the stated wagers and stopped before its first card.
"""

from collections.abc import Mapping
from fractions import Fraction

from msgspec import Struct

from houseway.lab.answer import Answer
from houseway.lab.probe import ENOUGH
from houseway.lab.question import Question
from houseway.script import Cents, Refusal, dollars
from houseway.table import Round, Setup
from houseway.table.setup import BankSetup, SeatSetup


class NetOfFee(Struct, kw_only=True):
    """One hand at stated wagers, all players betting alike; money in cents, expectations as fractions of a cent.

    `player` and `player_dealer` are what each expects of the hand with the fee paid; `edge` is what the player gives up
    for each unit of the wager that opens the game.
    """

    schedule: str
    payer: str
    players: int
    wagers: dict[str, Cents]
    player_fee: Cents
    player_dealer_fee: Cents
    player_before: Fraction
    player: Fraction
    edge: float
    player_dealer_before: Fraction
    player_dealer: Fraction
    player_dealer_has_the_edge: bool


def net_of_fee(
    asked: Question,
    answer: Answer,
    schedule: str,
    wagers: Mapping[str, Cents],
    players: int = 1,
    *,
    instead: Mapping[str, Fraction] | None = None,
) -> NetOfFee:
    """The hand after the fee; wagers beyond the schedule's limits, or without odds, are refused.

    `instead` says of some wagers what a player expects of them when not played as the answer has it: both sides by the
    house way, or against a banker who sets better than that.
    """
    expects = {name: wager.expectation for name, wager in answer.wagers.items()} | dict(instead or {})
    for name in wagers:
        if name not in expects:
            known = ", ".join(name for name in answer.wagers if ":" not in name and "+" not in name)
            raise Refusal("wager", f"no odds of a wager {name!r} are worked out: {known} are", "", "wagers")
    round_ = _set_up(asked, schedule, wagers, players)
    bank = round_.felt.bank.player
    own = sum(fee.amount for fee in round_.fees if fee.player == "player 1")
    banks = sum(fee.amount for fee in round_.fees if fee.player == bank)
    before = sum((expects[name] * cents for name, cents in wagers.items()), Fraction(0))
    opening = next(iter(wagers.values()))
    dealer = -before * players
    return NetOfFee(
        schedule=schedule.upper(),
        payer=asked.rules.schedule(schedule).payer,
        players=players,
        wagers=dict(wagers),
        player_fee=own,
        player_dealer_fee=banks,
        player_before=before,
        player=before - own,
        edge=float(-(before - own) / opening),
        player_dealer_before=dealer,
        player_dealer=dealer - banks,
        player_dealer_has_the_edge=dealer > banks,
    )


def _set_up(asked: Question, schedule: str, wagers: Mapping[str, Cents], players: int) -> Round:
    """The table at its first request: the fee has been dropped and no card dealt."""
    posted = asked.rules.schedule(schedule)
    if not posted.brackets:
        raise Refusal("schedule", f"{posted.id} charges by {posted.basis}, not by the wagers of a hand", "FEE-20")
    bank_seat = asked.script.positions(asked.rules)
    if not 1 <= players < bank_seat:
        raise Refusal("players", f"{players} players are refused: 1 to {bank_seat - 1} sit beside the player-dealer")
    seats = [SeatSetup(seat, f"player {seat}", dict(wagers)) for seat in range(1, players + 1)]
    setup = Setup(
        game=asked.game,
        options=asked.options,
        pay=asked.setup_pay(),
        schedule=posted.id,
        bank=BankSetup(bank_seat, "player-dealer", ENOUGH),
        seats=seats,
    )
    return Round(asked.script, setup)


def told(net: NetOfFee) -> list[tuple[str, str]]:
    """The same in words for a person, amounts in dollars."""
    staked = ", ".join(f"{name} ${dollars(cents)}" for name, cents in net.wagers.items())
    return [
        ("wagers", f"{staked}; {net.players} player{'s' * (net.players > 1)}, all alike"),
        ("fee", f"{net.schedule}, from the {net.payer}: player ${dollars(net.player_fee)}, "
                f"player-dealer ${dollars(net.player_dealer_fee)} a hand"),
        ("a player expects", f"{_money(net.player)} a hand ({_money(net.player_before)} before the fee), "
                             f"{net.edge:.4%} of the wager given up"),
        ("the player-dealer expects", f"{_money(net.player_dealer)} a hand "
                                      f"({_money(net.player_dealer_before)} before the fee)"),
    ]  # fmt: skip


def _money(cents: Fraction) -> str:
    return f"{'-' if cents < 0 else '+'}${abs(float(cents)) / 100:,.4f}"
