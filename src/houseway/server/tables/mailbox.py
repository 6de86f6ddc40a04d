"""One table in memory: applies commands one at a time and sends frames once they are durable.

The event loop is one thread and `apply` never waits, so that a mailbox needs no task: it applies a command on arrival,
hands its row to the writer thread, and the commit queue releases acknowledgement and frames.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from typing import Final

from msgspec import structs

from houseway.room.engine.host_proposals import player_ruled_on
from houseway.room.live_table import LiveTable
from houseway.room.messages.commands import ROOM, AnyCommand, Line, Sit, Tick, Who
from houseway.room.messages.durations import SECOND_MS
from houseway.room.messages.outcomes import Ack, Outcome
from houseway.room.messages.story_lines import Told, for_person
from houseway.script import Refusal
from houseway.server import wire
from houseway.server.net.outbox import Outbox
from houseway.server.services import Acked, Refused, Services, TableEvents
from houseway.server.tables.command_acks import both_ways, in_the_cage, of_another_table, reloaded
from houseway.server.tables.delayed_answers import submit_from_behind
from houseway.server.tables.quarantine import CODE as QUARANTINED
from houseway.server.tables.quarantine import refusal as set_aside
from houseway.server.tables.refused_actions import Audit
from houseway.server.tables.spectator_delay import NOTHING, DelayedFeed, Step
from houseway.server.tables.tick_timer import IN_VAIN, TickTimer
from houseway.store import Answered, StoreFault

LOG = logging.getLogger("houseway")
STORY_KEPT: Final = 200
"""Steps whose story a reconnecting client can catch up on."""


class Mailbox:
    """A table, the sockets at it, and the timer that wakes it."""

    fault: Exception | None = None
    """The error for which the table was quarantined; it does no more work (see `quarantine`)."""

    is_asleep = False
    """Whether the table was unloaded. This mailbox then forwards to its successor."""

    def __init__(
        self,
        services: Services,
        events: "TableEvents[Mailbox]",
        live: LiveTable,
        story: Iterable[tuple[int, tuple[Told, ...]]] = (),
    ) -> None:
        self.services = services
        self.events = events
        self.live = live
        self.sockets: dict[str, list[Outbox]] = {}  # sockets that have said hello
        self.visits: dict[str, list[Outbox]] = {}  # all sockets
        self.story: deque[tuple[int, tuple[Told, ...]]] = deque(story, STORY_KEPT)
        self.used = self.found = self.since = services.clock.now()
        """Times of the last command by a person, of the last lookup, and of the last row."""
        self.alone_since = self.used
        """When the last socket left. Meaningful while `visits` is empty."""
        self.timer = TickTimer(self)
        self._life = 0  # number of reloads
        self._in_vain = 0
        self.feed = DelayedFeed(self, self.used)
        self._audit = Audit(self)
        self._played = {*live.state.players}  # leavers still see their last step
        self._posted = live.state.config

    @property
    def table(self) -> str:
        return self.live.state.table

    @property
    def delay_ms(self) -> int:
        """Delay of the table for spectators, in milliseconds."""
        return self.live.state.config.watch_delay * SECOND_MS

    # -- commands ---------------------------------------------------------------------------------------------------

    def submit(self, command: AnyCommand, who: Who, acked: Acked | None = None, refused: Refused | None = None) -> None:
        """Applies a command now and calls `acked` once it is durable. Raises a Refusal if nothing was done.

        In a cluster another node may be faster: then it calls `refused` later, after a rollback.
        """
        if self.is_asleep:  # its successor is in memory
            self.events.awake_box(self.table).submit(command, who, acked, refused)
        elif self.is_behind(who.person) and who.kind != "room":
            submit_from_behind(self, self._submit, command, who, acked, refused)
        else:
            self._submit(command, who, acked, refused)

    def _submit(self, command: AnyCommand, who: Who, acked: Acked | None, refused: Refused | None) -> None:
        services = self.services
        before = services.store.result_of_command(who.person, command) if command.key else None
        if before is not None:
            self._answer_again(command, before, acked, refused)
            return
        now = services.clock.now()
        if self.fault is not None:
            raise set_aside(self.table)
        try:
            outcome = self.live.apply(command, self._with_cage(command, who), now)
        except Refusal as refusal:
            self._audit.note(command, who, refusal, now)
            raise
        except Exception as error:
            raise self._failed(command, who, error, now) from error
        services.metrics.applied += 1
        self.take(outcome, now, acked, refused)
        if isinstance(command, Sit) and not self.sockets.get(who.person):
            self.events.seated_without_socket(self)

    def _failed(self, command: AnyCommand, who: Who, error: Exception, now: int) -> Refusal:
        """Returns the refusal of a command that raised an unexpected error and did nothing.

        The table is quarantined only if it also fails by itself: at a command of the room, or at a tick right after
        this one. Otherwise a player could void a lost hand by a command that fails. A bot then gives its plainest
        answer, and at its deadline the clock decides for it.
        """
        faults = self.events.faults
        if who.kind == "room":
            return faults.set_aside(self.table, "apply", error, self)
        facts = {"table": self.table, "command": type(command).__name__}
        try:
            self.take(self.live.apply(Tick(), ROOM, now), now)
        except Refusal as refusal:
            if refusal.code == QUARANTINED:
                return refusal
        except Exception:
            return faults.set_aside(self.table, "apply", error, self)
        LOG.error("a command failed and did nothing", extra={"facts": facts}, exc_info=error)
        return Refusal("broken", "something went wrong on the server: it is in its log")

    def _with_cage(self, command: AnyCommand, who: Who) -> Who:
        """Returns a host who rules for a player with that player's cage: a ruling may buy chips (PAN-64)."""
        person = player_ruled_on(self.live.context, command)
        if person is None:
            return who
        cage = self.services.store.balance(f"cage/{person}", fresh=True)
        return structs.replace(who, cage=cage, cage_of=person)

    def _answer_again(
        self, command: AnyCommand, before: "Future[Answered]", acked: Acked | None, refused: Refused | None
    ) -> None:
        """Answers a repeated idempotency key by the first result, once that is durable."""
        self.services.metrics.repeated += 1

        def tell() -> None:
            error = before.exception()
            if error is None and before.result().table != self.table:
                error = of_another_table(command.key)
            if error is None and acked is not None:
                acked(before.result().ack)
            elif isinstance(error, Refusal) and refused is not None:
                refused(in_the_cage(error))

        if before.done() and before.exception() is None and before.result().table != self.table:
            raise of_another_table(command.key)
        self.services.commits.after(tell)

    def when_durable(self, tell: Callable[[], None], otherwise: Callable[[], None] | None = None) -> None:
        """Calls `tell` once the present state is durable, or `otherwise` if it was rolled back."""
        life = self._life

        def told() -> None:
            if self._life == life:
                tell()
            elif otherwise is not None:
                otherwise()

        self.services.commits.after(told)

    async def ask(self, command: AnyCommand, who: Who) -> Ack:
        """Submits a command and returns its acknowledgement once it is durable."""
        done: asyncio.Future[Ack] = asyncio.get_running_loop().create_future()
        acked, refused = both_ways(done)
        self.submit(command, who, acked, refused)
        return await done

    def take(self, outcome: Outcome, now: int, acked: Acked | None = None, refused: Refused | None = None) -> None:
        """Appends an outcome to the store. Builds its frames now and sends them once it is durable."""
        services, events = self.services, self.events
        if outcome.idle:
            if acked is not None:
                self.when_durable(lambda: acked(outcome.ack), lambda: refused and refused(reloaded()))
            self.rearm(now)
            return
        with events.faults.guard(self, "view"):
            posted, frames = self._posted, self._frames(outcome, now) if outcome.changed else []
            show = Outbox.step if posted is self._posted else Outbox.welcome  # a step with new rules is never skipped
        closed, barred = self.live.state.phase == "closed", self.live.state.barred
        with events.faults.guard(self, "append"):
            future = services.store.append(outcome, closes=closed)
        started = services.metrics.clock()

        def tell() -> None:
            self._in_vain = 0
            services.metrics.durable(started)
            for socket, text in frames:
                show(socket, text, outcome.n)
            if acked is not None:
                acked(outcome.ack)
            if outcome.ended is not None:
                services.metrics.rounds += 1
            if barred:
                self._close_sockets_of(barred)

        services.commits.when(future, tell, self._rolled_back(refused, outcome.row.who == ROOM.person))
        if outcome.changed:
            events.changed(self.table)
        if outcome.row.who != ROOM.person:
            self.used = now
        if closed:
            events.closed(self)
        self.rearm(now)

    def _rolled_back(self, refused: Refused | None, by_room: bool) -> Callable[[Exception], None]:
        """Returns the handler of a rejected row, which reloads the table and tells the sender.

        Rows applied on top of a rejected one are rejected too; their senders may repeat them. The table is quarantined
        if no other node was faster, or if the room's own rows are rejected again and again.
        """
        life, services, events = self._life, self.services, self.events

        def rolled_back(error: Exception) -> None:
            services.metrics.rolled_back += 1
            self._in_vain += by_room
            if self.fault is not None:
                refusal = set_aside(self.table)
            elif services.cluster is None or not isinstance(error, Refusal) or self._in_vain > IN_VAIN:
                refusal = events.faults.set_aside(self.table, "append", error, self)
            elif self._life == life:
                refusal = self._reload_after_conflict(error)
            else:
                refusal = reloaded() if error.code == "stale" else error
            if refused is not None:
                refused(in_the_cage(refusal))

        return rolled_back

    def _reload_after_conflict(self, refusal: Refusal) -> Refusal:
        """Reloads the table from the store. Returns the refusal for the sender, another one if the reload fails."""
        self._life += 1
        try:
            self.events.reload_after_conflict(self)
        except StoreFault:
            raise
        except Exception as error:
            return self.events.faults.set_aside(self.table, "rebuild", error, self)
        return refusal

    def replace(self, live: LiveTable, story: Iterable[tuple[int, tuple[Told, ...]]]) -> None:
        """Replaces the table by the stored one and welcomes every socket anew."""
        self.stop()
        self.live = live
        self.story = deque(story, STORY_KEPT)
        self.feed.reload_after_conflict(self.services.clock.now())
        self.events.forget_bots(self)
        for person, sockets in list(self.sockets.items()):
            known = self.services.people.person(person)
            for socket in list(sockets):
                self.welcome(socket, person, "" if known is None else known.name, None)
        self.rearm(self.services.clock.now())

    # -- time -------------------------------------------------------------------------------------------------------

    def rearm(self, now: int) -> None:
        """Sets the timer of the next tick and prompts bots. A timer that is too early stays and looks again."""
        self.events.faults.safely(self, "clock", self.timer.rearm, now)

    def stood_still(self, ms: int, dates: int) -> None:
        """Shifts all times by `ms` after a standstill, and submits a Delay if deadlines or shares are at stake."""
        self.used += ms
        self.alone_since += ms
        self.feed.shift(ms)
        delay = self.live.delay(ms, dates)
        if delay is not None:
            self.submit(delay, ROOM)

    def stop(self) -> None:
        self.timer.stop()

    # -- sockets ----------------------------------------------------------------------------------------------------

    def watched(self) -> bool:
        return any(self.sockets.values())

    def welcome(self, socket: Outbox, person: str, name: str, after: int | None) -> None:
        """Sends the table as it stands and the story since `after` to a socket that said hello."""
        if self.fault is not None:
            raise set_aside(self.table)
        if person in self.live.state.players:  # others see it in a step, the newcomer gets the welcome first
            self.submit(Line(person=person, up=True), ROOM)
        with self.events.faults.guard(self, "view"):
            self._welcome(socket, person, name, after)

    def _welcome(self, socket: Outbox, person: str, name: str, after: int | None) -> None:
        known = self.sockets.setdefault(person, [])
        if socket not in known:
            known.append(socket)
        if self.is_behind(person):
            self.feed.welcome(socket, person, name, after)
            return
        live, n = self.live, self.live.state.n
        told, first = self._told_since(after, n)
        state = live.public_json(self.services.clock.now())
        parts = state, self._mine(person), _story(told, person)
        text = wire.welcome(n, wire.encoded(live.you(person, name)), wire.encoded(live.table_view()), parts, first)
        socket.last_n = n
        self.when_durable(lambda: socket.welcome(text, n))  # a reload sends every socket a new welcome

    def _told_since(self, after: int | None, n: int) -> tuple[list[Told], int]:
        """Returns the story lines after a step, up to `n`, and the first step that they cover."""
        if after is None or after >= n or not self.story or self.story[0][0] > after + 1:
            return [], n + 1
        return [line for step, lines in self.story if after < step <= n for line in lines], after + 1

    def leave(self, socket: Outbox, person: str) -> None:
        """Removes a socket. Reports the person as disconnected after the last one."""
        self.used = self.alone_since = self.services.clock.now()
        known = self.sockets.get(person, [])
        if socket in known:
            known.remove(socket)
        if known:
            return
        self.sockets.pop(person, None)
        if person in self.live.state.players and not self.services.closing and self.live.state.phase != "closed":
            self.events.faults.safely(self, "apply", self.submit, Line(person=person, up=False), ROOM)

    def has_removed(self, person: str) -> bool:
        """Returns whether the host has removed the person, and no running round involves the person."""
        state = self.live.state
        return person in state.barred and not (person in state.players and self.live.context.in_round(person))

    def _close_sockets_of(self, barred: Iterable[str]) -> None:
        """Closes the sockets of people whom the host has removed."""
        for person in [each for each in barred if self.has_removed(each)]:
            for socket in self.visits.get(person, ()):
                if socket.close(wire.NOT_WELCOME):
                    self.services.metrics.closed[wire.NOT_WELCOME] += 1

    def _mine(self, person: str) -> bytes:
        return self.live.private_json([person]).get(person, NOTHING)

    # -- frames -----------------------------------------------------------------------------------------------------

    def _frames(self, outcome: Outcome, now: int) -> list[tuple[Outbox, bytes]]:
        """Returns the step's frame for each socket. Public bytes are shared; private parts are built per person."""
        told = outcome.story
        self.story.append((outcome.n, told))
        if not self.sockets and not self.delay_ms:
            return []
        live, n = self.live, outcome.n
        state, table = live.public_json(now), self._new_sheet()
        played = self._played
        if self.delay_ms:
            self.feed.remember(told, now, state, table)
            self._played = {*live.state.players}
        steps = wire.StepFrames(n, state, _story(told, ""), table)
        secret = {person for line in told for version in line.seen_by for person in version.persons}
        mine, delayed = live.private_json(self.sockets), self.delay_ms > 0
        frames: list[tuple[Outbox, bytes]] = []
        for person, sockets in self.sockets.items():
            own = mine.get(person)
            if own is None and delayed and person not in played:
                continue
            if person in secret:  # who has just left still gets the lines that he saw
                text = steps.of(own or NOTHING, _story(told, person))
            else:
                text = steps.public if own is None else steps.of(own)
            frames += [(socket, text) for socket in sockets]
        return frames

    def _new_sheet(self) -> bytes | None:
        """Returns the table view if the posted rules have changed since the last step; else None."""
        posted, self._posted = self._posted, self.live.state.config
        return None if posted is self._posted or posted == self._posted else wire.encoded(self.live.table_view())

    # -- watching with a delay --------------------------------------------------------------------------------------

    def is_behind(self, person: str) -> bool:
        """Returns whether the person sees the table with its watch delay."""
        return self.delay_ms > 0 and person not in self.live.state.players

    def seen_late(self) -> Step | None:
        """Returns the newest step that spectators may see."""
        return self.feed.seen()

    def hidden_since(self, person: str) -> int | None:
        """Returns the moment after which the person sees no row and no round yet; None who sees them at once."""
        return self.feed.horizon() if self.is_behind(person) else None


def _story(told: Iterable[Told], person: str) -> bytes:
    return wire.encoded([for_person(line, person) for line in told])
