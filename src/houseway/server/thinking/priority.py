"""Who goes first where a machine has few cores: the house before what it thinks about."""

import contextlib
import ctypes
import os
import struct
import sys
from typing import Final

GIVES_WAY: Final = 10
"""How much less of the processor a worker wants than the house."""
STRETCH: Final = 20_000_000
"""Nanoseconds that a worker would like in one piece."""
_SCHED_SETATTR: Final = {"x86_64": 314, "aarch64": 274}
_ATTR: Final = struct.Struct("=IIQiIQQQ")
"""Of sched_setattr(2): size, policy, flags, nice, priority, runtime, deadline, period."""


def give_way() -> None:
    """Whoever calls has a smaller share, and on Linux one core less and fewer turns that are longer.

    There it holds for the thread and what it starts, so that it is called once. A share alone is not enough: whoever
    has a small one is owed a turn all the same, and it lasts until the next tick of the clock (4 ms), in the middle of
    what the house is at. On the one core that workers stay away from there is nobody to owe it to. On the others a
    kernel that hands out turns (6.12 and newer) lets in whoever wakes up before somebody who asked for a long one.
    Nobody starves: the share stays what it is.
    """
    if hasattr(os, "setpriority"):
        share = max(os.getpriority(os.PRIO_PROCESS, 0), GIVES_WAY)
        os.setpriority(os.PRIO_PROCESS, 0, share)
        if sys.platform == "linux":
            with contextlib.suppress(OSError):  # where a jail forbids it, the share has to do
                os.sched_setaffinity(0, others_than_first(os.sched_getaffinity(0)))
            if os.uname().machine in _SCHED_SETATTR:
                wish = _ATTR.pack(_ATTR.size, os.SCHED_OTHER, 0, share, 0, STRETCH, 0, 0)
                ctypes.CDLL(None).syscall(_SCHED_SETATTR[os.uname().machine], 0, wish, 0)


def others_than_first(cores: set[int]) -> set[int]:
    """All cores but one, which is left to the house; the only one where there is no other."""
    return cores - {min(cores)} or cores
