"""Reads everything that the server reads in several threads for the first time, in eight threads at once.

A library that builds a type's decoder at first use crashes the process here.
"""

import sys
import threading
from collections.abc import Callable

from houseway.lab.published_odds import printed_odds
from houseway.room.core.table_rules import sheet_of
from houseway.room.messages.state import Config
from houseway.rulebook import book
from houseway.rulebook.files.rule_versions import versions
from houseway.store import round_rows as _rounds  # noqa: F401  # its shapes too
from houseway.table.setup import document_from
from houseway.web.board_layout import laid_out

GAME = "three-card-poker"
DOCUMENT = '{"houseway": 1, "game": "three-card-poker", "limits": {"min": 500, "max": 10000}, "seats": []}'
WORK: dict[str, Callable[[], object]] = {
    "book": lambda: book(GAME),
    "document": lambda: document_from(DOCUMENT),
    "sheet": lambda: sheet_of(Config(game=GAME, rules=versions())),
    "odds": lambda: printed_odds(GAME),
    "felt": lambda: laid_out(GAME, 7),
}


def main() -> None:
    work, start = WORK[sys.argv[1]], threading.Barrier(8)

    def first() -> None:
        start.wait()
        work()

    sys.setswitchinterval(1e-9)
    threads = [threading.Thread(target=first) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


if __name__ == "__main__":
    main()
