"""The bank before a round: offered from seat to seat, taken or passed, and what is posted (PD-04 to PD-17)."""

from houseway.cli.output.answers import money
from houseway.cli.terminal_play.console import Left, Talk
from houseway.cli.terminal_play.lineup import BankedLineup
from houseway.script.money import cents_from
from houseway.table.between_rounds.rotation import Rotation
from houseway.table.setup import BankSetup


def offered(talk: Talk, lineup: BankedLineup) -> BankSetup | None:
    """Whoever the offer comes to takes the bank or passes; None where the house has it."""
    rotation, you = lineup.rotation, lineup.you
    if rotation is None:
        return None
    if rotation.banker == you.name and rotation.turn == 2 and rotation.release_after_one:
        if talk.sure("You may bank a second hand. Keep the bank?", default=False):
            return posted(talk, lineup)
        rotation.release()
    while rotation.banker is None:
        seat = rotation.offered
        if seat is None and "house" in lineup.rules.game.bankers:
            talk.say("The house banks this hand.")
            return None
        if seat is None:
            _last_offer(talk, rotation, you.seat)
        elif seat != you.seat or talk.sure("The bank is offered to you. Take it?", default=False):
            rotation.accept(seat)
        else:
            rotation.decline(seat)
    if rotation.banker == you.name:
        return posted(talk, lineup)
    bank = lineup.bank(lineup.usual_bank)
    talk.say(f"{rotation.banker} banks with {money(lineup.usual_bank)} ({rotation.button}).")
    return bank


def _last_offer(talk: Talk, rotation: Rotation, seat: int) -> None:
    talk.say("Nobody else may take the bank now, and nothing is dealt without one (PD-14).")
    if not talk.sure("Take the bank?", default=True):
        raise Left
    rotation.accept(seat)


def posted(talk: Talk, lineup: BankedLineup) -> BankSetup:
    """What the person puts up as the bank; a little is kept back for the fee unless another amount is said."""
    chips = lineup.you.chips
    default = min(lineup.usual_bank, chips - chips // 10)
    while True:
        said = talk.ask(f"How much do you post as the bank? [{money(default)}]:")
        if said == "?":
            talk.say(
                "The bank pays winners and takes what others lose, as far as it reaches (PD-41); the rest goes back."
            )
            continue
        try:
            cents = cents_from(said) if said else default
        except ValueError as error:
            talk.say(f"{error}.")
            continue
        if 0 < cents <= chips:
            return lineup.bank(cents)
        talk.say(f"{money(cents)} is refused: you have {money(chips)}.")
