"""Counts and times of a running house, as Prometheus reads them."""

import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from houseway.server.tables.registry import House

BUCKETS: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Metrics:
    """What has been counted since the process began."""

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
        """A command that was applied at `started` is on the disk now."""
        seconds = self.clock() - started
        self._waits[bisect_left(BUCKETS, seconds)] += 1
        self._waited += seconds

    def text(self, house: "House") -> str:
        """Every number in the text form that Prometheus reads."""
        lines: list[str] = []

        def tell(name: str, kind: str, about: str, values: Mapping[str, float]) -> None:
            lines.append(f"# HELP houseway_{name} {about}")
            lines.append(f"# TYPE houseway_{name} {kind}")
            lines.extend(f"houseway_{name}{labels} {value:g}" for labels, value in values.items())

        tell("up_seconds", "gauge", "Seconds since the process began.", {"": round(time.time() - self.began, 1)})
        awake = {'{awake="yes"}': len(house.tables), '{awake="no"}': house.count() - len(house.tables)}
        tell("tables", "gauge", "Open tables.", awake)
        tell("quarantined", "gauge", "Open tables that failed and wait for the host.", {"": len(house.quarantine)})
        tell("set_aside_total", "counter", "Tables that failed and were set aside.", {"": self.set_aside})
        tell("sockets", "gauge", "Open sockets.", {"": self.sockets})
        tell("messages_total", "counter", "Messages from sockets.", {"": self.messages})
        tell("commands_total", "counter", "Commands applied.", {"": self.applied})
        tell("repeated_total", "counter", "Commands that came again under their key.", {"": self.repeated})
        tell("rounds_total", "counter", "Rounds that ended.", {"": self.rounds})
        tell("frames_total", "counter", "Frames sent to sockets that are closed by now.", {"": self.frames})
        tell("skipped_total", "counter", "States that slow sockets missed.", {"": self.skipped})
        tell("crowded_total", "counter", "Connections of addresses that had too many.", {"": self.crowded})
        refused = {f'{{code="{code}"}}': float(count) for code, count in sorted(self.refused.items())}
        tell("refused_total", "counter", "Commands refused, by code.", refused)
        closed = {f'{{code="{code}"}}': float(count) for code, count in sorted(self.closed.items())}
        tell("closed_total", "counter", "Sockets closed by the room, by code.", closed)
        requests = {f'{{status="{status}"}}': float(count) for status, count in sorted(self.requests.items())}
        tell("requests_total", "counter", "HTTP requests, by status.", requests)
        tell("damages", "gauge", "Things found damaged since the process began.", {"": len(house.damages)})
        if house.scrubbing is not None:
            scrubbing = house.scrubbing
            tell("scrubbed_rows", "gauge", "Rows that the walk under way has verified.", {"": scrubbing.rows})
            tell("scrubs_total", "counter", "Walks through the whole history.", {"": scrubbing.walks})
            tell("scrub_age_seconds", "gauge", "Since the last walk ended.", scrubbing.age())
        if house.nodes is not None:
            nodes = house.nodes
            tell("nodes", "gauge", "Machines that serve the room.", {"": len(nodes.others) + 1})
            tell("leases", "gauge", "Tables that this node holds.", {"": nodes.held})
            tell("lease_age_seconds", "gauge", "Since the leases were renewed.", {"": round(nodes.age, 3)})
            tell("taken_over_total", "counter", "Tables taken over from other nodes.", {"": nodes.taken_over})
            tell("turned_back_total", "counter", "Commands that another node was faster than.", {"": self.rolled_back})
            tell("relayed", "gauge", "Sockets whose table is at another node.", {"": self.relayed})
            tell("forwarded_total", "counter", "Requests asked at another node.", {"": self.forwarded})
        self._tell_waits(lines)
        return "\n".join(lines) + "\n"

    def _tell_waits(self, lines: list[str]) -> None:
        name = "houseway_commit_seconds"
        lines += [f"# HELP {name} From a command applied to its commit.", f"# TYPE {name} histogram"]
        total = 0
        for bound, count in zip((*map(str, BUCKETS), "+Inf"), self._waits, strict=True):
            total += count
            lines.append(f'{name}_bucket{{le="{bound}"}} {total}')
        lines += [f"{name}_sum {self._waited:.6f}", f"{name}_count {total}"]
