"""Revocation of sessions and keys across nodes, acknowledged once no node accepts them any more.

The node that ends a session broadcasts it until every live node has answered. A node that receives it closes the
sockets of that session, and answers after all effects of their commands are released. A node that does not answer hangs
or is partitioned: its leases expire, and without leases it releases nothing.
"""

import asyncio
import logging
import secrets
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from houseway.script import Refusal
from houseway.server.accounts.sessions import People
from houseway.server.base.commit_queue import Commits

if TYPE_CHECKING:
    from houseway.store.postgres import PostgresStore

LOG = logging.getLogger("houseway")
AGAIN: Final = 0.5
"""Seconds between two broadcasts to nodes that have not answered."""
LONGEST: Final = 15.0
"""Seconds after which every node has answered or lost its leases."""
REVOKED, HEARD = "revoked", "heard"
"""The first words of the two messages between nodes."""


class Revocations:
    """This node's part in ending sessions on every node."""

    def __init__(
        self, people: People, commits: Commits, store: "PostgresStore", is_closing: Callable[[], bool]
    ) -> None:
        self._people = people
        self._commits = commits
        self._store = store
        self._is_closing = is_closing
        self._answers: dict[str, set[str]] = {}
        self._news = asyncio.Event()

    async def everywhere(self, over: str) -> None:
        """Returns once no live node accepts sessions with that prefix. Raises a Refusal if a node never answers."""
        token, own = secrets.token_hex(8), self._store.leases.id
        answers = self._answers[token] = {own}
        end = time.monotonic() + LONGEST
        try:
            while silent := {node.id for node in self._store.leases.nodes()} - answers:
                if time.monotonic() > end:
                    raise Refusal("busy", "another machine has not heard yet that this is over: try again")
                self._store.tell_all(f"{REVOKED} {token} {own} {over}")
                await self._until_answered(answers, silent)
        finally:
            del self._answers[token]

    async def _until_answered(self, answers: set[str], silent: set[str]) -> None:
        """Waits until the silent nodes have answered, for at most `AGAIN` seconds."""
        end = time.monotonic() + AGAIN
        while not silent <= answers and (left := end - time.monotonic()) > 0:
            self._news.clear()
            try:
                await asyncio.wait_for(self._news.wait(), left)
            except TimeoutError:
                return

    def hear(self, what: str, said: str) -> None:
        """Handles a message of another node: it ends sessions, or it acknowledges that this node does."""
        token, node, over = [*said.split(" ", 2), "", ""][:3]
        if what == HEARD:
            if token in self._answers:
                self._answers[token].add(node)
                self._news.set()
            return
        own = self._store.leases.id
        if node != own:
            self._people.revoked(over)
            self._commits.after(lambda: self._answer(token, own))

    def _answer(self, token: str, own: str) -> None:
        if not self._is_closing():
            self._store.tell_all(f"{HEARD} {token} {own}")
