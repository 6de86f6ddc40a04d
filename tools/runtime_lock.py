"""Writes requirements-runtime.lock: the part of `requirements.lock` that a room needs, without test tools.

python tools/runtime_lock.py           writes it
python tools/runtime_lock.py --check   exits with 1 if it is out of date

A room needs the base and the extra `postgres`, and whatever these need in turn, on every system.
"""

import re
import sys
import tomllib
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path

ROOT = Path(__file__).parents[1]
TARGET = ROOT / "requirements-runtime.lock"
EXTRAS = ("postgres",)
REQUIREMENT = re.compile(r"^\s*([A-Za-z0-9._-]+)\s*(?:\[([^\]]*)\])?")
EXTRA = re.compile(r"extra\s*==\s*['\"]([^'\"]+)['\"]")
PIN = re.compile(r"^([A-Za-z0-9][A-Za-z0-9._-]*)==")
HEAD = "# What a room runs on, with hashes: requirements.lock without test tools; written by: tools/runtime_lock.py\n"


def plain(name: str) -> str:
    """Returns the name as indexes compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def pins() -> dict[str, str]:
    """Returns each requirement of the whole lock file with its lines."""
    found: dict[str, str] = {}
    name = ""
    for line in (ROOT / "requirements.lock").read_text().splitlines(keepends=True):
        if (pin := PIN.match(line)) is not None:
            name = plain(pin[1])
        if name and not line.startswith("#"):
            found[name] = found.get(name, "") + line
    return found


def needed(known: dict[str, str]) -> set[str]:
    """Returns the names of all that a room needs, by what the installed packages say of themselves."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    asked = [*project["dependencies"], *(each for extra in EXTRAS for each in project["optional-dependencies"][extra])]
    found: set[str] = set()
    while asked:
        matched = REQUIREMENT.match(asked.pop())
        assert matched is not None
        name, extras = plain(matched[1]), {each.strip() for each in (matched[2] or "").split(",") if each.strip()}
        if name in found and not extras:
            continue
        assert name in known, f"{name} is not in requirements.lock"
        found.add(name)
        try:
            wanted = requires(name) or []
        except PackageNotFoundError:  # it is for another system
            continue
        for each in wanted:
            of = {*EXTRA.findall(each)}
            if plain(REQUIREMENT.match(each)[1]) in known and (not of or of & extras):  # type: ignore[index]
                asked.append(each)
    return found


def text() -> str:
    """Returns the file as it should be."""
    known = pins()
    wanted = needed(known)
    return HEAD + "".join(lines for name, lines in known.items() if name in wanted)


def main() -> int:
    if "--check" in sys.argv[1:]:
        return int(not TARGET.exists() or TARGET.read_text() != text())
    TARGET.write_text(text())
    return 0


if __name__ == "__main__":
    sys.exit(main())
