"""Two nodes behind a real nginx with TLS, by the configuration of the operations page, word for word."""

import os
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPSConnection
from pathlib import Path

import pytest

from tests.cluster.load import Load
from tests.cluster.running import USUAL_LEASE, Cluster, cluster, eventually
from tests.cluster.test_faults import check_kept, check_no_zombie, killed, strike
from tests.server.running import ROOT, Guest, play_rounds

PAGE = ROOT / "docs" / "operations.md"
NAME = "localhost"

pytestmark = [
    pytest.mark.skipif(not shutil.which("nginx"), reason="nginx is not installed (Debian: nginx-light)"),
    pytest.mark.skipif(not shutil.which("openssl"), reason="openssl is not installed"),
]


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


def certificate(folder: Path) -> Path:
    """Makes a self-signed certificate for the name, and its key."""
    made = folder / "room.pem"
    words = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
    subject = ["-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}"]
    files = ["-keyout", str(folder / "room.key"), "-out", str(made)]
    subprocess.run(["openssl", *words, *subject, *files], check=True, capture_output=True)
    return made


def site(found: Cluster, folder: Path, port: int) -> str:
    """Returns the page's own configuration with these nodes, this port and this certificate."""
    block = re.search(r"```nginx\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert block is not None
    text = block[1]
    for old, new in zip(("127.0.0.1:8014", "127.0.0.1:8015"), found.urls, strict=True):
        assert old in text
        text = text.replace(old, new.removeprefix("http://"))
    for old, new in (
        ("listen 443 ssl", f"listen 127.0.0.1:{port} ssl"),
        ("server_name cards.example", f"server_name {NAME}"),
        ("/etc/ssl/cards.example.pem", str(folder / "room.pem")),
        ("/etc/ssl/cards.example.key", str(folder / "room.key")),
    ):
        assert old in text
        text = text.replace(old, new)
    return text


@contextmanager
def nginx(found: Cluster, folder: Path, port: int) -> Iterator[None]:
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    folders = "".join([f"{kind}_temp_path {folder}/{kind};\n" for kind in kinds])
    user = "user root;" if os.geteuid() == 0 else ""
    whole = f"""
        daemon off; worker_processes 1; pid {folder}/pid; error_log {folder}/error.log; {user}
        events {{ worker_connections 1024; }}
        http {{ access_log off; {folders} {site(found, folder, port)} }}"""
    (folder / "nginx.conf").write_text(whole)
    process = subprocess.Popen(["nginx", "-c", str(folder / "nginx.conf"), "-e", f"{folder}/error.log"])
    try:
        eventually(lambda: _answers(port))
        yield
    finally:
        process.terminate()
        process.wait(20)


def _answers(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), 1).close()
    except OSError:
        return False
    return True


@contextmanager
def public_room(
    folder: Path, monkeypatch: pytest.MonkeyPatch, lease: float = USUAL_LEASE
) -> Iterator[tuple[Cluster, str]]:
    """Two nodes and their one public address."""
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate(folder)))
    port = free_port()
    url = f"https://{NAME}:{port}"
    with cluster(folder, 2, "--relay", "--origin", url, lease=lease) as found, nginx(found, folder, port):
        yield found, url


def counted(found: Cluster, name: str) -> float:
    """Returns a metric summed over all nodes."""
    total = 0.0
    for node in found.nodes:
        text = str(node.guest().get("/metrics"))
        total += sum(float(line.rpartition(" ")[2]) for line in text.splitlines() if line.startswith(f"{name} "))
    return total


@pytest.mark.slow("starts two nodes, nginx and a browser")
def test_one_public_name_with_tls_serves_pages_sockets_and_every_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with public_room(tmp_path, monkeypatch) as (found, url):
        people = [Guest(url, name) for name in ("Ana", "Ben", "Cleo")]
        ana = people[0]
        assert "<!doctype html>" in ana.get("/")
        tables = [ana.open("three-card-poker", bots=2) for _ in range(4)]
        lines = []
        for person in people:
            person.get("/healthz")  # round robin: now it is the other node's turn
            lines += [person.line(table) for table in tables]
        assert counted(found, "houseway_relayed") > 0  # some reached the node without the table
        lines[0].sit(1)
        assert len(play_rounds(lines[0], 1)) == 1  # before others sit there, whose clocks would have to run out
        for seat, person in enumerate(people):
            for line in [each for each in lines[1:] if each.you["person"] == person.id]:
                line.sit(seat + 1)
        for _ in range(4):  # whichever node answers
            assert [row["table"] for row in ana.get("/api/me")["tables"]] == tables
        with ana.line("lobby", hello=False) as board:
            board.until(lambda frame: {*tables} <= {line["table"] for line in frame["tables"]})
        for line in lines:
            line.close()


def test_the_cookie_is_for_tls_alone_and_pages_from_elsewhere_are_not_let_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with public_room(tmp_path, monkeypatch) as (_, url):
        line = HTTPSConnection(url.removeprefix("https://"))
        line.request("POST", "/api/session", "{}", {"Content-Type": "application/json"})
        answer = line.getresponse()
        answer.read()
        cookie = answer.getheader("Set-Cookie") or ""
        assert "Secure" in cookie
        assert "HttpOnly" in cookie
        evil = {
            "Content-Type": "application/json",
            "Cookie": cookie.partition(";")[0],
            "Origin": "https://evil.example",
        }
        line.request("POST", "/api/me", '{"name":"Eve"}', evil)
        answer = line.getresponse()
        answer.read()
        assert answer.status == 403
        line.close()


@pytest.mark.slow("waits for a lease to run out")
def test_a_node_that_dies_behind_the_proxy_is_missed_by_nobody(
    tmp_path: Path, lease: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Clients know one address. They reconnect to it, and no acknowledgement is lost."""
    with public_room(tmp_path, monkeypatch, lease) as (found, url):
        with Load([url], tables=4, people=3) as load:
            eventually(lambda: load.all_answered_since(0.0), 60)
            node = next(each for each in found.nodes if any(found.owner(table) is each for table in load.tables))
            strike(found, load, node, killed)
            found.restart(node)
            began = time.monotonic()
            eventually(lambda: load.all_answered_since(began), 60)
        assert check_kept(found, load) > 10
        check_no_zombie(found)
