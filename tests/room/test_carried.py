"""The shoe, jackpots and dealer position carry from one round to the next, with restarts in between."""

from itertools import pairwise

import pytest

from houseway.room.fairness.fair_chance import FairChance, seeds_of
from houseway.room.live_table import LiveTable
from houseway.room.messages.commands import Configure, Sit, StandUp
from houseway.room.messages.story_lines import ButtonMoved, CardsDealt, Shuffled, for_person
from houseway.script import Refusal
from houseway.testing import rule
from tests.room.sitting import Sitting, bet_and_bank

DAY = 86_400_000


def restarted(sitting: Sitting) -> None:
    """Rebuilds the table from its snapshot, as after a restart."""
    sitting.live = LiveTable.from_snapshot(sitting.live.snapshot(), sitting.chance)


def one_round(sitting: Sitting, circle: str, cents: int) -> None:
    """Plays one round: the person with the offer takes the bank, everybody else bets, and defaults decide."""
    while sitting.state.phase == "offering":
        person = f"p{sitting.state.offered}"
        sitting.bank(person, "take", sitting.mine(person).bank.high)
    for person in list(sitting.live.state.players):
        for offer in sitting.mine(person).bets[:1]:
            sitting.bet(person, offer.place, **{circle: cents})
    sitting.next_round()
    sitting.defaults()


@rule("P21-25")
def test_a_shoe_serves_round_after_round_across_restarts_until_the_cut_card() -> None:
    sitting = Sitting("pure-21-5-blackjack", 1, 2, 3, buy_in=1_000_000)
    stock = []
    for _ in range(40):
        one_round(sitting, "main", 500)
        assert sitting.state.phase == "settled"
        stock.append(sitting.state.counts.stock)
        restarted(sitting)
        sitting.next_round()
    shuffles = sitting.heard(Shuffled)
    assert all(later < earlier for earlier, later in pairwise(stock[:9]))
    assert 1 < len(shuffles) < 10
    assert shuffles[0].cards == 312  # type: ignore[union-attr]


def test_a_jackpot_starts_at_its_seed_and_grows_by_days_and_by_hand() -> None:
    sitting = Sitting("three-card-split", 1, options={"bonus_paytable": "TCS-4a"})
    ((name, seed),) = sitting.state.pools.items()
    assert (seed, sitting.books[f"pool/t1/{name}"], sitting.books["house"]) == (50_000, 50_000, -50_000)
    sitting.floor("jackpot", pool=name, cents=700)
    assert sitting.state.pools == {name: 50_700}
    one_round(sitting, "primary", 500)
    sitting.now += 2 * DAY
    restarted(sitting)
    sitting.next_round()
    assert sitting.state.pools == {name: 70_700}
    assert sitting.books[f"pool/t1/{name}"] == 70_700


def test_a_jackpot_that_was_to_come_is_not_opened_at_a_table_that_closes() -> None:
    sitting = Sitting("three-card-split", 1)
    bet_and_bank(sitting)
    assert sitting.state.phase == "playing"
    sitting.say("host", Configure(options={"bonus_paytable": "TCS-4a"}, key="k"))
    sitting.floor("close")
    while asks := sitting.mine("p1").asks:
        sitting.decide("p1", asks[0].default)
    sitting.wait(60_000)
    assert sitting.state.phase == "closed"
    assert {
        name: cents for name, cents in sitting.books.items() if cents and name.startswith(("pool/", "stack/"))
    } == {}
    with pytest.raises(Refusal):
        sitting.say("host", Configure(options={"bonus_paytable": "TCS-4a"}, key="k"))


def test_two_hands_of_one_person_are_two_seats_with_one_stack() -> None:
    sitting = Sitting("pai-gow-seneca", 1, buy_in=20_000)
    sitting.say("p1", Sit(seat=2, key="k"))
    assert [offer.place for offer in sitting.mine("p1").bets] == ["1", "2"]
    sitting.bet("p1", "1", main=1_000)
    sitting.bet("p1", "2", main=2_000)
    assert (sitting.stack(1), sitting.stack(2)) == (17_000, 17_000)
    sitting.next_round()
    assert sorted(ask.place for ask in sitting.mine("p1").asks) == ["1", "2"]
    assert sitting.say("p1", StandUp(seat=2, key="k")).from_round == 2
    sitting.defaults()
    assert [row.seat for row in sitting.state.seats] == [1]


