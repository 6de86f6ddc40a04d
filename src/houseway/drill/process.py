"""A room in a process of its own, to be opened, killed and opened again on the same books."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Final

from houseway.script import Refusal

PATIENCE: Final = 60.0
"""Seconds for what should take one: the machine may be busy."""
SERVE: Final = (sys.executable, "-m", "houseway", "serve")


class RoomProcess:
    """`houseway serve` on any port of this machine, with its log beside its books."""

    def __init__(self, db: Path, *flags: str) -> None:
        self.db = db
        self._flags = ("--port", "0", "--db", str(db), "--no-browser", "--json", *flags)
        self._process: subprocess.Popen[str] | None = None
        self.url = ""
        self.pid = 0
        self.host_key = ""
        self.began = 0.0

    def open(self) -> None:
        """The room is open, and its address is known; one that does not open is refused with its last words."""
        self.began = time.perf_counter()
        log = self.db.with_suffix(".log")
        with log.open("ab") as errors:
            self._process = subprocess.Popen(
                [*SERVE, *self._flags], stdout=subprocess.PIPE, stderr=errors, stdin=subprocess.DEVNULL, text=True
            )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            self.kill()
            lines = log.read_text(encoding="utf-8").splitlines() or [""]
            raise Refusal("drill", "the room does not open: {says}", facts={"says": lines[-1]})
        opened: dict[str, Any] = json.loads(line)
        self.url, self.pid = opened["url"], opened["pid"]
        if opened["host_url"] is not None:
            self.host_key = opened["host_url"].rpartition("/")[2]

    @property
    def age(self) -> float:
        """Seconds since it was told to open."""
        return time.perf_counter() - self.began

    def kill(self) -> None:
        """The process ends now, without a word."""
        if self._process is not None:
            self._process.kill()
            self._wait()

    def stand_still(self, seconds: float) -> None:
        """The process does nothing at all for so long, as on a machine that sleeps, and then goes on."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)
        try:
            time.sleep(seconds)
        finally:
            self._process.send_signal(signal.SIGCONT)

    def close(self) -> int:
        """The process ends in its own time; its exit code."""
        assert self._process is not None
        self._process.terminate()
        return self._wait()

    def _wait(self) -> int:
        assert self._process is not None
        code = self._process.wait(PATIENCE)
        assert self._process.stdout is not None
        self._process.stdout.close()
        self._process = None
        return code
