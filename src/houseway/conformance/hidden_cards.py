"""Hidden cards: no view tells more than lies open, and the log has every move of a card."""

import random
from collections import Counter
from typing import Any

import msgspec
import pytest

from houseway.cards import Cards, cards_from
from houseway.conformance.random_rounds import finished, opened, seeds, shoe, step
from houseway.games import find
from houseway.script import Answer, Move, Refusal, Turn, Verdict
from houseway.table import Document, Event, Round, history, resume, view
from houseway.table.reports.history import AnyHappening, Chips, Dealt, Moved, Paid, Turned


def resampled(round_: Round, upto: int, viewer: str, rng: random.Random) -> Document | None:
    """Returns the round so far with every card that the viewer cannot see exchanged for another unseen one.

    Returns None if no card is hidden, or if the shoe has equal cards.
    """
    prefix = resume(find(round_.game.id), round_.document(upto))
    seen = Counter(card for spot in prefix.felt.spots.values() for card in spot.seen_by(viewer) if card is not None)
    spots = [(spot.cards, spot.seen_by(viewer)) for spot in prefix.felt.spots.values()]
    hidden = [card for cards, seen_ in spots for card, shown in zip(cards, seen_, strict=True) if shown is None]
    if not hidden or max((seen + Counter(prefix.cards_left()) + Counter(hidden)).values()) > 1:
        return None  # no hidden card, or several packs, in which equal cards cannot be told apart
    own = [event.given for event in prefix.events if event.to == viewer and isinstance(event.given, Answer)]
    remembered = {card for answer in own for card in answer.cards or ()}
    for each in history(prefix, viewer):
        if isinstance(each, Dealt | Moved | Turned):
            remembered |= set(cards_from(" ".join(card for card in each.cards if card is not None)))
    pool = [card for card in hidden + prefix.cards_left() if card not in remembered]
    mixed = rng.sample(pool, len(pool))
    exchange = dict(zip(pool, mixed, strict=True))

    def other(cards: Cards) -> Cards:
        return tuple(exchange.get(card, card) for card in cards)

    for event in prefix.events:
        if isinstance(event.given, Answer):
            if event.given.cards is not None:
                event.given = Answer(event.given.choice, event.given.amount, other(event.given.cards))
        elif event.to != "dice":
            event.given = other(event.given)
    return prefix.document()


def one_of_each(round_: Round) -> bool:
    """Returns whether no two cards of the shoe are alike."""
    deck = round_.game.deck(round_.felt.options)
    return len(set(deck)) == len(deck)


def public_facts(round_: Round) -> tuple[list[str], list[str], list[tuple[str, str, Verdict, int]]]:
    """Returns the facts that everybody knows: who was dealt or decided, whose hand was opened, and the payments."""
    paid = [(payment.place.name, payment.wager, payment.outcome, payment.net) for payment in round_.payments]
    return [event.to for event in round_.events], round_.felt.turned, paid


def test_a_view_and_a_history_are_equal_when_the_cards_they_hide_are_dealt_anew(
    game_id: str, pytestconfig: pytest.Config
) -> None:
    compared = at_the_end = hidden_at_the_end = hides = 0
    for seed in seeds(pytestconfig, 40):
        rng = random.Random(seed)
        round_ = finished(game_id, seed)
        for _ in range(4):
            upto = len(round_.events) if rng.random() < 0.5 else rng.randint(0, len(round_.events))
            viewer = rng.choice(["", "bank", *(place.name for place in round_.felt.everyone())])
            prefix = resume(round_.game, round_.document(upto))
            hides += one_of_each(prefix) and any(len(spot.up) < len(spot.cards) for spot in prefix.felt.spots.values())
            other = resampled(round_, upto, viewer, rng)
            if other is None:
                continue
            hidden_at_the_end += upto == len(round_.events)
            try:
                again = resume(round_.game, other)
            except Refusal:
                continue  # the public play so far rules these cards out
            if rng.random() < 0.3 and not prefix.over and not again.over:
                again.void("a card was seen")
                prefix.void("a card was seen")
            if public_facts(again) == public_facts(prefix):
                where = f"seed {seed}, {upto} answers, viewer {viewer!r}"
                assert view(again, viewer) == view(prefix, viewer), where
                assert history(again, viewer) == history(prefix, viewer), where
                compared += 1
                at_the_end += again.over
    assert at_the_end or not hidden_at_the_end
    assert compared or not hides


def laid_by(log: list[Any], since: int, laid: dict[str, list[list[Any]]]) -> None:
    """Applies the log entries after `since` to `laid`: the cards of each spot, with whether they lie face up."""
    for each in log[since:]:
        if isinstance(each, Event) and not isinstance(each.given, Answer) and each.to != "dice":
            laid.setdefault(each.to, []).extend([card, index in each.up] for index, card in enumerate(each.given))
        elif isinstance(each, Turn):
            for index, card in zip(each.indexes, each.cards, strict=True):
                assert laid[each.spot][index] == [card, not each.up], "a card is turned that lay there the other way"
                laid[each.spot][index][1] = each.up
        elif isinstance(each, Move):
            lay = laid[each.source]
            before = zip(each.cards, each.lay_up, strict=True)
            assert [lay[index] for index in each.indexes] == [[card, up] for card, up in before]
            laid[each.source] = [row for index, row in enumerate(lay) if index not in each.indexes]
            there = laid.setdefault(each.target, [])
            cards = [[card, up] for card, up in zip(each.cards, each.up, strict=True)]
            at = each.into[0] if each.into else len(there)
            there[at:at] = cards if each.target != "shoe" else []


def test_no_card_comes_turns_or_goes_without_a_trace(game_id: str, pytestconfig: pytest.Config) -> None:
    for seed in seeds(pytestconfig, 40):
        round_ = opened(game_id, seed)
        source = shoe(round_, seed)
        laid: dict[str, list[list[Any]]] = {}
        since = 0
        while True:
            laid_by(round_.felt.log, since, laid)
            since = len(round_.felt.log)
            spots = round_.felt.spots.items()
            lies = {name: [[card, i in spot.up] for i, card in enumerate(spot.cards)] for name, spot in spots}
            assert {name: rows for name, rows in laid.items() if rows} == {name: r for name, r in lies.items() if r}
            if round_.over:
                break
            step(round_, source)


def test_a_history_taken_in_parts_is_the_whole_one_and_tells_every_chip(
    game_id: str, pytestconfig: pytest.Config
) -> None:
    for seed in seeds(pytestconfig, 12):
        round_ = opened(game_id, seed)
        source = shoe(round_, seed)
        told: list[Any] = []
        while not round_.over:
            told += history(round_, "", since=len(told))
            assert view(round_, "").happened == len(told)
            step(round_, source)
        told += history(round_, "", since=len(told))
        balances: Counter[str] = Counter()
        for each in told:
            if isinstance(each, Chips):
                balances[each.source] -= each.cents
                balances[each.target] += each.cents
        assert +balances == +Counter(round_.ledger.balances)
        paid = [each.payment for each in told if isinstance(each, Paid)]  # some rules settle losers first
        assert sorted(paid, key=repr) == sorted(view(round_, "").payments, key=repr)
        assert msgspec.json.decode(msgspec.json.encode(told), type=list[AnyHappening]) == told