@rule("THE-06", "THE-07")
def test_the_first_button_is_drawn_for_and_then_moves_seat_by_seat_across_restarts() -> None:
    sitting = Sitting("texas-holdem", 2, 4, 7)
    for _ in range(6):
        sitting.next_round()
        sitting.defaults()
        restarted(sitting)
    first, *others = [line.seat for line in sitting.heard(ButtonMoved)]  # type: ignore[union-attr]
    seats = [2, 4, 7]
    assert others == [seats[(seats.index(first) + step) % 3] for step in range(1, 6)]


@rule("PAN-10")
def test_the_dealer_position_of_pan_moves_counter_clockwise() -> None:
    sitting = Sitting("panguingue", 2, 4, 7)
    for _ in range(4):
        sitting.next_round()
        sitting.defaults()
        restarted(sitting)
    first, *others = [line.seat for line in sitting.heard(ButtonMoved)]  # type: ignore[union-attr]
    seats = [7, 4, 2]
    assert others == [seats[(seats.index(first) + step) % 3] for step in range(1, 4)]


@rule("THE-06")
def test_two_newcomers_who_are_left_alone_draw_for_the_button_anew() -> None:
    sitting = Sitting("texas-holdem", 1, 2)
    sitting.next_round()
    sitting.defaults()
    for seat in (4, 6):
        sitting.say(f"p{seat}", Sit(seat=seat, buy_in=10_000, key="k"))
    for person in ("p1", "p2"):
        sitting.say(person, StandUp(key="k"))
    sitting.wait(60_000)
    assert (sitting.state.phase, sitting.state.round) == ("playing", 2)
    assert {line.spot for line in sitting.heard(CardsDealt)} >= {"draw 4", "draw 6"}  # type: ignore[union-attr]


@rule("PAN-15", "PAN-16")
@pytest.mark.parametrize("basis", ["per-hand-dealer-position", "per-hand-each-player"])
def test_who_cannot_pay_the_fee_of_a_hand_of_pan_neither_draws_nor_is_dealt_in(basis: str) -> None:
    sitting = Sitting("panguingue", 2, 4, options={"fee_basis": basis})
    sitting.live.state.players["p2"].chips = 450  # a top of 1.00, and 50 cents too few for the fee of 4.00
    sitting.say("p7", Sit(seat=7, buy_in=10_000, key="k"))
    sitting.next_round()
    assert sitting.state.phase == "playing"
    assert {line.spot for line in sitting.heard(CardsDealt) if line.spot.isdigit()} == {"4", "7"}  # type: ignore[union-attr]


def test_what_the_host_posts_in_a_round_holds_from_the_next_on() -> None:
    sitting = Sitting("pai-gow-seneca", 1, 2)
    sitting.bet("p1", "1", main=1_000)
    sitting.ready("p1", "p2")
    assert sitting.say("host", Configure(bots=2, time=45, key="k")).from_round == 2
    assert sitting.live.table_view().time == 20
    sitting.defaults()
    assert sitting.live.table_view().time == 45
    assert sum(row.bot for row in sitting.state.seats) == 2


def test_a_table_that_no_round_could_be_dealt_at_does_not_open() -> None:
    with pytest.raises(Refusal, match="insurance is refused where a Pure pays 6:5: it needs pure_payoff = 3:2"):
        Sitting("pure-21-5-blackjack", options={"insurance": True, "pure_payoff": "6:5"})
    with pytest.raises(Refusal, match="9 seats are refused: the table has 2 to 8"):
        Sitting("three-card-poker", seats=9)


def test_a_person_can_prove_the_cards_that_were_seen_after_a_restart_too() -> None:
    sitting = Sitting("texas-holdem", 1, 2, 3)
    sitting.next_round()
    sitting.defaults()
    before = sitting.mine("p1").openings
    assert len(before) >= 2
    assert sitting.state.fair["seed"] is None
    sitting.chance = FairChance(seeds_of("a test"))
    restarted(sitting)
    assert sitting.mine("p1").openings == before


def test_who_sits_down_in_a_seat_has_not_heard_what_was_dealt_there() -> None:
    sitting = Sitting("texas-holdem", 1, 2, 3)
    sitting.next_round()
    dealt = [line for outcome in sitting.outcomes for line in outcome.story if isinstance(line.line, CardsDealt)]
    own = [line for line in dealt if isinstance(line.line, CardsDealt) and line.line.spot == "2"]
    assert [for_person(line, "p2").cards for line in own] == sitting.mine("p2").cards["2"].split()  # type: ignore[union-attr]
    sitting.say("p2", StandUp(key="k"))
    sitting.defaults()
    sitting.say("p9", Sit(seat=2, buy_in=10_000, key="k"))
    assert {for_person(line, "p9").cards for line in own} == {"--"}  # type: ignore[union-attr]
    assert sitting.mine("p9").cards == {}
