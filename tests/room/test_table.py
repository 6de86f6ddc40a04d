"""The life of a table: seats, bank, bets, decisions, deadlines and the host's actions."""

from collections import Counter
from typing import get_args

import pytest
from msgspec import structs

import houseway
from houseway.cards import cards_from
from houseway.hands import Hand, five, named
from houseway.room.fairness.chance_file import Laid
from houseway.room.messages.commands import (
    ComeBack,
    Configure,
    Decide,
    Deed,
    Floor,
    Found,
    GiveWords,
    Line,
    Ready,
    Say,
    Sit,
    SitOut,
    StandUp,
    TakeBack,
    TopUp,
)
from houseway.room.messages.story_lines import BankMoved, ChipsMoved, DecisionMade, FeeTaken, Warned, for_person
from houseway.room.messages.view_types import HandNameView
from houseway.room.views.hand_names import called
from houseway.roster import OWN
from houseway.script import Refusal
from houseway.testing import rule
from tests.room.sitting import Sitting, bet_and_bank

TCP = "three-card-poker"
SPLIT = "three-card-split"


def refusal(action: object, *said: object, **more: object) -> Refusal:
    with pytest.raises(Refusal) as raised:
        action(*said, **more)  # type: ignore[operator]
    return raised.value


def at_betting(*seats: int, posted: int = 20_000) -> Sitting:
    """Returns a table of Three Card Poker with the bank at the first seat, waiting for bets."""
    sitting = Sitting(TCP, *seats)
    sitting.bank(f"p{seats[0]}", "take", posted)
    return sitting


# -- sitting down ---------------------------------------------------------------------------------------------------


def test_a_table_waits_for_company_and_offers_the_bank_when_it_has_some() -> None:
    sitting = Sitting(TCP, 3)
    assert sitting.state.phase == "waiting"
    sitting.say("p5", Sit(seat=5, buy_in=40_000, key="k"))
    assert (sitting.state.phase, sitting.state.round, sitting.state.offered) == ("offering", 1, 3)
    assert sitting.stack(5) == 40_000
    assert sitting.books["cage/p5"] == -40_000


def test_a_seat_that_is_taken_and_a_buy_in_that_is_too_small_are_refused_with_what_is_right() -> None:
    sitting = Sitting(TCP, 3)
    taken = refusal(sitting.say, "p5", Sit(seat=3, buy_in=40_000, key="k"))
    assert (taken.code, taken.sentence) == ("taken", "seat 3 is taken by P3")
    small = refusal(sitting.say, "p5", Sit(seat=4, buy_in=100, key="k"))
    assert (small.code, small.facts["low"], small.facts["high"]) == ("buy-in", 4000, None)
    assert small.sentence == "1.00 is refused: a buy-in is 40.00 or more"
    again = refusal(sitting.say, "p3", Sit(seat=4, key="k"))
    assert again.sentence == "P3 sits at this table already: one hand a player"


def test_who_leaves_in_a_round_leaves_when_it_is_over() -> None:
    sitting = at_betting(1, 2, 3)
    sitting.bet("p2", "2", ante=500)
    sitting.bet("p3", "3", ante=500)
    sitting.ready("p1", "p2", "p3")
    assert sitting.state.phase == "playing"
    ack = sitting.say("p2", StandUp(key="k")).ack
    assert ack.from_round == 2
    assert [row.person for row in sitting.state.seats] == ["p1", "p2", "p3"]
    sitting.defaults()
    assert [row.person for row in sitting.state.seats] == ["p1", "p3"]
    assert sitting.books["stack/t1/p2"] == 0


def test_who_has_left_plays_no_place_any_more_not_even_in_the_round_that_is_still_to_be_seen() -> None:
    sitting = at_betting(1, 3, 5)
    sitting.bet("p3", "3", ante=500)
    sitting.bet("p5", "5", ante=500)
    sitting.ready("p1", "p3", "p5")
    sitting.say("p3", StandUp(key="k"))
    sitting.defaults()
    assert sitting.state.phase == "settled"
    for said in (Decide(round=1, step=0, place="3", decision="fold", key="k"), TakeBack(round=1, place="3", key="k")):
        assert refusal(sitting.say, "p3", said).code == "not-yours"
        assert refusal(sitting.say, "p5", structs.replace(said, place="5")).code == "stale"


