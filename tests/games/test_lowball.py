"""Lo-ball, clause by clause and example by example; what every poker table has is in `test_poker_tables`."""

from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import pytest

from houseway.cards import JOKER, cards_from
from houseway.games import find
from houseway.games.kit.poker.pots import Pots
from houseway.games.lowball import game as lowball
from houseway.rulebook import Rules, book, schedule, schedules
from houseway.script import Answer, Award, Felt, Gather, Incident, Place, Refusal, Return
from houseway.table import result, view
from houseway.table.chips.time_charge import charged
from houseway.testing import example, rule
from tests.games.poker import Hand
from tests.kit import decided

GAME = "lowball"
WITH_JOKER = {"joker": True}


def lo_ball(stacks: Any, cards: Any = None, **table: Any) -> Hand:
    return Hand(GAME, None, stacks, cards, **table)


def ranked(cards: str) -> Any:
    return find(GAME).rank(cards_from(cards), Rules.of(GAME, WITH_JOKER))["low"]


def beats(better: str, worse: str) -> bool:
    return bool(ranked(better).value > ranked(worse).value)


def pat_hands(cards: dict[int, str], each: int, folds: tuple[int, ...] = (1,), **table: Any) -> Hand:
    """Those with cards stand pat and put in so much each before and after the draw; the others fold their blinds."""
    stacks = dict.fromkeys(cards, float(each)) | dict.fromkeys(folds, 100.0)
    return lo_ball(stacks, cards, **table).all_in(*folds)


# -- whole hands --------------------------------------------------------------------------------------------------


@example("LOW-EX01")
@rule("LOW-11", "LOW-15", "LOW-26", "LOW-27", "LOW-33", "LOW-43", "LOW-50")
def test_a_bet_a_draw_and_a_bet_and_the_lower_hand_takes_the_pot() -> None:
    cards = {3: "8h 5d 3c 2s Kd", 4: "9c 5h 4s 3d 2h", 1: "Ks Qs 4c 3h 2c"}
    hand = lo_ball(dict.fromkeys(range(1, 6), 100), cards, drawn={3: "Ad"})
    hand.tell("4 raises to 6, 5 folds, 1 calls, 2 folds, 3 calls", "3 draws Kd, 4 pat, 1 draws Ks Qs")
    hand.tell("3 checks, 4 bets 10, 1 folds, 3 calls")
    assert hand.took(3) == 39
    assert hand.nets() == {3: 23, 4: -16, 1: -6, 2: -1}
    assert hand.fee == 0
    assert result(hand.round).ledger_sum == 0


@example("LOW-EX12")
@rule("LOW-13", "LOW-27", "LOW-33")
def test_two_players_the_button_acts_first_and_the_other_draws_and_acts_first_afterwards() -> None:
    hand = lo_ball({1: 100, 2: 100})
    assert hand.dealt()[:2] == ["2", "1"]
    assert hand.offers() == {"call": 1, "raise": (4, 12), "fold": None}
    hand.tell("1 calls, 2 checks")
    assert hand.turn == 2
    hand.tell("2 pat, 1 pat")
    assert hand.turn == 2


@example("LOW-EX19")
@rule("LOW-33", "LOW-38", "LOW-39", "LOW-40")
def test_all_in_before_the_draw_both_still_draw_and_nobody_bets_again() -> None:
    hand = lo_ball({1: 100, 2: 12, 3: 100, 4: 100}).tell("4 folds, 1 folds, 2 raises to 12, 3 calls")
    hand.tell("2 pat, 3 pat")
    assert hand.round.over
    assert hand.pots() == {"main pot": 24}
    assert hand.round.felt.turned == ["2", "3"]
    alone = lo_ball(dict.fromkeys(range(1, 5), 100)).tell("4 raises to 10, 1 folds, 2 folds, 3 folds")
    assert alone.returned(4) == 8
    assert alone.nets() == {4: 3, 2: -1, 3: -2}
    assert view(alone.round, "1").cards["4"] == [None] * 5


