"""The lab: exact odds, best strategies and what a changed pay table or option does to them."""

from houseway.lab.answer import Answer, Base, Frequency, Solved, Strategy, Wager, answer_from, answer_json, plain
from houseway.lab.odds import odds
from houseway.lab.probe import Hand, probe
from houseway.lab.progress import Tell, silent
from houseway.lab.question import Question

__all__ = [
    "Answer", "Base", "Frequency", "Hand", "Question", "Solved", "Strategy", "Tell", "Wager", "answer_from",
    "answer_json", "odds", "plain", "probe", "silent",
]  # fmt: skip
