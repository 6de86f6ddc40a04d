"""A process survives several threads that first use the same library type at once."""

import subprocess
import sys

import pytest

from tests.server.running import ROOT
from tests.server.threads_child import WORK

TIMES = 4
"""Repetitions that it took to see a crash, before the repair."""


@pytest.mark.parametrize("work", WORK)
def test_what_threads_read_first_at_the_same_moment_ends_nobody(work: str) -> None:
    for _ in range(TIMES):
        subprocess.run([sys.executable, "-m", "tests.server.threads_child", work], cwd=ROOT, check=True)
