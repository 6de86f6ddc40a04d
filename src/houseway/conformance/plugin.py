"""The pytest plug-in of the suite: `-p houseway.conformance.plugin`.

It registers the marks of `houseway.testing`, plays more random rounds by `--campaign`, and chooses games by `--game`.
It records the clauses and examples that have a passing test, for the record that is shipped with the rules.
"""

from collections.abc import Iterable
from pathlib import Path

import pytest

from houseway.rulebook import game_ids
from houseway.rulebook.coverage import record_of, write_record
from houseway.testing import COLLECTED, WHOLE, Citation

_KINDS = ("rule", "example")
_PROPERTY = "cites"
_RECORD, _GAMES = "houseway_record", "houseway_games"

for _suite in ("conservation", "document_round_trip", "hidden_cards", "listing", "void"):
    pytest.register_assert_rewrite(f"houseway.conformance.{_suite}")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--record-coverage",
        action="store_true",
        help=f"after a full run that passed, write which clauses and examples have a test into {_RECORD}",
    )
    parser.addoption(
        "--campaign",
        type=int,
        default=1,
        metavar="N",
        help="play N times as many random rounds as the short form that CI runs",
    )
    parser.addoption("--game", action="append", default=[], metavar="GAME", help="hold only this game to the suite")
    parser.addini(_RECORD, "where the record of clauses and examples with a test is written")
    parser.addini(_GAMES, "the games that the conformance suite is for; all unless said", type="args", default=[])


def chosen_games(config: pytest.Config) -> list[str]:
    """Returns the games that this run holds to the suite."""
    return [*(config.getoption("--game") or config.getini(_GAMES) or game_ids())]


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
    """Collects the citations of tests that pass.

    They travel with the reports, so workers of xdist need nothing more.
    """

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
        where = self.config.getini(_RECORD)
        if exitstatus != 0:
            self.says = "coverage not recorded: something failed"
        elif not self.config.stash[WHOLE] or self.config.option.keyword or self.config.option.markexpr:
            self.says = "coverage not recorded: only a part of the tests was run"
        elif not where:
            self.says = f"coverage not recorded: the setting {_RECORD} does not say where"
        else:
            write_record(record_of(self.passed), self.config.rootpath / where)
            self.says = f"coverage recorded in {where}"

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if self.says:
            terminalreporter.write_line(self.says)


def _citations(item: pytest.Item) -> list[Citation]:
    test = item.nodeid.partition("[")[0]
    return [(kind, cited, test) for kind in _KINDS for mark in item.iter_markers(kind) for cited in mark.args]


def _covers_all_tests(config: pytest.Config) -> bool:
    """Returns whether pytest runs the whole project, or one of its test directories."""
    root = config.rootpath
    whole = {root, *(root / folder for folder in config.getini("testpaths"))}
    asked: set[Path] = {(root / argument).resolve() for argument in config.args}
    return bool(asked & {path.resolve() for path in whole})
