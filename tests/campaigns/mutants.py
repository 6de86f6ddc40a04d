"""Mutation testing: breaks one operator, condition or branch at a time, and a package's own tests must fail.

    python -m tests.campaigns.mutants                         20 mutants of each package
    python -m tests.campaigns.mutants room --sample 60        60 of one package
    python -m tests.campaigns.mutants games --seed 7          others

Each mutant is a copy of the source in its own folder; the worktree is not changed. The tests run once under coverage,
so that a mutant meets the tests that run its line, the shortest first, until one fails. A mutant that passes has
survived: either a test is missing, or the change has no visible effect. `survivors.toml` lists those without effect,
with a reason each; they count as excused. `--sample` draws the same mutants for the same seed as long as the source
stays the same.
"""

import argparse
import ast
import os
import random
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final, NamedTuple, TypeVar, cast

from tests.campaigns.line_coverage import LineCoverage

ROOT: Final = Path(__file__).parents[2]
SOURCE: Final = ROOT / "src"
PACKAGES: Final = {
    "script": ("tests/script", "tests/table"),
    "table": ("tests/table", "tests/conformance"),
    "games": ("tests/games", "tests/conformance"),
    "room": ("tests/room",),
    "store": ("tests/store",),
}
"""Tests of each package that need neither browser nor server."""
PATIENCE: Final = 900.0
"""Seconds after which running tests count as having noticed an endless loop."""
SURVIVORS: Final = Path(__file__).with_name("survivors.toml")
SWAPPED: Final[dict[type[ast.AST], type[ast.AST]]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.And: ast.Or,
    ast.Or: ast.And,
}
Operator = TypeVar("Operator", bound=ast.AST)


class Mutant(NamedTuple):
    """One change: replaces the bytes from `start` to `end` of a file."""

    path: Path
    line: int
    last: int
    start: int
    end: int
    was: str
    now: str
    nth: int = 1
    """Counts equal expressions of a file, so that each can be excused by itself and edits elsewhere change nothing."""

    @property
    def says(self) -> str:
        return f"{self.path}:{self.line}: {self.was} -> {self.now}"

    @property
    def key(self) -> tuple[str, str, str, int]:
        return self.path.as_posix(), self.was, self.now, self.nth

    def broken(self, text: bytes) -> bytes:
        return text[: self.start] + f"({self.now})".encode() + text[self.end :]


def mutants_in(path: Path, text: str) -> list[Mutant]:
    """Returns every mutant of a file, in the order of its lines."""
    data = text.encode()
    starts = [0]
    for line in data.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    found = []
    for node, changed in _changes(ast.parse(text)):
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        start = starts[node.lineno - 1] + node.col_offset
        end = starts[node.end_lineno - 1] + node.end_col_offset
        found.append(Mutant(path, node.lineno, node.end_lineno, start, end, ast.unparse(node), ast.unparse(changed)))
    seen: Counter[tuple[str, str]] = Counter()
    numbered = []
    for each in sorted(found, key=lambda each: (each.start, each.end, each.now)):
        seen[each.was, each.now] += 1
        numbered.append(each._replace(nth=seen[each.was, each.now]))
    return numbered


def _changes(tree: ast.Module) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Yields each expression and its broken form. Leaves types and message texts alone."""
    for node in _run(tree):
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            yield node, ast.Compare(node.left, [_swapped(node.ops[0])], node.comparators)
        elif isinstance(node, ast.BinOp) and type(node.op) in SWAPPED and not _is_text(node):
            yield node, ast.BinOp(node.left, _swapped(node.op), node.right)
        elif isinstance(node, ast.BoolOp):
            yield node, ast.BoolOp(_swapped(node.op), node.values)
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            yield node, node.operand
        elif isinstance(node, ast.If | ast.IfExp | ast.While) and not isinstance(node.test, ast.Compare | ast.UnaryOp):
            yield node.test, ast.UnaryOp(ast.Not(), node.test)


def _run(tree: ast.AST) -> Iterator[ast.AST]:
    """Yields the nodes that run in play: no annotations, assertions or type-checking blocks."""
    if isinstance(tree, ast.Assert | ast.JoinedStr):
        return
    if isinstance(tree, ast.If) and ast.unparse(tree.test) == "TYPE_CHECKING":
        return
    yield tree
    for name, value in ast.iter_fields(tree):
        if name in ("annotation", "returns", "type_params", "decorator_list"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from _run(child)


def _swapped(operator: Operator) -> Operator:
    return cast(Operator, SWAPPED[type(operator)]())


def _is_text(node: ast.BinOp) -> bool:
    """Returns whether the operator joins or formats strings, which a mutant could not replace."""
    sides = (node.left, node.right)
    return any(_is_string(side) or (isinstance(side, ast.BinOp) and _is_text(side)) for side in sides)


def _is_string(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str | bytes))


def mutants_of(package: str) -> list[Mutant]:
    """Returns every mutant of a package."""
    found = []
    for path in sorted((SOURCE / "houseway" / package).rglob("*.py")):
        found += mutants_in(path.relative_to(SOURCE), path.read_text(encoding="utf-8"))
    return found


def tests_for(package: str, path: Path) -> tuple[str, ...]:
    """Returns the tests of a mutant: a game's own, then those that hold every game to the suite."""
    if package != "games" or "kit" in path.parts:
        return PACKAGES[package]
    name = path.parts[2].removesuffix(".py")
    own = sorted(each.relative_to(ROOT).as_posix() for each in (ROOT / "tests/games").glob(f"test_{name}*.py"))
    return (*own, "tests/conformance", f"--game={name.replace('_', '-')}") if own else PACKAGES[package]


