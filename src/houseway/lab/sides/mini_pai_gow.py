"""The Bonus of Mini Pai Gow and the Community Bonus: all 22,957,480 hands of six cards and their best five (MPG-30)."""

from fractions import Fraction
from typing import Final

from houseway.games.mini_pai_gow import BONUS, COMMUNITY, COMMUNITY_LEAST, COMMUNITY_OF
from houseway.hands.five import Wheel
from houseway.hands.wild import Joker
from houseway.lab.answer import Solved, Wager
from houseway.lab.progress import Tell
from houseway.lab.question import Question

TABLES: Final = ("MPG-A", "MPG-B", "MPG-C", "MPG-COMM")


def bonus(asked: Question, tell: Tell) -> Solved:  # noqa: ARG001
    """The wager by the posted table and by the others, and the Community Bonus where a table carries it."""
    from houseway.hands.kernels.census import by_category, with_joker

    counts = by_category(with_joker(6, Joker.SEMI, Wheel(asked.rules.options.wheel)))
    posted = asked.rules.options.bonus_paytable
    wagers = {}
    for table in (posted, *(table for table in TABLES if table != posted)):
        rows = [(row, count, asked.pays_or_loses(table, row)) for row, count in counts.items()]
        name = BONUS if table == posted else f"{BONUS}: {table}"
        wagers[name] = Wager.of(rows, note=f"pay table {table} (MPG-31)", brief=table != posted)
    notes = []
    for table, fixed in COMMUNITY_OF.items():
        prizes = asked.rules.table(fixed)
        each = Wager.of(
            [(row, count, Fraction(prizes.cents(row), 100)) for row, count in counts.items()],
            unit="dollars for each other player's hand",
            note=f"no stake of its own: it comes with a Bonus of ${COMMUNITY_LEAST // 100} or more by {table} (MPG-33)",
            brief=table != posted,
        )
        wagers[f"{BONUS}: {COMMUNITY}"] = each
        stake, others = Fraction(COMMUNITY_LEAST, 100), int(asked.rules.options.seats) - 1
        own = wagers[BONUS if table == posted else f"{BONUS}: {table}"].expectation
        notes.append(
            f"A ${stake} {BONUS} by {table} with {others} other players: the Community Bonus adds "
            f"{float(others * each.expectation / stake):.4%}, so the wager expects "
            f"{float(own + others * each.expectation / stake):+.4%} in all."
        )
    return Solved(wagers=wagers, notes=notes)
