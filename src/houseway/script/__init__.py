"""The words between a game and its table: requests, answers, claims, odds, cents."""

from houseway.script.errors import Refusal
from houseway.script.felt import LOSE, PUSH, VOID, WIN, Bank, Claim, Commission, Felt, Incident, Place, Spot, Terms
from houseway.script.game import Backline, Circle, CutCard, Game, Irregularity, Limits, Pool, Setting
from houseway.script.money import EVEN, HALF, NOTHING, Cents, Odds, cents_from, dollars
from houseway.script.requests import (
    Answer,
    Ask,
    AskAll,
    Award,
    Charge,
    Choice,
    Collect,
    Deal,
    Drop,
    Gather,
    Post,
    Prize,
    Refund,
    Request,
    Return,
    Roll,
    Script,
    Settle,
    Transfer,
)  # fmt: skip

__all__ = [
    "EVEN", "HALF", "LOSE", "NOTHING", "PUSH", "VOID", "WIN", "Answer", "Ask", "AskAll", "Award", "Backline",
    "Bank", "Cents", "Charge", "Choice", "Circle", "Claim", "Collect", "Commission", "CutCard", "Deal", "Drop", "Felt",
    "Game", "Gather", "Incident", "Irregularity", "Limits", "Odds", "Place", "Pool", "Post", "Prize", "Refund",
    "Refusal", "Request", "Return", "Roll", "Script", "Setting", "Settle", "Spot", "Terms", "Transfer",
    "cents_from", "dollars",
]  # fmt: skip
