"""Own result: what a round brought one person, row by row, and the row that decided it.

The rows add up to the net. The script's claims say why: nothing here compares cards.
"""

from collections import Counter
from collections.abc import Iterator

from houseway.room.messages.result_types import OwnResult, ResultRow
from houseway.script import PUSH, TAKEN_BACK, Cents, Place
from houseway.table.chips.bank import Payment
from houseway.table.chips.pots import UNCALLED
from houseway.table.reports.result import payment_result
from houseway.table.round import Round

WAGER, TAKES, PAYS, PAID, RECEIVED, JACKPOT, FEE = (
    "wager",
    "bank-takes",
    "bank-pays",
    "paid",
    "received",
    "jackpot",
    "fee",
)
NO_STAKE = (TAKEN_BACK, UNCALLED)
"""Outcome or wager of a payment that returns chips which the cards never decided on."""


def own_result(round_: Round, person: str) -> OwnResult | None:
    """Returns the person's result of a finished round, or None if the person had no part in it."""
    felt = round_.felt
    places = [each for each in (*felt.everyone(), felt.bank) if each.seat and each.person == person]
    net = round_.ledger.balances.get(f"player {person}", 0)
    rows = [*_wagers(round_, person), *_bank(round_, person), *_between_players(round_, person)]
    fees = [*_fees(round_, person)]
    if not places and not rows and not fees:
        return None
    in_pots = not felt.rules.game.bankers
    decides = -1 if round_.voided else _decides(round_, rows)
    verdict = "void" if round_.voided else _verdict(rows, decides, net, in_pots=in_pots)
    charged = -sum([row.cents for row in fees])
    if verdict in ("lose", "even") and charged > 0 and net + charged >= 0:
        decides = len(rows)  # the wagers alone did not lose
    return OwnResult(
        verdict=verdict,
        net=net,
        fees=charged,
        decides=decides,
        folded=in_pots and bool(places) and all(place.folded for place in places),
        rows=rows + fees,
    )


def _verdict(rows: list[ResultRow], decides: int, net: Cents, *, in_pots: bool) -> str:
    """Returns win, lose or even by the net, or push or void if every wager went back.

    A shared pot is no push: its chips were won by the cards, even if they are as many as before.
    """
    if decides >= 0 and not in_pots and not any(row.cents for row in rows):
        return "push" if rows[decides].outcome == PUSH else "void"
    return "win" if net > 0 else "lose" if net < 0 else "even"


def _decides(round_: Round, rows: list[ResultRow]) -> int:
    """Returns the index of the deciding row: of those that went as the whole did, that with the largest stake.

    A payment between players is its own stake. Of equal stakes it is the wager that the game lists first. Returns -1 if
    no row was at stake.
    """
    played = sum([row.cents for row in rows])
    circles = [circle.name for circle in round_.game.circles_at(round_.felt.options)]
    order = {name: len(circles) - at for at, name in enumerate(circles)}
    able = [
        (abs(row.cents) if row.kind in (PAID, RECEIVED) else row.staked, order.get(row.wager, 0), abs(row.cents), -at)
        for at, row in enumerate(rows)
        if row.cents * played > 0 or (not played and not {row.outcome, row.wager} & {*NO_STAKE})
    ]
    return -max(able)[-1] if able else -1


def _wagers(round_: Round, person: str) -> Iterator[ResultRow]:
    for payment in round_.payments:
        if _owns(payment.place, person):
            paid = payment_result(payment)
            yield ResultRow(
                WAGER, paid.net, paid.clauses, paid.place, paid.wager, paid.outcome, paid.odds, paid.staked
            )  # fmt: skip


def _bank(round_: Round, person: str) -> Iterator[ResultRow]:
    """Yields what the bank took and paid, for its holder."""
    bank = round_.felt.bank
    if not round_.felt.rules.game.bankers or not _owns(bank, person):
        return
    met = [payment for payment in round_.payments if not payment.by_house]
    for kind, sign in ((TAKES, -1), (PAYS, 1)):
        some = [payment for payment in met if payment.net * sign > 0]
        if some:
            yield ResultRow(kind, -sum([each.net for each in some]), _clauses(some), bank.name, n=len(some))


def _between_players(round_: Round, person: str) -> Iterator[ResultRow]:
    """Yields transfers, those alike as one row, and jackpots."""
    alike: list[tuple[ResultRow, set[Place]]] = []
    for each in round_.transfers:
        gives, gets = _owns(each.source, person), _owns(each.target, person)
        if gives == gets:
            continue
        kind, other, clauses = (PAID, each.target, each.clauses) if gives else (RECEIVED, each.source, each.clauses)
        cents = -each.cents if gives else each.cents
        if alike:
            row, others = alike[-1]
            if (row.kind, row.clauses, row.cents) == (kind, [*clauses], cents * row.n) and other not in others:
                row.cents, row.n = row.cents + cents, row.n + 1
                others.add(other)
                continue
        alike.append((ResultRow(kind, cents, [*clauses], n=1), {other}))
    yield from [row for row, _ in alike]
    for prize in round_.prizes:
        if _owns(prize.place, person):
            yield ResultRow(JACKPOT, prize.cents, list(prize.clauses), prize.place.name, prize.pool)


def _fees(round_: Round, person: str) -> Iterator[ResultRow]:
    """Yields the fees by pool. A commission is part of its wager's row."""
    taken = Counter([(paid.place.name, paid.commission, paid.commission_clause) for paid in round_.payments])
    owed: dict[str, ResultRow] = {}
    for fee in round_.fees:
        key = (fee.payer, fee.amount, fee.clauses[0])
        if fee.person != person:
            continue
        if fee.amount and taken[key]:
            taken[key] -= 1
            continue
        row = owed.setdefault(fee.pool, ResultRow(FEE, 0, [], wager=fee.pool))
        row.cents -= fee.amount
        row.clauses = [*dict.fromkeys([*row.clauses, *fee.clauses])]
    yield from [row for row in owed.values() if row.cents]


def _clauses(payments: list[Payment]) -> list[str]:
    return [*dict.fromkeys([clause for payment in payments for clause in payment.clauses])]


def _owns(place: Place, person: str) -> bool:
    return bool(place.seat) and place.person == person
