"""The server process: listens, opens the store, serves until a signal, and makes everything durable at the end."""

import asyncio
import contextlib
import gc
import logging
import os
import signal
import socket
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

import msgspec
import uvicorn
from msgspec import Struct

from houseway.script import Refusal
from houseway.server.accounts.request_auth import OriginPolicy
from houseway.server.app import app_of
from houseway.server.base.commit_queue import crash
from houseway.server.base.json_logs import log_to_stderr
from houseway.server.cluster.nodes import Nodes
from houseway.server.net.connection_limits import EACH, ConnectionLimits
from houseway.server.net.http_protocol import LimitedHttpProtocol
from houseway.server.net.websocket_protocol import FastWebSocket
from houseway.server.room_server import RoomServer
from houseway.server.services import RoomDefaults
from houseway.server.sockets.session import Sockets
from houseway.server.thinking.scrubber_process import Scrubbing
from houseway.server.wire import MOST_BYTES
from houseway.store import SqliteStore, Store
from houseway.store.factory import node_of
from houseway.store.url import is_database, shown

LOG = logging.getLogger("houseway")
BACK_IN: Final = 5
SOON: Final = 1
"""Seconds after which another node has taken over the tables."""
PROXIES: Final = "127.0.0.1,::1"
"""Trusted proxies: those of this machine, or those that FORWARDED_ALLOW_IPS names."""
UNLIMITED: Final = 1_000_000
"""Open files of a process if the system sets no limit."""
PING_EVERY, PONG_WITHIN = 20.0, 20.0
"""Seconds between two pings of a socket, and seconds to wait for a pong before the server disconnects the client."""
LAST_WORDS: Final = 0.3
"""Seconds for the last frames of sockets at shutdown."""


class ServerSetup(Struct, kw_only=True):
    """Settings of a server process."""

    host: str = "127.0.0.1"
    port: int = 8014
    db: str
    origins: Sequence[str] = ()
    relay: bool = False
    node_url: str | None = None
    new_host_link: bool = False
    connections: int = EACH
    """Connections of one address at a time."""
    rules: RoomDefaults

    @property
    def on_loopback(self) -> bool:
        return is_loopback(self.host)


class Serving(Struct, frozen=True):
    """Facts of a running server: the first line of `houseway serve --json`."""

    url: str
    host_url: str | None
    pid: int
    db: str
    version: str


def is_loopback(host: str) -> bool:
    return host in ("localhost", "::1") or host.startswith("127.")


class _Server(uvicorn.Server):
    """A uvicorn server that leaves signals to `serve`, which shuts down in its own order."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def listener(host: str, port: int) -> socket.socket:
    """Returns a listening socket. Raises a Refusal if the address cannot be bound."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        found = socket.socket(family, socket.SOCK_STREAM)
        if os.name == "posix":
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((host, port))
        found.listen(2048)
    except OSError as error:
        facts = {"host": host, "port": port, "why": error.strerror or str(error)}
        raise Refusal("listen", "the room cannot open at {host}:{port}: {why}", facts=facts) from None
    return found


