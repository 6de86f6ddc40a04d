"""The room reveals the seed of a round at once if every card lay open, otherwise when the table closes."""

from typing import Any

import msgspec
import pytest

from houseway.games import find
from houseway.room.fairness.proof import openings_of, prove_masked
from houseway.room.fairness.redeal import Masked
from houseway.room.fairness.scheme import link_of, seed_from
from houseway.room.visibility.redaction import document_for
from houseway.roster import OWN
from houseway.table import resume
from houseway.table.setup import Document, Fair
from tests.room.sitting import Sitting, bet_and_bank, evening
from tests.room.worlds import World


def of(world: World) -> tuple[Document, Fair]:
    document = msgspec.json.decode(world.ended.document, type=Document)
    assert isinstance(document.fair, Fair)
    return document, document.fair


@pytest.mark.parametrize("game", OWN)
def test_a_seed_is_told_at_once_only_where_every_card_lay_open(game: str) -> None:
    """Every banked game once revealed it at once: the public proof then dealt each folded hand again."""
    for seed in range(6):
        world = World(game, seed)
        _, fair = of(world)
        closed = world.hidden_from("")
        assert (fair.seed is None) == (bool(closed) or not world.live.context.sheet.bankers), (game, seed, closed)
        assert (world.state.fair["seed"] is None) == (fair.seed is None)
        assert bool(fair.leaves) == (fair.seed is None), "what openings are held to"


@pytest.mark.parametrize("game", ["three-card-poker", "fortune-pai-gow", "pai-gow-seneca", "three-card-holdem"])
def test_everybody_in_a_banked_round_proves_the_own_cards_by_openings(game: str) -> None:
    sitting = evening(game)
    (last,) = [outcome.ended for outcome in sitting.outcomes if outcome.ended is not None]
    document = msgspec.json.decode(last.document, type=Document)
    fair, round_ = document.fair, resume(find(game), document)
    assert isinstance(fair, Fair)
    assert fair.seed is None
    for viewer in ("p1", "p2", "p3"):
        fields: dict[str, Any] = document_for(document, last.seen, viewer)
        seen: dict[str, list[int]] = {}
        for whose in ("", viewer):
            for spot, places in last.seen.cards.get(whose, {}).items():
                seen.setdefault(spot, []).extend(places)
        openings = openings_of(round_, fair, seed_from("a test", "t1", 1), seen)
        fields["fair"] = msgspec.to_builtins(msgspec.structs.replace(fair, openings=openings))
        claims = {claim.claim: claim for claim in prove_masked(msgspec.convert(fields, Masked))}
        assert claims["openings"].proved, (viewer, claims)
        assert not claims["commit"].proved
        known = {opening.card for opening in openings}
        hidden = [card for text, told in zip(document.cards.values(), fields["cards"].values(), strict=True)
                  for card, shown in zip(text.split(), told.split(), strict=True) if shown == "--"]  # fmt: skip
        assert hidden
        assert len(known) + len(hidden) == sum(len(text.split()) for text in document.cards.values())


def test_a_round_whose_seed_is_secret_is_linked_as_any_other() -> None:
    """The chain holds over rounds proved by openings: a link contains neither seed nor leaves."""
    sitting = Sitting("three-card-poker", 1, 2, 3, buy_in=1_000_000)
    fairs: list[Fair] = []
    while len(fairs) < 3:
        bet_and_bank(sitting)
        while sitting.state.phase == "playing":
            for person in ("p1", "p2", "p3"):
                for ask in sitting.mine(person).asks[:1]:
                    sitting.decide(person, "fold", ask.place)
        fairs += [msgspec.convert(each.ended.fair, Fair) for each in sitting.outcomes[-1:] if each.ended is not None]
        sitting.next_round()
    assert [fair.seed for fair in fairs] == [None] * 3
    assert [fair.prev for fair in fairs[1:]] == [link_of(fair) for fair in fairs[:-1]]
    assert [fair.commit for fair in fairs[1:]] == [fair.next for fair in fairs[:-1]]


def test_a_void_round_keeps_the_cards_that_were_dealt_face_down() -> None:
    world = World("three-card-poker", 0, decisions=0)
    world.floor("void", reason="wrong count")
    _, fair = of(world)
    assert (fair.seed, fair.void) == (None, "wrong count")


def test_no_shoe_that_serves_several_rounds_keeps_a_card_closed() -> None:
    """The next round's document names the cards gone from the shoe, so everybody has to have seen each of them."""
    shoes = [game for game in OWN if find(game).cut_card is not None]
    assert shoes == ["pure-21-5-blackjack"]
    for seed in range(40):
        assert World(shoes[0], seed).hidden_from("") == []
