"""A view carries enough to draw the table, and nothing that its viewer may not know."""

import msgspec

from houseway.games import find
from houseway.script import Answer, Deal
from houseway.table import Round, View, history, result, resume, view
from houseway.table.reports.history import Dealt, Decided, Moved, Turned, knowing
from houseway.testing import rule
from tests.kit import Seat, document, played

TCP, PGC, P21 = "three-card-poker", "pai-gow-california", "pure-21-5-blackjack"


def three_card_poker() -> Round:
    seats = Seat(4, "7s Ts 6h", {"ante": 20}, ("fold",)), Seat(6, "Tc 8d Qd", {"ante": 10, "bonus": 5}, ("play",))
    return played(TCP, *seats, bank="9d Ks As", schedule="SCH-TCP-01").round


def test_a_view_has_the_payments_fees_and_button_of_the_result() -> None:
    round_ = three_card_poker()
    seen, told = view(round_, ""), result(round_)
    assert seen.payments == told.payments
    assert (seen.fees, seen.jackpots, seen.transfers) == (told.fees, told.jackpots, told.transfers)
    assert seen.fees, "the bank paid one"
    assert (seen.action, seen.void, seen.undone) == (told.action, None, None)


def test_a_view_counts_the_cards_that_are_left_and_names_the_pack_and_the_limits() -> None:
    round_ = three_card_poker()
    seen = view(round_, "4")
    assert (seen.counts.stock, seen.counts.shoe, seen.counts.tray) == (52 - 9, 52, 0)
    assert seen.pack == "red"
    assert seen.limits == (500, 30_000)
    assert seen.made == {"4": {"fold": 1}, "6": {"play": 1}}


def test_views_and_histories_are_json_that_reads_back_to_the_same() -> None:
    seen = view(three_card_poker(), "4")
    assert msgspec.json.decode(msgspec.json.encode(seen), type=View) == seen


@rule("TCP-19")
def test_a_history_tells_a_viewer_his_own_cards_and_what_lies_open() -> None:
    round_ = three_card_poker()
    dealt = {each.spot: each.cards for each in history(round_, "4") if isinstance(each, Dealt)}
    assert dealt == {"4": ["7s", "Ts", "6h"], "6": [None] * 3, "bank": ["9d", None, None]}
    turned = [(each.spot, each.cards) for each in history(round_, "4") if isinstance(each, Turned)]
    assert turned == [("bank", ["Ks", "As"]), ("6", ["Tc", "8d", "Qd"])], "a folded hand is not opened"
    everything = {each.spot: each.cards for each in history(round_, None) if isinstance(each, Dealt)}
    assert everything["bank"] == ["9d", "Ks", "As"]


@rule("PGC-23", "PGC-25")
def test_a_move_shows_its_cards_and_places_only_to_whoever_saw_them_lie() -> None:
    hands = "As Ad Kh Kc Qd 9s 4h", "Jc Jd 8h 7c 6s 3d 2h"
    seats = Seat(1, hands[0], {"main": 20}), Seat(2, hands[1], {"main": 20})
    round_ = resume(find(PGC), document(PGC, *seats, bank="Ks Kd 9h 8d 5s 4c 3c", dice=[[1, 1, 1]]))
    round_.decide("1", Answer("set", cards=round_.felt.places[0].cards[2:4]))
    round_.decide("2", Answer("house-way"))
    round_.decide("bank", Answer("house-way"))

    def set_apart(viewer: str | None) -> tuple[list[str | None], list[int]]:
        (moved,) = [each for each in history(round_, viewer) if isinstance(each, Moved) and each.target == "1 low"]
        return moved.cards, moved.at

    assert set_apart("1") == set_apart(None) == (["Kh", "Kc"], [2, 3])
    assert set_apart("2") == set_apart("") == ([None, None], [])
    decided = [each for each in history(round_, "2") if isinstance(each, Decided) and each.place == "1"]
    assert decided[0].decision == {"set": "Kh Kc"}, "the cards lie open now"


@rule("TCP-19")
def test_dealt_cards_are_known_to_their_viewer_and_an_open_decision_to_nobody_alone() -> None:
    round_ = three_card_poker()
    happened = history(round_, None)
    known = {each.spot: knowing(round_, at) for at, each in enumerate(happened) if isinstance(each, Dealt)}
    assert known == {"4": {"4"}, "6": {"6"}, "bank": set()}
    assert {knowing(round_, at) for at, each in enumerate(happened) if isinstance(each, Decided)} == {frozenset()}


@rule("PGC-23", "PGC-25")
def test_a_view_says_whether_cards_or_dice_or_which_places_are_waited_for() -> None:
    hand, bank = "As Ad Kh Kc Qd 9s 4h", "Ks Kd 9h 8d 5s 4c 3c"
    asked = resume(find(PGC), document(PGC, Seat(1, hand, {"main": 20}), bank=bank, dice=[[1, 1, 1]]))
    assert view(asked, "1").waiting == ["1", "bank"]
    round_ = Round(find(PGC), document(PGC, Seat(1, "", {"main": 20})))
    while isinstance(round_.request, Deal):
        assert view(round_, "1").waiting == ["deal"]
        round_.deal(tuple(sorted(round_.cards_left())[: round_.request.count]))
    assert view(round_, "1").waiting == ["dice"]


@rule("P21-43")
def test_a_split_is_a_move_that_everybody_sees() -> None:
    split = Seat(1, "Ac Ad Kd", {"main": 25}, ({"split": 2500},))
    round_ = played(P21, split, bank="9c 9d", cards={"1/2": "4h"}).round
    (moved,) = [each for each in history(round_, "") if isinstance(each, Moved)]
    assert moved == Moved("1", "1/2", ["Ad"], [1])


def test_history_goes_on_where_it_was_left() -> None:
    round_ = three_card_poker()
    whole = history(round_, "6")
    for since in range(len(whole) + 1):
        assert history(round_, "6", since) == whole[since:]
    assert len(whole) == view(round_, "6").happened
