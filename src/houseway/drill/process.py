"""A server process to start, kill and restart on the same database."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Final

from houseway.script import Refusal

PATIENCE: Final = 60.0
"""Seconds allowed for an operation that should take one: the machine may be busy."""
SERVE: Final = (sys.executable, "-m", "houseway", "serve")


class RoomProcess:
    """`houseway serve` on a free port, with its log file beside its database."""

    def __init__(self, db: Path, *flags: str) -> None:
        self.db = db
        self._flags = ("--port", "0", "--db", str(db), "--no-browser", "--json", *flags)
        self._process: subprocess.Popen[str] | None = None
        self.url = ""
        self.pid = 0
        self.host_key = ""
        self.began = 0.0

    def open(self) -> None:
        """Starts the server and reads its address.

        Raises a Refusal with the last log line if the server does not start.
        """
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
        """Seconds since the process was started."""
        return time.perf_counter() - self.began

    def kill(self) -> None:
        """Kills the process with SIGKILL."""
        if self._process is not None:
            self._process.kill()
            self._wait()

    def stand_still(self, seconds: float) -> None:
        """Stops the process for `seconds` with SIGSTOP, then continues it."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)
        try:
            time.sleep(seconds)
        finally:
            self._process.send_signal(signal.SIGCONT)

    def close(self) -> int:
        """Stops the process with SIGTERM. Returns its exit code."""
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
