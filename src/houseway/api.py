"""The public Python API: one function for each task. `import houseway` offers all of it.

A game is named by its id, its prefix or its title (`three-card-poker`, `TCP`, `Three Card Poker`), a card by its text,
an option by its name in the rule book. Money is whole cents. Every function raises a `Refusal` for a request that it
cannot serve: one sentence, with the clause that decides.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec

from houseway.cards import cards_from, refuse_repeats
from houseway.games import find
from houseway.hands import Hand
from houseway.players.bot_rounds import Player, Seats, play_bots
from houseway.players.bots import Bot
from houseway.players.seating import sit_down as seated
from houseway.roster import Listing, listings
from houseway.rulebook import Clause, Rules
from houseway.rulebook.files.index import releases
from houseway.rulebook.files.loader import game_named, owner_of
from houseway.rulebook.files.manifest import Release
from houseway.rulebook.search import Hit
from houseway.rulebook.search import search as found_by_words
from houseway.script import Answer, Game, Refusal, Setting
from houseway.script.did_you_mean import unknown
from houseway.table import Document, Result, Round, Setup, View, document_from, history, result, resume, view
from houseway.table.setup import Decision, answer_from

if TYPE_CHECKING:
    from houseway.hands.kernels.arrays import Array, Hands
    from houseway.lab.equity import Equity
    from houseway.lab.inquiry.advice import Advice
    from houseway.lab.inquiry.answer import OddsAnswer
    from houseway.lab.inquiry.progress import Progress
    from houseway.lab.simulation.policy import BotMaker
    from houseway.lab.simulation.results import Simulated

__all__ = [
    "Answer", "Bot", "Clause", "Decision", "Document", "Game", "Hand", "Listing", "Player", "Refusal", "Result",
    "Round", "Rules", "Setting", "Setup", "View", "advise", "answer_from", "clause", "deal", "equity", "every_game",
    "game", "history", "house_way", "odds", "rank", "replay", "rules", "search", "settle", "simulate", "sit_down",
    "values", "view",
]  # fmt: skip

Options = Mapping[str, object]
Written = Document | Round | Mapping[str, Any] | str | bytes | Path
"""A written round: a `Document`, a dictionary or JSON text of one, a file with one (a Path), or a `Round`."""

RANKINGS: Final = {
    "five": "high.values",
    "wild": "wild.values",
    "three": "three.values",
    "low": "low.values",
    "eight": "low.eight_values",
    "two": "pairs.two_values",
    "connectors": "pairs.connectors_values",
}
"""The rankings of `houseway.hands` for arrays of hands, and the kernel of each."""


# -- the games and their rules --------------------------------------------------------------------------------------


def every_game() -> dict[str, Release]:
    """Returns every installed game by its id: title, family, seats, bankers, and the number of clauses.

    >>> houseway.every_game()["omaha"].seats
    (2, 9)
    """
    return {each: releases()[each] for each in listings() if each in releases()}


def game(name: str) -> Game:
    """Returns the game itself: its script, its circles and its deck, as `Round` takes it.

    >>> houseway.game("TCP").circles[0].name
    'ante'
    """
    return find(game_named(name))


def rules(game: str, options: Options | None = None, pay: Mapping[str, Any] | None = None) -> Rules:
    """Returns the rules of a table: options, pay tables, clauses, fee schedules. Defaults are as printed.

    >>> houseway.rules("three-card-poker", pay={"bonus": "flush=4"}).pays("bonus", "flush")
    Odds(num=4, den=1)
    """
    return Rules.of(game_named(game), options, pay)


def clause(name: str) -> Clause:
    """Returns one clause of the rule book: its `rule`, its `ruling` if it needed one, an example, the source.

    >>> houseway.clause("TCP-28").topic
    'qualify'
    """
    try:
        own = owner_of(name).clause_by_id
    except LookupError:
        form, begin = "there is no clause {name!r}: clauses begin with {begin}", [e.prefix for e in releases().values()]
        raise Refusal("unknown-rule", form, facts={"name": name, "begin": begin}) from None
    if name.upper() not in own:
        raise unknown("unknown-rule", "there is no clause {name!r}", name, own, name=name)
    return own[name.upper()]


def search(words: str, game: str | None = None) -> list[Hit]:
    """Returns the clauses that contain these words, the best first; of one game, or of the whole rule book.

    >>> houseway.search("bank does not qualify", "TCP")[0].clause.id
    'TCP-27'
    """
    return found_by_words(words, () if game is None else (game_named(game),))


# -- rounds ---------------------------------------------------------------------------------------------------------


def sit_down(game: str, seed: object = 1, *, players: int | None = None, options: Options | None = None) -> Setup:
    """Returns a setup with seats, wagers and a bank drawn from the seed. `Round(game, setup)` begins to deal.

    >>> [seat.player for seat in houseway.sit_down("three-card-poker", seed=7).seats]
    ['Gita', 'Jun', 'Noor']
    """
    return seated(find(game_named(game)), str(seed), dict(options or {}), players=players)


def deal(
    game: str | Setup,
    seed: object = 1,
    *,
    players: int | None = None,
    options: Options | None = None,
    bots: Seats | None = None,
) -> Round:
    """Deals a round, decides it to its end and returns it. The same seed gives the same round.

    Given a game's name, the seed draws seats, wagers and bank; a `Setup` states them. `bots` plays every place, or the
    places that it names (`{3: mine}`, `{"bank": mine}`). A bot is a function from a `View` to a decision, or an object
    with such a method `decide`. House bots play the other places.

    >>> houseway.deal("three-card-poker", seed=7).payments[0].outcome
    'lose'
    """
    setup = game if isinstance(game, Setup) else sit_down(game, seed, players=players, options=options)
    return play_bots(Round(find(setup.game), setup), str(seed), bots)


def replay(document: Written) -> Round:
    """Replays the round of a document as far as it is written. `waits_for()` of the round says what comes next.

    >>> houseway.replay(houseway.deal("omaha", seed=7)).over
    True
    """
    if isinstance(document, Round):
        document = document.document()
    elif isinstance(document, Path):
        document = document_from(document.read_bytes())
    elif not isinstance(document, Document):
        document = document_from(document if isinstance(document, str | bytes) else msgspec.json.encode(document))
    return resume(find(document.game), document)


def finished(document: Written) -> Round:
    """Returns the finished round of a document. Raises a Refusal with the missing step if the round is not over."""
    round_ = document if isinstance(document, Round) else replay(document)
    if not round_.over:
        form = "the round is not over: it waits for {waits}"
        raise Refusal("unfinished", form, facts={"waits": round_.waits_for()})
    return round_


def settle(document: Written) -> Result:
    """Returns every payment of a round with its clauses. Raises a Refusal with the position of a fault in the document.

    >>> houseway.settle(houseway.deal("omaha", seed=7)).ledger_sum
    0
    """
    return result(finished(document))


# -- hands ----------------------------------------------------------------------------------------------------------


def rank(game: str, cards: str, options: Options | None = None) -> Mapping[str, Hand]:
    """Returns the hands that the cards make in a game, in a dealer's words. The greater `value` wins.

    >>> houseway.rank("three-card-poker", "Td Tc Ah")["hand"].says
    'a pair of tens with an ace'
    """
    name = game_named(game)
    ranked = find(name).rank(cards_from(cards), Rules.of(name, options))
    return {
        title: hand if isinstance(hand, Hand) else Hand(hand.value, hand.category, hand.says, hand.cards)
        for title, hand in ranked.items()
    }


def values(hands: "Hands | Sequence[str]", ranking: str = "five", **options: Any) -> "Array":
    """Returns the value of every row of an array of cards (`uint8`, 0 to 51, joker 52), or of every hand as text.

    The rankings are `five`, `wild`, `three`, `low`, `eight` (eight or better), `two` and `connectors`. The values are
    those of `houseway.hands`: the greater wins. Some rankings take the options `wheel` and `joker`.

    >>> houseway.values(["Td Tc Ah", "9d 9c Ah"], "three").tolist()
    [382, 370]
    """
    import numpy as np

    if ranking not in RANKINGS:
        raise unknown("unknown-ranking", "there is no ranking {ranking!r}", ranking, RANKINGS, ranking=ranking)
    from importlib import import_module

    module, _, name = RANKINGS[ranking].partition(".")
    rows = hands if isinstance(hands, np.ndarray) else np.array([cards_from(hand) for hand in hands], np.uint8)
    ranked: Array = getattr(import_module(f"houseway.hands.kernels.{module}"), name)(rows, **options)
    return ranked


def house_way(game: str, cards: str, options: Options | None = None) -> Setting:
    """Splits a hand by the house way. Returns the setting and the clauses that decide it.

    >>> houseway.house_way("fortune-pai-gow", "As Ks Qd Jc 9h 9d 2c").low_says
    'ace high with a king'
    """
    name = game_named(game)
    split = find(name).house_way
    if split is None:
        raise Refusal("set", "no hand is split in {game}", facts={"game": name})
    held = cards_from(cards)
    refuse_repeats(held)
    return split(held, Rules.of(name, options))


# -- numbers --------------------------------------------------------------------------------------------------------


def odds(
    game: str, options: Options | None = None, pay: Mapping[str, Any] | None = None, *, wager: str | None = None
) -> "OddsAnswer":
    """Returns the exact odds of every wager and the best play, at any options and pay tables. Caches them on disk.

    >>> houseway.odds("three-card-poker").base.edge
    0.04608144...
    """
    from houseway.lab.odds import odds as found

    return found(game, options, pay, wager=wager)


def equity(
    game: str,
    hands: Sequence[str],
    *,
    board: str = "",
    dead: str = "",
    options: Options | None = None,
    samples: int | None = None,
    seed: int = 1,
) -> "Equity":
    """Returns the share of the pot that each hand or range expects against the others.

    >>> houseway.equity("omaha", ["AsAdKsKd", "JcTc9d8d"], board="Ah 7c 6c").players[0].equity
    Fraction(101, 205)
    """
    from houseway.lab.equity import equity as found

    return found(game, hands, board=board, dead=dead, options=options, samples=samples, seed=seed)


def simulate(
    game: str,
    options: Options | None = None,
    pay: Mapping[str, Any] | None = None,
    *,
    rounds: int | None = None,
    seed: int | str = 1,
    player: str | None = None,
    bank: str = "house-way",
    players: int | None = None,
    workers: int | None = None,
    company: "BotMaker" = Bot,
    tell: "Progress | None" = None,
) -> "Simulated":
    """Deals `rounds` rounds. Returns the result of every wager with its standard error; one seed, one result.

    `player` and `bank` are `best`, `table`, `house-way`, `bots` or `file:PATH` (a strategy, or a program with a
    function `decide(view)`). `company` makes a bot from a name, a style and a seed.

    >>> houseway.simulate("three-card-poker", rounds=1_000_000).wagers["game"].mean
    -0.0488...
    """
    from houseway.lab.inquiry.progress import silent
    from houseway.lab.simulate import simulate as dealt

    return dealt(
        game, options, pay, rounds=rounds, seed=seed, player=player, bank=bank, players=players, workers=workers,
        company=company, tell=tell or silent,
    )  # fmt: skip


def advise(
    table: str | Round | View,
    place: str | int | None = None,
    *,
    cards: str = "",
    bank: str = "",
    board: str = "",
    wagers: Mapping[str, int] | None = None,
    pot: int | None = None,
    to_call: int = 0,
    players: int = 2,
    draw: bool = False,
    options: Options | None = None,
    pay: Mapping[str, Any] | None = None,
) -> "Advice":
    """Returns the expectation and the cost of every choice of a decision, the best first, from visible cards alone.

    `table` is a round that waits for a decision (of `place`, if it waits for several), a player's view of one, or a
    game described by the other arguments: `cards` held, what the `bank` shows, the `board`, `wagers` in cents by
    circle; at poker the `pot`, the cents `to_call` and the number of `players`.

    >>> houseway.advise("three-card-poker", cards="Qs 6d 4c", bank="Ah").best
    'fold'
    """
    from houseway.lab.advise import advise as advised
    from houseway.lab.advise import advise_round

    if isinstance(table, View):
        return advised(table, options=options, pay=pay)
    if isinstance(table, Round):
        return advise_round(table, _place_asked(table, place), company=Bot)
    from houseway.lab.described_table import YOU, Described, decisions
    from houseway.rulebook.options import text_of

    said = {name: text_of(value) for name, value in (options or {}).items()}
    described = Described(
        game=game_named(table), options=said, pay=dict(pay or {}), cards=cards, bank=bank, board=board,
        wagers=dict(wagers or {}), pot=pot, to_call=to_call, players=players, draw=draw,
    )  # fmt: skip
    *_, come = decisions(described)  # insurance comes before the hand itself
    return advised(come.view, pay=pay) if come.round is None else advise_round(come.round, YOU, company=Bot)


def _place_asked(round_: Round, place: str | int | None) -> str:
    """Returns the place that the round waits for. Raises a Refusal if there are several and `place` names none."""
    waiting = [ask.place.name for ask in round_.asks()]
    if place is None and len(waiting) == 1:
        return waiting[0]
    if str(place) not in waiting:
        form = "the round waits for {waits}: say which place is advised" if waiting else "nobody is asked anything now"
        raise Refusal("not-asked", form, facts={"waits": round_.waits_for()})
    return str(place)
