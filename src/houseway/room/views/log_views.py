"""Views of log rows: a row as a host may read it, built from lists of the fields that may be shown.

A field that stands in no list here is in no view: a new field of a command, a line or a body is secret until somebody
lists it here. The view shows a row's hash only to a reader who sees the whole row: others could try the few hands that
it may hold until one fits.
"""

from collections.abc import Mapping
from typing import Any, Final

import msgspec
from msgspec import Struct

from houseway.room.messages import commands, story_lines
from houseway.room.messages.outcomes import Row
from houseway.room.messages.story_lines import for_person

Shown = Mapping[str, Any]
"""Names of the shown fields: None for a plain value, a nested mapping for a structure or a list of structures."""


def _these(*names: str, **inside: Shown) -> Shown:
    return {**dict.fromkeys(names), **inside}


_POSTED: Final = (
    "options", "pay", "schedule", "limits", "bonuses", "bots", "pace", "time", "hold",
)  # fmt: skip
COMMANDS: Final[dict[type, Shown]] = {
    commands.Open: _these("game", "rules", *_POSTED, "seats", "full", "private", "watch_delay", "stay"),
    commands.Configure: _these(*_POSTED, "merge", "reoffers"),
    commands.Sit: _these("seat", "buy_in"),
    commands.TopUp: _these("cents"),
    commands.SitOut: _these(),
    commands.ComeBack: _these("post"),
    commands.StandUp: _these("seat"),
    commands.Rename: _these(),
    commands.Found: _these("game", "seat"),
    commands.BankChoice: _these("do", "posted", "agrees"),
    commands.Bet: _these("round", "place", "wagers"),
    commands.Ready: _these("round"),
    commands.AskFor: _these("round", "what", "on"),
    commands.Say: _these("text"),
    commands.GiveWords: _these("round"),
    commands.Decide: _these("round", "step", "place"),
    commands.TakeBack: _these("round", "place"),
    commands.Floor: _these("do", "reason", "irregularity", "place", "pool", "cents", "person", "abandoned"),
    commands.Agree: _these("round", "yes"),
    commands.FloorRefused: _these("person", "do", "code", "more"),
    commands.Tick: _these(),
    commands.Line: _these("person", "up"),
    commands.Delay: _these("ms", "dates"),
    commands.SetAside: _these("reason"),
}
OWN: Final[dict[type, tuple[str, ...]]] = {
    commands.Decide: ("decision",),
    commands.Floor: ("decision",),
    commands.Bet: ("words",),
    commands.GiveWords: ("words",),
}
"""Fields that the view adds for the command's own sender. The story tells what everybody may know of a decision."""
LINES: Final[dict[type, Shown]] = {
    story_lines.Said: _these("person", "name", "text", "watching"),
    story_lines.CardsDealt: _these("spot", "cards"),
    story_lines.CardsTurned: _these("spot", "at", "cards", "up"),
    story_lines.CardsMoved: _these("from", "to", "cards", "at", "into"),
    story_lines.DiceRolled: _these("dice"),
    story_lines.DecisionMade: _these("place", "decision", "slow"),
    story_lines.ChipsMoved: _these("from", "to", "cents", "clause", "later"),
    story_lines.WagerPaid: _these(
        "place", "wager", "outcome", "net", "staked", "returned", "odds", "commission", "clauses"
    ),
    story_lines.FeeTaken: _these("from", "cents", "clauses", "pool"),
    story_lines.PrizeWon: _these("pool", "place", "cents", "clauses"),
    story_lines.PotPushed: _these("pot", "total", shares=_these("seat", "half", "cents", "clauses")),
    story_lines.BankMoved: _these("do", "seat", "person", "posted", "turn", "clause", "hands", "low", "slow"),
    story_lines.ButtonMoved: _these("seat", "what", "by", "clauses"),
    story_lines.Shuffled: _these("cards"),
    story_lines.Void: _these("clause", "reason", "void"),
    story_lines.TookBack: _these("place"),
    story_lines.Warned: _these("place", "ms", "default"),
    story_lines.PhaseLine: _these("phase", "round"),
    story_lines.SheetPosted: _these("round", changes=_these("what", "name", "was", "now")),
    story_lines.BetsClosed: _these("round", "clause"),
    story_lines.PlayerLeft: _these("person", "name", "cents", "slow"),
    story_lines.SeatYielded: _these("person", "name", "seat", "to", "to_name"),
    story_lines.PlayerRemoved: _these("person", "name", "later", "back"),
    story_lines.TableClosed: _these("people", "reason"),
    story_lines.FloorCalled: _these("words", "place", "hand", "clause"),
    story_lines.Requested: _these("person", "what", "on", "clause"),
    story_lines.FloorLine: _these("word", "do", "person", "name", "place", "decision", "irregularity", "reason"),
}
_WHO: Final = _these("person", "name", "kind", "host")
_ACK: Final = _these("n", "from_round")
_FAIR: Final = _these(
    "scheme", "table", "round", "commit", "words", "root", "seed", "prev", "reshuffled", "leaves", "laid", "void",
    "next",
)  # fmt: skip
_DRAWN: Final = _these("dice", "seat", "commit", fair=_FAIR)
"""Fields of a draw: never the cards. The story has those that the reader may see."""


class LogView(Struct, frozen=True):
    """A row as one person may read it. `whole`: nothing is left out. `salted`: the row's hash is blinded."""

    body: dict[str, Any]
    whole: bool
    salted: bool


def view_of(row: Row, reader: str) -> LogView:
    """Returns the row's body as that person may read it."""
    body = row.read()
    own = row.who == reader
    shown: dict[str, object] = {"who": _only(body.who, _WHO, *(("cage", "cage_of") if own else ()))}
    command = type(body.command)
    more = OWN.get(command, ()) if own else ()
    shown["command"] = _only(body.command, COMMANDS.get(command, {}), "t", "key", *more)
    shown["drawn"] = [_only(each, _DRAWN) for each in body.drawn]
    shown["story"] = [{"line": _line(told, reader)} for told in body.story]
    shown["ack"] = _only(body.ack, _ACK)
    shown["rule_version"] = body.rule_version
    kept = msgspec.json.decode(row.body)
    kept.pop("salt", None)
    view = {name: value for name, value in shown.items() if name in kept}  # as stored: without default values
    return LogView(view, view == kept, bool(body.salt))


def _line(told: story_lines.Told, reader: str) -> dict[str, object]:
    line = for_person(told, reader)
    return _only(line, LINES.get(type(line), {}), "n", "k")


def _only(value: Any, shown: Shown, *more: str) -> dict[str, Any]:
    """Returns the shown fields of a structure, and of those inside it, under their JSON names."""
    fields = value if isinstance(value, dict) else msgspec.to_builtins(value)
    return {name: _inside(each, shown.get(name)) for name, each in fields.items() if name in shown or name in more}


def _inside(value: Any, shown: Shown | None) -> Any:
    if shown is None or value is None:
        return value
    return [_only(each, shown) for each in value] if isinstance(value, list) else _only(value, shown)
