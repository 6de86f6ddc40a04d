"""The scrubber's process: started a while after the server, read by a thread, killed at shutdown."""

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
"""Seconds after the start of the server: it is busy before."""
AGAIN: Final = 3600.0
"""Seconds until a scrubber that has ended by itself is restarted."""
_HEARD: Final = msgspec.json.Decoder(ScrubReport)


class Damages:
    """Every damage found while the server runs, once each."""

    def __init__(self) -> None:
        self.found: dict[str, Damage] = {}
        self.tell: Callable[[Damage], None] = lambda _: None
        """Called in the event loop with each new damage."""

    def __len__(self) -> int:
        return len(self.found)

    def add(self, damage: Damage) -> None:
        if damage.says in self.found:
            return
        self.found[damage.says] = damage
        LOG.critical("the room is damaged", extra={"facts": {"why": damage.says, "table": damage.table or ""}})
        self.tell(damage)


class Scrubbing:
    """The scrubber's process. Its reports are handled in the event loop."""

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
        """Returns seconds since the last complete walk, as a metric without labels; empty if there was none."""
        return {"": round(time.monotonic() - self._walked_at)} if self.walks else {}

    def start(self, after: float = FIRST) -> None:
        self._timer = self._loop.call_later(after, self._begin)

    def stop(self) -> None:
        """Kills the process, which only reads."""
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
            with self._process.stdin as told:  # not as an argument, which every user of the machine can read
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
        except RuntimeError:  # the loop is closed: the process ends
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
            LOG.info("the scrubber verified the whole store", extra={"facts": facts})

    def _ended(self, code: int) -> None:
        if not self._stopped:
            LOG.warning("the scrubber has ended", extra={"facts": {"code": code}})
            self.start(AGAIN)
