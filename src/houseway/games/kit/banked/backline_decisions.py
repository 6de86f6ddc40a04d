"""One hand, several bettors: the seat decides, and those behind it follow with their own chips or are out (PD-56)."""

from collections.abc import Callable, Generator

from houseway.script import Answer, Ask, Choice, Place, Request

FOLD = "fold"
OUT = Answer(FOLD)


def decide(ask: Ask, opening: str, fold: Callable[[Place], object]) -> Generator[Request, Answer, None]:
    """The seat's decision, after which everybody behind it stands where the seat does or has folded.

    A fold binds the backline. Chips that the seat puts up are matched by each of them, with the same multiple of their
    own `opening` wager; whoever does not is treated as folded. `fold` hears of every place that folds, in that order.
    """
    place = ask.place
    answer = yield ask
    if answer.choice == FOLD:
        for owner in (place, *place.backers):
            owner.folded = True
            fold(owner)
    elif answer.amount is not None:
        for backer in place.backers:
            matched = yield Ask(backer, matching(ask, answer, backer, opening), OUT, clause="PD-56")
            if matched.choice == FOLD:
                backer.folded = True
                fold(backer)


def matching(ask: Ask, answer: Answer, backer: Place, opening: str) -> tuple[Choice, ...]:
    """The seat's bet in the same multiple of the backer's own opening wager, where there are chips for it; or fold."""
    assert answer.amount is not None
    cents = answer.amount * backer.wagers[opening] // ask.place.wagers[opening]
    fold = Choice(FOLD, "PD-56")
    if not backer.affords(cents):
        return (fold,)
    (made,) = [choice for choice in ask.choices if choice.name == answer.choice]
    return (Choice(made.name, "PD-56", circle=made.circle, low=cents, high=cents), fold)
