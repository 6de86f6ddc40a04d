"""The coach: one process that counts, one question at a time. Who asks while it is busy is told so at once."""

import asyncio
from typing import TYPE_CHECKING, Final

from houseway.script import Refusal
from houseway.server.wire import AdviceFrame, AskCoach, CoachedOption
from houseway.server.workers import Workers, advised
from houseway.table import view

if TYPE_CHECKING:
    from houseway.lab.inquiry.advice import AdvisedOption
    from houseway.server.mailbox import Mailbox

PATIENCE: Final = 3.0
"""Seconds that a question may take; what takes longer is counted on, so that the next answer comes at once."""


class CoachDesk:
    """Where players ask for advice: worked out in a process of its own, one question at a time."""

    def __init__(self) -> None:
        self._workers = Workers()
        self._busy = False

    def stop(self) -> None:
        self._workers.stop()

    async def ask(self, box: "Mailbox", asked: AskCoach, person: str) -> AdviceFrame:
        """What each choice of the person's place costs; refused where nothing is asked there, or the coach is busy."""
        live = box.live
        round_, running, state = live.dealer.round, live.state.running, live.state
        if running is None or round_ is None or running.persons.get(asked.place) != person:
            form = "place {place} is not yours to ask about"
            raise Refusal("not-yours", form, "", "place", {"place": asked.place})
        if asked.round != state.round:
            facts = {"round": state.round, "step": running.step}
            raise Refusal("stale", "the table is at round {round}, step {step}", facts=facts)
        if asked.place not in state.asked:
            form = "place {place} is asked nothing now"
            raise Refusal("not-asked", form, "", "place", {"place": asked.place})
        if self._busy:
            raise busy()
        self._busy = True
        seen = view(round_, asked.place)
        thought = asyncio.wrap_future(self._workers.submit(advised, seen, state.config.pay))
        thought.add_done_callback(self._free)
        try:
            advice = await asyncio.wait_for(asyncio.shield(thought), PATIENCE)
        except TimeoutError:
            raise busy() from None
        options = [advised_option(each, advice.unit) for each in advice.options]
        return AdviceFrame(
            key=asked.key, best=advice.best, options=options, exact=advice.exact, method=advice.method,
            equity=advice.equity, pot_odds=advice.pot_odds, error=advice.standard_error * advice.unit,
        )  # fmt: skip

    def _free(self, thought: "asyncio.Future[object]") -> None:
        self._busy = False
        if not thought.cancelled():
            thought.exception()  # whoever asked was told; nobody else waits for it


def advised_option(option: "AdvisedOption", unit: int) -> CoachedOption:
    """The option in cents."""
    cost = None if option.cents is None else round(option.cents)
    expects = None if option.expectation is None else round(option.expectation * unit)
    return CoachedOption(option.decision, cost, expects, option.cents)


def busy() -> Refusal:
    return Refusal("busy", "the coach is still counting: ask again in a few seconds")
