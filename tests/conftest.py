"""Tests cite clauses and examples; here it is noted which of them passed, for the record shipped with the package."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from houseway.rulebook.coverage import RECORD, record_of, write_record
from houseway.testing import COLLECTED, WHOLE, Citation

_KINDS = ("rule", "example")
_PROPERTY = "cites"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--record-coverage",
        action="store_true",
        help="after a full run that passed, write which clauses and examples have a test into the package",
    )
    parser.addoption(
        "--campaign",
        type=int,
        default=1,
        metavar="N",
        help="play N times as many random rounds as the short form that CI runs",
    )


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "rule(*clauses): the test proves these clauses of the rule book")
    config.addinivalue_line("markers", "example(*examples): the test works these examples of the rule book")
    config.stash[WHOLE] = _covers_all_tests(config)
    config.pluginmanager.register(Recorder(config), "houseway-recorder")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    # First, so that tests deselected by -k or -m are still known to exist.
    config.stash[COLLECTED] = [citation for item in items for citation in _citations(item)]
    for item in items:
        item.user_properties.append((_PROPERTY, list(_citations(item))))


class Recorder:
    """Notes the citations of tests that pass. They travel with the reports, so workers of xdist need nothing more."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.passed: set[Citation] = set()
        self.says = ""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call" and report.outcome == "passed":
            for name, citations in report.user_properties:
                if name == _PROPERTY and isinstance(citations, Iterable):
                    self.passed.update((kind, cited, test) for kind, cited, test in citations)

    def pytest_sessionfinish(self, exitstatus: int) -> None:
        if not self.config.getoption("--record-coverage") or hasattr(self.config, "workerinput"):
            return
        if exitstatus != 0:
            self.says = "coverage not recorded: something failed"
        elif not self.config.stash[WHOLE] or self.config.option.keyword or self.config.option.markexpr:
            self.says = "coverage not recorded: only a part of the tests was run"
        else:
            write_record(record_of(self.passed), RECORD)
            self.says = f"coverage recorded in {RECORD.relative_to(self.config.rootpath)}"

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if self.says:
            terminalreporter.write_line(self.says)


def _citations(item: pytest.Item) -> list[Citation]:
    test = item.nodeid.partition("[")[0]
    return [(kind, cited, test) for kind in _KINDS for mark in item.iter_markers(kind) for cited in mark.args]


def _covers_all_tests(config: pytest.Config) -> bool:
    """Whether pytest was asked for the whole test directory, which is this one."""
    whole = Path(__file__).parent
    return any((config.rootpath / argument).resolve() in (whole, whole.parent) for argument in config.args)
