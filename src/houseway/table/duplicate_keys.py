"""Duplicate keys in JSON objects: a reader would silently lose one of the two, so both are refused."""

import json


def first_duplicate(text: bytes | str) -> str:
    """Returns the path of the first duplicate key, such as `seats[0].wagers.ante`, or ""."""
    doubles: list[tuple[dict[str, object], str]] = []

    def read(pairs: list[tuple[str, object]]) -> dict[str, object]:
        found = dict(pairs)
        if len(found) != len(pairs):
            seen: set[str] = set()
            doubles.append((found, next(key for key, _ in pairs if key in seen or seen.add(key))))  # type: ignore[func-returns-value]
        return found

    document = json.loads(text, object_pairs_hook=read)
    if not doubles:
        return ""
    inner, key = doubles[0]
    return f"{_path(document, inner) or ''}.{key}".removeprefix(".")


def _path(value: object, wanted: object) -> str | None:
    """Returns the path of the wanted object within a value, or None if it is absent, such as in a lost half."""
    if value is wanted:
        return ""
    steps = ((f".{key}", each) for key, each in value.items()) if isinstance(value, dict) else ()
    if isinstance(value, list):
        steps = ((f"[{index}]", each) for index, each in enumerate(value))
    for step, each in steps:
        rest = _path(each, wanted)
        if rest is not None:
            return step + rest
    return None
