"""Draws docs/house.svg from the real imports: `python tools/house.py`. A test keeps it current.

It has three pictures below each other: the layers of the house as import-linter checks them, the way of a round and the
way of a question. An arrow is an import that no other path makes. A dashed arrow is one that the roster finds by name.
"""

import ast
import re
import textwrap
import tomllib
from functools import cache
from html import escape
from pathlib import Path
from typing import Final, NamedTuple

from houseway.roster import listings

HOME: Final = Path(__file__).parent.parent
SOURCE: Final = HOME / "src" / "houseway"
GAME: Final = "three-card-poker"
ROUND: Final = (
    "table.documents", "table.reports", "table.round", "table.layout", "table.table_terms", "table.chips",
    "table.setup", "games.three_card_poker", "games.kit", "rulebook", "hands", "script", "roster",
)  # fmt: skip
QUESTION: Final = (
    "cli.lab_commands", "lab.report", "lab.odds", "lab.inquiry", "lab.games.three_card_poker", "lab.methods",
    "lab.loops", "hands.kernels", "games.three_card_poker", "table", "rulebook", "roster",
)  # fmt: skip
WIDTH, HEIGHT, ACROSS, DOWN, LETTERS = 248, 74, 24, 40, 38
MARGIN, LANE = 110, 14  # space beside the boxes for arrows that skip a row
Edges = frozenset[tuple[str, str]]


class Picture(NamedTuple):
    """A title, boxes in rows from the top, arrows by the names at their ends, and dashed ones."""

    title: str
    rows: list[list[str]]
    arrows: Edges
    dashed: Edges = frozenset()


class Place(NamedTuple):
    """The position of a box: its upper left corner, and its row."""

    x: float
    y: float
    row: int


# -- what the source says -----------------------------------------------------------------------------------------


@cache
def modules() -> dict[str, ast.Module]:
    """Returns every module of the house by its name below `houseway`."""
    found = {}
    for path in sorted(SOURCE.rglob("*.py")):
        parts = path.relative_to(SOURCE).with_suffix("").parts
        found[".".join(parts).removesuffix(".__init__")] = ast.parse(path.read_text(encoding="utf-8"))
    return found


@cache
def imports() -> Edges:
    """Returns all imports between modules, wherever in a module they stand."""
    found = set()
    for name, tree in modules().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module:
                found |= {(name, f"{node.module}.{alias.name}") for alias in node.names}
            elif isinstance(node, ast.Import):
                found |= {(name, alias.name) for alias in node.names}
    return frozenset((one, other.removeprefix("houseway.")) for one, other in found if other.startswith("houseway."))


def told(name: str) -> str:
    """Returns the first sentence of a module's docstring, without clause ids."""
    text = " ".join((ast.get_docstring(modules()[name]) or "").split())
    return re.sub(r"[`]| \([A-Z0-9]+-[^)]*\)", "", re.split(r"(?<=[.]) ", text)[0]).rstrip(".:")


def between(names: list[str]) -> Edges:
    """Returns the imports among these parts of the house, without those that a longer path implies."""

    def part(module: str) -> str:
        inside = [name for name in names if f"{module}.".startswith(f"{name}.")]
        return max(inside, key=len, default="")

    edges = {(part(one), part(other)) for one, other in imports()}
    return reduced({(one, other) for one, other in edges if one and other and one != other})


def reduced(edges: set[tuple[str, str]]) -> Edges:
    """Returns the transitive reduction of these arrows."""

    def reached(start: str, leave_out: str) -> set[str]:
        seen: set[str] = set()
        ahead = [other for one, other in edges if one == start and other != leave_out]
        while ahead:
            name = ahead.pop()
            if name not in seen:
                seen.add(name)
                ahead += [other for one, other in edges if one == name]
        return seen

    return frozenset((one, other) for one, other in edges if other not in reached(one, other))


def layers() -> list[list[str]]:
    """Returns the layers as import-linter checks them, the highest first."""
    config = tomllib.loads((HOME / "pyproject.toml").read_text(encoding="utf-8"))
    first = config["tool"]["importlinter"]["contracts"][0]
    return [[name.strip().removeprefix("houseway.") for name in row.split("|")] for row in first["layers"]]


def in_rows(names: tuple[str, ...], edges: Edges) -> list[list[str]]:
    """Arranges each box below all that import it, in the given order."""

    def depth(name: str) -> int:
        return max((depth(one) + 1 for one, other in edges if other == name), default=0)

    rows: dict[int, list[str]] = {}
    for name in names:
        rows.setdefault(depth(name), []).append(name)
    return [rows[row] for row in sorted(rows)]


def pictures() -> list[Picture]:
    """Returns all pictures, in order."""
    rows, brought = layers(), listings()[GAME]
    drawn = [Picture("The house: imports run downward only", rows, between([name for row in rows for name in row]))]
    for title, names, found in (
        ("The way of a round, of Three Card Poker", ROUND, (brought.script,)),
        ("The way of a question, of Three Card Poker", QUESTION, (brought.script, brought.lab)),
    ):
        edges = between(list(names))
        homes = {name for where in found for name in names if where.startswith(f"houseway.{name}")}
        drawn.append(Picture(title, in_rows(names, edges), edges, frozenset(("roster", home) for home in homes)))
    return drawn


