"""WebSocket sessions: handshake, rate limits, messages, and the close codes of sockets that break the rules."""

import asyncio
import logging
from functools import partial
from typing import Any, Final

from houseway.room.messages.commands import (
    AnyCommand,
    AskFor,
    BankChoice,
    Bet,
    ComeBack,
    Decide,
    GiveWords,
    Say,
    Sit,
    SitOut,
    StandUp,
    TakeBack,
    TopUp,
    Who,
)
from houseway.room.messages.outcomes import Ack
from houseway.script import Refusal
from houseway.server import wire
from houseway.server.accounts.request_auth import OriginPolicy, key_in, refuse_nul
from houseway.server.accounts.sessions import Identity, with_key
from houseway.server.cluster.nodes import Elsewhere
from houseway.server.cluster.relay import Counted, relayed
from houseway.server.net.outbox import Outbox, Send
from houseway.server.net.rate_limit import LineRate, Origin
from houseway.server.net.rate_limit_middleware import origin_of
from houseway.server.net.websocket_protocol import LINE, FastWebSocket
from houseway.server.room_server import RoomServer
from houseway.server.tables.command_acks import reloaded
from houseway.server.tables.delayed_answers import step_for
from houseway.server.tables.mailbox import Mailbox
from houseway.server.tables.quarantine import CODE as QUARANTINED
from houseway.store import StoreFault

LOG = logging.getLogger("houseway")
SEATED, WATCHING = 100, 50
SOCKETS_EACH: Final = 4
NEEDS_CAGE: Final = (Sit, TopUp, Decide)
CHANGES: Final = (SitOut, ComeBack, Bet, BankChoice, AskFor, GiveWords, TakeBack, Sit, StandUp, TopUp)
"""Commands that somebody may repeat as often as he likes while no round ends. Each is a permanent row."""


