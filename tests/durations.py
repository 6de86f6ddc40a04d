"""Keeps the duration of every test of a run, and names the tests that take longer than a test should.

The times of the last run are in `.pytest_cache/v/houseway/durations`, slowest first. A test that takes more than five
seconds carries `@pytest.mark.slow("why it must")`. Only `--all`, which a release runs, fails where one does not:
elsewhere a busy machine would decide whether a run passes.
"""

from collections import defaultdict
from typing import Final

import pytest

LIMIT: Final = 5.0
"""Seconds that the body of a test may take without the mark. Fixtures do not count: the first test pays for all."""
KEPT: Final = "houseway/durations"


class Durations:
    """Adds up what xdist's controller, or the only process, hears of each test."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._whole: dict[str, float] = defaultdict(float)
        self.unmarked: dict[str, float] = {}
        """Seconds of each test above the limit that does not say why."""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._whole[report.nodeid] += report.duration
        if report.when == "call" and report.duration > LIMIT and "slow" not in report.keywords:
            self.unmarked[report.nodeid] = report.duration

    @property
    def refuses(self) -> bool:
        """Whether the run fails for it."""
        return bool(self.unmarked) and bool(self._config.getoption("--all"))

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        slowest = sorted(self._whole.items(), key=lambda each: -each[1])
        cache: pytest.Cache | None = getattr(self._config, "cache", None)  # there is none with -p no:cacheprovider
        if cache is not None:
            cache.set(KEPT, {test: round(seconds, 2) for test, seconds in slowest})
        if self.refuses and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if not self.unmarked:
            return
        terminalreporter.section(f"over {LIMIT:.0f} s without a mark slow(reason)", red=self.refuses)
        for test, seconds in sorted(self.unmarked.items(), key=lambda each: -each[1]):
            terminalreporter.write_line(f"{seconds:7.1f} s  {test}")
