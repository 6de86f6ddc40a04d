"""Expectations net of a posted fee schedule, for a player and for the player-dealer.

The table itself takes the fee: a real round is set up with the stated wagers and stopped before its first card.
"""

from collections.abc import Mapping
from fractions import Fraction

from msgspec import Struct

from houseway.lab import chip_expectation
from houseway.lab.inquiry.answer import OddsAnswer, Wager
from houseway.lab.inquiry.answering import solver_of
from houseway.lab.inquiry.probe import ENOUGH
from houseway.lab.inquiry.progress import Progress, silent
from houseway.lab.inquiry.question import Question
from houseway.script import Cents, Refusal, dollars
from houseway.script.did_you_mean import unknown
from houseway.table import Round, Setup
from houseway.table.setup import BankSetup, SeatSetup


class NetOfFee(Struct, kw_only=True):
    """One hand at stated wagers, all players betting alike. Money is in cents, expectations in fractions of a cent.

    `player` and `player_dealer` are their expectations with the fee paid. `edge` is the player's loss for each unit of
    the opening wager. `bank` is the posted amount, None if it covers everything. `by_short_bank` is what the bank's end
    adds to the player's expectation. If that is an estimate, `exact` is False and `standard_error` is its error in
    cents.
    """

    schedule: str
    payer: str
    players: int
    wagers: dict[str, Cents]
    bank: Cents | None
    player_fee: Cents
    player_dealer_fee: Cents
    player_before: Fraction
    player: Fraction
    edge: float
    player_dealer_before: Fraction
    player_dealer: Fraction
    player_dealer_has_the_edge: bool
    by_short_bank: Fraction
    exact: bool
    standard_error: float
    method: str
    notes: list[str]


def net_of_fee(
    asked: Question,
    answer: OddsAnswer,
    schedule: str,
    wagers: Mapping[str, Cents],
    players: int = 1,
    *,
    bank: Cents | None = None,
    instead: Mapping[str, Wager | Fraction] | None = None,
    rounds: int | None = None,
    seed: int = 1,
    tell: Progress = silent,
) -> NetOfFee:
    """Returns the hand net of the fee. Raises Refusal for wagers beyond the schedule's limits or without odds.

    A circle that has to equal another is filled automatically. `bank` is the player-dealer's post; without it all
    wagers are covered. `instead` replaces the expectations of some wagers: both sides by the house way, or against a
    banker who sets better. If the effect of a short bank can only be estimated, `rounds` are dealt at random with
    `seed`.
    """
    _refuse_another_table(asked, answer)
    solver = solver_of(asked)
    stakes = chip_expectation.compulsory(asked, wagers)
    odds = chip_expectation.odds_of(answer, instead)
    compulsory = stakes.keys() - wagers.keys()
    for name in stakes:
        if name not in odds and name not in compulsory:
            known = [name for name in odds if ":" not in name and "+" not in name]
            says = "no odds of a wager {wager!r} are in this answer"
            raise unknown("wager", says, name, known, "{known} are", where="wagers", wager=name)
    setup = _setup(asked, schedule, stakes, players, ENOUGH if bank is None else bank)
    round_ = Round(asked.script, setup)
    own = sum(fee.amount for fee in round_.fees if fee.player == "player 1")
    banks = sum(fee.amount for fee in round_.fees if fee.player == round_.felt.bank.player)
    hand = chip_expectation.StakedHand(asked, solver, odds, stakes, tell)
    expected = _expected(hand, setup, bank, rounds, seed)
    dealer = -expected.each * players
    return NetOfFee(
        schedule=schedule.upper(),
        payer=asked.rules.schedule(schedule).payer,
        players=players,
        wagers=stakes,
        bank=bank,
        player_fee=own,
        player_dealer_fee=banks,
        player_before=expected.each,
        player=expected.each - own,
        edge=float(-(expected.each - own) / stakes[solver.wager]),
        player_dealer_before=dealer,
        player_dealer=dealer - banks,
        player_dealer_has_the_edge=dealer > banks,
        by_short_bank=expected.each - expected.in_full,
        exact=expected.error is None,
        standard_error=expected.error or 0.0,
        method=expected.method,
        notes=_notes(hand, answer),
    )


def refuse_table(asked: Question, schedule: str, wagers: Mapping[str, Cents], players: int, bank: Cents | None) -> None:
    """Raises Refusal for a schedule, wagers or players that no such table has, before any odds are computed."""
    stakes = chip_expectation.compulsory(asked, wagers)
    Round(asked.script, _setup(asked, schedule, stakes, players, ENOUGH if bank is None else bank))


