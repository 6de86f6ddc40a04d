"""Solution of Mini Pai Gow: the house way against itself, and the best setting and double of every hand."""

from fractions import Fraction
from typing import TYPE_CHECKING, Final, NamedTuple

from houseway.cards import RANK_PLURALS, RANKS, Cards, cards_from
from houseway.games.mini_pai_gow.game import DOUBLE, MAIN, QUALIFIES
from houseway.hands import one
from houseway.hands.five import ladder_of
from houseway.hands.hand import words
from houseway.lab.inquiry.answer import Row, Solved, Strategy, Wager
from houseway.lab.inquiry.probe import SEAT, ProbedHand, probe
from houseway.lab.inquiry.progress import Progress
from houseway.lab.inquiry.question import Question
from houseway.lab.inquiry.tally import Tallied, solved
from houseway.lab.methods.pai_gow.cells import CELLS, wager_at
from houseway.lab.methods.pai_gow.exact import HOUSE_WAY, METHOD, OUTCOMES, dealers_at, house_cells
from houseway.lab.methods.pai_gow.way import SplitWay, way_of
from houseway.lab.methods.threshold import ALWAYS, NEVER, Cutoff, Thresholds, thresholds
from houseway.rulebook import offered

if TYPE_CHECKING:
    from houseway.hands.kernels.arrays import Array
    from houseway.lab.games.mini_pai_gow.doubles import DoubleSettings, DoubleValues
    from houseway.lab.loops.hand_pairs.distributions import Distributions
    from houseway.lab.methods.pai_gow.batch import Batch
    from houseway.lab.methods.pai_gow.dealers import Dealers

__all__ = ["HOUSE_WAY", "METHOD", "best_play", "house_way"]
DEALERS: Final = {True: "4h 4d 3h 3c Qh 2d", False: "Kd Js 9h 7c 5d 4s"}
"""A dealer who qualifies with two pair whatever is posted, with the queen low, and one who does not, with the jack."""
PLAYERS: Final = {
    True: (("Kh", "As Ad 8h 8s 2s"), ("Ah", "8c 8d 6c 3s 2h"), ("2c", "7c 7d 6c 5h 3s")),
    False: (("Kh", "As Ad 8h 6c 2s"), ("3s", "8c 8d 6c 5h 2h"), ("2c", "Qc Td 8c 6h 3s")),
}
"""Low card and high hand of a player who wins both comparisons, one and none, against either dealer."""
LEAST: Final = Fraction(1, 20_000)


def house_way(asked: Question, tell: Progress) -> Solved:
    """Solves the wager with both hands set the house way and nothing doubled."""
    cells = house_cells(dealers_at(asked, tell), tell)
    win, push, lose = (paid(asked, True, won, doubled=False).net for won in range(3))
    nets = [win, push, push, push, lose, lose, push, lose, lose]
    rows: list[Row] = [
        (name.replace("front", "low card").replace("back", "high hand"), count, net)
        for name, count, net in zip(CELLS, (count for row in cells for count in row), nets, strict=True)
    ]
    return Solved(wagers={HOUSE_WAY: Wager.of(rows, note="player and dealer both set the house way, nothing doubled")})


def best_play(asked: Question, tell: Progress) -> Solved:
    """Solves the best setting of every hand, doubled where that pays, against a dealer who sets the house way."""
    from houseway.lab.methods.pai_gow.dealers import distributions_of, players_of
    from houseway.lab.methods.pai_gow.perfect import batch_of

    dealers = dealers_at(asked, tell)
    rows = distributions_of(dealers, tell)
    batch = batch_of(dealers, players_of(dealers.patterns))
    posted = asked.rules.options.qualifier
    answer = _solved(asked, _played(asked, dealers, batch, rows, posted, tell))
    for qualifier in offered(asked.game)["qualifier"].named:
        if qualifier != posted:
            found = _played(asked, dealers, batch, rows, qualifier, tell)
            note = f"the same where dealers qualify with {pair(qualifier)} (MPG-27)"
            answer.wagers[f"{MAIN}: qualifier = {qualifier}"] = _wager(asked, found, found.best, note)
    return answer


