"""The names on the wire, as `docs/protocol.md` and existing clients have them: a second, independent copy.

Fields may be added. None of these may be removed or change its meaning.
"""

import ast
import re
from functools import cache
from pathlib import Path
from typing import Any

import houseway

Frame = dict[str, Any]
PHASES = {"waiting", "offering", "betting", "playing", "settled", "broken", "paused", "closing", "closed"}
WELCOME = {"t", "n", "you", "table", "state", "mine", "story", "story_from"}
YOU = {"person", "name", "places", "chips"}
TABLE = {"table", "game", "options", "limits", "positions", "pace", "buy_in"}
STEP = {"t", "n", "state", "mine", "story"}
STATE = {
    "phase", "was", "round", "round_id", "step", "seats", "bank", "offered", "button", "action", "places", "bets",
    "cards", "counts", "pots", "pools", "dice", "waiting", "due_ms", "bank_ms", "payments", "fees", "transfers", "void",
    "commit", "next", "fair",
}  # fmt: skip
SEAT = {"seat", "person", "name", "stack", "away", "out", "bot", "missed", "coming", "lost", "yields"}
BANK = {"seat", "person", "posted", "turn"}
PLACE = {"place", "seat", "wagers", "folded"}
PAYMENT = {
    "place", "wager", "outcome", "odds", "staked", "due", "covered", "returned", "net", "commission", "clauses",
    "person",
}  # fmt: skip
MINE = {
    "cards",
    "asks",
    "bets",
    "bank",
    "ready",
    "take_back",
    "openings",
    "hands",
    "lows",
    "hand_names",
    "low_names",
    "requests",
    "bank_barred",
    "agree",
    "result",
}
ASK = {"place", "step", "choices", "default"}
BET = {"place", "circles", "on", "last"}
CIRCLE = {"circle", "required", "low", "high", "step", "needs", "equal", "share", "clause"}
DEFAULTS = {
    "clause": "", "circle": "", "low": 0, "high": 0, "step": 1, "pick": None, "least": 0, "most": 0, "piles": None,
}  # fmt: skip
OK = {"t", "key", "n"}
REFUSED = {"t", "key", "code", "says", "clause", "where", "facts", "form"}
CARD = re.compile("--|[2-9TJQKA][cdhs]|Jk")
CODES = {
    "format", "key", "key-reused", "stale", "late", "phase", "not-seated", "not-yours", "not-host", "not-asked",
    "choice", "amount", "count", "cards", "limit", "chips", "buy-in", "seat", "taken", "turn", "barred", "bank",
    "bet-required", "muted", "busy", "rate", "behind",
}  # fmt: skip
BY_STATUS = {
    "no-session", "origin", "no-table", "no-round", "no-game", "not-found", "no-words", "too-large", "moving", "broken",
}  # fmt: skip
"""Codes over HTTP alone, where a status says the same; sockets have close codes instead."""


def codes_in(*layers: str, but: frozenset[str] = frozenset()) -> set[str]:
    """Returns the refusal codes in the sources of these layers."""
    files = [path for each in layers for path in (Path(houseway.__file__).parent / each).rglob("*.py")]
    nodes = [node for path in files if path.name not in but for node in ast.walk(ast.parse(path.read_bytes()))]
    calls = [node for node in nodes if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refusal"]
    firsts = [call.args[0] for call in calls if call.args]
    return {first.value for first in firsts if isinstance(first, ast.Constant) and isinstance(first.value, str)}


@cache
def library_codes() -> frozenset[str]:
    """Returns the refusal codes of the library."""
    return frozenset(codes_in("script", "table", "games", "rulebook", "players", "lab"))


def hold(frame: Frame) -> None:
    """Asserts that the contract knows the frame, to the field name."""
    kind = frame["t"]
    if kind in ("ok", "refused"):
        assert frame.keys() >= (OK if kind == "ok" else REFUSED), frame
        assert kind == "ok" or frame["code"] not in BY_STATUS, frame
        return
    if kind == "advice":
        assert frame.keys() >= {"t", "key", "best", "options"}
        assert all(option.keys() >= {"decision", "cost"} for option in frame["options"])
        return
    keys = frame.keys() if kind == "welcome" else frame.keys() - {"table"}  # only with changed rules
    assert keys == (WELCOME if kind == "welcome" else STEP), frame.keys()
    if kind == "welcome":
        assert frame["you"].keys() == YOU
        assert frame["table"].keys() >= TABLE
        assert frame["table"]["buy_in"].keys() == {"low", "high", "usual"}
    for line in frame["story"]:
        assert line.keys() >= {"k", "n"}, line
        assert kind == "welcome" or line["n"] == frame["n"], line
    _hold_state(frame["state"])
    _hold_mine(frame["mine"], frame["state"])


def _hold_state(state: Frame) -> None:
    assert state.keys() >= STATE, STATE - state.keys()
    assert state["phase"] in PHASES
    assert (state["was"] is not None) == (state["phase"] == "paused")
    assert all(row.keys() == SEAT and row["stack"] >= 0 for row in state["seats"])
    assert state["bank"] is None or state["bank"].keys() == BANK
    assert all(row.keys() == PLACE for row in state["places"])
    assert all(CARD.fullmatch(card) for text in state["cards"].values() for card in text.split()), state["cards"]
    assert state["counts"] is None or state["counts"].keys() >= {"stock", "shoe"}
    assert all(row.keys() == PAYMENT for row in state["payments"])
    assert state["due_ms"].keys() <= {*state["waiting"]}
    assert state["bank_ms"].keys() <= state["due_ms"].keys()
    assert state["phase"] != "paused" or not state["due_ms"]
    if state["phase"] == "settled":
        assert state["fair"]["commit"] == state["commit"]
        assert state["next"].keys() == {"round", "commit"}
        assert state["next"]["round"] == state["round"] + 1


def _hold_mine(mine: Frame, state: Frame) -> None:
    assert mine.keys() <= MINE, mine.keys() - MINE
    for ask in mine.get("asks", []):
        assert ask.keys() >= ASK, ask
        assert ask["place"] in state["waiting"]
        for choice in ask["choices"]:
            assert not [name for name, value in DEFAULTS.items() if choice.get(name, ...) == value], choice
        if any("pick" in choice or "piles" in choice for choice in ask["choices"]):
            assert ask["offers"], ask
    for bet in mine.get("bets", []):
        assert state["phase"] == "betting"
        assert bet.keys() == BET
        assert all(circle.keys() == CIRCLE for circle in bet["circles"])
    if "bank" in mine:
        assert mine["bank"].keys() == {"may", "low", "high"}
        assert {*mine["bank"]["may"]} <= {"take", "pass", "release"}