def test_chips_bought_in_a_round_are_in_play_from_the_next_on() -> None:
    sitting = at_betting(1, 2)
    sitting.bet("p2", "2", ante=500)
    sitting.ready("p1", "p2")
    before = sitting.stack(2)
    assert sitting.say("p2", TopUp(cents=10_000, key="k")).from_round == 2
    assert sitting.stack(2) == before + 10_000
    place = sitting.live.context.round.felt.spots["2"]  # type: ignore[union-attr]
    assert place.stack == before, "the script offers what is in play"  # type: ignore[union-attr]


# -- the bank -------------------------------------------------------------------------------------------------------


@rule("PD-04", "PD-12")
def test_the_bank_is_offered_clockwise_and_who_passes_loses_the_turn() -> None:
    sitting = Sitting(TCP, 1, 2, 3)
    offer = sitting.mine("p1").bank
    assert (offer.may, offer.low, offer.high) == (
        ["take", "pass"],
        500,
        40_000 - sitting.live.context.sheet.fee_reserve,
    )
    assert sitting.mine("p2").bank is None
    not_asked = refusal(sitting.bank, "p2", "take", 10_000)
    assert (not_asked.code, not_asked.sentence) == ("turn", "the bank is offered to seat 1, not to seat 2")
    sitting.bank("p1", "pass")
    assert sitting.state.offered == 2
    sitting.bank("p2", "take", 10_000)
    assert (sitting.state.phase, sitting.state.bank.seat, sitting.state.bank.posted) == ("betting", 2, 10_000)
    assert sitting.stack(2) == 30_000


@rule("PD-09", "PD-13", "PD-08", "PD-10")
def test_one_person_banks_two_hands_and_then_somebody_else_does() -> None:
    sitting = at_betting(1, 2)
    turns = []
    for _ in range(2):
        turns.append((sitting.state.bank.seat, sitting.state.bank.turn, sitting.state.phase))
        sitting.bet("p2", "2", ante=500)
        sitting.ready("p1", "p2")
        sitting.defaults()
        sitting.next_round()
    assert turns == [(1, 1, "betting"), (1, 2, "betting")]
    assert (sitting.state.phase, sitting.state.offered) == ("offering", 2)
    sitting.bank("p2", "pass")
    assert sitting.state.phase == "broken"
    assert sitting.mine("p1").bank is None
    barred = refusal(sitting.bank, "p1", "take", 1000)
    assert (barred.code, barred.clause) == ("barred", "PD-13")
    sitting.bank("p2", "take", 1000)
    assert (sitting.state.phase, sitting.state.bank.seat) == ("betting", 2)


@rule("PD-11")
def test_the_holder_of_a_second_hand_may_post_another_stake_or_hand_the_bank_on() -> None:
    sitting = at_betting(1, 2, 3)
    sitting.bet("p2", "2", ante=500)
    sitting.ready("p1", "p2", "p3")
    sitting.defaults()
    sitting.next_round()
    assert sitting.mine("p1").bank.may == ["take", "release"]
    sitting.bank("p1", "take", 5_000)
    assert sitting.state.bank.posted == 5_000
    sitting.bet("p2", "2", ante=500)
    sitting.bank("p1", "release")
    assert (sitting.state.phase, sitting.state.offered, sitting.state.bets) == ("offering", 2, {})
    assert sitting.stack(2) + sitting.stack(1) + sitting.stack(3) + sitting.books["box"] == 120_000
    assert [line.do for line in sitting.heard(BankMoved)][-2:] == ["released", "offered"]  # type: ignore[union-attr]


@rule("PD-14")
def test_a_broken_game_is_offered_once_more_after_a_while() -> None:
    sitting = Sitting(TCP, 1, 2)
    sitting.bank("p1", "pass")
    sitting.bank("p2", "pass")
    assert sitting.state.phase == "broken"
    sitting.wait(5_000)
    assert (sitting.state.phase, sitting.state.offered) == ("offering", 1)


@rule("MPG-67")
def test_where_the_house_banks_too_it_takes_what_nobody_wants_and_every_other_hand() -> None:
    sitting = Sitting("mini-pai-gow", 1, 2, options={"player_bank": "on"}, buy_in=500_000)
    holders = []
    for _ in range(4):
        if sitting.state.phase == "offering":
            sitting.bank(f"p{sitting.state.offered}", "take", 100_000)
        holders.append(sitting.state.bank.seat)
        late = refusal(sitting.bank, "p1" if sitting.state.bank.seat != 1 else "p2", "take", 50_000)
        assert late.code in ("turn", "barred")
        for person in ("p1", "p2"):
            for offer in sitting.mine(person).bets:
                if offer.place != "bank":
                    sitting.bet(person, offer.place, main=500)
        sitting.ready("p1", "p2")
        sitting.defaults()
        sitting.next_round()
    assert holders == [1, 0, 2, 0]


