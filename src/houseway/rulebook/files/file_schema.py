"""The schema of a rule book file: every key that it may hold."""

from functools import cached_property
from typing import Literal

from msgspec import Struct, field

from houseway.rulebook.fees import Correction, Group, Schedule
from houseway.rulebook.options import Option
from houseway.rulebook.paytables import PayTable


class PrintedDeck(Struct, frozen=True, forbid_unknown_fields=True):
    """The cards of one pack, the number of packs in play, and their jokers."""

    cards: int
    packs: int
    jokers: int
    note: str = ""


class Seats(Struct, frozen=True, forbid_unknown_fields=True):
    """The number of seats. With `includes_banker` one of them holds the bank."""

    min: int
    max: int
    includes_banker: bool


class PrintedGame(Struct, frozen=True, forbid_unknown_fields=True):
    """The game of a file and the file's version. `short` is the game's name at a table."""

    id: str
    version: int
    title: str
    short: str
    family: Literal["banked", "poker", "rummy", "fees"]
    source: str
    summary: str
    deck: PrintedDeck
    seats: Seats
    bankers: tuple[Literal["player-dealer", "house"], ...]

    @property
    def player_banked(self) -> bool:
        """True if only players bank, so that the shared player-dealer rules apply (PD-02, PD-61)."""
        return self.bankers == ("player-dealer",)


class Clause(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One rule. `ruling` fills a silence of the source. `physical` says why a virtual table ignores the rule."""

    id: str
    topic: str
    rule: str
    source: str
    ruling: str = ""
    example: str = ""
    physical: str = ""


class PrintedWager(Struct, frozen=True, forbid_unknown_fields=True):
    """A circle on the felt."""

    id: str
    title: str
    required: bool
    when: str
    min_rule: str
    max_rule: str
    pays: str
    backline: bool
    clauses: tuple[str, ...]


class Ranked(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A kind of hand, and the tie-break within it."""

    hand: str
    ties: str


class HandRank(Struct, frozen=True, forbid_unknown_fields=True):
    """Kinds of hands, best first."""

    id: str
    title: str
    order: tuple[Ranked, ...]
    note: str = ""


class Example(Struct, frozen=True, forbid_unknown_fields=True):
    """A worked example: a table, and the result that its clauses demand."""

    id: str
    clauses: tuple[str, ...]
    setup: str
    expected: str


class OpenQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """A doubt that the source leaves, and our ruling."""

    id: str
    question: str
    our_ruling: str
    clauses: tuple[str, ...]


class Idle(Struct, frozen=True, forbid_unknown_fields=True):
    """An option of the shared file that has no effect in a game because of the game's own clause or option (PD-61)."""

    id: str
    clauses: tuple[str, ...]
    why: str


class Owner(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The owner of a game by the printed document: claims, marks, and what a room is asked to do first."""

    name: str
    notice: str
    source: str
    marks: tuple[str, ...] = ()
    edition: str = ""
    contact: str = ""
    request: str = ""
    clauses: tuple[str, ...] = ()


class Book(Struct, frozen=True, dict=True, forbid_unknown_fields=True, omit_defaults=True):
    """One file of the rule book."""

    game: PrintedGame
    clauses: tuple[Clause, ...] = field(name="clause")
    examples: tuple[Example, ...] = field(name="example", default=())
    questions: tuple[OpenQuestion, ...] = field(name="open_question", default=())
    options: tuple[Option, ...] = field(name="option", default=())
    wagers: tuple[PrintedWager, ...] = field(name="wager", default=())
    paytables: tuple[PayTable, ...] = field(name="paytable", default=())
    hand_ranks: tuple[HandRank, ...] = field(name="hand_rank", default=())
    groups: tuple[Group, ...] = field(name="group", default=())
    schedules: tuple[Schedule, ...] = field(name="schedule", default=())
    corrections: tuple[Correction, ...] = field(name="correction", default=())
    two_pair_chart: dict[str, str] = {}
    owner: Owner | None = None
    idle: tuple[Idle, ...] = ()

    @cached_property
    def prefix(self) -> str:
        """The prefix of the ids of its clauses and examples."""
        return self.clauses[0].id.rsplit("-", 1)[0]

    @cached_property
    def clause_by_id(self) -> dict[str, Clause]:
        return {clause.id: clause for clause in self.clauses}

    @cached_property
    def example_by_id(self) -> dict[str, Example]:
        return {example.id: example for example in self.examples}
