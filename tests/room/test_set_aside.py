"""The last row of a table that failed returns every chip, whether the table can be rebuilt or not."""

from collections import Counter
from typing import Any

import pytest
from msgspec import structs

from houseway.room.core.forced_closing import closing_outcome
from houseway.room.fairness.fair_chance import FairChance, seeds_of
from houseway.room.live_table import LiveTable
from houseway.room.messages.commands import ROOM, BankChoice, Bet, Floor, Open, Ready, Say, SetAside, Sit, Tick, Who
from houseway.room.messages.faults import RowFault
from houseway.room.messages.outcomes import Outcome

ANA, BEN = Who("ana", "Ana", cage=10_000_000), Who("ben", "Ben", cage=10_000_000)
SECOND = 1000


class Books:
    """A table and the accounts that its postings move."""

    def __init__(self, game: str) -> None:
        self.now, self.outcomes = 1_800_000_000_000, list[Outcome]()
        self.balances: Counter[str] = Counter()
        self.live, opened = LiveTable.open("t1", Open(game=game, bots=3, pace="fast"), ANA, self.now, self._chance())
        self._enter(opened)

    def _chance(self) -> FairChance:
        return FairChance(seeds_of("a test"))

    def _enter(self, outcome: Outcome) -> None:
        if not outcome.idle:
            self.outcomes.append(outcome)
        for post in outcome.posts:
            self.balances[post.account] += post.cents

    def say(self, command: Any, who: Who = ANA) -> None:
        self.now += SECOND
        self._enter(self.live.apply(command, who, self.now))

    @property
    def phase(self) -> str:
        return self.live.state.phase

    def at_table(self) -> dict[str, int]:
        return {name: cents for name, cents in self.balances.items() if name.startswith(("stack/", "pool/")) and cents}

    def close(self, outcome: Outcome) -> None:
        self._enter(outcome)
        assert sum(self.balances.values()) == 0
        assert self.at_table() == {}

    def play(self) -> None:
        """Seats two people, lets one take the bank if it is offered and the other bet, and begins a round."""
        for who in (ANA, BEN):
            self.say(Sit(seat=self.free(), buy_in=self.live.table_view().buy_in.low * 20), who)
        for _ in range(50):
            for who in (ANA, BEN):
                if self.phase != "playing":
                    self._turn(who)
            if self.phase == "playing":
                return
            self.now += 20 * SECOND
            self.say(Tick(), ROOM)

    def _turn(self, who: Who) -> None:
        mine = self.live.private(who.person)
        if mine.bank is not None and self.live.state.phase == "offering":
            takes = who is ANA
            self.say(BankChoice(do="take" if takes else "pass", posted=mine.bank.low if takes else 0), who)
            return
        for offer in mine.bets[:1]:
            wagers = {circle.circle: circle.low for circle in offer.circles if circle.required}
            if wagers and not offer.on:
                self.say(Bet(round=self.live.state.round, place=offer.place, wagers=wagers), who)
                return
        if mine.ready:
            self.say(Ready(round=self.live.state.round), who)

    def free(self) -> int:
        seats = range(1, self.live.context.sheet.seats + 1)
        return next(seat for seat in seats if seat not in self.live.state.seats)


@pytest.fixture(params=["three-card-poker", "texas-holdem", "panguingue", "pai-gow-california", "three-card-split"])
def books(request: pytest.FixtureRequest) -> Books:
    found = Books(request.param)
    found.play()
    return found


def test_a_table_that_is_set_aside_in_a_round_closes_with_all_chips_back(books: Books) -> None:
    assert books.phase == "playing"
    brought = -books.balances["cage/ana"]
    assert brought > 0
    outcome = books.live.apply(SetAside(reason="a test"), ROOM, books.now)
    assert books.phase == "closed"
    assert outcome.ended is not None
    assert outcome.ended.void
    books.close(outcome)
    assert (books.balances["cage/ana"], books.balances["cage/ben"]) == (0, 0), "the round never was"


def test_the_accounts_alone_say_the_same(books: Books) -> None:
    outcome = closing_outcome("t1", len(books.outcomes) + 1, books.at_table(), ROOM, books.now, "a test")
    books.close(outcome)
    assert (books.balances["cage/ana"], books.balances["cage/ben"]) == (0, 0)
    body = outcome.row.read()
    assert (body.command, body.who) == (SetAside(reason="a test"), ROOM)


def test_a_paused_table_and_one_between_rounds_are_closed_too() -> None:
    for paused in (False, True):
        books = Books("three-card-poker")
        books.say(Sit(seat=books.free(), buy_in=20_000))
        if paused:
            books.say(Floor(do="pause"), Who("host", "Host", "host", True))
        books.close(books.live.apply(SetAside(), ROOM, books.now))
        assert books.live.state.phase == "closed"


def test_the_closing_row_folds_as_any_other(books: Books) -> None:
    outcome = books.live.apply(SetAside(reason="a test"), ROOM, books.now)
    rows = [each.row for each in (*books.outcomes, outcome)]
    assert LiveTable.from_log(None, rows, books._chance()).state.phase == "closed"


def test_a_row_that_cannot_be_folded_is_named() -> None:
    books = Books("three-card-poker")
    books.say(Say(text="hello"))
    rows = [outcome.row for outcome in books.outcomes]
    with pytest.raises(RowFault, match="row 2 of table t1: a table without a snapshot begins") as found:
        LiveTable.from_log(None, rows[1:], books._chance())
    assert (found.value.table, found.value.row) == ("t1", 2)
    with pytest.raises(RowFault, match="row 2 of table t1: it was folded as row 3"):
        LiveTable.from_log(None, [*rows, rows[1]], books._chance())
    with pytest.raises(RowFault, match="row 2 of table t1: "):
        LiveTable.from_log(None, [rows[0], structs.replace(rows[1], body=b'{"who":{"person":"x"}}')], books._chance())
