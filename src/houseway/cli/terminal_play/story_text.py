"""Sentences about what others did: the story of the table as the person hears it, a line for each in turn."""

from collections.abc import Iterable
from typing import Final

from houseway.cli.output.answers import money
from houseway.cli.terminal_play.card_symbols import faces, faces_of
from houseway.cli.terminal_play.forced_card import DRAWN, PILE
from houseway.cli.terminal_play.local_table import PERSON, LocalTable
from houseway.room.messages.story_lines import (
    HIDDEN,
    AnyLine,
    BankMoved,
    CardsDealt,
    CardsMoved,
    DecisionMade,
    DiceRolled,
    FeeTaken,
    FloorCalled,
)
from houseway.room.views.hand_names import COMMON
from houseway.script import Answer
from houseway.table.setup import answer_from

VERBS: Final = {
    "house-way": "leaves the hand to the house way", "set": "sets", "pat": "stands pat", "let-be": "lets it be",
    "play-on": "plays on", "even-money": "takes even money", "stock": "turns one from the stock",
    "take": "takes the discard", "leave": "leaves the hand", "pass": "passes", "discard": "throws", "match": "matches",
}  # fmt: skip
"""The verb of a choice that somebody else has made; a choice that is not listed takes an s."""
DISCARD: Final = "the discard"


def sentences(table: LocalTable, lines: Iterable[AnyLine]) -> list[str]:
    """Returns what others said and did by these lines; several deeds of one place in a row share a sentence."""
    running = table.live.state.running
    persons = {} if running is None else running.persons
    told: list[tuple[str, list[str]]] = []
    for line in lines:
        if isinstance(line, DecisionMade):
            if persons.get(line.place) == PERSON:
                continue
            words = "has decided" if line.decision is None else _verb(answer_from(line.decision))
            _add(told, _name(table, persons.get(line.place, "")), words)
        elif isinstance(line, CardsDealt) and line.spot == DRAWN and told:
            told[-1][1][-1] = told[-1][1][-1].replace("one from", f"{faces(line.cards.split())} from")
        elif isinstance(line, CardsMoved) and (line.source, line.target) == (PILE, DRAWN) and told:
            told[-1][1][-1] = told[-1][1][-1].replace(DISCARD, f"{DISCARD} {faces(line.cards.split())}")
        elif isinstance(line, CardsDealt) and line.spot in COMMON and HIDDEN not in line.cards:
            told.append(("", [f"On the {line.spot}: {faces(line.cards.split())}."]))
        elif isinstance(line, BankMoved):
            if line.person != PERSON and (words := _about_bank(line)):
                _add(told, _name(table, line.person), words)
        elif sentence := _sentence(table, line):
            told.append(("", [sentence]))
    return [f"{who} {', '.join(words)}." if who else words[0] for who, words in told]


def _add(told: list[tuple[str, list[str]]], who: str, words: str) -> None:
    if told and told[-1][0] == who:
        told[-1][1].append(words)
    else:
        told.append((who, [words]))


def _name(table: LocalTable, person: str) -> str:
    player = table.live.state.players.get(person)
    return "Somebody" if player is None else player.name


def _about_bank(line: BankMoved) -> str:
    """Returns what became of the bank at a seat; nothing where the table says it itself, as who banks."""
    if line.do == "passed":
        return "lets the bank pass"
    if line.do == "skipped" and line.hands:
        return f"has banked {line.hands} hand{'s' * (line.hands != 1)} in a row and is passed over ({line.clause})"
    if line.do == "skipped":
        return f"has too little for a bank of {money(line.low)} ({line.clause})"
    return ""


def _sentence(table: LocalTable, line: AnyLine) -> str:
    if isinstance(line, DiceRolled):
        return f"The dice show {' '.join(map(str, line.dice))}."
    if isinstance(line, FloorCalled):
        return f"The dealer calls the floor person: {line.words} ({line.clause})."
    if isinstance(line, FeeTaken) and line.payer == f"player {PERSON}":
        return _fee(table, line)
    return ""


def _fee(table: LocalTable, line: FeeTaken) -> str:
    """Returns what the person paid or got back between two rounds; a round's own fees stand in its result."""
    clauses = ", ".join(line.clauses)
    if line.cents < 0:
        return f"A fee of {money(-line.cents)} comes back to you ({clauses})."
    if tuple(line.clauses) == table.live.context.sheet.regime.time_clauses:
        return f"You pay {money(line.cents)} for the time ({clauses})."
    return ""


def _verb(answer: Answer) -> str:
    name = answer.choice
    verb = VERBS.get(name)
    if name.startswith("hand-"):
        verb = f"names {name.replace('-', ' ')}"
    words = [verb or (f"chooses {name.replace('-', ' ')}" if "-" in name else f"{name}s")]
    if answer.piles is not None:
        words.append(" / ".join(faces_of(pile) for pile in answer.piles))
    if answer.cards:
        words.append(faces_of(answer.cards))
    if answer.amount is not None:
        words.append(money(answer.amount))
    return " ".join(words)
