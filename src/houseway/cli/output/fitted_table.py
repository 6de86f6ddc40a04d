"""A table that fits: its text columns are folded first, then some are told below each row, and at last all are.

Numbers and amounts stand on one line at any width, and no word is broken that fits the width.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult
    from rich.text import Text

KEPT: Final = "\u00a0"
"""A space at which no line ends; a reader sees a space."""
_GAP: Final = "  "
_NARROW, _WIDE, _READABLE = 14, 48, 26
"""No text column is folded to less than the first; one longer than the second, to less than the third."""


class Grid(NamedTuple):
    """Columns and rows. Those in `numbers` are set to the right; those in `below` may be told under their row."""

    title: str
    columns: tuple[str, ...]
    rows: list[tuple[str, ...]]
    numbers: frozenset[str]
    below: tuple[str, ...]
    note: str

    def __rich_console__(self, _console: "Console", options: "ConsoleOptions") -> "RenderResult":
        from rich.text import Text

        width = options.max_width
        if self.title:
            yield Text("\n".join(folded(self.title, width)), style="bold")
        yield Text("")
        yield from self._lines(width)
        yield Text("")
        if self.note:
            yield Text("\n".join(folded(self.note, width)) + "\n", style="dim")

    def _lines(self, width: int) -> "Iterator[Text]":
        """The rows in the widest form that fits."""
        shown = [at for at in range(len(self.columns)) if any(row[at] for row in self.rows)]
        if not shown:
            return
        moved = [at for name in self.below for at in shown if self.columns[at] == name]
        for count in range(len(moved) + 1):
            under = moved[:count]
            beside = [at for at in shown if at not in under]
            if widths := self._widths(beside, width):
                yield from self._table(beside, widths, sorted(under), width)
                return
        yield from self._stack(shown, width)

    def _widths(self, beside: Sequence[int], width: int) -> list[int]:
        """Returns the width of each column; nothing if they do not fit."""
        natural, least = [], []
        for at in beside:
            cells = [row[at] for row in self.rows]
            longest = max(_length(line) for cell in cells for line in cell.split("\n"))
            needs = max([_word(self.columns[at]), *(_word(cell) for cell in cells)])
            whole = max(longest, _length(self.columns[at]))
            natural.append(whole)
            if self.columns[at] in self.numbers:
                least.append(max(longest, needs))
            else:
                least.append(max(needs, min(whole, _READABLE if whole > _WIDE else _NARROW)))
        room = width - len(_GAP) * (len(beside) - 1)
        if sum(least) > room:
            return []
        while sum(natural) > room:
            widest = max((at for at in range(len(beside)) if natural[at] > least[at]), key=lambda at: natural[at])
            natural[widest] -= 1
        return natural

    def _table(self, beside: Sequence[int], widths: list[int], under: Sequence[int], width: int) -> "Iterator[Text]":
        from rich.text import Text

        heads = [self.columns[at] for at in beside]
        if any(heads):
            for line in self._row(heads, beside, widths):
                yield Text(line, style="bold")
            yield Text("\u2500" * (sum(widths) + len(_GAP) * (len(widths) - 1)))
        for row in self.rows:
            for line in self._row([row[at] for at in beside], beside, widths):
                yield Text(line)
            for line in self._told(row, under, width):
                yield Text(line, style="dim")

    def _row(self, cells: Sequence[str], beside: Sequence[int], widths: list[int]) -> Iterator[str]:
        """The lines of one row, each cell folded to the width of its column."""
        columns = [folded(cell, wide) for cell, wide in zip(cells, widths, strict=True)]
        for number in range(max(map(len, columns))):
            parts = []
            for at, lines, wide in zip(beside, columns, widths, strict=True):
                text = lines[number] if number < len(lines) else ""
                space = " " * (wide - _length(text))
                parts.append(space + text if self.columns[at] in self.numbers else text + space)
            yield _GAP.join(parts).rstrip()

    def _stack(self, shown: Sequence[int], width: int) -> "Iterator[Text]":
        """Each row by itself: its first cell, and under it every other by the name of its column."""
        from rich.text import Text

        for number, row in enumerate(self.rows):
            if number:
                yield Text("")
            name = self.columns[shown[0]]
            first = f"{name} {row[shown[0]]}" if name in self.numbers else row[shown[0]] or name
            yield Text("\n".join(folded(first, width)), style="bold")
            for line in self._told(row, shown[1:], width):
                yield Text(line)

    def _told(self, row: Sequence[str], places: Sequence[int], width: int) -> Iterator[str]:
        """`staked $20.00  due $20.00`, indented; a name and its value are parted only where they are too long."""
        line = ""
        for at in places:
            if not row[at]:
                continue
            pair = f"{self.columns[at]} {row[at]}".strip()
            if line and len(_GAP) + _length(line) + len(_GAP) + _length(pair) <= width:
                line += _GAP + pair
                continue
            if line:
                yield from (_GAP + part for part in folded(line, width - len(_GAP)))
            line = pair
        if line:
            yield from (_GAP + part for part in folded(line, width - len(_GAP)))


def folded(text: str, width: int, *, whole: bool = False) -> list[str]:
    """The lines of a text at this width: broken at spaces, inside a word only where it alone is too long.

    With `whole`, such a word (a file's name, a digest) stays as it is and hangs over the edge.
    """
    lines = []
    for paragraph in text.split("\n"):
        indent = paragraph[: len(paragraph) - len(paragraph.lstrip(" "))]
        line = indent
        words = paragraph.strip(" ").split(" ")
        for word in words if whole else _pieces(words, max(width - len(indent), 1)):
            if line != indent and _length(line) + 1 + _length(word) > width:
                lines.append(line)
                line = indent
            line += word if line == indent else f" {word}"
        lines.append(line)
    return [line.replace(KEPT, " ") for line in lines]


def _pieces(words: Sequence[str], width: int) -> Iterator[str]:
    for word in words:
        if _length(word) <= width:
            yield word
            continue
        for part in word.split(KEPT):
            for at in range(0, max(len(part), 1), width):
                yield part[at : at + width]


def _word(text: str) -> int:
    """The length of the longest word."""
    return max((_length(word) for word in text.replace("\n", " ").split(" ")), default=0)


def _length(text: str) -> int:
    if text.isascii():
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)
