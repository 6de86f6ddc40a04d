"""The list of what ./check leaves out names tests that exist, keeps something of nearly each, and cuts no clause."""

import ast
from pathlib import Path

import pytest

from tests.short_form import Shortened, shortened

ROOT = Path(__file__).parents[1]
WHOLE = 2
"""Tests that have no short form at all."""
NEVER = ("conformance", "evening", "hidden", "worlds", "fair", "damaged", "contract", "walker")


def test_every_pattern_keeps_something(request: pytest.FixtureRequest) -> None:
    """Looks at the tests that this run has collected, so that no second collection is needed."""
    parameters: dict[str, list[str]] = {}
    for item in request.session.items:
        name, _, rest = item.nodeid.partition("[")
        parameters.setdefault(name, []).append(rest.removesuffix("]"))
    for name, entry in shortened().items():
        for pattern in entry.keep if name in parameters else ():
            assert any(_only(pattern).keeps(each) for each in parameters[name]), f"{name} has no {pattern}"


def _only(pattern: str) -> Shortened:
    return Shortened("", (pattern,), "")


def test_nothing_is_cut_that_never_may_be_and_each_cut_has_its_reason() -> None:
    entries = shortened().values()
    assert [each.id for each in entries if any(word in each.id.partition("::")[0] for word in NEVER)] == []
    assert [each.id for each in entries if len(each.why.split()) < 4] == []
    assert len([each for each in entries if not each.keep]) <= WHOLE


def test_a_clause_is_not_left_without_a_test_that_cites_it() -> None:
    for name, entry in shortened().items():
        file, _, function = name.partition("::")
        tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
        named = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == function]
        assert named, f"{name} is no test"
        (found,) = named
        cites = any(ast.unparse(each).startswith("rule(") for each in found.decorator_list)
        assert entry.keep or not cites, f"{name} cites a clause and would not run"
