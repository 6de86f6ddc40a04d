"""Fees over a void hand and its redeal, worked out by hand from the schedules (PD-33, PGC-51, FPG-33).

Each payer's own earlier fee counts towards the cost of the redeal. Nobody plays free on another's payment. A player who
does not play the redeal gets the earlier fee back.
"""

from collections import Counter
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from houseway.games import find
from houseway.room.core.forced_closing import carried_fees, closing_outcome
from houseway.room.live_table import LiveTable
from houseway.room.messages.commands import ROOM, SetAside, Sit, SitOut, StandUp
from houseway.room.messages.story_lines import FeeTaken
from houseway.script import Refusal
from houseway.server.tables.quarantine import Quarantine
from houseway.store import TableKept
from houseway.table import Round, Setup
from houseway.table.setup import BankSetup, SeatSetup, document_from, document_text
from houseway.testing import rule
from tests.room.sitting import Sitting

CHIPS = 1_000_000
CALIFORNIA, FORTUNE, TCP, P21 = "pai-gow-california", "fortune-pai-gow", "three-card-poker", "pure-21-5-blackjack"


def banked_by_p1(game: str, *seats: int, **said: Any) -> Sitting:
    """Returns a table where seat 1 holds the bank and bets are open."""
    sitting = Sitting(game, *seats, buy_in=CHIPS, **said)
    while sitting.state.phase == "offering":
        offered = f"p{sitting.state.offered}"
        sitting.bank(offered, "take" if offered == "p1" else "decline", 500_000 if offered == "p1" else 0)
    assert (sitting.state.phase, sitting.state.bank.seat) == ("betting", 1)
    return sitting


def dealt(sitting: Sitting, circle: str, **bets: int) -> None:
    """Places the bets of these people at their own seats, and deals the round."""
    for person, cents in bets.items():
        sitting.bet(person, person[1:], **{circle: cents})
    sitting.next_round()
    assert sitting.state.phase == "playing"


def voided(sitting: Sitting) -> None:
    """Voids the round, restarts the table, and opens the bets of the same bank's hand again."""
    sitting.floor("void", reason="wrong count")
    sitting.live = LiveTable.from_snapshot(sitting.live.snapshot(), sitting.chance)
    sitting.next_round()


def fees(sitting: Sitting) -> list[tuple[str, int]]:
    """Returns the payer and the cents of each fee of the round on the table."""
    return [(fee.payer, fee.amount) for fee in sitting.state.fees]


@rule("PD-33", "PGC-51", "PGC-12")
def test_who_did_not_pay_for_the_void_hand_pays_for_the_redeal_and_who_stays_out_of_it_is_paid_back() -> None:
    sitting = banked_by_p1(CALIFORNIA, 1, 2, 3, 4)
    dealt(sitting, "main", p2=5_000, p3=15_000)
    voided(sitting)
    assert (sitting.books["box"], sitting.stack(2), sitting.stack(3)) == (300, CHIPS - 100, CHIPS - 200)
    dealt(sitting, "main", p2=5_000, p4=25_000)
    assert fees(sitting) == [("4", 300)]
    assert (sitting.stack(2), sitting.stack(3), sitting.stack(4)) == (CHIPS - 5_100, CHIPS, CHIPS - 25_300)
    sitting.defaults()
    assert sitting.books["box"] == 100 + 300


@rule("PD-33", "PGC-51", "PGC-12")
@pytest.mark.parametrize(("again", "fee"), [(15_000, 100), (5_000, 0), (45_000, 400)])
def test_a_larger_bet_in_the_redeal_pays_only_what_is_still_due(again: int, fee: int) -> None:
    sitting = banked_by_p1(CALIFORNIA, 1, 2)
    dealt(sitting, "main", p2=10_000)
    voided(sitting)
    dealt(sitting, "main", p2=again)
    assert sum(amount for _, amount in fees(sitting)) == fee
    sitting.defaults()
    assert sitting.books["box"] == 100 + fee


