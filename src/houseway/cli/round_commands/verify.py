"""`houseway verify`: which of its claims a document proves."""

import hashlib
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from houseway.cli.output.answers import json_option, print_json, show
from houseway.script.errors import Refusal

if TYPE_CHECKING:
    from houseway.room.fairness.proof import ProofLine
    from houseway.room.fairness.redeal import Masked
    from houseway.table import Document, Round
    from houseway.table.setup import Fair

TITLES = {
    "answers": "Every answer was offered",
    "chips": "No chip was made or lost",
    "commit": "The house kept to its commitment",
    "cards": "Cards and dice came by chance",
    "openings": "Cards fit the root",
    "chain": "No round was skipped",
    "shoe": "The shoe is as the round before left it",
}


@click.command()
@click.argument("file")
@click.option("--chain", metavar="DIR", help="Documents of the table's other rounds: was one skipped or changed?")
@json_option
def verify(file: str, chain: str | None, as_json: bool) -> None:
    """Prove a document: every answer was offered, no card came twice, no chip was lost, and the seed dealt the cards.

    A round of the room also proves that the house kept to the seed that it had committed to, and with --chain that no
    round of its table was left out. What could not be proved is said, with the reason; what is disproved is refused.

    \b
    Examples:
      houseway deal three-card-poker --seed 7 > round.json
      houseway verify round.json
      houseway verify rounds/17.json --chain rounds
    """
    from houseway.table.documents.read_text import text_from

    text = text_from(file)
    facts, claims, laid = _proved(text)
    claims += _shoe(text) if chain is None else _chained(text, chain)
    if as_json:
        print_json(facts | {"laid": laid, "claims": claims})
        return
    show(_heading(facts, laid))
    for claim in claims:
        show(f"{'proved    ' if claim.proved else 'not proved'}  {TITLES[claim.claim]}: {claim.says}.")
    if facts["without_words"]:
        show(f"No words came from seat {', '.join(facts['without_words'])}.")
    if facts["sha256"]:
        show(f"sha256 {facts['sha256']}")


def _heading(facts: dict[str, Any], laid: bool) -> str:
    if laid:
        return f"A laid round of {facts['game']}: nobody's luck."
    if facts["answers"] is None:
        return f"A round of {facts['game']}, as one person saw it."
    return f"A true round of {facts['game']}."


def _proved(text: str) -> tuple[dict[str, Any], list["ProofLine"], bool]:
    """Returns the document's own facts, its claims, and whether it was laid."""
    from msgspec import UNSET

    from houseway.api import finished
    from houseway.room.fairness.proof import ProofLine, prove, prove_masked, without_words
    from houseway.table import document_from, document_text

    masked = _masked(text)
    if masked is not None and (whole := _filled(masked, text)) is not None:
        text, masked = whole, None
    if masked is not None:
        fair = masked.fair
        facts = {"game": masked.game, "verified": True, "answers": None, "payments": None, "seed": None}
        facts |= {"ledger_sum": None, "sha256": "", "without_words": without_words(masked)}
        return facts, prove_masked(masked), fair is not UNSET and fair.laid
    given = document_from(text)
    round_ = finished(text)
    claims = prove(given, round_)
    document = round_.document()
    document.fair = given.fair
    if given.seed is not None:
        _refuse_another_deal(given, round_)
        document.seed = given.seed
        claims.append(ProofLine("cards", True, f"the cards are those of seed {given.seed!r}"))
    elif given.fair is UNSET:
        claims.append(ProofLine("cards", False, "the document names no seed"))
    facts = {
        "game": document.game,
        "verified": True,
        "answers": len(round_.events),
        "payments": len(round_.payments),
        "seed": given.seed,
        "ledger_sum": round_.ledger.sum(),
        "sha256": hashlib.sha256(document_text(document).encode()).hexdigest(),
        "without_words": without_words(given),
    }
    return facts, claims, given.fair is not UNSET and given.fair.laid


def whole(text: str) -> str:
    """The document, with the cards that it hides where its seed tells them; one that stays masked is refused."""
    masked = _masked(text)
    if masked is None:
        return text
    filled = _filled(masked, text)
    if filled is None:
        form = "the document hides what others held: it can be gone through once its seed is out"
        raise Refusal("hidden", form, "", "cards")
    return filled


