"""Worlds that differ only in cards which somebody may not see are the same to that person, byte for byte."""

import msgspec
import pytest

from houseway.cards import cards_from, texts_of
from houseway.room.chance import Laid
from houseway.room.seen import document_for
from houseway.roster import OWN
from houseway.table.setup import Document
from tests.room.sitting import Sitting

SEATS = (1, 2, 3)


def bet_and_bank(sitting: Sitting) -> None:
    """The first round is dealt: the first who is offered the bank takes it, and everybody else bets the least."""
    while sitting.state.phase == "offering":
        person = f"p{sitting.state.offered}"
        sitting.bank(person, "take", sitting.mine(person).bank.high)
    for seat in SEATS:
        for offer in sitting.mine(f"p{seat}").bets[:1]:
            wagers = {row.circle.replace("-", "_"): row.low for row in offer.circles if row.required}
            if wagers:
                sitting.bet(f"p{seat}", offer.place, **wagers)
    sitting.ready(*[f"p{seat}" for seat in SEATS if sitting.mine(f"p{seat}").ready])


def evening(game: str, deck: str | None = None) -> Sitting:
    """One round of everybody's defaults, with the deck laid or not."""
    laid = [] if deck is None else [Laid(round=1, deck=deck)]
    sitting = Sitting(game, *SEATS, laid=laid, buy_in=1_000_000)
    bet_and_bank(sitting)
    sitting.defaults()
    assert sitting.state.phase == "settled"
    return sitting


def dealt(sitting: Sitting) -> list[tuple[str, int, str]]:
    """Every card of the deck as it was dealt: to which spot, as which of its cards, and the card."""
    cards: list[tuple[str, int, str]] = []
    count: dict[str, int] = {}
    for given in sitting.live.state.running.given:  # type: ignore[union-attr]
        for card in texts_of(cards_from(given.cards or "")):
            cards.append((given.to, count.get(given.to, 0), card))
            count[given.to] = count.get(given.to, 0) + 1
    return [row for row in cards if not row[0].startswith("draw ")]


@pytest.mark.parametrize("game", OWN)
def test_no_frame_tells_anybody_a_card_that_only_somebody_else_saw(game: str) -> None:
    first = evening(game)
    (ended,) = [outcome.ended for outcome in first.outcomes if outcome.ended is not None]
    rows = dealt(first)
    in_play = [card for _, _, card in rows]
    shoe = texts_of(first.live.dealer.sheet.game.deck(first.live.dealer.sheet.rules.options))
    rest = list(shoe)
    for card in in_play:
        rest.remove(card)
    for viewer in ("", *[f"p{seat}" for seat in SEATS]):
        told = [ended.seen.cards.get("", {}), ended.seen.cards.get(viewer, {})]
        seen = {(spot, index) for each in told for spot, indexes in each.items() for index in indexes}
        hidden = [at for at, (spot, index, card) in enumerate(rows) if (spot, index) not in seen and card != "Jo"]
        hidden = hidden[: len(rest)]
        if not hidden:
            continue
        deck = list(in_play)
        for at, card in zip(hidden, [card for card in rest if card != "Jo"], strict=False):
            deck[at] = card
        other = evening(game, " ".join(deck))
        assert [deck[at] for at in hidden] != [in_play[at] for at in hidden]
        assert len(other.frames[viewer]) == len(first.frames[viewer])
        assert other.frames[viewer] == first.frames[viewer]


@pytest.mark.parametrize("game", ["texas-holdem", "omaha", "pineapple-hi-lo", "lowball", "three-card-poker"])
def test_a_hand_that_was_thrown_away_stays_its_owners_secret(game: str) -> None:
    sitting = evening(game)
    (ended,) = [outcome.ended for outcome in sitting.outcomes if outcome.ended is not None]
    document = msgspec.json.decode(ended.document, type=Document)
    folded = [place for place, decisions in document.decisions.items() if "fold" in decisions]
    assert folded
    for place in folded:
        cards = document.cards[place]
        for viewer in {"", "p1", "p2", "p3"} - {f"p{place}"}:
            assert set(document_for(document, ended.seen, viewer)["cards"][place].split()) == {"--"}
            assert not any(card in sitting.frames[viewer][-1].decode() for card in cards.split())
        assert document_for(document, ended.seen, f"p{place}")["cards"][place] == cards