@rule("PD-33", "FPG-33")
def test_a_smaller_bet_in_the_redeal_brings_a_part_of_the_fee_back() -> None:
    sitting = banked_by_p1(FORTUNE, 1, 2)
    dealt(sitting, "main", p2=25_000)
    voided(sitting)
    before = sitting.books["box"]
    dealt(sitting, "main", p2=5_000)
    ((place, amount),) = fees(sitting)
    assert place == "2"
    assert amount < 0
    sitting.defaults()
    fresh = banked_by_p1(FORTUNE, 1, 2)
    dealt(fresh, "main", p2=5_000)
    fresh.defaults()
    assert sitting.books["box"] == before + amount == fresh.books["box"]


@rule("PD-33", "PD-26")
def test_a_bank_pays_by_the_action_that_is_dealt_again() -> None:
    sitting = banked_by_p1(TCP, 1, 2, 3)
    dealt(sitting, "ante", p2=500)
    voided(sitting)
    small = sitting.books["box"]
    dealt(sitting, "ante", p2=30_000, p3=30_000)
    sitting.defaults()
    fresh = banked_by_p1(TCP, 1, 2, 3)
    dealt(fresh, "ante", p2=30_000, p3=30_000)
    fresh.defaults()
    assert sitting.books["box"] == fresh.books["box"] > small > 0


@rule("PD-33")
def test_a_bank_that_put_up_all_it_could_can_put_up_as_much_for_the_redeal() -> None:
    sitting = Sitting(TCP, 1, 2, buy_in=CHIPS)
    most = sitting.mine("p1").bank.high
    sitting.bank("p1", "take", most)
    dealt(sitting, "ante", p2=500)
    voided(sitting)
    assert sitting.state.bank.posted == most


@rule("PD-33", "PGC-51")
def test_a_hand_that_is_void_twice_costs_each_payer_one_fee() -> None:
    sitting = banked_by_p1(CALIFORNIA, 1, 2, 3, 4)
    dealt(sitting, "main", p2=5_000, p3=5_000)
    voided(sitting)
    dealt(sitting, "main", p3=5_000, p4=25_000)
    assert sitting.stack(2) == CHIPS
    voided(sitting)
    assert sitting.books["box"] == 100 + 300
    dealt(sitting, "main", p2=5_000, p4=15_000)
    sitting.defaults()
    assert sitting.books["box"] == 100 + 200


@rule("PD-33")
def test_with_another_bank_every_payer_is_paid_back_before_the_next_hand() -> None:
    sitting = banked_by_p1(CALIFORNIA, 1, 2, 3)
    dealt(sitting, "main", p2=5_000, p3=15_000)
    sitting.floor("void", reason="wrong count")
    sitting.say("p1", SitOut(key="k"))
    sitting.next_round()
    sitting.bank("p2", "take", 500_000)
    assert sitting.books["box"] == 0
    assert (sitting.stack(2), sitting.stack(3)) == (CHIPS - 500_000, CHIPS)
    dealt(sitting, "main", p3=15_000)
    assert fees(sitting) == [("3", 200)]


@rule("PD-33")
def test_who_left_before_the_redeal_finds_the_fee_in_the_cage() -> None:
    sitting = banked_by_p1(CALIFORNIA, 1, 2, 3)
    cage = sitting.books["cage/p3"]
    dealt(sitting, "main", p2=5_000, p3=15_000)
    sitting.floor("void", reason="wrong count")
    sitting.say("p3", StandUp(key="k"))
    sitting.next_round()
    dealt(sitting, "main", p2=5_000)
    assert sitting.books["cage/p3"] == cage + CHIPS
    assert sitting.heard(FeeTaken)[-1].payer == "player p3"  # type: ignore[union-attr]


@rule("PD-33", "P21-74")
def test_a_fee_into_a_jackpot_pool_goes_the_same_way() -> None:
    said = {"options": {"bonus_suited_777": True}, "bonuses": {"suited-777": {"fee": 100}}}
    sitting = banked_by_p1(P21, 1, 2, 3, 4, **msgspec.convert(said, dict))
    dealt(sitting, "main", p2=1_000, p3=1_000)
    voided(sitting)
    assert sitting.state.pools == {"suited-777": 200}
    dealt(sitting, "main", p2=1_000, p4=1_000)
    assert (sitting.state.pools, sitting.stack(3)) == ({"suited-777": 200}, CHIPS)
    assert [each for each in sitting.state.fees if each.pool and each.amount > 0 and each.payer != "4"] == []
    sitting.defaults()
    assert sitting.books["pool/t1/suited-777"] == 200


