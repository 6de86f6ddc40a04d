"""Maps each line of a package to the tests that run it, shortest first.

The package's tests run once under coverage.py, with a context for each test function. The cache of pytest keeps the map
of each file of tests under a hash of that file and the source, so that a second campaign begins at once and a new test
costs one file.
"""

import ast
import hashlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

ROOT: Final = Path(__file__).parents[2]
SOURCE: Final = ROOT / "src"
KEPT: Final = ROOT / ".pytest_cache" / "line_coverage"
CONFIG: Final = """[run]
dynamic_context = test_function
source = {source}
data_file = {data}
"""


class FileMap(NamedTuple):
    """Lines that the tests of one file run, by source file, and the seconds that its tests take."""

    lines: dict[str, dict[int, list[str]]]
    seconds: dict[str, float]


class LineCoverage(NamedTuple):
    """`lines` has, for each file of a package, the tests of each line."""

    lines: dict[str, dict[int, list[str]]]

    @classmethod
    def of(cls, package: str, tests: Sequence[str]) -> "LineCoverage":
        """Returns the map of a package. Measures the files of tests that have changed, or all if the source has."""
        kept = {file: KEPT / package / f"{file.stem}-{_digest(package, file)}.json" for file in test_files(tests)}
        if missing := [file for file, path in kept.items() if not path.exists()]:
            (KEPT / package).mkdir(parents=True, exist_ok=True)
            for file, found in _measured(package, missing).items():
                kept[file].write_bytes(msgspec.json.encode(found))
        return cls.joined([msgspec.json.decode(path.read_bytes(), type=FileMap) for path in kept.values()])

    @classmethod
    def measured(cls, package: str, tests: Sequence[str]) -> "LineCoverage":
        """Runs the tests under coverage. Raises AssertionError if they fail."""
        return cls.joined([*_measured(package, test_files(tests)).values()])

    @classmethod
    def joined(cls, maps: Sequence[FileMap]) -> "LineCoverage":
        """Returns one map of all files, with the shortest tests first."""
        seconds = {test: spent for each in maps for test, spent in each.seconds.items()}
        lines: dict[str, dict[int, list[str]]] = {}
        for each in maps:
            for path, ran in each.lines.items():
                for line, names in ran.items():
                    lines.setdefault(path, {}).setdefault(line, []).extend(names)
        for ran in lines.values():
            for names in ran.values():
                names.sort(key=lambda test: seconds.get(test, 0.0))
        return cls(lines)

    def tests_of(self, path: Path, lines: Iterable[int], own: Sequence[str]) -> list[str]:
        """Returns the tests that run one of the lines; [] if only set-up or an import runs them.

        The conformance suite is one entry with the options of `own`: pytest collects its tests for each game.
        """
        ran = self.lines.get(path.as_posix(), {})
        found = dict.fromkeys(name for line in lines for name in ran.get(line, ()))
        suite = [word for word in own if word == "tests/conformance" or word.startswith("--game=")]
        named = [name for name in found if "::" in name]
        return [*named, *suite] if len(named) < len(found) else named


def test_files(tests: Sequence[str]) -> list[Path]:
    """Returns the files of these files and folders that hold tests."""
    found = [sorted(path.rglob("test_*.py")) if (path := ROOT / test).is_dir() else [path] for test in tests]
    return [file for files in found for file in files]


def _digest(package: str, file: Path) -> str:
    """Returns a hash of the package, the file of tests and the helpers beside it."""
    helpers = [each for each in file.parent.glob("*.py") if not each.name.startswith("test_")]
    files = [*sorted((SOURCE / "houseway" / package).rglob("*.py")), *sorted(helpers), file]
    return hashlib.sha256(b"".join(each.read_bytes() for each in files)).hexdigest()[:16]


def _measured(package: str, files: Sequence[Path]) -> dict[Path, FileMap]:
    from coverage import CoverageData

    tests = [file.relative_to(ROOT).as_posix() for file in files]
    with tempfile.TemporaryDirectory() as made:
        config, data = Path(made) / "coveragerc", Path(made) / "data"
        config.write_text(CONFIG.format(source=SOURCE / "houseway" / package, data=data))
        words = [sys.executable, "-m", "coverage", "run", f"--rcfile={config}", "-m", "pytest", "-q", "--tb=short"]
        words += ["-p", "no:xdist", "-p", "no:cacheprovider", "--durations=0", "--durations-min=0.05", *tests]
        done = subprocess.run(words, cwd=ROOT, env=os.environ, capture_output=True, check=False, text=True)
        assert done.returncode == 0, f"{' '.join(tests)} fails without any mutant:\n{done.stdout[-3000:]}"
        seconds = _seconds(done.stdout)
        read = CoverageData(str(data))
        read.read()
        properties = property_tests(tests)
        lines: dict[str, dict[int, set[str]]] = {}
        for path in read.measured_files():
            ran = lines[Path(path).relative_to(SOURCE).as_posix()] = {}
            for line, names in read.contexts_by_lineno(path).items():
                ran[line] = {_test(name) for name in names if name and not name.startswith("hypothesis.")}
                if any(name.startswith("hypothesis.") for name in names):  # coverage cannot tell which of them it was
                    ran[line] |= properties
        return {file: split(lines, seconds, test) for file, test in zip(files, tests, strict=True)}


def split(lines: dict[str, dict[int, set[str]]], seconds: dict[str, float], file: str) -> FileMap:
    """Returns the part of the map that belongs to one file of tests. The suite's tests belong to tests/conformance."""

    def owns(test: str) -> bool:
        return test.startswith(f"{file}::") or ("::" not in test and file.startswith("tests/conformance/"))

    found: dict[str, dict[int, list[str]]] = {}
    for path, ran in lines.items():
        for line, tests in ran.items():
            if own := sorted(test for test in tests if owns(test)):
                found.setdefault(path, {})[line] = own
    return FileMap(found, {test: spent for test, spent in seconds.items() if owns(test)})


def property_tests(tests: Sequence[str]) -> set[str]:
    """Returns the tests that hypothesis runs."""
    found = set()
    for file in test_files(tests):
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and any("given(" in ast.unparse(e) for e in node.decorator_list):
                found.add(f"{file.relative_to(ROOT).as_posix()}::{node.name}")
    return found


def _seconds(output: str) -> dict[str, float]:
    """Returns the longest duration of each test function that pytest reported."""
    found: dict[str, float] = {}
    for line in output.splitlines():
        words = line.split(maxsplit=2)
        if len(words) == 3 and words[1] == "call" and words[0].endswith("s"):
            name = words[2].partition("[")[0]
            found[name] = max(found.get(name, 0.0), float(words[0][:-1]))
    return found


def _test(context: str) -> str:
    """Returns the test's id; the context itself if no file of ours has it."""
    words = context.split(".")
    for end in range(len(words) - 1, 0, -1):
        file = Path(*words[:end]).with_suffix(".py")
        if (ROOT / file).is_file():
            return "::".join([file.as_posix(), *words[end:]])
    return context
