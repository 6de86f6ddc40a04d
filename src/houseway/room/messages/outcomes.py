"""The outcome of a command: the row for the table's log, postings, story lines, and the round that ended.

The store chains rows by hashes. A row holds every draw of chance, so that a replay rebuilds the table from its rows
even after the shuffling code has changed.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol

import msgspec
from msgspec import Struct

from houseway.cards import Cards
from houseway.room.messages.commands import AnyCommand, Grant, Who
from houseway.room.messages.story_lines import Told
from houseway.script import Deal, Refusal, Roll


class Posting(Struct, frozen=True, omit_defaults=True):
    """An amount in cents that enters an account, or leaves it if negative.

    Accounts are `cage/<person>`, `stack/<table>/<person>`, `house`, `box`, `pool/<table>/<name>` and `issued`. The
    postings of one outcome add up to zero.
    """

    account: str
    cents: int
    clause: str = ""


class Ack(Struct, frozen=True, omit_defaults=True):
    """The answer to the sender: the step in which the command took effect, and the round from which it holds if that is
    a later one.
    """

    n: int
    from_round: int | None = None


class Drawn(Struct, frozen=True, omit_defaults=True):
    """One draw of chance: cards for a spot, dice, a seat by lot, a commitment, or what a round's
    end reveals (`fair`).
    """

    cards: str | None = None
    dice: tuple[int, ...] | None = None
    seat: int | None = None
    commit: str | None = None
    fair: Any = None


RULE_VERSION: Final = 3
"""The version of the room's rules of play, which every row names.

Version 3: bots stay out of a guest's own terms, an answer that is taken back keeps its deadline, more options are the
banker's business, and more names look alike.

Raise it with any change that would give a stored row another story or another answer. Replay keeps the stored outcome
of rows of another version, and checks that rows of this version give the stored outcome again.
"""


class Body(Struct, frozen=True, omit_defaults=True):
    """The contents of a row: the sender, the command, the draws of chance, the story and the answer.

    `salt` blinds the row's hash: without it a reader could try the few hands that a row may hold until one fits.
    `rule_version` is that of the code which wrote the row; rows from before there were versions have none.
    """

    who: Who
    command: AnyCommand
    drawn: tuple[Drawn, ...] = ()
    story: tuple[Told, ...] = ()
    ack: Ack = Ack(0)
    salt: str = ""
    rule_version: int = 0


class Row(Struct, frozen=True):
    """One row of a table's log. `n` counts rows, not the public steps (`Ack.n`)."""

    table: str
    n: int
    at: int
    who: str
    key: str
    body: bytes

    def read(self) -> Body:
        """Returns the decoded contents."""
        return _BODY.decode(self.body)


_BODY = msgspec.json.Decoder(Body)


class Unreadable(Refusal):
    """A command's row, or the table after it, could not be decoded again.

    The table was rolled back and writes nothing.
    """


def refuse_unreadable(table: str, read: Callable[[bytes], object], written: bytes) -> None:
    """Raises `Unreadable` unless `read` decodes the bytes that are about to be stored."""
    try:
        read(written)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        form = "something went wrong on the server: it is in its log"
        raise Unreadable("broken", form, facts={"table": table}) from error


class Ended(Struct, frozen=True, kw_only=True):
    """A round that is over, void or not: its document (JSON), its result (JSON) and its fairness data.

    `seen` says who saw which cards and whose decisions were secret. It bounds what the document may tell each person
    (6.5.18).
    """

    round_id: str
    number: int
    document: bytes
    result: bytes
    fair: Any = None
    void: str | None = None
    seen: "Seen"


class Seen(Struct, frozen=True):
    """The cards and decisions of a document that each person saw, by index; `""` stands for everybody.

    `cards[person][spot]` are indices of cards in the spot's text, `decisions[person][place]` indices in the place's
    list.
    """

    cards: dict[str, dict[str, list[int]]]
    decisions: dict[str, dict[str, list[int]]]


class Outcome(Struct, frozen=True, kw_only=True):
    """A command applied. The server tells nobody of it before its row is durable.

    `changed`: everybody can see something new, in step `n`. `snapshot` is the whole table, after a round
    has ended or many rows came since the last one.
    `command` is the one in the row, for readers who need not decode the row. `idle`: nothing happened, as when too
    little time passed, so there is no row to keep.
    """

    n: int
    row: Row
    ack: Ack
    posts: tuple[Posting, ...] = ()
    story: tuple[Told, ...] = ()
    changed: bool = True
    idle: bool = False
    ended: Ended | None = None
    snapshot: bytes | None = None
    command: AnyCommand | None = None

    @property
    def from_round(self) -> int | None:
        return self.ack.from_round


# -- chance ---------------------------------------------------------------------------------------------------------


class Dealing(Protocol):
    """The cards and dice of one round, in the order in which the script asks for them.

    A deal to the spot `draw 3` is for the first button or position. The dealing first puts `request.shuffled` back into
    the shoe.
    """

    @property
    def root(self) -> str:
        """The hash that binds every card of the deck. The table tells it when the round begins."""
        ...

    def cards(self, request: Deal) -> Cards: ...

    def follow(self, request: Deal, given: Cards) -> None:
        """Takes over cards that a log says were dealt. The next deal comes from the cards that are left."""
        ...

    def dice(self, request: Roll) -> tuple[int, ...]: ...


class Chance(Protocol):
    """The source of everything random. Rounds of a table are numbered from 1."""

    def commit(self, table: str, number: int) -> str:
        """Returns the commitment to the seed of that round, drawing the seed at the first call; "" if it makes none."""
        ...

    def begin(self, table: str, number: int, words: Mapping[str, str], shoe: Cards) -> Dealing:
        """Returns the dealing of a round with the sorted cards of `shoe`. `words`, by seat, are mixed into its seed."""
        ...

    def draw(self, table: str, number: int, seats: tuple[int, ...]) -> int:
        """Returns a seat by lot, for the first offer of the bank."""
        ...

    def end(self, table: str, number: int, *, reveal: bool, void: str | None = None) -> Any:
        """Returns what everybody is told about the seed of a round that is over (JSON); with `reveal` the seed itself.

        It becomes the document's `fair`. `void` is why the round did not count.
        """
        ...

    def blind(self, table: str, row: int) -> str:
        """Returns the salt of a row of a table's log; "" if there is no key to make one."""
        ...

    def openings(self, table: str, number: int, cards: tuple[int, ...]) -> list[Any]:
        """Returns the openings of these cards, by their number in the order of the deal from 0.

        They prove the cards to a person who saw them.
        """
        ...


def granted(grant: Grant) -> tuple[Posting, ...]:
    """Returns the postings of chips issued to a cage."""
    return Posting("issued", -grant.cents), Posting(f"cage/{grant.person}", grant.cents)
