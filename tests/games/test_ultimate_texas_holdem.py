"""Ultimate Texas Hold'em, clause by clause and example by example."""

from typing import Any

import pytest

from houseway.cards import PACK, cards_from, text_of
from houseway.games import find
from houseway.hands import five
from houseway.rulebook import Rules
from houseway.script import Answer, Refusal
from houseway.table import Document, Round, resume, view
from houseway.table.setup import Decision
from houseway.testing import example, rule
from tests.kit import Backer, Played, Seat, cents, document

UTH = "ultimate-texas-holdem"
RULES = Rules.of(UTH)
FOLDS = ("check", "check", "fold")


def raises(ante: float, times: int) -> tuple[Decision, ...]:
    """The decisions of a hand that makes its Play wager of so many times the Ante as early as it can."""
    play: Decision = {"play": cents(ante * times)}
    return {1: ("check", "check", play), 2: ("check", play), 3: (play,), 4: (play,), 0: FOLDS}[times]


def seat(
    number: int,
    cards: str,
    ante: float = 10,
    *,
    times: int = 1,
    trips: float = 0,
    backers: tuple[Backer, ...] = (),
    says: tuple[Decision, ...] | None = None,
) -> Seat:
    """A seat whose Play wager is so many times the Ante; 0 times is a fold at the river."""
    wagers = {"ante": ante, "blind": ante} | ({"trips": trips} if trips else {})
    return Seat(number, cards, wagers, raises(ante, times) if says is None else says, backers)


def backer(circle: int, ante: float, *, trips: float = 0, says: tuple[Decision, ...] = ("play",)) -> Backer:
    """Somebody behind a seat who matches its Play wager, unless he says otherwise."""
    return Backer(circle, {"ante": ante, "blind": ante} | ({"trips": trips} if trips else {}), says)


def table(*seats: Seat, board: str, bank: str = "", **more: Any) -> Document:
    """The round's document: a bank that the hand does not name holds any cards that are left."""
    named = cards_from(" ".join((board, bank, *(seat.cards for seat in seats))))
    left = [text_of(card) for card in PACK if card not in named]
    return document(UTH, *seats, bank=bank or " ".join(left[:2]), cards={"board": board}, **more)


def waiting(*seats: Seat, **more: Any) -> Round:
    """The round as far as its decisions go."""
    return resume(find(UTH), table(*seats, **more))


def dealt(*seats: Seat, **more: Any) -> Played:
    """The round, played to its end."""
    round_ = waiting(*seats, **more)
    assert round_.over, f"the round waits for {round_.request}"
    assert round_.ledger.sum() == 0
    return Played(round_)


def hand(player: str, board: str, bank: str = "", times: int = 1, trips: float = 0, **more: Any) -> Played:
    """One player at seat 1, with 10 on Ante and Blind, against the bank."""
    return dealt(seat(1, player, more.pop("ante", 10), times=times, trips=trips), board=board, bank=bank, **more)


def nets(result: Played, place: int | str = 1) -> tuple[float, ...]:
    """What Ante, Play, Blind and Trips of a place won or lost, as far as they were wagered."""
    wagers = [wager for name, wager in result.order if name == str(place)]
    return tuple(result.net(place, wager) for wager in ("ante", "play", "blind", "trips") if wager in wagers)


# -- the bank does not qualify ------------------------------------------------------------------------------------


@example("UTH-E01")
@rule("UTH-33", "UTH-34", "UTH-35", "UTH-40")
def test_a_bank_without_a_pair_returns_the_ante_and_everything_else_is_settled() -> None:
    result = hand("Ks Qh", "Kd 9c 7h 4s 2d", "Jc Tc", times=4, trips=5)
    assert nets(result) == (0, 40, 0, -5)
    assert result.outcome(1, "ante") == result.outcome(1, "blind") == "push"
    assert result.net(1) == 35


@example("UTH-E02")
@rule("UTH-35", "UTH-37")
def test_a_bank_that_does_not_qualify_still_beats_a_lower_hand() -> None:
    assert nets(hand("Qs 3h", "Kd 9c 7h 4s 2d", "As Jc")) == (0, -10, -10)


@example("UTH-E03")
def test_two_hands_that_play_the_board_push() -> None:
    result = hand("3c 2s", "Ad Kc Js 9h 7d", "5c 4h")
    assert [paid.outcome for paid in result.round.payments] == ["push"] * 3


@example("UTH-E10")
@rule("UTH-25", "UTH-34")
def test_the_ante_is_not_returned_to_a_folder() -> None:
    assert nets(hand("Jd 3c", "Kd 9c 7h 4s 2d", "Qc Th", times=0, trips=5)) == (-10, -10, -5)


@example("UTH-E22")
def test_a_straight_against_an_unqualified_bank_pays_play_blind_and_trips() -> None:
    result = hand("Qs 8d", "9c Td Jh 2s 4d", "As 5h", times=2, trips=5)
    assert (nets(result), result.net(1)) == ((0, 20, 10, 25), 55)


@example("UTH-E17")
@rule("UTH-33")
def test_a_pair_on_the_board_qualifies_the_bank() -> None:
    assert nets(hand("Ks Td", "6s 6d Tc 9h 2c", "Qc 4h", times=2)) == (10, 20, 0)


# -- the bank qualifies -------------------------------------------------------------------------------------------


@example("UTH-E04")
@rule("UTH-38", "UTH-39", "UTH-43")
def test_a_winning_flush_pays_the_blind_three_to_two() -> None:
    result = hand("Jh 2h", "Ah 9h 4h Kc 3d", "Kd Qs", times=2, trips=5)
    assert (nets(result), result.net(1)) == ((10, 20, 15, 30), 75)


@example("UTH-E05")
@rule("UTH-40")
def test_a_winner_below_a_straight_keeps_the_blind_unpaid() -> None:
    assert nets(hand("Ac Ad", "Qs Qd 8c 5h 3d", "Kh 8d", times=3)) == (10, 30, 0)


@example("UTH-E06")
@rule("UTH-37", "UTH-41", "UTH-45")
def test_a_straight_that_loses_earns_nothing_but_its_trips() -> None:
    result = hand("8h 9c", "5c 6d 7s Kh Kd", "Ks 7d", times=3, trips=5)
    assert (nets(result), result.net(1)) == ((-10, -30, -10, 25), -25)


