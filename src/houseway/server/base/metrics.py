"""Counters and latencies of a running process (`api.metrics_text` writes them for Prometheus)."""

import time
from bisect import bisect_left
from collections import Counter
from typing import Final

BUCKETS: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Metrics:
    """Counters since the process began."""

    def __init__(self) -> None:
        self.began = time.time()
        self.sockets = 0
        self.messages = 0
        self.applied = 0
        self.repeated = 0
        self.rounds = 0
        self.frames = 0
        self.skipped = 0
        self.relayed = 0
        self.rolled_back = 0
        self.set_aside = 0
        self.crowded = 0
        self.forwarded = 0
        self.refused: Counter[str] = Counter()
        self.closed: Counter[int] = Counter()
        self.requests: Counter[int] = Counter()
        self.clock = time.perf_counter
        self._waits = [0] * (len(BUCKETS) + 1)
        self._waited = 0.0

    def durable(self, started: float) -> None:
        """Records the commit latency of a command applied at `started`."""
        seconds = self.clock() - started
        self._waits[bisect_left(BUCKETS, seconds)] += 1
        self._waited += seconds

    def waits(self) -> tuple[list[int], float]:
        """Returns the commit latencies as counts by `BUCKETS`, and their sum in seconds."""
        return self._waits, self._waited
