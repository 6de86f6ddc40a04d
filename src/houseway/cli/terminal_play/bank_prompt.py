"""The bank before a round: offered to the person, taken or passed, and what is posted (PD-04 to PD-17)."""

from typing import Final

from msgspec import UNSET

from houseway.cli.output.answers import money
from houseway.cli.terminal_play.console import Left, Talk
from houseway.cli.terminal_play.local_table import PERSON, LocalTable
from houseway.room.engine.bot_bank_and_bets import usual_stake
from houseway.room.messages.commands import BankChoice
from houseway.room.messages.view_types import BankOffer
from houseway.script import Cents, Refusal
from houseway.script.money import cents_from

BANK_PAYS: Final = "The bank pays winners and takes what others lose, as far as it reaches (PD-41); the rest goes back."


def ask_bank(talk: Talk, table: LocalTable) -> None:
    """Asks the person about the bank that the table offers, and says the answer to the table."""
    offer = table.live.private(PERSON).bank
    assert offer is not None
    explained = _explained(offer)
    if table.phase == "offering":
        if talk.sure("The bank is offered to you. Take it?", *explained, default=False):
            ask_stake(talk, table)
        else:
            table.say(BankChoice(do="pass"))
    elif "release" in offer.may:
        if talk.sure("You may bank a second hand. Keep the bank?", *explained, default=False):
            ask_stake(talk, table)
        else:
            table.say(BankChoice(do="release"))
    else:
        ask_stake(talk, table)


def ask_last_offer(talk: Talk, table: LocalTable) -> None:
    """Has the bank offered again that everybody let pass. Asks the person if nobody else is left to ask."""
    talk.say("Nobody who may bank takes it, and nothing is dealt without a bank (PD-14): it is offered again.")
    if table.wait() and table.phase != "broken":
        return
    offer = table.live.private(PERSON).bank
    if offer is None:
        low = money(table.live.context.sheet.least_bank)
        said = talk.ask(f"A bank is {low} or more, the fee beside it (PD-05): top up, or q leaves.")
        talk.helped(said, BANK_PAYS, "Type top up and dollars, such as top up 100, to buy chips; Enter waits.")
    elif talk.sure("Take the bank?", *_explained(offer), default=True):
        ask_stake(talk, table)
    else:
        raise Left


def ask_stake(talk: Talk, table: LocalTable) -> None:
    """Asks how much the person posts as the bank, until the table takes it."""
    _say_own_pay(talk, table)
    while True:
        offer = table.live.private(PERSON).bank
        assert offer is not None
        default = _usual(table, offer)
        taken = f"{money(offer.low)} to {money(offer.high)}"
        said = talk.ask(f"How much do you post as the bank, {taken}? [{money(default)}]:")
        if talk.helped(said, *_explained(offer), "Type dollars, such as 400; Enter posts what stands in brackets."):
            continue
        agrees = "" if offer.agrees is UNSET else offer.agrees
        try:
            posted = cents_from(said) if said else default
            table.say(BankChoice(do="take", posted=max(posted, 0), agrees=agrees))
        except (Refusal, ValueError) as error:
            talk.say(f"{error}.")
            continue
        return


def _explained(offer: BankOffer) -> tuple[str, str]:
    """Returns what a bank does and how large it may be."""
    return BANK_PAYS, f"It is {money(offer.low)} to {money(offer.high)}, the fee beside it (PD-05)."


def _usual(table: LocalTable, offer: BankOffer) -> Cents:
    """Returns the stake that Enter posts: the one before, as far as it can be posted, or a usual one."""
    bank = table.live.state.bank
    before = bank.posted if bank is not None and table.banks() else None
    return usual_stake(offer) if before is None else min(before, offer.high)


def _say_own_pay(talk: Talk, table: LocalTable) -> None:
    """Says what the table pays otherwise than printed: whoever takes the bank agrees to that."""
    for each in table.live.context.sheet.differs:
        if each.pays:
            talk.say(f"This table posts {each.name} = {each.posted} (printed: {each.printed}; {each.clause}).")
