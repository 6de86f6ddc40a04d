"""Panguingue, turn by turn: drawing, hits, and the neighbour who is flat."""

from typing import Any

import pytest

from houseway.cards import cards_from
from houseway.games.panguingue.spreads import cards_of, spreads_of
from houseway.script import Answer, Deal, Refusal
from houseway.table import Shoe, play
from houseway.testing import example, rule
from tests.games.pan_table import Pan

# -- drawing ------------------------------------------------------------------------------------------------------


@example("PAN-EX09")
@rule("PAN-24", "PAN-26")
@pytest.mark.parametrize(
    ("hand", "lays", "collects"),
    [
        ("6d 6d", ["6d 6d 6d"], 1),
        ("6d 6s", None, 0),
        ("6s 6c", ["6d 6s 6c"], 0),
    ],
)
def test_the_top_discard_is_taken_only_to_be_spread_at_once(hand: str, lays: list[str] | None, collects: int) -> None:
    pan = Pan(f"{hand} As 2h 3s 4c 5s 7h Jc Qs", players=3, upcard="6d")
    if lays is None:
        assert pan.choices(1) == ["stock", "leave"]
        with pytest.raises(Refusal, match="'take' is not offered"):
            pan.say(1, "take")
        return
    pan.turn(1, takes=True, lays=lays, throws="Qs")
    assert pan.collected(1) == 2 * collects
    assert len(pan.hand(1)) == 7


@example("PAN-EX09")
@rule("PAN-37", "PAN-26")
def test_the_top_discard_may_be_added_to_a_spread_of_ones_own() -> None:
    pan = Pan("3d 4d 5d As 2h 4c 5s 7h Jc Qs", players=2, upcard="Kc")
    pan.turn(1, "Kc", lays=["3d 4d 5d"])
    pan.turn(2, "6d")
    pan.turn(1, takes=True, lays=["3d 4d 5d 6d"], throws="Qs")
    assert pan.board(1) == ["3d 4d 5d 6d"]
    assert pan.collected(1) == 0


@rule("PAN-26")
def test_a_card_taken_from_the_pile_cannot_stay_unused() -> None:
    pan = Pan("6s 6c 4s 4h 4d", players=2, upcard="6d")
    pan.say(1, "take")
    assert pan.choices(1) == ["spread"]
    with pytest.raises(Refusal, match=r"spread 4s 4h 4d is refused: it does not use 6d, the card drawn \(PAN-26\)"):
        pan.say(1, "spread", piles=["4s 4h 4d"])


@rule("PAN-27", "PAN-74")
@pytest.mark.parametrize(("discard_origin", "choices"), [("any", True), ("stock-turned-only", False)])
def test_a_discard_from_a_hand_may_be_taken_unless_the_room_is_strict(discard_origin: str, choices: bool) -> None:
    pan = Pan("4s 4h 4d 6d", "6s 6c", players=2, discard_origin=discard_origin)
    pan.turn(1, "4c", lays=["4s 4h 4d 4c"], throws="6d")
    assert ("take" in pan.choices(2)) is choices
    pan.turn(2, "2c")
    pan.turn(1, "6d")  # turned from the stock and not used
    assert "take" in pan.choices(2)


@rule("PAN-27")
def test_the_first_upcard_counts_as_turned_from_the_stock() -> None:
    assert "take" in Pan("6s 6c", players=2, upcard="6d", discard_origin="stock-turned-only").choices(1)


@example("PAN-EX10")
@rule("PAN-28", "PAN-30", "PAN-39")
def test_an_unused_stock_card_is_the_discard_and_the_hand_may_still_be_spread() -> None:
    pan = Pan("", "Js Qs Ks", players=4)
    pan.turn(1, "4h")
    pan.draw(2, "2c")
    assert pan.view(4).cards["drawn"] == ["2c"]  # shown to all
    pan.say(2, "spread", piles=["Js Qs Ks"])
    assert pan.collected(2) == 6
    assert pan.top_discard() == "2c"
    assert pan.board(2) == ["Js Qs Ks"]
    assert len(pan.hand(2)) == 7
    assert "2c" not in pan.hand(2)


