"""Change tracking: finds the parts of a table that a command changed, and rolls them back if the command is refused.

The tracker keeps parts that commands change in place as JSON. It keeps the same bytes object while a part is unchanged,
so that a cache may use it as a key.
"""

from operator import attrgetter
from typing import Final, get_type_hints

import msgspec
from msgspec import structs

from houseway.room.messages.state import Asked, Given, Running, TableState
from houseway.room.messages.story_lines import Heard

REPLACED: Final = (
    "table", "config", "n", "rows", "phase", "was", "paused_at", "round", "dealt", "since", "due", "running", "fair",
    "bots_made", "next_config",
)  # fmt: skip
"""Fields that hold numbers or words, or that commands replace whole.

`_of_round` copies what changes inside `running`.
"""
CHANGED: Final = tuple([name for name in TableState.__struct_fields__ if name not in REPLACED])
_REPLACED: Final = attrgetter(*REPLACED)
_CHANGED: Final = attrgetter(*CHANGED)
_ENCODE: Final = msgspec.json.Encoder().encode
_HINTS: Final = get_type_hints(TableState)
_DECODERS: Final = {name: msgspec.json.Decoder(_HINTS[name]) for name in CHANGED}


RoundPart = tuple[list[Given], Heard, int, str, Asked | None]
"""The fields that commands change inside a running round."""
Mark = tuple[dict[str, bytes], tuple[object, ...], RoundPart | None]
"""A checkpoint: the tracked parts as `checkpoint` found them."""


class ChangeTracker:
    """Keeps the parts of a table as they were at the last checkpoint."""

    __slots__ = ("_replaced", "_round", "kept")

    def __init__(self, state: TableState) -> None:
        self.kept: dict[str, bytes] = dict.fromkeys(CHANGED, b"")
        self._replaced: tuple[object, ...] = ()
        self._round: RoundPart | None = None
        self.checkpoint(state)

    def checkpoint(self, state: TableState, names: tuple[str, ...] = CHANGED) -> bool:
        """Takes a checkpoint of the table. Returns whether anything has changed since the last one.

        It compares only the parts named by `names`. The caller vouches that the others cannot have changed.
        """
        kept, changed = self.kept, False
        for name in names:
            now = _ENCODE(getattr(state, name))
            if kept[name] != now:
                kept[name] = now
                changed = True
        replaced, round_ = _REPLACED(state), _of_round(state.running)
        changed = changed or replaced != self._replaced or round_ != self._round
        self._replaced, self._round = replaced, round_
        return changed

    def mark(self) -> Mark:
        """Returns the last checkpoint, to restore it after later ones."""
        return self.kept.copy(), self._replaced, self._round

    def restore(self, state: TableState, mark: Mark | None = None) -> None:
        """Rolls the table back to the last checkpoint, or to `mark`."""
        if mark is not None:
            self.kept, self._replaced, self._round = mark
        for name, now in zip(CHANGED, map(_ENCODE, _CHANGED(state)), strict=True):
            if self.kept[name] != now:
                setattr(state, name, _DECODERS[name].decode(self.kept[name]))
        for name, value in zip(REPLACED, self._replaced, strict=True):
            setattr(state, name, value)
        if state.running is not None:
            assert self._round is not None
            given, heard, state.running.step, state.running.root, answered = self._round
            state.running.given, state.running.heard = given.copy(), structs.replace(heard)
            state.running.answered = _copy(answered)


def _of_round(running: Running | None) -> RoundPart | None:
    """Returns copies of the fields that commands change inside a running round."""
    if running is None:
        return None
    answered = _copy(running.answered)
    return running.given.copy(), structs.replace(running.heard), running.step, running.root, answered


def _copy(answered: Asked | None) -> Asked | None:
    return None if answered is None else structs.replace(answered)
