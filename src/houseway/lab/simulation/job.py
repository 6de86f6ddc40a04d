"""A simulation as any machine can take it up: what is played, and which chunks of it."""

from collections.abc import Callable
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import msgspec
from msgspec import Struct

from houseway.lab.progress import Tell, silent
from houseway.lab.question import Question
from houseway.lab.simulation.choice import BOTS, Choice
from houseway.lab.simulation.model import Model
from houseway.lab.simulation.script import Company, scripted
from houseway.lab.simulation.tally import Tally

class Job(Struct, frozen=True, kw_only=True):
    """Everything that decides what is dealt. `company` makes the bots, where there are any; `players` sit at a table
    that nobody banks."""

    game: str
    options: dict[str, Any]
    pay: dict[str, Any]
    player: Choice
    bank: Choice
    seed: str
    players: int = 0
    by_script: bool = False
    company: Company | None = None
