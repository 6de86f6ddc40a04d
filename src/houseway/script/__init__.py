"""The language between a game and its table.

Lives here: requests, answers, claims, odds, cents, the felt, the game's listing and refusals.
May import it: every layer above; it is what a game from outside needs. It imports cards only.
Deliberately absent: tables, people and files. A game's script is a generator of requests.
"""

from houseway.script.claims import LOSE, PUSH, SHARE, TAKEN_BACK, VOID, WIN, Claim, Commission, Verdict
from houseway.script.decisions import Answer, Ask, AskAll, Choice
from houseway.script.errors import Fact, Refusal
from houseway.script.felt import Action, Felt, Incident, Move, Notice, Terms, Turn, Unasked
from houseway.script.game import (
    Backline,
    Circle,
    CutCard,
    Game,
    Irregularity,
    Limits,
    OnRequest,
    Pool,
    Qualifier,
    Setting,
    WagerButton,
)
from houseway.script.money import EVEN, HALF, NOTHING, Cents, Odds, cents_from, dollars
from houseway.script.places import Bank, FurtherPlace, Place, Spot
from houseway.script.posted_terms import (
    HouseOptions,
    NamedHand,
    PostedLimits,
    PostedSchedule,
    PostedSpan,
    RankedCards,
    TableRules,
)
from houseway.script.requests import (
    HIGH,
    LOW,
    OWN,
    WHOLE,
    Award,
    Charge,
    Collect,
    Deal,
    Drop,
    Gather,
    HandBack,
    PickUp,
    Post,
    Prize,
    Refund,
    Request,
    Return,
    Roll,
    Script,
    Settle,
    Share,
    Steps,
    Transfer,
)  # fmt: skip

__all__ = [
    "EVEN", "HALF", "HIGH", "LOSE", "LOW", "NOTHING", "OWN", "PUSH", "SHARE", "TAKEN_BACK", "VOID", "WHOLE", "WIN",
    "Action", "Answer", "Ask", "AskAll", "Award", "Backline", "Bank", "Cents", "Charge", "Choice", "Circle", "Claim",
    "Collect", "Commission", "CutCard", "Deal", "Drop", "Fact", "Felt", "FurtherPlace", "Game", "Gather",
    "HandBack", "HouseOptions", "Incident", "Irregularity", "Limits", "Move", "NamedHand", "Notice", "Odds",
    "OnRequest", "PickUp", "Place", "Pool", "Post", "PostedLimits", "PostedSchedule", "PostedSpan", "Prize",
    "Qualifier", "RankedCards", "Refund", "Refusal", "Request", "Return", "Roll", "Script", "Setting", "Settle",
    "Share", "Spot", "Steps", "TableRules", "Terms", "Transfer", "Turn", "Unasked", "Verdict", "WagerButton",
    "cents_from", "dollars",
]  # fmt: skip
