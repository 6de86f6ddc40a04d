"""HTML as text. Every word from outside is escaped, and nothing is fetched."""

from collections.abc import Iterable, Sequence
from html import escape
from typing import NamedTuple


class Markup(str):
    """Text that is HTML already."""

    __slots__ = ()


Content = str | Markup
MANY = 4
"""Number of columns from which a phone stacks a table."""


def text(content: Content) -> Markup:
    """Returns the content as HTML, escaped unless it is HTML already."""
    return content if isinstance(content, Markup) else Markup(escape(content))


def tag(name: str, *content: Content, **attributes: str) -> Markup:
    """Returns an element. `class_` is the attribute class."""
    named = "".join(f' {key.rstrip("_").replace("_", "-")}="{escape(value)}"' for key, value in attributes.items())
    return Markup(f"<{name}{named}>{''.join(text(each) for each in content)}</{name}>")


def joined(parts: Iterable[Content]) -> Markup:
    return Markup("".join(text(part) for part in parts))


class Column(NamedTuple):
    """A column of a table: its heading, and True for numbers, which are aligned right."""

    title: str
    number: bool = False


def table(columns: Sequence[Column | str], rows: Iterable[Sequence[Content]], *, class_: str = "") -> Markup:
    """Returns a table. On a phone one with many columns shows each cell under its heading."""
    heads = [column if isinstance(column, Column) else Column(column) for column in columns]
    head = joined(tag("th", each.title, **_kind(each)) for each in heads)
    body = joined(tag("tr", joined(_cell(each, cell) for each, cell in zip(heads, row, strict=True))) for row in rows)
    grid = tag("table", tag("thead", tag("tr", head)) if any(each.title for each in heads) else "", tag("tbody", body))
    stacked = "stack" if len(heads) >= MANY else ""
    return tag("div", grid, class_=" ".join(filter(None, ("scroll", stacked, class_))))


def _cell(column: Column, content: Content) -> Markup:
    label = {"data_label": column.title} if column.title else {}
    return tag("td", content, **_kind(column), **label)


def _kind(column: Column) -> dict[str, str]:
    return {"class_": "number"} if column.number else {}


def section(name: str, title: str, *content: Content) -> Markup:
    return tag("section", tag("h2", title), *content, id=name)


def figure(drawing: Markup, caption: str) -> Markup:
    return tag("figure", drawing, tag("figcaption", caption))


def details(summary: str, *content: Content) -> Markup:
    return tag("details", tag("summary", summary), *content)
