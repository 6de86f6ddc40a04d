"""What a table hands out when a command has been applied: the row for its log, postings, story, and rounds that ended.

Rows are chained by hashes in the store. A row holds what chance gave, so that the table can be folded again from its
rows whatever becomes of the shuffling code.
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
    """So many cents into an account, or out of it: `cage/<person>`, `stack/<table>/<person>`, `house`, `box`,
    `pool/<table>/<name>` or `issued`. The posts of one outcome add up to zero.
    """

    account: str
    cents: int
    clause: str = ""


class Ack(Struct, frozen=True, omit_defaults=True):
    """What the sender is told: the step in which it took effect, and from which round on, where that is a later one."""

    n: int
    from_round: int | None = None


class Drawn(Struct, frozen=True, omit_defaults=True):
    """What chance gave once: cards for a spot, dice, or a seat drawn by lot; and a commitment that it made."""

    cards: str | None = None
    dice: tuple[int, ...] | None = None
    seat: int | None = None
    commit: str | None = None
    fair: Any = None


RULE_VERSION: Final = 2
"""The version of what commands lead to, which every row names.

Raise it with any change by which a stored row would be told or acknowledged otherwise: rows of another version keep
the outcome that was stored, and rows of this one have to come out the same.
"""


class Body(Struct, frozen=True, omit_defaults=True):
    """A row's contents: who said what, what chance gave, what was told, and the answer.

    `salt` blinds the row's hash: without it the few hands that a row may hold could be tried until one fits.
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
    """One row of a table's log. `n` counts rows, and not the steps that everybody sees (`Ack.n`)."""

    table: str
    n: int
    at: int
    who: str
    key: str
    body: bytes

    def read(self) -> Body:
        return _BODY.decode(self.body)


_BODY = msgspec.json.Decoder(Body)


class Unreadable(Refusal):
    """A command's row, or the table after it, could not be read back: nothing was done, and nothing is written."""


def refuse_unreadable(table: str, read: Callable[[bytes], object], written: bytes) -> None:
    """Raises `Unreadable` unless `read` takes what is about to be written."""
    try:
        read(written)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        form = "something is wrong in the house: it is written down"
        raise Unreadable("broken", form, facts={"table": table}) from error


class Ended(Struct, frozen=True, kw_only=True):
    """A round that is over, void or not: its document (JSON), its result (JSON) and how it can be verified.

    `seen` says who saw which spots' cards and whose decisions were secret: what a document may tell whom (6.5.18).
    """

    round_id: str
    number: int
    document: bytes
    result: bytes
    fair: Any = None
    void: str | None = None
    seen: "Seen"


class Seen(Struct, frozen=True):
    """Which cards and decisions of a document each person saw, by their places in it; `""` is everybody.

    `cards[person][spot]` are the places of cards in the spot's text, `decisions[person][place]` those in the list.
    """

    cards: dict[str, dict[str, list[int]]]
    decisions: dict[str, dict[str, list[int]]]


class Outcome(Struct, frozen=True, kw_only=True):
    """A command applied. Nothing of it is told to anybody before its row is durable.

    `changed`: everybody can see something new, in step `n`. `snapshot` is the whole table, after a round has ended.
    `command` is the one in the row, for who need not read it there.
    `idle`: nothing happened at all, as when time passed but not enough of it: there is no row to keep.
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
    """One round's cards and dice, in the order that they are asked for.

    A deal to a spot `draw 3` is for the first button or position. `request.shuffled` goes back into the shoe first.
    """

    @property
    def root(self) -> str:
        """What binds every card of the deck, to be told when the round begins."""
        ...

    def cards(self, request: Deal) -> Cards: ...

    def follow(self, request: Deal, given: Cards) -> None:
        """These cards were dealt, as a log says it; the next are dealt from those that are left."""
        ...

    def dice(self, request: Roll) -> tuple[int, ...]: ...


class Chance(Protocol):
    """Where everything random comes from. Rounds of a table are numbered from 1."""

    def commit(self, table: str, number: int) -> str:
        """The commitment to the seed of that round, which is drawn at the first call; "" where none is made."""
        ...

    def begin(self, table: str, number: int, words: Mapping[str, str], shoe: Cards) -> Dealing:
        """The dealing of a round with these cards in the shoe, sorted; `words` by seat are mixed into its seed."""
        ...

    def draw(self, table: str, number: int, seats: tuple[int, ...]) -> int:
        """A seat by lot, for the first offer of the bank."""
        ...

    def end(self, table: str, number: int, *, reveal: bool, void: str | None = None) -> Any:
        """What everybody is told about that round's seed once it is over (JSON); with `reveal` the seed itself.

        It is the document's `fair`; `void` is why the round did not count.
        """
        ...

    def blind(self, table: str, row: int) -> str:
        """Returns the salt of a row of a table's log; "" where there is no key to make one."""
        ...

    def openings(self, table: str, number: int, cards: tuple[int, ...]) -> list[Any]:
        """What proves the cards of these numbers (counted as they were dealt, from 0) to whoever saw them."""
        ...


def granted(grant: Grant) -> tuple[Posting, ...]:
    """The postings of chips issued to a cage."""
    return Posting("issued", -grant.cents), Posting(f"cage/{grant.person}", grant.cents)