@rule("PAN-39")
def test_some_rooms_let_a_player_spread_only_when_the_drawn_card_is_used() -> None:
    pan = Pan("Js Qs Ks", players=2, hand_melds="only-with-used-draw")
    pan.draw(1, "2c")
    with pytest.raises(Refusal, match=r"spread Js Qs Ks is refused: it does not use 2c, the card drawn \(PAN-39\)"):
        pan.say(1, "spread", piles=["Js Qs Ks"])
    pan.say(1, "pass")
    pan.turn(2, "3c")
    pan.turn(1, "7s", lays=["7s Js Qs Ks"], throws="As")
    assert pan.collected(1) == 2


@example("PAN-EX23")
@rule("PAN-23", "PAN-25", "PAN-40")
def test_only_the_last_discard_is_alive_and_a_spread_card_stays_on_the_board() -> None:
    pan = Pan("4h 4d 4c Qh", "Qs Qd Jh Jc As 2h 3d 5s 6h Kc", players=2, upcard="Jd")
    pan.turn(1, "3c", lays=["4h 4d 4c"])
    pan.turn(2, "2c")
    pan.draw(1, "4s")
    with pytest.raises(Refusal, match=r"4c 4d 4h is spread already and stays on the board \(PAN-40\)"):
        pan.say(1, "spread", piles=["As 2h 3d"])
    with pytest.raises(Refusal, match=r"4h is spread already and stays on the board \(PAN-40\)"):
        pan.say(1, "spread", piles=["4s 4d 4c"])
    pan.say(1, "spread", piles=["4s 4h 4d 4c"])
    with pytest.raises(Refusal, match=r"discard 4s is refused: you hold .* \(PAN-30\)"):
        pan.say(1, "discard", cards="4s")
    pan.say(1, "discard", cards="Qh")
    assert len(pan.hand(1)) + 4 == 10
    assert pan.choices(2) == ["stock", "take", "leave"]
    pan.turn(2, takes=True, lays=["Qs Qd Qh"], throws="Kc")
    assert "take" not in pan.choices(1)  # Jd, with the jacks of P2's hand or not, is dead for good


@example("PAN-EX28")
@rule("PAN-76", "PAN-82")
def test_once_the_stock_card_is_turned_the_old_discard_is_dead() -> None:
    pan = Pan("6h 6c Jd Qd 2s 4s 5s Kc Ac 3h", "As Ks 2h 3d 4c 5s 7d Jc Qs Kh", "4s 4d", players=3, upcard="6d")
    pan.turn(1, takes=True, lays=["6d 6h 6c"], throws="2s")
    assert (pan.board(1), len(pan.hand(1)), pan.collected(1)) == (["6c 6d 6h"], 7, 0)
    pan.draw(2, "4h")
    with pytest.raises(Refusal, match="'take' is not offered to seat 2: spread or pass is"):
        pan.say(2, "take")
    pan.say(2, "pass")
    assert pan.top_discard() == "4h"
    assert pan.choices(3) == ["stock", "take", "leave"]


@example("PAN-EX19")
@rule("PAN-67")
def test_the_discards_become_the_stock_twice_and_then_the_hand_ends_without_a_winner() -> None:
    pan = Pan(players=8, drops=(8,))
    source = Shoe(tuple(sorted(pan.round.cards_left())), 1, lambda ask: ask.default)
    renewed = []
    while not pan.over:
        request = pan.round.request
        if isinstance(request, Deal):
            if request.shuffled:
                renewed.append(len(request.shuffled))
                assert len(pan.round.cards_left()) == len(request.shuffled)
            pan.round.deal(source.cards(request))
        else:
            (ask,) = pan.round.asks()
            pan.round.decide(ask.place.name, Answer("stock" if ask.choices[0].name == "stock" else "pass"))
    assert renewed == [239, 239]  # all but the top discard
    assert [paid.clauses for paid in pan.round.payments] == [("PAN-67", "PAN-58")] * 8
    assert pan.nets() == [1, 0, 0, 0, 0, 0, 0, -5]  # eight tops for seven: the odd chip is forehand's


