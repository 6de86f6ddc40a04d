"""Identity at a table: a person is an id, names are for reading, and one person has one stack."""

from typing import Any

import pytest

from houseway.games import find
from houseway.script import Answer, Circle, Felt, Game, Refusal, Script, Settle
from houseway.table import Round, document_from, result, resume
from houseway.table.setup import BackerSetup, BankSetup, SeatSetup, Setup
from houseway.testing import rule
from tests.kit import Seat, played

TCP, MPG, FPG, PGC, THE = (
    "three-card-poker", "mini-pai-gow", "fortune-pai-gow", "pai-gow-california", "texas-holdem"
)  # fmt: skip


def table(*seats: SeatSetup, game: str = TCP, bank: BankSetup | None = None, **more: Any) -> Round:
    banker = bank or BankSetup(6, "Ana", 100_000, person="p9")
    return Round(find(game), Setup(game=game, bank=banker, seats=list(seats), **more))


def ante(seat: int, person: str, stack: int | None = None, name: str = "Ana", **more: Any) -> SeatSetup:
    return SeatSetup(seat, name, {"ante": 1000}, person=person, stack=stack, **more)


def dealt(round_: Round) -> Round:
    for number in range(len(round_.felt.places) + 1):
        round_.deal(tuple(range(3 * number, 3 * number + 3)))
    return round_


def test_three_guests_called_ana_are_three_people_with_their_own_chips() -> None:
    round_ = dealt(table(ante(1, "p1", 5000), ante(3, "p2", 7000)))
    round_.decide("1", Answer("play"))
    round_.decide("3", Answer("fold"))
    told = result(round_)
    assert [paid.person for paid in told.payments] == ["p1", "p1", "p2"]
    assert {paid.player for paid in told.payments} == {"Ana"} == {told.bank.player}
    assert told.bank.person == "p9"
    assert round_.ledger.balances["player p2"] == -1000
    assert round_.felt.places[1].stack == 7000


@rule("TCP-11")
def test_two_hands_of_one_person_are_two_hands_whatever_the_names() -> None:
    seats = ante(1, "p1", name="Ana"), ante(2, "p1", name="Ben")
    with pytest.raises(Refusal, match=r"^seats: Ben is at seats \[1, 2\]: one hand per player \(TCP-11\)$"):
        table(*seats)
    assert len(table(*seats, options={"hands_per_player": 2}).felt.places) == 2
    assert len(table(ante(1, "p1"), ante(2, "p2")).felt.places) == 2


@rule("PD-19")
def test_whoever_banks_bets_nowhere_under_any_name() -> None:
    with pytest.raises(Refusal, match=r"Bea holds the bank and makes no wager, at seat 1 or anywhere \(PD-19\)"):
        table(ante(1, "p1"), bank=BankSetup(6, "Bea", 100_000, person="p1"))


@rule("PD-52")
def test_nobody_bets_behind_the_own_seat_under_another_name() -> None:
    def behind(person: str) -> SeatSetup:
        return ante(1, "p1", backline=[BackerSetup(2, "Ana", {"ante": 1000}, person=person)])

    with pytest.raises(Refusal, match=r"seats\[0\].backline\[0\].player: Ana cannot bet behind the seat they play"):
        table(behind("p1"), options={"backline": True})
    assert table(behind("p2"), options={"backline": True}).felt.places[0].backers[0].person == "p2"


@pytest.mark.parametrize(
    ("game", "schedule"),
    [(THE, "SCH-THE-04"), ("omaha", "SCH-OMA-01"), ("pineapple-hi-lo", "SCH-PIN-01"), ("lowball", "SCH-LOW-01")],
)
def test_nobody_plays_two_hands_against_himself(game: str, schedule: str) -> None:
    seats = [SeatSetup(seat, "Ana", stack=20_000, person=f"p{seat % 2}") for seat in (1, 2, 3)]
    with pytest.raises(Refusal, match=r"^seats: Ana is at seats \[1, 3\]: one hand per player"):
        Round(find(game), Setup(game=game, schedule=schedule, button=1, seats=seats))
    seats = [SeatSetup(seat, "Ana", stack=20_000, person=f"p{seat}") for seat in (1, 2, 3)]
    assert len(Round(find(game), Setup(game=game, schedule=schedule, button=1, seats=seats)).felt.places) == 3


# -- one purse ----------------------------------------------------------------------------------------------------


