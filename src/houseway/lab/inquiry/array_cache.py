"""Cache of large tables on disk, beside the lab's answers and with the same lifetime."""

import hashlib
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

from houseway.lab.inquiry import cache
from houseway.lab.inquiry.question import Question

Tables = dict[str, Any]
"""Arrays by name."""


def kept(asked: Question, part: str, make: Callable[[], Tables]) -> Tables:
    """Returns the cached tables of this question, or makes and stores them. A failed write is ignored."""
    import numpy as np

    with suppress(OSError, RuntimeError, ValueError, BadZipFile), np.load(_path(asked, part)) as found:
        return dict(found)
    tables = make()
    with suppress(OSError, RuntimeError):
        path = _path(asked, part)
        path.parent.mkdir(parents=True, exist_ok=True)
        whole = path.with_suffix(f".{os.getpid()}.npz")
        np.savez_compressed(whole, **tables)
        os.replace(whole, path)
    return tables


def _path(asked: Question, part: str) -> Path:
    key = hashlib.sha256(f"{asked.rules.fingerprint} {cache.source_hash(asked.game)} {part}".encode()).hexdigest()
    return cache.place("simulation", f"{asked.game}-{key[:24]}.npz")
