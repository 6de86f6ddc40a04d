"""Device names: browser and operating system of a User-Agent, so that people recognise their devices."""

from typing import Final

_BROWSERS: Final = (
    ("Edg/", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
"""Marks in order of priority: most User-Agents also name the browsers that they derive from."""
_SYSTEMS: Final = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
)
LONGEST: Final = 40


def device_name(user_agent: str) -> str:
    """Returns for example `Firefox, Android`; the first word of an unknown User-Agent; "" for an empty one."""
    found = [_first(user_agent, known) for known in (_BROWSERS, _SYSTEMS)]
    if named := ", ".join(name for name in found if name):
        return named
    word = "".join(letter for letter in user_agent if letter.isprintable()).split(" ")[0]
    return word[:LONGEST]


def _first(text: str, known: tuple[tuple[str, str], ...]) -> str:
    return next((name for mark, name in known if mark in text), "")