@example("UTH-E07")
@rule("UTH-41", "UTH-42", "UTH-47")
def test_a_royal_flush_on_the_board_pushes_and_pays_every_trips_wager() -> None:
    assert nets(hand("4c 4d", "As Ks Qs Js Ts", "9h 9d", trips=5)) == (0, 0, 0, 250)


@example("UTH-E11")
def test_a_royal_flush_pays_the_blind_five_hundred_to_one() -> None:
    result = hand("Jh Th", "Ah Kh Qh 5c 5d", "5s Ad", times=4, trips=5, posted=6000)
    assert (nets(result), result.net(1)) == ((10, 40, 5000, 250), 5300)


@example("UTH-E12")
@rule("UTH-44", "UTH-46")
@pytest.mark.parametrize(
    ("player", "board", "blind", "trips"),
    [
        ("9h 8h", "7h 6h 5h Kc 2d", 500, 200),
        ("9h 9c", "9d 9s 5h Kc 2d", 100, 100),
        ("9h 9c", "9d 5s 5h Kc 2d", 30, 35),
        ("9h 3h", "7h 6h Qh Kc 2d", 15, 30),
        ("9h 8c", "7d 6h 5h Kc 2d", 10, 25),
        ("9h 9c", "9d 6h Jh Kc 2d", 0, 15),
        ("9h 9c", "Jd 6h 6d Kc 2d", 0, -5),
    ],
)
def test_blind_and_trips_pay_by_their_tables(player: str, board: str, blind: float, trips: float) -> None:
    result = hand(player, board, "4c 3s", trips=5)
    assert result.outcome(1, "play") == "win"
    assert (result.net(1, "blind"), result.net(1, "trips")) == (blind, trips)


@example("UTH-E19")
@rule("UTH-32", "UTH-36")
def test_hole_cards_below_the_fifth_card_do_not_count() -> None:
    assert nets(hand("8c 3h", "Ac Kd Qh 9s 9d", "7c 6s")) == (0, 0, 0)


@example("UTH-E20")
@rule("UTH-31")
def test_ace_to_five_is_a_straight() -> None:
    assert nets(hand("As 2s", "3c 4d 5h Ks Td", "Kd Qc", times=4)) == (10, 40, 10)


@example("UTH-E21")
def test_a_full_house_of_equal_threes_is_decided_by_the_pair() -> None:
    assert nets(hand("9c 9d", "Ts Td Th 5c 2d", "7h 7s")) == (10, 10, 30)


@example("UTH-E25")
def test_the_lower_of_two_straights_loses_everything() -> None:
    assert nets(hand("6c Js", "2c 3d 4h 5s Kd", "7h 6d")) == (-10, -10, -10)


OUTCOMES = {
    "fold": {"player": "Jd 3c", "board": "Kd 9c 7h 4s 2d", "bank": "Qc Th", "times": 0},
    "qualified, win": {"player": "Ac Ad", "board": "Qs Qd 8c 5h 3d", "bank": "Kh 8d"},
    "qualified, win below a straight": {"player": "Ac Ad", "board": "Qs Qd 8c 5h 3d", "bank": "Kh 8d"},
    "qualified, lose": {"player": "Kh 8d", "board": "Qs Qd 8c 5h 3d", "bank": "Ac Ad"},
    "not qualified, win": {"player": "Ks Qh", "board": "Kd 9c 7h 4s 2d", "bank": "Jc Tc"},
    "not qualified, win below a straight": {"player": "Ks Qh", "board": "Kd 9c 7h 4s 2d", "bank": "Jc Tc"},
    "not qualified, lose": {"player": "Qs 3h", "board": "Kd 9c 7h 4s 2d", "bank": "As Jc"},
    "tie": {"player": "3c 2s", "board": "Ad Kc Js 9h 7d", "bank": "5c 4h"},
}


@rule("UTH-25", "UTH-34", "UTH-35", "UTH-36", "UTH-37", "UTH-38", "UTH-40", "UTH-42")
@pytest.mark.parametrize("row", RULES.table("outcomes").rows, ids=lambda row: row.label)
def test_every_circle_comes_out_as_the_printed_chart_says(row: Any) -> None:
    case, circle = row.label.split(": ")
    assert hand(**OUTCOMES[case]).net(1, circle.lower()) / 10 == row.printed  # type: ignore[arg-type]


@rule("UTH-43")
def test_a_room_that_posts_other_odds_pays_them() -> None:
    pay = {
        "ante": {"Player-dealer does not qualify, player has not folded": "1"},
        "play": {"Player wins": "2"},
        "blind": {"Straight": "3:2"},
    }
    assert nets(hand("Qs 8d", "9c Td Jh 2s 4d", "As 5h", pay=pay)) == (10, 20, 15)


# -- Trips --------------------------------------------------------------------------------------------------------


@example("UTH-E08")
@rule("UTH-26", "UTH-47")
@pytest.mark.parametrize("trips_on_fold", ["whole-hand", "board-only"])
def test_three_of_a_kind_on_the_board_pays_the_trips_wager_of_a_folder(trips_on_fold: str) -> None:
    options = {"trips_on_fold": trips_on_fold}
    assert nets(hand("3s 2c", "8c 8d 8h Ks 4d", times=0, trips=5, options=options)) == (-10, -10, 15)


@example("UTH-E09")
@rule("UTH-26", "UTH-48")
@pytest.mark.parametrize(
    ("trips_on_fold", "trips", "shown"), [("whole-hand", 15, ["8h", "2c"]), ("board-only", -5, [None, None])]
)
def test_a_folders_hole_cards_count_for_trips_unless_the_room_looks_at_the_board_alone(
    trips_on_fold: str, trips: float, shown: list[str | None]
) -> None:
    options = {"trips_on_fold": trips_on_fold}
    result = hand("8h 2c", "8c 8d Ks 4d Js", times=0, trips=5, options=options)
    assert nets(result) == (-10, -10, trips)
    assert view(result.round, "").cards["1"] == shown


