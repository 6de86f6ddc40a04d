"""The lab: exact odds, best strategies, and the effect of a changed pay table or option on them.

Lives here: one module for each question at the top, then games, methods, simulation, loops and inquiry below it.
May import it: api, server and cli. It imports games, table, rulebook, hands and script.
Deliberately absent: payments and rules. The lab asks a game's own script by a probe, and never repeats it.
Floors: design, report, fees, questions, games, methods, simulation, loops, inquiry.
"""

from houseway.lab.inquiry.answer import (
    Base,
    Frequency,
    OddsAnswer,
    Solved,
    Strategy,
    Wager,
    answer_from,
    answer_json,
    plain,
)
from houseway.lab.inquiry.probe import ProbedHand, probe
from houseway.lab.inquiry.progress import Progress, silent
from houseway.lab.inquiry.question import Question
from houseway.lab.odds import odds

__all__ = [
    "Base",
    "Frequency",
    "OddsAnswer",
    "ProbedHand",
    "Progress",
    "Question",
    "Solved",
    "Strategy",
    "Wager",
    "answer_from",
    "answer_json",
    "odds",
    "plain",
    "probe",
    "silent",
]  # fmt: skip
