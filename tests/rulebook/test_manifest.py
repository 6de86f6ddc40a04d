"""A released table is never edited, only superseded."""

import subprocess
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from houseway.rulebook import RulebookError
from houseway.rulebook.audit import audit
from houseway.rulebook.files.manifest import (
    DATA,
    MANIFEST,
    Manifest,
    Release,
    all_releases,
    digest,
    printed,
    refuse_edited,
)
from houseway.rulebook.stamp import stamped

LOWBALL = (DATA / "lowball.toml").read_bytes()
EDITED = LOWBALL.replace(b"Lo-ball", b"Low-ball", 1)
NEW_VERSION = EDITED.replace(b"version = 1", b"version = 2", 1)


@pytest.fixture
def released() -> Release:
    return replace(printed()["lowball"], released=True)


@pytest.mark.parametrize("release", [pytest.param(one, id=one.file) for one in all_releases()])
def test_the_bytes_of_every_file_are_those_of_the_manifest(release: Release) -> None:
    refuse_edited(release, (DATA / release.file).read_bytes())


def test_a_released_file_whose_bytes_changed_without_a_new_version_fails(released: Release) -> None:
    says = (
        r"lowball\.toml, version: its bytes are not those of the manifest; "
        r"version 1 is released and never edited: give the change version 2"
    )
    with pytest.raises(RulebookError, match=says):
        refuse_edited(released, EDITED)
    with pytest.raises(RulebookError, match=says):
        stamped(released, EDITED)


def test_a_new_version_is_stamped_as_not_yet_released(released: Release) -> None:
    fresh = stamped(replace(released, released=False), NEW_VERSION)
    assert (fresh.version, fresh.released, fresh.sha256) == (2, False, digest(NEW_VERSION))
    with pytest.raises(RulebookError, match=r"lowball\.toml, version: 1 comes before 2, which is known"):
        stamped(fresh, LOWBALL)


def test_a_version_that_is_not_released_may_still_change(released: Release) -> None:
    assert stamped(replace(released, released=False), EDITED).sha256 == digest(EDITED)
    with pytest.raises(RulebookError, match=r"stamp it with python -m houseway\.rulebook\.stamp"):
        refuse_edited(replace(released, released=False), EDITED)


def test_what_was_released_in_the_last_commit_is_still_written_down() -> None:
    path = MANIFEST.relative_to(Path(__file__).parents[2]).as_posix()
    shown = subprocess.run(
        ["git", "show", f"HEAD:{path}"], cwd=Path(__file__).parents[2], capture_output=True, check=False
    )
    if shown.returncode:
        pytest.skip("no commit to compare with")
    now = {(one.id, one.version): one.sha256 for one in all_releases()}
    for one in msgspec.json.decode(shown.stdout, type=Manifest).files:
        if one.released:
            assert now.get((one.id, one.version)) == one.sha256, f"{one.file} version {one.version} was released"


def test_one_version_of_each_file_is_in_force() -> None:
    assert len(printed()) == 16
    assert len({(one.id, one.version) for one in all_releases()}) == len(all_releases())


def test_a_file_that_was_edited_or_is_not_listed_is_reported_by_the_audit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for source in DATA.iterdir():
        if source.is_file():
            (tmp_path / source.name).write_bytes(source.read_bytes())
    (tmp_path / "lowball.toml").write_bytes(EDITED.replace(b"LOW-02", b"LOW-99"))
    (tmp_path / "bridge.toml").write_text("")
    monkeypatch.setattr("houseway.rulebook.audit.DATA", tmp_path)
    problems = audit()
    assert any(one.startswith("lowball.toml, version: its bytes are not those") for one in problems)
    assert "bridge.toml, the file: is not in the manifest" in problems
