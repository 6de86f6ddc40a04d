"""Process priority: keeps worker processes below the event loop where a machine has few cores."""

import contextlib
import ctypes
import os
import struct
import sys
from typing import Final

GIVES_WAY: Final = 10
"""Nice value of a worker."""
STRETCH: Final = 20_000_000
"""Nanoseconds of the time slice that a worker requests."""
_SCHED_SETATTR: Final = {"x86_64": 314, "aarch64": 274}
_ATTR: Final = struct.Struct("=IIQiIQQQ")
"""Fields of sched_setattr(2): size, policy, flags, nice, priority, runtime, deadline, period."""


def give_way() -> None:
    """Lowers the caller's priority; on Linux also leaves one core free and requests longer time slices.

    On Linux it holds for the calling thread and what it starts, so that it is called once. A nice value alone is not
    enough: the kernel still gives a nice process its turn, which lasts until the next tick (4 ms), while the event loop
    waits. On the core that workers leave free there is no such turn. On the others a kernel with EEVDF slices (6.12 and
    newer) lets a waking process preempt one with a long slice. No process starves: the shares stay the same.
    """
    if hasattr(os, "setpriority"):
        share = max(os.getpriority(os.PRIO_PROCESS, 0), GIVES_WAY)
        os.setpriority(os.PRIO_PROCESS, 0, share)
        if sys.platform == "linux":
            with contextlib.suppress(OSError):  # a sandbox may forbid it; the nice value remains
                os.sched_setaffinity(0, others_than_first(os.sched_getaffinity(0)))
            if os.uname().machine in _SCHED_SETATTR:
                wish = _ATTR.pack(_ATTR.size, os.SCHED_OTHER, 0, share, 0, STRETCH, 0, 0)
                ctypes.CDLL(None).syscall(_SCHED_SETATTR[os.uname().machine], 0, wish, 0)


def others_than_first(cores: set[int]) -> set[int]:
    """Returns all cores but the first, or the only one."""
    return cores - {min(cores)} or cores
