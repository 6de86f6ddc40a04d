"""Account routes: signing in where another session may be replaced, and the devices of a person."""

import asyncio

from starlette.requests import Request
from starlette.responses import Response

from houseway.script import Refusal
from houseway.server.accounts.sessions import Identity
from houseway.server.api import schemas
from houseway.server.api.base import Api, answer


class AccountRoutes:
    """Who is signed in where."""

    def __init__(self, api: Api) -> None:
        self.api = api

    async def confirm_sign_in(self, request: Request) -> Response:
        """Signs the browser in as the link's person. The page of the link has asked, and its Origin was checked."""
        owner, before = owner_of_link(self.api, request), self.api.someone(request)
        response = answer(schemas.SignedIn(owner.id, owner.person.name))
        if before is None or before.id != owner.id:
            await sign_in(self.api, request, response, owner)
            if before is not None and before.session:  # a device is one person's at a time
                await self.api.house.revoked(self.api.house.people.end(before.session), before.session)
        return response

    async def devices(self, request: Request) -> Response:
        """Returns the devices on which the person is signed in."""
        someone = self.api.person(request)
        return answer(schemas.Devices(self.api.house.people.devices(someone, self.api.house.heart.now())))

    async def end_device(self, request: Request) -> Response:
        """Signs one of the person's own devices out."""
        someone = self.api.person(request)
        wanted = (await self.api.body(request, schemas.EndDevice)).device
        people = self.api.house.people
        if wanted not in [each.device for each in people.devices(someone, self.api.house.heart.now())]:
            raise Refusal("not-found", "none of your devices is {device!r}", "", "device", {"device": wanted})
        session = f"{someone.id}.{wanted}"
        await self.api.house.revoked(people.end(session), session)
        return answer({})


def owner_of_link(api: Api, request: Request) -> Identity:
    """Returns whose link the path holds. Raises a Refusal if the link is no good any more."""
    someone = api.house.people.by_key(str(request.path_params["token"]))
    if someone is None:
        raise Refusal("not-found", "this link is no good any more: a newer one was made, or none")
    return someone


async def sign_in(api: Api, request: Request, response: Response, owner: Identity) -> None:
    """The response carries the owner's cookie. The host, whom no page has made, is given a newcomer's chips once."""
    given = api.house.people.first_chips(owner.person, api.house.heart.now()) if owner.is_host else None
    if given is not None:
        await asyncio.wrap_future(given)
    await api.sign_in(request, response, owner.person)
