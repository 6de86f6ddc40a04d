"""What a page really draws: the corners of everything on the board, the size of words and of what can be pressed."""

from itertools import combinations
from pathlib import Path

from playwright.sync_api import Page

from houseway.web.overlaps import depth

SCRIPT = Path(__file__).with_name("measuring.js").read_text()
BOXES = f"() => {SCRIPT.partition(chr(10))[2].strip()}.boxes()"
SMALL = f"(least) => {SCRIPT.partition(chr(10))[2].strip()}.small(least)"
Corners = tuple[tuple[float, float], ...]


def overlapping(page: Page, slack: float = 1.5) -> list[str]:
    """Pairs of things on the board that lie on each other by more than a pixel or so."""
    found: list[tuple[str, str, Corners]] = [
        (name, group, tuple([(x, y) for x, y in corners])) for name, group, corners in page.evaluate(BOXES)
    ]
    wrong = []
    for (one, group, corners), (other, another, others) in combinations(found, 2):
        if not (group and group == another):
            deep = depth(corners, others)
            if deep > slack:
                wrong.append(f"{one} and {other} by {deep:.1f} px")
    return wrong


def too_small(page: Page, *, text: float, target: float) -> list[str]:
    """What is wider than the screen, words of fewer pixels, and targets of fewer."""
    return [str(each) for each in page.evaluate(SMALL, [text, target])]
