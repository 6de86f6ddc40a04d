"""Plots drawn as SVG: lines, bands and bars on two axes.

Colours are the page's own variables, so a plot is as dark or as light as its page. A standalone plot brings its own.
"""

from collections.abc import Callable, Iterable, Sequence
from html import escape
from math import ceil, floor, log10
from typing import Final, NamedTuple

WIDTH, NARROW, HEIGHT = 720, 340, 320
"""Widths and height of a plot. A page has it twice, for a desk and for a phone, so that its words are readable."""
HEADING: Final = 26
LEFT, RIGHT, TOP, BOTTOM = 72, 16, 16, 44
ROW, ROW_LABEL, ROW_VALUE = 24, 76, 84
"""Horizontal bars: the height of one, and the room for its name and its value."""
LETTER, LEGEND_LINE = 6.6, 17
SERIES: Final = ("var(--one)", "var(--two)", "var(--three)", "var(--four)", "var(--five)")
ALONE: Final = """<style>
svg{--ink:#1d2733;--soft:#66727f;--rule:#d9dee4;--paper:#fff;--one:#0b6e4f;--two:#c2410c;--three:#1d4ed8;--four:#7c3aed;
--five:#b45309;background:var(--paper);font-family:system-ui,sans-serif}
@media (prefers-color-scheme:dark){svg{--ink:#e6ebf0;--soft:#9aa7b4;--rule:#33404d;--paper:#12181f;--one:#3ecf9a;
--two:#fb923c;--three:#7aa2ff;--four:#c4a1ff;--five:#fbbf24}}
</style>"""

Point = tuple[float, float]


class Scale(NamedTuple):
    """Maps a value to a position between two ends of the plot, by its logarithm if `log`."""

    low: float
    high: float
    start: float
    end: float
    log: bool = False

    def at(self, value: float) -> float:
        low, high, value = (log10(each) if self.log else each for each in (self.low, self.high, value))
        share = (value - low) / (high - low) if high > low else 0.5
        return self.start + share * (self.end - self.start)

    def ticks(self, about: int = 6) -> list[float]:
        """Returns round numbers within the scale."""
        if self.log:
            powers = [10.0**power for power in range(floor(log10(self.low)), ceil(log10(self.high)) + 1)]
            within = [tick for tick in powers if self.low * (1 - 1e-9) <= tick <= self.high * (1 + 1e-9)]
            if len(within) > 2:
                return within
            ticks = [times * power for power in powers for times in (1, 2, 5)]
            return [tick for tick in ticks if self.low * (1 - 1e-9) <= tick <= self.high * (1 + 1e-9)]
        span = self.high - self.low
        rough = span / about
        power = 10.0 ** floor(log10(rough))
        step = next(power * times for times in (1, 2, 2.5, 5, 10) if power * times >= rough * 0.999)
        first = ceil(self.low / step - 1e-9)
        return [number * step for number in range(first, floor(self.high / step + 1e-9) + 1)]


