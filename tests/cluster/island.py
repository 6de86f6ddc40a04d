"""A node in its own network namespace, on a virtual cable that can be pulled."""

import os
import socket
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.cluster.running import Cluster, cluster
from tests.postgres import Database
from tests.server.running import Server


def _ip(*words: str) -> None:
    subprocess.run(["ip", *words], capture_output=True, check=True)


@contextmanager
def island(folder: Path, lease: float) -> Iterator[tuple[Cluster, Server, Callable[[str], None]]]:
    """Yields a node at home, one on the island, and a function that pulls its cable ("down") or restores it ("up")."""
    number = os.getpid() % 200 + 20
    name, home, away = f"hw{number}", f"10.{number}.77.1", f"10.{number}.77.2"
    try:
        _ip("netns", "add", name)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("no network namespaces here")
    try:
        _ip("link", "add", f"{name}a", "type", "veth", "peer", "name", f"{name}b", "netns", name)
        _ip("addr", "add", f"{home}/24", "dev", f"{name}a")
        _ip("link", "set", f"{name}a", "up")
        for words in (("addr", "add", f"{away}/24", "dev", f"{name}b"), ("link", "set", f"{name}b", "up")):
            _ip("-n", name, *words)
        _ip("-n", name, "link", "set", "lo", "up")
        with cluster(folder, 1, lease=lease) as found, ferry(found.database, home) as url:
            within = ("ip", "netns", "exec", name)
            log, env = folder / "island.log", {"HOUSEWAY_LEASE_SECONDS": str(lease)}
            alone = Server(url, "--host", away, "--pace", "fast", log=log, within=within, env=env)
            try:
                yield found, alone, lambda state: _ip("link", "set", f"{name}a", state)
            finally:
                if alone.process.poll() is None:
                    alone.kill()
                elif alone.process.stdout is not None:
                    alone.process.stdout.close()
    finally:
        subprocess.run(["ip", "link", "del", f"{name}a"], capture_output=True, check=False)
        subprocess.run(["ip", "netns", "del", name], capture_output=True, check=False)


@contextmanager
def ferry(database: Database, address: str) -> Iterator[str]:
    """Forwards the database to an address of the namespace; its server listens to loopback only."""
    parts = urlsplit(database.url)
    target = f"{parse_qs(parts.query)['host'][0]}/.s.PGSQL.5432"
    door = socket.create_server((address, 0))

    def pump(one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while data := one.recv(65536):
                other.sendall(data)
        with suppress(OSError):
            other.shutdown(socket.SHUT_RDWR)
        one.close()

    def accept() -> None:
        with suppress(OSError):
            while True:
                here, _ = door.accept()
                there = socket.socket(socket.AF_UNIX)
                there.connect(target)
                for pair in ((here, there), (there, here)):
                    threading.Thread(target=pump, args=pair, daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    yield f"postgresql://postgres@{address}:{door.getsockname()[1]}{parts.path}?sslmode=disable&gssencmode=disable"
    door.close()
