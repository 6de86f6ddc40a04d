"""Dealer school: questions about rounds that were really dealt, answered by the rules that settled them.

A seed deals some rounds, and each question is about one of them. It shows the felt before any chip was paid, and asks
what a dealer has to know next. `judged` says whether an answer is right, and by which clauses.
"""

from functools import lru_cache
from typing import Any, Final

from msgspec import UNSET, Struct, structs

from houseway.games import find
from houseway.players.bot_rounds import Decide, play_bots
from houseway.players.bots import Bot, sensible
from houseway.players.seating import sit_down
from houseway.room.fairness.scheme import below, stream
from houseway.room.messages.view_types import PublicState
from houseway.room.review.replay import steps_of
from houseway.room.review.school_questions import KINDS, SCHOOL, Asking, Pick, SchoolOption, bank_question, bank_words
from houseway.room.views.hand_names import HandWords
from houseway.rulebook import Rules, clause
from houseway.script import Game, Refusal
from houseway.table import Round

BANKED_POOL, RING_POOL, LONG_POOL = 16, 48, 8
"""Numbers of rounds that one seed deals for its questions.

Games where most hands fold before a showdown need many; long games get few.
"""
MOST: Final = 50
STACK: Final = 500_000
FEE, FEE_EVERY = "fee", 6


class SchoolQuestion(Struct, kw_only=True):
    """A question by its `kind` and `facts`. The answer is an option's id or, without options, an amount in cents."""

    n: int
    kind: str
    facts: dict[str, Any]
    options: list[SchoolOption]
    state: PublicState


class ClauseTold(Struct):
    """A clause with its text."""

    id: str
    rule: str


class Judged(Struct):
    """The judgement of an answer: whether it was right, the right answer, and the clauses that decide."""

    right: bool
    answer: str | int
    clauses: list[ClauseTold]


# -- questions and judgements ---------------------------------------------------------------------------------------


def questions(game: str, seed: str, count: int) -> list[SchoolQuestion]:
    """Returns `count` questions of a seed, without their answers."""
    if not 1 <= count <= MOST:
        form = "{count} questions are refused: ask for 1 to {most}"
        raise Refusal("count", form, "", "questions", {"count": count, "most": MOST})
    return [_lesson(game, seed, n)[0] for n in range(count)]


def judged(game: str, seed: str, n: int, answer: str | int) -> Judged:
    """Returns the judgement of an answer to question `n` of a seed.

    Raises a Refusal if the answer is none of the offered.
    """
    if not 0 <= n < MOST:
        form = "there is no question {n}: they are counted from 0 to {most}"
        raise Refusal("count", form, "", "n", {"n": n, "most": MOST - 1})
    question, asking = _lesson(game, seed, n)
    _refuse_no_answer(question, answer)
    clauses = [ClauseTold(name, clause(name).rule) for name in dict.fromkeys(asking.clauses)]
    return Judged(answer == asking.answer, asking.answer, clauses)


def _refuse_no_answer(question: SchoolQuestion, answer: str | int) -> None:
    known = [option.id for option in question.options]
    if known and answer not in known:
        form = "{answer!r} is no answer to this question: choose of {known}"
        raise Refusal("answer", form, "", "answer", {"answer": str(answer)[:40], "known": known})
    if not known and (not isinstance(answer, int) or answer < 0):
        form = "{answer!r} is no amount: write whole cents"
        raise Refusal("answer", form, "", "answer", {"answer": str(answer)[:40]})


# -- rounds ---------------------------------------------------------------------------------------------------------


def _picker(*words: object) -> Pick:
    """Returns a repeatable source of numbers for these words."""
    numbers = stream("/".join(map(str, words)).encode(), "school")
    return lambda count: below(numbers, count)


@lru_cache(maxsize=16)
def _pool(game: str, seed: str) -> list[tuple[Round, dict[str, Asking]]]:
    """Returns the rounds of a seed, each with one question of every kind that fits it. Cached."""
    found = find(game)
    size = BANKED_POOL if Rules.of(game).game.bankers else RING_POOL if _is_ring(found) else LONG_POOL
    rounds = [_dealt(game, seed, number) for number in range(size)]
    told = {each.says: each for round_ in rounds if (each := bank_words(round_)).says}
    said = [told[says] for says in sorted(told)]
    return [(round_, _questions_of(round_, said, _picker(game, seed, number))) for number, round_ in enumerate(rounds)]


