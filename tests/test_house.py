"""The picture of the house is drawn from the imports that there are, and no way through it is a circle."""

import runpy
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import grimp
import pytest

HOME = Path(__file__).parent.parent


def test_the_picture_of_the_house_shows_the_imports_that_there_are() -> None:
    drawn = runpy.run_path(str(HOME / "tools" / "house.py"))["svg"]()
    kept = (HOME / "docs" / "house.svg").read_text(encoding="utf-8")
    assert drawn == kept, "layers or sentences changed: python tools/house.py draws the picture again"


def refuse_cycles(below: dict[str, set[str]]) -> None:
    try:
        TopologicalSorter(below).prepare()
    except CycleError as error:
        raise AssertionError(f"a circle: {' -> '.join(error.args[1])}") from None


def test_no_module_imports_itself_by_way_of_others() -> None:
    """Not in a function either; types are looked at below."""
    graph = grimp.build_graph("houseway", exclude_type_checking_imports=True, cache_dir=None)
    refuse_cycles({module: graph.find_modules_directly_imported_by(module) for module in graph.modules})


def test_no_cycle_goes_through_types_in_server_room_store_and_lab() -> None:
    """An import under TYPE_CHECKING is a dependency too: a protocol of the lower module takes its place."""
    graph = grimp.build_graph("houseway", exclude_type_checking_imports=False, cache_dir=None)
    own = {module for module in graph.modules if module.split(".")[1:2] in (["server"], ["room"], ["store"], ["lab"])}
    assert len(own) > 300
    refuse_cycles({module: graph.find_modules_directly_imported_by(module) & own for module in own})


def test_a_cycle_through_types_would_be_found() -> None:
    with pytest.raises(AssertionError, match="a circle"):
        refuse_cycles({"registry": {"mailbox"}, "mailbox": {"registry"}})