def _refuse_another_table(asked: Question, answer: OddsAnswer) -> None:
    """Raises Refusal unless the odds and the fee are of one table."""
    if answer.game != asked.game:
        raise Refusal("answer", f"the odds are of {answer.game}, but the fee is asked of {asked.game}")
    options = dict(asked.rules.options)
    for name, value in answer.options.items():
        if options[name] != value:
            sentence = (
                f"the odds are of a table with {name} = {value}, but the fee is asked of one with {options[name]}"
            )
            raise Refusal("answer", sentence)
    if answer.pay != asked.posted_pay():
        raise Refusal("answer", "the odds are of a table with other pay tables than the one that the fee is asked of")


def _setup(asked: Question, schedule: str, wagers: Mapping[str, Cents], players: int, bank: Cents) -> Setup:
    """Returns the table at 'No more bets'."""
    posted = asked.rules.schedule(schedule)
    if not posted.brackets:
        raise Refusal("schedule", f"{posted.id} charges by {posted.basis}, not by the wagers of a hand", "FEE-20")
    bank_seat = asked.script.positions(asked.rules)
    if not 1 <= players < bank_seat:
        raise Refusal("players", f"{players} players are refused: 1 to {bank_seat - 1} sit beside the player-dealer")
    return Setup(
        game=asked.game,
        options=asked.options,
        pay=asked.setup_pay(),
        schedule=posted.id,
        bank=BankSetup(bank_seat, "player-dealer", bank),
        seats=[SeatSetup(seat, f"player {seat}", dict(wagers)) for seat in range(1, players + 1)],
    )


def _expected(
    hand: chip_expectation.StakedHand, setup: Setup, bank: Cents | None, rounds: int | None, seed: int
) -> chip_expectation.ExpectedChips:
    if bank is None:
        full, method = chip_expectation.in_full(hand)
        return chip_expectation.ExpectedChips(full, full, None, method)
    if len(setup.seats) == 1 and (exact := chip_expectation.reached(hand, bank)) is not None:
        return exact
    if rounds is not None and rounds < 2:
        raise Refusal("samples", f"{rounds} rounds are refused: 2 or more make an estimate with its error")
    return chip_expectation.estimated(hand, setup, chip_expectation.ROUNDS if rounds is None else rounds, seed)


def _notes(hand: chip_expectation.StakedHand, answer: OddsAnswer) -> list[str]:
    """Returns notes on what the figures leave out."""
    notes = []
    if chip_expectation.leaves_out_rounding(hand):
        notes.append(
            f"A payout at this wager is not in whole units of ${dollars(hand.unit)}: its rounding is left out (PD-51)."
        )
    notes += [
        f"{name} is not in these figures: {wager.note or wager.unit}."
        for name, wager in answer.wagers.items()
        if wager.unit and name.partition(":")[0] in hand.stakes
    ]
    return notes


def told(net: NetOfFee) -> list[tuple[str, str]]:
    """Returns the figures as rows of words for a person, amounts in dollars."""
    staked = ", ".join(f"{name} ${dollars(cents)}" for name, cents in net.wagers.items())
    error = "" if net.exact else f", give or take ${net.standard_error / 100:,.4f}"
    rows = [
        ("wagers", f"{staked}; {net.players} player{'s' * (net.players > 1)}, all alike"),
        ("fee", f"{net.schedule}, from the {net.payer}: player ${dollars(net.player_fee)}, "
                f"player-dealer ${dollars(net.player_dealer_fee)} a hand"),
        ("a player expects", f"{_money(net.player)} a hand ({_money(net.player_before)} before the fee{error}), "
                             f"{net.edge:.4%} of the wager given up"),
        ("the player-dealer expects", f"{_money(net.player_dealer)} a hand "
                                      f"({_money(net.player_dealer_before)} before the fee)"),
    ]  # fmt: skip
    if net.bank is not None:
        added = f"{_money(net.by_short_bank)} of what a player expects before the fee is for the bank's end"
        rows.insert(1, ("bank", f"${dollars(net.bank)} posted: {added}"))
    rows.append(("how", f"{net.method}{'' if net.exact else '; an estimate'}"))
    return rows


def _money(cents: Fraction) -> str:
    return f"{'-' if cents < 0 else '+'}${abs(float(cents)) / 100:,.4f}"