@rule("UTH-25", "UTH-48")
def test_a_folded_hand_without_a_winning_trips_wager_is_never_shown() -> None:
    for trips in (0, 5):
        result = hand("Jd 3c", "Kd 9c 7h 4s 2d", times=0, trips=trips)
        assert view(result.round, "").cards["1"] == [None, None]


@rule("UTH-45")
@pytest.mark.parametrize(("bank", "outcome"), [("4c 3s", "win"), ("Kh Ks", "lose"), ("9s 7s", "push")])
def test_trips_wins_whether_the_hand_wins_loses_or_pushes(bank: str, outcome: str) -> None:
    result = hand("9h 7d", "9c 9d Kc 8h 6d" if outcome == "push" else "9c 9d Kc 5h 2d", bank, trips=5)
    assert result.outcome(1, "play") == outcome
    assert result.net(1, "trips") == 15


@rule("UTH-07", "UTH-09")
def test_trips_need_not_match_the_ante_but_keeps_to_the_limits_and_needs_it() -> None:
    assert hand("9h 9c", "9d 6h 5h Kc 2d", "4c 3s", trips=100, limits=(5, 100)).net(1, "trips") == 300
    with pytest.raises(
        Refusal, match=r"seat 1's trips of 101\.00 is over the maximum of 100\.00 \(UTH-09\)"
    ) as refused:
        hand("9h 9c", "9d 6h 5h Kc 2d", trips=101, limits=(5, 100))
    assert refused.value.where == "seats[0].wagers.trips"
    with pytest.raises(Refusal, match=r"seat 1 has trips without ante: it needs one \(UTH-07\)"):
        waiting(Seat(1, "9h 9c", {"trips": 5}), board="9d 6h 5h Kc 2d")


@rule("UTH-46")
def test_a_room_with_a_trips_table_of_its_own_enters_it_and_says_so() -> None:
    pay = {"trips": {"Three of a kind": "4", "Flush": "5"}}

    def three_nines(trips_table: str, pay: dict[str, Any]) -> Played:
        return hand("9h 9c", "9d 6h 5h Kc 2d", "4c 3s", trips=5, options={"trips_table": trips_table}, pay=pay)

    assert three_nines("custom", pay).net(1, "trips") == 20
    assert three_nines("printed", {}).net(1, "trips") == 15
    says = r"pay table trips is not in use with trips_table = printed: trips_table = custom puts it in use \(UTH-46\)"
    with pytest.raises(Refusal, match=says) as refused:
        three_nines("printed", pay)
    assert refused.value.where == "pay"
    with pytest.raises(Refusal, match=r"trips_table = custom, but no other Trips odds were entered \(UTH-46\)"):
        three_nines("custom", {})


# -- the Play wager -----------------------------------------------------------------------------------------------


@example("UTH-E14")
@rule("UTH-19", "UTH-20")
def test_before_the_flop_the_play_wager_is_three_or_four_times_the_ante_and_the_only_one() -> None:
    round_ = waiting(seat(1, "Ks Qh", says=()), seat(2, "Jh 2h", says=()), board="Kd 9c 7h 4s 2d")
    for offered in (20, 35):
        with pytest.raises(
            Refusal,
            match=rf"play {offered}\.00 is refused: it must be from 30\.00 to 40\.00 in steps of 10\.00 \(UTH-19\)",
        ):
            round_.decide("1", Answer("play", cents(offered)))
    round_.decide("1", Answer("play", cents(30)))
    round_.decide("2", Answer("check"))
    assert view(round_, "1").cards["board"] == ["Kd", "9c", "7h", None, None]
    with pytest.raises(Refusal, match=r"nobody asked place 1 for a decision: play 20\.00 is refused"):
        round_.decide("1", Answer("play", cents(20)))


@rule("UTH-21")
def test_on_the_flop_the_play_wager_is_twice_the_ante() -> None:
    round_ = waiting(seat(1, "Ks Qh", says=("check",)), board="Kd 9c 7h 4s 2d")
    for offered in (10, 30):
        with pytest.raises(Refusal, match=rf"play {offered}\.00 is refused: it must be exactly 20\.00 \(UTH-21\)"):
            round_.decide("1", Answer("play", cents(offered)))
    with pytest.raises(Refusal, match=r"'fold' is not offered to seat 1: play or check is \(UTH-21\)"):
        round_.decide("1", Answer("fold"))
    round_.decide("1", Answer("play", cents(20)))
    assert round_.over


@example("UTH-E15")
@rule("UTH-22", "UTH-23")
def test_at_the_river_the_choice_is_once_the_ante_or_fold() -> None:
    round_ = waiting(seat(1, "Ks Qh", says=("check", "check")), board="Kd 9c 7h 4s 2d", bank="Jc Tc")
    assert view(round_, "1").cards["board"] == ["Kd", "9c", "7h", "4s", "2d"]
    with pytest.raises(Refusal, match=r"'check' is not offered to seat 1: play or fold is \(UTH-23\)"):
        round_.decide("1", Answer("check"))
    with pytest.raises(Refusal, match=r"play 20\.00 is refused: it must be exactly 10\.00 \(UTH-23\)"):
        round_.decide("1", Answer("play", cents(20)))
    round_.decide("1", Answer("play", cents(10)))
    assert Played(round_).net(1, "play") == 10


@rule("UTH-23")
def test_nobody_folds_before_the_river() -> None:
    for says in ((), ("check",)):
        round_ = waiting(seat(1, "Ks Qh", says=says), board="Kd 9c 7h 4s 2d")
        assert [choice.name for choice in view(round_, "1").choices] == ["play", "check"]


@rule("UTH-19", "UTH-23")
@pytest.mark.parametrize(
    ("stack", "says", "offered"),
    [
        (40, (), [("play", 3000, 4000), ("check", 0, 0)]),
        (39, (), [("play", 3000, 3000), ("check", 0, 0)]),
        (29, (), [("check", 0, 0)]),
        (9, ("check", "check"), [("fold", 0, 0)]),
    ],
)
def test_nobody_bets_more_than_the_chips_in_front_of_him(
    stack: float, says: tuple[Decision, ...], offered: list[tuple[str, int, int]]
) -> None:
    poor = Seat(1, "Ks Qh", {"ante": 10, "blind": 10}, says, stack=stack)
    choices = view(waiting(poor, board="Kd 9c 7h 4s 2d"), "1").choices
    assert [(choice.name, choice.low, choice.high) for choice in choices] == offered