def _dealt(game: str, seed: str, number: int) -> Round:
    """Returns a round of bots with counted chips. Every fourth has a bank that may not cover all wagers."""
    found, named = find(game), f"school {seed} {number}"
    setup = sit_down(found, named, short_bank=number % 4 == 3)
    for seat in setup.seats:
        if seat.stack is None:
            seat.stack = STACK
    if setup.bank is not UNSET and setup.bank.stack is None:
        setup.bank.stack = STACK
    return play_bots(Round(found, setup), named, _anybody(named) if _is_ring(found) else None)


def _is_ring(game: Game) -> bool:
    """Returns whether players bet only during the hand, against each other."""
    rules = Rules.of(game.id)
    return not rules.game.bankers and not any(circle.opening for circle in game.circles_at(rules.options))


def _anybody(seed: str) -> Decide:
    """Returns a player who bets without thinking, so that many hands are shown: the school judges hands, not play."""
    temper = Bot("anybody", "steady", seed).temper
    return lambda view: sensible(view, temper)


@lru_cache(maxsize=512)
def _lesson(game: str, seed: str, n: int) -> tuple[SchoolQuestion, Asking]:
    """Returns question `n` of a seed with its answer. Kinds and rounds take turns. Cached."""
    pool = _pool(game, seed)
    kinds = [kind for kind in KINDS if any(kind in asked for _, asked in pool)]
    if not kinds:
        raise Refusal("not-asked", "nothing can be asked about rounds of {game}", facts={"game": game})
    kind, number = _turn(kinds, n, _picker(game, seed, "first"))
    having = _alternating([(round_, asked[kind]) for round_, asked in pool if kind in asked])
    round_, asking = having[(number + 5 * kinds.index(kind)) % len(having)]
    state = _before_it_is_paid(round_, asking)
    question = SchoolQuestion(n=n, kind=kind, facts=asking.facts, options=asking.options, state=state)
    return question, asking


def _turn(kinds: list[str], n: int, pick: Pick) -> tuple[str, int]:
    """Returns the kind of question `n`, and its number among those of its kind.

    Kinds take turns; fees come less often.
    """
    often = [kind for kind in kinds if kind != FEE] or kinds
    if FEE in kinds and n % FEE_EVERY == FEE_EVERY - 1:
        return FEE, n // FEE_EVERY
    among = n - (n // FEE_EVERY if FEE in kinds else 0)
    return often[(among + pick(len(often))) % len(often)], among // len(often)


def _alternating(having: list[tuple[Round, Asking]]) -> list[tuple[Round, Asking]]:
    """Returns the same rounds in an order in which equal answers do not follow each other while there are others."""
    rows: dict[str | int, list[tuple[Round, Asking]]] = {}
    for each in having:
        rows.setdefault(each[1].answer, []).append(each)
    most = max(len(row) for row in rows.values())
    return [row[index] for index in range(most) for row in rows.values() if index < len(row)]


def _questions_of(round_: Round, said: list[HandWords], pick: Pick) -> dict[str, Asking]:
    """Returns the questions of a round by kind; none for a void round."""
    if round_.voided:
        return {}
    asked: dict[str, Asking] = {}
    for kind, ask in KINDS.items():
        asking = bank_question(round_, said) if ask is None else ask(round_, pick)
        if asking is not None and asking.clauses and len(asking.options) != 1:
            asked[kind] = asking
    return asked


def _before_it_is_paid(round_: Round, asking: Asking) -> PublicState:
    """Returns the felt with every card that is shown in the end and no chip paid.

    Removes what would tell the answer.
    """
    steps = steps_of(round_, SCHOOL, "").steps
    step = asking.step or max((each for each in steps if not each.state.payments), key=lambda each: each.n)
    cards = step.state.cards if asking.step is not None else step.state.cards | steps[-1].state.cards
    if asking.unset:  # as dealt: the player's own setting would be half the answer
        cards = {spot: text for spot, text in cards.items() if spot.partition(" ")[0] != asking.unset}
        cards[asking.unset] = asking.facts["cards"]
    counted = {row.seat: structs.replace(row, stack=STACK) for row in step.state.seats}
    state = structs.replace(
        step.state, phase="playing", cards=cards, seats=list(counted.values()), payments=[], fees=[], jackpots=[],
        transfers=[], waiting=[], round_id="",
    )  # fmt: skip
    return structs.replace(state, **dict.fromkeys(asking.hides))