# -- bets -----------------------------------------------------------------------------------------------------------


def test_every_circle_that_takes_a_bet_is_offered_with_its_limits() -> None:
    sitting = at_betting(1, 2)
    (offer,) = sitting.mine("p2").bets
    ante, bonus = offer.circles
    assert (offer.place, offer.on, offer.last) == ("2", {}, {})
    assert (ante.circle, ante.required, ante.low, ante.high, ante.step) == ("ante", True, 500, 30_000, 1)
    assert (bonus.circle, bonus.required, bonus.needs) == ("bonus", False, "ante")
    assert sitting.mine("p1").bets == []


def test_a_bet_leaves_the_stack_and_an_empty_one_takes_it_back() -> None:
    sitting = at_betting(1, 2)
    sitting.bet("p2", "2", ante=2_500, bonus=500)
    assert (sitting.stack(2), sitting.state.bets) == (37_000, {"2": {"ante": 2_500, "bonus": 500}})
    sitting.bet("p2", "2")
    assert (sitting.stack(2), sitting.state.bets) == (40_000, {})


def test_what_is_said_again_and_changes_nothing_is_answered_with_the_present_step() -> None:
    sitting = at_betting(1, 3)
    for wagers in ({}, {"ante": 700}, {}):
        sitting.bet("p3", "3", **wagers)
        n, rows = sitting.live.state.n, sitting.live.state.rows
        again = sitting.bet("p3", "3", **wagers)
        assert (again.changed, again.ack.n, again.row.n) == (False, n, rows + 1)
    for said in (SitOut(key="k"), ComeBack(post=False, key="k")):
        n = sitting.say("p3", said).n
        assert sitting.say("p3", said).ack.n == n == sitting.live.state.n


@pytest.mark.parametrize("game", OWN)
def test_every_chip_that_leaves_or_reaches_a_stack_is_told_once(game: str) -> None:
    """The banker is left out: the story tells a stake when the round begins and when it is over."""
    sitting = Sitting(game, 1, 2, 3)
    before = len(sitting.outcomes)
    bet_and_bank(sitting)
    banker = sitting.state.bank.person if sitting.state.bank else None
    sitting.defaults()
    told = [each.line for outcome in sitting.outcomes[before:] for each in outcome.story]
    gained = Counter[str]()
    for line in told:
        if isinstance(line, ChipsMoved):
            gained[line.source] -= line.cents
            gained[line.target] += line.cents
    for seat in (1, 2, 3):
        if f"p{seat}" != banker:
            assert sitting.stack(seat) == 10 * sitting.live.table_view().buy_in.low + gained[f"player p{seat}"]
    assert [line for line in told if isinstance(line, ChipsMoved)]


def test_a_bet_is_judged_as_the_whole_felt_would_lie_with_it() -> None:
    sitting = at_betting(1, 2)
    over = refusal(sitting.bet, "p2", "2", ante=100_000)
    assert (over.code, over.sentence) == ("chips", "1,000.00 is refused: P2 has 400.00 at this table")
    limit = refusal(sitting.bet, "p2", "2", ante=30_500)
    assert (limit.code, limit.sentence) == ("limit", "seat 2's ante of 305.00 is over the maximum of 300.00")
    alone = refusal(sitting.bet, "p2", "2", bonus=500)
    assert alone.code == "needs"
    other = refusal(sitting.bet, "p2", "1", ante=500)
    assert (other.code, other.sentence) == ("not-yours", "place 1 is not P2's: 2 are")
    bank = refusal(sitting.bet, "p1", "1", ante=500)
    assert (bank.code, bank.clause) == ("not-yours", "PD-19")
    assert sitting.state.bets == {}