def test_one_person_with_two_hands_cannot_bet_the_same_chips_twice() -> None:
    round_ = dealt(table(ante(1, "p1", 1500), ante(2, "p1"), options={"hands_per_player": 2}))
    first, second = round_.felt.places
    assert first.stack == second.stack == 1500
    assert [choice.name for choice in round_.asks()[0].choices] == ["play", "fold"]
    round_.decide("1", Answer("play"))
    assert first.stack == second.stack == 500
    assert [choice.name for choice in round_.asks()[0].choices] == ["fold"]
    with pytest.raises(Refusal, match="'play' is not offered to seat 2: fold is"):
        round_.decide("2", Answer("play"))


def test_a_backline_bet_of_somebody_seated_is_from_the_same_chips() -> None:
    behind = BackerSetup(2, "Ana", {"ante": 1000}, person="p2")
    round_ = dealt(table(ante(1, "p1", 9000, backline=[behind]), ante(3, "p2", 1000), options={"backline": True}))
    round_.decide("1", Answer("play"))
    assert round_.asks()[0].place.name == "1.2"
    round_.decide("1.2", Answer("play"))
    assert [choice.name for choice in round_.asks()[0].choices] == ["fold"]


def test_hands_set_at_once_are_offered_what_the_first_of_them_left() -> None:
    seats = [SeatSetup(seat, "Ana", {"main": 1000}, person="p1") for seat in (1, 2)]
    seats[1].stack = 1000
    round_ = Round(find(MPG), Setup(game=MPG, seats=seats))
    if round_.asks() == [] and "dice" in round_.waits_for():
        round_.roll((1, 2, 3))
    while not round_.asks():
        assert round_.request is not None
        round_.deal(tuple(round_.cards_left()[: round_.request.count]))  # type: ignore[union-attr]
    assert [[choice.name for choice in ask.choices] for ask in round_.asks()] == [["set", "house-way", "double"]] * 2
    round_.decide("2", Answer("double", 1000, round_.felt.places[1].cards[:1]))
    assert [[choice.name for choice in ask.choices] for ask in round_.asks()] == [["set", "house-way"]]
    with pytest.raises(Refusal, match="'double' is not offered to seat 1"):
        round_.decide("1", Answer("double", 1000, round_.felt.places[0].cards[:1]))


def test_two_different_stacks_of_one_person_are_refused_with_the_place_of_the_second() -> None:
    sentence = r"^seats\[1\].stack: Ana has 20.00 at seat 2 and 15.00 at another: one person has one stack$"
    with pytest.raises(Refusal, match=sentence):
        table(ante(1, "p1", 1500), ante(2, "p1", 2000), options={"hands_per_player": 2})
    said_twice = table(ante(1, "p1", 1500), ante(2, "p1", 1500), options={"hands_per_player": 2})
    assert [place.stack for place in said_twice.felt.places] == [1500, 1500]


def test_less_than_nothing_is_nobodys_stack() -> None:
    with pytest.raises(Refusal, match=r"^seats\[0\].stack: seat 1 has -5.00 beside the circles, which is less than"):
        table(ante(1, "p1", -500))
    with pytest.raises(Refusal, match=r"^bank.stack: the bank's holder has -5.00 beside it, which is less than"):
        table(ante(1, "p1"), bank=BankSetup(6, "Bea", 100_000, stack=-500))


# -- fees and debts -----------------------------------------------------------------------------------------------


@rule("PD-32", "FEE-12", "FEE-13")
@pytest.mark.parametrize(("game", "schedule"), [(PGC, "SCH-PGP-01"), (FPG, "SCH-FPG-01")])
def test_a_fee_that_a_player_pays_leaves_the_stack(game: str, schedule: str) -> None:
    def of(stack: int) -> Round:
        bank = BankSetup(6, "Bea", 1_000_000, stack=700)
        return table(SeatSetup(1, "Ana", {"main": 10_000}, stack=stack), game=game, bank=bank, schedule=schedule)

    round_ = of(5000)
    fee = sum(fee.amount for fee in round_.fees if fee.person == "Ana")
    assert fee > 0
    assert round_.felt.places[0].stack == 5000 - fee
    with pytest.raises(Refusal, match=r"^seats\[0\].stack: seat 1 has 0.10 beside the circles, too little for the fee"):
        of(10)


@rule("PD-32")
def test_the_fee_of_a_bank_is_paid_beside_it() -> None:
    def of(stack: int) -> Round:
        return table(ante(1, "p1"), bank=BankSetup(6, "Bea", 20_000, stack=stack), schedule="SCH-TCP-01")

    round_ = of(300)
    assert round_.felt.bank.stack == 300 - round_.fees[0].amount
    assert round_.felt.bank.posted == 20_000
    with pytest.raises(Refusal, match=r"^bank.stack: the bank has 0.00 beside the circles, too little for the fee of"):
        of(0)


