"""Writes the types of the frames for the browser's code: `python -m tools.wire`. A test keeps them current.

They come from the structs that the room writes and reads, so an editor or `tsc --checkJs` knows every field that the
JSDoc of the modules names. The file is never served.
"""

from pathlib import Path
from typing import Any, Final

from msgspec import NODEFAULT, UNSET, Struct, UnsetType, inspect

import houseway
from houseway.room.messages.story_lines import AnyLine
from houseway.room.messages.view_types import Mine, PublicState, TableView, Welcome
from houseway.server import wire
from houseway.table.setup import Decision

FILE: Final = Path(houseway.__file__).parent / "web" / "static" / "js" / "wire.d.ts"
HEAD: Final = (
    "// The frames of houseway.1 as types, written by `python -m tools.wire`; docs/protocol.md says what they mean."
)


class Step(Struct, kw_only=True, omit_defaults=True, tag_field="t", tag="step"):
    """The story of step `n`, and the table after it; `table` if another sheet is posted."""

    n: int
    state: PublicState
    mine: Mine
    story: list[AnyLine]
    table: TableView | UnsetType = UNSET


FRAMES: Final[dict[str, Any]] = {
    "welcome": Welcome, "step": Step, "ok": wire.Ok, "refused": wire.Refused, "advice": wire.AdviceFrame,
    "closing": wire.Closing, "moved": wire.MovedAway, "lobby": wire.Lobby, "pong": wire.Pong,
}  # fmt: skip
"""All frames to a page, by their `t`. A step is assembled from parts that many share (`wire.step`)."""
PLAIN: Final[dict[Any, str]] = {
    inspect.IntType: "number", inspect.FloatType: "number", inspect.StrType: "string", inspect.BoolType: "boolean",
    inspect.NoneType: "null", inspect.AnyType: "unknown",
}  # fmt: skip


class Types:
    """The types written so far, by name, in the order in which they were met."""

    def __init__(self) -> None:
        self.written: dict[str, str] = {}

    def told(self, kind: Any, *, sent: bool = False) -> str:
        """Returns the type in TypeScript; a struct by its name.

        `sent` marks what the page says, not what it is told.
        """
        if type(kind) in PLAIN:
            return PLAIN[type(kind)]
        match kind:
            case inspect.StructType():
                return self._named(kind, sent=sent)
            case inspect.UnionType(types=kinds):
                return " | ".join(dict.fromkeys(self.told(each, sent=sent) for each in kinds))
            case inspect.LiteralType(values=values):
                return " | ".join(f'"{value}"' if isinstance(value, str) else str(value) for value in values)
            case inspect.ListType(item_type=item) | inspect.VarTupleType(item_type=item):
                return f"Array<{self.told(item, sent=sent)}>"
            case inspect.TupleType(item_types=items):
                return f"[{', '.join(self.told(each, sent=sent) for each in items)}]"
            case inspect.DictType(value_type=value):
                return f"Record<string, {self.told(value, sent=sent)}>"
        raise TypeError(f"{kind} has no type in the browser")

    def _named(self, kind: inspect.StructType, *, sent: bool) -> str:
        cls: Any = kind.cls
        name: str = cls.__name__
        if name in self.written:
            return name
        self.written[name] = ""  # reserves its place before those of its parts
        lines = [f'  {kind.tag_field}: "{kind.tag}";'] if kind.tag_field else []
        for field in kind.fields:
            unset = field.default is NODEFAULT is field.default_factory  # its default is UNSET, which is never written
            lacks = not field.required and (sent or cls.__struct_config__.omit_defaults or unset)
            lines.append(f"  {field.encode_name}{'?' if lacks else ''}: {self.told(field.type, sent=sent)};")
        says = " ".join((cls.__doc__ or "").split())
        head = [f"/** {says} */"] if says else []
        self.written[name] = "\n".join([*head, f"export interface {name} {{", *lines, "}"])
        return name


def text() -> str:
    """Returns the whole file."""
    types = Types()
    told = " | ".join(types.told(inspect.type_info(each)) for each in FRAMES.values())
    line = types.told(inspect.type_info(AnyLine))
    said = types.told(inspect.type_info(wire.Message), sent=True)
    decision = types.told(inspect.type_info(Decision))
    parts = "\n\n".join(types.written.values()).replace(f"<{line}>", "<AnyLine>").replace(decision, "Decision")
    unions = [
        f"/** All that a socket is told. */\nexport type AnyFrame = {told};",
        f"/** A line of the story, by its `k`. */\nexport type AnyLine = {line};",
        f"/** All that a socket may say. */\nexport type Message = {said};",
        f"/** The name of a choice, or that name with what was chosen. */\nexport type Decision = {decision};",
    ]
    return "\n\n".join([HEAD, *unions, parts]) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
