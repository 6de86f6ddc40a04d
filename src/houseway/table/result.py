"""The result of a round for other programs: every payment with its clauses, in integer cents."""

from typing import Any

from houseway.script import WIN
from houseway.table.bank import Payment
from houseway.table.round import Round


def result(round_: Round) -> dict[str, Any]:
    """Every payment, the bank, the fees and the jackpots of a round that is over.

    The house's net is what it won or lost itself beside a player's bank: it is the other side of those payments.
    """
    bank = round_.felt.bank
    return {
        "game": round_.game.id,
        "payments": [_payment(payment) for payment in round_.payments],
        "bank": {"seat": bank.seat or None, "player": bank.player, "posted": bank.posted, "net": round_.bank_net},
        "house": {"net": -sum(payment.net for payment in round_.payments if payment.by_house)},
        "fees": [
            {
                "from": fee.payer,
                "player": fee.player,
                "amount": fee.amount,
                "action": fee.action,
                "clauses": list(fee.clauses),
            }
            | ({"pool": fee.pool} if fee.pool else {})
            for fee in round_.fees
        ],
        "jackpots": [
            {"pool": prize.pool, "seat": prize.place.seat, "amount": prize.cents, "clauses": list(prize.clauses)}
            for prize in round_.prizes
        ],
        "transfers": [
            {
                "from": paid.source.seat,
                "to": paid.target.seat,
                "amount": paid.cents,
                "clauses": list(paid.clauses),
            }
            for paid in round_.transfers
        ],
        "void": round_.voided or None,
        "irregularities": list(round_.noted),
        "notices": list(round_.felt.notices),
        "ledger_sum": round_.ledger.sum(),
    }


def _payment(payment: Payment) -> dict[str, Any]:
    place = payment.place
    return {
        "seat": place.seat,
        "circle": place.circle,
        "player": place.player,
        "wager": payment.wager,
        "outcome": payment.outcome,
        "odds": str(payment.odds) if payment.outcome == WIN and payment.odds.num else None,
        "staked": payment.staked,
        "due": payment.due,
        "covered": payment.covered,
        "returned": payment.returned,
        "net": payment.net - payment.commission,
        "commission": payment.commission,
        "clauses": list(payment.clauses),
    }
