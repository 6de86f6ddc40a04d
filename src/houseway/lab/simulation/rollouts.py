"""Rollouts: advice for games without a solver. Bots play the round out many times with new hidden cards.

Every choice is tried on the same deals, so a difference of two is known better than either. Only cards that the seat
cannot see are dealt anew: a card that somebody threw or laid down stays where everybody saw it go.
"""

import time
from collections import Counter
from collections.abc import Iterator, Mapping
from math import sqrt
from random import Random
from typing import Final

from msgspec import structs

from houseway.cards import Card, cards_from, text_of_cards
from houseway.lab.inquiry.advice import Advice, AdvisedOption
from houseway.lab.inquiry.progress import Progress, silent
from houseway.lab.simulation.policy import BotMaker, Companion
from houseway.script import Answer, Ask, Refusal
from houseway.table import Document, Round, Shoe, history, play, resume, view
from houseway.table.chips.ledger import stack
from houseway.table.reports.history import Dealt, Moved, Turned
from houseway.table.setup import answer_from, decision_of

FEWEST, MOST = 40, 400
"""Bounds of the number of deals: as many as `STEPS` answers allow, so that nobody waits for long rounds."""
LEAST: Final = 2
"""Fewest deals that give a standard error."""
STEPS: Final = 4_000
MOST_TRIED: Final = 8
STYLE: Final = "steady"
METHOD: Final = "{samples} deals of the cards that this seat cannot see, each choice played out by bots"
NOTE: Final = "an estimate by how these bots play; what the others decided so far is not held against their hands"