class Sockets:
    """The socket routes, as ASGI applications."""

    def __init__(self, room: RoomServer, origins: OriginPolicy) -> None:
        self.room = room
        self.services = room.services
        self.origins = origins
        self.open: set[Outbox] = set()
        room.services.people.on_session_end = self.close_sessions

    async def lobby(self, scope: Any, receive: Any, send: Send) -> None:
        """Serves a socket of the lobby, for anybody."""
        accepted = await self._accept(scope, receive, send)
        if accepted is None:
            return
        socket = self._enter(scope, send)
        self.room.lobby.enter(socket)
        rate = self.services.limits.line(accepted.origin, accepted.counted)
        try:
            while (text := await self.next_message(receive, socket, rate, WATCHING)) is not None:
                if wire.is_ping(text):
                    socket.answer(wire.PONG)
        finally:
            self.room.lobby.leave(socket)
            self._leave(socket)

    async def table(self, scope: Any, receive: Any, send: Send) -> None:
        """Serves a socket of one table."""
        accepted = await self._accept(scope, receive, send)
        if accepted is None:
            return
        socket = self._enter(scope, send)
        try:
            someone = accepted.someone
            if someone is None:
                self.close(socket, wire.NO_SESSION)
                return
            socket.session = someone.session or with_key(someone.id)
            shown = None if someone.session else key_in(scope)
            socket.since = self.services.people.since(someone.id) if shown is None else shown.encode()
            try:
                refuse_nul(scope)
                box = await self.room.reach(scope["path_params"]["table"])
            except StoreFault:  # the state of the table is unknown
                self.close(socket, wire.GOING)
                return
            except Refusal as refusal:
                if refusal.code == QUARANTINED:
                    socket.answer(wire.refused(refusal, None))
                self.close(socket, wire.QUARANTINED if refusal.code == QUARANTINED else wire.NO_TABLE)
                return
            except Elsewhere as elsewhere:
                rate = self.services.limits.line(accepted.origin, accepted.counted)
                await self._elsewhere(scope, receive, send, socket, elsewhere, partial(self._counted, someone.id, rate))
                return
            if box.has_removed(someone.id):
                self.close(socket, wire.NOT_WELCOME)
                return
            scope["headers"].clear()  # the identity is known: saves memory of thousands of sockets
            rate = self.services.limits.line(accepted.origin, accepted.counted)
            await _Visit(self, box, someone, socket, rate).run(receive, scope.get(LINE))
        finally:
            self._leave(socket)

    async def _elsewhere(
        self, scope: Any, receive: Any, send: Send, socket: Outbox, elsewhere: Elsewhere, counted: Counted
    ) -> None:
        """Redirects a socket to the node that holds the table, or relays its frames."""
        nodes, metrics = self.room.nodes, self.services.metrics
        assert nodes is not None
        if self.room.forwarding.asked_by_node(scope):  # a relaying node must not pass our address to its client
            self.close(socket, wire.MOVED)
            return
        if not nodes.relay:
            socket.answer(wire.encoded(wire.MovedAway(url=wire.socket_url(elsewhere.url, elsewhere.table))))
            self.close(socket, wire.MOVED)
            return
        mark = self.room.forwarding.node_mark(scope["path"])
        metrics.relayed += 1
        try:
            self.close(socket, await relayed(scope, receive, send, elsewhere.url, mark, counted))
        finally:
            metrics.relayed -= 1

    def _counted(self, person: str, rate: LineRate, text: str | None) -> bool:
        """Counts a message for another node's table by socket, person and address, as for a table here.

        Returns False if there are too many. Raises a Refusal `rate` for a `say` or a change beyond its limit.
        """
        now = self.services.commits.loop.time()
        if rate.too_many(now, SEATED):  # the other node knows whether the person is seated, and may allow less
            return False
        try:
            message = wire.read(text or "")
        except Refusal:  # the other node says why
            return True
        if isinstance(message, (Say, *CHANGES)):
            try:
                (rate.refuse_talk if isinstance(message, Say) else rate.refuse_change)(now)
            except Refusal:
                if not self.services.store.key_is_used(person, message.key):  # a repeat is no talk and no change
                    raise
        return True

    def _enter(self, scope: Any, send: Send) -> Outbox:
        socket = Outbox(send, scope.get(LINE))
        self.open.add(socket)
        self.services.metrics.sockets += 1
        return socket

    def _leave(self, socket: Outbox) -> None:
        metrics = self.services.metrics
        metrics.sockets -= 1
        metrics.frames += socket.sent
        metrics.skipped += socket.skipped
        self.open.discard(socket)

    def close(self, socket: Outbox, code: int) -> None:
        """Closes a socket with that code and counts the code."""
        if socket.close(code):
            self.services.metrics.closed[code] += 1

    async def _accept(self, scope: Any, receive: Any, send: Send) -> "_Accepted | None":
        """Performs the handshake. Rejects foreign origins, and closes sockets beyond the rate limit."""
        await receive()
        if not self.origins.may_connect(scope):
            await send({"type": "websocket.close"})
            return None
        offered = scope.get("subprotocols", [])
        accept: dict[str, Any] = {"type": "websocket.accept"}
        if wire.PROTOCOL in offered:
            accept["subprotocol"] = wire.PROTOCOL
        await send(accept)
        if self.services.closing:
            await send({"type": "websocket.close", "code": wire.GOING})
            return None
        accepted = _Accepted(
            self.origins.someone(self.services.people, scope, self.services.clock.now()), origin_of(scope)
        )
        limits, now = self.services.limits, self.services.commits.loop.time()
        if limits.socket(accepted.origin, now) or limits.request(accepted.origin, accepted.counted, now):
            self.services.metrics.closed[wire.RUDE] += 1
            await send({"type": "websocket.close", "code": wire.RUDE})
            return None
        return accepted

    async def next_message(self, receive: Any, socket: Outbox, rate: LineRate, most: int) -> str | None:
        """Returns the next text message; None if either side has closed."""
        message = await receive()
        if message["type"] == "websocket.disconnect" or socket.gone:
            socket.drop()
            return None
        text: str | None = message.get("text")
        if text is None:
            self.close(socket, wire.BINARY)
            return None
        return text if self.may_say_more(socket, rate, most) else None

    def may_say_more(self, socket: Outbox, rate: LineRate, most: int) -> bool:
        """Counts a message. Closes the socket and returns False if it sends too many or reads none."""
        if socket.closing is not None:
            return False
        self.services.metrics.messages += 1
        if socket.overrun or rate.too_many(self.services.commits.loop.time(), most):
            self.close(socket, wire.RUDE)
        return socket.closing is None

    def close_sessions(self, over: str) -> None:
        """Closes the sockets of ended sessions, whose names begin with `over`."""
        for socket in [each for each in self.open if each.session.startswith(over)]:
            self.close(socket, wire.NO_SESSION)

    async def recheck_sessions(self) -> None:
        """Closes sockets whose session or key was revoked while this node missed notifications."""
        people = self.services.people
        people.forget_all()
        for socket in [each for each in self.open if each.session]:
            person = socket.session.partition(".")[0]
            if socket.session == with_key(person):
                self._recheck_key(socket)
            elif people.since(person) != socket.since or people.is_over(socket.session):
                self.close(socket, wire.NO_SESSION)
            people.person(person)
            await asyncio.sleep(0)  # each is a query: the event loop runs in between

    def recheck_keys(self, person: str) -> None:
        """Closes the sockets that were opened with an outdated key of the person."""
        for socket in [each for each in self.open if each.session == with_key(person)]:
            self._recheck_key(socket)

    def _recheck_key(self, socket: Outbox) -> None:
        if self.services.people.by_key(socket.since.decode()) is None:
            self.close(socket, wire.NO_SESSION)

    def close_all(self, back_in: int) -> None:
        """Tells every socket that the server closes, and closes it."""
        text = wire.encoded(wire.Closing(back_in=back_in))
        for socket in list(self.open):
            socket.answer(text)
            self.close(socket, wire.GOING)


class _Accepted:
    def __init__(self, someone: Identity | None, origin: Origin) -> None:
        self.someone = someone
        self.origin = origin
        self.counted = "" if someone is None or someone.is_host else someone.id


