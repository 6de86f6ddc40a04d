"""Request bodies of HTTP beside the commands they become: the same fields and bounds, apart from what is named here."""

import pytest
from msgspec import Struct
from msgspec.inspect import Field, StructType, type_info

from houseway.room.messages.commands import Configure, Floor, Open
from houseway.server.api.schemas import FloorDeed, NewSheet, NewTable


def fields_of(shape: type[Struct]) -> dict[str, Field]:
    told = type_info(shape)
    assert isinstance(told, StructType)
    return {field.name: field for field in told.fields}


@pytest.mark.parametrize(
    ("body", "command", "own", "unsaid", "optional"),
    [
        (NewTable, Open, set(), {"rules", "full"}, {"pace", "time", "watch_delay"}),
        (NewSheet, Configure, set(), {"reoffers"}, set()),
        (FloorDeed, Floor, {"t"}, set(), set()),
    ],
)
def test_a_request_has_the_fields_of_its_command_with_the_same_bounds(
    body: type[Struct], command: type[Struct], own: set[str], unsaid: set[str], optional: set[str]
) -> None:
    """`own` stand in the body alone, the room fills in `unsaid`, and `optional` ones have defaults of the house."""
    asked, done = fields_of(body), fields_of(command)
    assert asked.keys() - own == done.keys() - unsaid
    assert [name for name in asked.keys() - own - optional if asked[name].type != done[name].type] == []
    assert asked["key"].required  # the log's own rows may lack one; a request may not
