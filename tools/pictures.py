"""Draws the pictures of the README from the real commands: `python tools/pictures.py`."""

import io
import re
from pathlib import Path

from rich.console import Console, Group
from rich.text import Text

from houseway.cli.output.round_report import cards_told, clauses_told, payments_told
from houseway.cli.round_commands.settle import settled

DOCS = Path(__file__).parent.parent / "docs"

# A short bank: the button puts seat 3 first, and seat 1's straight flush finds thirty dollars left (TCP-E16).
ROUND = """{"game": "three-card-poker", "schedule": "SCH-TCP-01",
 "bank": {"seat": 8, "player": "Ana", "posted": 12000},
 "seats": [{"seat": 1, "player": "Ben", "wagers": {"ante": 2000, "bonus": 500}},
           {"seat": 3, "player": "Cleo", "wagers": {"ante": 1000, "bonus": 500}},
           {"seat": 6, "player": "Dov", "wagers": {"ante": 2500}}],
 "cards": {"1": "5h 6h 7h", "3": "Ks Kd 8h", "6": "2c 3d 9h", "bank": "Tc Td 4s"},
 "decisions": {"1": ["play"], "3": ["play"], "6": ["fold"]}}"""


def draw(name: str, title: str, content: object) -> None:
    """Draws an SVG of the terminal that needs nothing from elsewhere: the fonts are the reader's own."""
    console = Console(record=True, width=124, highlight=False, file=io.StringIO())
    console.print(content)
    svg = console.export_svg(title=title)
    svg = re.sub(r"@font-face \{.*?\}\n?", "", svg, flags=re.DOTALL)
    (DOCS / name).write_text(svg, encoding="utf-8")


def main() -> None:
    round_ = settled(ROUND)
    prompt = Text("$ houseway settle round.json\n", style="bold")
    draw("settle.svg", "houseway", Group(prompt, cards_told(round_), payments_told(round_), clauses_told(round_)))


if __name__ == "__main__":
    main()
