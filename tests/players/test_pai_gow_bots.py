"""Bots at seven-card pai gow play the house way, repeat by seed, and never set a foul hand."""

import random

import pytest

from houseway.cards import PACK_WITH_JOKER, cards_from, text_of_cards
from houseway.games import find
from houseway.games.kit.banked.setting import split
from houseway.games.kit.pai_gow.ranking import ranking_of
from houseway.hands.wild import Joker
from houseway.players.bots import Bot, Temper, strategy_for
from houseway.players.seating import sit_down
from houseway.players.strategy.pai_gow import own_way
from houseway.table import Round, Shoe, play, result, view
from houseway.table.setup import Decision, answer_from

GAMES = ("fortune-pai-gow", "pai-gow-california", "pai-gow-seneca")


def decisions(game_id: str, style: str, seed: int) -> tuple[list[Decision], Round]:
    """Plays one round with bots in all seats. Returns their decisions and the round, which has judged each."""
    game = find(game_id)
    options = {"deal_method": "hand"} if game_id == "fortune-pai-gow" else {}
    round_ = Round(game, sit_down(game, seed, options, players=6))
    bots = {name: Bot(name, style, seed) for name in ("bank", *(place.name for place in round_.felt.places))}
    said: list[Decision] = []

    def decide(ask: object) -> object:
        name = ask.place.name  # type: ignore[attr-defined]
        said.append(bots[name].decide(view(round_, name)))
        return answer_from(said[-1])

    play(round_, Shoe(tuple(sorted(round_.cards_left())), seed, decide))  # type: ignore[arg-type]
    assert round_.over
    return said, round_


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("style", ["steady", "loose", "wild", "tight"])
def test_a_bot_answers_only_what_is_offered_and_the_same_way_for_the_same_seed(game_id: str, style: str) -> None:
    for seed in range(6):
        first, round_ = decisions(game_id, style, seed)
        second, again = decisions(game_id, style, seed)
        assert first == second
        assert result(round_) == result(again)
        assert not any("-31" in clause or "-27" in clause for paid in round_.payments for clause in paid.clauses[:1])


@pytest.mark.parametrize("game_id", GAMES)
def test_a_steady_bot_sets_every_hand_by_the_house_way(game_id: str) -> None:
    assert strategy_for(game_id) is not None
    said, _ = decisions(game_id, "steady", 3)
    hands = [each for each in said if not str(each).startswith(("hand-", "pile-"))]
    assert hands == ["house-way"] * len(hands)


def test_a_bold_bot_strays_to_the_highest_front_and_a_timid_one_to_the_highest_back() -> None:
    cards = cards_from("Ks Kd 2h 2c As Jd 7c")
    assert set(own_way(cards, bold=True)) == set(cards_from("2h 2c"))
    assert set(own_way(cards, bold=False)) == set(cards_from("Jd 7c"))


def test_a_bot_that_strays_never_sets_foul_whatever_the_joker_may_be() -> None:
    rng = random.Random(9)
    for _ in range(300):
        cards = (52, *rng.sample(PACK_WITH_JOKER[:52], 6))
        for bold in (True, False):
            front, back = split(cards, own_way(cards, bold=bold))
            for joker in Joker:
                assert not ranking_of(joker).worth(front, back).foul, text_of_cards(cards)


def test_a_wild_bot_strays_often_and_a_steady_one_never() -> None:
    strays = {style: Bot("Ana", style).temper for style in ("steady", "wild")}
    counts = {style: sum(temper.strays() for _ in range(500)) for style, temper in strays.items()}
    assert counts["steady"] == 0
    assert 150 < counts["wild"] < 250
    assert Temper(0.0, random.Random(1)).strays() is False
