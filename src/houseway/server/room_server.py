"""The composition root of a room: builds every object of a process once, connects them and holds them by name.

Routes, sockets and `serve` use this record. Everything below it takes `Services` or the parts that it needs.
"""

from typing import Final

from houseway.server.cluster.forwarding import Forwarding
from houseway.server.cluster.nodes import Nodes
from houseway.server.services import RoomDefaults, Services
from houseway.server.tables.idle_sweeper import IdleSweeper
from houseway.server.tables.lobby import LobbyBoard
from houseway.server.tables.mailbox import Mailbox
from houseway.server.tables.opening import TableOpening
from houseway.server.tables.quick_seat import QuickSeat
from houseway.server.tables.registry import TableRegistry
from houseway.server.tables.table_limits import TableLimits
from houseway.server.thinking.coach import CoachDesk
from houseway.server.thinking.odds import OddsDesk
from houseway.server.thinking.scrubber_process import Scrubbing
from houseway.server.thinking.thread_pool import BoundedThreadPool
from houseway.server.thinking.worker_queue import WorkerQueue
from houseway.store import Store

SCHOOL: Final = 16
"""Lessons dealt or queued at a time: each occupies a worker process for a second or more."""
REPLAYS, REPLAYS_EACH = 64, 4
"""Replays running or queued at a time, in total and by one person or address."""
SEARCHES, SEARCHES_EACH = 64, 8
"""Searches running or queued at a time, in total and by one person or address."""


class RoomServer:
    """All objects of a room on top of a store."""

    def __init__(self, store: Store, defaults: RoomDefaults) -> None:
        services = self.services = Services(store, defaults)
        registry = self.registry = TableRegistry(services)
        self.quarantine = registry.quarantine
        self.damages = registry.damages
        self.lobby = LobbyBoard(services, registry)
        self.table_limits = TableLimits(store, registry.table_ids)
        self.idle_sweeper = IdleSweeper(services, registry, self.table_limits)
        self.opening = TableOpening(services, registry, self.table_limits, self.idle_sweeper)
        self.quick_seat = QuickSeat(services, registry, self.opening, self.reach)
        self.threads = BoundedThreadPool("beside")
        self.posting_threads = BoundedThreadPool("postings", threads=1)
        self.replays = WorkerQueue(REPLAYS, REPLAYS_EACH)
        self.school = WorkerQueue(SCHOOL)
        self.searches = WorkerQueue(SEARCHES, SEARCHES_EACH)
        self.coach = CoachDesk()
        self.odds = OddsDesk()
        self.forwarding = Forwarding(services)
        self.scrubbing: Scrubbing | None = None
        self.nodes: Nodes | None = None

    def join(self, nodes: Nodes) -> None:
        """Makes this process one node of several, which serves the tables that it holds leases of."""
        self.nodes = self.services.cluster = self.forwarding.nodes = nodes
        self.services.commits.lease_is_valid = nodes.lease_is_valid
        nodes.start()

    async def reach(self, table: str) -> Mailbox:
        """Returns the table's mailbox. Raises `Elsewhere` if another node has it, and as `TableRegistry.find` does."""
        return self.registry.find(table) if self.nodes is None else await self.nodes.reach(table)

    async def close(self) -> None:
        """Stops timers and workers, then waits until every pending row is durable."""
        self.services.closing = True
        if self.scrubbing is not None:
            self.scrubbing.stop()
        self.services.clock.stop()
        self.idle_sweeper.stop()
        self.registry.stop()
        self.coach.stop()
        self.odds.stop()
        self.threads.stop()
        self.posting_threads.stop()
        self.replays.stop()
        self.school.stop()
        self.searches.stop()
        await self.services.commits.durable()
