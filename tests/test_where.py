"""`docs/where.md` and the other maps name only files and folders that exist."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MAPS = ("ARCHITECTURE.md", "docs/glossary.md", "docs/web.md", "AGENTS.md", "STYLE.md")
HOMES = ("", "src", "src/houseway", "src/houseway/web", "src/houseway/web/static", "src/houseway/web/static/js")
NAMED = re.compile(r"`([a-z_]+(?:/[\w*.-]+)+/?)`")


def test_each_of_the_forty_questions_names_one_file() -> None:
    rows = re.findall(r"^\| (Where .*\?) \| `([^`]+)` \|$", (ROOT / "docs/where.md").read_text(), re.MULTILINE)
    assert len(rows) == len(dict(rows)) == 40
    assert [path for _, path in rows if not (ROOT / path).is_file()] == []


@pytest.mark.parametrize("page", MAPS)
def test_a_map_names_only_what_exists(page: str) -> None:
    named = {path for path in NAMED.findall((ROOT / page).read_text()) if not re.search("[A-Z]{2}", path)}
    gone = [path for path in named if not any([*(ROOT / home).glob(path.rstrip("/"))] for home in HOMES)]
    assert gone == []
    assert named or page == "STYLE.md"
