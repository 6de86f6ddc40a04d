"""The picture of the house is drawn from the imports that there are."""

import runpy
from pathlib import Path

HOME = Path(__file__).parent.parent


def test_the_picture_of_the_house_shows_the_imports_that_there_are() -> None:
    drawn = runpy.run_path(str(HOME / "tools" / "house.py"))["svg"]()
    kept = (HOME / "docs" / "house.svg").read_text(encoding="utf-8")
    assert drawn == kept, "layers or sentences changed: python tools/house.py draws the picture again"
