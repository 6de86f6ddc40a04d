"""Metrics of a room in the text format of Prometheus."""

import time
from collections.abc import Mapping

from houseway.server.base.metrics import BUCKETS
from houseway.server.room_server import RoomServer


def metrics_text(room: RoomServer) -> str:
    """Returns every metric in the text format of Prometheus."""
    metrics, registry = room.services.metrics, room.registry
    lines: list[str] = []

    def tell(name: str, kind: str, about: str, values: Mapping[str, float]) -> None:
        lines.append(f"# HELP houseway_{name} {about}")
        lines.append(f"# TYPE houseway_{name} {kind}")
        lines.extend(f"houseway_{name}{labels} {value:g}" for labels, value in values.items())

    tell("up_seconds", "gauge", "Seconds since the process began.", {"": round(time.time() - metrics.began, 1)})
    awake = {'{awake="yes"}': len(registry.tables), '{awake="no"}': registry.count() - len(registry.tables)}
    tell("tables", "gauge", "Open tables.", awake)
    tell("quarantined", "gauge", "Open tables that failed and wait for the host.", {"": len(room.quarantine)})
    tell("set_aside_total", "counter", "Tables that failed and were set aside.", {"": metrics.set_aside})
    tell("sockets", "gauge", "Open sockets.", {"": metrics.sockets})
    tell("messages_total", "counter", "Messages from sockets.", {"": metrics.messages})
    tell("commands_total", "counter", "Commands applied.", {"": metrics.applied})
    tell("repeated_total", "counter", "Commands that came again under their key.", {"": metrics.repeated})
    tell("rounds_total", "counter", "Rounds that ended.", {"": metrics.rounds})
    tell("frames_total", "counter", "Frames sent to sockets that are closed by now.", {"": metrics.frames})
    tell("skipped_total", "counter", "States that slow sockets missed.", {"": metrics.skipped})
    tell("crowded_total", "counter", "Connections of addresses that had too many.", {"": metrics.crowded})
    refused = {f'{{code="{code}"}}': float(count) for code, count in sorted(metrics.refused.items())}
    tell("refused_total", "counter", "Commands refused, by code.", refused)
    closed = {f'{{code="{code}"}}': float(count) for code, count in sorted(metrics.closed.items())}
    tell("closed_total", "counter", "Sockets closed by the room, by code.", closed)
    requests = {f'{{status="{status}"}}': float(count) for status, count in sorted(metrics.requests.items())}
    tell("requests_total", "counter", "HTTP requests, by status.", requests)
    tell("damages", "gauge", "Things found damaged since the process began.", {"": len(room.damages)})
    if room.scrubbing is not None:
        scrubbing = room.scrubbing
        tell("scrubbed_rows", "gauge", "Rows that the walk under way has verified.", {"": scrubbing.rows})
        tell("scrubs_total", "counter", "Walks through the whole history.", {"": scrubbing.walks})
        tell("scrub_age_seconds", "gauge", "Since the last walk ended.", scrubbing.age())
    if room.nodes is not None:
        nodes = room.nodes
        tell("nodes", "gauge", "Machines that serve the room.", {"": len(nodes.others) + 1})
        tell("leases", "gauge", "Tables that this node holds.", {"": nodes.held})
        tell("lease_age_seconds", "gauge", "Since the leases were renewed.", {"": round(nodes.age, 3)})
        tell("taken_over_total", "counter", "Tables taken over from other nodes.", {"": nodes.taken_over})
        tell("turned_back_total", "counter", "Commands that another node was faster than.", {"": metrics.rolled_back})
        tell("relayed", "gauge", "Sockets whose table is at another node.", {"": metrics.relayed})
        tell("forwarded_total", "counter", "Requests asked at another node.", {"": metrics.forwarded})
    lines += _wait_lines(*metrics.waits())
    return "\n".join(lines) + "\n"


def _wait_lines(waits: list[int], waited: float) -> list[str]:
    """Returns the histogram of commit latencies."""
    name = "houseway_commit_seconds"
    lines = [f"# HELP {name} From a command applied to its commit.", f"# TYPE {name} histogram"]
    total = 0
    for bound, count in zip((*map(str, BUCKETS), "+Inf"), waits, strict=True):
        total += count
        lines.append(f'{name}_bucket{{le="{bound}"}} {total}')
    return [*lines, f"{name}_sum {waited:.6f}", f"{name}_count {total}"]