@rule("UTH-24", "UTH-20")
def test_at_each_stage_players_without_a_play_wager_decide_clockwise_from_the_dealers_left() -> None:
    seats = seat(6, "Ks Qh", times=1), seat(2, "Jh 2h", times=4), seat(4, "Ac Ad", times=2), seat(7, "3s 3h", times=0)
    round_ = dealt(*seats, board="Kd 9c 7h 4s 2d", bank_seat=3).round
    decided = [(event.to, event.given.choice) for event in round_.events if isinstance(event.given, Answer)]
    assert decided == [
        ("2", "play"), ("4", "check"), ("6", "check"), ("7", "check"),
        ("4", "play"), ("6", "check"), ("7", "check"),
        ("6", "play"), ("7", "fold"),
    ]  # fmt: skip


@rule("UTH-19", "UTH-21", "UTH-23")
def test_a_player_whose_time_runs_out_checks_and_at_the_river_folds() -> None:
    round_ = waiting(seat(1, "Ks Qh", says=()), board="Kd 9c 7h 4s 2d")
    defaults = []
    while not round_.over:
        (ask,) = round_.asks()
        defaults.append(ask.default.choice)
        round_.decide("1", ask.default)
    assert defaults == ["check", "check", "fold"]


# -- opening wagers -----------------------------------------------------------------------------------------------


@example("UTH-E18")
@rule("UTH-06")
def test_ante_and_blind_are_equal_and_both_compulsory() -> None:
    for blind in (15, 5):
        with pytest.raises(
            Refusal,
            match=rf"seat 1's blind of {blind}\.00 is refused: it must equal the ante of 10\.00 \(UTH-06\)",
        ) as refused:
            waiting(Seat(1, "Ks Qh", {"ante": 10, "blind": blind}), board="Kd 9c 7h 4s 2d")
        assert refused.value.where == "seats[0].wagers.blind"
    with pytest.raises(Refusal, match=r"seat 1 has no blind: it is compulsory \(UTH-06\)"):
        waiting(Seat(1, "Ks Qh", {"ante": 10}), board="Kd 9c 7h 4s 2d")


@rule("UTH-08")
def test_opening_wagers_are_frozen_at_no_more_bets() -> None:
    round_ = waiting(seat(1, "Ks Qh", says=()), board="Kd 9c 7h 4s 2d")
    with pytest.raises(Refusal, match="'trips' is not offered to seat 1: play or check is"):
        round_.decide("1", Answer("trips", 500))
    with pytest.raises(Refusal, match="'play' takes no wager before the deal: ante, blind, trips do"):
        waiting(Seat(1, "Ks Qh", {"ante": 10, "blind": 10, "play": 30}), board="Kd 9c 7h 4s 2d")


@rule("UTH-09")
def test_a_play_wager_may_pass_the_maximum_unless_the_room_leaves_room_for_it() -> None:
    board, bank = "Kd 9c 7h 4s 2d", "Jc Tc"
    assert hand("Ks Qh", board, bank, times=4, ante=100, limits=(5, 100)).net(1, "play") == 400
    strict = {"play_over_max": False}
    assert hand("Ks Qh", board, bank, times=4, ante=25, limits=(5, 100), options=strict).net(1, "play") == 100
    with pytest.raises(Refusal, match=r"seat 1's ante of 25\.01 is over the maximum of 25\.00 \(UTH-09\)"):
        hand("Ks Qh", board, bank, ante=25.01, limits=(5, 100), options=strict)
    assert hand("Ks Qh", board, bank, trips=100, limits=(5, 100), options=strict).net(1, "trips") == -100


@rule("UTH-09")
def test_ante_and_blind_keep_to_the_posted_limits() -> None:
    with pytest.raises(Refusal, match=r"seat 1's ante of 4\.00 is under the minimum of 5\.00 \(UTH-09\)"):
        hand("Ks Qh", "Kd 9c 7h 4s 2d", ante=4, schedule="SCH-UTH-01")


@rule("UTH-10")
def test_one_hand_per_player_unless_the_room_allows_two() -> None:
    def two(hands: int) -> Played:
        seats = [seat(number, cards) for number, cards in ((3, "Ks Qh"), (5, "Ac Ad"))]
        for each in seats:
            each.player = "Ana"
        return dealt(*seats, board="Kd 9c 7h 4s 2d", bank="Jc Tc", options={"hands_per_player": hands})

    with pytest.raises(Refusal, match=r"Ana is at seats \[3, 5\]: one hand per player \(UTH-10\)"):
        two(1)
    assert two(2).bank == -20


# -- the deal -----------------------------------------------------------------------------------------------------


@rule("UTH-03", "UTH-14", "UTH-15", "UTH-16", "UTH-17")
@pytest.mark.parametrize(
    ("deal_method", "order"),
    [
        ("shuffler", [("2", 2), ("5", 2), ("6", 2), ("bank", 2), ("board", 5)]),
        ("shoe", [*[("2", 1), ("5", 1), ("6", 1), ("bank", 1)] * 2, ("board", 5)]),
    ],
)
def test_cards_go_clockwise_from_the_dealers_left_the_bank_last_and_none_is_burned(
    deal_method: str, order: list[tuple[str, int]]
) -> None:
    seats = seat(5, "Ks Qh"), seat(2, "Jh 2h"), seat(6, "Ac Ad")
    round_ = dealt(*seats, board="Kd 9c 7h 4s 2d", bank_seat=3, options={"deal_method": deal_method}).round
    assert [(event.to, len(event.given)) for event in round_.events if isinstance(event.given, tuple)] == order