@rule("PD-52")
def test_somebody_at_the_rail_bets_behind_a_seat_that_has_bet() -> None:
    sitting = Sitting("fortune-pai-gow", 1, 2)
    sitting.bank("p1", "take", 40_000)
    sitting.say("p9", Sit(seat=0, buy_in=20_000, key="k"))
    assert sitting.mine("p9").bets == []
    early = refusal(sitting.bet, "p9", "2.2", main=1_000)
    assert (early.code, early.clause) == ("bet-required", "PD-52")
    sitting.bet("p2", "2", main=1_000)
    assert [offer.place for offer in sitting.mine("p9").bets] == ["2.2"]
    sitting.bet("p9", "2.2", main=1_000)
    assert [row.stack for row in sitting.state.rail] == [19_000]
    sitting.bet("p2", "2")
    assert sitting.state.bets == {}
    before = sitting.stack(2)
    sitting.bet("p2", "2", main=1_000)
    sitting.bet("p9", "2.2", main=2_000)
    sitting.ready("p1", "p2", "p9")
    sitting.defaults()
    assert {row.place for row in sitting.state.payments} == {"2", "2.2"}
    nets = sitting.state.nets
    assert {*nets} == {"1", "2", "2.2"}, "who bets behind a seat does not change what is said of it"
    assert nets["2"] == sitting.stack(2) - before


@rule("PD-33")
def test_the_fee_of_a_void_hand_stands_for_its_redeal_and_goes_back_when_there_is_none() -> None:
    sitting = at_betting(1, 2)
    sitting.bet("p2", "2", ante=500)
    sitting.ready("p1", "p2")
    fee = sitting.books["box"] or -sum(post.cents for post in sitting.outcomes[-1].posts)
    sitting.floor("void", reason="wrong count")
    fee = sitting.books["box"]
    assert fee > 0
    sitting.next_round()
    assert (sitting.state.phase, sitting.state.round, sitting.state.bank.turn) == ("betting", 2, 1)
    sitting.bet("p2", "2", ante=500)
    sitting.ready("p1", "p2")
    sitting.defaults()
    assert sitting.books["box"] == fee, "it is not taken again"
    sitting.next_round()
    sitting.bet("p2", "2", ante=500)
    sitting.ready("p1", "p2")
    sitting.floor("void", reason="wrong count")
    assert sitting.books["box"] == 2 * fee
    sitting.say("p1", StandUp(key="k"))
    sitting.next_round()
    assert (sitting.state.phase, sitting.books["box"]) == ("waiting", fee)
    assert sitting.heard(FeeTaken)[-1].cents == -fee  # type: ignore[union-attr]


# -- decisions ------------------------------------------------------------------------------------------------------


def playing() -> Sitting:
    sitting = at_betting(1, 2, 3)
    sitting.bet("p2", "2", ante=500)
    sitting.bet("p3", "3", ante=500)
    sitting.ready("p1", "p2", "p3")
    assert sitting.state.phase == "playing"
    return sitting


def test_a_table_where_everybody_is_broke_waits_to_be_seen_and_goes_on_in_a_step_of_its_own() -> None:
    sitting = Sitting("texas-holdem", 1, 2)
    sitting.ready("p1", "p2")
    sitting.defaults()
    sitting.say("p1", SitOut(key="k"))
    sitting.live.state.players["p2"].chips = 0
    before = sitting.state.round, sitting.live.state.n
    sitting.say("p2", GiveWords(round=2, words="00112233445566778899", key="k"))
    assert (sitting.state.phase, sitting.mine("p2").ready) == ("settled", True)
    assert (sitting.state.round, sitting.live.state.n) == before
    sitting.now += 60_000
    late = sitting.say("p2", GiveWords(round=2, words="aa112233445566778899", key="k"))
    assert (sitting.state.phase, late.changed, late.n) == ("waiting", True, before[1] + 1)


def test_a_decision_names_the_step_in_which_it_was_asked() -> None:
    sitting = playing()
    asked = next(person for person in ("p2", "p3") if sitting.mine(person).asks)
    (ask,) = sitting.mine(asked).asks
    stale = refusal(sitting.say, asked, Decide(round=1, step=9, place=ask.place, decision="fold", key="k"))
    assert (stale.code, stale.facts) == ("stale", {"round": 1, "step": 0})
    amount = refusal(sitting.decide, asked, {"play": 3_000})
    assert amount.sentence == "play 30.00 is refused: it must be exactly 5.00"
    other = refusal(sitting.say, "p1", Decide(round=1, step=0, place=ask.place, decision="fold", key="k"))
    assert other.code == "not-yours"
    sitting.decide(asked, "fold")
    assert sitting.state.step == 1
    again = refusal(sitting.say, asked, Decide(round=1, step=0, place=ask.place, decision="fold", key="k"))
    assert again.code == "stale"


