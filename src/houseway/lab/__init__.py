"""The lab: exact odds, best strategies and what a changed pay table or option does to them."""

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