def addresses() -> list[str]:
    """Returns this machine's addresses on its network, without loopback."""
    found: list[str] = []
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # sends nothing: the system picks the source address
        found.append(str(probe.getsockname()[0]))
    with contextlib.suppress(OSError):
        found += [str(each[4][0]) for each in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return [each for each in dict.fromkeys(found) if not is_loopback(each)]


def url_of(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def origins_of(opening: ServerSetup, port: int) -> list[str]:
    """Returns the origins of the room's own pages: every name of the listening address, and those of the settings."""
    names = ["127.0.0.1", "localhost", "::1"] if opening.on_loopback else [opening.host]
    if opening.host in ("0.0.0.0", "::"):
        names = ["127.0.0.1", "localhost", "::1", socket.gethostname(), *addresses()]
    return [*(url_of(name, port) for name in names), *opening.origins]


def node_url_of(opening: ServerSetup, port: int) -> str:
    """Returns the URL by which other nodes and redirected clients reach this node."""
    if opening.node_url is not None:
        return opening.node_url.rstrip("/")
    abroad = addresses() if opening.host in ("0.0.0.0", "::") else []
    return url_of(abroad[0] if abroad else "127.0.0.1" if opening.host in ("0.0.0.0", "::") else opening.host, port)


def refuse_laid_abroad(opening: ServerSetup) -> None:
    """Raises a Refusal if laid cards would be dealt on a public address or on PostgreSQL."""
    if opening.rules.is_laid and is_database(opening.db):
        raise Refusal("chance", "laid cards are refused on PostgreSQL: they are for one machine alone", "", "--db")
    if opening.rules.is_laid and not opening.on_loopback:
        form = "laid cards are refused at {host}: they are for this machine alone"
        raise Refusal("chance", form, "", "--host", {"host": opening.host})


def serve(opening: ServerSetup, opened: Callable[[Serving], None]) -> None:
    """Serves until SIGTERM or Ctrl+C. Calls `opened` when the room is ready."""
    refuse_laid_abroad(opening)
    log_to_stderr()
    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        runner.run(_serve(opening, opened))


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    try:
        import uvloop
    except ImportError:  # Windows
        return None
    factory: Callable[[], asyncio.AbstractEventLoop] = uvloop.new_event_loop
    return factory


def settle_memory() -> None:
    """Freezes start-up objects out of garbage collection and sets the GC thresholds.

    The thresholds bound a pause: a collection of 400,000 objects took 140 ms, one of 50,000 takes 15 to 22 ms.
    """
    gc.freeze()
    gc.set_threshold(1_000, 10, 500)
    gc.enable()


def more_files() -> int:
    """Raises the limit of open files to the system's maximum and returns it."""
    try:
        import resource
    except ImportError:  # Windows
        return UNLIMITED
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    now, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return UNLIMITED if now == resource.RLIM_INFINITY else now


async def _serve(opening: ServerSetup, opened: Callable[[Serving], None]) -> None:
    door = listener(opening.host, opening.port)
    port = door.getsockname()[1]
    shown_host = "127.0.0.1" if opening.host in ("0.0.0.0", "::") else opening.host
    url, origins = url_of(shown_host, port), origins_of(opening, port)
    alone = None if is_database(opening.db) else SqliteStore(opening.db)
    shared = node_of(opening.db, node_url_of(opening, port), origins) if alone is None else None
    store: Store = alone or shared  # type: ignore[assignment]
    try:
        room, policy = RoomServer(store, opening.rules), OriginPolicy(origins)
        services = room.services
        token = services.people.host_link(new=opening.new_host_link, now=services.clock.now())
        public = opening.origins[0].rstrip("/") if opening.origins else url
        crowd = ConnectionLimits(
            opening.connections, more_files(), proxies(), services.metrics, lambda: policy.node_addresses
        )
        app, sockets = app_of(room, policy, public, crowd)
        server = _Server(_config(app, crowd))
        stop = asyncio.Event()
        loop = asyncio.get_running_loop()
        _on_signals(loop, stop)
        services.clock.start()
        room.idle_sweeper.start()
        if alone is not None:
            alone.when_broken(lambda error: None if services.closing else crash(error))
            room.registry.load()
        if shared is not None:
            nodes = Nodes(services, room.registry, shared, policy, relay=opening.relay)
            nodes.missed, nodes.changed = sockets.recheck_sessions, sockets.recheck_keys
            room.join(nodes)
        serving = loop.create_task(server.serve([door]))
        while not server.started and not serving.done():
            await asyncio.sleep(0.005)
        if serving.done():
            await serving
            return
        from importlib.metadata import version

        host_url = None if token is None else f"{public}/in/{token}"
        opened(Serving(url, host_url, os.getpid(), shown(opening.db), version("houseway")))
        settle_memory()
        LOG.info("the room is open", extra={"facts": {"url": url, "tables": room.registry.count()}})
        room.scrubbing = Scrubbing(opening.db, alone or shared, room.damages)  # type: ignore[arg-type]  # one of both
        room.scrubbing.start()
        waking = loop.create_task(room.registry.wake_gently())
        await stop.wait()
        await _close(room, sockets, server, serving, waking)
    finally:
        store.close()
    LOG.info("the room is closed")


def _config(app: Any, crowd: ConnectionLimits) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        http=type("LimitedHttpProtocol", (LimitedHttpProtocol,), {"crowd": crowd}),
        ws=FastWebSocket,
        ws_max_size=MOST_BYTES,
        ws_per_message_deflate=False,
        ws_ping_interval=PING_EVERY,
        ws_ping_timeout=PONG_WITHIN,
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=True,
        forwarded_allow_ips=proxies(),
        timeout_graceful_shutdown=2,
        timeout_keep_alive=30,
    )


def proxies() -> str:
    return os.environ.get("FORWARDED_ALLOW_IPS", PROXIES)


def _on_signals(loop: asyncio.AbstractEventLoop, stop: asyncio.Event) -> None:
    for name in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(name, stop.set)
        except NotImplementedError:  # Windows
            signal.signal(name, lambda *_: loop.call_soon_threadsafe(stop.set))


async def _close(
    room: RoomServer,
    sockets: Sockets,
    server: _Server,
    serving: "asyncio.Task[None]",
    waking: "asyncio.Task[None]",
) -> None:
    """Makes everything durable and releases its effects, then closes the sockets and stops the server."""
    waking.cancel()
    await room.close()
    if room.nodes is not None:
        await room.nodes.leave()
    sockets.close_all(BACK_IN if room.nodes is None or not room.nodes.others else SOON)
    await asyncio.sleep(LAST_WORDS)
    server.should_exit = True
    await serving


def serving_json(opened: Serving) -> str:
    return msgspec.json.encode(opened).decode()
