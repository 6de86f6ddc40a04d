"""Watching from behind: what those see of a table who only watch it, where they are shown it later."""

import asyncio
from collections import deque
from collections.abc import Callable, Iterable
from typing import Any, Final, Protocol

import msgspec
from msgspec import Struct, structs

from houseway.room.live_table import LiveTable
from houseway.room.messages.durations import SECOND_MS
from houseway.room.messages.story_lines import Told, for_person
from houseway.room.messages.view_types import LobbyLine, RailView, SeatView
from houseway.server import wire
from houseway.server.net.outbox import Outbox
from houseway.server.services import Services, TableBox, TableEvents
from houseway.server.tables.delay_budget import SHARED, STEP_OVERHEAD, DelayBudget

NOTHING: Final = b"{}"
KEPT: Final = 2000
"""Steps that are kept for those behind. Where there are more, every second one is left out: they see a table that goes
in larger steps, and nobody fills the memory by an hour of talk.
"""
FEWEST: Final = 4
"""Steps that a table keeps, however little is left of the budget."""
SOON: Final = 20
"""Milliseconds after which a step that is not quite old enough is looked at again."""


class Step(Struct, frozen=True):
    """A step as everybody could see it, and when."""

    n: int
    at: int
    state: bytes
    story: bytes
    table: bytes | None = None
    """Where another sheet was posted in that step."""

    @property
    def size(self) -> int:
        return len(self.state) + len(self.story) + len(self.table or b"") + STEP_OVERHEAD


class WatchedTable(TableBox, Protocol):
    """A table as the feed of its spectators sees it."""

    services: Services
    events: TableEvents[Any]
    sockets: dict[str, list[Outbox]]

    @property
    def delay_ms(self) -> int:
        """How much later somebody who only watches sees the table."""
        ...

    def is_behind(self, person: str) -> bool:
        """Returns whether that person sees the table later."""
        ...

    def told_since(self, after: int | None, n: int) -> tuple[list[Told], int]:
        """Returns the lines after a step, up to `n`, and the first step that they cover."""
        ...

    def when_durable(self, tell: Callable[[], None], otherwise: Callable[[], None] | None = None) -> None:
        """Calls `tell` when the table as it stands is durable, `otherwise` if it was rolled back."""
        ...


