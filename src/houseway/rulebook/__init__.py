"""The rule book: printed clauses, options, pay tables, charts and fees, and the rules that a table is opened with.

Lives here: pages of each game, options and schedules, search, coverage of clauses by tests, and the stamp.
May import it: games, table and every layer above. It imports script, cards and the roster.
Deliberately absent: code of any game. A page holds words and numbers; the game's script applies them.
"""

from houseway.rulebook.errors import RulebookError
from houseway.rulebook.fees import Bracket, Correction, Flat, Group, Limits, Schedule
from houseway.rulebook.files.file_schema import (
    Book,
    Clause,
    Example,
    HandRank,
    OpenQuestion,
    Owner,
    PrintedDeck,
    PrintedGame,
    PrintedWager,
    Ranked,
    Seats,
)
from houseway.rulebook.files.loader import (
    FEES,
    SHARED,
    approvals,
    book,
    clause,
    example,
    game_ids,
    owner_of,
    schedule,
    schedules,
)
from houseway.rulebook.options import Option, Options, Span
from houseway.rulebook.paytables import PayTable, PrintedLine
from houseway.rulebook.rules import Rules, books_of, offered

__all__ = [
    "FEES",
    "SHARED",
    "Book",
    "Bracket",
    "Clause",
    "Correction",
    "Example",
    "Flat",
    "Group",
    "HandRank",
    "Limits",
    "OpenQuestion",
    "Option",
    "Options",
    "Owner",
    "PayTable",
    "PrintedDeck",
    "PrintedGame",
    "PrintedLine",
    "PrintedWager",
    "Ranked",
    "RulebookError",
    "Rules",
    "Schedule",
    "Seats",
    "Span",
    "approvals",
    "book",
    "books_of",
    "clause",
    "example",
    "game_ids",
    "offered",
    "owner_of",
    "schedule",
    "schedules",
]
