"""Documents without dice: accepted if the dice decide nothing, else refused with what they decide."""

from collections.abc import Callable

from msgspec import UNSET, structs

from houseway.script import Action, Game, Refusal, Roll
from houseway.table.documents.pile_documents import deal_stand_ins
from houseway.table.round import Round
from houseway.table.setup import Document


def resume_without_dice(game: Game, document: Document, resume: Callable[[Game, Document], Round]) -> Round:
    """Plays a document without dice by `resume`, once for each total, and returns a round if all come out alike.

    Raises Refusal if the totals lead to different outcomes, or if every total is refused.
    """
    request = deal_stand_ins(game, document, by_seat=not _by_pile(game, document)).roll
    assert request is not None, "no dice are rolled here"
    rounds, refusals = [], []
    for total in range(request.dice, request.dice * request.faces + 1):
        try:
            rounds.append(resume(game, structs.replace(document, dice=[_adding_up_to(total, request)])))
        except Refusal as refusal:
            refusals.append(refusal)
    if refusals and not rounds and not _by_pile(game, document):  # the document is wrong by any total
        raise refusals[0]
    if refusals or len({outcome_of(round_) for round_ in rounds}) > 1:
        raise missing_dice(game, document, request)
    felt = rounds[0].felt
    felt.action = None  # the document does not say where the action lay
    felt.log[:] = [each for each in felt.log if not isinstance(each, Action)]
    return rounds[0]


def outcome_of(round_: Round) -> tuple[object, ...]:
    """Returns a round's outcome in a form that does not depend on the settling order."""
    paid = sorted(
        (paid.place.name, paid.wager, paid.outcome, paid.covered, paid.returned, paid.net, paid.owed)
        for paid in round_.payments
    )
    return round_.over, round_.waits_for(), round_.voided, tuple(paid)


def missing_dice(game: Game, document: Document, request: Roll) -> Refusal:
    """Returns the refusal that names what the missing dice would decide."""
    bank = document.bank
    if _by_pile(game, document) or bank is UNSET or bank.posted is None:
        form = "the dice are missing: they say which pile went to which seat"
        return Refusal("dice", form, request.delivers, "dice")
    form = (
        "the dice are missing: they say where settling starts, and a bank of {posted:money} does not reach all wagers"
    )
    return Refusal("dice", form, request.starts, "dice", {"posted": bank.posted})


def _by_pile(game: Game, document: Document) -> bool:
    return any(name in game.piles for name in document.cards)


def _adding_up_to(total: int, request: Roll) -> list[int]:
    faces = []
    for left in range(request.dice - 1, -1, -1):
        faces.append(min(request.faces, total - left))
        total -= faces[-1]
    return faces