# -- hands --------------------------------------------------------------------------------------------------------


@example("LOW-EX02")
@rule("LOW-43", "LOW-44")
def test_eight_five_beats_eight_six_ace_or_no_ace() -> None:
    hand = pat_hands({2: "8c 5c 4d 3h 2s", 3: "8d 6h 3c 2d Ah"}, 20)
    assert hand.took(2) == 40


@example("LOW-EX03")
@rule("LOW-44")
def test_a_straight_flush_is_only_the_best_low() -> None:
    hand = pat_hands({2: "5h 4h 3h 2h Ah", 3: "6c 4d 3s 2c Ad"}, 20)
    assert hand.took(2) == 40


@example("LOW-EX04")
@rule("LOW-02", "LOW-46", "LOW-47")
def test_a_joker_ties_the_natural_card_and_the_odd_dollar_goes_left_of_the_button() -> None:
    hand = pat_hands({3: "Jk 7c 4d 2s Ah", 5: "7d 4s 3c 2d As"}, 21, (1, 2), options=WITH_JOKER)
    assert hand.pots() == {"main pot": 43}
    assert (hand.took(3), hand.took(5)) == (22, 21)
    assert hand.nets() == {3: 1, 2: -1}


@example("LOW-EX05")
@rule("LOW-43", "LOW-45")
def test_any_unpaired_hand_beats_a_pair_and_the_smaller_pair_wins() -> None:
    cards = {2: "3h 3d 8c 5s Ah", 3: "2h 2d Kc 9s 4d", 4: "Ks Qd Jh 9c 7d"}
    assert pat_hands(cards, 12).took(4) == 36
    del cards[4]
    assert pat_hands(cards, 12).took(3) == 24


@example("LOW-EX17")
@rule("LOW-01", "LOW-02", "LOW-03")
def test_the_joker_is_the_lowest_rank_that_is_not_there() -> None:
    assert beats("7h 5d 4c 3s Ad", "7h 5d 4c 3s Kd")
    assert ranked("Jk Kc 4d 3s 2h").value == ranked("As Kc 4d 3s 2h").value
    assert ranked("Jk 5c 5d 3s 2h").value == ranked("As 5c 5d 3s 2h").value
    assert ranked("Jk 5c 4d 3s 2h").says == "a wheel"
    assert ranked("Jk 7c 4d 2s Ah").value == ranked("7c 4d 3h 2s Ah").value
    game = find(GAME)
    assert len(game.deck(Rules.of(GAME, WITH_JOKER).options)) == 53
    assert len(game.deck(Rules.of(GAME).options)) == 52
    assert JOKER not in game.deck(Rules.of(GAME).options)


@rule("LOW-01")
def test_a_joker_is_refused_where_the_room_adds_none() -> None:
    with pytest.raises(Refusal, match="Jk for seat 2 is not in the shoe: this game is played without it"):
        lo_ball({1: 100, 2: 100}, {2: "Jk"})
    with pytest.raises(Refusal, match=r"Jk is not in the pack of this table: option joker adds it \(LOW-01\)"):
        find(GAME).rank(cards_from("Jk 7c 4d 2s Ah"), Rules.of(GAME))


@rule("LOW-03", "LOW-44", "LOW-45")
def test_hands_rank_in_the_printed_order() -> None:
    (printed,) = [rank for rank in book(GAME).hand_ranks if rank.id == "ace-to-five-no-pair-top"]
    rows = [word for row in printed.order for word in row.ties.split() if len(word) == 5 and word[0] in "5678"]
    hands = [" ".join(rank + "shdcs"[i] for i, rank in enumerate(row)) for row in rows]
    worse = ["9s 4h 3d 2c As", "2h 2d 7c 5s 4d", "3h 3d 2c 2s Ah", "Ah Ad Ac 4s 2d", "2h 2d 2c As Ad", "Ah Ad Ac As 2d"]
    assert all(beats(better, lower) for better, lower in pairwise(hands + worse))


