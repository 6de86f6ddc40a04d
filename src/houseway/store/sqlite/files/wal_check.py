"""Checks after a crash that the write-ahead log still holds every commit.

SQLite reads the log up to the first frame whose checksum fails, and silently drops the rest. That is right for a write
that was cut off and never acknowledged, and wrong for a log that was damaged later. Two facts tell them apart before
SQLite opens the file. SQLite syncs a commit before it writes the next one, so that a commit with frames behind it was
once whole. And the index beside the log (`-shm`) counts a commit only once it is synced.
"""

import struct
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from msgspec import Struct

from houseway.store.interface import StoreFault

_HEADER: Final = struct.Struct(">IIIIII II")
"""Magic number, format, page size, checkpoint, two salts, and the checksum of these."""
_FRAME: Final = struct.Struct(">II II II")
"""Page number, database size if the frame ends a commit, the salts, and the running checksum."""
_INDEX: Final = struct.Struct("=II I BBH II II 8s II")
"""Format, unused, change counter, initialised, byte order, page size, frames, pages, checksum, salts, checksum."""
_MAGIC: Final = 0x377F0682
_SUMMED: Final = 24
"""Bytes of the header that its checksum covers; of a frame's head it covers eight."""
_MASK: Final = 0xFFFFFFFF


class Committed(Struct, frozen=True):
    """The content of a log: the number of committed frames, and whether a commit existed beyond them."""

    salts: bytes
    frames: int
    more: bool


def refuse_faulty_log(path: Path) -> None:
    """Raises StoreFault if the log has lost a commit or belongs to another database. Changes and opens nothing."""
    log, index = (path.with_name(path.name + end) for end in ("-wal", "-shm"))
    facts = {"file": str(path), "log": str(log), "index": str(index)}
    kept, (counted, salts) = _read_log(log), _counted(index)
    if kept is not None and kept.frames and not _has_log(path):
        form = "{file} was put beside the write-ahead log of another: remove {log} and {index}"
        raise StoreFault("database", form, facts=facts)
    if kept is None:
        # SQLite syncs a header before the first frame: a truncated header with nothing behind it had no commit yet.
        lost = counted > 0 or (log.exists() and log.stat().st_size > _HEADER.size)
    else:
        lost = kept.more or (counted > kept.frames and salts == kept.salts)
    if lost:
        form = "{file} is damaged: commits are missing from its write-ahead log {log}; restore a backup"
        raise StoreFault("database", form, facts=facts)


def _has_log(path: Path) -> bool:
    """Returns whether the file's header says WAL mode; that of a backup does not."""
    with path.open("rb") as opened:
        return opened.read(20)[18:] != b"\1\1"


def _read_log(log: Path) -> Committed | None:
    """Returns the content of the log; None if there is none or its header is unreadable."""
    try:
        data = log.read_bytes()
    except FileNotFoundError:
        return None
    if len(data) < _HEADER.size:
        return None
    magic, _, size, _, _, _, *told = _HEADER.unpack_from(data)
    if magic & ~1 != _MAGIC:
        return None
    order = ">" if magic & 1 else "<"
    summed = _checksum(data[:_SUMMED], (0, 0), order)
    if summed != tuple(told):
        return None
    salts, frames = data[16:24], list(_frames(data, size))
    committed = valid = 0
    for number, (ends, found, head, page, expected) in enumerate(frames, 1):
        if found != salts:
            break
        summed = _checksum(page, _checksum(head, summed, order), order)
        if summed != expected:
            break
        valid = number
        if ends:
            committed = number
    rest = [(number, ends) for number, (ends, found, *_) in enumerate(frames[valid:], valid + 1) if found == salts]
    ended = next((number for number, ends in rest if ends), None)
    return Committed(salts, committed, ended is not None and rest[-1][0] > ended)


def _frames(data: bytes, size: int) -> Iterator[tuple[bool, bytes, bytes, bytes, tuple[int, int]]]:
    """Yields each frame: whether it ends a commit, its salts, the two parts that its checksum covers, the checksum."""
    whole = _FRAME.size + size
    for at in range(_HEADER.size, len(data) - whole + 1, whole):
        _, pages, _, _, first, second = _FRAME.unpack_from(data, at)
        head, page = data[at : at + 8], data[at + _FRAME.size : at + whole]
        yield pages > 0, data[at + 8 : at + 16], head, page, (first, second)


def _checksum(data: bytes, start: tuple[int, int], order: str) -> tuple[int, int]:
    """Returns SQLite's own checksum over pairs of 32-bit words."""
    first, second = start
    words = iter(struct.unpack(f"{order}{len(data) // 4}I", data))
    for one, two in zip(words, words, strict=True):
        first = first + one + second & _MASK
        second = second + two + first & _MASK
    return first, second


def _counted(index: Path) -> tuple[int, bytes]:
    """Returns the number of committed frames in the index, 0 if all are written back, and the salts of their log."""
    try:
        data = index.read_bytes()[: 2 * _INDEX.size + 4]
    except FileNotFoundError:
        return 0, b""
    one, two = data[: _INDEX.size], data[_INDEX.size : 2 * _INDEX.size]
    if len(data) < 2 * _INDEX.size + 4 or one != two:
        return 0, b""
    *_, frames, _, _, _, salts, first, second = _INDEX.unpack(one)
    if _checksum(one[:-8], (0, 0), "<" if sys.byteorder == "little" else ">") != (first, second):
        return 0, b""
    written_back = int.from_bytes(data[2 * _INDEX.size :], sys.byteorder)
    return (frames if frames > written_back else 0), salts