@rule("PD-33")
def test_a_table_stored_before_payers_were_kept_goes_on_as_it_did() -> None:
    sitting = banked_by_p1(CALIFORNIA, 1, 2, 3)
    dealt(sitting, "main", p2=5_000)
    sitting.floor("void", reason="wrong count")
    old = msgspec.json.decode(sitting.live.snapshot())
    del old["carry"]["fees_paid"]
    sitting.live = LiveTable.from_snapshot(msgspec.json.encode(old), sitting.chance)
    sitting.next_round()
    dealt(sitting, "main", p2=5_000, p3=15_000)
    assert fees(sitting) == []
    sitting.floor("void", reason="wrong count", abandoned=False)
    sitting.floor("close")
    assert sitting.books["box"] == 0


# -- documents ------------------------------------------------------------------------------------------------------


def redeal(**more: object) -> Setup:
    return Setup(
        game=CALIFORNIA,
        schedule="SCH-PGP-01",
        bank=BankSetup(7, "Ana", 100_000),
        seats=[SeatSetup(1, "Ben", {"main": 15_000}), SeatSetup(2, "Cleo", {"main": 5_000})],
        **more,  # type: ignore[arg-type]
    )


@rule("PD-33", "PGC-51")
def test_a_document_of_a_redeal_says_who_paid_what() -> None:
    round_ = Round(find(CALIFORNIA), redeal(fee_carried=True, fees_paid={"box": {"Ben": 100, "Ana": 50}}))
    assert [(fee.player, fee.amount) for fee in round_.fees] == [("Ben", 100), ("Cleo", 100), ("Ana", -50)]
    assert document_from(document_text(round_.document())) == round_.document()
    round_.void("the shuffler failed")
    assert round_.carry_over()["fees_paid"] == {"box": {"Ben": 200, "Cleo": 100}}
    assert (round_.ledger.sum(), round_.ledger.balances["player Ana"]) == (0, 50)


@rule("PD-33")
def test_an_abandoned_redeal_returns_all_that_was_paid_for_it_once() -> None:
    round_ = Round(find(CALIFORNIA), redeal(fee_carried=True, fees_paid={"box": {"Ben": 300}}))
    assert [(fee.player, fee.amount) for fee in round_.fees] == [("Cleo", 100), ("Ben", -100)]
    round_.void("nobody plays on", abandoned=True)
    assert round_.ledger.balances["player Ben"] == 300
    assert (round_.ledger.balances["player Cleo"], round_.ledger.balances["box"]) == (0, -300)
    assert round_.carry_over()["fees_paid"] == {}


def test_fees_of_nobody_in_the_redeal_are_refused() -> None:
    with pytest.raises(Refusal, match="Dov paid a fee for the void hand and is not in its redeal"):
        Round(find(CALIFORNIA), redeal(fee_carried=True, fees_paid={"box": {"Dov": 100}}))
    with pytest.raises(Refusal, match="is less than nothing"):
        Round(find(CALIFORNIA), redeal(fee_carried=True, fees_paid={"box": {"Ben": -100}}))
    with pytest.raises(Refusal, match="fees_paid belongs to the redeal of a void hand"):
        Round(find(CALIFORNIA), redeal(fees_paid={"box": {"Ben": 100}}))


def test_a_newcomer_sits_down_for_the_redeal_and_pays() -> None:
    sitting = banked_by_p1(FORTUNE, 1, 2)
    dealt(sitting, "main", p2=5_000)
    sitting.say("p5", Sit(seat=5, buy_in=CHIPS, key="k"))
    voided(sitting)
    dealt(sitting, "main", p2=5_000, p5=5_000)
    ((place, amount),) = fees(sitting)
    assert (place, amount) == ("5", sitting.live.state.carry["fees_paid"]["box"]["p2"])