def test_time_runs_out_into_the_default_and_twice_in_a_row_into_sitting_out() -> None:
    sitting = playing()
    (place,) = sitting.state.waiting
    assert sitting.state.due_ms == {place: 50_000}
    assert sitting.state.bank_ms == {place: 30_000}
    sitting.wait(49_999)
    assert sitting.state.waiting == [place]
    sitting.now += 2
    assert refusal(sitting.decide, f"p{place}", "fold").code == "late"
    sitting.wait(0)
    decided = sitting.heard(DecisionMade)[-1]
    assert (decided.place, decided.decision, decided.slow) == (place, "fold", True)  # type: ignore[union-attr]
    sitting.wait(60_000)
    assert sitting.state.phase == "settled"
    sitting.wait(6_000)
    sitting.wait(20_000)
    assert {row.person: row.out for row in sitting.state.seats} == {"p1": False, "p2": True, "p3": True}


@rule("PAN-78")
def test_before_the_clock_takes_a_hand_in_pan_its_player_is_warned_and_has_the_time_bank() -> None:
    sitting = Sitting("panguingue", 1, 2, 3)
    sitting.ready("p1", "p2", "p3")
    while (ask := sitting.mine(f"p{sitting.state.waiting[0]}").asks[0]).default != "leave":
        sitting.decide(f"p{ask.place}", "play" if ask.default == "drop" else ask.default)
    place = ask.place
    assert sitting.live.due() == sitting.now + 20_000
    told = sitting.wait(20_000).story
    assert [for_person(line, f"p{place}") for line in told] == [
        Warned(n=sitting.live.state.n, place=place, ms=30_000, default="leave")
    ]
    assert [for_person(line, "a stranger") for line in told] == [Warned(n=sitting.live.state.n, place=place, ms=30_000)]
    assert sitting.live.due() == sitting.now + 30_000
    assert sitting.wait(29_999).idle, "nobody is warned twice"
    assert [line.line.decision for line in sitting.wait(1).story if isinstance(line.line, DecisionMade)] == ["leave"]


def test_a_warning_tells_nobody_else_which_cards_the_clock_would_set() -> None:
    sitting = Sitting("pai-gow-seneca", 1, 2, buy_in=1_000_000)
    sitting.bet("p1", "1", main=2_500)
    sitting.bet("p2", "2", main=2_500)
    sitting.ready("p1", "p2")
    told = sitting.wait(20_000).story
    assert {line.line.place for line in told if isinstance(line.line, Warned)} == {"1", "2"}
    for person in ("p1", "p2"):
        heard = {line.place: line.default for each in told if isinstance(line := for_person(each, person), Warned)}
        assert [place for place, default in heard.items() if default is not None] == [person[1:]]


@pytest.mark.parametrize(("full", "free"), [(False, 1), (True, 0)])
def test_a_seat_stays_free_unless_the_table_is_opened_to_be_full(full: bool, free: int) -> None:
    seats = Sitting(SPLIT).live.table_view().seats
    sitting = Sitting(SPLIT, bots=seats - 1, full=full)
    (last,) = {*range(1, seats + 1)} - {*sitting.live.state.seats}
    sitting.say("p1", Sit(seat=last, buy_in=100_000, key="k"))
    assert len(sitting.live.state.seats) == seats - free
    assert sitting.live.state.seats[last] == "p1"


def test_alone_with_bots_there_is_no_clock() -> None:
    sitting = Sitting(SPLIT, 2, bots=3)
    assert (sitting.state.phase, sitting.state.due_ms) == ("betting", {})
    assert sum(row.bot for row in sitting.state.seats) == 3
    sitting.bet("p2", "2", primary=500)
    sitting.ready("p2")
    assert {ask.about for ask in sitting.live.bots_asked()} == {"bet"}
    sitting.wait(10_000)
    assert sitting.state.phase == "playing", "bots that say nothing are not waited for"
    assert sitting.live.due() is None
    sitting.wait(3_600_000)
    assert sitting.state.waiting == ["2"]
    free = next(seat for seat in range(1, 8) if seat not in sitting.live.state.seats)
    sitting.say("p5", Sit(seat=free, buy_in=50_000, key="k"))
    assert sitting.state.due_ms == {"2": 50_000}


