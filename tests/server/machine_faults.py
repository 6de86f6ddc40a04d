"""`houseway serve` with injected faults: run by tests of machine faults and of connection limits, never by pytest.

python -m tests.server.machine_faults ORDERS serve ...

Files in the folder ORDERS control the faults: `fail` and `hang` are those of `SickDisk`, `clock` has the milliseconds
by which the machine's clock was set, `within` (read at the start) the timeouts of requests and of reading clients.
"""

import sys
import time
from pathlib import Path

from houseway.cli import main
from houseway.server.base import clock as module
from houseway.server.net import http_protocol
from tests.store.sick_disk import SickDisk


class SetClock:
    """The machine's wall clock, which can be set, and its monotonic clock, which cannot."""

    monotonic = staticmethod(time.monotonic)

    def __init__(self, file: Path) -> None:
        self._file = file

    def time_ns(self) -> int:
        try:
            return time.time_ns() + int(self._file.read_text() or "0") * 1_000_000
        except (OSError, ValueError):
            return time.time_ns()


if __name__ == "__main__":
    orders = Path(sys.argv[1])
    disk = SickDisk(orders)
    vars(module)["time"] = SetClock(orders / "clock")
    if (orders / "within").exists():
        http_protocol.WITHIN = http_protocol.TAKES = float((orders / "within").read_text())
    main(sys.argv[2:])
