"""Rounds that are over, to be looked at again: document, proof and steps by permission, and how they were dealt."""

from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from houseway.games import find
from houseway.room.fairness.deal_order import order_of
from houseway.room.review.replay import Kept, Steps, steps_of
from houseway.room.visibility.redaction import document_for
from houseway.server.api.base import Api, answer
from houseway.server.api.round_proofs import proof_for
from houseway.server.content.caching import packed
from houseway.server.content.layout_routes import pays, wagers
from houseway.store import RoundKept
from houseway.table import Round, document_from, resume
from houseway.table.table_terms import rules_of
from houseway.web.board_layout import laid_out


class Replays:
    """The paths of a round that is over. It is played again beside the loop: a long hand keeps nobody waiting."""

    def __init__(self, api: Api) -> None:
        self.api = api

    async def document(self, request: Request) -> Response:
        """The document as this person may see it: `--` for each card that never lay open to them, null for secrets."""
        kept, person = await self.api.kept_round(request), self.api.id_of(request)
        seed = self.api.house.seed_for(kept)

        def told() -> Response:
            fields = document_for(document_from(kept.document.decode()), kept.seen, person)
            fields["fair"] = proof_for(kept, person, seed)
            return answer(fields)

        return await self.api.house.beside.do(told)

    async def proof(self, request: Request) -> Response:
        """What proves the round to this person."""
        kept, person = await self.api.kept_round(request), self.api.id_of(request)
        seed = self.api.house.seed_for(kept)
        return await self.api.house.beside.do(lambda: answer(proof_for(kept, person, seed)))

    async def steps(self, request: Request) -> Response:
        """The round step by step, in the shapes of the wire, with the cloth it was played on."""
        kept = await self.api.kept_round(request)
        box = self.api.house.tables.get(kept.table)
        seats = 0 if box is None else box.live.context.sheet.seats
        person = self.api.id_of(request)
        return await self.api.house.beside.do(lambda: packed(request, answer(told(kept, person, seats))))

    async def order(self, request: Request) -> Response:
        """How the round was dealt: what a proof by its seed needs beside the document."""
        kept = await self.api.kept_round(request)
        return await self.api.house.beside.do(lambda: answer(order_of(again(kept))))


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
    layout = msgspec.to_builtins(laid_out(round_.game.id, steps.table.seats, rules))
    felt = {"layout": layout, "pays": pays(rules), "wagers": wagers(rules)}
    return {"at": kept.at, "table": steps.table, "felt": felt, "you": steps.you, "steps": steps.steps}