OWES = Game(
    id=TCP,
    circles=(Circle("ante", opening=True),),
    play=lambda felt: owes(felt),
    rank=lambda cards, rules: {},  # noqa: ARG005
)


def owes(felt: Felt) -> Script:
    """Plays a script in which a player loses his ante, and has earned $50 that the bank's holder owes in any case."""
    (place,) = felt.places
    felt.lose(place, "ante", "PD-07")
    felt.award(place, "prize", 5000, "PD-43", owed=True)
    yield Settle(1, (("ante", "prize"),))


@rule("PD-43", "PD-47")
@pytest.mark.parametrize(
    ("stack", "paid", "left"), [(None, 5000, None), (9000, 5000, 7000), (1500, 4500, 0), (0, 3000, 0)]
)
def test_what_a_banker_owes_beside_the_bank_is_paid_from_what_he_has(stack: int, paid: int, left: int) -> None:
    """A bank of $20 takes an ante of $10 and covers $10 of the $50: that leaves him the ante and $10 of the bank."""
    bank = BankSetup(6, "Bea", 2000, stack=stack)
    round_ = Round(OWES, Setup(game=TCP, bank=bank, seats=[ante(1, "p1", 0)]))
    prize = round_.payments[1]
    assert (prize.covered, prize.net) == (1000, paid)
    assert (round_.felt.places[0].stack, round_.felt.bank.stack) == (paid, left)


@rule("TCS-70", "TCS-72")
def test_a_jackpot_is_paid_onto_the_stack() -> None:
    """Four aces with the community card: the Bonus pays its row, and the jackpot pays beside it."""
    hit = played(
        "three-card-split", Seat(1, "As Ad Ah", {"primary": 20, "bonus": 5}, ("house-way",), stack=7), bank="Td 8c 6s",
        posted=None, cards={"community": "Ac"}, options={"bonus_paytable": "TCS-4a"},
        jackpots={"bonus-jackpot": 1300_00},
    )  # fmt: skip
    (place,) = hit.round.felt.places
    assert [prize.cents for prize in hit.round.prizes] == [1300_00]
    assert place.stack == 700 + 2500 + 1300_00 + hit.net(1) * 100


# -- documents ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("part", "where"),
    [
        ('"seats": [{"seat": 1, "wagers": {"ante": 1000000001}}]', r"seats\[0\].wagers.ante"),
        ('"seats": [{"seat": 1, "stack": 1000000001}]', r"seats\[0\].stack"),
        ('"seats": [{"seat": 1, "backline": [{"circle": 2, "player": "A", "wagers": {"ante": 1000000001}}]}]',
         r"seats\[0\].backline\[0\].wagers.ante"),
        ('"bank": {"posted": 1000000001}', "bank.posted"),
        ('"bank": {"stack": -1000000001}', "bank.stack"),
        ('"limits": {"min": 100, "max": 1000000001}', "limits.max"),
        ('"jackpots": {"x": 1000000001}', "jackpots.x"),
        ('"bonuses": {"x": {"award": [5, 1000000001]}}', r"bonuses.x.award\[1\]"),
        ('"carried": {"last_wagers": {"Ana": 1000000001}}', "carried.last_wagers.Ana"),
        ('"decisions": {"1": ["fold", {"play": 1000000001}]}', r"decisions.1\[1\].play"),
    ],
)  # fmt: skip
def test_no_amount_in_a_document_is_over_ten_million_dollars(part: str, where: str) -> None:
    sentence = "1000000001 is refused: the largest amount is 1000000000, which is 10,000,000.00 dollars$"
    with pytest.raises(Refusal, match=f"^{where}: -?{sentence}"):
        document_from(f'{{"game": "{TCP}", {part}}}')
    assert document_from(f'{{"game": "{TCP}", {part.replace("1000000001", "1000000000")}}}')


def test_a_document_without_persons_means_people_by_their_names() -> None:
    bank, seat = (
        '{"seat": 6, "player": "Ana", "posted": 50000}',
        '{"seat": 1, "player": "Ben", "wagers": {"ante": 1000}}',
    )
    document = document_from(f'{{"game": "{TCP}", "bank": {bank}, "seats": [{seat}]}}')
    round_ = resume(find(TCP), document)
    assert (round_.felt.bank.person, round_.felt.places[0].person) == ("Ana", "Ben")
