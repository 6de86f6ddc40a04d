"""Which tests may take long, and what becomes of a run in which another one does."""

import ast
from pathlib import Path
from typing import Any, cast

import pytest

from tests.durations import KEPT, LIMIT, Durations

TESTS = Path(__file__).parent


class Kept:
    """The part of a configuration, its cache and a session that durations ask for."""

    def __init__(self, *, everything: bool) -> None:
        self.everything = everything
        self.cache = self
        self.values: dict[str, Any] = {}
        self.exitstatus = pytest.ExitCode.OK

    def getoption(self, name: str) -> bool:
        assert name == "--all"
        return self.everything

    def set(self, key: str, value: object) -> None:
        self.values[key] = value


def report(test: str, when: str, seconds: float, *marks: str) -> pytest.TestReport:
    keywords, phase = cast(Any, dict.fromkeys(marks, 1)), cast(Any, when)
    return pytest.TestReport(test, ("a.py", 0, test), keywords, "passed", None, phase, duration=seconds)


def ended(*reports: pytest.TestReport, everything: bool) -> Kept:
    kept = Kept(everything=everything)
    durations = Durations(cast(pytest.Config, kept))
    for each in reports:
        durations.pytest_runtest_logreport(each)
    durations.pytest_sessionfinish(cast(pytest.Session, kept))
    return kept


LONG = report("long", "call", LIMIT + 1)


def test_the_times_of_a_run_are_kept_whole_and_slowest_first() -> None:
    short = report("short", "call", 1.0)
    kept = ended(short, report("short", "teardown", 0.5), LONG, everything=False)
    assert list(kept.values[KEPT].items()) == [("long", LIMIT + 1), ("short", 1.5)]


@pytest.mark.parametrize(
    ("told", "everything", "passes"),
    [
        (LONG, True, False),
        (LONG, False, True),
        (report("long", "setup", LIMIT + 1), True, True),
        (report("long", "call", LIMIT), True, True),
        (report("long", "call", LIMIT + 1, "slow"), True, True),
    ],
    ids=["all", "ordinary", "fixture", "just so long", "marked"],
)
def test_an_unmarked_long_test_fails_the_run_before_a_release(
    told: pytest.TestReport, everything: bool, passes: bool
) -> None:
    assert (ended(told, everything=everything).exitstatus == pytest.ExitCode.OK) is passes


def test_every_mark_says_why_its_test_is_slow() -> None:
    untold = []
    for path in sorted(TESTS.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        tree = ast.parse(text if "mark.slow" in text else "")
        called = {id(node.func): node for node in ast.walk(tree) if isinstance(node, ast.Call)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and node.attr == "slow" and ast.unparse(node) == "pytest.mark.slow":
                said = called.get(id(node))
                if said is None or [type(ast.literal_eval(each)) for each in said.args] != [str]:
                    untold.append(f"{path.relative_to(TESTS)}:{node.lineno}")
    assert untold == []
