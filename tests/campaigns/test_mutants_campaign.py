"""Short form of mutation testing: one mutant, and the mutants of a small file."""

import ast
from pathlib import Path

import pytest

from tests.campaigns import line_coverage, mutants

HERE = Path("a.py")
TEXT = '''"""Chips < 1 and text + text are words here."""
def left(chips: int | None, posted: int) -> int:
    assert chips is not None
    if posted and not chips == 3:
        raise ValueError("a" + "b", f"{chips + posted}")
    return chips - posted if posted >= 0 else 0
'''


def test_operators_conditions_and_branches_are_broken_and_nothing_else() -> None:
    found = [(each.line, each.was, each.now) for each in mutants.mutants_in(HERE, TEXT)]
    assert sorted(found) == [
        (4, "chips == 3", "chips != 3"),
        (4, "not chips == 3", "chips == 3"),
        (4, "posted and (not chips == 3)", "not (posted and (not chips == 3))"),
        (4, "posted and (not chips == 3)", "posted or not chips == 3"),
        (6, "chips - posted", "chips + posted"),
        (6, "posted >= 0", "posted > 0"),
    ]


def test_a_mutant_changes_one_expression_of_its_file() -> None:
    whole = ast.unparse(ast.parse(TEXT))
    for mutant in mutants.mutants_in(HERE, TEXT):
        made = mutant.broken(TEXT.encode()).decode()
        assert ast.unparse(ast.parse(made)) != whole
        assert made.count("\n") == TEXT.count("\n")


def test_a_file_with_other_letters_is_broken_at_the_right_place() -> None:
    text = 'said = "五" if 五 > 1 else "一"\n'
    (mutant,) = mutants.mutants_in(HERE, text)
    assert mutant.broken(text.encode()).decode() == 'said = "五" if (五 >= 1) else "一"\n'


@pytest.mark.parametrize("package", mutants.PACKAGES)
def test_every_package_has_mutants_and_tests_that_hold_it(package: str) -> None:
    found = mutants.mutants_of(package)
    assert len(found) > 50
    for path in {mutant.path for mutant in found}:
        for test in mutants.tests_for(package, path):
            assert test.startswith("--game=") or (mutants.ROOT / test).exists()


def test_every_listed_survivor_is_a_mutant_of_today_and_has_a_reason() -> None:
    keys = {mutant.key for package in mutants.PACKAGES for mutant in mutants.mutants_of(package)}
    reasons = mutants.excused()
    assert [key for key in reasons if key not in keys] == []
    assert [key for key, reason in reasons.items() if len(reason.split()) < 4] == []


def test_equal_expressions_of_a_file_are_told_apart() -> None:
    found = mutants.mutants_in(Path("a.py"), "def f(x):\n    return x < 1\n\ndef g(x):\n    return x < 1\n")
    assert [(each.line, each.nth) for each in found] == [(2, 1), (5, 2)]
    assert len({each.key for each in found}) == 2


@pytest.mark.slow("runs tests of the house in processes of their own")
def test_a_line_is_mapped_to_the_tests_that_run_it() -> None:
    lines = line_coverage.LineCoverage.measured("script", ["tests/script/test_near.py", "tests/script/test_money.py"])
    found = [each for each in mutants.mutants_of("script") if each.path.name == "did_you_mean.py"]
    near = next(each for each in found if each.was.startswith("not "))
    tests = lines.tests_of(near.path, range(near.line, near.last + 1), ())
    assert tests
    others = {test for test in tests if not test.startswith("tests/script/test_near.py::")}
    assert others < line_coverage.property_tests(["tests/script/test_money.py"]) | {""}  # any of them may have run it


@pytest.mark.slow("runs tests of the house in processes of their own")
def test_a_mutant_with_which_a_module_of_tests_cannot_be_imported_is_killed(tmp_path: Path) -> None:
    module = tmp_path / "test_module.py"
    module.write_text("def test_one() -> None: ...\nraise ValueError\n")
    assert not mutants.passes(mutants.SOURCE, [f"{module}::test_one"])
    with pytest.raises(RuntimeError, match="not found"):
        mutants.passes(mutants.SOURCE, ["tests/script/test_near.py::test_that_nobody_wrote"])


def test_a_map_is_joined_from_those_of_its_files_with_the_shortest_test_first() -> None:
    lines = {"a.py": {1: {"tests/a.py::test_slow", "tests/b.py::test_quick"}, 2: {"tests/b.py::test_quick", "suite"}}}
    seconds = {"tests/a.py::test_slow": 2.0, "tests/b.py::test_quick": 0.1}
    files = ("tests/a.py", "tests/b.py", "tests/conformance/c.py")
    parts = [line_coverage.split(lines, seconds, file) for file in files]
    assert parts[0] == ({"a.py": {1: ["tests/a.py::test_slow"]}}, {"tests/a.py::test_slow": 2.0})
    whole = line_coverage.LineCoverage.joined(parts)
    assert whole.lines["a.py"][1] == ["tests/b.py::test_quick", "tests/a.py::test_slow"]
    assert whole.tests_of(HERE, [2], ("tests/conformance",)) == ["tests/b.py::test_quick", "tests/conformance"]


@pytest.mark.slow("runs tests of the house in processes of their own")
def test_a_mutant_that_the_tests_notice_is_killed_and_another_survives() -> None:
    """The tests of `did_you_mean` cover that file; those of money do not."""
    found = [each for each in mutants.mutants_of("script") if each.path.name == "did_you_mean.py"]
    mutant = next(each for each in found if each.was.startswith("not "))  # nothing that is asked for is looked for
    assert not mutants.survives(mutant, ["tests/script/test_near.py"])
    assert mutants.survives(mutant, ["tests/script/test_money.py"])
