"""A table's state as JSON, part by part: what a command changed shows by comparison, and what was refused is undone.

A part that has not changed is the same object as before, so that whatever was made from it can be kept by it.
"""

from operator import attrgetter
from typing import Any, Final, get_type_hints

import msgspec
from msgspec import structs

from houseway.room.state import TableState

_WHOLE: Final = ("table", "config", "next_config", "running")
"""Replaced, never changed, but for what a running round is given."""
NAMES: Final = tuple([name for name in TableState.__struct_fields__ if name not in _WHOLE])
_VALUES: Final = attrgetter(*NAMES)
_ENCODE: Final = msgspec.json.Encoder().encode
_HINTS: Final = get_type_hints(TableState)
_DECODERS: Final = {name: msgspec.json.Decoder(_HINTS[name]) for name in NAMES}


class Parts:
    """The parts of a table as they were when it was last looked at."""

    __slots__ = ("_given", "_heard", "_whole", "kept")

    def __init__(self, state: TableState) -> None:
        self.kept: dict[str, bytes] = {}
        self._whole: tuple[Any, ...] = ()
        self.look(state)

    def look(self, state: TableState) -> bool:
        """Whether anything has changed since the last look; the table as it stands is kept."""
        kept, changed = self.kept, False
        for name, now in zip(NAMES, map(_ENCODE, _VALUES(state)), strict=True):
            if kept.get(name) != now:
                kept[name] = now
                changed = True
        running = state.running
        whole: tuple[Any, ...] = (state.config, state.next_config, running)
        if running is not None:
            whole += (len(running.given), running.step, running.root)
            self._given, self._heard = running.given.copy(), structs.replace(running.heard)
        changed |= any(before is not now and before != now for before, now in zip(self._whole, whole, strict=False))
        changed |= len(whole) != len(self._whole)
        self._whole = whole
        return changed

    def restore(self, state: TableState) -> None:
        """The table is as it was at the last look."""
        for name, now in zip(NAMES, map(_ENCODE, _VALUES(state)), strict=True):
            if self.kept[name] != now:
                setattr(state, name, _DECODERS[name].decode(self.kept[name]))
        state.config, state.next_config, state.running, *more = self._whole
        if state.running is not None:
            _, state.running.step, state.running.root = more
            state.running.given, state.running.heard = self._given.copy(), structs.replace(self._heard)