@example("LOW-EX10")
@rule("LOW-46", "LOW-47")
def test_three_who_tie_share_and_two_odd_dollars_go_to_the_first_two() -> None:
    cards = {1: "8s 7h 4d 3c 2h", 5: "8h 7d 4c 3h 2d", 6: "8d 7c 4h 3d 2c"}
    stacks = dict.fromkeys((1, 5, 6), 16.0) | dict.fromkeys((2, 4), 100.0)
    hand = lo_ball(stacks, cards, button=4).tell("1 calls, 2 calls, 4 folds, 5 raises to 4, 6 calls, 1 calls, 2 folds")
    hand.all_in()
    assert hand.pots() == {"main pot": 50}
    assert [hand.took(seat) for seat in (5, 6, 1)] == [17, 17, 16]
    assert hand.nets() == {5: 1, 6: 1, 2: -2}


# -- bets ---------------------------------------------------------------------------------------------------------


@example("LOW-EX06")
@rule("LOW-15", "LOW-29")
def test_a_raise_adds_two_to_ten_dollars_and_not_less_than_the_one_before() -> None:
    hand = lo_ball(dict.fromkeys(range(1, 6), 500)).tell("4 raises to 5")
    assert hand.offers()["raise"] == (8, 15)
    for price in (7, 17):
        with pytest.raises(Refusal, match=rf"raise {price}\.00 is refused: it must be from 8\.00 to 15\.00"):
            hand.answer("raise", str(price))
    hand = lo_ball(dict.fromkeys(range(1, 6), 500)).tell("4 raises to 12, 5 raises to 22, 1 raises to 32")
    hand.tell("2 raises to 42")
    assert hand.offers() == {"call": 40, "fold": None}
    hand.tell("3 calls, 4 calls, 5 folds, 1 folds", "2 pat, 3 pat, 4 pat", "2 bets 10, 3 raises to 20, 4 raises to 30")
    hand.tell("2 raises to 40, 3 raises to 50")
    assert hand.offers() == {"call": 20, "fold": None}


@rule("LOW-29")
@pytest.mark.parametrize(("cap", "raises"), [(3, False), (4, True), (6, True)])
def test_the_room_sets_the_number_of_raises(cap: int, raises: bool) -> None:
    hand = lo_ball(dict.fromkeys(range(1, 6), 500), options={"raise_cap": cap})
    hand.tell("4 raises to 4, 5 raises to 6, 1 raises to 8")
    assert ("raise" in hand.offers()) is raises


@example("LOW-EX18")
@rule("LOW-15", "LOW-29", "LOW-30")
@pytest.mark.parametrize(
    ("all_in", "fourth", "second"),
    [
        (11, {"call": 11, "complete": 16, "fold": None}, {"call": 3, "fold": None}),
        (12, {"call": 12, "raise": (20, 22), "fold": None}, {"call": 4, "raise": (20, 22), "fold": None}),
    ],
)
def test_an_all_in_of_half_the_smallest_raise_counts_as_one(
    all_in: int, fourth: dict[str, Any], second: dict[str, Any]
) -> None:
    hand = lo_ball({1: 100, 2: 100, 3: 2 + all_in, 4: 100}).tell("4 calls, 1 folds, 2 calls, 3 checks")
    hand.tell("2 pat, 3 pat, 4 pat", f"2 bets 8, 3 raises to {all_in}")
    assert hand.offers() == fourth
    hand.tell("4 calls")
    assert hand.offers() == second


@rule("LOW-30")
def test_an_opening_all_in_of_one_dollar_counts_as_a_bet() -> None:
    hand = lo_ball({1: 100, 2: 3, 3: 100, 4: 100}).tell("4 calls, 1 folds, 2 calls, 3 checks", "2 pat, 3 pat, 4 pat")
    hand.tell("2 bets 1")
    assert hand.offers() == {"call": 1, "raise": (3, 11), "fold": None}


