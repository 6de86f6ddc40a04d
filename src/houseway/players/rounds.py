"""Whole rounds played by bots: a table filled, dealt and decided by one seed."""

from collections.abc import Mapping
from typing import Any

from houseway.games import find
from houseway.players.bots import STYLES, Bot
from houseway.players.seating import sit_down
from houseway.script import Answer, Ask
from houseway.table import Document, Record, Round, Shoe, play, view
from houseway.table.setup import Setup, answer_from


def deal_round(game_id: str, seed: str, options: Mapping[str, Any] | None = None, players: int | None = None) -> Round:
    """A round of the game with bots in every seat; the same one for the same seed."""
    game = find(game_id)
    return play_bots(Round(game, sit_down(game, seed, dict(options or {}), players=players)), seed)


def play_bots(round_: Round, seed: str) -> Round:
    """The round played out with a bot for every player and the shoe of that seed."""
    styles = list(STYLES)
    bots = {
        place.name: Bot(place.player, styles[index % len(styles)], seed)
        for index, place in enumerate([*round_.felt.everyone(), round_.felt.bank])
    }

    def decide(ask: Ask) -> Answer:
        name = ask.place.name
        return answer_from(bots[name].decide(view(round_, name)))

    return play(round_, shoe(round_.game.id, round_.setup, seed, decide))


def shoe(game_id: str, setup: Setup, seed: str, decide: Any) -> Shoe:
    """The shoe that a seed shuffles for this table: the game's deck without the cards that are gone."""
    deck = Round(find(game_id), setup).cards_left()
    return Shoe(tuple(sorted(deck)), seed, decide)


def from_its_seed(document: Document) -> Round:
    """The document's decisions over again, with cards and dice from the shoe that its seed shuffles."""
    assert document.seed is not None
    setup = document.setup()
    round_ = Round(find(document.game), setup)
    record = Record(document)
    return play(round_, shoe(document.game, setup, document.seed, record.decision))