class _Visit:
    """One socket at one table."""

    def __init__(self, sockets: Sockets, box: Mailbox, someone: Identity, socket: Outbox, rate: LineRate) -> None:
        self.sockets = sockets
        self.room = sockets.room
        self.services = sockets.services
        self.box = box
        self.someone = someone
        self.socket = socket
        self.rate = rate
        self.greeted = False

    async def run(self, receive: Any, line: "FastWebSocket | None") -> None:
        """Handles messages until either side closes. With `line.ears` set, messages bypass `receive`."""
        person = self.someone.id
        self._replace_oldest(person)
        if line is not None:
            line.ears = self._overhear
        try:
            while (text := await self.sockets.next_message(receive, self.socket, self.rate, self._most())) is not None:
                self._listen(text)
        finally:
            if line is not None:
                line.ears = None
            self.box.visits[person].remove(self.socket)
            if not self.box.visits[person]:
                del self.box.visits[person]
            self.box.leave(self.socket, person)
            self.socket.drop()

    def _most(self) -> int:
        return SEATED if self.someone.id in self.box.live.state.players else WATCHING

    def _overhear(self, text: str) -> None:
        if not self.socket.gone and self.sockets.may_say_more(self.socket, self.rate, self._most()):
            self._listen(text)

    def _listen(self, text: str) -> None:
        if self.services.closing and self.room.nodes is not None:
            return  # the lease is released: the client repeats it to the next node
        try:
            self._hear(text)
        except Refusal as refusal:
            if isinstance(refusal, StoreFault):
                raise
            self._refuse(refusal, wire.key_in(text))
        if self.box.has_removed(self.someone.id):
            self.sockets.close(self.socket, wire.NOT_WELCOME)

    def _replace_oldest(self, person: str) -> None:
        """Keeps the newest sockets of a person at a table and closes the oldest beyond the limit."""
        visits = self.box.visits.setdefault(person, [])
        visits.append(self.socket)
        if len(visits) > SOCKETS_EACH:
            self.sockets.close(visits[-SOCKETS_EACH - 1], wire.REPLACED)

    def _hear(self, text: str) -> None:
        message, services = wire.read(text), self.services
        if isinstance(message, wire.Ping):
            self.socket.answer(wire.PONG)  # waits for no commit: a pong tells nothing of the table
            return
        if isinstance(message, wire.Hello):
            self.greeted = True
            services.people.play_money.top_up(self.someone.person, services.clock.now())
            self.box.welcome(self.socket, self.someone.id, self._person().name, message.after)
            return
        if not self.greeted:
            raise Refusal("format", "say hello first", "", "t")
        key, socket = message.key, self.socket
        if isinstance(message, wire.AskCoach):
            asyncio.get_running_loop().create_task(self._coach(message))
            return
        if isinstance(message, (Say, *CHANGES)):
            self._refuse_too_much(message)
        who = self._who(with_cage=isinstance(message, NEEDS_CAGE))
        acked, refused = partial(_ok, socket, key), partial(self._refuse, key=key)
        if self.room.nodes is None:
            self.box.submit(message, who, acked, refused)
            return
        try:
            self.box.submit(message, who, acked, refused)
        except Refusal as refusal:
            if refusal.code != "chips":
                raise
            fresh = services.people.who(self._person(), fresh=True)  # another node may have credited chips
            self.box.submit(message, fresh, acked, refused)

    def _refuse_too_much(self, message: AnyCommand) -> None:
        """Raises a Refusal `rate` for a `say` or a change beyond its limit. A repeat is neither: it writes no row."""
        services, now = self.services, self.services.commits.loop.time()
        if isinstance(message, Say):
            if services.store.result_of_key(self.someone.id, message) is None:
                self.rate.refuse_talk(now)
            return
        try:
            self.rate.refuse_change(now)
        except Refusal:
            if services.store.result_of_key(self.someone.id, message) is None:
                raise

    def _person(self) -> Any:
        return self.services.people.person(self.someone.id) or self.someone.person

    def _who(self, *, with_cage: bool) -> Who:
        person = self._person()
        if with_cage:
            return self.services.people.who(person)
        return Who(person.id, person.name, person.kind, person.kind == "host")

    def _refuse(self, refusal: Refusal, key: str | None) -> None:
        self.services.metrics.refused[refusal.code] += 1
        text = wire.refused(refusal, key)
        self.services.commits.after(lambda: self.socket.answer(text))

    async def _coach(self, asked: wire.AskCoach) -> None:
        """Sends the advice and then its `ok`, once the state that it is about is durable."""
        try:
            advice = wire.encoded(await self.room.coach.ask(self.box, asked, self.someone.id))
        except Refusal as refusal:
            self._refuse(refusal, asked.key)
            return
        ok = wire.encoded(wire.Ok(key=asked.key, n=step_for(self.box, self.someone.id)))

        def tell() -> None:
            self.socket.answer(advice)
            self.socket.answer(ok)

        self.box.when_durable(tell, lambda: self._refuse(reloaded(), asked.key))


def _ok(socket: Outbox, key: str, ack: Ack) -> None:
    socket.answer(wire.ok(key, ack))
