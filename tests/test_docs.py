"""What the pages show is so: their Python blocks are run as they stand, their commands are known, the cheap ones run.

All blocks of a page are run in order in one namespace. `<!-- long -->` before a block keeps it for `--campaign 2`.
"""

import doctest
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import click
import pytest
from click.testing import CliRunner

import houseway
from houseway import api
from houseway.cli import COMMANDS, main

ROOT = Path(__file__).parents[1]
PAGES = sorted((*(ROOT / "docs").glob("*.md"), ROOT / "README.md"))
LONG = "<!-- long -->"
FENCE = re.compile(rf"(?:^({re.escape(LONG)})\n+)?^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


class Block(NamedTuple):
    """A fenced block: its language, its text, the line where it begins, and whether it takes long."""

    language: str
    text: str
    line: int
    long: bool


def blocks(page: Path) -> Iterator[Block]:
    text = page.read_text()
    for found in FENCE.finditer(text):
        yield Block(found[2], found[3], text[: found.start(3)].count("\n") + 1, bool(found[1]))


def _with_python(page: Path) -> bool:
    return any(block.language == "python" for block in blocks(page))


@pytest.mark.parametrize("page", [page for page in PAGES if _with_python(page)], ids=lambda page: page.name)
def test_the_python_of_a_page_runs_as_it_is_written(page: Path, pytestconfig: pytest.Config) -> None:
    names: dict[str, Any] = {"__name__": f"docs.{page.stem}", "__file__": str(page)}
    long, told = pytestconfig.getoption("--campaign") > 1, list[str]()
    for block in blocks(page):
        if block.language != "python" or (block.long and not long):
            continue
        if ">>>" not in block.text:
            exec(compile("\n" * block.line + block.text, str(page), "exec"), names)
            continue
        test = doctest.DocTestParser().get_doctest(block.text, names, page.name, str(page), block.line)
        doctest.DocTestRunner(optionflags=FLAGS).run(test, out=told.append, clear_globs=False)
        names |= test.globs
    assert not told, "".join(told)


# -- files ----------------------------------------------------------------------------------------------------------

PARTS = "lab|room|server|store|table|games|cli|hands|players|rulebook|script|tests|bench|tools"
SOURCE_FILE = re.compile(rf"`((?:{PARTS})/(?:[a-z_0-9]+/)*(?:[a-z_0-9]+\.py)?)(?:::\w+)?`")
"""A file or folder of ours by its path, as pages name it: `lab/loops/suits.py`, `tests/server/`."""
OUTSIDE_WIRE = PARTS.replace("table|", "")  # `table.limits` is a field of a frame
MODULE = re.compile(rf"`((?:houseway\.(?:{PARTS})|(?:{OUTSIDE_WIRE}))(?:\.[a-z_]+)+)\b(?!\()")
DATA = (".js", ".toml", ".db", ".json", ".jsonl", ".md", ".sql", ".model")
PLACES = (ROOT, ROOT / "src/houseway")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_file_or_module_that_a_page_names_is_there(page: Path) -> None:
    prose = FENCE.sub("", page.read_text())
    paths = {found[1] for found in SOURCE_FILE.finditer(prose)}
    gone = {name for name in paths if not any((place / name).exists() for place in PLACES)}
    named = {found[1] for found in MODULE.finditer(prose) if not found[1].endswith(DATA)}
    names = {name.removeprefix("houseway.") for name in named}
    gone |= {name for name in names if not any(_is_there(place / name.replace(".", "/")) for place in PLACES)}
    assert gone == set()


def _is_there(path: Path) -> bool:
    """Whether it is a package, a module, or a name in one."""
    if path.is_dir() or path.with_suffix(".py").exists():
        return True
    module = path.parent / "__init__.py" if path.parent.is_dir() else path.parent.with_suffix(".py")
    return module.exists() and re.search(rf"\b{path.name}\b", module.read_text()) is not None


# -- commands -------------------------------------------------------------------------------------------------------

COSTLY = {"play", "odds", "simulate", "report", "conform", "bench", "set", "advise", "serve", "drill", "design"}
"""Commands of the README that wait for a person or take more than a moment: their words are read, no more."""
PLACEHOLDER = re.compile(r"\b(FILE|GAME|PATH)\b|\.json\b|\.db\b")


class Command(NamedTuple):
    """A line that somebody may type, and where it stands."""

    words: tuple[str, ...]
    page: str

    def __str__(self) -> str:
        return f"{self.page}: {shlex.join(self.words)}"


def commands() -> Iterator[Command]:
    """Every `houseway ..` that begins a line of a plain block; what is told beside it stands behind two spaces."""
    for page in PAGES:
        for block in blocks(page):
            for line in block.text.splitlines() if not block.language else ():
                if line.startswith("houseway "):
                    _, *words = shlex.split(re.split(r" {2,}| # | · | > | \| ", line)[0])
                    if words:  # alone it opens the room
                        yield Command(tuple(words), page.name)


@pytest.mark.parametrize("command", list(commands()), ids=str)
def test_a_command_of_the_pages_is_one_with_these_flags(command: Command) -> None:
    name, *words = command.words
    assert name in COMMANDS
    with click.Context(main) as context:
        found = main.get_command(context, name)
        assert found is not None
        found.make_context(name, list(words), parent=context)


CHEAP = [each for each in commands() if each.words[0] not in COSTLY and not PLACEHOLDER.search(" ".join(each.words))]


@pytest.mark.parametrize("command", [each for each in CHEAP if each.page == "README.md"], ids=str)
def test_the_cheap_commands_of_the_readme_run(command: Command) -> None:
    done = CliRunner().invoke(main, list(command.words))
    assert done.exit_code == 0, done.output
    assert done.stdout


# -- the front door -------------------------------------------------------------------------------------------------


def test_what_stands_at_the_front_door_is_what_lies_behind_it() -> None:
    """The names are written twice, once for type checkers: both are those of `houseway.api`, and in order."""
    source = Path(houseway.__file__).read_text()
    typed = re.search(r"from houseway\.api import \((.*?)\)", source, re.DOTALL)
    assert typed is not None
    assert [name.strip() for name in typed[1].split(",") if name.strip()] == houseway.__all__ == api.__all__
    assert houseway.__all__ == sorted(houseway.__all__)
    assert all(getattr(houseway, name) is getattr(api, name) for name in houseway.__all__)
    assert set(houseway.__all__) <= set(dir(houseway))


def test_a_name_that_nobody_offers_is_no_attribute() -> None:
    for name in ("dael", "door_", "np"):
        with pytest.raises(AttributeError, match=f"module 'houseway' has no attribute '{name}'"):
            getattr(houseway, name)


def test_the_front_door_imports_nothing_and_what_needs_no_numbers_no_numpy() -> None:
    program = """
import sys
before = set(sys.modules)
import houseway
assert set(sys.modules) - before <= {"houseway"}, set(sys.modules) - before
houseway.settle(houseway.deal("three-card-poker", seed=7))
houseway.rank("omaha", "As 2s Kd Qd 3c 4h 8d"), houseway.clause("TCP-28"), houseway.house_way("TCS", "Ah Kh 2c")
print(sorted({"numpy", "numba", "click", "rich", "houseway.lab"} & set(sys.modules)))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("[]\n", "")


@pytest.mark.parametrize("name", [name for name in houseway.__all__ if name[0].islower()])
def test_help_has_an_example_of_each_that_runs(name: str) -> None:
    found = doctest.DocTestFinder().find(getattr(houseway, name), name, globs={"houseway": houseway})
    if getattr(houseway, name).__module__ != api.__name__:
        assert getattr(houseway, name).__doc__
        return
    assert [len(test.examples) for test in found] == [1]
    told: list[str] = []
    doctest.DocTestRunner(optionflags=FLAGS).run(found[0], out=told.append)
    assert not told, "".join(told)


def test_what_a_page_shows_of_an_example_stands_in_the_example() -> None:
    """A block of `py` is cut out of files: every line of it, but for its remark, is a line of one of them."""
    lines = {_bare(line) for file in (ROOT / "examples").rglob("*.py") for line in file.read_text().splitlines()}
    shown = [
        _bare(line)
        for page in PAGES
        for block in blocks(page)
        if block.language == "py"
        for line in block.text.splitlines()
    ]
    assert len(shown) > 10
    assert [line for line in shown if line not in lines and line not in ("", "...")] == []


def _bare(line: str) -> str:
    return line.partition("  #")[0].strip()
