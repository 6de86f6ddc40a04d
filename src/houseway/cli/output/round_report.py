"""A round told to a person: what lay on the table, what became of every wager and the clause that says so."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from houseway.cards import text_of_cards
from houseway.cli.output.answers import money, table
from houseway.script import WIN, Action, Answer, Place, Spot, Transfer
from houseway.script.names import LOW, title_of
from houseway.table import Event, Payment, Round
from houseway.table.chips.ledger import Entry
from houseway.table.documents.pile_documents import UNSEEN
from houseway.table.reports.result import action_result

if TYPE_CHECKING:
    from rich.console import RenderableType


_BELOW = ("clauses", "returned", "due", "odds", "covered")
"""Columns that are told under each payment if the terminal is too narrow for them, the first first."""
PAYMENT = ("place", "player", "wager", "outcome", "odds", "staked", "due", "covered", "returned", "net", "clauses")
AMOUNTS = ("staked", "due", "covered", "returned", "net")
HANDS = {"hand", "high", "low", "front", "back"}


def outcome_told(round_: Round) -> list["RenderableType"]:
    """Returns the cards that lay there in the end, and each payment with its reason."""
    parts = [cards_told(round_), payments_told(round_)]
    if round_.pots:
        parts.append(pots_told(round_))
    if round_.undone is not None:
        parts.append(undone_told(round_))
    return [*parts, clauses_told(round_)]


def cards_told(round_: Round) -> "RenderableType":
    """Every spot that holds cards, with what its cards are worth; the hands of one place stand together."""
    rows = []
    for spot in sorted(round_.felt.spots.values(), key=_group(round_)):
        if spot.cards:
            who = getattr(spot, "player", "")
            unseen = spot.name in UNSEEN and not spot.up
            cards = f"{len(spot.cards)} that nobody saw" if unseen else text_of_cards(spot.cards)
            told = () if unseen else (worth(round_, spot), *_marks(round_, spot))
            rows.append((spot.title, who, cards, "; ".join(part for part in told if part)))
    return table("Cards", ("", "player", "cards", "hand"), rows)


def _group(round_: Round) -> Callable[[Spot], int]:
    """Behind its place stands what belongs to it: the low hand `3 low`, a hand that was split off `3/2`."""
    order = {name: index for index, name in enumerate(round_.felt.spots)}
    return lambda spot: order.get(spot.name.removesuffix(LOW).partition("/")[0], len(order))


def _marks(round_: Round, spot: Spot) -> list[str]:
    """Returns what else is to be said of a hand: that it was folded, or which card of the bank lay open."""
    marks = ["folded"] if isinstance(spot, Place) and spot.folded else []
    if spot is round_.felt.bank:
        dealt = [event for event in round_.events if event.to == spot.name and not isinstance(event.given, Answer)]
        hidden = any(len(event.up) < len(event.given) for event in dealt)  # type: ignore[arg-type]
        marks += [f"{cards_up(event)} lay open" for event in dealt[:2] if event.up and hidden]
    return marks


def cards_up(event: Event) -> str:
    """The cards that came face up."""
    return text_of_cards([card for index, card in enumerate(event.given) if index in event.up])  # type: ignore[arg-type]


def worth(round_: Round, spot: Spot) -> str:
    """Returns a dealer's words for the cards that lie there, with the board; side bets have their own."""
    felt = round_.felt
    cards = spot.cards
    if isinstance(spot, Place) and "board" in felt.spots:
        cards += felt.spot("board").cards
    try:
        hands = round_.game.rank(cards, round_.rules)
    except ValueError:
        return ""
    told = HANDS | {"bank"} if spot is felt.bank else HANDS
    return "; ".join(hand.says for title, hand in hands.items() if title in told)


def payments_told(round_: Round) -> "RenderableType":
    """Each seat's each wager: outcome, odds, staked, covered, returned, net, and the clauses."""
    rows = [_row(payment) for payment in round_.payments]
    rows += [_handed_over(paid) for paid in round_.transfers]
    return table("Payments", PAYMENT, rows, numbers=AMOUNTS, note=bank_told(round_), below=_BELOW)


def _row(payment: Payment) -> tuple[str, ...]:
    place = payment.place
    odds = str(payment.odds) if payment.outcome == WIN and payment.odds.num else ""
    amounts = (payment.staked, payment.due, payment.covered, payment.returned, payment.net - payment.commission)
    told = [money(cents) for cents in amounts]
    return (place.title, place.player, payment.wager, payment.outcome, odds, *told, " ".join(payment.clauses))


def _handed_over(paid: Transfer) -> tuple[str, ...]:
    cents = money(paid.cents)
    who = (paid.source.title, paid.source.player, f"to {paid.target.title}")
    return (*who, "pays", "", "", cents, cents, "", money(-paid.cents), " ".join(paid.clauses))


