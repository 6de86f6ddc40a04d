"""The picture of the house is drawn from the imports that there are, and no way through it is a circle."""

import runpy
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import grimp

HOME = Path(__file__).parent.parent


def test_the_picture_of_the_house_shows_the_imports_that_there_are() -> None:
    drawn = runpy.run_path(str(HOME / "tools" / "house.py"))["svg"]()
    kept = (HOME / "docs" / "house.svg").read_text(encoding="utf-8")
    assert drawn == kept, "layers or sentences changed: python tools/house.py draws the picture again"


def test_no_module_imports_itself_by_way_of_others() -> None:
    """Not in a function either; only for types, where two really speak of each other."""
    graph = grimp.build_graph("houseway", exclude_type_checking_imports=True, cache_dir=None)
    below = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    try:
        TopologicalSorter(below).prepare()
    except CycleError as error:
        raise AssertionError(f"a circle: {' -> '.join(error.args[1])}") from None
