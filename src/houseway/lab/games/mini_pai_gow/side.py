"""The Bonus and Community Bonus of Mini Pai Gow, by the best five of all 22,957,480 hands of six cards (MPG-30)."""

from fractions import Fraction
from typing import Final

from houseway.cards import PACK_WITH_JOKER
from houseway.games.mini_pai_gow.bonuses import BONUS, COMMUNITY, COMMUNITY_LEAST, COMMUNITY_OF
from houseway.hands import five
from houseway.hands.five import Wheel
from houseway.hands.wild import Joker
from houseway.lab.inquiry.answer import Solved, Wager
from houseway.lab.inquiry.progress import Progress
from houseway.lab.inquiry.question import Question

TABLES: Final = ("MPG-A", "MPG-B", "MPG-C", "MPG-COMM")
TABLES_DEALT: Final = 400_000
PART: Final = 50_000
SEED: Final = 1


def bonus(asked: Question, tell: Progress) -> Solved:
    """Solves the wager by the posted table and by the others, and the Community Bonus if a table carries it."""
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
        own = wagers[BONUS if table == posted else f"{BONUS}: {table}"].expectation
        notes.append(_community(asked, table, own, each.expectation, tell))
    if (most := asked.rules.options.bonus_aggregate_max) != "none":
        notes.append(f"That all bonus money of a round is cut to ${most} together is left out (MPG-06).")
    return Solved(wagers=wagers, notes=notes)


def _community(asked: Question, table: str, own: Fraction, each: Fraction, tell: Progress) -> str:
    """Returns a note: the gain from the Community Bonus at a full table, for the smallest Bonus wager that earns it."""
    options = asked.rules.options
    stake, others = Fraction(COMMUNITY_LEAST, 100), int(options.seats) - 1
    added = others * each / stake
    who = f"{others} other players"
    if options.community_trigger_needs_bonus:
        who += ", all with a Bonus of their own, since no other hand counts (MPG-35)"
    adds, digits = f"{float(added):.4%},", 4
    if options.community_multi == "highest-only":
        lost, error = _below_highest(asked, COMMUNITY_OF[table], others, tell)
        added, digits = added - lost / stake, 3
        adds = (
            f"about {float(added):.3%}, since only the highest of their hands is paid (MPG-34); "
            f"an estimate from {TABLES_DEALT:,} tables at random, standard error {error / float(stake):.3%},"
        )
    return (
        f"A ${stake} {BONUS} by {table} with {who}: the Community Bonus adds {adds} "
        f"so the wager expects {float(own + added):+.{digits}%} in all."
    )


def _below_highest(asked: Question, fixed: str, others: int, tell: Progress) -> tuple[Fraction, float]:
    """Estimates the dollars a round for hands that are not the highest of the table, with the standard error.

    All hands at once have no closed count, so tables are dealt at random. Two paid hands at once are rare, and the rest
    is exact.
    """
    import numpy as np

    from houseway.hands.kernels import wild
    from houseway.lab.loops.boards import draws

    prizes, wheel = asked.rules.table(fixed), Wheel(asked.rules.options.wheel)
    floors = np.array(list(five.FLOORS.values()))
    cents = np.array([0, *(prizes.cents(row) for row in five.FLOORS)], np.int64)
    lost = np.empty(TABLES_DEALT, np.int64)
    for start in range(0, TABLES_DEALT, PART):
        tell("tables at random", start, TABLES_DEALT)
        hands = np.empty((PART, 6 * others), np.uint8)
        draws(np.array(PACK_WITH_JOKER, np.uint8), np.zeros(PART, np.uint64), hands, SEED + start)
        values = wild.values(hands.reshape(-1, 6), Joker.SEMI, wheel)
        paid = cents[np.searchsorted(floors, values, side="right")].reshape(PART, others)
        lost[start : start + PART] = paid.sum(1) - paid.max(1)
    mean = Fraction(int(lost.sum()), 100 * TABLES_DEALT)
    return mean, float(lost.std()) / 100 / TABLES_DEALT**0.5
