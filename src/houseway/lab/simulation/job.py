"""A simulation as any machine can take it up: what is played, and a chunk of it."""

from typing import Any

import msgspec
from msgspec import Struct

from houseway.lab.inquiry.progress import Progress, silent
from houseway.lab.inquiry.question import Question
from houseway.lab.simulation.model import Model
from houseway.lab.simulation.policy import BotMaker
from houseway.lab.simulation.script_model import scripted
from houseway.lab.simulation.strategies import BOTS, Tactic
from houseway.lab.simulation.tally import Tally
from houseway.roster import part


class Job(Struct, frozen=True, kw_only=True):
    """Everything that decides what is dealt.

    `company` seats the bots where there are any, `players` and `schedule` are for a table that nobody banks, and
    `by_script` asks for the script where a kernel would be quicker.
    """

    game: str
    options: dict[str, Any]
    pay: dict[str, Any]
    player: Tactic
    bank: Tactic
    seed: str
    players: int = 6
    schedule: str = ""
    by_script: bool = False
    company: BotMaker | None = None

    @property
    def key(self) -> bytes:
        """The same for jobs that deal the same."""
        return msgspec.json.encode(self, enc_hook=repr)


def model_of(job: Job, tell: Progress = silent) -> Model:
    """The kernel of the game, or the script where it has none or a seat needs it; built once in each process."""
    if (model := _built.get(job.key)) is None:
        if len(_built) >= MOST_BUILT:
            _built.pop(next(iter(_built)))
        model = _built[job.key] = _build(job, tell)
    return model


_built: dict[bytes, Model] = {}
MOST_BUILT = 8


def _build(job: Job, tell: Progress) -> Model:
    asked = Question(job.game, job.options, job.pay)
    needs_script = job.by_script or any(each.kind == BOTS or each.is_program for each in (job.player, job.bank))
    if not needs_script and asked.lab.simulation:
        model: Model = part(asked.lab.simulation)(asked, job.player, job.bank, tell)
        model.deal(job.seed, 0, 0)  # compiled before anybody counts the seconds
        return model
    return scripted(asked, job.player, job.bank, job.company, job.players, job.schedule)


def dealt(job: Job, work: tuple[tuple[int, int], ...]) -> list[Tally]:
    """The tallies of some chunks, each with its rounds."""
    model = model_of(job)
    return [model.deal(job.seed, chunk, rounds) for chunk, rounds in work]