# -- drawing ------------------------------------------------------------------------------------------------------


def box(name: str, x: float, y: float) -> str:
    """Draws a part of the house with its name and its description."""
    lines = textwrap.wrap(told(name), LETTERS, max_lines=3, placeholder=" ..")
    rows = "".join(f'<tspan x="{x + 10:g}" dy="14">{escape(line)}</tspan>' for line in lines)
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{WIDTH}" height="{HEIGHT}" rx="6"/>'
        f'<text x="{x + 10:g}" y="{y + 20:g}"><tspan class="name">{escape(name)}</tspan>{rows}</text>'
    )


def arrow(start: Place, end: Place, lane: float, kind: str) -> str:
    """Draws an arrow from the foot of a box to the head of another, or the reverse if that lies above.

    One that skips a row passes through a lane beside the boxes.
    """
    way = 1 if end.row > start.row else -1
    x, y = start.x + WIDTH / 2, start.y + (HEIGHT if way > 0 else 0)
    to_x, to_y = end.x + WIDTH / 2, end.y + (0 if way > 0 else HEIGHT) - 4 * way
    if lane:
        bend = way * DOWN
        curve = f"C{x:g} {y + bend:g} {lane:g} {y:g} {lane:g} {y + bend:g}V{to_y - bend:g}"
        curve += f"C{lane:g} {to_y:g} {to_x:g} {to_y - bend:g} {to_x:g} {to_y:g}"
    else:
        bend = (to_y - y) / 2
        curve = f"C{x:g} {y + bend:g} {to_x:g} {to_y - bend:g} {to_x:g} {to_y:g}"
    return f'<path class="{kind}" d="M{x:g} {y:g}{curve}" marker-end="url(#head)"/>'


def arrows(picture: Picture, places: dict[str, Place], width: float) -> list[str]:
    """Draws all arrows of a picture, each long one in a lane of its own on the side where it begins and ends."""
    found, lanes = [], {True: 0, False: 0}
    for kind, edges in (("imports", picture.arrows), ("finds", picture.dashed)):
        for one, other in sorted(edges):
            start, end, lane = places[one], places[other], 0.0
            if abs(end.row - start.row) > 1:
                left = start.x + end.x + WIDTH < width
                lanes[left] += 1
                lane = MARGIN - lanes[left] * LANE if left else width - MARGIN + lanes[left] * LANE
            found.append(arrow(start, end, lane, kind))
    return found


def drawn(picture: Picture, top: float, width: float) -> tuple[str, float]:
    """Draws the picture from `top` on. Returns it and its lower end."""
    places: dict[str, Place] = {}
    y = top + 46
    for number, row in enumerate(picture.rows):
        x = (width - len(row) * WIDTH - (len(row) - 1) * ACROSS) / 2
        for name in row:
            places[name] = Place(x, y, number)
            x += WIDTH + ACROSS
        y += HEIGHT + DOWN
    parts = [f'<text class="title" x="{width / 2:g}" y="{top + 28:g}">{escape(picture.title)}</text>']
    parts += arrows(picture, places, width)
    parts += [box(name, place.x, place.y) for name, place in places.items()]
    return "\n".join(parts), y


STYLE: Final = """
text { font: 11px ui-sans-serif, system-ui, sans-serif; fill: #24292f }
.name { font: 600 13px ui-monospace, monospace }
.title { font: 600 17px ui-sans-serif, system-ui, sans-serif; text-anchor: middle }
rect { fill: #fbf9f2; stroke: #5b6b62 }
path { fill: none; stroke: #1f6b4a; stroke-width: 1.3 }
.finds { stroke-dasharray: 5 4; stroke: #a9741f }
#head path { fill: #1f6b4a; stroke: none }
@media (prefers-color-scheme: dark) {
  text { fill: #e6e1d3 } rect { fill: #18211d; stroke: #6f8278 } path { stroke: #5fb78c } #head path { fill: #5fb78c }
  .finds { stroke: #d9a95b }
}
"""


def svg() -> str:
    """Returns the whole drawing."""
    all_of_it = pictures()
    width = 2 * MARGIN - ACROSS + max(len(row) for picture in all_of_it for row in picture.rows) * (WIDTH + ACROSS)
    parts, y = [], 0.0
    for picture in all_of_it:
        part, y = drawn(picture, y, width)
        parts.append(part)
    head = '<marker id="head" viewBox="0 0 8 8" refX="4" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {y:g}" role="img" '
        f'aria-label="The house, the way of a round and the way of a question">\n<style>{STYLE}</style>\n'
        f'<defs>{head}<path d="M0 0L8 4 0 8Z"/></marker></defs>\n' + "\n".join(parts) + "\n</svg>\n"
    )


if __name__ == "__main__":
    (HOME / "docs" / "house.svg").write_text(svg(), encoding="utf-8")
