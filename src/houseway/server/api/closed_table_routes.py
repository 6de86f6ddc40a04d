"""Closed tables: a summary of the evening from the store, for those who were there."""

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from houseway.room.messages.commands import Open
from houseway.script import Refusal
from houseway.server.api.request_guard import Api
from houseway.server.net.json_response import answer
from houseway.server.tables.watch_delay import closing_line, delay_ms, has_played, people_of


class PersonLeft(Struct):
    """A player with the cents that the person brought to the table and took home."""

    person: str
    name: str
    brought: int
    took: int


class ClosedTable(Struct):
    """A closed table: its game, when it opened and closed, and everybody who played there."""

    table: str
    game: str
    private: bool
    opened: int
    closed: int
    reason: str
    people: list[PersonLeft]


class ClosedTables:
    """The route of a closed table's summary."""

    def __init__(self, api: Api) -> None:
        self.api = api

    async def summary(self, request: Request) -> Response:
        """Returns the summary. Raises a Refusal if `find` returns None."""
        found = await self.find(request)
        if found is None:
            raise _none(str(request.path_params["table"]))
        return answer(found)

    async def find(self, request: Request) -> ClosedTable | None:
        """Returns the closed table of the path; None if it is open, never was, or the reader may not see it."""
        services, table = self.api.services, str(request.path_params["table"])
        await services.commits.durable()
        row = services.store.closing_row(table)
        if row is None:
            return None
        opened = services.store.row(table, 1)
        assert opened is not None, "a table that has a last row has a first one"
        command = opened.read().command
        assert isinstance(command, Open)
        told, people = closing_line(row), people_of(row)
        found = ClosedTable(
            table=table,
            game=command.game,
            private=command.private,
            opened=opened.at,
            closed=row.at,
            reason="" if told is None else told.reason,
            people=[PersonLeft(person, each.name, each.brought, each.took) for person, each in people.items()],
        )
        return found if self._may_see(found, command, request) else None

    def _may_see(self, found: ClosedTable, opened: Open, request: Request) -> bool:
        """Returns whether the reader may see it: players and the host always, others unless private or delayed."""
        someone, store = self.api.someone(request), self.api.services.store
        if someone is not None and (someone.is_host or has_played(store, found.table, someone.id)):
            return True
        late = self.api.services.clock.now() - found.closed < delay_ms(store, found.table)
        return not (opened.private or late)


def _none(table: str) -> Refusal:
    return Refusal("no-table", "there is no table {table!r}", facts={"table": table[:64]})