@example("LOW-EX09")
@rule("LOW-31")
@pytest.mark.parametrize(
    ("check_raise", "offers"),
    [(None, {"call": 6, "raise": (12, 16), "fold": None}), (False, {"call": 6, "fold": None})],
)
def test_whoever_checks_after_the_draw_may_raise_unless_the_room_bars_it(
    check_raise: bool | None, offers: dict[str, Any]
) -> None:
    options = {} if check_raise is None else {"check_raise": check_raise}
    hand = lo_ball({1: 100, 2: 100, 3: 100}, options=options)
    hand.tell("1 folds, 2 calls, 3 checks", "2 pat, 3 pat", "2 checks, 3 bets 6")
    assert hand.offers() == offers


@example("LOW-EX27")
@rule("LOW-27", "LOW-28")
def test_the_round_ends_when_the_last_bettor_has_been_called() -> None:
    hand = lo_ball(dict.fromkeys((1, 2, 3, 5), 100)).tell("5 calls, 1 folds, 2 calls, 3 checks", "2 pat, 3 pat, 5 pat")
    hand.tell("2 checks, 3 bets 5, 5 raises to 10")
    assert hand.offers() == {"call": 10, "raise": (15, 20), "fold": None}
    hand.tell("2 calls, 3 calls")
    assert hand.round.over
    assert hand.pots() == {"main pot": 36}


# -- sevens -------------------------------------------------------------------------------------------------------

SEVEN, EIGHT, SIX = "7h 5d 4c 2s Ad", "8c 6d 4h 3s 2d", "6c 5s 4h 3s 2d"


SEVENS = {"sevens_rule": True}


def checked_seven(third: str, options: Any = None) -> Hand:
    """$9 each and a folded blind before the draw; then seat 2 checks a seven and calls $10."""
    hand = lo_ball({1: 100, 2: 100, 3: 100, 4: 100}, {2: SEVEN, 3: third}, button=4, options=options or {})
    hand.tell("3 raises to 9, 4 folds, 1 folds, 2 calls", "2 pat, 3 pat")
    return hand.tell("2 checks, 3 bets 10, 2 calls")


@example("LOW-EX07")
@rule("LOW-31", "LOW-32", "LOW-50")
@pytest.mark.parametrize(("options", "nets"), [(SEVENS, {2: 10, 3: -9, 1: -1}), ({}, {2: 20, 3: -19, 1: -1})])
def test_where_the_sevens_rule_is_played_a_checked_seven_wins_nothing_that_was_bet_after_the_draw(
    options: dict[str, Any], nets: dict[int, float]
) -> None:
    hand = checked_seven(EIGHT, options)
    assert hand.nets() == nets
    assert ("LOW-32" in hand.clauses(3)) is bool(options)
    assert hand.payment(3).outcome == "lose", "his own chips back are no share of the pot"
    ranks = find(GAME).rank(cards_from(SEVEN), Rules.of(GAME, options))
    assert [hand.says for title, hand in ranks.items() if title == "sevens rule"] == (
        ["must be bet"] if options else []
    )


@example("LOW-EX33")
@rule("LOW-01", "LOW-27", "LOW-31", "LOW-32")
def test_where_no_option_is_chosen_a_seven_may_be_checked_and_raised_and_wins_all() -> None:
    hand = lo_ball({1: 100, 2: 100, 3: 100}, {2: SEVEN, 3: EIGHT}).tell("1 folds, 2 raises to 9, 3 calls, 2 pat, 3 pat")
    assert hand.offers() == {"check": None, "bet": (2, 10), "fold": None}
    hand.tell("2 checks, 3 bets 10, 2 raises to 20, 3 calls")
    assert hand.took(2) == 58
    assert hand.nets() == {2: 29, 3: -29}


@example("LOW-EX08")
@rule("LOW-32")
def test_a_checked_seven_that_is_beaten_loses_as_any_hand() -> None:
    assert checked_seven(SIX, SEVENS).nets() == {3: 20, 2: -19, 1: -1}


@rule("LOW-32")
def test_a_checked_seven_that_ties_shares_only_the_earlier_pot() -> None:
    hand = checked_seven("7s 5h 4h 2h As", SEVENS)
    assert hand.shares() == {2: [("own", 10), ("whole", 10)], 3: [("own", 10), ("whole", 9)]}
    assert hand.nets() == {2: 1, 1: -1}


