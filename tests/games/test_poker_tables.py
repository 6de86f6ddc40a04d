"""What every poker table has: button, blinds, entering, chips, fees, turns and the floor. One test for all four games.

The four rule books say these things in the same words, each under its own numbers.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from msgspec import structs

from houseway.cards import cards_from, text_of_cards
from houseway.games import find
from houseway.rulebook import Rules, schedule
from houseway.script import Answer, Incident, Refusal
from houseway.table import Round, Shoe, play, result, resume, view
from houseway.table.between_rounds.dealer_button import DealerButton, high_card
from houseway.table.chips.buy_in import BuyIn
from houseway.table.setup import LimitsSetup, SeatSetup, Setup
from houseway.testing import example, rule
from tests.games.poker import Hand


class Poker(NamedTuple):
    """One of the four games, at the table of the common examples."""

    game: str
    schedule: str
    prefix: str
    hole_cards: int
    seats: int
    blinds: tuple[int, int]
    fee: float
    enter: tuple[tuple[int, int], tuple[int, int]]
    """What a newcomer and a player who missed both blinds post, live and dead."""
    raised: int
    """The smallest raise of the first round."""
    least_buy_in: int

    def hand(self, stacks: Any, cards: Any = None, board: str = "", **table: Any) -> Hand:
        return Hand(self.game, self.schedule, stacks, cards, board, **table)

    def ring(self, *seats: int, stack: float = 100, **table: Any) -> Hand:
        return self.hand(dict.fromkeys(seats, stack), **table)


HOLDEM = Poker("texas-holdem", "SCH-THE-04", "THE", 2, 10, (2, 4), 4, ((4, 0), (4, 2)), 8, 40)
OMAHA = Poker("omaha", "SCH-OMA-04", "OMA", 4, 9, (2, 4), 5, ((4, 0), (4, 2)), 8, 40)
PINEAPPLE = Poker("pineapple-hi-lo", "SCH-PIN-01", "PIN", 3, 9, (1, 2), 3, ((2, 0), (2, 1)), 4, 20)
LOWBALL = Poker("lowball", "SCH-LOW-01", "LOW", 5, 8, (1, 2), 0, ((2, 2), (2, 1)), 4, 20)
ALL = (HOLDEM, OMAHA, PINEAPPLE, LOWBALL)
FLOP_GAMES = (HOLDEM, OMAHA, PINEAPPLE)

every_game = pytest.mark.parametrize("poker", ALL, ids=lambda poker: poker.game)
every_flop_game = pytest.mark.parametrize("poker", FLOP_GAMES, ids=lambda poker: poker.game)

SEATS = tuple(range(1, 7))


# -- the deal -----------------------------------------------------------------------------------------------------


@example("THE-EX19", "OMA-EX21", "PIN-EX19", "LOW-EX21")
@rule("THE-01", "THE-03", "THE-04", "THE-05", "THE-19", "THE-27", "THE-28", "THE-29", "THE-30", "THE-31")
@rule("OMA-01", "OMA-04", "OMA-05", "OMA-06", "OMA-20", "OMA-27", "OMA-28", "OMA-29", "OMA-30", "OMA-31")
@rule("PIN-01", "PIN-03", "PIN-04", "PIN-05", "PIN-23", "PIN-25", "PIN-26", "PIN-28", "PIN-29", "PIN-30")
@rule("LOW-01", "LOW-04", "LOW-05", "LOW-06", "LOW-19", "LOW-24", "LOW-25", "LOW-26", "LOW-35")
@every_game
def test_cards_go_round_from_the_buttons_left_and_the_house_dealer_gets_none(poker: Poker) -> None:
    hand = poker.ring(1, 3, 4, 6, button=3)
    assert hand.dealt() == ["4", "6", "1", "3"] * poker.hole_cards
    full = poker.ring(*range(1, poker.seats + 1), button=1)
    while not full.round.over:
        names = {choice.name for choice in full.ask.choices}
        full.answer(next(name for name in ("call", "check", "show", "pat") if name in names))
    used = {"texas-holdem": 28, "omaha": 44, "pineapple-hi-lo": 35, "lowball": 40}[poker.game]
    assert len(full.round.cards_left()) == 52 - used
    assert "bank" not in full.dealt()
    if poker is not LOWBALL:
        assert full.dealt()[-6:] == ["burn", "board"] * 3
        assert len(full.board.split()) == 5
        assert view(full.round, "").cards["board"] == full.board.split()
        assert view(full.round, "").cards["burn"] == [None] * 3
    with pytest.raises(
        Refusal, match=rf"seat {poker.seats + 1} does not exist: the table has seats 1 to {poker.seats}"
    ):
        poker.ring(1, poker.seats + 1)
    with pytest.raises(Refusal, match=rf"1 is dealt in: a hand needs 2 players \({poker.prefix}-0[45]\)"):
        poker.ring(1)


@rule("THE-04", "OMA-05", "PIN-04", "LOW-05")
@every_game
def test_a_room_may_spread_smaller_tables(poker: Poker) -> None:
    with pytest.raises(Refusal, match="seat 6 does not exist: the table has seats 1 to 5"):
        poker.ring(1, 6, options={"max_seats": 5})
    assert poker.ring(1, 5, options={"max_seats": 5}).turn


@rule("THE-29", "OMA-29", "PIN-28", "LOW-35")
@every_game
def test_a_room_may_deal_without_burns(poker: Poker) -> None:
    hand = poker.ring(1, 2, options={"burn_cards": False})
    while not hand.round.over:
        names = {choice.name for choice in hand.ask.choices}
        hand.answer(next(name for name in ("call", "check", "show", "pat") if name in names))
    assert "burn" not in hand.dealt()


@rule("THE-27", "OMA-27", "PIN-25", "LOW-24")
@every_game
def test_every_hand_is_dealt_from_the_complete_pack_in_an_order_of_its_own(poker: Poker) -> None:
    firsts = set()
    for seed in range(400):
        seats = [SeatSetup(seat, stack=10_000) for seat in (1, 2)]
        round_ = Round(find(poker.game), Setup(game=poker.game, schedule=poker.schedule, button=1, seats=seats))
        pack = tuple(round_.cards_left())
        assert len(set(pack)) == len(pack) == 52
        request: Any = round_.request
        firsts.add(Shoe(pack, seed, lambda ask: ask.default).cards(request))
    assert len(firsts) == 52


# -- the button ---------------------------------------------------------------------------------------------------


@example("THE-EX20", "OMA-EX22", "PIN-EX20", "LOW-EX22")
@rule("THE-06", "OMA-07", "PIN-06", "LOW-07")
@every_game
def test_the_highest_card_takes_the_first_button_and_suits_break_ties(poker: Poker) -> None:
    drawn = {1: "Kd", 2: "9s", 3: "Kh", 4: "2c"}
    assert high_card({seat: cards_from(card)[0] for seat, card in drawn.items()}) == 3
    hand = poker.ring(1, 2, 3, 4, button=0, more={f"draw {seat}": card for seat, card in drawn.items()})
    assert hand.round.felt.button == 3
    assert hand.dealt()[:4] == ["draw 1", "draw 2", "draw 3", "draw 4"]
    assert hand.dealt()[4] == "4"
    assert len(hand.round.cards_left()) == len(find(poker.game).deck(hand.round.felt.options)) - 4 * poker.hole_cards
    assert view(hand.round, "").button == 3


def table_of(*seats: int, rule: str = "moving-button", fee: int = 0) -> DealerButton:
    """People in these seats, before the first hand."""
    button = DealerButton(10, rule, fee)
    for seat in seats:
        button.sit(seat, f"player {seat}", 10_000)
    return button


@example("THE-EX21", "OMA-EX23", "PIN-EX21", "LOW-EX23")
@rule("THE-05", "THE-07", "THE-08", "THE-10", "OMA-06", "OMA-08", "OMA-09", "OMA-11")
@rule("PIN-05", "PIN-07", "PIN-08", "PIN-10", "LOW-06", "LOW-08", "LOW-09", "LOW-11")
def test_the_button_moves_to_the_next_player_or_the_big_blind_does_and_the_button_may_be_dead() -> None:
    first = table_of(1, 3, 4, 6).open(4)
    assert (first.button, first.small, first.big) == (4, 6, 1)

    stays = table_of(1, 3, 4, 6)
    stays.open(4)
    hand = stays.next_hand()
    assert (hand.button, hand.small, hand.big) == (6, 1, 3)
    assert [stays.next_hand().button for _ in range(2)] == [1, 3]

    left = table_of(1, 3, 4, 6)
    left.open(4)
    left.leave(6)
    hand = left.next_hand()
    assert (hand.button, hand.small, hand.big) == (1, 3, 4)

    dead = table_of(1, 3, 4, 6, rule="dead-button")
    dead.open(4)
    dead.leave(6)
    hand = dead.next_hand()
    assert (hand.button, hand.small, hand.big, hand.payer) == (6, 1, 3, 4)


@rule("THE-07", "OMA-08", "PIN-07", "LOW-08")
def test_with_two_players_the_button_alternates() -> None:
    button = table_of(2, 5)
    hands = [button.open(2), *(button.next_hand() for _ in range(3))]
    assert [(hand.button, hand.small, hand.big) for hand in hands] == [(2, 2, 5), (5, 5, 2), (2, 2, 5), (5, 5, 2)]


@rule("THE-08", "OMA-09", "PIN-08", "LOW-09")
def test_under_the_dead_button_nobody_posts_for_an_empty_small_blind() -> None:
    button = table_of(1, 3, 4, 6, rule="dead-button")
    button.open(4)
    button.leave(1)
    hand = button.next_hand()
    assert (hand.button, hand.small, hand.big) == (6, 0, 3)
    hand = button.next_hand()
    assert (hand.button, hand.small, hand.big) == (1, 3, 4)
    assert hand.payer == 6


@rule("THE-08", "OMA-09", "PIN-08", "LOW-09")
@every_game
def test_a_hand_with_a_dead_button_is_dealt_and_paid_for_by_whoever_acts_last(poker: Poker) -> None:
    hand = poker.ring(1, 3, 4, button=6, blinds={"small": 1, "big": 3}, options={"button_rule": "dead-button"})
    assert hand.dealt()[:3] == ["1", "3", "4"]
    assert hand.turn == 4
    assert [(fee.payer, fee.amount) for fee in hand.round.fees] == ([("4", poker.fee * 100)] if poker.fee else [])
    empty = poker.ring(3, 4, 6, button=6, blinds={"small": 0, "big": 3}, options={"button_rule": "dead-button"})
    assert [place.wagers for place in empty.round.felt.places] == [{empty_circle(poker): poker.blinds[1] * 100}, {}, {}]
    with pytest.raises(Refusal, match="the marker is at seat 6, which is not dealt in"):
        poker.ring(1, 3, 4, button=6)
    with pytest.raises(Refusal, match="the big blind is at seat 9, which is not dealt in"):
        poker.ring(1, 3, 4, button=1, blinds={"small": 3, "big": 9})


@rule("THE-10", "THE-12", "OMA-11", "OMA-13", "PIN-10", "PIN-12", "LOW-11", "LOW-13")
@every_game
def test_blinds_that_are_not_left_of_the_button_are_refused(poker: Poker) -> None:
    assert poker.ring(1, 3, 4, blinds={"small": 3, "big": 4}).turn == 1
    assert poker.ring(1, 3, blinds={"small": 1, "big": 3}).turn == 1
    sentence = r"blinds at seats {} and {} are refused: counted from the button at seat 1 they are posted by seats {}"
    with pytest.raises(Refusal, match=sentence.format(4, 1, "3 and 4")):
        poker.ring(1, 3, 4, blinds={"small": 4, "big": 1})
    with pytest.raises(Refusal, match=sentence.format(3, 1, "1 and 3")):
        poker.ring(1, 3, blinds={"small": 3, "big": 1})
    with pytest.raises(Refusal, match=sentence.format(4, 4, "3 and 4")):
        poker.ring(1, 3, 4, blinds={"small": 4, "big": 4}, options={"button_rule": "dead-button"})
    with pytest.raises(Refusal, match="nobody posts a blind before the button is drawn for"):
        poker.ring(1, 3, 4, button=0, blinds={"small": 3, "big": 4})


@rule("THE-20", "OMA-21", "PIN-24", "LOW-20")
@every_game
def test_what_would_change_nothing_at_a_poker_table_is_refused(poker: Poker) -> None:
    for seat in (-1, 17):
        with pytest.raises(Refusal, match=f"the marker is at seat {seat}: the table has seats 1 to {poker.seats}"):
            poker.ring(1, 3, 4, button=seat, options={"button_rule": "dead-button"})
    with pytest.raises(Refusal, match="the printed stakes of this game are its limits"):
        poker.ring(1, 3, limits=LimitsSetup(min=100))
    with pytest.raises(Refusal, match="no jackpot belongs to this game: mini would change nothing here"):
        poker.ring(1, 3, jackpots={"mini": 100})
    with pytest.raises(Refusal, match="seat 0 is not dealt in"):
        poker.ring(1, 3, incidents=[Incident("wrong-count", after=3)])
    seats = [SeatSetup(seat, stack=10_000, wagers={"dead": 500}) for seat in (1, 3)]
    with pytest.raises(Refusal, match="'dead' takes no wager before the deal: the blinds and bets of this game"):
        Round(find(poker.game), Setup(game=poker.game, schedule=poker.schedule, button=1, seats=seats))


@rule("THE-22", "OMA-23", "PIN-14")
@every_flop_game
def test_no_time_is_charged_where_the_fee_is_per_hand(poker: Poker) -> None:
    with pytest.raises(Refusal, match="no time is charged in this game: the fee is per hand"):
        poker.ring(1, 3, time_due=True)


def empty_circle(poker: Poker) -> str:
    return find(poker.game).circles[1].name


# -- blinds and coming in -----------------------------------------------------------------------------------------


@rule("THE-10", "THE-11", "THE-33", "OMA-11", "OMA-12", "OMA-33", "PIN-10", "PIN-11", "PIN-31", "LOW-11", "LOW-12")
@every_game
def test_the_first_two_left_of_the_button_post_and_the_next_acts(poker: Poker) -> None:
    hand = poker.ring(*SEATS)
    small, big = poker.blinds
    posted = {place.seat: sum(place.wagers.values()) // 100 for place in hand.round.felt.places if place.wagers}
    assert posted == {2: small, 3: big}
    assert hand.turn == 4
    hand.tell("4 calls, 5 folds, 6 folds, 1 folds, 2 calls")
    assert hand.turn == 3
    assert list(hand.offers()) == ["check", "raise", "fold"]


@example("THE-EX22", "OMA-EX24", "PIN-EX22", "LOW-EX24")
@rule("THE-09", "OMA-10", "PIN-09", "LOW-10")
@every_game
def test_newcomers_wait_or_post_and_nobody_comes_in_between_button_and_big_blind(poker: Poker) -> None:
    button = table_of(1, 2, 3, 5)
    button.open(2)
    assert (button.small, button.big) == (3, 5)
    button.chairs[1].missed = "both"
    button.sit(4, "newcomer", 10_000)
    button.sit(6, "another", 10_000)
    small, big = (100 * blind for blind in poker.blinds)
    newcomer = 2 if poker is LOWBALL else 1
    posts = [tuple(part // 100 for part in button.to_post(seat, small, big, newcomer)) for seat in (6, 1)]
    assert posts == list(poker.enter)
    with pytest.raises(Refusal, match="seat 4 lies between the button and the big blind: it waits until the button"):
        button.come_back(4, post=True)
    with pytest.raises(Refusal, match=r"seat 4 lies between the button and the big blind: it waits until"):
        poker.ring(1, 2, 3, 4, 5, 6, button=2, enters={4: "newcomer"}, blinds={"small": 3, "big": 5})
    hand = poker.ring(1, 2, 3, 5, 6, button=2, enters={6: "newcomer", 1: "both"})
    for seat, (live, dead) in zip((6, 1), poker.enter, strict=True):
        (place,) = [place for place in hand.round.felt.places if place.seat == seat]
        assert place.wagers.get(empty_circle(poker), 0) == live * 100
        assert 100_00 - (place.stack or 0) == (live + dead) * 100
    assert hand.round.felt.pots.get("main pot", 0) == sum(dead for _, dead in poker.enter) * 100
    assert hand.turn == 6
    assert list(hand.offers()) == ["check", "raise", "fold"], "the poster keeps the right to raise"


@rule("THE-09", "OMA-10", "PIN-09", "LOW-10")
def test_a_newcomer_is_dealt_in_when_the_big_blind_reaches_him_and_a_poster_at_once() -> None:
    button = table_of(1, 2, 3, 5)
    button.open(2)
    button.sit(4, "newcomer", 10_000)
    button.sit(6, "another", 10_000)
    hand = button.next_hand()
    assert (hand.button, hand.small, hand.big) == (3, 5, 6)
    assert hand.dealt_in == (1, 2, 3, 5, 6)
    assert hand.enters == {}
    button.come_back(4, post=True)  # the next button, at seat 5, has passed him
    hand = button.next_hand()
    assert (hand.button, hand.small, hand.big) == (5, 6, 1)
    assert hand.enters == {4: "newcomer"}
    assert 4 in hand.dealt_in


@rule("THE-09", "OMA-10", "PIN-09", "LOW-10")
def test_blinds_that_go_by_somebody_who_sits_out_are_missed() -> None:
    button = table_of(1, 2, 3, 4)
    button.open(1)
    button.sit_out(4)
    hand = button.next_hand()
    assert (hand.button, hand.small, hand.big) == (2, 3, 1)
    missed = [button.chairs[4].missed]
    hand = button.next_hand()
    assert (hand.button, hand.small, hand.big) == (3, 1, 2)
    missed.append(button.chairs[4].missed)
    assert missed == ["big", "both"]
    button.come_back(4)
    hand = button.next_hand()
    assert (hand.button, hand.small, hand.big) == (1, 2, 3)
    assert 4 not in hand.dealt_in
    hand = button.next_hand()
    assert (hand.button, hand.small, hand.big) == (2, 3, 4), "the big blind has reached him"
    assert button.chairs[4].missed == ""
    assert hand.enters == {}


@rule("THE-12", "OMA-13", "PIN-12", "LOW-13")
@every_game
def test_with_two_players_the_button_posts_the_small_blind_and_acts_first(poker: Poker) -> None:
    hand = poker.ring(3, 5, button=5)
    assert hand.dealt()[0] == "3"
    assert hand.turn == 5
    assert hand.offers()["call"] == poker.blinds[1] - poker.blinds[0]


@example("THE-EX23", "OMA-EX25", "PIN-EX23", "LOW-EX25")
@rule("THE-11", "THE-13", "THE-42", "THE-53", "THE-54", "OMA-12", "OMA-14", "OMA-42", "OMA-56", "OMA-57")
@rule("PIN-11", "PIN-13", "PIN-38", "PIN-52", "PIN-53", "LOW-12", "LOW-14", "LOW-40", "LOW-48", "LOW-49")
@every_game
def test_a_short_big_blind_is_all_in_and_entering_still_costs_the_full_one(poker: Poker) -> None:
    small, big = poker.blinds
    hand = poker.hand(dict.fromkeys(SEATS, 100) | {3: big - 1})
    assert hand.offers()["call"] == big
    hand.tell(f"4 calls, 5 raises to {2 * big}, 6 folds, 1 folds, 2 folds, 4 folds")
    while not hand.round.over:
        hand.answer("pat")
    assert hand.returned(5) == big
    main = small + 3 * (big - 1)
    assert hand.pots() == {"side pot 1": 2 * big - 2 * (big - 1), "main pot": main}
    made_by = MADE_BY[poker.prefix]
    assert hand.clauses(5, "side pot 1") == made_by, "nobody else in it is left"
    assert [(row.pot, row.total / 100, row.made_by) for row in hand.round.pots] == [
        ("side pot 1", 2, made_by),
        ("main pot", main, made_by),
    ]
    assert {paid.place.seat for paid in hand.round.payments if paid.wager == "main pot"} == {2, 3, 4, 5}


MADE_BY = {
    "THE": ("THE-53", "THE-54"), "OMA": ("OMA-56", "OMA-57"), "PIN": ("PIN-52", "PIN-53"), "LOW": ("LOW-48", "LOW-49"),
}  # fmt: skip


@rule("THE-32", "OMA-32", "PIN-31", "LOW-27")
@every_game
def test_a_hand_may_be_folded_in_any_round_although_nothing_is_owed(poker: Poker) -> None:
    hand = poker.ring(1, 2, 3).tell("1 calls, 2 calls")
    assert list(hand.offers()) == ["check", "raise", "fold"]
    hand.tell("3 checks")
    while hand.offers().keys() >= {"pat"}:
        hand.answer("pat")
    assert list(hand.offers()) == ["check", "bet", "fold"]
    clauses = {"THE": "THE-32", "OMA": "OMA-32", "PIN": "PIN-31", "LOW": "LOW-27"}
    assert hand.choice("fold").clause == clauses[poker.prefix]
    assert hand.ask.default == Answer("check"), "nobody is folded for being slow"
    hand.tell("2 folds, 3 checks, 1 checks")
    assert [place.seat for place in hand.round.felt.places if place.folded] == [2]


# -- chips --------------------------------------------------------------------------------------------------------


@example("THE-EX24", "OMA-EX26", "PIN-EX24", "LOW-EX26")
@rule("THE-17", "THE-18", "THE-19", "THE-20", "OMA-18", "OMA-19", "OMA-20", "OMA-21")
@rule("PIN-20", "PIN-21", "PIN-22", "PIN-23", "PIN-24", "LOW-16", "LOW-17", "LOW-18", "LOW-19", "LOW-20")
@every_game
def test_chips_are_whole_dollars_bought_between_hands_and_nothing_else_is_played_for(poker: Poker) -> None:
    rules = Rules.of(poker.game)
    chips = BuyIn.at(find(poker.game), rules, schedule(poker.schedule))
    clause = find(poker.game).limit_clause
    with pytest.raises(
        Refusal, match=rf"15\.00 is refused: the first buy-in is at least {poker.least_buy_in}\.00 \({clause}"
    ):
        chips.add(0, 1_500)
    chips.add(0, poker.least_buy_in * 100)
    with pytest.raises(Refusal, match=r"50\.00 is refused: chips are added between hands, not during one"):
        chips.add(3_000, 5_000, in_hand=True)
    hand = poker.ring(*SEATS, stack=200)
    with pytest.raises(Refusal, match=r"raise 7\.50 is refused|raise 7\.50 .* it must be"):
        hand.round.decide("4", Answer("raise", 750))
    for wish in ("straddle", "kill", "run it twice", "insurance"):
        with pytest.raises(Refusal, match=f"'{wish}' is not offered to seat 4"):
            hand.round.decide("4", Answer(wish))
    with pytest.raises(Refusal, match=r"seat 2's stack of 40\.50 is refused: the smallest chip is 1\.00"):
        poker.hand({1: 100, 2: 40.5})
    seats = [SeatSetup(1), SeatSetup(2, stack=10_000)]
    unlimited = Setup(game=poker.game, schedule=poker.schedule, button=1, seats=seats)
    with pytest.raises(Refusal, match="no stack is given for seat 1: only chips on the table play"):
        Round(find(poker.game), unlimited)
    with pytest.raises(Refusal, match="seat 2 has no chips and is not dealt in"):
        poker.hand({1: 100, 2: 0})
    assert result(hand.round).jackpots == []


@example("THE-EX16")
@rule("THE-14", "THE-16", "THE-17", "OMA-18", "PIN-21", "LOW-17")
def test_buy_ins_keep_to_the_posted_figures() -> None:
    game, rules = find("texas-holdem"), Rules.of("texas-holdem")

    def at(option: int) -> BuyIn:
        return BuyIn.at(game, rules, schedule(f"SCH-THE-{option:02d}"))

    assert at(3).add(0, 3_000) == 3_000
    with pytest.raises(Refusal, match=r"25\.00 is refused: the first buy-in is at least 30\.00 \(THE-17\)"):
        at(3).add(0, 2_500)
    with pytest.raises(Refusal, match=r"600\.00 is refused: beside 0\.00 at most 500\.00 may be added"):
        at(23).add(0, 60_000)
    assert at(24).add(0, 10_000) == 10_000
    seated = at(22)
    seated.add(0, 4_000)
    with pytest.raises(Refusal, match=r"80\.00 is refused: beside 150\.00 at most 50\.00 may be added"):
        seated.add(15_000, 8_000)
    assert seated.room(15_000) == 5_000
    assert seated.add(15_000, 5_000) == 20_000
    assert seated.room(90_000) == 0, "winnings above the maximum stay in play"


@rule("THE-17", "OMA-18", "PIN-21", "LOW-17")
@every_game
def test_one_rebuy_may_be_short_after_a_full_buy_in_was_lost(poker: Poker) -> None:
    chips = BuyIn.at(find(poker.game), Rules.of(poker.game), schedule(poker.schedule))
    chips.add(0, 10_000)
    assert chips.add(0, 1_000) == 1_000
    with pytest.raises(Refusal, match="one rebuy may be short of"):
        chips.add(0, 1_000)
    chips.add(0, poker.least_buy_in * 100)
    assert chips.add(0, 1_000) == 1_000
    assert chips.add(500, 100) == 600, "a top-up between hands may be of any size"


@rule("PIN-21", "LOW-17")
@pytest.mark.parametrize(("game", "least"), [("pineapple-hi-lo", 80), ("lowball", 100)])
def test_a_room_may_ask_for_a_larger_buy_in(game: str, least: int) -> None:
    prefix = {"pineapple-hi-lo": "PIN", "lowball": "LOW"}[game]
    chips = BuyIn.at(find(game), Rules.of(game, {"min_buy_in": least}), schedule(f"SCH-{prefix}-01"))
    with pytest.raises(Refusal, match=rf"the first buy-in is at least {least}\.00"):
        chips.add(0, least * 100 - 100)


# -- fees ---------------------------------------------------------------------------------------------------------


@example("THE-EX30", "OMA-EX32", "PIN-EX30")
@rule("THE-21", "THE-22", "THE-23", "THE-25", "THE-26", "OMA-22", "OMA-23", "OMA-24", "OMA-26")
@rule("PIN-14", "PIN-15", "PIN-18")
@every_flop_game
def test_one_fee_a_hand_whatever_the_pot_from_whoever_has_the_button(poker: Poker) -> None:
    button = table_of(*SEATS, fee=int(poker.fee * 100))
    positions = button.open(1)
    paid = []
    for number in range(10):
        hand = poker.ring(*SEATS, stack=100 + number, button=positions.button)
        while not hand.round.over:  # the pot grows with the number of players who call
            names = {choice.name for choice in hand.ask.choices}
            wants = ("fold", "check") if number % 3 and hand.turn > 4 - number % 3 else ("call", "check", "show")
            hand.answer(next(name for name in (*wants, "call", "show") if name in names))
        paid += [(fee.payer, fee.amount) for fee in hand.round.fees]
        positions = button.next_hand()
    assert [payer for payer, _ in paid] == ["1", "2", "3", "4", "5", "6", "1", "2", "3", "4"]
    assert sum(amount for _, amount in paid) == 10 * poker.fee * 100
    broke = button.next_hand().button % 6 + 1
    button.chairs[broke].stack = 200
    passed = button.next_hand()
    assert passed.button == broke % 6 + 1
    assert broke not in passed.dealt_in
    with pytest.raises(Refusal, match=r"seat 3 has the button and 2\.00, which leaves no chip after the fee of"):
        poker.hand(dict.fromkeys(SEATS, 100) | {3: 2}, button=3)


@rule("THE-26", "OMA-26")
@pytest.mark.parametrize("poker", [HOLDEM, OMAHA], ids=["texas-holdem", "omaha"])
def test_a_table_posts_exactly_one_schedule(poker: Poker) -> None:
    with pytest.raises(Refusal, match=rf"a table posts one of its 24 schedules.*\({poker.prefix}-26\)"):
        Hand(poker.game, None, {1: 100, 2: 100})
    with pytest.raises(Refusal, match="has no schedule 'SCH-LOW-01'"):
        Hand(poker.game, "SCH-LOW-01", {1: 100, 2: 100})


@rule("THE-23", "OMA-24", "PIN-15", "PIN-16")
@every_flop_game
def test_the_fee_is_dead_and_counts_towards_no_bet(poker: Poker) -> None:
    hand = poker.ring(*SEATS)
    assert hand.stack(1) == 100 - poker.fee
    hand.tell("4 folds, 5 folds, 6 folds")
    assert hand.offers()["call"] == poker.blinds[1]
    assert hand.round.felt.pots == {}


# -- turns --------------------------------------------------------------------------------------------------------


@example("THE-EX25", "OMA-EX27", "PIN-EX25")
@rule("THE-32", "THE-33", "THE-34", "THE-39", "OMA-32", "OMA-33", "OMA-34", "OMA-39", "PIN-31", "PIN-32", "PIN-35")
@every_flop_game
def test_a_check_raise_is_legal_and_the_round_ends_when_all_have_called(poker: Poker) -> None:
    hand = poker.ring(1, 2, 3, 5).tell("5 calls, 1 folds, 2 calls, 3 checks")
    before = hand.round.felt.pots["main pot"]
    assert hand.turn == 2
    hand.tell("2 checks, 3 bets 4, 5 calls, 2 raises to 8")
    assert "check" not in hand.offers()
    assert list(hand.offers()) == ["call", "raise", "fold"]
    hand.tell("3 calls, 5 calls")
    assert hand.round.felt.pots["main pot"] - before == 2400
    assert hand.turn == 2


@example("THE-EX28", "OMA-EX30", "PIN-EX28", "LOW-EX30")
@rule("THE-58", "THE-60", "OMA-61", "OMA-63", "PIN-57", "PIN-59", "LOW-53", "LOW-55")
@every_game
def test_nobody_acts_out_of_turn_and_what_was_said_in_turn_binds(poker: Poker) -> None:
    """An engine refuses an action out of turn: seat 5 raises when seat 4 has acted, and knows what he did."""
    hand = poker.ring(*SEATS)
    raised = Answer("raise", poker.raised * 100)
    with pytest.raises(Refusal, match=r"nobody asked place 5 for a decision: raise .* is refused"):
        hand.round.decide("5", raised)
    hand.tell("4 calls")
    hand.round.decide("5", raised)
    with pytest.raises(Refusal, match="nobody asked place 5 for a decision"):
        hand.round.decide("5", Answer("fold"))
    changed = poker.ring(*SEATS).tell(f"4 raises to {poker.raised}")
    with pytest.raises(Refusal, match=r"raise .* is refused: it must be"):
        changed.round.decide("5", raised)
    changed.answer("call")
    assert changed.turn == 6
    changed.round.decide("6", Answer("call"))  # chips put in without a word are a call, whatever their size
    assert sum(changed.round.felt.spots["6"].wagers.values()) == poker.raised * 100  # type: ignore[attr-defined]
    changed.round.call("floor-void")
    assert changed.round.voided.startswith(poker.prefix)


# -- the floor ----------------------------------------------------------------------------------------------------


@example("THE-EX27", "OMA-EX29", "PIN-EX27", "LOW-EX29")
@rule("THE-56", "THE-57", "THE-59", "OMA-59", "OMA-60", "OMA-62", "PIN-55", "PIN-56", "PIN-58")
@rule("LOW-51", "LOW-52", "LOW-54")
@every_game
def test_a_misdeal_is_dealt_again_a_wrong_hand_is_dead_and_a_wrong_pack_voids_everything(poker: Poker) -> None:
    misdealt = poker.ring(*SEATS)
    misdealt.round.call("misdeal")
    assert misdealt.round.over
    assert misdealt.nets() == ({1: -poker.fee} if poker.fee else {}), "the fee stays for the redeal"
    redeal = poker.ring(*SEATS, fee_carried=True)
    assert redeal.round.fees == []
    with pytest.raises(Refusal, match="card 2 of the deal was exposed: it is a misdeal"):
        poker.ring(*SEATS, incidents=[Incident("exposed-card", card=2)])

    late = poker.ring(*SEATS).tell("4 calls, 5 calls")
    with pytest.raises(Refusal, match="misdeal is called after 2 decisions, which is too late: the hand is played on"):
        late.round.call("misdeal")
    dead = poker.ring(*SEATS, incidents=[Incident("wrong-count", seat=5, after=3)]).tell("4 calls, 5 calls, 6 folds")
    assert [place.seat for place in dead.round.felt.places if place.folded] == [5, 6]
    dead.tell("1 folds, 2 folds, 3 checks")
    assert dead.round.felt.pots["main pot"] == (3 * poker.blinds[1] + poker.blinds[0]) * 100
    with pytest.raises(Refusal, match="a wrong count after 1 decisions is a misdeal"):
        poker.ring(*SEATS, incidents=[Incident("wrong-count", seat=5, after=1)])

    void = poker.ring(1, 2, 3)
    while not void.round.over and void.ask.choices[0].name != "show" and void.round.felt.actions < 5:
        names = {choice.name for choice in void.ask.choices}
        void.answer(next(name for name in ("call", "check", "pat") if name in names))
    void.round.call("wrong-pack")
    assert void.nets() == {}
    assert void.fee == 0
    assert [void.stack(seat) for seat in (1, 2, 3)] == [100] * 3


@example("THE-EX18")
@rule("THE-56", "THE-59")
@pytest.mark.parametrize("fee_source", ["button", "pot"])
def test_a_second_seven_of_diamonds_on_the_turn_voids_the_hand(fee_source: str) -> None:
    hand = HOLDEM.ring(1, 2, 3, 4, options={"fee_source": fee_source})
    hand.tell("4 raises to 8, 1 raises to 12, 2 calls, 3 calls, 4 calls", *["2 checks, 3 checks, 4 checks, 1 checks"])
    assert sum(hand.round.felt.pots.values()) == (4800 if fee_source == "button" else 4400)
    hand.round.call("wrong-pack")
    assert hand.nets() == {}
    assert hand.fee == 0
    assert [hand.stack(seat) for seat in (1, 2, 3, 4)] == [100] * 4
    assert hand.round.ledger.balances["box"] == 0
    assert result(hand.round).void == "THE-59"


@rule("LOW-54")
def test_time_charges_are_not_refunded_when_a_hand_is_void() -> None:
    hand = LOWBALL.ring(1, 2, 3, time_due=True)
    hand.round.call("wrong-pack")
    assert hand.fee == 6


@rule("THE-56", "OMA-59", "PIN-55")
@every_flop_game
def test_a_fee_that_stood_for_a_redeal_is_handed_back_when_that_hand_has_no_flop(poker: Poker) -> None:
    hand = poker.ring(1, 2, 3, fee_carried=True).tell("1 folds, 2 folds")
    reduced = schedule(poker.schedule).fee(flop=False)
    assert hand.fee == (reduced - poker.fee * 100) / 100
    assert hand.round.ledger.sum() == 0


@example("THE-EX29", "OMA-EX31", "PIN-EX29")
@rule("THE-61", "OMA-64", "PIN-60")
@every_flop_game
def test_a_hole_card_exposed_by_the_dealer_is_exchanged_and_is_the_first_burn(poker: Poker) -> None:
    hand = poker.ring(1, 2, 3, 4, 5, button=3, incidents=[Incident("exposed-card", card=5)], more={"3": "Qd"})
    assert view(hand.round, "").cards["burn"] == ["Qd"]
    assert view(hand.round, "").cards["3"] == [None] * poker.hole_cards
    assert hand.dealt()[-1] == "3"
    while not hand.board:
        names = {choice.name for choice in hand.ask.choices}
        hand.answer(next(name for name in ("call", "check") if name in names))
    assert "burn" not in hand.dealt()
    with pytest.raises(Refusal, match=r"card 99 was not dealt: there are \d+"):
        poker.ring(1, 2, incidents=[Incident("exposed-card", card=99)])
    with pytest.raises(Refusal, match="'dropped-chip' is no incident: exposed-card"):
        poker.ring(1, 2, incidents=[Incident("dropped-chip")])


@example("THE-EX29", "OMA-EX31", "PIN-EX29")
@rule("THE-62", "OMA-65", "PIN-60")
@every_flop_game
@pytest.mark.parametrize(
    ("kind", "burns", "spots"),
    [
        ("early-flop", 3, ["burn", "early flop", "board", "burn", "board", "burn", "board"]),
        ("early-turn", 3, ["burn", "board", "burn", "early turn", "burn", "board", "board"]),
        ("early-river", 3, ["burn", "board", "burn", "board", "burn", "early river", "board"]),
    ],
)
def test_shared_cards_that_came_too_early_are_taken_back_and_dealt_again(
    poker: Poker, kind: str, burns: int, spots: list[str]
) -> None:
    hand = poker.ring(1, 2, 3, incidents=[Incident(kind)])
    early = kind.removeprefix("early-")
    while not hand.round.over:
        names = {choice.name for choice in hand.ask.choices}
        hand.answer(next(name for name in ("call", "check", "show") if name in names))
    dealt = [spot for spot in hand.dealt() if not spot.isdigit()]
    assert dealt == spots
    assert dealt.count("burn") == burns
    assert len(hand.board.split()) == 5
    assert hand.round.felt.spots[f"early {early}"].cards == ()
    assert not set(hand.dealt(f"early {early}")[0].split()) & set(hand.board.split()) or kind != "early-turn"
    assert resume(hand.round.game, hand.round.document()).document() == hand.round.document()


# -- full tables --------------------------------------------------------------------------------------------------


@every_game
@rule("THE-55", "OMA-58", "PIN-54", "LOW-50")
def test_at_full_tables_what_players_win_and_lose_adds_up_to_the_fee(poker: Poker) -> None:
    policies: list[Callable[[Any], Answer]] = [lambda ask: Answer(ask.choices[0].name)]
    for seed in range(30):
        seats = [SeatSetup(seat, stack=100 * (10 + 7 * seat * (seed + 1) % 900)) for seat in range(1, poker.seats + 1)]
        setup = Setup(game=poker.game, schedule=poker.schedule, button=seed % poker.seats + 1, seats=seats)
        round_ = Round(find(poker.game), setup)
        before = sum(seat.stack or 0 for seat in seats)
        play(round_, Shoe(tuple(round_.cards_left()), seed, policies[0]))
        fee = sum(fee.amount for fee in round_.fees)
        assert sum(paid.net for paid in round_.payments) == 0
        assert sum(place.stack or 0 for place in round_.felt.places) == before - fee
        assert round_.ledger.sum() == round_.ledger.on_the_felt() == 0
        assert text_of_cards(round_.felt.spot("bank").cards) == ""


@rule("OMA-41", "OMA-48", "PIN-39")
@pytest.mark.parametrize("poker", [OMAHA, PINEAPPLE], ids=lambda poker: poker.game)
def test_a_hand_that_must_be_shown_may_be_written_down_as_shown_but_not_as_thrown_away(poker: Poker) -> None:
    cards = {2: "As 2s Qd Qc", 3: "Ks 9c 9d Jc", 4: "Ad 4d 5c Jh"}
    held = {seat: " ".join(each.split()[: poker.hole_cards]) for seat, each in cards.items()}
    hand = poker.hand({1: 100, 2: 16, 3: 40, 4: 40}, held, "3d 6c 8s Kh Kd").all_in(1)
    plain = hand.round.document()
    written = structs.replace(plain, decisions={**plain.decisions, "3": [*plain.decisions["3"], "show"]})
    again = resume(find(poker.game), written)
    assert result(again) == result(hand.round)
    assert again.document() == plain
    wrong = structs.replace(plain, decisions={**plain.decisions, "3": [*plain.decisions["3"], "muck"]})
    with pytest.raises(Refusal, match="nobody asked place 3 for 'muck'"):
        resume(find(poker.game), wrong)