@rule("PAN-67", "PAN-58")
def test_with_void_the_hand_ends_at_the_first_exhaustion_and_konditions_stay_paid() -> None:
    pan = Pan("As 2s 3s 2h 4c 5s 7d Jc Qs Kh", players=2, stock_exhaustion="void", forced_hit="off")
    pan.turn(1, "2c", lays=["As 2s 3s"])
    source = Shoe(tuple(sorted(pan.round.cards_left())), 1, lambda ask: ask.default)
    play(pan.round, Reluctant(source))
    assert pan.over
    assert len([event for event in pan.round.events if event.to == "drawn"]) == 299
    assert pan.nets() == [2, -6]
    assert "winner" not in pan.round.felt.carried


class Reluctant:
    """Cards from a shoe, for players who always turn the stock and never spread."""

    def __init__(self, shoe: Shoe) -> None:
        self.cards, self.dice = shoe.cards, shoe.dice

    def decision(self, ask: Any) -> Answer:
        return Answer("stock") if ask.choices[0].name == "stock" else Answer("pass")


# -- hits ---------------------------------------------------------------------------------------------------------


@example("PAN-EX13")
@rule("PAN-29", "PAN-38")
def test_a_player_is_hit_with_a_discard_that_fits_his_spread() -> None:
    pan = Pan("", "5d 6d 7d As 2h 3s 4c 5s Jc Qs", players=3)
    pan.turn(1, "4h")
    pan.turn(2, "4h", lays=["5d 6d 7d"])
    pan.turn(3, "2c")
    pan.turn(1, "Jd")
    with pytest.raises(Refusal, match="'spread' is not offered to seat 1: hit or let-be is"):
        pan.say(3, "spread", piles=["5d 6d 7d Jd"])
    pan.demands(hit_by=3)
    assert pan.choices(2) == ["take", "leave"]
    pan.say(2, "take")
    pan.say(2, "spread", piles=["5d 6d 7d Jd"])
    assert pan.choices(2) == ["discard"]
    pan.say(2, "discard", cards="Qs")
    assert pan.board(2) == ["5d 6d 7d Jd"]
    assert not [event for event in pan.round.events[-5:] if event.to == "drawn"]


@example("PAN-EX29")
@rule("PAN-74", "PAN-52")
def test_no_hit_may_lower_the_worth_of_a_board_and_the_card_may_be_used_otherwise() -> None:
    def shown(discard: str) -> Pan:
        pan = Pan("", "Ks Ks Ks 3d 4d 5d 2h 2c As 7h", players=3)
        pan.turn(1, "4h")
        pan.turn(2, "4h", lays=["Ks Ks Ks", "3d 4d 5d"])
        pan.turn(3, "2c")
        pan.turn(1, discard)
        return pan

    kings = shown("Kh")
    assert kings.choices(2) == ["stock", "take", "leave"]  # nobody was asked, but he may take it of his own will
    kings.turn(2, takes=True, lays=["Ks Ks Ks Kh", "3d 4d 5d"], throws="As")
    six = shown("6d")
    six.turn(2, takes=True, hit_by=3, lays=["Ks Ks Ks", "3d 4d 5d 6d"], throws="As")
    two = shown("2d")
    two.turn(2, takes=True, hit_by=3, lays=["Ks Ks Ks", "3d 4d 5d", "2d 2h 2c"], throws="As")
    assert two.board(2) == ["Ks Ks Ks", "3d 4d 5d", "2c 2d 2h"]


@rule("PAN-29", "PAN-74")
@pytest.mark.parametrize(
    ("forced_hit", "choices"), [("automatic", ["take", "leave"]), ("off", ["stock", "take", "leave"])]
)
def test_a_hit_is_automatic_or_never_made_where_the_room_says_so(forced_hit: str, choices: list[str]) -> None:
    pan = Pan("5d 6d 7d As 2h 3s 4c 5s Jc Qs", players=2, forced_hit=forced_hit)
    pan.turn(1, "4h", lays=["5d 6d 7d"])
    pan.turn(2, "Jd")
    assert pan.choices(1) == choices


@rule("PAN-74")
def test_a_card_that_may_not_be_taken_is_no_hit() -> None:
    pan = Pan("5d 6d 7d As 2h 3s 4c 5s Jc Qs", "4s 4h 4d Jd", players=2, discard_origin="stock-turned-only")
    pan.turn(1, "4h", lays=["5d 6d 7d"])
    pan.turn(2, "4c", lays=["4s 4h 4d 4c"], throws="Jd")
    assert pan.choices(1) == ["stock", "leave"]


# -- the flat neighbour -------------------------------------------------------------------------------------------


