"""Narration: turns the log of a round into story lines, each told once, with the versions that people may see."""

from collections.abc import Iterable, Mapping

from houseway.room.messages import story_lines
from houseway.room.messages.story_lines import HIDDEN, AnyLine, Heard, Told, Version
from houseway.table.reports.history import (
    AnyHappening,
    Button,
    Called,
    Chips,
    Dealt,
    Decided,
    Moved,
    Noticed,
    Paid,
    Rolled,
    Turned,
    history,
    knowing,
    shown,
)
from houseway.table.reports.result import ShareResult
from houseway.table.round import Round


def lines_of(round_: Round, heard: Heard, persons: Mapping[str, str], n: int, *, slow: bool = False) -> list[Told]:
    """Returns the lines since `heard`, and advances `heard`. `persons` maps each place to its player."""
    told: list[Told] = []
    for index, happening in enumerate(history(round_, "", heard.log), heard.log):
        *before, line = _lines(happening, n, slow)
        told += [Told(each) for each in before]
        told.append(Told(line, _versions(round_, index, line, persons)))
    heard.log = len(round_.felt.log)
    told += [Told(line) for line in _money(round_, heard, n)]
    return told


def _versions(round_: Round, index: int, line: AnyLine, persons: Mapping[str, str]) -> list[Version]:
    """Returns the versions of the line for people who see more than everybody."""
    places = knowing(round_, index)
    seen: list[Version] = []
    for name, person in persons.items() if places else ():
        if name not in places or name not in round_.felt.spots:
            continue
        mine = _lines(shown(round_, index, name), line.n, getattr(line, "slow", False))[-1]
        if mine == line:
            continue
        for version in seen:
            if version.line == mine:
                version.persons.append(person)
                break
        else:
            seen.append(Version([person], mine))
    return seen


def _lines(happening: AnyHappening, n: int, slow: bool) -> list[AnyLine]:
    """Returns the story lines of one event."""
    match happening:
        case Dealt():
            dealt = story_lines.CardsDealt(n=n, spot=happening.spot, cards=_cards(happening.cards))
            return [story_lines.Shuffled(n=n, cards=happening.shuffled), dealt] if happening.shuffled else [dealt]
        case Rolled():
            return [story_lines.DiceRolled(n=n, dice=happening.dice)]
        case Decided():
            return [story_lines.DecisionMade(n=n, place=happening.place, decision=happening.decision, slow=slow)]
        case Moved():
            source, target, cards = happening.source, happening.target, _cards(happening.cards)
            at, into = happening.at, happening.into
            return [story_lines.CardsMoved(n=n, source=source, target=target, cards=cards, at=at, into=into)]
        case Turned():
            cards = " ".join(happening.cards)
            return [
                story_lines.CardsTurned(n=n, spot=happening.spot, at=happening.indexes, cards=cards, up=happening.up)
            ]
        case Chips():
            source, target, cents, clause = happening.source, happening.target, happening.cents, happening.clause
            return [story_lines.ChipsMoved(n=n, source=source, target=target, cents=cents, clause=clause)]
        case Paid():
            return [_paid(happening, n)]
        case Button():
            action = happening.action
            return [story_lines.ButtonMoved(n=n, seat=action.seat, by=action.by, clauses=action.clauses)]
        case Called():
            return [story_lines.Void(n=n, clause=happening.clause, reason=happening.kind, void=happening.void)]
        case Noticed():
            words, place, hand = happening.words, happening.place, happening.hand
            return [story_lines.FloorCalled(n=n, words=words, place=place, hand=hand, clause=happening.clause)]


def _paid(happening: Paid, n: int) -> story_lines.WagerPaid:
    paid = happening.payment
    return story_lines.WagerPaid(
        n=n, place=paid.place, wager=paid.wager, outcome=paid.outcome, net=paid.net, staked=paid.staked,
        returned=paid.returned, odds=paid.odds, commission=paid.commission, clauses=paid.clauses,
    )  # fmt: skip


def _money(round_: Round, heard: Heard, n: int) -> list[AnyLine]:
    """Returns lines for new fees, prizes and pots."""
    lines: list[AnyLine] = [
        story_lines.FeeTaken(n=n, payer=fee.payer, cents=fee.amount, clauses=list(fee.clauses), pool=fee.pool)
        for fee in round_.fees[heard.fees :]
    ]
    lines += [
        story_lines.PrizeWon(
            n=n, pool=prize.pool, place=prize.place.name, cents=prize.cents, clauses=list(prize.clauses)
        )
        for prize in round_.prizes[heard.prizes :]
    ]
    for pot in round_.pots[heard.pots :]:
        shares = [ShareResult(each.place.seat, each.half, each.cents, list(each.clauses)) for each in pot.shares]
        lines.append(story_lines.PotPushed(n=n, pot=pot.pot, total=pot.total, shares=shares))
    heard.fees, heard.prizes, heard.pots = len(round_.fees), len(round_.prizes), len(round_.pots)
    return lines


def _cards(cards: Iterable[str | None]) -> str:
    """Returns the cards as text, with `--` for hidden ones."""
    return " ".join([card or HIDDEN for card in cards])
