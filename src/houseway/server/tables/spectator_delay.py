"""Spectator delay: buffers public steps for spectators until the watch delay has passed."""

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
"""Steps buffered for spectators. Beyond them every second one is dropped: spectators see larger steps, and nobody fills
the memory by an hour of talk.
"""
FEWEST: Final = 4
"""Steps that a table keeps, however small the budget."""
SOON: Final = 20
"""Milliseconds until the next look at a step that is not quite old enough."""


class Step(Struct, frozen=True):
    """A public step and its time."""

    n: int
    at: int
    state: bytes
    story: bytes
    table: bytes | None = None
    """The table view, if the posted rules changed in that step."""

    @property
    def size(self) -> int:
        return len(self.state) + len(self.story) + len(self.table or b"") + STEP_OVERHEAD


class WatchedTable(TableBox, Protocol):
    """A table as its delayed feed uses it."""

    services: Services
    events: TableEvents[Any]
    sockets: dict[str, list[Outbox]]

    @property
    def delay_ms(self) -> int:
        """Delay of the table for spectators, in milliseconds."""
        ...

    def is_behind(self, person: str) -> bool:
        """Returns whether the person sees the table with its watch delay."""
        ...

    def told_since(self, after: int | None, n: int) -> tuple[list[Told], int]:
        """Returns the story lines after a step, up to `n`, and the first step that they cover."""
        ...

    def when_durable(self, tell: Callable[[], None], otherwise: Callable[[], None] | None = None) -> None:
        """Calls `tell` once the present state is durable, or `otherwise` if it was rolled back."""
        ...


class DelayedFeed:
    """Buffers the durable public steps of a table until spectators have seen them."""

    def __init__(self, box: WatchedTable, now: int, budget: DelayBudget = SHARED) -> None:
        self._box = box
        self._budget = budget
        self._size = 0
        self._past: deque[Step] = deque()
        self._shown = 0
        self._waits = False
        if box.delay_ms:
            # Before the first round there is nothing to leak: the state is old enough at once.
            at = now if box.live.state.round else 0
            self._keep([Step(box.live.state.n, at, box.live.public_json(now), b"[]")])
            self._wait(now)

    def remember(self, told: tuple[Told, ...], now: int, state: bytes, table: bytes | None = None) -> None:
        """Buffers the step that the table has just made."""
        past = self._past
        past.append(Step(self._box.live.state.n, now, state, _story(told), table))
        self._size += past[-1].size
        while len(past) > 1 and past[0].n <= self._shown and past[1].at + self._box.delay_ms <= now:
            self._size -= past.popleft().size
        if len(past) > KEPT:
            self.thin()
        self._budget.record_and_thin(self, self._size)
        self._wait(now)

    def thin(self) -> bool:
        """Drops every second step but the last. Returns False if there are too few."""
        if len(self._past) < FEWEST:
            return False
        *past, last = self._past
        self._keep([*past[::2], last])
        return True

    def _keep(self, steps: Iterable[Step]) -> None:
        self._past = deque(steps)
        self._size = sum(step.size for step in self._past)
        self._budget.record(self, self._size)

    def reload_after_conflict(self, now: int) -> None:
        """Drops steps that were rolled back."""
        live = self._box.live
        self._keep(step for step in self._past if step.n <= live.state.n)
        if self._box.delay_ms and not self._past:
            self._keep([Step(live.state.n, now, live.public_json(now), b"[]")])
        self._wait(now)

    def shift(self, ms: int) -> None:
        """Shifts the times of all steps by `ms` after a standstill, so that no step ages by it."""
        self._past = deque(structs.replace(step, at=step.at + ms) if step.at else step for step in self._past)

    def seen(self) -> Step | None:
        """Returns the newest step that is old enough; None if there is none."""
        horizon = self._box.services.clock.now() - self._box.delay_ms
        return next((step for step in reversed(self._past) if step.at <= horizon), None)

    # -- sending ----------------------------------------------------------------------------------------------------

    def _wait(self, now: int) -> None:
        """Sets one timer for the oldest step that was not shown yet."""
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
        """Sends the steps up to `last` to every spectator."""
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
        """Welcomes a spectator with the newest old enough step, or later if there is none yet."""
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
    """Returns the public lines of a story as JSON."""
    return wire.encoded([for_person(line, "") for line in told])


class ShownTable(Protocol):
    """A table as the lobby shows it."""

    live: LiveTable

    @property
    def delay_ms(self) -> int:
        """Delay of the table for spectators, in milliseconds."""
        ...

    def seen_late(self) -> Step | None:
        """Returns the newest step that spectators may see."""
        ...


class _PublicPart(Struct):
    """The part of a table's state that a lobby line needs."""

    phase: str
    round: int
    seats: list[SeatView]
    rail: list[RailView]


def lobby_line(box: "ShownTable") -> LobbyLine | None:
    """Returns the table's lobby line; for a delayed table as of its delay, or None if nothing is old enough."""
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
