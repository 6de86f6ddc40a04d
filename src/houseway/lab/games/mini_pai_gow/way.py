"""The way of Mini Pai Gow: six cards, one in front and five behind."""

from fractions import Fraction
from typing import TYPE_CHECKING, Final

from houseway.cards import Cards
from houseway.games.kit.pai_gow.commission import five_percent
from houseway.games.mini_pai_gow.game import HOUSE_STAKE, MAIN, QUALIFIES, WON_DOUBLE, WON_MAIN
from houseway.games.mini_pai_gow.six_cards import CARDS, LEAST_HIGH, high_value, house_low, low_value
from houseway.hands.five import Wheel
from houseway.hands.wild import Joker
from houseway.lab.inquiry.progress import Progress
from houseway.lab.inquiry.question import Question
from houseway.lab.methods.pai_gow.way import Halves, Nets, SplitDeck, SplitHands, SplitWay, Three
from houseway.rulebook import Rules
from houseway.script import Cents

if TYPE_CHECKING:
    from houseway.hands.kernels.arrays import Array
    from houseway.lab.methods.pai_gow.patterns import Patterns


def way_of(rules: Rules) -> SplitWay:
    """Returns the house way, which sets the dealer's hand (MPG-18, MPG-40)."""
    wheel = Wheel(rules.options.wheel)

    def house(cards: Cards) -> Halves:
        low = house_low(cards, wheel)
        return low_value(low), high_value([card for card in cards if card != low], wheel)

    return SplitWay(SplitDeck(tuple(range(13)), True, CARDS), 1, Joker.SEMI, wheel, (0, *LEAST_HIGH), house)


def _qualifies(asked: Question) -> int:
    return QUALIFIES[asked.rules.options.qualifier]


def _nets(asked: Question, wager: Cents) -> tuple[Nets, ...]:  # noqa: ARG001
    """Returns the nets undoubled and doubled, for any wager: the house's bank takes no commission."""
    from houseway.lab.games.mini_pai_gow.solution import paid

    def three_of(qualified: bool, doubled: bool) -> Three:
        lost, pushed, won = (paid(asked, qualified, outcome, doubled=doubled).net for outcome in (2, 1, 0))
        return lost, pushed, won

    return (
        Nets(three_of(False, False), three_of(True, False)),
        Nets(three_of(False, True), three_of(True, True), doubled=True),
    )


def charged(asked: Question, wager: Cents) -> tuple[Nets, ...]:
    """Returns the nets against a player's bank, less the commission on each wager that wins (MPG-65)."""
    commission = five_percent(asked.rules.options.commission_rounding, "MPG-65")

    def paid(row: tuple[str, str]) -> Fraction:
        odds = asked.rules.pays(*row)
        assert odds is not None
        return Fraction(odds.of(wager) - commission.on(odds.of(wager)), wager)

    nothing, main, double = Fraction(0), paid(WON_MAIN), paid(WON_DOUBLE)
    once, twice = (Fraction(-1), nothing, main), (Fraction(-2), nothing, main + double)
    return Nets(once, once), Nets(once, twice, doubled=True)


def _best(asked: Question, patterns: "Patterns", tell: Progress, *, banks: bool) -> "Array":
    from houseway.lab.games.mini_pai_gow.best_settings import best_of_six

    return best_of_six(asked, patterns, tell, banks=banks)


SPLIT: Final = SplitHands(
    way=way_of,
    nets=_nets,
    best=_best,
    against_player=charged,
    qualifies=_qualifies,
    staked=(MAIN, HOUSE_STAKE),
)
