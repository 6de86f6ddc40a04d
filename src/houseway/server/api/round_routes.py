"""Round routes: finished rounds with document, proof and steps by permission, and their deal order."""

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
from houseway.server.api.felt import felt_of
from houseway.server.api.request_guard import Api, number
from houseway.server.api.round_proofs import is_secret, proof_for
from houseway.server.net.cached_response import packed
from houseway.server.net.json_response import answer, json
from houseway.server.tables.mailbox import Mailbox
from houseway.server.tables.spectator_delay import seats_posted
from houseway.server.tables.watch_delay import hidden_since
from houseway.store import RoundKept
from houseway.table import Round, document_from, resume
from houseway.table.table_terms import rules_of


class RoundRoutes:
    """Routes of finished rounds. Worker processes and threads replay them, so that the event loop stays free."""

    def __init__(self, api: Api) -> None:
        self.api = api
        self.room = api.room
        self.services = api.services

    async def rounds(self, request: Request) -> Response:
        """Returns the finished rounds of a table, without those still hidden from this person."""
        table = str(request.path_params["table"])
        box = await self.api.standing(table)
        await self.services.commits.durable()
        since, before = self._since(table, box, request), number(request, "before")
        found = self.services.store.round_heads(table, since, before)
        return answer(schemas.Rounds([schemas.RoundLine(each.id, each.number, each.void) for each in found]))

    def _since(self, table: str, box: Mailbox | None, request: Request) -> int | None:
        """Returns the moment after which rounds are hidden from the reader; None if nothing is delayed."""
        person = self.api.id_of(request)
        if box is not None:
            return box.hidden_since(person)
        return hidden_since(self.services.store, table, person, self.services.clock.now())

    async def kept_round(self, request: Request) -> RoundKept:
        """Returns the stored round of the path. Raises a Refusal if there is none or it is hidden from the reader."""
        await self.services.commits.durable()
        name = str(request.path_params["round"])
        kept = self.services.store.round(name)
        box = None if kept is None else await self.api.standing(kept.table)
        since = None if kept is None else self._since(kept.table, box, request)
        if kept is None or (since is not None and kept.at > since and not _holds_cards(kept, self.api.id_of(request))):
            raise Refusal("no-round", "there is no round {round!r} that is over", facts={"round": name[:80]})
        return kept

    def _seed_of(self, kept: RoundKept) -> bytes:
        """Returns the secret seed for a proof; empty if the seed is published."""
        return self.services.seeds(kept.table, kept.number) if is_secret(kept) else b""

    async def document(self, request: Request) -> Response:
        """Returns the document for this person: `--` for each card that the person never saw, null for secrets."""
        kept, person = await self.kept_round(request), self.api.id_of(request)
        seed = self._seed_of(kept)

        def build_document() -> Response:
            fields = document_for(document_from(kept.document.decode()), kept.seen, person)
            fields["fair"] = proof_for(kept, person, seed)
            return answer(fields)

        return await self.room.threads.do(build_document)

    async def proof(self, request: Request) -> Response:
        """Returns the proof of the round for this person."""
        kept, person = await self.kept_round(request), self.api.id_of(request)
        seed = self._seed_of(kept)
        return await self.room.threads.do(lambda: answer(proof_for(kept, person, seed)))

    async def steps(self, request: Request) -> Response:
        """Returns the round step by step, in wire types, with the cloth it was played on."""
        kept = await self.kept_round(request)
        person, box = self.api.id_of(request), self.room.registry.get(kept.table)
        step = box.seen_late() if box is not None and box.is_behind(person) else None
        seats = 0 if box is None else box.live.context.sheet.seats if step is None else seats_posted(step)
        told = await self.room.replays.do(self._asker(request), steps_json, kept, person, seats)
        return packed(request, json(told))

    async def order(self, request: Request) -> Response:
        """Returns the deal order, which a proof by seed needs beside the document."""
        kept = await self.kept_round(request)
        return json(await self.room.replays.do(self._asker(request), order_json, kept))

    def _asker(self, request: Request) -> str:
        return asker_at(self.api.someone(request), request.scope)


def _holds_cards(kept: RoundKept, person: str) -> bool:
    """Returns whether the person was dealt into the round."""
    return bool(person) and person in kept.seen.cards


def steps_json(kept: RoundKept, person: str, seats: int) -> bytes:
    """Returns the JSON of `replay_page`. Runs in a worker process."""
    return msgspec.json.encode(replay_page(kept, person, seats))


def order_json(kept: RoundKept) -> bytes:
    """Returns the JSON of the deal order. Runs in a worker process."""
    return msgspec.json.encode(order_of(replay_round(kept)))


def game_of(kept: RoundKept) -> str:
    """Returns the game of a stored round."""
    return document_from(kept.document.decode()).game


def replay_round(kept: RoundKept) -> Round:
    """Replays the round from its document."""
    document = document_from(kept.document.decode())
    return resume(find(document.game), document)


def replay_page(kept: RoundKept, person: str, seats: int) -> dict[str, object]:
    """Returns the data of a replay page: steps, table, reader, and the cloth with so many seats (0: the most)."""
    round_ = replay_round(kept)
    steps: Steps = steps_of(round_, Kept(kept.id, kept.table, kept.number, kept.fair), person)
    steps.table.seats = max(seats, *[row.seat for row in steps.steps[0].state.seats]) if seats else steps.table.seats
    rules = rules_of(round_.setup)
    felt = felt_of(rules, steps.table.seats)
    return {"at": kept.at, "table": steps.table, "felt": felt, "you": steps.you, "steps": steps.steps}
