"""The coach: one process that counts, one question at a time. Who asks while it is busy is told so at once."""

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
"""Seconds that a question may take; what takes longer is counted on, so that the next answer comes at once."""


PLAYED_OUT: Final = 1.5
"""Seconds that rounds are played out for, where nobody has worked a game out: well under `PATIENCE`."""


class CoachDesk:
    """Where players ask for advice: worked out in a process of its own, one question at a time."""

    def __init__(self) -> None:
        self._workers = Workers()
        self._busy = False

    def stop(self) -> None:
        self._workers.stop()

    async def ask(self, box: TableBox, asked: AskCoach, person: str) -> AdviceFrame:
        """What each choice of the person's place costs; refused where nothing is asked there, or the coach is busy."""
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
        except Refusal:  # the coach has an answer: that nothing can be said here, and why
            raise
        except Exception as error:  # a process that died or cannot count: whoever asked is told so
            LOG.error("the coach failed", extra={"facts": {"game": state.config.game}}, exc_info=error)
            raise Refusal("busy", "the coach cannot say anything now: ask again in a few seconds") from None
        options = [advised_option(each, advice.unit, fixed) for each in advice.options]
        return AdviceFrame(
            key=asked.key, best=with_amount(advice.best, fixed), options=options, exact=advice.exact,
            method=advice.method, equity=advice.equity, pot_odds=advice.pot_odds,
            error=advice.standard_error * advice.unit,
        )  # fmt: skip

    def _think(self, round_: Round, place: str, pay: dict[str, dict[str, str]]) -> "Future[Any]":
        """Starts counting what the place sees; a game without an adviser is played out by bots."""
        if has_adviser(round_.game.id):
            return self._workers.submit(coach_advice, view(round_, place), pay)
        document = msgspec.json.encode(round_.document())
        return self._workers.submit(played_out_advice, round_.game.id, document, place, PLAYED_OUT)

    def _free(self, thought: "asyncio.Future[object]") -> None:
        self._busy = False
        if not thought.cancelled():
            thought.exception()  # whoever asked was told; nobody else waits for it


def has_adviser(game: str) -> bool:
    """Whether the lab advises on the game from a view alone."""
    from houseway.lab.inquiry.game_record import lab_of

    return bool(lab_of(game).advice)


def fixed_amounts(round_: Round, place: str) -> dict[str, int]:
    """The choices of a place for which only one amount is possible, with that amount."""
    choices = [choice for ask in round_.asks() if ask.place.name == place for choice in ask.choices]
    return {choice.name: choice.low for choice in choices if choice.circle and choice.low == choice.high}


def with_amount(decision: Decision, fixed: dict[str, int]) -> Decision:
    """The decision as a page sends it: the lab needs no amount where there is only one."""
    return {decision: fixed[decision]} if isinstance(decision, str) and decision in fixed else decision


def advised_option(option: "AdvisedOption", unit: int, fixed: dict[str, int]) -> CoachedOption:
    """The option in cents."""
    cost = None if option.cents is None else round(option.cents)
    expects = None if option.expectation is None else round(option.expectation * unit)
    return CoachedOption(with_amount(option.decision, fixed), cost, expects, option.cents)


def busy() -> Refusal:
    return Refusal("busy", "the coach is still counting: ask again in a few seconds")