@rule("UTH-14", "UTH-21", "UTH-22", "UTH-49")
def test_everything_is_dealt_face_down_and_opened_in_its_time() -> None:
    round_ = waiting(seat(1, "Ks Qh", says=()), seat(2, "Ac Ad", says=()), board="Kd 9c 7h 4s 2d", bank="Jc Tc")

    def seen() -> list[list[str | None]]:
        cards = view(round_, "1").cards
        return [cards["board"], cards["bank"], cards["2"]]

    assert seen() == [[None] * 5, [None] * 2, [None] * 2]
    for place in ("1", "2"):
        round_.decide(place, Answer("check"))
    assert seen() == [["Kd", "9c", "7h", None, None], [None] * 2, [None] * 2]
    for place in ("1", "2"):
        round_.decide(place, Answer("check"))
    assert seen() == [["Kd", "9c", "7h", "4s", "2d"], [None] * 2, [None] * 2]
    for place in ("1", "2"):
        round_.decide(place, Answer("play"))
    assert seen() == [["Kd", "9c", "7h", "4s", "2d"], ["Jc", "Tc"], ["Ac", "Ad"]]


@rule("UTH-18", "UTH-01")
def test_the_rest_of_the_pack_is_never_seen() -> None:
    round_ = hand("Ks Qh", "Kd 9c 7h 4s 2d").round
    assert len(round_.cards_left()) == 52 - 9
    assert set(view(round_, "1").cards) == {"1", "bank", "board"}
    with pytest.raises(Refusal, match="Ks for board is not in the shoe: it was dealt before"):
        hand("Ks Qh", "Ks 9c 7h 4s 2d")


@rule("UTH-02")
def test_two_packs_take_turns() -> None:
    def pack(number: int) -> str:
        return waiting(seat(1, "Ks Qh", says=()), board="Kd 9c 7h 4s 2d", round=number).pack

    assert [pack(number) for number in (1, 2, 3)] == ["red", "blue", "red"]


@rule("UTH-05")
def test_every_place_has_four_circles() -> None:
    assert [circle.name for circle in find(UTH).circles] == ["ante", "blind", "play", "trips"]
    result = hand("Ks Qh", "Kd 9c 7h 4s 2d", trips=5)
    assert {wager for _, wager in result.order} == {"ante", "blind", "play", "trips"}


@rule("UTH-04")
@pytest.mark.parametrize(("max_players", "last"), [(7, 8), (6, 7)])
def test_seven_players_sit_beside_the_player_dealer_unless_the_room_seats_six(max_players: int, last: int) -> None:
    options = {"max_players": max_players}
    assert dealt(seat(last, "Ks Qh"), board="Kd 9c 7h 4s 2d", bank_seat=1, options=options).round.over
    with pytest.raises(Refusal, match=f"seat {last + 1} does not exist: the table has seats 1 to {last}"):
        dealt(seat(last + 1, "Ks Qh"), board="Kd 9c 7h 4s 2d", bank_seat=1, options=options)


# -- ranking ------------------------------------------------------------------------------------------------------


@rule("UTH-28", "UTH-29", "UTH-30", "UTH-31", "UTH-32")
def test_seven_cards_rank_by_their_best_five() -> None:
    worst_first = (
        "7c 5d 4h 3s 2c 8d 9s", "Ac Kd Qh Js 9c 7d 5h", "2c 2d 4h 5s 7c 8d 9s", "2c 2d Ah Ks Qc Td 8s",
        "Ac Ad Kh Ks 2c 3d 4s", "Ac Ad Kh Ks Qc 3d 4s", "2c 2d 2h 4s 5c 7d 8s", "Ah 2d 3c 4s 5h Kc Qd",
        "2h 3d 4c 5s 6h Kc Qd", "Ac Kd Qh Js Tc 2d 3h", "2c 3c 4c 5c 7c Kd Qh", "Ac Kc Qc Jc 9c 2d 3h",
        "2c 2d 2h Ac Ad Kh Qs", "3c 3d 3h 2c 2d Kh Qs", "2c 2d 2h 2s 3c 4d 5h", "2c 2d 2h 2s Ac Kd Qh",
        "Ac 2c 3c 4c 5c Kd Qh", "Kc Qc Jc Tc 9c 2d 3h", "Ac Kc Qc Jc Tc 2d 3h",
    )  # fmt: skip
    values = [five.value(cards_from(cards)) for cards in worst_first]
    assert values == sorted(set(values))


@rule("UTH-29", "UTH-32")
def test_suits_are_equal_and_only_five_cards_count() -> None:
    assert five.value(cards_from("Ah Kh 9h 4h 2h 3c 7d")) == five.value(cards_from("As Ks 9s 4s 2s 3d 7c"))
    assert five.value(cards_from("Ac Kd Qh 9s 9d 8c 3h")) == five.value(cards_from("Ac Kd Qh 9s 9d 7c 6s"))


@rule("UTH-28")
@pytest.mark.parametrize(
    ("player", "used"), [("Ah Kh", 2), ("Ah 2c", 1), ("2c 3c", 0)], ids=["two hole cards", "one", "none"]
)
def test_a_hand_uses_two_one_or_none_of_the_hole_cards(player: str, used: int) -> None:
    board = {2: "Qh Jh Th 4c 4d", 1: "Kh Qh Jh Th 4d", 0: "As Ks Qs Js Ts"}[used]
    told = find(UTH).rank(cards_from(f"{player} {board}"), RULES)
    assert told["hand"].category == "royal flush"
    assert sum(card in told["hand"].cards for card in cards_from(player)) == used


@rule("UTH-33", "UTH-39", "UTH-40", "UTH-46")
@pytest.mark.parametrize(
    ("cards", "bank", "blind", "trips"),
    [
        ("Ks Qh Jd 9c 7h 4s 2d", "does not qualify", "pushes if it wins", "loses"),
        ("2c 2d 3h 4s 5d", "qualifies", "pushes if it wins", "loses"),
        ("9h 9c 9d 6h 5h Kc 2d", "qualifies", "pushes if it wins", "pays 3 to 1"),
        ("Jh 2h Ah 9h 4h Kc 3d", "qualifies", "pays 3 to 2 if it wins", "pays 6 to 1"),
    ],
)
def test_cards_are_ranked_for_the_player_the_bank_blind_and_trips(
    cards: str, bank: str, blind: str, trips: str
) -> None:
    told = find(UTH).rank(cards_from(cards), RULES)
    assert [told[title].says for title in ("bank", "blind", "trips")] == [bank, blind, trips]


# -- the bank and the fee -----------------------------------------------------------------------------------------


