"""The Fortune Bonus and the Envy prize, by all 154,143,080 hands of seven cards, the joker fully wild (FPG-03)."""

from fractions import Fraction

from houseway.games.fortune_pai_gow import ENVY, ENVY_BUTTON, FORTUNE
from houseway.hands import seven
from houseway.lab.inquiry.answer import Solved, Wager
from houseway.lab.inquiry.progress import Progress
from houseway.lab.inquiry.question import Question


def fortune(asked: Question, tell: Progress) -> Solved:
    """Solves the wager by its table, and the value of an Envy button for each other player at the table."""
    from houseway.lab.loops.seven_card_bonus import row_counts

    counts = row_counts(asked.rules.options.royal_match_joker, tell).tolist()
    rows = list(zip(seven.ROWS, counts, strict=True))[::-1]
    paid = [(row, count, asked.pays_or_loses("FPG-BONUS", row)) for row, count in rows]
    prizes = asked.rules.table("FPG-ENVY")
    envied = [(row, count, Fraction(prizes.cents(row), 100)) for row, count in rows]
    wager = Wager.of(paid, note="by the seven cards, whatever becomes of the hand (FPG-47)")
    envy = Wager.of(
        envied,
        unit="dollars for each other player's hand, the player-dealer's apart",
        note=f"no stake of its own: it comes with a Fortune wager of ${ENVY_BUTTON // 100} or more (FPG-11, FPG-54)",
    )
    others = int(asked.rules.game.seats.max) - 2
    button = Fraction(ENVY_BUTTON, 100)
    full = wager.expectation + others * envy.expectation / button
    who = f"{others} other players"
    if asked.rules.options.envy_trigger_needs_fortune:
        who += ", all with a Fortune wager of their own, since no other hand counts (FPG-57)"
    notes = [
        f"A ${button} {FORTUNE} wager with {who}: the Envy button adds "
        f"{float(others * envy.expectation / button):.4%}, so the wager expects {float(full):+.4%} in all."
    ]
    return Solved(wagers={FORTUNE: wager, f"{FORTUNE}: {ENVY}": envy}, notes=notes)