# -- a table that fails -----------------------------------------------------------------------------------------------


def a_void_hand(stage: str) -> Sitting:
    """Returns a table where two people paid for a void hand.

    It is bet on again, dealt again for one, or one has left.
    """
    sitting = banked_by_p1(CALIFORNIA, 1, 2, 3, 4)
    dealt(sitting, "main", p2=5_000, p3=15_000)
    voided(sitting)
    assert sitting.books["box"] == 300
    if stage == "dealt again":
        dealt(sitting, "main", p2=5_000, p4=25_000)
    elif stage == "left":
        sitting.say("p3", StandUp(key="k"))
    return sitting


def by_accounts(sitting: Sitting, snapshot: bytes | None = None) -> Any:
    """Returns the last row of a table whose state cannot be read, as the quarantine makes it."""
    last = max(n for n, each in enumerate(sitting.outcomes) if each.snapshot is not None)
    rows = [each.row for each in sitting.outcomes[last + 1 :] if not each.idle]
    at_table = {name: cents for name, cents in sitting.books.items() if name.startswith(("stack/", "pool/")) and cents}
    store = SimpleNamespace(
        chips_at=lambda _: at_table, damage_of=lambda _: None, rows_after=lambda *_: rows, metas=lambda _: {}
    )
    services: Any = SimpleNamespace(store=store, clock=SimpleNamespace(now=lambda: sitting.now))
    tables: Any = SimpleNamespace()
    kept = TableKept("t1", 1, 0, len(sitting.outcomes), snapshot=snapshot or sitting.outcomes[last].snapshot)
    return Quarantine(services, tables)._by_accounts(kept)


def books_after(sitting: Sitting, outcome: Any) -> dict[str, int]:
    books = Counter(sitting.books)
    for post in outcome.posts:
        books[post.account] += post.cents
    assert sum(books.values()) == 0
    return {name: cents for name, cents in books.items() if cents}


STAGES = ["bet on again", "dealt again", "left"]


@rule("PD-33")
@pytest.mark.parametrize("stage", STAGES)
def test_a_table_that_is_set_aside_returns_the_fees_of_a_void_hand(stage: str) -> None:
    sitting = a_void_hand(stage)
    sitting.say("room", SetAside(reason="a test"))
    assert sitting.state.phase == "closed"
    assert {name: cents for name, cents in sitting.books.items() if cents} == {}


@rule("PD-33")
@pytest.mark.parametrize("stage", STAGES)
def test_a_table_that_is_closed_by_its_accounts_returns_them_too(stage: str) -> None:
    """The fees once stayed in the box."""
    sitting = a_void_hand(stage)
    outcome = by_accounts(sitting)
    assert books_after(sitting, outcome) == {}
    back = [(post.account, post.cents) for post in outcome.posts if post.clause == "PD-33"]
    gone = ("cage/p3", 200)
    assert (gone in back) == (stage != "dealt again"), "a fee that went back before goes back once"


@rule("PD-33")
def test_fees_that_went_into_a_pool_go_back_from_the_house_which_gets_the_pool() -> None:
    snapshot = b'{"carry":{"fees_paid":{"suited-777":{"p2":100,"bot-t1-9":50}}}}'
    owed = carried_fees(snapshot, [])
    accounts = {"pool/t1/suited-777": 150}
    outcome = closing_outcome("t1", 9, accounts, ROOM, 0, "a test", owed)
    books = Counter[str]()
    for post in outcome.posts:
        books[post.account] += post.cents
    assert books == {"pool/t1/suited-777": -150, "house": 0, "cage/p2": 100, "issued": 50}
    assert carried_fees(b'{"carry":{"fee_carried":true},"fees":{"p2":100}}', []) == {("box", "p2"): 100}


@rule("PD-33")
def test_what_cannot_be_read_returns_no_fee_and_every_stack() -> None:
    sitting = a_void_hand("bet on again")
    books = books_after(sitting, by_accounts(sitting, b"{"))
    assert books == {"box": 300, "cage/p2": -100, "cage/p3": -200}