class Plot:
    """Two axes and the marks on them. The last mark lies on top."""

    def __init__(
        self,
        x: tuple[float, float],
        y: tuple[float, float],
        *,
        title: str,
        x_title: str = "",
        y_title: str = "",
        x_log: bool = False,
        y_log: bool = False,
        height: int = HEIGHT,
        width: int = WIDTH,
        names: int = 0,
    ) -> None:
        """Keeps room above the axes of a narrow plot for so many `names` of lines and bands."""
        self.height, self.title, self.x_title, self.y_title = height, title, x_title, y_title
        self.width = width
        self.left = LEFT if width > NARROW else LEFT - 12
        self.top = TOP if width > NARROW else TOP + LEGEND_LINE * -(-names // 2)
        self.x = Scale(*x, self.left, width - RIGHT, x_log)
        self.y = Scale(*y, height - BOTTOM, self.top, y_log)
        self.x_ticks: list[float] | None = None
        self._parts: list[str] = []
        self._names: list[tuple[str, str, float]] = []

    def line(self, points: Iterable[Point], name: str = "", *, colour: str = SERIES[0], dashed: bool = False) -> None:
        """Draws a line through the points. With a name it stands in the legend."""
        path = " ".join(f"{self.x.at(x):.1f},{self.y.at(y):.1f}" for x, y in points)
        dash = ' stroke-dasharray="5 4"' if dashed else ""
        self._parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"{dash}/>')
        self._name(name, colour)

    def band(
        self,
        lows: Sequence[Point],
        highs: Sequence[Point],
        name: str = "",
        *,
        colour: str = SERIES[0],
        depth: float = 0.15,
    ) -> None:
        """Fills the area between two lines."""
        around = [*lows, *reversed(highs)]
        path = " ".join(f"{self.x.at(x):.1f},{self.y.at(y):.1f}" for x, y in around)
        self._parts.append(f'<polygon points="{path}" fill="{colour}" fill-opacity="{depth:g}"/>')
        self._name(name, colour, min(2 * depth, 1.0))

    def level(self, y: float, says: str = "") -> None:
        """Draws a horizontal line with a word at its end."""
        at = self.y.at(y)
        self._parts.append(
            f'<line x1="{self.left}" x2="{self.width - RIGHT}" y1="{at:.1f}" y2="{at:.1f}" stroke="var(--ink)" '
            f'stroke-dasharray="2 3"/><text x="{self.width - RIGHT - 4}" y="{at - 5:.1f}" text-anchor="end" '
            f'fill="var(--ink)" font-size="12">{escape(says)}</text>'
        )

    def drawn(
        self,
        x_text: Callable[[float], str] = "{:,g}".format,
        y_text: Callable[[float], str] = "{:,g}".format,
        *,
        alone: bool = False,
    ) -> str:
        """Returns the whole plot; `alone` for a file of its own."""
        space = ' xmlns="http://www.w3.org/2000/svg"' if alone else ""
        above = HEADING if alone else 0  # a page has its own headings
        return (
            f'<svg viewBox="0 {-above} {self.width} {self.height + above}" role="img" '
            f'aria-label="{escape(self.title)}"{space}>'
            f"{ALONE if alone else ''}<title>{escape(self.title)}</title>{self._axes(x_text, y_text)}"
            f"{_label(self.left, -8, 'start', self.title) if alone else ''}"
            f"{''.join(self._parts)}{self._legend()}</svg>"
        )

    def _name(self, name: str, colour: str, depth: float = 1.0) -> None:
        if name:
            self._names.append((name, colour, depth))

    def _axes(self, x_text: Callable[[float], str], y_text: Callable[[float], str]) -> str:
        floor_ = self.height - BOTTOM
        parts = []
        for tick in self.y.ticks():
            at = self.y.at(tick)
            parts.append(
                f'<line x1="{self.left}" x2="{self.width - RIGHT}" y1="{at:.1f}" y2="{at:.1f}" stroke="var(--rule)"/>'
            )
            parts.append(_label(self.left - 8, at + 4, "end", y_text(tick)))
        for tick in self.x.ticks(8 if self.width > NARROW else 4) if self.x_ticks is None else self.x_ticks:
            at = self.x.at(tick)
            parts.append(f'<line x1="{at:.1f}" x2="{at:.1f}" y1="{floor_}" y2="{floor_ + 5}" stroke="var(--soft)"/>')
            parts.append(_label(at, floor_ + 18, "middle", x_text(tick)))
        parts.append(
            f'<line x1="{self.left}" x2="{self.width - RIGHT}" y1="{floor_}" y2="{floor_}" stroke="var(--soft)"/>'
        )
        parts.append(_label((self.left + self.width - RIGHT) / 2, self.height - 6, "middle", self.x_title))
        if self.y_title:
            middle = (self.top + floor_) / 2
            parts.append(
                f'<text transform="translate(13 {middle:.0f}) rotate(-90)" text-anchor="middle" fill="var(--soft)" '
                f'font-size="12">{escape(self.y_title)}</text>'
            )
        return "".join(parts)

    def _legend(self) -> str:
        """Returns the names in a line within the axes, or in two columns above them on a narrow plot."""
        parts: list[str] = []
        across, down = self.left + 12.0, TOP + 2.0
        for number, (name, colour, depth) in enumerate(self._names):
            if self.width <= NARROW:
                across = 8.0 + (number % 2) * (self.width / 2)
                down = 4.0 + (number // 2) * LEGEND_LINE
            box = f'<rect x="{across:.0f}" y="{down:.0f}" width="12" height="12" rx="2" fill="{colour}"'
            parts.append(f'{box} fill-opacity="{depth:g}"/>')
            parts.append(_label(across + 17, down + 10, "start", name))
            across += 34 + LETTER * len(name)
        return "".join(parts)


class Bar(NamedTuple):
    """A horizontal bar: its name, its length, the value behind it, and its colour."""

    name: str
    length: float
    value: str
    colour: str


def bars_across(bars: Sequence[Bar], *, title: str, names: str, values: str, width: int = WIDTH) -> str:
    """Returns horizontal bars, each with its name before and its value behind it, so that nobody reads off an axis."""
    longest = max(bar.length for bar in bars)
    room = width - ROW_LABEL - ROW_VALUE
    top = ROW
    parts = [_label(ROW_LABEL - 8, top - 9, "end", names), _label(ROW_LABEL, top - 9, "start", values)]
    for number, (name, length, value, colour) in enumerate(bars):
        at = top + number * ROW
        long = max(room * length / longest, 1.5)
        parts.append(_label(ROW_LABEL - 8, at + 15, "end", name, "var(--ink)"))
        parts.append(
            f'<rect x="{ROW_LABEL}" y="{at + 3}" width="{long:.1f}" height="{ROW - 7}" rx="2" fill="{colour}"/>'
        )
        parts.append(_label(ROW_LABEL + long + 6, at + 15, "start", value, "var(--ink)"))
    height = top + ROW * len(bars) + 6
    words = escape(title)
    head = f'<svg viewBox="0 0 {width} {height}" role="img" aria-label="{words}"><title>{words}</title>'
    return f"{head}{''.join(parts)}</svg>"


def _label(x: float, y: float, anchor: str, says: str, colour: str = "var(--soft)") -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colour}" font-size="12">{escape(says)}</text>'
        if says
        else ""
    )


def padded(values: Iterable[float], share: float = 0.06) -> tuple[float, float]:
    """Returns the range of values with a margin at both ends."""
    known = list(values)
    low, high = min(known), max(known)
    room = (high - low or abs(high) or 1.0) * share
    return low - room, high + room
