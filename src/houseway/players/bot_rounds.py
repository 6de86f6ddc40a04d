"""Rounds played by bots: one seed fills the table, deals and decides."""

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from houseway.games import find
from houseway.players.bots import STYLES, Bot
from houseway.players.seating import sit_down
from houseway.script import Answer, Ask, Refusal
from houseway.table import Document, Record, Round, Shoe, View, play, view
from houseway.table.setup import Decision, Setup, answer_from


class Sitter(Protocol):
    """A player object that answers from the view of its own place."""

    def decide(self, view: View) -> Decision: ...


Decide = Callable[[View], Decision]
Player = Sitter | Decide
"""A player: an object with `decide`, or a function, that answers a view with one of its offered decisions."""
Seats = Player | Mapping[str | int, Player]
"""One player for every place, or players by place: a seat's number, `"3.2"` behind it, or `"bank"`."""


def deal_round(
    game_id: str, seed: str, options: Mapping[str, object] | None = None, players: int | None = None
) -> Round:
    """Returns a finished round of the game with bots in every seat; the same one for the same seed."""
    game = find(game_id)
    return play_bots(Round(game, sit_down(game, seed, dict(options or {}), players=players)), seed)


def play_bots(round_: Round, seed: str, seats: Seats | None = None) -> Round:
    """Plays the round out with the shoe of that seed, by the given players and by bots in all other places."""
    styles = list(STYLES)
    places = [*round_.felt.everyone(), round_.felt.bank]
    deciders: dict[str, Decide] = {
        place.name: Bot(place.player, styles[index % len(styles)], seed).decide for index, place in enumerate(places)
    }
    deciders |= _seated(seats, list(deciders))

    def decide(ask: Ask) -> Answer:
        name = ask.place.name
        return answer_from(deciders[name](view(round_, name)))

    return play(round_, shoe(round_.game.id, round_.setup, seed, decide))


def _seated(seats: Seats | None, places: list[str]) -> dict[str, Decide]:
    """Returns the decider of each place that has a player. Raises a Refusal for a place where nobody sits."""
    if seats is None:
        return {}
    if not isinstance(seats, Mapping):
        return dict.fromkeys(places, _decides(seats))
    by_name = {str(name): _decides(player) for name, player in seats.items()}
    for name in by_name:
        if name not in places:
            form = "nobody sits at {place}: there are {places}"
            raise Refusal("no-place", form, facts={"place": name, "places": places})
    return by_name


def _decides(player: Player) -> Decide:
    """Returns the function that decides for the player: the player itself if callable, else its `decide`."""
    return player if callable(player) else player.decide


def shoe(game_id: str, setup: Setup, seed: str, decide: Any) -> Shoe:
    """Returns the shoe that the seed shuffles for this table: the game's deck without the cards that are gone."""
    deck = Round(find(game_id), setup).cards_left()
    return Shoe(tuple(sorted(deck)), seed, decide)


def from_its_seed(document: Document) -> Round:
    """Replays the document's decisions with cards and dice from the shoe that its seed shuffles."""
    assert document.seed is not None
    setup = document.setup()
    round_ = Round(find(document.game), setup)
    record = Record(document)
    return play(round_, shoe(document.game, setup, document.seed, record.decision), record.into(round_))