def rolled_out(
    round_: Round,
    name: str,
    company: BotMaker,
    *,
    samples: int | None = None,
    seconds: float | None = None,
    seed: object = 1,
    tell: Progress = silent,
) -> Advice:
    """Returns the place's expectation of the whole round by each choice, and its cost against the best.

    With `seconds` no deal begins after that time, so that a person at a table gets an answer.
    """
    began = time.monotonic()
    ask = next((ask for ask in round_.asks() if ask.place.name == name), None)
    if ask is None:
        raise Refusal("not-asked", f"place {name} is asked nothing now")
    if samples is not None and samples < LEAST:
        raise Refusal("samples", f"{samples} deals are too few for an estimate: {LEAST} are the least", "", "samples")
    tried = _answers(ask, round_, company, seed)
    deals = dealt_anew(round_, name, Random(repr((seed, name))))
    nets: list[list[int]] = []
    while samples is None or len(nets) < samples:
        if seconds is not None and len(nets) >= LEAST and time.monotonic() - began > seconds:
            break
        document = next(deals)
        ends = [_end(round_, document, name, answer, company, f"{seed} {len(nets)}") for answer in tried]
        samples = samples or max(FEWEST, min(MOST, STEPS // max(1, *(len(end.events) for end in ends))))
        nets.append([_net(end, name) for end in ends])
        tell("rounds played out", len(nets), samples)
    return _advice(round_, name, tried, nets, _unit(round_, name))


def _unit(round_: Round, name: str) -> int:
    """Returns the place's opening wager, or a cent if it has none."""
    opened = {str(seat.seat): seat.wagers for seat in round_.setup.seats}
    wagers = opened.get(name) or next(iter(opened.values()))
    return next((cents for cents in wagers.values() if cents), 1)


def _answers(ask: Ask, round_: Round, company: BotMaker, seed: object) -> list[Answer]:
    """Returns the choices to try: all, or if there are very many those that the bots' order puts first.

    An amount is tried at its least and its most.
    """
    found = [] if ask.offers is None else list(ask.offers())
    for choice in ask.choices:
        if choice.pick is None and choice.piles is None and all(each.choice != choice.name for each in found):
            amounts = dict.fromkeys((choice.low, choice.high)) if choice.circle else (None,)
            found += [Answer(choice.name, amount) for amount in amounts]
    bot = answer_from(company("coach", STYLE, seed).decide(view(round_, ask.place.name)))
    return [bot, *(answer for answer in found if answer != bot)][:MOST_TRIED]


def dealt_anew(round_: Round, viewer: str, rng: Random) -> Iterator[Document]:
    """Yields the round so far, again and again, with other cards wherever the viewer does not see them."""
    dealt = _dealt(round_)
    exchanged = _exchanged(round_, viewer, dealt)
    pool = [*round_.cards_left(), *(dealt[spot][index] for spot, index in exchanged)]
    document = round_.document()
    found = refused = 0
    while True:
        rng.shuffle(pool)
        cards = {spot: list(row) for spot, row in dealt.items()}
        for (spot, index), card in zip(exchanged, pool, strict=False):
            cards[spot][index] = card
        texts = {spot: text_of_cards(row) for spot, row in cards.items()}
        other = structs.replace(document, cards=document.cards | texts)
        try:
            resume(round_.game, other)
        except Refusal as refusal:  # these cards cannot have led here, as everybody at the table knows
            refused += 1
            if refused > 20 * (found + FEWEST):
                raise Refusal("no-advice", "no other cards could be found that would have led here") from refusal
            continue
        found += 1
        yield other


def _dealt(round_: Round) -> dict[str, list[Card]]:
    """Returns the cards that every spot was dealt, in order."""
    dealt: dict[str, list[Card]] = {}
    for event in round_.events:
        if not isinstance(event.given, Answer) and event.to != "dice":
            dealt.setdefault(event.to, []).extend(event.given)
    return dealt


def _exchanged(round_: Round, viewer: str, dealt: Mapping[str, list[Card]]) -> list[tuple[str, int]]:
    """Returns the cards, by spot and index, that the viewer neither sees nor was dealt, where they lie or lay."""
    hidden = {
        spot.name: Counter(card for card, seen in zip(spot.cards, spot.seen_by(viewer), strict=True) if seen is None)
        for spot in round_.felt.spots.values()
    }
    moved: Counter[Card] = Counter()
    for spot, cards in hidden.items():
        moved += cards - Counter(dealt.get(spot, ()))
    moved -= _shown(round_, viewer)
    found = []
    for spot, row in dealt.items():
        own = hidden.get(spot, Counter())
        for index, card in enumerate(row):
            source = own if own[card] > 0 else moved
            if spot != viewer and source[card] > 0:
                source[card] -= 1
                found.append((spot, index))
    return found


def _shown(round_: Round, viewer: str) -> Counter[Card]:
    """Returns every card that the viewer saw on its way, wherever it lies now."""
    moves = [each.cards for each in history(round_, viewer) if isinstance(each, Dealt | Moved | Turned)]
    return Counter(cards_from(" ".join(card for cards in moves for card in cards if card is not None)))


def _end(round_: Round, document: Document, name: str, answer: Answer, company: BotMaker, seed: str) -> Round:
    """Returns the round as bots end it after this answer."""
    other = resume(round_.game, document)
    seated = (*other.felt.everyone(), other.felt.bank)
    bots: dict[str, Companion] = {place.name: company(place.player, STYLE, seed) for place in seated}
    first: list[Answer] = [answer]

    def decide(ask: Ask) -> Answer:
        if ask.place.name == name and first:
            return first.pop()
        return answer_from(bots[ask.place.name].decide(view(other, ask.place.name)))

    return play(other, Shoe(tuple(sorted(other.cards_left())), seed, decide))


def _net(ended: Round, name: str) -> int:
    """Returns what the place's player has won or lost."""
    place = next(place for place in (*ended.felt.everyone(), ended.felt.bank) if place.name == name)
    return ended.ledger.balances[stack(place.person)]


def _advice(round_: Round, name: str, tried: list[Answer], nets: list[list[int]], unit: int) -> Advice:
    count = len(nets)
    means = [sum(row[place] for row in nets) / count for place in range(len(tried))]
    best = max(range(len(tried)), key=lambda place: means[place])
    errors = [_error([row[best] - row[place] for row in nets]) / unit for place in range(len(tried))]
    options = [
        AdvisedOption(
            decision=decision_of(answer),
            expectation=mean / unit,
            cost=(means[best] - mean) / unit,
            cents=means[best] - mean,
            error=error,
        )
        for answer, mean, error in zip(tried, means, errors, strict=True)
    ]
    options.sort(key=lambda option: option.cost or 0.0)
    return Advice(
        game=round_.game.id,
        place=name,
        best=options[0].decision,
        options=options,
        unit=unit,
        exact=False,
        method=METHOD.format(samples=count),
        standard_error=max(errors),
        notes=[NOTE],
    )


def _error(differences: list[int]) -> float:
    """Returns the standard error of the mean."""
    count = len(differences)
    mean = sum(differences) / count
    return sqrt(sum((each - mean) ** 2 for each in differences) / (count - 1) / count)
