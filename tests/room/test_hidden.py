"""Two worlds that differ only in cards which a person may not see give that person the same bytes."""

import msgspec
import pytest

from houseway.room.visibility.redaction import document_for
from houseway.roster import OWN
from houseway.table.setup import Document
from tests.room.worlds import World, compare

ROUNDS = 3
"""Rounds of each game; `--campaign 334` plays a thousand."""


@pytest.mark.parametrize("game", OWN)
def test_nobody_is_told_anything_of_cards_that_only_others_saw(game: str, pytestconfig: pytest.Config) -> None:
    """Compares steps, welcomes, refusals, deadlines, documents and replays, in whole rounds and in unfinished ones."""
    rounds = ROUNDS * int(pytestconfig.getoption("--campaign"))
    worlds = sum(compare(game, seed) for seed in range(rounds))
    assert worlds >= 2 * rounds


@pytest.mark.parametrize("game", ["texas-holdem", "omaha", "pineapple-hi-lo", "lowball", "three-card-poker"])
def test_a_hand_that_was_thrown_away_stays_its_owners_secret(game: str) -> None:
    found = 0
    for seed in range(5):
        world = World(game, seed)
        document = msgspec.json.decode(world.ended.document, type=Document)
        folded = [place for place, decisions in document.decisions.items() if "fold" in decisions]
        for place in folded:
            found += 1
            cards = document.cards[place]
            for viewer in {"", "p1", "p2", "p3"} - {f"p{place}"}:
                assert set(document_for(document, world.ended.seen, viewer)["cards"][place].split()) == {"--"}
                assert not any(card in world.frames[viewer][-1].decode() for card in cards.split())
            assert document_for(document, world.ended.seen, f"p{place}")["cards"][place] == cards
    assert found


def test_a_banker_who_looked_at_a_hand_before_the_round_was_called_off_has_seen_it() -> None:
    """The banker of California may look once all hands are delivered. Nobody else has seen that hand."""
    world = World("pai-gow-california", 0, decisions=1)
    assert set(world.hidden_from("p1")) < set(world.hidden_from(""))
    own = {card for at, (*_, card) in enumerate(world.dealt()) if at not in world.hidden_from("p1")}
    assert own == set(world.mine("p1").cards["bank"].split())
    world.floor("void", reason="wrong count")
    document = msgspec.json.decode(world.ended.document, type=Document)
    told = document_for(document, world.ended.seen, "p1")["cards"]
    assert {card for text in told.values() for card in text.split()} - {"--"} == own
