"""The result of a round for other programs: every payment with its clauses, in integer cents.

These structs are its JSON. `msgspec.json.schema(Result)` describes it.
"""

from collections.abc import Iterable

from msgspec import Struct

from houseway.cards import text_of
from houseway.script import WIN, Action, Prize, Transfer
from houseway.table.chips.bank import Payment
from houseway.table.chips.cashier import Undone
from houseway.table.chips.collection import Fee
from houseway.table.chips.pots import PushedPot
from houseway.table.round import Round


class PaymentResult(Struct, frozen=True):
    """Payment of one wager: `due` by the cards, `covered` by the bank, `returned` to its owner.

    `net` excludes the `commission`, which is also listed as a fee. `odds` is None unless the wager won at odds.
    """

    seat: int
    circle: int
    player: str
    person: str
    wager: str
    outcome: str
    odds: str | None
    staked: int
    due: int
    covered: int
    returned: int
    net: int
    commission: int
    clauses: list[str]
    place: str


class BankResult(Struct, frozen=True):
    """The banker, the posted amount, and the bank's result without the fee (PD-32)."""

    seat: int | None
    player: str
    person: str
    posted: int | None
    net: int


class HouseResult(Struct, frozen=True):
    """The house's own result beside a player's bank."""

    net: int


class FeeResult(Struct, frozen=True, omit_defaults=True, rename={"payer": "from"}):
    """A fee into the box, or into the jackpot `pool`. `action` is the amount that the fee was looked up by."""

    payer: str
    player: str
    person: str
    amount: int
    action: int
    clauses: list[str]
    pool: str = ""


class PrizeResult(Struct, frozen=True):
    """A jackpot's payment to a seat."""

    pool: str
    seat: int
    amount: int
    clauses: list[str]


class TransferResult(Struct, frozen=True, rename={"source": "from", "target": "to"}):
    """A payment from one player to another, by seat."""

    source: int
    target: int
    amount: int
    clauses: list[str]


class ActionResult(Struct, frozen=True):
    """The action button: the seat where settling starts, the card or dice that placed it, and the clauses."""

    seat: int
    by: str | None
    clauses: list[str]


class ShareResult(Struct, frozen=True):
    """A seat's share of a pot. `half` says which part: all, the high or low half, or the own chips back."""

    seat: int
    half: str
    cents: int
    clauses: list[str]


class PotResult(Struct, frozen=True):
    """A pot's total, the clauses that made it, and all shares."""

    pot: str
    total: int
    made_by: list[str]
    shares: list[ShareResult]


class UndoneResult(Struct, frozen=True):
    """Payments, transfers and prizes that a void round had made before the floor undid them."""

    payments: list[PaymentResult]
    transfers: list[TransferResult]
    jackpots: list[PrizeResult]


class Result(Struct, frozen=True, kw_only=True):
    """The result of a finished round. `action` is None if nothing placed a button."""

    game: str
    payments: list[PaymentResult]
    bank: BankResult
    house: HouseResult
    pots: list[PotResult]
    action: ActionResult | None
    fees: list[FeeResult]
    jackpots: list[PrizeResult]
    transfers: list[TransferResult]
    void: str | None
    void_reason: str | None
    undone: UndoneResult | None
    irregularities: list[str]
    notices: list[str]
    ledger_sum: int


def result(round_: Round) -> Result:
    """Returns the result of a finished round: payments, bank, fees, pots and jackpots."""
    felt = round_.felt
    bank = felt.bank
    return Result(
        game=round_.game.id,
        payments=[payment_result(payment) for payment in round_.payments],
        bank=BankResult(bank.seat or None, bank.player, bank.person, bank.posted, round_.bank_net),
        house=HouseResult(-sum(payment.net for payment in round_.payments if payment.by_house)),
        pots=[_pot(pot) for pot in round_.pots],
        action=None if felt.action is None else action_result(felt.action),
        fees=fee_results(round_),
        jackpots=prize_results(round_.prizes),
        transfers=transfer_results(round_.transfers),
        void=round_.voided or None,
        void_reason=None if round_.floor_void is None else round_.floor_void.reason,
        undone=None if round_.undone is None else undone_result(round_.undone),
        irregularities=list(round_.noted),
        notices=list(felt.notices),
        ledger_sum=round_.ledger.sum(),
    )


def payment_result(payment: Payment) -> PaymentResult:
    """Returns the payment of one wager in the form of a result."""
    place = payment.place
    return PaymentResult(
        place.seat, place.circle, place.player, place.person, payment.wager, payment.outcome,
        str(payment.odds) if payment.outcome == WIN and payment.odds.num else None,
        payment.staked, payment.due, payment.covered, payment.returned, payment.net - payment.commission,
        payment.commission, list(payment.clauses), place.name,
    )  # fmt: skip


def action_result(action: Action) -> ActionResult:
    """Returns the seat where settling starts, and the card or dice that decided it."""
    by = action.by
    told = None if by is None else " ".join(map(str, by)) if isinstance(by, tuple) else text_of(by)
    return ActionResult(action.seat, told, list(action.clauses))


def _pot(pot: PushedPot) -> PotResult:
    shares = [ShareResult(share.place.seat, share.half, share.cents, list(share.clauses)) for share in pot.shares]
    return PotResult(pot.pot, pot.total, list(pot.made_by), shares)


def fee_results(round_: Round) -> list[FeeResult]:
    return [_fee(fee) for fee in round_.fees]


def _fee(fee: Fee) -> FeeResult:
    return FeeResult(fee.payer, fee.player, fee.person, fee.amount, fee.action, list(fee.clauses), fee.pool)


def prize_results(prizes: Iterable[Prize]) -> list[PrizeResult]:
    return [PrizeResult(prize.pool, prize.place.seat, prize.cents, list(prize.clauses)) for prize in prizes]


def transfer_results(transfers: Iterable[Transfer]) -> list[TransferResult]:
    return [TransferResult(paid.source.seat, paid.target.seat, paid.cents, list(paid.clauses)) for paid in transfers]


def undone_result(undone: Undone) -> UndoneResult:
    """Returns the payments, transfers and prizes of a round before it was void."""
    return UndoneResult(
        [payment_result(payment) for payment in undone.payments],
        transfer_results(undone.transfers),
        prize_results(undone.prizes),
    )
