"""Entry points are asked for only if a package on the path names the group, and no package is overlooked."""

import subprocess
import sys
from pathlib import Path

import pytest

from houseway import roster


@pytest.mark.parametrize("facts", ["guest-1.0.dist-info", "guest.egg-info"])
def test_a_package_that_names_the_group_is_found(tmp_path: Path, facts: str) -> None:
    assert not roster._names_the_group(str(tmp_path))
    (tmp_path / facts).mkdir()
    (tmp_path / facts / "entry_points.txt").write_text("[console_scripts]\nguest = guest:main\n")
    assert not roster._names_the_group(str(tmp_path))
    (tmp_path / facts / "entry_points.txt").write_text("[houseway.games]\nguest = guest:LISTING\n")
    assert roster._names_the_group(str(tmp_path))


def test_an_archive_is_left_to_the_slow_way(tmp_path: Path) -> None:
    archive = tmp_path / "guests.zip"
    archive.write_bytes(b"PK")
    assert roster._names_the_group(str(archive))
    assert roster._names_the_group(str(tmp_path / "guest.egg"))
    assert not roster._names_the_group(str(tmp_path / "nothing"))


def test_a_finder_of_its_own_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    class Finder:
        def find_distributions(self, _context: object) -> list[object]:
            return []

    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path, Finder()])
    assert roster._may_be_listed()


def test_a_room_without_guests_reads_no_mail() -> None:
    """`importlib.metadata` would load `email` and `socket`, which a command that lists games does not need."""
    code = (
        "import sys\n"
        "from houseway import roster\n"
        "roster._may_be_listed = lambda: False\n"
        "assert len(roster.listings()) == len(roster.OWN)\n"
        "assert not {'importlib.metadata', 'email.message'} & set(sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
