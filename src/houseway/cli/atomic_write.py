"""Files that a command writes: whole or not at all, and refused before the work where they cannot be."""

import os
from pathlib import Path
from tempfile import NamedTemporaryFile

from houseway.script.errors import Refusal


def refuse_unwritable(path: Path) -> None:
    """Say at once that a file cannot be written, rather than after minutes of work."""
    try:
        target = _target(path)
    except (OSError, RuntimeError, ValueError) as error:  # links that go round in a circle, a name that is none
        raise _refused(path, str(error)) from None
    if target.is_dir():
        raise _refused(path, "it is a folder")
    if not target.parent.is_dir():
        raise _refused(path, f"there is no folder {target.parent}")
    if not os.access(target if target.exists() else target.parent, os.W_OK):
        raise _refused(path, "permission denied")


def write(path: Path, data: bytes) -> None:
    """The file holds all of this, or what it held before."""
    try:
        target = _target(path)
        if not (target.is_file() or not target.exists()) or not os.access(target.parent, os.W_OK):
            target.write_bytes(data)  # a device, a pipe, or a file in a folder that takes no other
        else:
            _replace(target, data)
    except (OSError, RuntimeError, ValueError) as error:
        raise _refused(path, getattr(error, "strerror", None) or str(error)) from None


def _target(path: Path) -> Path:
    """The file behind all links; a device or a pipe, such as /dev/stdout, by the name that it was given."""
    return path if path.exists() and not path.is_file() and not path.is_dir() else path.resolve()


def _replace(target: Path, data: bytes) -> None:
    """A new file beside the old one takes its place when it is whole."""
    with NamedTemporaryFile(dir=target.parent, prefix=f".{target.name[:80]}.", delete=False) as new:
        try:
            new.write(data)
            new.close()
            os.chmod(new.name, target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask())
            os.replace(new.name, target)
        except BaseException:
            os.unlink(new.name)
            raise


def _refused(path: Path, why: str) -> Refusal:
    facts = {"file": str(path), "why": why[:1].lower() + why[1:]}
    return Refusal("cannot-write", "{file} cannot be written: {why}", facts=facts)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