@rule("LOW-32")
def test_an_eight_may_be_checked_and_a_paired_seven_is_no_seven() -> None:
    hand = lo_ball({1: 100, 2: 100, 3: 100}, {2: EIGHT, 3: "9h 5d 4c 2s Ad"}, options=SEVENS)
    hand.tell("1 folds, 2 calls, 3 checks", "2 pat, 3 pat", "2 checks, 3 bets 10, 2 calls")
    assert hand.nets() == {2: 12, 3: -12}
    paired = find(GAME).rank(cards_from("7h 7d 3c 2s Ad"), Rules.of(GAME, SEVENS))
    assert paired["sevens rule"].says == "may be checked"


@rule("LOW-32")
def test_all_in_before_the_draw_is_no_check() -> None:
    cards = {2: SEVEN, 3: EIGHT, 4: "9h 6h 4d 3d 2h"}
    hand = lo_ball({1: 100, 2: 12, 3: 100, 4: 100}, cards, options=SEVENS)
    hand.tell("4 raises to 12, 1 folds, 2 calls, 3 calls", "2 pat, 3 pat, 4 pat", "3 bets 5, 4 calls")
    assert hand.took(2) == 36


@example("LOW-EX31")
@rule("LOW-32", "LOW-48", "LOW-58")
def test_the_sevens_rule_is_applied_pot_by_pot() -> None:
    cards = {2: SEVEN, 3: "Jk 9c 6h 3d 2h", 4: EIGHT}
    hand = lo_ball({1: 100, 2: 100, 3: 9, 4: 100}, cards, options=WITH_JOKER | SEVENS)
    hand.tell("4 raises to 9, 1 folds, 2 calls, 3 calls", "2 pat, 3 pat, 4 pat", "2 checks, 4 bets 10, 2 calls")
    assert hand.pots() == {"side pot 1": 20, "main pot": 27}
    assert hand.nets() == {2: 18, 3: -9, 4: -9}


# -- pots ---------------------------------------------------------------------------------------------------------