@rule("UTH-11")
def test_one_posted_wager_covers_everything_to_its_extent_and_the_house_never_banks() -> None:
    board, bank = "Ah 9h 4h Kc 3d", "Kd Qs"
    assert hand("Jh 2h", board, bank, times=2, trips=5, posted=50).bank == -50
    assert hand("Jh 2h", board, bank, times=2, trips=5, posted=75).bank == -75
    with pytest.raises(Refusal, match="a player-dealer must be in place before any card is dealt"):
        waiting(seat(1, "", says=()), board=board, posted=None)


@rule("UTH-12")
def test_the_bank_of_a_third_hand_in_a_row_is_refused() -> None:
    third = table(seat(1, "", says=()), board="Kd 9c 7h 4s 2d")
    third.bank.turn = 3  # type: ignore[union-attr]
    with pytest.raises(Refusal, match=r"hand 3 in a row is refused: one person banks at most 2 \(PD-09\)"):
        resume(find(UTH), third)


@example("UTH-E23")
@rule("UTH-13")
@pytest.mark.parametrize(("fee_basis", "action"), [("all-predeal", 90), ("ante-only", 40)])
def test_the_fee_is_taken_from_the_player_dealer_before_any_card(fee_basis: str, action: int) -> None:
    seats = [
        Seat(1, "", {"ante": 10, "blind": 10, "trips": 5}),
        Seat(2, "", {"ante": 25, "blind": 25}),
        Seat(3, "", {"ante": 5, "blind": 5, "trips": 5}),
    ]
    posted = document(UTH, *seats, schedule="SCH-UTH-01", options={"fee_basis": fee_basis})
    round_ = resume(find(UTH), posted)
    (fee,) = round_.fees
    assert (fee.payer, fee.amount, fee.action) == ("bank", 50, cents(action))
    assert not round_.events


@example("PD-E20")
@rule("UTH-13", "PD-57")
@pytest.mark.parametrize(("fee_basis", "action"), [("all-predeal", 90), ("ante-only", 40)])
def test_wagers_behind_a_seat_count_for_the_fee(fee_basis: str, action: int) -> None:
    seats = [
        Seat(1, "", {"ante": 10, "blind": 10, "trips": 5}, (), (backer(2, 5, trips=5, says=()),)),
        Seat(2, "", {"ante": 25, "blind": 25}),
    ]
    round_ = resume(find(UTH), document(UTH, *seats, schedule="SCH-UTH-01", options={"fee_basis": fee_basis}))
    assert round_.fees[0].action == cents(action)


# -- settling -----------------------------------------------------------------------------------------------------

L1, L2, L3 = 1, 2, 3  # the places at the left of a bank at the last seat


@example("UTH-E13")
@rule("UTH-49", "UTH-50", "UTH-51")
def test_a_short_bank_is_used_up_from_its_left_in_the_order_of_each_result() -> None:
    result = dealt(
        seat(L1, "Kc 5h", times=2, trips=5),
        seat(L2, "Qs 8d", times=4, trips=5),
        seat(L3, "4c 3h"),
        board="9c Td Jh 2s 2d",
        bank="Ad 9h",
        posted=100,
    )
    assert result.order == [
        ("1", "play"), ("1", "ante"), ("1", "blind"), ("1", "trips"),
        ("2", "ante"), ("2", "play"), ("2", "blind"), ("2", "trips"),
        ("3", "play"), ("3", "ante"), ("3", "blind"),
    ]  # fmt: skip
    assert (result.net(L1), result.net(L2), result.net(L3), result.bank) == (-45, 55, 0, -10)
    blind = result.payment(L2, "blind")
    assert (blind.due, blind.covered, blind.returned) == (1000, 500, 1000)
    assert [result.outcome(L3, wager) for wager in ("play", "ante", "blind")] == ["void"] * 3


@rule("UTH-50")
def test_an_unqualified_bank_returns_the_ante_first_and_a_folder_gives_up_ante_blind_and_trips() -> None:
    seats = seat(1, "Qs 3h", trips=5), seat(2, "Ks Qh", trips=5), seat(3, "Jd 3c", times=0, trips=5)
    result = dealt(*seats, board="Kd 9c 7h 4s 2d", bank="As Jc")
    circles = {place: [wager for name, wager in result.order if name == place] for place in "123"}
    assert circles["1"] == circles["2"] == ["ante", "play", "blind", "trips"]
    assert circles["3"] == ["ante", "blind", "trips"]


@example("UTH-E26")
@rule("UTH-50", "UTH-51")
def test_a_room_may_settle_circle_by_circle_round_the_table() -> None:
    seats = seat(L1, "Ac Ad"), seat(L2, "Js 9d", times=2)
    options = {"settle_grouping": "by-circle"}
    result = dealt(*seats, board="Qs Qd 8c 5h 3d", bank="Kh 8d", posted=40, options=options)
    assert result.order == [
        ("1", "ante"), ("2", "ante"), ("1", "play"), ("2", "play"), ("1", "blind"), ("2", "blind"),
    ]  # fmt: skip
    assert (result.net(L1), result.net(L2), result.bank) == (20, -20, 0)
    assert (result.back(L2, "play"), result.outcome(L1, "blind"), result.back(L2, "blind")) == (10, "push", 10)


@example("UTH-E24")
@rule("UTH-51", "UTH-52")
@pytest.mark.parametrize(
    ("options", "net", "back"),
    [({}, (10, -20, 10), 0), ({"forfeit_settlement": "in-order"}, (20, -10, -10), 10)],
)
def test_folded_wagers_are_collected_at_once_unless_the_room_charges_them_in_seat_order(
    options: dict[str, Any], net: tuple[float, ...], back: float
) -> None:
    seats = seat(L1, "Ac Ad"), seat(L2, "Js 9d", times=0)
    result = dealt(*seats, board="Qs Qd 8c 5h 3d", bank="Kh 8d", posted=30, options=options)
    assert (result.net(L1), result.net(L2), result.bank) == net
    assert result.back(L2, "blind") == back


