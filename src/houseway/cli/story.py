"""A round told to a person: what lay on the table, what became of every wager and the clause that says so."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from houseway.cards import text_of_cards
from houseway.cli.output import money, table
from houseway.script import WIN, Answer, Place, Spot, Transfer
from houseway.table import Event, Payment, Round
from houseway.table.source import UNSEEN

if TYPE_CHECKING:
    from rich.console import RenderableType


HANDS = {"hand", "high", "low", "front", "back"}


def cards_told(round_: Round) -> "RenderableType":
    """Every spot that holds cards, with what its cards are worth."""
    rows = []
    for spot in round_.felt.spots.values():
        if spot.cards:
            who = getattr(spot, "player", "")
            unseen = spot.name in UNSEEN and not spot.up
            cards = f"{len(spot.cards)} that nobody saw" if unseen else text_of_cards(spot.cards)
            rows.append((spot.title, who, cards, "" if unseen else worth(round_, spot)))
    return table("Cards", ("", "player", "cards", "hand"), rows)


def worth(round_: Round, spot: Spot) -> str:
    """What a dealer says of the cards that lie there, with the board if there is one; side bets say it themselves."""
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
    columns = ("place", "player", "wager", "outcome", "odds", "staked", "due", "covered", "returned", "net", "clauses")
    rows = [_row(payment) for payment in round_.payments]
    rows += [_handed_over(paid) for paid in round_.transfers]
    numbers = ("staked", "due", "covered", "returned", "net")
    return table("Payments", columns, rows, numbers=numbers, note=bank_told(round_))


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
    void = f"void by {round_.voided}: every wager went back" if round_.voided else ""
    return ". ".join(line for line in (held, fees, prizes, void) if line) + "."


def clauses_told(round_: Round) -> "RenderableType":
    """The sentence of every clause that moved a chip, in the order first used."""
    cited = [clause for payment in round_.payments for clause in payment.clauses]
    cited += [clause for paid in round_.transfers for clause in paid.clauses]
    cited += [clause for fee in round_.fees for clause in fee.clauses]
    rows = [(clause, round_.rules.clause(clause).rule) for clause in dict.fromkeys(cited)]
    return table("Why", ("clause", "what it says"), rows)


def events_told(round_: Round, events: Iterable[Event]) -> "RenderableType":
    """What happened, answer by answer."""
    spots = round_.felt.spots
    rows = []
    for number, event in enumerate(events, 1):
        who = spots[event.to].title if event.to in spots else event.to
        if isinstance(event.given, Answer):
            rows.append((str(number), who, f"decides: {event.given}"))
        elif event.to == "dice":
            rows.append((str(number), "dice", " ".join(map(str, event.given))))
        else:
            rows.append((str(number), who, f"is dealt {text_of_cards(event.given)}"))
    return table("The round", ("", "who", "what"), rows, numbers=("",))