def pair(qualifier: str) -> str:
    """Returns a posted pair in words."""
    return f"a pair of {RANK_PLURALS[RANKS.index(qualifier[0])]}"


class MiniPlayed(NamedTuple):
    """All settings with their values, and the best one of each hand."""

    dealers: "Dealers"
    settings: "DoubleSettings"
    values: "DoubleValues"
    best: "Array"

    @property
    def house(self) -> "Array":
        return self.settings.batch.answers_of()

    @property
    def weights(self) -> "Array":
        return self.settings.batch.weights.astype(int)


def _played(
    asked: Question, dealers: "Dealers", batch: "Batch", rows: "Distributions", qualifier: str, tell: Progress
) -> MiniPlayed:
    from houseway.lab.games.mini_pai_gow.doubles import best_settings, settings_against, values_of

    settings = settings_against(dealers, batch, rows, QUALIFIES[qualifier], tell)
    nets = paid(asked, True, 0, doubled=True).nets
    values = values_of(settings, nets[MAIN], nets[DOUBLE])
    return MiniPlayed(dealers, settings, values, best_settings(settings, values))


def _solved(asked: Question, found: MiniPlayed) -> Solved:
    others, pairs = found.dealers.others, found.dealers.pairs
    leaving = int(found.weights[found.best != found.house].sum()) * others
    doubling = int(found.weights[found.values.double[found.best] > 0].sum()) * others
    answer = solved(
        MAIN,
        tallied(asked, found, found.best),
        {"set as the house way": pairs - leaving, "set otherwise": leaving, "doubled": doubling},
        strategy(found, way_of(asked.rules)),
        "per main wager, with the double that follows from it where it pays; dealers qualify with "
        f"{pair(asked.rules.options.qualifier)} (MPG-27)",
    )
    note = "a player who sets the house way, and doubles where that pays"
    answer.wagers[f"{MAIN}: set the house way"] = _wager(asked, found, found.house, note)
    return answer


def _wager(asked: Question, found: MiniPlayed, chosen: "Array", note: str) -> Wager:
    rows = [(name, count, hand.net) for name, count, hand in tallied(asked, found, chosen)]
    return Wager.of(rows, note=note, brief=True)


def tallied(asked: Question, found: MiniPlayed, chosen: "Array") -> list[Tallied]:
    """Tallies every outcome of setting each hand in this way, doubled where that pays."""
    settings, weights, others = found.settings, found.weights, found.dealers.others
    doubled = found.values.double[chosen] > 0

    def three(won: "Array", lost: "Array", all_: "Array", mine: "Array") -> list[int]:
        """Counts the pairs won, divided and lost."""
        wins, losses, pairs = (int((counts * weights)[mine].sum()) for counts in (won, lost, all_))
        return [wins, pairs - wins - losses, losses]

    everybody = settings.qualified * 0 + others
    won, lost = settings.won[chosen], settings.lost[chosen]
    strong = settings.won_qualified[chosen], settings.lost_qualified[chosen], settings.qualified
    weak = won - strong[0], lost - strong[1], everybody - strong[2]
    rows: list[Tallied] = []
    for name, counts, qualified, is_doubled in (
        ("not doubled", three(won, lost, everybody, ~doubled), True, False),
        ("doubled, dealer qualified", three(*strong, doubled), True, True),
        ("doubled, dealer not qualified", three(*weak, doubled), False, True),
    ):
        for outcome, (says, count) in enumerate(zip(OUTCOMES, counts, strict=True)):
            rows.append((f"{name}: {says}", count, paid(asked, qualified, outcome, doubled=is_doubled)))
    return rows


