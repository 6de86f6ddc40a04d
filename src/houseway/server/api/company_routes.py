"""The company at a table as its host sees it: people who watch, people who were removed, and people who are muted."""

from msgspec import UNSET, Struct, UnsetType
from starlette.requests import Request
from starlette.responses import Response

from houseway.server.api.request_guard import Api
from houseway.server.net.json_response import answer
from houseway.server.tables.spectator_delay import people_in


class Named(Struct):
    person: str
    name: str


class Playing(Struct):
    """A player. `cents` are all of the player's chips at the table, also those on circles or in the bank.

    A host who watches a delayed table gets the people of the delayed step, and `cents` is unset.
    """

    person: str
    name: str
    cents: int | UnsetType = UNSET


class Company(Struct):
    """People at a table, without bots: `playing`, `watching`, `removed` by the host; and the ids that are `muted`."""

    playing: list[Playing]
    watching: list[Named]
    removed: list[Named]
    muted: list[str]


class CompanyDesk:
    """The route of a table's company, for the host alone."""

    def __init__(self, api: Api) -> None:
        self.api = api

    async def company(self, request: Request) -> Response:
        """Returns the players, watchers, removed and muted people, once that state is durable."""
        host, box = self.api.host(request), await self.api.box(request)

        def look() -> Response:
            state = box.live.state
            if box.is_behind(host.id):
                step = box.seen_late()
                known = {} if step is None else people_in(step)
                playing = [Playing(person, name) for person, name in known.items()]
            else:
                playing = [Playing(each.person, each.name, each.chips + each.coming) for each in state.people()]
            there = {each.person for each in playing}
            watching = [person for person in box.visits if person not in there and person != host.id]
            muted = [person for person in state.muted if person]
            return answer(Company(playing, self._named(watching), self._named(state.barred), muted))

        return await self.api.services.commits.as_durable(look)

    def _named(self, persons: list[str]) -> list[Named]:
        found = [(person, self.api.services.people.person(person)) for person in persons]
        return [Named(person, known.name) for person, known in found if known is not None]