def pots_told(round_: Round) -> "RenderableType":
    """Every pot with what lay in it and the clauses that made it, and who was pushed which part."""
    rows = []
    for pot in round_.pots:
        first = (pot.pot, money(pot.total), " ".join(pot.made_by))
        for share in pot.shares:
            pushed = (share.half, share.place.title, share.place.player, money(share.cents), " ".join(share.clauses))
            rows.append((*first, *pushed))
            first = ("", "", "")
    columns = ("pot", "total", "made by", "half", "place", "player", "pushed", "clauses")
    return table("Pots", columns, rows, numbers=("total", "pushed"), below=("clauses", "player"))


def undone_told(round_: Round) -> "RenderableType":
    """Returns the payments of a void round, which had to be paid back."""
    undone = round_.undone
    assert undone is not None
    rows = [_row(payment) for payment in undone.payments] + [_handed_over(paid) for paid in undone.transfers]
    rows += [
        (prize.place.title, prize.place.player, prize.pool, WIN, "", "", "", "", "", money(prize.cents),
         " ".join(prize.clauses))
        for prize in undone.prizes
    ]  # fmt: skip
    note = "" if rows else "nothing had been paid."
    return table("Undone", PAYMENT, rows, numbers=AMOUNTS, note=note, below=_BELOW)


def bank_told(round_: Round) -> str:
    """The bank's result and the fees, in a line."""
    bank = round_.felt.bank
    fees = "; ".join(f"{fee.player} paid a fee of {money(fee.amount)} ({fee.clauses[0]})" for fee in round_.fees)
    prizes = "; ".join(f"{prize.place.player} won {money(prize.cents)} from {prize.pool}" for prize in round_.prizes)
    held = ""
    if bank.posted is not None:
        held = f"{bank.player} banked with {money(bank.posted)} and came out {money(round_.bank_net)}"
    elif bank.player:
        held = f"the {bank.player} banked and came out {money(round_.bank_net)}"
    void = ""
    if round_.voided:
        reason = f" ({round_.floor_void.reason})" if round_.floor_void is not None else ""
        called = f" for {', '.join(round_.noted)}" if round_.noted else reason
        void = f"void by {round_.voided}{called}: every wager went back"
    action = "" if round_.felt.action is None else f"The action button {button_told(round_.felt.action)}"
    told = (held, action, blinds_told(round_), fees, prizes, void)
    return ". ".join(line for line in told if line) + "."


def button_told(action: Action) -> str:
    """Returns seat, deciding card and clauses of the action button: `is at seat 5, by 9d (TCP-29)`."""
    told = action_result(action)
    by = f", by {told.by}" if told.by is not None else ""
    return f"is at seat {told.seat}{by} ({' '.join(told.clauses)})"


def blinds_told(round_: Round) -> str:
    """Returns the dealer's button and the blinds that were posted; nothing if somebody banks."""
    if not round_.felt.button:
        return ""
    posted = [f"{title_of(place)} posted {money(entry.cents)}, {blind}" for entry, place, blind in posts(round_)]
    return "; ".join([f"The button was at seat {round_.felt.button}", *posted])


def posts(round_: Round) -> list[tuple[Entry, str, str]]:
    """Chips that somebody had to put on a circle without being asked, with the place and what they are."""
    found: list[tuple[Entry, str, str]] = []
    if round_.felt.rules.game.bankers:
        return found
    blinds = ["the small blind", "the big blind"]
    if round_.felt.blinds and not round_.felt.blinds.get("small"):
        del blinds[0]
    for each in round_.felt.log:
        if isinstance(each, Event) and isinstance(each.given, Answer):
            break
        if isinstance(each, Entry) and each.target.startswith("circle ") and each.clause != "PD-22":
            found.append((each, each.target.split(" ")[1], blinds.pop(0) if blinds else "to come in"))
    return found


def clauses_told(round_: Round) -> "RenderableType":
    """The sentence of every clause that moved a chip or said where to begin, in the order first used."""
    cited = [] if round_.felt.action is None else list(round_.felt.action.clauses)
    undone = round_.undone
    for payment in [*round_.payments, *(undone.payments if undone is not None else ())]:
        cited += payment.clauses
    for paid in [*round_.transfers, *(undone.transfers if undone is not None else ())]:
        cited += paid.clauses
    for pot in round_.pots:
        cited += pot.made_by
    cited += [clause for fee in round_.fees for clause in fee.clauses]
    cited += [entry.clause for entry, _, _ in posts(round_)]
    rows = [(clause, round_.rules.clause(clause).rule) for clause in dict.fromkeys(cited)]
    return table("Why", ("clause", "what it says"), rows)
