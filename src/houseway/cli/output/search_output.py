"""`houseway rules --search`: the clauses that were found, the best first."""

from typing import Final

from houseway.cli.output.answers import print_json, show, table
from houseway.rulebook import books_of
from houseway.rulebook.search import Hit, near_words, search

_SHOWN: Final = 10
"""Clauses that a person is shown; the JSON document has all."""


def show_found(query: str, file_id: str | None, as_json: bool) -> None:
    """Print what was found in all files, or in a game's own and the shared one behind it; what is near to nothing."""
    files = [of.game.id for of in books_of(file_id)] if file_id else []
    hits = search(query, files)
    near = near_words(query, files)
    if as_json:
        found = [_as_json(rank, hit) for rank, hit in enumerate(hits, 1)]
        print_json({"query": query, "game": file_id, "found": len(hits), "hits": found, "near": near})
        return
    if not hits:
        more = f": did you mean {' '.join(near)}?" if near else ""
        show(f"No clause{f' of {file_id}' if file_id else ''} has {query!r}{more}")
        return
    rows = [(hit.clause.id, hit.file, hit.clause.topic, hit.clause.rule) for hit in hits[:_SHOWN]]
    left = len(hits) - _SHOWN
    note = f"and {left} more that fit less well (--json has all)" if left > 0 else ""
    if near:
        note += f"{'; ' if note else ''}did you mean {' '.join(near)}?"
    show(table("", ("clause", "game", "topic", "rule"), rows, note=note, below=("topic", "game")))


def _as_json(rank: int, hit: Hit) -> dict[str, object]:
    return {
        "rank": rank,
        "id": hit.clause.id,
        "score": round(hit.score, 3),
        "game": hit.file,
        "topic": hit.clause.topic,
        "rule": hit.clause.rule,
        "ruling": hit.clause.ruling,
    }
