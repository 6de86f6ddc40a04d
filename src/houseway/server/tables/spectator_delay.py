"""Spectator delay: buffers public steps for spectators until the watch delay has passed.

A spectator behind the delay gets everything from a step of this feed: state, posted rules, story, lobby line and the
moment until which rows and rounds are old enough. `delayed_answers` answers their commands.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Iterable
from typing import Any, Final, Protocol

import msgspec
from msgspec import Struct, structs

from houseway.room.live_table import LiveTable
from houseway.room.messages.durations import SECOND_MS
from houseway.room.messages.story_lines import Told, for_person
from houseway.room.messages.view_types import FloorCall, LobbyLine, RailView, SeatView, You
from houseway.server import wire
from houseway.server.net.outbox import Outbox
from houseway.server.services import Services, TableBox, TableEvents
from houseway.server.tables.delay_budget import SHARED, STEP_OVERHEAD, DelayBudget

NOTHING: Final = b"{}"
KEPT: Final = 2000
"""Steps buffered for spectators. Beyond them every second one is dropped: spectators see larger steps, and nobody fills
the memory by an hour of talk.
"""
HEARD: Final = 200
"""Steps whose story is told again to a spectator who comes back."""
FEWEST: Final = 4
"""Steps that a table keeps, however small the budget."""
SOON: Final = 20
"""Milliseconds until the next look at a step that is not quite old enough."""


class Step(Struct, frozen=True):
    """A public step. `made` is its time; `at` is later by each span for which the room stood still since.

    `posted` is the table view of that step, which is `new` if the posted rules changed in it.
    """

    n: int
    at: int
    state: bytes
    story: bytes
    posted: bytes
    made: int
    new: bool = False

    @property
    def size(self) -> int:
        return len(self.state) + len(self.story) + (len(self.posted) if self.new else 0) + STEP_OVERHEAD


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

    @property
    def story(self) -> deque[tuple[int, tuple[Told, ...]]]:
        """The newest steps with their story lines."""
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
        self._heard: deque[tuple[int, bytes]] = deque(maxlen=HEARD)
        self._shown = 0
        self._waits = False
        self._gone = 0
        self._posted = self._posted_shown = b""
        if box.delay_ms:
            self._heard.extend((n, _story(told)) for n, told in box.story)
            # Before the first round there is nothing to leak: the state is old enough at once.
            self._begin_at(now if box.live.state.round else 0, now)
            self._posted_shown = self._posted
            self._wait(now)

    def _begin_at(self, at: int, now: int) -> None:
        """The table as it stands is the only step."""
        live = self._box.live
        self._posted = wire.encoded(live.table_view())
        self._keep([Step(live.state.n, at, live.public_json(now), b"[]", self._posted, at)])

    def restart(self, now: int, gone: int) -> None:
        """The room stopped `gone` milliseconds ago: neither the table nor its rows and rounds have aged since."""
        self._gone = max(gone, 0)
        if self._box.delay_ms:
            self._begin_at(now, now)

    def remember(self, told: tuple[Told, ...], now: int, state: bytes, table: bytes | None = None) -> None:
        """Buffers the step that the table has just made, with the table view if the posted rules changed."""
        past, new = self._past, table is not None
        self._posted = self._posted if table is None else table
        past.append(Step(self._box.live.state.n, now, state, _story(told), self._posted, now, new))
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
        self._keep(step for step in self._past if step.n <= self._box.live.state.n)
        if self._past:
            self._posted = self._past[-1].posted
        elif self._box.delay_ms:
            self._begin_at(now, now)
        self._wait(now)

    def shift(self, ms: int) -> None:
        """Shifts the times of all steps by `ms` after a standstill, so that no step ages by it."""
        self._past = deque(structs.replace(step, at=step.at + ms) if step.at else step for step in self._past)

    def seen(self) -> Step | None:
        """Returns the newest step that is old enough; None if there is none."""
        horizon = self._box.services.clock.now() - self._box.delay_ms
        return next((step for step in reversed(self._past) if step.at <= horizon), None)

    def horizon(self) -> int:
        """Returns the moment of the newest rows and rounds that are old enough.

        A row of a step that was not shown is not, also if the clock was put forward meanwhile. Until the first step
        after a restart is shown, rows from before are younger by the time for which the room was stopped.
        """
        until, seen = self._box.services.clock.now() - self._box.delay_ms, self.seen()
        shown = -1 if seen is None else seen.n
        until -= self._gone if seen is None else 0
        return min([until, *(step.made - 1 for step in self._past if step.n > shown)])

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
            table = None if step.posted is self._posted_shown else step.posted
            self._posted_shown = step.posted
            text = wire.StepFrames(step.n, step.state, step.story, table).public
            for person, sockets in box.sockets.items():
                if box.is_behind(person):
                    for socket in sockets:
                        if -1 < socket.last_n < step.n:
                            (socket.step if table is None else socket.welcome)(text, step.n)
            self._heard.append((step.n, step.story))
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
        story, first = self._heard_since(after, step.n)
        you = wire.encoded(You(person, name, [], 0))
        text, n = wire.welcome(step.n, you, step.posted, (step.state, NOTHING, story), first), step.n
        box.when_durable(lambda: socket.welcome(text, n))

    def _heard_since(self, after: int | None, n: int) -> tuple[bytes, int]:
        """Returns the story after a step, up to `n`, and the first step that it covers."""
        heard = [*self._heard, *((step.n, step.story) for step in self._past if step.n > self._shown)]
        if after is None or after >= n or not heard or heard[0][0] > after + 1:
            return b"[]", n + 1
        lines = [story[1:-1] for at, story in heard if after < at <= n and story != b"[]"]
        return b"[%b]" % b",".join(lines), after + 1

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
    calls: list[FloorCall]


class _PostedPart(Struct):
    """The fields of a posted sheet that the lobby line shows."""

    table: str
    game: str
    seats: int
    limits: list[int | None]
    pace: str
    private: bool


def lobby_line(box: "ShownTable") -> LobbyLine | None:
    """Returns the table's lobby line; for a delayed table as of its delay, or None if nothing is old enough."""
    if not box.delay_ms:
        return box.live.lobby_line()
    step = box.seen_late()
    if step is None:
        return None
    seen, posted = msgspec.json.decode(step.state, type=_PublicPart), msgspec.json.decode(step.posted, type=_PostedPart)
    people = people_in(step)
    return LobbyLine(
        table=posted.table, game=posted.game, phase=seen.phase, round=seen.round, seats=posted.seats,
        people=len(people), bots=len({row.person for row in seen.seats if row.bot}), names=[*people.values()],
        limits=posted.limits, pace=posted.pace, private=posted.private, calls=len(seen.calls),
    )  # fmt: skip


def people_in(step: Step) -> dict[str, str]:
    """Returns the names of the people who are at the table in a step, by person."""
    seen = msgspec.json.decode(step.state, type=_PublicPart)
    seated = {row.person: row.name for row in seen.seats if not row.bot}
    return seated | {row.person: row.name for row in seen.rail}


def taken_by(step: Step, seat: int) -> str | None:
    """Returns the name of the person in the seat in a step; None if the seat is free."""
    seen = msgspec.json.decode(step.state, type=_PublicPart)
    return next((row.name for row in seen.seats if row.seat == seat), None)


def seats_posted(step: Step) -> int:
    """Returns how many seats the table has in a step."""
    return msgspec.json.decode(step.posted, type=_PostedPart).seats
