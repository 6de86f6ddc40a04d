"""A bot's bank and bets: how often it banks, how much it posts and bets, from what it wants to the plainest.

Whoever drives the bots says one after the other until the table takes it. Chance comes in from outside, as `Whims`.
"""

from collections.abc import Sequence
from typing import Final, Protocol

from msgspec import UNSET

from houseway.room.core.context import TableContext
from houseway.room.engine.bot_prompts import BotAsk
from houseway.room.messages.commands import BankChoice, Bet, Ready
from houseway.room.messages.view_types import BankOffer, BetOffer
from houseway.table.between_rounds.rotation import Rotation, SharedRotation

TAKES_BANK: Final = 0.35  # how often a bot takes an offered bank
ASIDE: Final = 0.3  # how often a bot bets on a circle that it need not
BANKS: Final = 40  # a usual stake of a bank, in the smallest that the table takes


class Whims(Protocol):
    """The chance behind a bot's wishes; `random.Random` is one."""

    def random(self) -> float: ...

    def choice(self, seq: Sequence[int], /) -> int: ...


def bets(context: TableContext, whims: Whims, ask: BotAsk, offers: Sequence[BetOffer]) -> list[Bet | Ready]:
    """Returns bets on what must be bet and on some of what may, then the least, and to bet nothing at last.

    A bot's chips are the room's: it bets nothing on terms that a guest posted (`PostedRules.bots_stay_out`).
    """
    offer = next((each for each in offers if each.place == ask.place), None)
    if context.sheet.bots_stay_out:
        offer = None
    found: list[Bet | Ready] = []
    if offer is not None:
        for times, aside in ((whims.choice((1, 1, 2, 4)), ASIDE), (1, 0.0)):
            if wagers := wagers_by(whims, offer, times, aside):
                found.append(Bet(round=ask.round, place=ask.place, wagers=wagers))
    return [*found, Ready(round=ask.round)]


def bank_words(context: TableContext, whims: Whims, ask: BotAsk, offer: BankOffer) -> list[BankChoice]:
    """Returns whether the bot takes the bank, and to let it pass at last.

    A bot's chips are the room's: it banks on own pay if the host posts that (`PostedRules.bots_stay_out`). It takes
    the bank of a broken game when that is offered again, because nobody is dealt in until somebody does (PD-14).
    """
    posted, bank = usual_stake(offer), context.state.bank
    offered_again = bank is not None and bank.again > 0
    wants = whims.random() < TAKES_BANK or offered_again or is_last_to_bank(context.rotation, ask.person)
    agrees = "" if offer.agrees is UNSET else offer.agrees
    takes = wants and posted >= offer.low and not context.sheet.bots_stay_out
    words = [BankChoice(do="take", posted=posted, agrees=agrees)] if takes else []
    return [*words, BankChoice(do="pass")]


def usual_stake(offer: BankOffer) -> int:
    """Returns the stake of a bank that nobody has an own wish about."""
    return min(offer.high, offer.low * BANKS)


def is_last_to_bank(rotation: Rotation | None, person: str) -> bool:
    """Returns whether everybody else has let the bank pass and no house takes it: nothing would be dealt."""
    if rotation is None or isinstance(rotation, SharedRotation):
        return False
    others = {*rotation.seats.values()} - rotation.passed - {person}
    return all(rotation.barred(other) for other in others)


def wagers_by(whims: Whims, offer: BetOffer, times: int, aside: float) -> dict[str, int]:
    """Returns a bet: `times` the smallest where something must lie, and with chance `aside` on the other circles."""
    wagers: dict[str, int] = {}
    for circle in offer.circles:
        needed = wagers.get(circle.needs) if circle.needs else None
        if (circle.needs and needed is None) or not (circle.required or whims.random() < aside):
            continue
        cents = min(circle.low * times, circle.high)
        if needed is not None and circle.equal:
            cents = needed
        elif needed is not None and circle.share is not None:
            cents = min(cents, needed * circle.share[0] // circle.share[1])
        if circle.low <= cents <= circle.high:
            wagers[circle.circle] = cents
    return wagers