@example("UTH-E27")
@rule("UTH-25", "UTH-26", "UTH-50", "UTH-51", "UTH-52")
def test_folds_use_up_a_short_bank_before_any_hand_is_compared_but_a_trips_that_qualifies_waits_its_turn() -> None:
    seats = seat(1, "Ac Kh", times=2), seat(2, "8h 2c", times=0, trips=5), seat(3, "Tc 3s", times=0, trips=5)
    board, bank = "8c 8d Ks 4d Js", "Qh Qd"
    result = dealt(*seats, board=board, bank=bank, posted=75)
    assert result.order == [
        ("2", "ante"), ("2", "blind"), ("3", "ante"), ("3", "blind"), ("3", "trips"),
        ("1", "ante"), ("1", "play"), ("1", "blind"), ("2", "trips"),
    ]  # fmt: skip
    assert (result.net(1), result.net(2), result.net(3), result.bank) == (30, -20, -25, 15)
    trips = result.payment(2, "trips")
    assert (trips.outcome, trips.due, trips.covered, trips.returned) == ("void", 1500, 0, 500)
    later = dealt(*seats, board=board, bank=bank, posted=75, options={"forfeit_settlement": "in-order"})
    assert (later.net(1), later.net(2), later.net(3), later.bank) == (30, -5, -10, -15)


@rule("UTH-52", "PD-45")
def test_a_folded_wager_that_the_bank_does_not_reach_goes_back_although_it_was_collected_first() -> None:
    result = dealt(seat(1, "Jd 3c", times=0), seat(2, "Ks Qh"), board="Kd 9c 7h 4s 2d", bank="As Ac", posted=15)
    assert (result.net(1, "ante"), result.net(1, "blind"), result.back(1, "blind")) == (-10, -5, 5)
    assert (result.bank, {result.outcome(2, wager) for wager in ("ante", "play", "blind")}) == (15, {"void"})


@rule("UTH-25", "UTH-52", "PD-55")
@pytest.mark.parametrize("order", ["after-all-seats", "with-seat"])
def test_folds_are_collected_in_the_order_of_the_decisions_with_the_trips_wager(order: str) -> None:
    behind = backer(2, 5, trips=5, says=("fold",))
    seats = seat(5, "Jd 3c", times=0, trips=5), seat(6, "Ks Qh", times=4, backers=(behind,))
    result = dealt(*seats, board="Kd 9c 7h 4s 2d", bank="As Jc", options={"backline_order": order})
    backline, main = [("6.2", "ante"), ("6.2", "blind"), ("6.2", "trips")], ["ante", "blind", "trips"]
    first = backline if order == "with-seat" else []
    assert result.order[: len(first) + 3] == [*first, *(("5", wager) for wager in main)]
    assert [row for row in result.order if row[0] == "6.2"] == (first or result.order[-3:]) == backline


@rule("UTH-52", "PD-55")
@pytest.mark.parametrize(
    ("more", "net"),
    [
        ({}, {"1": -20, "1.2": 0, "3": 20, "bank": 0}),
        ({"rules": {}}, {"1": -20, "1.2": -20, "3": 0, "bank": 40}),  # the first version charged the backline at once
        ({"options": {"backline_order": "with-seat"}}, {"1": -20, "1.2": -20, "3": 0, "bank": 40}),
    ],
)
def test_folded_backline_wagers_use_up_a_short_bank_after_all_main_circles(
    more: dict[str, Any], net: dict[str, float]
) -> None:
    seats = seat(1, "7h 2d", times=0, backers=(backer(2, 10, says=()),)), seat(3, "As Ad", times=4)
    result = dealt(*seats, board="8s 6d 9c 4s Ah", bank="Qh Jh", posted=40, **more)
    assert {place: result.net(place) if place != "bank" else result.bank for place in net} == net


@rule("UTH-49")
@pytest.mark.parametrize(
    ("settle_start", "first", "shown"),
    [("player-dealer-left", "6", ["6", "1", "3"]), ("button", "3", ["3", "6", "1"])],
)
def test_settling_starts_at_the_player_dealers_left_or_at_a_button_from_the_first_board_card(
    settle_start: str, first: str, shown: list[str]
) -> None:
    seats = seat(1, "Ks Qh"), seat(3, "Ac Ad"), seat(6, "Js Td")
    options = {"settle_start": settle_start}
    # The king counts 13: the sixth of seven places from the left of the bank at seat 5, which is seat 3.
    result = dealt(*seats, board="Kd 9c 7h 4s 2d", bank="8c 8h", bank_seat=5, options=options)
    assert result.order[0][0] == first
    assert result.round.felt.turned == ["board", "bank", *shown]


@rule("UTH-57")
def test_a_round_is_over_when_every_wager_has_been_paid_collected_or_returned() -> None:
    round_ = dealt(seat(1, "Ks Qh", trips=5), seat(4, "Jd 3c", times=0), board="Kd 9c 7h 4s 2d").round
    assert round_.over
    assert all(not place.wagers for place in round_.felt.everyone())
    assert round_.ledger.on_the_felt() == 0


# -- backline -----------------------------------------------------------------------------------------------------


@example("UTH-E16")
@rule("UTH-54", "UTH-55", "PD-55", "PD-56")
def test_a_backline_bettor_follows_the_raise_with_the_same_multiple() -> None:
    seats = seat(2, "Jh 2h", times=4, backers=(backer(2, 5, trips=5),)), seat(3, "Ac Jd")
    result = dealt(*seats, board="Ah 9h 4h Kc 3d", bank="Kd Qs")
    assert result.net(2) == 65
    assert (nets(result, "2.2"), result.net("2.2")) == ((5, 20, 7.5, 30), 62.5)
    assert [place for place, _ in result.order][-4:] == ["2.2"] * 4


@example("PD-E19")
@rule("UTH-55", "PD-56")
def test_a_backline_bettor_who_does_not_match_is_folded_but_keeps_the_trips_alive() -> None:
    board, bank = "Ah 9h 4h Kc 3d", "Kd Qs"
    round_ = waiting(seat(4, "Jh 2h", times=4, backers=(backer(2, 5, trips=5, says=()),)), board=board, bank=bank)
    with pytest.raises(Refusal, match=r"play 15\.00 is refused: it must be exactly 20\.00 \(PD-56\)"):
        round_.decide("4.2", Answer("play", cents(15)))
    with pytest.raises(Refusal, match=r"'check' is not offered to seat 4 backline 2: play or fold is \(PD-56\)"):
        round_.decide("4.2", Answer("check"))
    round_.decide("4.2", Answer("fold"))
    assert nets(Played(round_), "4.2") == (-5, -5, 30)


