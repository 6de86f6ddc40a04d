"""The words between a game and its table: requests, answers, claims, odds, cents."""

from houseway.script.errors import Refusal
from houseway.script.felt import LOSE, PUSH, VOID, WIN, Bank, Claim, Commission, Felt, Place, Spot
from houseway.script.game import Backline, Circle, Game, Irregularity, Limits, Setting
from houseway.script.money import EVEN, HALF, NOTHING, Cents, Odds, cents_from, dollars
from houseway.script.requests import (
    Answer,
    Ask,
    AskAll,
    Charge,
    Choice,
    Collect,
    Deal,
    Prize,
    Request,
    Roll,
    Script,
    Settle,
    Transfer,
)  # fmt: skip

__all__ = [
    "EVEN", "HALF", "LOSE", "NOTHING", "PUSH", "VOID", "WIN", "Answer", "Ask", "AskAll", "Backline", "Bank",
    "Cents", "Charge", "Choice", "Circle", "Claim", "Collect", "Commission", "Deal", "Felt", "Game",
    "Irregularity", "Limits", "Odds", "Place", "Prize", "Refusal", "Request", "Roll", "Script", "Setting", "Settle",
    "Spot", "Transfer", "cents_from", "dollars",
]  # fmt: skip
