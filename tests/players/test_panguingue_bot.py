"""The Pan bot repeats by seed, answers only with offered choices, and makes the obvious plays."""

import pytest

from houseway.games import find
from houseway.players.bots import STYLES, Bot
from houseway.players.seating import sit_down
from houseway.table import Round, Shoe, play, view
from houseway.table.setup import Decision, answer_from
from tests.games.pan_table import PAN, Pan


def finished(seed: int, style: str = "steady", **options: object) -> Round:
    game = find(PAN)
    round_ = Round(game, sit_down(game, seed, options, players=5, short_bank=seed % 2 == 0))
    bots = {place.name: Bot(place.player, style, seed) for place in round_.felt.places}
    source = Shoe(
        tuple(sorted(round_.cards_left())),
        seed,
        lambda ask: answer_from(bots[ask.place.name].decide(view(round_, ask.place.name))),
    )
    return play(round_, source)


def says(pan: Pan, player: int) -> Decision:
    return Bot("Ana").decide(pan.view(player))


@pytest.mark.parametrize("style", STYLES)
def test_bots_play_whole_hands_by_their_seed(style: str) -> None:
    for seed in range(6):
        round_ = finished(seed, style)
        assert round_.over
        assert round_.document() == finished(seed, style).document()


def test_bots_answer_only_what_the_rules_of_the_room_offer() -> None:
    options = {"mixed_square_extension": "distinct-suits-only", "hand_melds": "only-with-used-draw", "tops_split": True}
    for seed in range(8):
        assert finished(seed, "wild", **options).over


def test_bots_go_out_instead_of_waiting_for_the_stock_to_end() -> None:
    rounds = [finished(seed) for seed in range(12)]
    assert all(round_.payments[-1].clauses != ("PAN-67", "PAN-58") for round_ in rounds)


def test_a_hand_with_promise_is_played_and_a_scattered_one_dropped() -> None:
    pan = Pan("3s 3s 3h 5s 5h 7s 7d Js Qs Ks", players=3, declared=False)
    assert says(pan, 1) == "play"
    pan.say(1, "play")
    assert says(pan, 2) == "drop"


def test_a_kondition_is_laid_and_a_drawn_card_that_puts_the_player_out_is_used() -> None:
    pan = Pan("4s 4h 4d 6s 6h 6d Js Jh Jd Jc", players=2)
    pan.draw(1, "6c")
    pan.say(1, "spread", piles=says(pan, 1)["spread"])  # type: ignore[index]
    assert pan.over


def test_a_spread_that_pays_is_not_spoiled() -> None:
    pan = Pan("Ks Ks Ks 2h 4c 5s 6h 7d Jc Qs", players=2)
    pan.turn(1, "2c", lays=["Ks Ks Ks"])
    pan.turn(2, "Kh")
    assert "take" in pan.choices(1)
    assert says(pan, 1) == "stock"
    pan.draw(1, "Kd")
    assert says(pan, 1) == "pass"


def test_a_useful_discard_is_taken_and_the_lonely_card_thrown() -> None:
    pan = Pan("5s 5h 3s 3h 7s 7h Js Qs Ks 2d", players=2, upcard="5d")
    assert says(pan, 1) == "take"
    pan.say(1, "take")
    pan.say(1, "spread", piles=["5s 5h 5d", "Js Qs Ks"])
    assert says(pan, 1) == {"discard": "2d"}


def test_a_hit_is_demanded_unless_it_pays_its_victim() -> None:
    pan = Pan("5d 6d 7d As 2h 3s 4c 5s Jc Qs", players=2)
    pan.turn(1, "4h", lays=["5d 6d 7d"])
    pan.turn(2, "Jd")
    assert says(pan, 2) == "hit"
    paying = Pan("5d 5d 5d As 2h 3s 4c 5s Jc Qs", players=2)
    paying.turn(1, "4h", lays=["5d 5d 5d"])
    paying.turn(2, "5d")
    assert says(paying, 2) == "let-be"


def test_chips_are_bought_to_stay_in() -> None:
    pan = Pan("3s 3s 3s", players=3, stacks={2: 2})
    pan.turn(1, "2c", lays=["3s 3s 3s"])
    assert says(pan, 2) == "buy"
