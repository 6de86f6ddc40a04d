"""Advice on Pure 21.5 Blackjack: the expectation of every action from a full shoe without the cards of the hand."""

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from houseway.cards import Cards
from houseway.games.pure_21_5_blackjack.seat_hands import MAIN
from houseway.hands import totals
from houseway.lab.games.pure_21_5_blackjack.exact import rules_of
from houseway.lab.inquiry.advice import Advice, SeenView, Worth, advice
from houseway.lab.inquiry.question import Question
from houseway.lab.methods.blackjack.rules import ACES, BONUS, BlackjackRules
from houseway.script import Refusal

if TYPE_CHECKING:
    from houseway.lab.methods.blackjack.best_play import Solution

METHOD: Final = "every draw and every finish of the bank from a full shoe without these cards, then at its best"
NOTE: Final = "cards of other hands and of earlier rounds are not counted"
SPLIT_NOTE: Final = "a hand of a split is weighed as if it were the only one"


def advised(seen: SeenView) -> Advice:
    """Advises on stand, hit, double, split or surrender; or on insurance, before that."""
    if seen.offers("decline"):
        return _insurance(seen)
    if seen.offers("stay"):
        raise Refusal("no-advice", "a backline bettor follows the seat's hand and can be told nothing", "PD-56")
    spot = seen.view.about.get(seen.view.viewer, seen.view.viewer)
    cards, up = seen.cards(spot), seen.cards("bank")[:1]
    notes = [NOTE, *([SPLIT_NOTE] if "/" in spot else [])]
    worths = list(_actions(seen, cards, _class(up[0])))
    return advice(seen, worths, seen.wagers[MAIN], exact="/" not in spot, method=METHOD, notes=notes)


def warmed(asked: Question) -> None:
    _solution(asked)


def _actions(seen: SeenView, cards: Cards, up: int) -> Iterator[Worth]:
    from houseway.lab.methods.blackjack.best_play import ACTIONS
    from houseway.lab.methods.blackjack.hand_states import EMPTY, lattice, plus
    from houseway.lab.methods.blackjack.strategy_table import offered

    solution = _solution(seen.asked)
    classes = [_class(card) for card in cards]
    hand = lattice().number[plus(EMPTY, *classes)]
    share = _open(solution.rules, up, classes)
    if len(cards) == 2:
        worths = {ACTIONS[action]: worth for action, worth in offered(solution, up, hand).items()}
    else:
        worths = dict(zip(ACTIONS[:2], map(float, solution.values[up, hand][:2]), strict=True))
    for name, worth in worths.items():
        if seen.offers(name):
            choice = seen.choice(name)
            yield ({name: choice.high} if choice.circle else name), worth / share, ""


def _open(rules: BlackjackRules, up: int, classes: list[int]) -> float:
    """Returns the chance that a bank with this up card has no Pure. Values count only those deals."""
    other = {ACES: BONUS, BONUS: ACES}.get(up)
    if other is None or not rules.peek:
        return 1.0
    gone = [*classes, up]
    return 1 - (rules.shoe[other] - gone.count(other)) / (sum(rules.shoe) - len(gone))


def _insurance(seen: SeenView) -> Advice:
    """Advises on insurance by the own cards: the chance of a Bonus card under the bank's ace."""
    rules = _solution(seen.asked).rules
    spot = seen.view.about.get(seen.view.viewer, seen.view.viewer)
    gone = [_class(card) for card in (*seen.cards(spot), *seen.cards("bank")[:1])]
    chance = (rules.shoe[BONUS] - gone.count(BONUS)) / (sum(rules.shoe) - len(gone))
    main = seen.wagers[MAIN]
    worths: list[Worth] = [("decline", 0.0, "")]
    if seen.offers("insure"):
        stake = seen.choice("insure").high
        worths.append(({"insure": stake}, stake / main * (2 * chance - (1 - chance)), ""))
    if seen.offers("even-money") and rules.even_money is not None:
        pays = rules.payoffs
        waits = float(pays.pure) * (1 - chance) + float(pays.pures_tie) * chance
        worths.append(("even-money", float(rules.even_money) - waits, ""))
    notes = [NOTE, "beside what the hand itself expects"]
    return advice(seen, worths, main, exact=True, method="the cards that these leave in a full shoe", notes=notes)


@lru_cache(maxsize=8)
def _solution(asked: Question) -> "Solution":
    from houseway.lab.methods.blackjack.best_play import solve

    return solve(rules_of(asked))


def _class(card: int) -> int:
    """Returns the class of a card: an ace, two to nine, or a Bonus card."""
    points, _ = totals.total((card,))
    return 0 if points == 11 else points - 1
