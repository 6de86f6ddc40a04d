"""`houseway` whose tables fail on demand: a file names, for each table, the part of it that raises.

The file holds JSON, `{table: stage}`, and is read again whenever it has changed. No shipped code knows of it.
"""

import json
import os
from pathlib import Path
from typing import Any

from msgspec import structs

from houseway.cli import main
from houseway.room.live_table import LiveTable
from houseway.room.messages.commands import SetAside
from houseway.room.messages.outcomes import Outcome, Posting
from houseway.script import Refusal
from houseway.server.tables import registry
from houseway.server.thinking import bot_driver
from houseway.store.pending_writes import PendingWrites

FILE = Path(os.environ["HOUSEWAY_POISON"])
TOO_MUCH = 10**30
"""Cents that no column of either database holds."""
SECRET = "As Kd"
"""What the words of an error may name, and nobody is told."""
_read: tuple[int, dict[str, str]] = (-1, {})


class Poison(Exception):
    """The fault that the file asks for."""


def stage_of(table: str) -> str:
    """The part of the table that fails; empty for none."""
    global _read
    try:
        stamp = FILE.stat().st_mtime_ns
        if stamp != _read[0]:
            _read = (stamp, json.loads(FILE.read_text()))
    except (FileNotFoundError, json.JSONDecodeError):
        return ""
    return _read[1].get(table, "")


def fail(table: str, *stages: str) -> None:
    stage = stage_of(table)
    if stage in stages and stage == "refuse":
        raise Refusal("cards", f"somebody holds {SECRET}")
    if stage in stages:
        raise Poison(f"{stage} of {table}: somebody holds {SECRET}")


def poison() -> None:
    """Every method below fails for a table whose stage says so."""
    apply, public_json, lobby_line = LiveTable.apply, LiveTable.public_json, LiveTable.lobby_line
    due, from_store, append, think = (
        LiveTable.due,
        registry.TableRegistry._from_store,
        PendingWrites.append,
        bot_driver.Bots._think,
    )

    def bad_apply(self: LiveTable, command: Any, who: Any, now: int) -> Outcome:
        fail(self.state.table, "apply", "all")
        fail(self.state.table, type(command).__name__.lower())  # `tick` and `say`: commands of that kind alone
        return apply(self, command, who, now)

    def bad_public(self: LiveTable, now: int) -> bytes:
        fail(self.state.table, "view", "refuse")
        return public_json(self, now)

    def bad_line(self: LiveTable) -> Any:
        fail(self.state.table, "lobby")
        return lobby_line(self)

    def bad_due(self: LiveTable) -> int | None:
        fail(self.state.table, "clock")
        return due(self)

    def bad_from_store(self: Any, kept: Any) -> Any:
        fail(kept.table, "rebuild", "all")
        return from_store(self, kept)

    def bad_think(self: Any, box: Any, ask: Any) -> Any:
        fail(box.table, "bot")
        return think(self, box, ask)

    def bad_append(self: PendingWrites, outcome: Outcome, *, closes: bool = False) -> Any:
        stage = stage_of(outcome.row.table)
        if stage == "all" or (stage == "append" and not isinstance(outcome.command, SetAside)):
            posts = (*outcome.posts, Posting("house", TOO_MUCH), Posting("box", -TOO_MUCH))
            outcome = structs.replace(outcome, posts=posts)
        return append(self, outcome, closes=closes)

    def set_methods(owner: Any, **methods: Any) -> None:
        for name, method in methods.items():
            setattr(owner, name, method)

    set_methods(LiveTable, apply=bad_apply, public_json=bad_public, lobby_line=bad_line, due=bad_due)
    set_methods(registry.TableRegistry, _from_store=bad_from_store)
    set_methods(PendingWrites, append=bad_append)
    set_methods(bot_driver.Bots, _think=bad_think)


if __name__ == "__main__":
    poison()
    main()
