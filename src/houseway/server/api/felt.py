"""The cloth of a table as a page draws it: layout, pay tables in use and printed names of the wagers."""

from typing import Any

import msgspec

from houseway.games import find
from houseway.room.views.posted_card import jackpot_rows
from houseway.rulebook import Rules, book
from houseway.web.board_layout import laid_out


def felt_of(rules: Rules, seats: int, *, printed: bool = False) -> dict[str, Any]:
    """Returns the cloth for so many seats. With `printed` the layout ignores the table's own rules."""
    game = rules.game.id
    layout = laid_out(game, seats) if printed else laid_out(game, seats, rules)
    return {"layout": msgspec.to_builtins(layout), "pays": pays(rules), "wagers": wagers(rules)}


def pays(rules: Rules) -> list[dict[str, Any]]:
    """Returns the pay tables in use: the odds of each row as printed on the felt, and the jackpot that a row wins."""
    won = jackpot_rows(find(rules.game.id), rules.options)
    return [
        {
            "id": table.id,
            "title": table.title,
            "wager": table.wager,
            "unit": table.unit,
            **({"also": [*table.also]} if table.also else {}),
            "rows": [
                [row.label, odds.num, odds.den, *([won[table.id, key]] if (table.id, key) in won else [])]
                for row, key in zip(table.rows, table.keys, strict=True)
                if rules.in_use(table.id, key) and (odds := rules.pays(table.id, key)) is not None
            ],
        }
        for table in rules.tables.values()
        if table.wager and rules.in_use(table.id)
    ]


def wagers(rules: Rules) -> dict[str, str]:
    """Returns the printed names of the wagers by id."""
    return {wager.id: wager.title for wager in book(rules.game.id).wagers}