@rule("UTH-55", "PD-56")
@pytest.mark.parametrize("times", [1, 2, 3])
def test_the_backline_is_asked_only_when_chips_are_needed(times: int) -> None:
    result = dealt(seat(1, "Ac Ad", times=times, backers=(backer(2, 5),)), board="Qs Qd 8c 5h 3d", bank="Kh 8d")
    assert result.net("1.2", "play") == 5 * times


@rule("UTH-55", "PD-56")
def test_the_seats_fold_binds_its_backline() -> None:
    behind = backer(2, 5, trips=5, says=()), backer(3, 20, says=())
    result = dealt(seat(1, "8h 2c", times=0, backers=behind), board="8c 8d Ks 4d Js")
    assert (nets(result, "1.2"), nets(result, "1.3")) == ((-5, -5, 15), (-20, -20))
    assert view(result.round, "").cards["1"] == ["8h", "2c"]


@rule("UTH-55")
def test_a_backline_bettor_without_the_chips_to_match_can_only_fold() -> None:
    setup = table(seat(1, "Ac Ad", times=4, backers=(backer(2, 5, says=()),)), board="Qs Qd 8c 5h 3d")
    setup.seats[0].backline[0].stack = cents(19)
    assert [choice.name for choice in view(resume(find(UTH), setup), "1.2").choices] == ["fold"]


@rule("UTH-54", "UTH-55")
def test_a_backline_bettor_posts_an_equal_ante_and_blind_of_his_own() -> None:
    backed = seat(1, "Ac Ad", backers=(Backer(2, {"ante": 5, "blind": 10}),))
    with pytest.raises(Refusal, match=r"seat 1 backline 2's blind of 10\.00 is refused: it must equal the ante"):
        waiting(backed, board="Qs Qd 8c 5h 3d")
    backed = seat(1, "Ac Ad", backers=(Backer(2, {"trips": 5}),))
    with pytest.raises(Refusal, match=r"seat 1 backline 2 has trips without ante: it needs one \(UTH-07\)") as refused:
        waiting(backed, board="Qs Qd 8c 5h 3d")
    assert refused.value.where == "seats[0].backline[0].wagers.trips"


@rule("UTH-54")
def test_a_room_may_do_without_backline_betting() -> None:
    backed = seat(1, "Ac Ad", backers=(backer(2, 5),))
    with pytest.raises(Refusal, match=r"backline betting is off at this table \(UTH-54\)"):
        waiting(backed, board="Qs Qd 8c 5h 3d", options={"backline": False})


# -- a full table -------------------------------------------------------------------------------------------------


def full_table(**more: Any) -> Played:
    """Every seat filled, somebody behind three of them, Play wagers of every size, two folds."""
    behind = {
        1: (backer(2, 5, trips=5), backer(5, 10, says=("fold",))),
        3: (backer(2, 20, trips=10, says=()),),
        6: (backer(4, 5),),
    }
    hands = (
        ("Ah Jh", 4), ("Qs 8d", 2), ("2c 2h", 0), ("Kc 5h", 1), ("9h 9d", 3), ("Ac Qc", 1), ("4c 3d", 0),
    )  # fmt: skip
    seats = [
        seat(n, cards, 5 * n, times=times, trips=5, backers=behind.get(n, ()))
        for n, (cards, times) in enumerate(hands, 1)
    ]
    return dealt(*seats, board="Th Jd 9c 2s 6h", bank="Js 6d", **more)


@rule("UTH-04", "UTH-11", "UTH-47")
def test_a_full_table_with_several_trips_won_adds_up() -> None:
    result = full_table()
    assert [result.net(n) for n in range(1, 8)] == [-35, 65, -15, -65, 115, -95, -75]
    assert (result.net("1.2"), result.net("1.5"), result.net("3.2"), result.net("6.4")) == (-35, -20, -10, -15)
    assert result.round.ledger.balances["player Bank"] == result.round.bank_net


@rule("UTH-51")
@pytest.mark.parametrize("bank_accounting", ["action-consumed", "separate-caps", "net-running"])
@pytest.mark.parametrize("settle_sequence", ["button-order", "losers-first"])
@pytest.mark.parametrize("settle_grouping", ["by-seat", "by-circle"])
@pytest.mark.parametrize("posted", [7, 100, 333])
def test_a_short_bank_at_a_full_table_neither_wins_nor_loses_more_than_it_posted(
    posted: int, settle_grouping: str, settle_sequence: str, bank_accounting: str
) -> None:
    options = {
        "settle_grouping": settle_grouping,
        "settle_sequence": settle_sequence,
        "bank_accounting": bank_accounting,
    }
    result = full_table(posted=posted, options=options)
    assert abs(result.bank) <= posted
    assert result.round.ledger.balances["player Bank"] == result.round.bank_net
    assert result.round.ledger.on_the_felt() == 0


# -- irregularities -----------------------------------------------------------------------------------------------


@rule("UTH-56", "PD-58", "PD-33")
@pytest.mark.parametrize("kind", ["community-card-exposed", "bank-card-exposed", "boxed-card", "wrong-count"])
def test_a_dealing_error_voids_the_round_and_every_wager_goes_back(kind: str) -> None:
    round_ = waiting(
        seat(1, "Ks Qh", times=4, trips=5), seat(2, "Ac Ad", says=()), board="Kd 9c 7h 4s 2d", schedule="SCH-UTH-01"
    )
    round_.call(kind)
    assert round_.over
    assert sum(paid.returned for paid in round_.payments) == cents(10 + 10 + 40 + 5 + 10 + 10)
    assert all(paid.outcome == "void" and paid.net == 0 for paid in round_.payments)
    assert len(round_.fees) == 1


@rule("UTH-56", "PD-58")
def test_a_card_dropped_by_a_player_still_plays() -> None:
    round_ = waiting(seat(1, "Ks Qh", says=("check",)), board="Kd 9c 7h 4s 2d", bank="Jc Tc")
    round_.call("dropped-card")
    round_.decide("1", Answer("play"))
    assert Played(round_).net(1, "play") == 20