@rule("PAN-21")
def test_a_decision_is_taken_back_as_long_as_nothing_followed_it() -> None:
    sitting = Sitting("panguingue", 1, 2, 3)
    sitting.ready("p1", "p2", "p3")
    (place,) = sitting.state.waiting
    sitting.decide(f"p{place}", "play")
    assert sitting.mine(f"p{place}").take_back == [place]
    sitting.say(f"p{place}", TakeBack(round=1, place=place, key="k"))
    assert (sitting.state.step, sitting.state.waiting) == (0, [place])
    sitting.decide(f"p{place}", "drop")
    sitting.decide(f"p{sitting.state.waiting[0]}", "play")
    late = refusal(sitting.say, f"p{place}", TakeBack(round=1, place=place, key="k"))
    assert late.sentence == f"place {place} has no decision that can be taken back now"


# -- lines, pauses, the host ----------------------------------------------------------------------------------------


def test_a_seat_is_held_for_somebody_who_lost_the_line_and_then_the_chips_go_to_the_cage() -> None:
    sitting = Sitting(SPLIT, 1, 2)
    sitting.say("room", Line(person="p2", up=False))
    assert [row.away for row in sitting.state.seats] == [False, True]
    sitting.say("room", Line(person="p2", up=True))
    assert [row.away for row in sitting.state.seats] == [False, False]
    sitting.say("room", Line(person="p2", up=False))
    sitting.wait(600_001)
    assert [row.person for row in sitting.state.seats] == ["p1"]
    assert sitting.books["cage/p2"] == 0


def test_a_pause_stops_every_clock() -> None:
    sitting = playing()
    (place,) = sitting.state.waiting
    sitting.now += 10_000
    sitting.floor("pause")
    assert (sitting.state.phase, sitting.state.was) == ("paused", "playing")
    assert (sitting.state.waiting, sitting.state.due_ms) == ([place], {}), "no time runs, and so there is no deadline"
    assert refusal(sitting.say, f"p{place}", Ready(round=1, key="k")).sentence == "the table is paused"
    sitting.wait(1_000_000)
    sitting.floor("resume")
    assert (sitting.state.phase, sitting.state.due_ms) == ("playing", {place: 40_000})


def test_only_the_host_is_the_floor() -> None:
    sitting = playing()
    for do in get_args(Deed):
        assert refusal(sitting.say, "p2", Floor(do=do, reason="I lose", key="k")).code == "not-host"
    assert refusal(sitting.say, "p2", Configure(bots=4, key="k")).code == "not-host"


def test_the_host_removes_mutes_and_closes() -> None:
    sitting = playing()
    sitting.floor("mute", person="p2")
    assert refusal(sitting.say, "p2", Say(text="hello", key="k")).code == "muted"
    assert sitting.floor("remove", person="p3").from_round == 2
    sitting.floor("close")
    assert sitting.state.phase == "closing"
    while sitting.state.waiting:
        person = f"p{sitting.state.waiting[0]}"
        sitting.decide(person, "fold")
    assert (sitting.state.phase, sitting.state.seats) == ("closed", [])
    assert refusal(sitting.say, "p3", Sit(seat=3, buy_in=50_000, key="k")).sentence == "the table is closed"
    assert not any(cents for account, cents in sitting.books.items() if account.startswith("stack/"))


def test_words_are_taken_for_rounds_that_were_committed_to_and_have_not_begun() -> None:
    sitting = at_betting(1, 2)
    outcome = sitting.say("p2", GiveWords(round=1, words="00ff00ff00ff00ff", key="k"))
    assert not outcome.changed
    assert refusal(sitting.say, "p2", GiveWords(round=2, words="00ff00ff00ff00ff", key="k")).code == "stale"
    sitting.bet("p2", "2", ante=500)
    sitting.ready("p1", "p2")
    assert sitting.live.state.running.words == {"2": "00ff00ff00ff00ff"}  # type: ignore[union-attr]
    sitting.defaults()
    assert sitting.state.next.round == 2
    assert sitting.state.fair["words"] == {"2": "00ff00ff00ff00ff"}
    sitting.say("p2", GiveWords(round=2, words="11ff00ff00ff00ff", key="k"))


# -- poker and pan --------------------------------------------------------------------------------------------------