def passes(folder: Path, tests: Sequence[str]) -> bool:
    """Returns whether the tests pass with the source in the folder; False if they time out."""
    words = [sys.executable, "-m", "pytest", "-x", "-q", "--tb=no", "-p", "no:xdist", "-p", "no:cacheprovider", *tests]
    env = os.environ | {"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(words, cwd=ROOT, env=env, capture_output=True, check=False, timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        return False
    said = done.stderr + done.stdout
    broken = b"Error while loading plugin" in said  # the house itself cannot be imported any more
    broken |= b"found no collectors for" in said  # nor can a module whose tests are named
    if done.returncode not in (0, 1, 2) and not broken:  # 2: a module of tests cannot be imported
        raise RuntimeError(done.stdout.decode()[-2000:] + done.stderr.decode()[-2000:])
    return done.returncode == 0


def survives(mutant: Mutant, tests: Sequence[str]) -> bool:
    """Returns whether the tests pass despite the mutant."""
    with tempfile.TemporaryDirectory(prefix="mutant-") as made:
        folder = Path(made) / "src"
        shutil.copytree(SOURCE, folder)  # with compiled files, which stay valid for unchanged modules
        file = folder / mutant.path
        file.write_bytes(mutant.broken(file.read_bytes()))
        return passes(folder, tests)


def excused() -> dict[tuple[str, str, str, int], str]:
    """Returns the reason of each listed survivor, by path, expression, broken expression and its number in the file."""
    listed = tomllib.loads(SURVIVORS.read_text(encoding="utf-8"))["survivor"]
    return {(each["path"], each["was"], each["now"], each.get("nth", 1)): each["reason"] for each in listed}


class Score(NamedTuple):
    """Killed, surviving and excused mutants of a package."""

    package: str
    tried: int
    survived: list[Mutant]
    excused: int = 0

    @property
    def killed(self) -> int:
        return self.tried - len(self.survived) - self.excused

    @property
    def rate(self) -> float:
        """The share of killed mutants among those that change something."""
        return self.killed / max(self.tried - self.excused, 1)


def run(package: str, sample: int, seed: int, jobs: int = 1) -> Score:
    """Runs a random sample of a package's mutants."""
    every, reasons = mutants_of(package), excused()
    drawn = random.Random(f"{package} {seed}").sample(every, min(sample, len(every)))
    tried = [each for each in drawn if each.key not in reasons]
    coverage = LineCoverage.of(package, PACKAGES[package])

    def lives(mutant: Mutant) -> bool:
        own = tests_for(package, mutant.path)
        return survives(mutant, coverage.tests_of(mutant.path, range(mutant.line, mutant.last + 1), own) or own)

    with ThreadPoolExecutor(jobs) as pool:
        alive = []
        for mutant, survived in zip(tried, pool.map(lives, tried), strict=True):
            if survived:
                alive.append(mutant)
                print(f"survived: {mutant.says}", flush=True)
        return Score(package, len(drawn), alive, len(drawn) - len(tried))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("packages", nargs="*", metavar="package", help=", ".join(PACKAGES))
    parser.add_argument("--sample", type=int, default=20, help="mutants of each package")
    parser.add_argument("--seed", type=int, default=1, help="which mutants are drawn")
    parser.add_argument("--jobs", type=int, default=1, help="mutants at the same time")
    said = parser.parse_args()
    if unknown := {*said.packages} - {*PACKAGES}:
        parser.error(f"{', '.join(sorted(unknown))}: no such package")
    scores = [run(package, said.sample, said.seed, said.jobs) for package in said.packages or PACKAGES]
    print(f"{'package':<10}{'tried':>7}{'excused':>9}{'killed':>8}{'survived':>10}")
    for score in scores:
        counts = f"{score.tried:>7}{score.excused:>9}{score.killed:>8}{len(score.survived):>10}"
        print(f"{score.package:<10}{counts}  {score.rate:.0%}")


if __name__ == "__main__":
    main()
