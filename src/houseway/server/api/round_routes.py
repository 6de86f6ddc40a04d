"""Round routes: rounds that are over, with document, proof and steps by permission, and how they were dealt."""

from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from houseway.games import find
from houseway.room.fairness.deal_order import order_of
from houseway.room.review.replay import Kept, Steps, steps_of
from houseway.room.visibility.redaction import document_for
from houseway.script import Refusal
from houseway.server.accounts.request_auth import asker_at
from houseway.server.api import schemas
from houseway.server.api.base import Api, number
from houseway.server.api.felt import felt_of
from houseway.server.api.round_proofs import is_secret, proof_for
from houseway.server.net.cached_response import packed
from houseway.server.net.json_response import answer, json
from houseway.server.tables.mailbox import Mailbox
from houseway.server.tables.spectator_delay import seats_posted
from houseway.server.tables.watch_delay import hidden_since, newest_round
from houseway.store import RoundKept
from houseway.table import Round, document_from, resume
from houseway.table.table_terms import rules_of


class RoundRoutes:
    """Paths of a round that is over. Threads play it again: a long hand keeps nobody waiting."""

    def __init__(self, api: Api) -> None:
        self.api = api
        self.room = api.room
        self.services = api.services

    async def rounds(self, request: Request) -> Response:
        """The rounds of a table that are over, without those that are not for this person."""
        table = str(request.path_params["table"])
        box = await self.api.standing(table)
        await self.services.commits.durable()
        store, before, since = self.services.store, number(request, "before"), self._since(table, box, request)
        if since is not None:  # a page begins with the last round that the reader knows of, however many are newer
            newest = newest_round(store, table, since, before)
            before = 0 if newest is None else newest.number + 1
        found = [each for each in store.rounds(table, before) if since is None or each.at <= since]
        return answer(schemas.Rounds([schemas.RoundLine(each.id, each.number, each.void) for each in found]))

    def _since(self, table: str, box: Mailbox | None, request: Request) -> int | None:
        """Returns the moment after which the reader has seen no round end yet; None if the reader sees them at once."""
        person = self.api.id_of(request)
        if box is not None:
            return box.hidden_since(person)
        return hidden_since(self.services.store, table, person, self.services.clock.now())

    async def kept_round(self, request: Request) -> RoundKept:
        """The round of the path, which is over, for somebody who may see it."""
        await self.services.commits.durable()
        name = str(request.path_params["round"])
        kept = self.services.store.round(name)
        box = None if kept is None else await self.api.standing(kept.table)
        since = None if kept is None else self._since(kept.table, box, request)
        if kept is None or (since is not None and kept.at > since and not _holds_cards(kept, self.api.id_of(request))):
            raise Refusal("no-round", "there is no round {round!r} that is over", facts={"round": name[:80]})
        return kept

    def _seed_of(self, kept: RoundKept) -> bytes:
        """Returns what a proof of the round is made from, and nobody is told; empty where everybody knows it."""
        return self.services.seeds(kept.table, kept.number) if is_secret(kept) else b""

    async def document(self, request: Request) -> Response:
        """The document as this person may see it: `--` for each card that never lay open to them, null for secrets."""
        kept, person = await self.kept_round(request), self.api.id_of(request)
        seed = self._seed_of(kept)

        def told() -> Response:
            fields = document_for(document_from(kept.document.decode()), kept.seen, person)
            fields["fair"] = proof_for(kept, person, seed)
            return answer(fields)

        return await self.room.threads.do(told)

    async def proof(self, request: Request) -> Response:
        """What proves the round to this person."""
        kept, person = await self.kept_round(request), self.api.id_of(request)
        seed = self._seed_of(kept)
        return await self.room.threads.do(lambda: answer(proof_for(kept, person, seed)))

    async def steps(self, request: Request) -> Response:
        """The round step by step, in the shapes of the wire, with the cloth it was played on."""
        kept = await self.kept_round(request)
        person, box = self.api.id_of(request), self.room.registry.get(kept.table)
        step = box.seen_late() if box is not None and box.is_behind(person) else None
        seats = 0 if box is None else box.live.context.sheet.seats if step is None else seats_posted(step)
        told = await self.room.replays.do(self._asker(request), steps_json, kept, person, seats)
        return packed(request, json(told))

    async def order(self, request: Request) -> Response:
        """How the round was dealt: what a proof by its seed needs beside the document."""
        kept = await self.kept_round(request)
        return json(await self.room.replays.do(self._asker(request), order_json, kept))

    def _asker(self, request: Request) -> str:
        return asker_at(self.api.someone(request), request.scope)


def _holds_cards(kept: RoundKept, person: str) -> bool:
    """Returns whether the person was dealt into the round."""
    return bool(person) and person in kept.seen.cards


def steps_json(kept: RoundKept, person: str, seats: int) -> bytes:
    """Returns the JSON of `told`, in a worker process."""
    return msgspec.json.encode(told(kept, person, seats))


def order_json(kept: RoundKept) -> bytes:
    """Returns the JSON of how the round was dealt, in a worker process."""
    return msgspec.json.encode(order_of(again(kept)))


def game_of(kept: RoundKept) -> str:
    """Returns the game of a round that is over."""
    return document_from(kept.document.decode()).game


def again(kept: RoundKept) -> Round:
    """The round, played again from its document."""
    document = document_from(kept.document.decode())
    return resume(find(document.game), document)


def told(kept: RoundKept, person: str, seats: int) -> dict[str, Any]:
    """What the page of a replay shows: steps, the table, who looks, and the cloth with so many seats (0: the most)."""
    round_ = again(kept)
    steps: Steps = steps_of(round_, Kept(kept.id, kept.table, kept.number, kept.fair), person)
    steps.table.seats = max(seats, *[row.seat for row in steps.steps[0].state.seats]) if seats else steps.table.seats
    rules = rules_of(round_.setup)
    felt = felt_of(rules, steps.table.seats)
    return {"at": kept.at, "table": steps.table, "felt": felt, "you": steps.you, "steps": steps.steps}
