"""Several real servers on one real PostgreSQL, each of which can be killed, stopped and partitioned."""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from tests.postgres import Database
from tests.server.running import HOUSEWAY, PATIENCE, Server

USUAL_LEASE, SHORT_LEASE = 5.0, 2.0
"""Seconds of a lease: as in a room, and where a test waits until one runs out. Every other time follows from it."""


def eventually(true: Callable[[], Any], seconds: float = PATIENCE) -> Any:
    """Waits until the check returns something true, and returns it."""
    end = time.monotonic() + seconds
    while not (found := true()):
        assert time.monotonic() < end, "it never came true"
        time.sleep(0.02)
    return found


class Proxy:
    """A connection to the database that can be cut: it swallows bytes silently."""

    def __init__(self, database: Database) -> None:
        parts = urlsplit(database.url)
        folder = parse_qs(parts.query)["host"][0]
        self._target = f"{folder}/.s.PGSQL.5432"
        self._door = socket.create_server(("127.0.0.1", 0))
        port = self._door.getsockname()[1]
        self.url = f"postgresql://postgres@127.0.0.1:{port}{parts.path}?sslmode=disable&gssencmode=disable"
        self._cut = threading.Event()
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        self._cut.set()

    def mend(self) -> None:
        self._cut.clear()

    def close(self) -> None:
        self._door.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                here, _ = self._door.accept()
                there = socket.socket(socket.AF_UNIX)
                there.connect(self._target)
                for one, other in ((here, there), (there, here)):
                    threading.Thread(target=self._pump, args=(one, other), daemon=True).start()

    def _pump(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while data := one.recv(65536):
                while self._cut.is_set():
                    time.sleep(0.02)
                other.sendall(data)
        for each in (one, other):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
        one.close()  # the other thread closes the other one


class Node(Server):
    """One node of the room, whose connection to the database can be cut."""

    run: tuple[str, ...] = HOUSEWAY

    def __init__(
        self, database: Database, number: int, folder: Path, *flags: str, port: int = 0, lease: float = USUAL_LEASE
    ) -> None:
        self.number = number
        self.proxy = Proxy(database)
        self.flags, self.lease = flags, lease
        self.database, self.folder = database, folder
        log, env = folder / f"node{number}.log", {"HOUSEWAY_LEASE_SECONDS": str(lease)}
        super().__init__(self.proxy.url, *flags, port=port, log=log, run=self.run, env=env)

    def again(self) -> "Node":
        """Starts a new process at the same address, as a supervisor does."""
        return type(self)(self.database, self.number, self.folder, *self.flags, port=self.port, lease=self.lease)

    def end(self) -> None:
        if self.process.poll() is None:
            self.kill()
        elif self.process.stdout is not None:
            self.process.stdout.close()
        self.proxy.close()


class Cluster:
    """The nodes of a room, and their rows in the database."""

    def __init__(
        self,
        database: Database,
        folder: Path,
        count: int,
        *flags: str,
        kind: type[Node] = Node,
        lease: float = USUAL_LEASE,
    ) -> None:
        self.database = database
        self.nodes = [kind(database, number, folder, "--pace", "fast", *flags, lease=lease) for number in range(count)]
        self.host_key = next(node.host_key for node in self.nodes if node.host_key)

    @property
    def urls(self) -> list[str]:
        return [node.url for node in self.nodes]

    def owner(self, table: str) -> Node | None:
        """Returns the node that holds a table now."""
        rows = self.database.execute(f"SELECT url FROM lease WHERE table_id = '{table}' AND until > clock_timestamp()")
        return next((node for node in self.nodes if rows and node.url == rows[0][0]), None)

    def epoch(self, table: str) -> int:
        return int(self.database.execute(f"SELECT epoch FROM lease WHERE table_id = '{table}'")[0][0])

    def restart(self, node: Node) -> None:
        """Ends the node and starts its next process."""
        node.end()
        self.nodes[node.number] = node.again()

    def end(self) -> None:
        for node in self.nodes:
            node.end()


@contextmanager
def cluster(
    folder: Path, count: int = 2, *flags: str, kind: type[Node] = Node, lease: float = USUAL_LEASE
) -> Iterator[Cluster]:
    database = Database()
    found = Cluster(database, folder, count, *flags, kind=kind, lease=lease)
    try:
        yield found
    finally:
        found.end()
        database.drop()