def flat_table(held: str, **options: Any) -> Pan:
    """P1 is flat, and P4 before him holds two cards after using the card he drew."""
    pan = Pan("7s 7h 7d Ah 2h 3h 4c 5c 6c 7c", "", "", f"2s 2h 2d Qs Qh Qd Qc Qs {held}", players=4, **options)
    pan.turn(1, "Qs", lays=["7s 7h 7d", "Ah 2h 3h", "4c 5c 6c 7c"])
    pan.turn(2, "Kc")
    pan.turn(3, "Kc")
    pan.draw(4, "2c")
    pan.say(4, "spread", piles=["2s 2h 2d 2c", "Qs Qh Qd Qc Qs"])
    return pan


@example("PAN-EX14")
@rule("PAN-31", "PAN-57")
def test_a_flat_neighbour_is_not_given_the_card_that_puts_him_out() -> None:
    pan = flat_table("7d Jd")
    spreads, board = spreads_of(pan.round.rules), cards_of(cards_from(pile) for pile in pan.board(1))
    tried = ("7s", "7h", "7d", "7c", "Jc", "3c", "4h", "Jd", "Kh", "Ad", "5c")
    puts_out = [card for card in tried if spreads.cover((*board, *cards_from(card))) is not None]
    assert puts_out == ["7s", "7h", "7d", "7c", "Jc", "3c", "4h"]
    with pytest.raises(Refusal, match=r"discard 7d is refused: it would put seat 4 out, who is flat \(PAN-31\)"):
        pan.say(4, "discard", cards="7d")
    pan.say(4, "discard", cards="Jd")
    either = flat_table("7d 7h")
    either.say(4, "discard", cards="7h")
    either.demands()
    assert "take" in either.choices(1)
    free = flat_table("7d Jd", protect_flat=False)
    free.say(4, "discard", cards="7d")
    free.demands()
    assert "take" in free.choices(1)


@example("PAN-EX33")
@rule("PAN-75", "PAN-77", "PAN-31")
def test_a_forbidden_discard_is_refused_and_covered_discards_stay_closed() -> None:
    pan = Pan("7s 7d 7c Ah 2h 3h 4c 5c 6c 7c", "", "2s 2h 2d Qs Qh Qd Qc Qs 7h Kd", players=3)
    pan.turn(1, "Qs", lays=["7s 7d 7c", "Ah 2h 3h", "4c 5c 6c 7c"])
    pan.turn(2, "Kc")
    pan.turn(3, "2c", lays=["2s 2h 2d 2c", "Qs Qh Qd Qc Qs"])
    with pytest.raises(Refusal, match="discard 7h is refused: it would put seat 3 out, who is flat"):
        pan.say(3, "discard", cards="7h")
    pan.say(3, "discard", cards="Kd")
    assert pan.view(2).cards["discards"] == [None, None, None, "Kd"]


@rule("PAN-57", "PAN-56")
def test_a_flat_player_is_out_with_a_card_that_fits_and_discards_any_other() -> None:
    pan = Pan("7s 7h 7d Ah 2h 3h 4c 5c 6c 7c", players=2)
    pan.turn(1, "Qs", lays=["7s 7h 7d", "Ah 2h 3h", "4c 5c 6c 7c"])
    pan.turn(2, "Kc")
    pan.turn(1, "Kd")  # nobody is asked: it fits nowhere
    assert pan.top_discard() == "Kd"
    pan.turn(2, "Kc")
    pan.draw(1, "4h")
    assert pan.choices(1) == ["spread"]
    pan.say(1, "spread", piles=["7s 7h 7d", "Ah 2h 3h 4h", "4c 5c 6c 7c"])
    assert pan.over


@rule("PAN-57", "PAN-41")
def test_a_flat_player_may_go_out_by_rearranging() -> None:
    pan = Pan("7s 7h 7d Ah 2h 3h 4c 5c 6c 7c", players=2)
    pan.turn(1, "Qs", lays=["7s 7h 7d 7c", "Ah 2h 3h", "4c 5c 6c"])
    pan.turn(2, "Kc")
    pan.draw(1, "Jc")
    pan.say(1, "spread", piles=["7s 7h 7d", "Ah 2h 3h", "4c 5c 6c 7c Jc"])
    assert pan.over