@example("LOW-EX11")
@rule("LOW-40", "LOW-48", "LOW-49", "LOW-50")
def test_contributions_are_layered_and_what_nobody_matches_goes_back() -> None:
    """Put in by hand: with raises of at most $10 (LOW-15) no bet can be $12 over everybody else."""
    hands = {2: "6h 5c 3d 2s Ac", 3: "7s 6d 4c 3h 2c", 4: "9h 8d 5s 4h Ad", 5: "9d 7h 6s 3c As"}
    places = []
    for seat, stake in ((2, 9), (3, 25), (4, 40), (5, 52)):
        place = Place(seat, f"seat {seat}", {lowball.BEFORE: stake * 100}, 0)
        place.take(cards_from(hands[seat]))
        places.append(place)
    felt = Felt(Rules.of(GAME), places, Place(0, "", {}), positions=8)  # type: ignore[arg-type]
    ring: Any = SimpleNamespace(felt=felt, places=places, live=list(places), clauses=lowball.CLAUSES)
    pots = Pots(ring)
    gathering = pots.gather(lowball.BEFORE)
    back = next(gathering)
    assert isinstance(back, Return)
    assert (back.place.seat, back.cents) == (5, 1200)
    back.place.wagers[lowball.BEFORE] -= back.cents
    back.place.stack = back.cents
    assert isinstance(gathering.send(None), Gather)
    pushed = list(pots.push(lambda pot, players: lowball.judge(ring, pot, players, set())))
    won = {}
    for award in pushed:
        assert isinstance(award, Award)
        (share,) = award.shares
        won[award.pot] = (share.place.seat, share.cents // 100)
    assert won == {"side pot 2": (5, 30), "side pot 1": (3, 48), "main pot": (2, 36)}


# -- the draw -----------------------------------------------------------------------------------------------------


def to_the_draw(seats: int, **table: Any) -> Hand:
    """Everybody calls, button seat 1: seat 2 is the first to draw."""
    hand = lo_ball(dict.fromkeys(range(1, seats + 1), 100), **table)
    while "call" in hand.offers():
        hand.answer("call")
    hand.answer("check")
    return hand


def throws(hand: Hand, count: int) -> None:
    cards = view(hand.round, str(hand.turn)).cards[str(hand.turn)][:count]
    if count:
        hand.answer("draw", *[card or "" for card in cards])
    else:
        hand.answer("pat")


@example("LOW-EX14")
@rule("LOW-33", "LOW-35", "LOW-37")
def test_a_pack_that_runs_short_is_shuffled_up_with_what_lies_dead() -> None:
    hand = to_the_draw(8, options=WITH_JOKER)
    assert len(hand.round.cards_left()) == 13
    for _ in range(5):
        throws(hand, 2)
    assert len(hand.round.cards_left()) == 2
    hand.others = sorted(hand.round.cards_left())
    sixth = hand.turn
    names = len(hand.dealt())
    hand.others += [card for name in ("burn", *(f"discards {seat}" for seat in range(2, 7))) for card in
                    hand.round.felt.spots[name].cards]  # fmt: skip
    throws(hand, 2)
    assert hand.dealt()[names:] == [str(sixth), "burn", str(sixth)]
    assert len(hand.round.cards_left()) == 10
    throws(hand, 2)
    throws(hand, 2)
    assert len(hand.round.cards_left()) == 6


@rule("LOW-37")
def test_cards_of_folded_players_are_shuffled_in_but_not_the_discards_of_the_one_being_served() -> None:
    hand = lo_ball(dict.fromkeys(range(1, 9), 100), options=WITH_JOKER).tell("4 folds")
    while "call" in hand.offers():
        hand.answer("call")
    hand.answer("check")
    folded = set(hand.round.felt.spots["4"].cards)
    throws(hand, 4)
    throws(hand, 4)
    assert len(hand.round.cards_left()) == 13 - 1 - 8
    hand.others = [*hand.round.cards_left(), *hand.round.felt.spots["discards 2"].cards]
    throws(hand, 4)
    left, mine = set(hand.round.cards_left()), set(hand.round.felt.spots["discards 5"].cards)
    assert len(left) == 1 + 1 + 5 + 8 - 2, "the last card, the burn, a folded hand and two players' discards, less two"
    assert folded <= left
    assert len(mine) == 4
    assert not left & mine


@rule("LOW-34", "LOW-37")
@pytest.mark.parametrize("burn_cards", [True, False])
def test_a_fifth_card_from_a_pack_shuffled_up_is_none_of_the_players_own_discards(burn_cards: bool) -> None:
    hand = to_the_draw(8, options=WITH_JOKER | {"burn_cards": burn_cards})
    for count in (5, 4, 3 if burn_cards else 4, *[0] * 4):
        throws(hand, count)
    assert len(hand.round.cards_left()) == 1
    hand.others = [*hand.round.cards_left(), *hand.round.felt.spots["discards 3"].cards]
    throws(hand, 0)
    left, mine = set(hand.round.cards_left()), set(hand.round.felt.spots["discards 2"].cards)
    assert len(left) == 1 + 4 + (1 + 3 - 2 if burn_cards else 4 - 1)
    assert len(mine) == 5
    assert not left & mine


@example("LOW-EX15")
@rule("LOW-34", "LOW-35")
def test_a_fifth_card_comes_after_everybody_else_and_after_a_burn_for_the_last() -> None:
    hand = to_the_draw(3)
    before = len(hand.dealt())
    for count in (5, 1, 5):
        throws(hand, count)
    events = [event for event in hand.round.events if isinstance(event.given, tuple)][before:]
    served = [(event.to, len(event.given)) for event in events if isinstance(event.given, tuple)]
    assert served == [("burn", 1), ("2", 4), ("3", 1), ("1", 4), ("2", 1), ("burn", 1), ("1", 1)]


@rule("LOW-34")
def test_the_last_player_to_draw_has_a_burn_before_his_fifth_though_others_stand_pat_after_him() -> None:
    hand = to_the_draw(3)
    before = len(hand.dealt())
    for count in (5, 0, 0):
        throws(hand, count)
    assert hand.dealt()[before:] == ["burn", "2", "burn", "2"]


@rule("LOW-34", "LOW-35")
def test_without_burns_none_is_dealt() -> None:
    hand = to_the_draw(3, options={"burn_cards": False})
    for count in (5, 1, 5):
        throws(hand, count)
    assert "burn" not in hand.dealt()


@example("LOW-EX20")
@rule("LOW-36")
def test_a_draw_is_binding_once_it_was_made() -> None:
    hand = to_the_draw(4)
    throws(hand, 0)
    throws(hand, 2)
    hand.answer("pat")
    with pytest.raises(Refusal, match="nobody asked place 3 for a decision: pat is refused"):
        hand.round.decide("3", Answer("pat"))
    assert len(hand.round.felt.spots["discards 3"].cards) == 2


@rule("LOW-33", "LOW-36")
def test_everybody_sees_how_many_cards_are_drawn_but_not_which() -> None:
    hand = to_the_draw(3)
    throws(hand, 2)
    other, own = view(hand.round, "3"), view(hand.round, "2")
    assert other.cards["discards 2"] == [None, None]
    assert None not in own.cards["discards 2"]
    assert decided(hand.round, "3")[-1] == ("2", None)
    assert decided(hand.round, "2")[-1] == ("2", {"draw": " ".join(map(str, own.cards["discards 2"]))})


@example("LOW-EX28")
@rule("LOW-41", "LOW-42")
def test_the_bettor_shows_first_all_expose_and_cards_speak() -> None:
    hand = lo_ball(dict.fromkeys(range(1, 5), 100), {3: "7h 5d 4c 3s 2h", 2: "Ks Kd 8c 6s 4d", 4: "Qs Qd 8d 6d 3d"})
    hand.tell("4 calls, 1 folds, 2 calls, 3 checks", "2 pat, 3 pat, 4 pat", "2 checks, 3 bets 5, 4 calls, 2 calls")
    assert hand.round.felt.turned == ["3", "4", "2"]
    assert hand.took(3) == 21


# -- time ---------------------------------------------------------------------------------------------------------


@example("LOW-EX13")
@rule("LOW-21", "LOW-22", "LOW-23")
def test_time_is_charged_at_the_marks_to_whoever_is_seated() -> None:
    (posted,) = schedules(GAME)
    two, ten_past, ten_to_three = 14 * 60, 14 * 60 + 10, 14 * 60 + 50
    stays = {f"player {number}": (two, None) for number in range(1, 8)} | {"eighth": (ten_past, ten_to_three)}
    halves = charged(posted, "half-hour", stays, two, two + 60)
    assert {mark - two: sum(row.values()) for mark, row in halves.items()} == {0: 1400, 30: 1600}
    assert sum(row.get("eighth", 0) for row in halves.values()) == 200
    hours = charged(posted, "hour", stays, two, two + 60)
    assert {mark - two: sum(row.values()) for mark, row in hours.items()} == {0: 2100}
    assert "eighth" not in hours[two]


@rule("LOW-21", "LOW-22", "LOW-23")
@pytest.mark.parametrize(("basis", "charge"), [("half-hour", 2), ("hour", 3)])
def test_a_hand_that_begins_a_period_takes_the_charge_from_every_seat_and_nothing_from_the_pot(
    basis: str, charge: int
) -> None:
    stacks = {1: 100, 2: 100, 3: 100}
    hand = lo_ball(stacks, time_due=True, options={"time_basis": basis}).tell("1 folds, 2 folds")
    assert [fee.amount for fee in hand.round.fees] == [charge * 100] * 3
    assert hand.took(3) == 3
    with pytest.raises(Refusal, match=rf"seat 2 has {charge}\.00, which leaves no chip after {charge}\.00 for time"):
        lo_ball(stacks | {2: charge}, time_due=True, options={"time_basis": basis})


@rule("LOW-16", "LOW-17")
def test_there_is_one_schedule() -> None:
    assert [row.id for row in schedules(GAME)] == ["SCH-LOW-01"]
    limits = schedule("SCH-LOW-01").limits
    assert (limits.bet_min_usd, limits.bet_max_usd) == (2, 10)


# -- errors of the deal -------------------------------------------------------------------------------------------


def held(hand: Hand, seat: int) -> int:
    """How many cards lie before the seat."""
    return len(hand.round.felt.spots[str(seat)].cards)


def dealt_with(*incidents: Incident, seats: int = 6, **table: Any) -> Hand:
    return lo_ball(dict.fromkeys(range(1, seats + 1), 100), incidents=incidents, **table)


@example("LOW-EX16")
@rule("LOW-56")
def test_an_exposed_low_card_is_kept_and_a_high_one_is_replaced_and_burned() -> None:
    kept = dealt_with(Incident("exposed-card", card=15), more={"4": "Ks Qs 6h"})
    assert "6h" in view(kept.round, "").cards["4"]
    assert len(kept.dealt()) == 30
    replaced = dealt_with(Incident("exposed-card", card=10), more={"5": "Ks Jd"})
    assert view(replaced.round, "").cards["burn"] == ["Jd"]
    assert view(replaced.round, "").cards["5"] == [None] * 5
    assert replaced.dealt()[-1] == "5"
    replaced.tell("4 calls, 5 calls, 6 folds, 1 folds, 2 calls, 3 checks")
    throws(replaced, 1)
    assert replaced.dealt().count("burn") == 0, "the exposed card is the burn"


@example("LOW-EX16")
@rule("LOW-51", "LOW-56")
def test_two_exposed_cards_are_a_misdeal() -> None:
    with pytest.raises(Refusal, match=r"two cards were exposed: it is a misdeal.*\(LOW-51\)"):
        dealt_with(Incident("exposed-card", card=15), Incident("exposed-card", card=10))


@example("LOW-EX16")
@rule("LOW-57")
def test_a_card_exposed_in_the_draw_is_replaced_when_everybody_has_drawn() -> None:
    hand = to_the_draw(4, incidents=(Incident("exposed-draw", seat=4),))
    throws(hand, 1)
    throws(hand, 1)
    throws(hand, 1)
    (shown,) = [card for card in view(hand.round, "").cards["4"] if card]
    throws(hand, 1)
    assert view(hand.round, "").cards["4"] == [None] * 5
    assert shown in view(hand.round, "").cards["burn"]
    assert hand.dealt()[-1] == "4"


@example("LOW-EX32")
@rule("LOW-52")
def test_a_short_hand_is_filled_before_action_and_made_up_in_the_draw_afterwards() -> None:
    filled = dealt_with(Incident("short-hand", seat=5))
    assert held(filled, 5) == 5
    short = dealt_with(Incident("short-hand", seat=5, after=2))
    assert held(short, 5) == 4
    short.tell("4 calls, 5 calls, 6 folds, 1 folds, 2 calls, 3 checks", "2 pat, 3 pat, 4 pat")
    assert [choice.name for choice in short.ask.choices] == ["draw none", "draw"]
    short.answer("draw none")
    assert held(short, 5) == 5
    two = dealt_with(Incident("short-hand", seat=4, after=2), seats=4)
    two.tell("4 calls, 1 folds, 2 calls, 3 checks", "2 pat, 3 pat")
    throws(two, 1)
    assert held(two, 4) == 5


@example("LOW-EX32")
@rule("LOW-52")
def test_a_hand_of_six_found_after_the_draw_is_dead() -> None:
    hand = to_the_draw(4, incidents=(Incident("wrong-count", seat=4, after=5),))
    for _ in range(4):
        hand.answer("pat")
    hand.tell("2 bets 2")
    assert "4" not in [place.name for place in hand.round.felt.places if not place.folded]
