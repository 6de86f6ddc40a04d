"""The scrubber's process as the house sees it: started some time after the room opens, heard, and ended with it."""

import asyncio
import logging
import subprocess
import sys
import time
from collections.abc import Callable
from threading import Thread
from typing import TYPE_CHECKING, Final

import msgspec

from houseway.store import SqliteStore
from houseway.store.history_walk import Damage
from houseway.store.scrubber import ScrubReport

if TYPE_CHECKING:
    from houseway.store.postgres import PostgresStore

LOG = logging.getLogger("houseway")
FIRST: Final = 60.0
"""Seconds after which it begins: a room that opens has more to do."""
AGAIN: Final = 3600.0
"""Seconds after which it is started anew where it has ended by itself."""
_HEARD: Final = msgspec.json.Decoder(ScrubReport)


class Damages:
    """Everything that was found damaged while the room runs, once each. `tell` is called for each of them."""

    def __init__(self) -> None:
        self.found: dict[str, Damage] = {}
        self.tell: Callable[[Damage], None] = lambda _: None
        """Called in the event loop with each damage: whoever takes tables out of play is connected here."""

    def __len__(self) -> int:
        return len(self.found)

    def add(self, damage: Damage) -> None:
        if damage.says in self.found:
            return
        self.found[damage.says] = damage
        LOG.critical("the room is damaged", extra={"facts": {"why": damage.says, "table": damage.table or ""}})
        self.tell(damage)


class Scrubbing:
    """One process; what it says is heard in the event loop."""

    def __init__(self, db: str, store: "SqliteStore | PostgresStore", damages: Damages) -> None:
        self._db = db
        self._store = store
        self._damages = damages
        self._loop = asyncio.get_running_loop()
        self._timer: asyncio.TimerHandle | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._stopped = False
        self.rows = 0
        self.walks = 0
        self._walked_at = 0.0

    def age(self) -> dict[str, float]:
        """Seconds since the last walk ended, as a metric without labels; nothing where none has."""
        return {"": round(time.monotonic() - self._walked_at)} if self.walks else {}

    def start(self, after: float = FIRST) -> None:
        self._timer = self._loop.call_later(after, self._begin)

    def stop(self) -> None:
        """It has ended, which takes it no time: it only reads."""
        self._stopped = True
        if self._timer is not None:
            self._timer.cancel()
        if self._process is not None:
            self._process.kill()

    def _begin(self) -> None:
        words = [sys.executable, "-m", "houseway.store.scrubber"]
        try:
            self._process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            assert self._process.stdin is not None
            with self._process.stdin as told:  # and not among its words, which everybody of the machine may read
                told.write(self._db.encode() + b"\n")
        except OSError as error:
            LOG.warning("the scrubber does not run", extra={"facts": {"why": str(error)}})
            self.start(AGAIN)
            return
        Thread(target=self._listen, args=(self._process,), name="houseway-scrubber", daemon=True).start()

    def _listen(self, process: "subprocess.Popen[bytes]") -> None:
        assert process.stdout is not None
        with process.stdout:
            for line in process.stdout:
                self._in_loop(self._hear, line)
        process.wait()
        self._in_loop(self._ended, process.returncode)

    def _in_loop(self, work: Callable[..., None], given: object) -> None:
        try:
            self._loop.call_soon_threadsafe(work, given)
        except RuntimeError:  # the loop is closed: the house has ended
            return

    def _hear(self, line: bytes) -> None:
        heard = _HEARD.decode(line)
        self.rows = heard.rows
        if heard.checkpoint is not None and isinstance(self._store, SqliteStore) and not self._stopped:
            self._store.keep_checkpoint(heard.checkpoint)
        if heard.damage is not None:
            self._damages.add(heard.damage)
        if heard.walked is not None:
            self.walks += 1
            self._walked_at = time.monotonic()
            facts = {"rows": heard.rows, "seconds": heard.walked, "damages": len(self._damages)}
            LOG.info("the room was verified from end to end", extra={"facts": facts})

    def _ended(self, code: int) -> None:
        if not self._stopped:
            LOG.warning("the scrubber has ended", extra={"facts": {"code": code}})
            self.start(AGAIN)
