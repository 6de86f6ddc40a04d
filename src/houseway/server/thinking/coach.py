"""The coach: one worker process that advises on one question at a time, and refuses while it is busy."""

import asyncio
import logging
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any, Final

import msgspec

from houseway.room.views import private_state
from houseway.script import Refusal
from houseway.server.services import TableBox
from houseway.server.thinking.worker_process import Workers
from houseway.server.thinking.worker_tasks import coach_advice, played_out_advice
from houseway.server.wire import AdviceFrame, AskCoach, CoachedOption
from houseway.table import Round, view
from houseway.table.setup import Decision

if TYPE_CHECKING:
    from houseway.lab.inquiry.advice import AdvisedOption

LOG = logging.getLogger("houseway")
PATIENCE: Final = 3.0
"""Seconds that a client waits. A longer computation goes on, so that its repeat is answered at once."""


PLAYED_OUT: Final = 1.5
"""Seconds of simulated rounds for a game without a solver: well under `PATIENCE`."""


class CoachDesk:
    """Advice for players, computed in a worker process, one question at a time."""

    def __init__(self) -> None:
        self._workers = Workers()
        self._busy = False

    def stop(self) -> None:
        self._workers.stop()

    async def ask(self, box: TableBox, asked: AskCoach, person: str) -> AdviceFrame:
        """Returns the cost of each choice of the person's place. Raises a Refusal without a prompt, or if busy."""
        live = box.live
        round_, running, state = live.context.round, live.state.running, live.state
        if running is None:
            own = asked.place in private_state.you(live.context, person, "").places
        else:
            own = running.persons.get(asked.place) == person and person in state.players
        if not own:
            form = "place {place} is not yours to ask about"
            raise Refusal("not-yours", form, "", "place", {"place": asked.place})
        if asked.round != state.round:
            facts = {"round": state.round, "step": 0 if running is None else running.step}
            raise Refusal(
                "stale", "that is about another step: the table is at round {round}, step {step}", facts=facts
            )
        if round_ is None or asked.place not in state.asked:
            form = "place {place} is asked nothing now"
            raise Refusal("not-asked", form, "", "place", {"place": asked.place})
        if self._busy:
            raise busy()
        fixed = fixed_amounts(round_, asked.place)
        thought = asyncio.wrap_future(self._think(round_, asked.place, state.config.pay))
        self._busy = True
        thought.add_done_callback(self._free)
        try:
            advice = await asyncio.wait_for(asyncio.shield(thought), PATIENCE)
        except TimeoutError:
            raise busy() from None
        except Refusal:  # the coach's own answer: no advice, and why
            raise
        except Exception as error:  # the worker died or failed
            LOG.error("the coach failed", extra={"facts": {"game": state.config.game}}, exc_info=error)
            raise Refusal("busy", "the coach cannot say anything now: ask again in a few seconds") from None
        options = [advised_option(each, advice.unit, fixed) for each in advice.options]
        return AdviceFrame(
            key=asked.key, best=with_amount(advice.best, fixed), options=options, exact=advice.exact,
            method=advice.method, equity=advice.equity, pot_odds=advice.pot_odds,
            error=advice.standard_error * advice.unit,
        )  # fmt: skip

    def _think(self, round_: Round, place: str, pay: dict[str, dict[str, str]]) -> "Future[Any]":
        """Starts the computation from the place's view. A game without an adviser is simulated by bots."""
        if has_adviser(round_.game.id):
            return self._workers.submit(coach_advice, view(round_, place), pay)
        document = msgspec.json.encode(round_.document())
        return self._workers.submit(played_out_advice, round_.game.id, document, place, PLAYED_OUT)

    def _free(self, thought: "asyncio.Future[object]") -> None:
        self._busy = False
        if not thought.cancelled():
            thought.exception()  # retrieved, so that asyncio logs nothing


def has_adviser(game: str) -> bool:
    """Returns whether the lab advises on the game from a view alone."""
    from houseway.lab.inquiry.game_record import lab_of

    return bool(lab_of(game).advice)


def fixed_amounts(round_: Round, place: str) -> dict[str, int]:
    """Returns the choices of a place that allow one amount only, with that amount."""
    choices = [choice for ask in round_.asks() if ask.place.name == place for choice in ask.choices]
    return {choice.name: choice.low for choice in choices if choice.circle and choice.low == choice.high}


def with_amount(decision: Decision, fixed: dict[str, int]) -> Decision:
    """Returns the decision as a page sends it: with its amount, which the lab leaves out if there is only one."""
    return {decision: fixed[decision]} if isinstance(decision, str) and decision in fixed else decision


def advised_option(option: "AdvisedOption", unit: int, fixed: dict[str, int]) -> CoachedOption:
    """Converts an option of the lab to cents."""
    cost = None if option.cents is None else round(option.cents)
    expects = None if option.expectation is None else round(option.expectation * unit)
    return CoachedOption(with_amount(option.decision, fixed), cost, expects, option.cents)


def busy() -> Refusal:
    return Refusal("busy", "the coach is still counting: ask again in a few seconds")
