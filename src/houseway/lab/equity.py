"""Poker equities: the share of the pot that a hand or a range expects, by enumeration or by random deals."""

import time
from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct

from houseway.cards import Cards, cards_from, refuse_repeats, text_of_cards
from houseway.input_error import InputError
from houseway.lab.inquiry.progress import Progress, silent
from houseway.lab.methods.poker.ranges import RANDOM, hole_cards
from houseway.lab.methods.poker.showdowns import (
    BOARD,
    MOST_WORK,
    Counter,
    EquityShare,
    Poker,
    all_draws,
    every_board,
    kinds_of,
    part_of,
    poker_of,
    random_parts,
    work_of,
)
from houseway.rulebook.files.loader import named
from houseway.script import Refusal

SAMPLES: Final = 400_000
STREETS: Final = (0, 3, 4, BOARD)


class Equity(Struct, kw_only=True):
    """Each player's expected share of the pot. `standard_error` is 0 if every deal was counted."""

    game: str
    board: str
    dead: str
    players: list[EquityShare]
    total: int
    exact: bool
    standard_error: float
    method: str
    seconds: float


def equity(
    game: str,
    hands: Sequence[str],
    *,
    board: str = "",
    dead: str = "",
    options: Mapping[str, object] | None = None,
    samples: int | None = None,
    seed: int = 1,
    tell: Progress = silent,
) -> Equity:
    """Returns the share of the pot that each hand or range expects against the others."""
    started = time.perf_counter()
    game_id = named(game)
    poker = poker_of(game_id or game, options or {})
    table, gone = cards_from(board), cards_from(dead)
    _refuse(poker, hands, table, gone, samples)
    ranges = [_range(poker, text, (*table, *gone)) for text in hands]
    counter = Counter(len(hands))
    exact = samples is None and work_of(poker, ranges, table, gone) <= MOST_WORK
    if exact and not poker.board:
        all_draws(poker, [each[0] for each in ranges], gone, counter, tell)
    elif exact:
        kinds = list(kinds_of(ranges, table, gone))
        for place, (held, weight) in enumerate(kinds):
            every_board(poker, held, table, gone, counter, weight, part_of(tell, place, len(kinds)))
    else:
        random_parts(poker, ranges, table, gone, SAMPLES if samples is None else samples, seed, counter, tell)
    return Equity(
        game=str(game_id),
        board=text_of_cards(table),
        dead=text_of_cards(gone),
        players=counter.shares([text.strip() for text in hands]),
        total=counter.total,
        exact=exact,
        standard_error=0.0 if exact else 0.5 / counter.total**0.5,
        method="every deal" if exact else f"random deals, seed {seed}",
        seconds=round(time.perf_counter() - started, 4),
    )


def _range(poker: Poker, text: str, gone: Cards) -> list[Cards]:
    """Returns the hands of one player that the known cards leave possible."""
    if not poker.board:
        kept = cards_from(text) if text.strip().lower() != RANDOM else ()
        if len(kept) > poker.hole:
            raise InputError(f"{text!r} is {len(kept)} cards; a hand keeps at most {poker.hole}")
        _refuse_missing(poker, kept)
        return [tuple(sorted(kept))]
    pack = [card for card in poker.pack if card not in gone]
    found = [hand for hand in hole_cards(text, poker.hole, pack) if not set(hand) & set(gone)]
    if not found:
        raise InputError(f"{text!r} has no hand left beside {text_of_cards(gone)}")
    return found


def _refuse(poker: Poker, hands: Sequence[str], table: Cards, gone: Cards, samples: int | None) -> None:
    if not 2 <= len(hands) <= 10:
        raise Refusal("hands", f"{len(hands)} hands are refused: 2 to 10 players share a pot")
    if samples is not None and samples < 1:
        raise Refusal("samples", f"{samples} samples are refused: at least 1 deal is dealt")
    if table and not poker.board:
        raise Refusal("board", f"{text_of_cards(table)} is refused: this game has no board")
    if len(table) not in STREETS:
        seen = f"{', '.join(map(str, STREETS[:-1]))} or {STREETS[-1]}"
        raise Refusal("board", f"a board of {len(table)} cards is refused: {seen} of them lie there")
    refuse_repeats((*table, *gone))
    _refuse_missing(poker, (*table, *gone))


def _refuse_missing(poker: Poker, cards: Cards) -> None:
    missing = [card for card in cards if card not in poker.pack]
    if missing:
        raise Refusal("card", f"{text_of_cards(missing)} is not in the pack of this table")
