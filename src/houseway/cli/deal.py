"""`houseway deal`, `replay` and `verify`: rounds played by bots, told again, and proved."""

import hashlib
from typing import TYPE_CHECKING

import click

from houseway.cli.output import json_option, options_option, print_json, show
from houseway.cli.settle import settled, text_from
from houseway.script.errors import Refusal

if TYPE_CHECKING:
    from houseway.table import Round


@click.command()
@click.argument("game")
@click.option("--seed", default="1", show_default=True, help="Names the shuffle, the seats, the wagers and the bots.")
@click.option("--players", type=click.IntRange(1), help="How many players besides the bank; by chance if not said.")
@click.option("--explain", is_flag=True, help="Tell the round to a person instead of printing its document.")
@options_option
@json_option
def deal(game: str, seed: str, players: int | None, explain: bool, options: dict[str, str], as_json: bool) -> None:
    """Deal one round of GAME with bots in the seats and print its document.

    \b
    Examples:
      houseway deal three-card-poker --seed 7 --explain
      houseway deal three-card-poker --seed 7 | houseway settle -
      houseway deal three-card-poker --option exposed_card=none --players 7
    """
    from houseway.players.rounds import deal_round
    from houseway.table import document_text

    round_ = deal_round(game, seed, options, players)
    if explain and not as_json:
        _tell(round_)
        return
    document = round_.document()
    document.seed = seed
    click.echo(document_text(document))


@click.command()
@click.argument("file")
@json_option
def replay(file: str, as_json: bool) -> None:
    """Play the round of a document again, card by card and decision by decision.

    \b
    Examples:
      houseway deal three-card-poker --seed 7 > round.json
      houseway replay round.json
    """
    from houseway.cards import texts_of
    from houseway.script import Answer
    from houseway.table import result
    from houseway.table.setup import decision_of

    round_ = settled(text_from(file))
    if not as_json:
        _tell(round_)
        return
    steps: list[dict[str, object]] = []
    for event in round_.events:
        if isinstance(event.given, Answer):
            steps.append({"place": event.to, "decision": decision_of(event.given)})
        elif event.to == "dice":
            steps.append({"dice": list(event.given)})
        else:
            steps.append({"spot": event.to, "cards": texts_of(event.given)})
    print_json({"game": round_.game.id, "steps": steps, "result": result(round_)})


@click.command()
@click.argument("file")
@json_option
def verify(file: str, as_json: bool) -> None:
    """Prove a document: every answer was offered, no card came twice, no chip was lost, and the seed dealt the cards.

    \b
    Examples:
      houseway deal three-card-poker --seed 7 > round.json
      houseway verify round.json
    """
    from houseway.players.rounds import from_its_seed
    from houseway.table import document_from, document_text

    text = text_from(file)
    given = document_from(text)
    round_ = settled(text)
    document = round_.document()
    if given.seed is not None:
        dealt = from_its_seed(given).document()
        if (dealt.cards, dealt.dice) != (document.cards, document.dice):
            spot = next((name for name, cards in document.cards.items() if dealt.cards.get(name) != cards), "dice")
            sentence = (
                f"seed {given.seed!r} deals {dealt.cards.get(spot, dealt.dice)} to {spot}, not what the document says"
            )
            raise Refusal("seed", sentence, "", f"cards.{spot}")
        document.seed = given.seed
    digest = hashlib.sha256(document_text(document).encode()).hexdigest()
    facts = {
        "game": document.game,
        "verified": True,
        "answers": len(round_.events),
        "payments": len(round_.payments),
        "seed": given.seed,
        "ledger_sum": round_.ledger.sum(),
        "sha256": digest,
    }
    if as_json:
        print_json(facts)
        return
    cards = f"the cards are those of seed {given.seed!r}" if given.seed is not None else "the document names no seed"
    show(f"A true round of {document.game}: {len(round_.events)} answers, all of them offered; no card came twice;")
    show(f"{len(round_.payments)} payments, chips conserved; {cards}.\nsha256 {digest}")


def _tell(round_: "Round") -> None:
    from houseway.cli.story import cards_told, clauses_told, events_told, payments_told

    show(events_told(round_, round_.events), cards_told(round_), payments_told(round_), clauses_told(round_))
