"""A simulation job: what is played, and a chunk of it. Any machine can run it."""

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

    `company` seats the bots. `players` and `schedule` are for a table without a bank. `by_script` asks for the script
    instead of a faster kernel.
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
        """The key of a job, equal for jobs that deal the same."""
        return msgspec.json.encode(self, enc_hook=repr)


def model_of(job: Job, tell: Progress = silent) -> Model:
    """Returns the kernel of the game, or the script if there is none or a seat needs it; cached in each process."""
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
        model.deal(job.seed, 0, 0)  # compile before the clock runs
        return model
    return scripted(asked, job.player, job.bank, job.company, job.players, job.schedule)


def dealt(job: Job, work: tuple[tuple[int, int], ...]) -> list[Tally]:
    """Returns the tallies of some chunks, each with its rounds."""
    model = model_of(job)
    return [model.deal(job.seed, chunk, rounds) for chunk, rounds in work]