def paid(asked: Question, qualified: bool, outcome: int, *, doubled: bool) -> ProbedHand:
    """Probes the script for a hand against a dealer who qualifies or not, with both, one or no half won."""
    low, high = PLAYERS[qualified][outcome]
    cards: dict[str, Cards] = {str(SEAT): cards_from(f"{low} {high}"), "bank": cards_from(DEALERS[qualified])}
    return probe(asked, {MAIN: 1}, cards, [{"double" if doubled else "set": low}], unit=wager_at(asked))


# -- strategy -----------------------------------------------------------------------------------------------------


def strategy(found: MiniPlayed, way: SplitWay) -> Strategy:
    """Returns the exceptions to the house way, and for each low card the least high hand to double."""
    import numpy as np

    from houseway.lab.games.mini_pai_gow.doubles import gains_of
    from houseway.lab.methods.pai_gow.exceptions.moves import moves_of
    from houseway.lab.methods.pai_gow.exceptions.search import rule_text, rules_of
    from houseway.lab.methods.pai_gow.patterns import in_the_pack

    dealers, batch, values, weights = found.dealers, found.settings.batch, found.values, found.weights
    whole = dealers.pairs * values.scale
    moves = moves_of(batch, in_the_pack(dealers.deck, batch.hands[batch.groups[:-1]]), way)
    gains = gains_of(found.settings, values)[moves.settings]
    rules = rules_of(moves, gains, float(LEAST * whole))
    column = np.zeros(len(batch.groups) - 1, np.int64)
    hands = np.add.reduceat(weights, batch.groups[:-1])
    rows = []
    for rule in rules:
        column[moves.groups[rule.rows]] = moves.settings[rule.rows] - batch.first[moves.groups[rule.rows]]
        share = int(hands[moves.groups[rule.rows]].sum()) * dealers.others / dealers.pairs
        rows.append(["set", *rule_text(moves, rule), f"{share:.4%}", f"{int(gains[rule.rows].sum()) / whole:.4%}"])
    simple = batch.answers_of(column[batch.group_of])
    doubles, paying = doubling(found, simple, way)
    rows += [
        ["double", f"low card {low}", "", f"high hand {least}{'' if least == ALWAYS else ' or better'}", "", "", ""]
        for low, least in doubles.rows
        if least != NEVER
    ]
    most = int((values.best[found.best] * weights).sum())
    reached = int((values.main[simple] * weights).sum()) + paying
    return Strategy(
        says="set the house way, except for these hands (the first row that fits decides); then double from these on.",
        columns=["decision", "hand", "the house way (front | back)", "instead", "when", "of all hands", "adds"],
        rows=rows,
        cost=Fraction(most - reached, whole),
        note="front is the low card, and the best front the highest that leaves such a hand behind. A joker counts as "
        "an ace among the ranks of a hand. Where no row names the low card, do not double.",
        full={"double": doubles.full},
    )


def doubling(found: MiniPlayed, simple: "Array", way: SplitWay) -> tuple[Thresholds, int]:
    """Returns, for each low card, the least high hand to double with these settings, and what all those doubles win."""
    import numpy as np

    batch, values = found.settings.batch, found.values
    setting = batch.settings_of(simple - batch.answers_of())
    codes = batch.backs[setting].astype(np.int64) << 8 | batch.fronts[setting]
    kinds, of_kind = np.unique(codes, return_inverse=True)
    sums = np.zeros(len(kinds), np.int64)
    np.add.at(sums, of_kind, values.double[simple] * batch.weights)
    rungs = ladder_of(way.wheel).rungs

    def text(value: int) -> str:
        return words(rungs[value].category, rungs[value].ranks)

    spots = [
        Cutoff(one.category(code & 255), code >> 8, gain, str)
        for code, gain in sorted(zip(kinds.tolist(), sums.tolist(), strict=True), key=lambda each: -(each[0] & 255))
    ]
    doubles = thresholds(spots, text, "double", "do not")
    return doubles, sum(spot.gain for spot in spots if spot.gain > 0) - doubles.cost
