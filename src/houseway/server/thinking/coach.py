"""The coach: one worker process that advises everybody in turn, on one question a person at a time."""

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from houseway.room.views import private_state
from houseway.script import Refusal
from houseway.server.services import TableBox
from houseway.server.thinking.worker_queue import WorkerQueue
from houseway.server.thinking.worker_tasks import coach_advice, played_out_advice
from houseway.server.wire import AdviceFrame, AskCoach, CoachedOption
from houseway.table import Round, view
from houseway.table.setup import Decision

if TYPE_CHECKING:
    from houseway.lab.inquiry.advice import Advice, AdvisedOption

LOG = logging.getLogger("houseway")
PATIENCE: Final = 3.0
"""Seconds that a client waits. A longer computation goes on, so that its repeat is answered at once."""
PLAYED_OUT: Final = 1.5
"""Seconds of simulated rounds for a game without a solver: well under `PATIENCE`."""
MOST: Final = 16
"""Questions of different people that wait at a time. They are answered in the order in which they came."""
UNCLAIMED: Final = 64
"""Answers kept at most for people who asked and did not wait."""
IDLE: Final = 3600.0
"""Seconds without a question after which the process ends, and its cached strategies with it."""


class PendingQuestion(NamedTuple):
    """The moment of a round that a person has asked about, and the answer as soon as there is one."""

    moment: tuple[object, ...]
    answer: "asyncio.Task[Advice]"


class CoachDesk:
    """Advice for players, computed in a worker process.

    A person has one question in the queue, so that somebody who asks without a pause waits for everybody else in
    between.
    """

    def __init__(self) -> None:
        self._queue = WorkerQueue(MOST, each=1, idle=IDLE)
        self._asked: dict[str, PendingQuestion] = {}

    def stop(self) -> None:
        self._queue.stop()

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
        if round_ is None or running is None or asked.place not in state.asked:
            form = "place {place} is asked nothing now"
            raise Refusal("not-asked", form, "", "place", {"place": asked.place})
        fixed = fixed_amounts(round_, asked.place)
        moment = box.table, state.round, asked.place, len(running.given), state.asked[asked.place].at
        try:
            advice = await self._answer(person, moment, partial(_task, round_, asked.place, state.config.pay))
        except Refusal as refusal:
            if refusal.__cause__ is None:  # busy, or the coach's own answer: no advice, and why
                raise
            cause = refusal.__cause__  # the worker died or failed
            LOG.error("the coach failed", extra={"facts": {"game": state.config.game}}, exc_info=cause)
            raise Refusal("busy", "the coach cannot say anything now: ask again in a few seconds") from None
        options = [advised_option(each, advice.unit, fixed) for each in advice.options]
        return AdviceFrame(
            key=asked.key, best=with_amount(advice.best, fixed), options=options, exact=advice.exact,
            method=advice.method, equity=advice.equity, pot_odds=advice.pot_odds,
            error=advice.standard_error * advice.unit,
        )  # fmt: skip

    async def _answer(
        self, person: str, moment: tuple[object, ...], task: "Callable[[], Callable[[], Advice]]"
    ) -> "Advice":
        """Returns the answer to the person's question. Raises a Refusal `busy` if another one of theirs waits.

        The same question again waits for the answer of the first, which may be there by now.
        """
        question = self._asked.get(person)
        if question is None or question.moment != moment:
            if question is not None and not question.answer.done():
                raise busy()
            answer = asyncio.get_running_loop().create_task(self._queue.do(person, task()))
            answer.add_done_callback(_retrieved)
            question = PendingQuestion(moment, answer)
            self._asked.pop(person, None)
            self._asked[person] = question
            self._drop_unclaimed()
        try:
            return await asyncio.wait_for(asyncio.shield(question.answer), PATIENCE)
        except TimeoutError:
            raise busy() from None
        finally:
            if question.answer.done() and self._asked.get(person) is question:
                del self._asked[person]

    def _drop_unclaimed(self) -> None:
        """Drops the oldest answers that nobody waits for, beyond `UNCLAIMED`."""
        done = [person for person, question in self._asked.items() if question.answer.done()]
        for person in done[: max(0, len(self._asked) - UNCLAIMED)]:
            del self._asked[person]


def _task(round_: Round, place: str, pay: dict[str, dict[str, str]]) -> "Callable[[], Advice]":
    """Returns the task: advice from the place's view. A game without an adviser is simulated by bots."""
    if has_adviser(round_.game.id):
        return partial(coach_advice, view(round_, place), pay)
    document = msgspec.json.encode(round_.document())
    return partial(played_out_advice, round_.game.id, document, place, PLAYED_OUT)


def _retrieved(answer: "asyncio.Task[Advice]") -> None:
    """Retrieves the error of an answer that nobody waits for, so that asyncio logs nothing."""
    if not answer.cancelled():
        answer.exception()


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
