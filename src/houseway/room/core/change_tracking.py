"""A table's state, part by part: what a command changed shows by comparison, and what was refused is undone.

Parts that commands change in place are kept as JSON. One that has not changed is the same object as before, so that
whatever was made from it can be kept by it.
"""

from operator import attrgetter
from typing import Any, Final, get_type_hints

import msgspec
from msgspec import structs

from houseway.room.messages.state import Running, TableState

REPLACED: Final = (
    "table", "config", "n", "rows", "phase", "was", "paused_at", "round", "dealt", "since", "due", "running", "fair",
    "bots_made", "next_config",
)  # fmt: skip
"""Numbers, words, and what is never changed in place; of a running round `_of_round` keeps the rest."""
CHANGED: Final = tuple([name for name in TableState.__struct_fields__ if name not in REPLACED])
_REPLACED: Final = attrgetter(*REPLACED)
_CHANGED: Final = attrgetter(*CHANGED)
_ENCODE: Final = msgspec.json.Encoder().encode
_HINTS: Final = get_type_hints(TableState)
_DECODERS: Final = {name: msgspec.json.Decoder(_HINTS[name]) for name in CHANGED}


Mark = tuple[dict[str, bytes], Any, Any]
"""What was seen at one look."""


class ChangeTracker:
    """The parts of a table as they were when it was last looked at."""

    __slots__ = ("_replaced", "_round", "kept")

    def __init__(self, state: TableState) -> None:
        self.kept: dict[str, bytes] = dict.fromkeys(CHANGED, b"")
        self._replaced: Any = None
        self._round: Any = None
        self.look(state)

    def look(self, state: TableState, names: tuple[str, ...] = CHANGED) -> bool:
        """Whether anything has changed since the last look; the table as it stands is kept.

        Only the parts of these `names` are looked at, where the others cannot have changed.
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
        """The last look, to be gone back to over later ones."""
        return self.kept.copy(), self._replaced, self._round

    def restore(self, state: TableState, mark: Mark | None = None) -> None:
        """The table is as it was at the last look, or at the one of that `mark`."""
        if mark is not None:
            self.kept, self._replaced, self._round = mark
        for name, now in zip(CHANGED, map(_ENCODE, _CHANGED(state)), strict=True):
            if self.kept[name] != now:
                setattr(state, name, _DECODERS[name].decode(self.kept[name]))
        for name, value in zip(REPLACED, self._replaced, strict=True):
            setattr(state, name, value)
        if state.running is not None:
            given, heard, state.running.step, state.running.root = self._round
            state.running.given, state.running.heard = given.copy(), structs.replace(heard)


def _of_round(running: Running | None) -> Any:
    """What is changed in a running round: more is given and heard."""
    if running is None:
        return None
    return running.given.copy(), structs.replace(running.heard), running.step, running.root