@rule("THE-09")
def test_a_newcomer_waits_for_the_big_blind_or_posts() -> None:
    sitting = Sitting("texas-holdem", 1, 2, 3)
    assert sitting.mine("p1").ready
    sitting.ready("p1", "p2", "p3")
    assert sitting.state.phase == "playing"
    sitting.say("p5", Sit(seat=5, buy_in=10_000, key="k"))
    sitting.defaults()
    button = sitting.state.button
    sitting.next_round()
    assert sitting.state.button == button % 3 + 1
    dealt_in = {row.seat for row in sitting.state.places}
    if 5 not in dealt_in:
        assert next(row.missed for row in sitting.state.seats if row.seat == 5) == "newcomer"


def test_who_sits_out_misses_his_blinds_across_a_restart() -> None:
    sitting = Sitting("texas-holdem", 1, 2, 3, 4)
    sitting.ready("p1", "p2", "p3", "p4")
    sitting.defaults()
    sitting.say("p2", SitOut(key="k"))
    for _ in range(5):
        sitting.next_round()
        sitting.defaults()
        sitting.live = type(sitting.live).from_snapshot(sitting.live.snapshot(), sitting.chance)
    assert next(row.missed for row in sitting.state.seats if row.seat == 2) == "both"
    sitting.say("p2", ComeBack(key="k"))
    assert not next(row.out for row in sitting.state.seats if row.seat == 2)


@rule("LOW-22", "LOW-23")
def test_everybody_seated_at_the_half_hour_pays_for_time() -> None:
    sitting = Sitting("lowball", 1, 2, 3)
    sitting.ready("p1", "p2", "p3")
    sitting.defaults()
    assert sitting.books["box"] == 0
    sitting.say("p3", SitOut(key="k"))
    sitting.now += 31 * 60_000
    sitting.say("p4", Sit(seat=4, buy_in=20_000, key="k"))
    sitting.next_round()
    paid = {line.payer: line.cents for line in sitting.heard(FeeTaken)}  # type: ignore[union-attr]
    assert paid == {"player p1": 200, "player p2": 200, "player p3": 200}
    assert sitting.books["box"] == 600


@rule("PAN-13")
def test_the_room_puts_up_the_tops_of_a_pan_hand() -> None:
    sitting = Sitting("panguingue", 1, 2, 3)
    assert sitting.mine("p1").bets == []
    sitting.ready("p1", "p2", "p3")
    assert sitting.state.phase == "playing"
    assert sitting.state.pots == {"tops": 300}


def test_a_banker_who_leaves_a_paused_table_and_comes_back_has_no_stake_in_the_bank() -> None:
    sitting = Sitting("pure-21-5-blackjack", 1, 2, 3)
    banker = f"p{sitting.state.offered}"
    sitting.bank(banker, "take", sitting.mine(banker).bank.high)
    sitting.floor("pause")
    sitting.say(banker, StandUp(key="k"))
    sitting.say(banker, Sit(seat=6, buy_in=sitting.live.table_view().buy_in.low, key="k"))
    assert sitting.state.bank is None or sitting.state.bank.person != banker
    assert sitting.stack(6) == sitting.live.table_view().buy_in.low
    sitting.floor("resume")
    assert sitting.state.phase == "offering"


def test_a_banker_who_wants_to_leave_banks_the_round_to_its_end_whoever_leaves_a_paused_table() -> None:
    sitting = Sitting("three-card-poker", 1, 2, 3)
    banker = sitting.state.offered
    assert banker is not None
    sitting.bank(f"p{banker}", "take", sitting.mine(f"p{banker}").bank.high)
    player, other = [seat for seat in (1, 2, 3) if seat != banker]
    sitting.bet(f"p{player}", str(player), ante=500)
    sitting.ready("p1", "p2", "p3")
    assert sitting.state.phase == "playing"
    sitting.floor("pause")
    sitting.say(f"p{banker}", StandUp(key="k"))
    sitting.say(f"p{other}", StandUp(key="k"))
    sitting.floor("resume")
    sitting.defaults()
    assert sitting.state.payments, "the round is settled"
    assert {seat.seat for seat in sitting.state.seats} == {player}


def test_to_remove_nobody_is_refused() -> None:
    sitting = Sitting("three-card-poker", 1, 2)
    with pytest.raises(Refusal, match="nobody is named who is to be removed") as refused:
        sitting.floor("remove")
    assert (refused.value.code, refused.value.where) == ("format", "person")