def _masked(text: str) -> "Masked | None":
    """The document where it hides something; None where it is whole, or none at all."""
    masked = _seen(text)
    return masked if masked is not None and masked.hides else None


def _seen(text: str) -> "Masked | None":
    """Any document, whatever it hides; None where it is none."""
    import msgspec

    from houseway.room.fairness.redeal import Masked

    try:
        return msgspec.json.decode(text, type=Masked)
    except (msgspec.DecodeError, RecursionError):
        return None


def _filled(masked: "Masked", text: str) -> str | None:
    """The document with the cards that it hides, where its seed is out and no decision is hidden too."""
    import msgspec

    from houseway.room.fairness.redeal import filled
    from houseway.table import document_from, document_text

    if any(None in row for row in masked.decisions.values()):
        return None
    fields = msgspec.json.decode(text)
    document = filled(masked, document_from(msgspec.json.encode(fields | {"cards": {}})))
    return None if document is None else document_text(document)


def _refuse_another_deal(given: "Document", round_: "Round") -> None:
    """A named seed deals the cards and dice of the document."""
    from houseway.players.bot_rounds import from_its_seed

    document, dealt = round_.document(), from_its_seed(given).document()
    if (dealt.cards, dealt.dice) != (document.cards, document.dice):
        spot = next((name for name, cards in document.cards.items() if dealt.cards.get(name) != cards), "dice")
        form = "seed {seed!r} deals {dealt} to {spot}, not what the document says"
        differs = {"seed": given.seed, "dealt": str(dealt.cards.get(spot, dealt.dice)), "spot": spot}
        raise Refusal("seed", form, "", f"cards.{spot}", differs)


def _chained(text: str, folder: str) -> list["ProofLine"]:
    """The rounds of the table that lie in the folder, walked up to this one, and the shoe that the last one left."""
    from houseway.room.fairness.chain import walk
    from houseway.table.documents.read_text import text_from

    last = _fair(text)
    if last is None:
        raise Refusal("chain", "the document has no fairness part, so that it is in no chain", "", "fair")
    path = Path(folder)
    if not path.is_dir():
        raise Refusal("cannot-read", "{folder} is not a folder of documents", facts={"folder": folder})
    found = []
    for file in sorted([*path.glob("*.json"), *path.glob("*.jsonl")]):
        content = text_from(str(file))
        for part in content.splitlines() if file.suffix == ".jsonl" else [content]:
            try:
                fair = _fair(part) if part.strip() else None
            except ValueError as error:
                facts = {"file": str(file), "why": str(error)}
                raise Refusal("chain", "{file} is not a document: {why}", facts=facts) from None
            if fair is not None:
                found.append((fair, part))
    before = [part for fair, part in found if (fair.table, fair.round) == (last.table, last.round - 1)]
    return [walk([fair for fair, _ in found], last), *_shoe(text, before, chained=True)]


def _shoe(text: str, before: Iterable[str] = (), *, chained: bool = False) -> list["ProofLine"]:
    """Proves that the shoe is the one that the round before left; without a chain, only if cards are gone."""
    from houseway.room.fairness.chain import shoe

    document = _seen(text)
    if document is None or not (chained or document.gone):
        return []
    claim = shoe(document, map(_round_of, before))
    return [] if claim is None else [claim]


def _round_of(text: str) -> "Round | None":
    """The round of a document that is whole, or that its seed makes so; None of any other. A lie in it is refused."""
    import msgspec

    from houseway.api import finished
    from houseway.room.fairness.proof import prove
    from houseway.table import document_from

    if "game" not in msgspec.json.decode(text):  # a proof without its document
        return None
    masked = _masked(text)
    try:
        told = text if masked is None else _filled(masked, text)
        if told is None:
            return None
        round_ = finished(told)
        prove(document_from(told), round_)
    except Refusal as refusal:
        raise Refusal("chain", "the round before is not true: {why}", facts={"why": refusal.sentence}) from None
    return round_


def _fair(text: str) -> "Fair | None":
    """The fairness part of a document, or of a proof that is nothing else; None where there is none."""
    import msgspec

    from houseway.table.setup import Fair

    fields = msgspec.json.decode(text)
    part = fields.get("fair", fields) if isinstance(fields, dict) else None
    if not isinstance(part, dict) or "scheme" not in part:
        return None
    return msgspec.convert(part, Fair)
