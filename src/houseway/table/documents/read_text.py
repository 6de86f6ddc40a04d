"""Reads files and standard input as UTF-8 text, with or without a byte order mark, up to a limit."""

import sys
from typing import IO, Final

from houseway.script.errors import Refusal

MOST: Final = 1 << 28
"""Most bytes read of one file, so that an endless device is refused."""


def text_from(file: str) -> str:
    """Returns the text of the file, or of standard input for `-`.

    Raises Refusal with the file's name if it is too long or no UTF-8 text.
    """
    if file == "-":
        if sys.stdin is None:
            raise Refusal("cannot-read", "standard input is closed: name a file instead of -")
        return _text(sys.stdin.buffer, "standard input")
    if "\0" in file:
        raise Refusal("cannot-read", "{file!r} is not the name of a file", facts={"file": file})
    with open(file, "rb") as opened:
        return _text(opened, file)


def _text(opened: IO[bytes], name: str) -> str:
    data = opened.read(MOST + 1)
    if len(data) > MOST:
        form = "{file} is longer than the {most} MiB that are read of one file"
        raise Refusal("too-long", form, facts={"file": name, "most": MOST >> 20})
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        facts = {"file": name, "why": error.reason, "byte": error.start}
        raise Refusal("not-text", "{file} is not UTF-8 text: {why} at byte {byte}", facts=facts) from None