class DelayedFeed:
    """The steps of a table until those behind have seen them, in the same bytes as everybody, and durable."""

    def __init__(self, box: WatchedTable, now: int, budget: DelayBudget = SHARED) -> None:
        self._box = box
        self._budget = budget
        self._size = 0
        self._past: deque[Step] = deque()
        self._shown = 0
        self._waits = False
        if box.delay_ms:
            # Where nothing was dealt yet that anybody could tell of, the table is old enough at once.
            at = now if box.live.state.round else 0
            self._keep([Step(box.live.state.n, at, box.live.public_json(now), b"[]")])
            self._wait(now)

    def remember(self, told: tuple[Told, ...], now: int, state: bytes, table: bytes | None = None) -> None:
        """The step that the table has made just now."""
        past = self._past
        past.append(Step(self._box.live.state.n, now, state, _story(told), table))
        self._size += past[-1].size
        while len(past) > 1 and past[0].n <= self._shown and past[1].at + self._box.delay_ms <= now:
            self._size -= past.popleft().size
        if len(past) > KEPT:
            self.thin()
        self._budget.grown(self, self._size)
        self._wait(now)

    def thin(self) -> bool:
        """Forgets every second step but the last. Returns False if there are too few."""
        if len(self._past) < FEWEST:
            return False
        *past, last = self._past
        self._keep([*past[::2], last])
        return True

    def _keep(self, steps: Iterable[Step]) -> None:
        self._past = deque(steps)
        self._size = sum(step.size for step in self._past)
        self._budget.sized(self, self._size)

    def reload_after_conflict(self, now: int) -> None:
        """The table is as the store has it: steps that were turned back were none."""
        live = self._box.live
        self._keep(step for step in self._past if step.n <= live.state.n)
        if self._box.delay_ms and not self._past:
            self._keep([Step(live.state.n, now, live.public_json(now), b"[]")])
        self._wait(now)

    def shift(self, ms: int) -> None:
        """The room stood still for so long, or its clock was put forward: no step is older for it."""
        self._past = deque(structs.replace(step, at=step.at + ms) if step.at else step for step in self._past)

    def seen(self) -> Step | None:
        """The newest step that is old enough; None where none is."""
        horizon = self._box.services.clock.now() - self._box.delay_ms
        return next((step for step in reversed(self._past) if step.at <= horizon), None)

    # -- telling ----------------------------------------------------------------------------------------------------

    def _wait(self, now: int) -> None:
        """The oldest step that was not shown yet is shown when it is old enough: one timer for all of them."""
        step = next((step for step in self._past if step.n > self._shown), None)
        if step is not None and not self._waits:
            self._waits = True
            wait = max(step.at + self._box.delay_ms - now, SOON)
            asyncio.get_running_loop().call_later(wait / SECOND_MS, self._look)

    def _look(self) -> None:
        step, box = self.seen(), self._box
        if step is None or step.n <= self._shown:
            self._go_on()
        else:
            last = step.n
            box.when_durable(lambda: self._show(last), self._go_on)

    def _go_on(self) -> None:
        self._waits = False
        if not self._box.services.closing:
            self._wait(self._box.services.clock.now())

    def _show(self, last: int) -> None:
        """Everybody behind sees the steps up to that one."""
        box = self._box
        box.events.changed(box.table)
        for step in [step for step in self._past if self._shown < step.n <= last]:
            text = wire.StepFrames(step.n, step.state, step.story, step.table).public
            for person, sockets in box.sockets.items():
                if box.is_behind(person):
                    for socket in sockets:
                        if -1 < socket.last_n < step.n:
                            (socket.step if step.table is None else socket.welcome)(text, step.n)
        self._shown = last
        self._go_on()

    def welcome(self, socket: Outbox, person: str, name: str, after: int | None) -> None:
        """Somebody comes in who only watches: the door opens when something is old enough."""
        step, box, now = self.seen(), self._box, self._box.services.clock.now()
        if step is None:
            if not socket.gone and person in box.sockets:
                first = self._past[0].at + box.delay_ms - now if self._past else 0
                loop = asyncio.get_running_loop()
                loop.call_later(max(first, SOON) / SECOND_MS, self._welcome_late, socket, person, name, after)
            return
        told, first = box.told_since(after, step.n)
        parts = step.state, NOTHING, _story(tuple(told))
        you, table = wire.encoded(box.live.you(person, name)), wire.encoded(box.live.table_view())
        text, n = wire.welcome(step.n, you, table, parts, first), step.n
        box.when_durable(lambda: socket.welcome(text, n))

    def _welcome_late(self, socket: Outbox, person: str, name: str, after: int | None) -> None:
        self._box.events.faults.safely(self._box, "view", self.welcome, socket, person, name, after)


def _story(told: tuple[Told, ...]) -> bytes:
    """The lines as somebody hears them who sits nowhere."""
    return wire.encoded([for_person(line, "") for line in told])


class ShownTable(Protocol):
    """A table as the lobby shows it."""

    live: LiveTable

    @property
    def delay_ms(self) -> int:
        """How much later somebody who only watches sees the table."""
        ...

    def seen_late(self) -> Step | None:
        """Returns the newest step that spectators may see."""
        ...


class _PublicPart(Struct):
    """What the board tells of a table's state."""

    phase: str
    round: int
    seats: list[SeatView]
    rail: list[RailView]


def lobby_line(box: "ShownTable") -> LobbyLine | None:
    """Returns the table as anybody may see it: of a delayed one what is old enough, or None."""
    line = box.live.lobby_line()
    if not box.delay_ms:
        return line
    step = box.seen_late()
    if step is None:
        return None
    seen = msgspec.json.decode(step.state, type=_PublicPart)
    people = {row.person: row.name for row in seen.seats if not row.bot}
    people |= {row.person: row.name for row in seen.rail}
    bots = {row.person for row in seen.seats if row.bot}
    return structs.replace(
        line, phase=seen.phase, round=seen.round, people=len(people), bots=len(bots), names=[*people.values()]
    )