def test_once_a_round_is_over_every_hand_that_lies_open_is_named_and_before_that_only_ones_own() -> None:
    """A community card that only a side bet uses is part of no hand."""
    sitting = Sitting(SPLIT, 1, 2)
    for seat in (1, 2):
        sitting.bet(f"p{seat}", str(seat), primary=500)
    sitting.ready("p1", "p2")
    assert {*sitting.mine("p1").hands} == {"1"}
    sitting.defaults()
    hands = sitting.mine("p1").hands
    assert {*hands} == {"1", "1 low", "2", "2 low", "bank", "bank low"}
    assert hands == sitting.mine("p2").hands
    for spot, says in hands.items():
        assert says in {hand.says for hand in houseway.rank(SPLIT, sitting.state.cards[spot]).values()}, spot
    assert sitting.mine("nobody").hands == {}


@pytest.mark.parametrize("game", ["omaha", "pineapple-hi-lo"])
def test_cards_that_compete_for_both_halves_of_a_pot_are_named_twice(game: str) -> None:
    deck = "As Ah 2d 2c Kh Kd 3d 3c 8s 7h 6d 5c 4s 8h 7d 6c 5s 4h"
    sitting = Sitting(game, 1, 2, laid=[Laid(round=1, deck=deck, draw="Kc Qs")])
    sitting.ready("p1", "p2")
    assert sitting.mine("p1").lows == {}, "a few cards are no low"
    while sitting.state.phase == "playing":
        for person in ("p1", "p2"):
            for ask in sitting.mine(person).asks:
                names = [choice.name for choice in ask.choices]
                sitting.decide(person, next(name for name in ("check", "call", "show") if name in names), ask.place)
    named = sitting.mine("p1")
    assert {*named.hands} == {*named.lows} == {"1", "2"}
    for spot in ("1", "2"):
        ranked = houseway.rank(game, f"{sitting.state.cards[spot]} {sitting.state.cards['board']}")
        assert (named.hands[spot], named.lows[spot]) == (ranked["high"].says, ranked["low"].says)
        for name, hand in ((named.hand_names[spot], ranked["high"]), (named.low_names[spot], ranked["low"])):
            assert hand.name is not None
            assert (name.ladder, name.facts) == (hand.name.ladder, dict(hand.name.facts))
    assert sitting.mine("nobody").lows == sitting.mine("nobody").low_names == {}


def test_a_hand_is_named_by_a_key_and_facts_and_a_setting_by_one_for_each_part() -> None:
    sitting = Sitting("fortune-pai-gow", 1, 2, buy_in=1_000_000)
    bet_and_bank(sitting)
    mine = sitting.mine("p2")
    assert {*mine.hand_names} == {*mine.hands} == {"2"}
    (ask,) = mine.asks
    assert ask.settings
    for offer in (*ask.settings, *ask.fouls):
        front = houseway.rank("fortune-pai-gow", offer.pick)["front"]
        assert offer.high_name is not None
        assert front.name is not None
        assert offer.low_name == HandNameView(front.name.ladder, dict(front.name.facts))


def test_words_that_a_game_puts_in_the_place_of_a_name_are_told_without_that_name() -> None:
    """A game from outside may call a hand of the house's ladders otherwise."""
    hand = five.hand(cards_from("As Ad Kh Kd 3d"))
    assert called(hand) == (hand.says, HandNameView("two-pair", {"of": "A", "second": "K", "side": ("3",)}))
    assert called(hand._replace(says="two skeets")) == ("two skeets", None)
    assert called(hand.called(named("two skeets", "skeets", n=2))) == ("two skeets", HandNameView("skeets", {"n": 2}))
    assert called(Hand(1, "skeet", "a skeet", ())) == ("a skeet", None)


def test_that_somebody_was_shown_to_the_own_seat_is_written_down_and_nobody_sees_it() -> None:
    sitting = Sitting("three-card-poker", 1, 2)
    before = sitting.live.state.n, sitting.live.state.rows
    outcome = sitting.say("p1", Found(game="three-card-poker", seat=1, key="again"))
    assert not outcome.changed
    assert (sitting.live.state.n, sitting.live.state.rows) == (before[0], before[1] + 1)
    with pytest.raises(Refusal, match="P9 does not sit at this table"):
        sitting.say("p9", Found(game="three-card-poker", seat=1, key="never"))
