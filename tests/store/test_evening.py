"""Stores whole evenings at real tables: every chip, row and round is there, and any table can be rebuilt."""

import random
from functools import partial
from pathlib import Path

import msgspec
import pytest
from msgspec import UNSET

from houseway.games import find
from houseway.room.fairness.chain import walk
from houseway.room.fairness.fair_chance import FairChance
from houseway.room.fairness.proof import prove
from houseway.room.live_table import LiveTable
from houseway.room.messages.commands import Grant
from houseway.room.messages.outcomes import Outcome
from houseway.roster import OWN
from houseway.table import document_from, resume
from houseway.table.setup import Fair
from tests.postgres import Database
from tests.room.simulator import TABLE, Evening
from tests.store.kept import DatabasePlace, FilePlace, Place, fair_part


class KeptEvening(Evening):
    """An evening whose rows go to a real file; a restart reads nothing but that file."""

    def __init__(self, game: str, seed: object, place: Place) -> None:
        self.store = place.open()
        self.place = place
        self.granting = True
        super().__init__(game, seed)

    def chance(self) -> FairChance:
        return FairChance(self.store.seed, kept=partial(fair_part, self.store))

    def post(self, posts: object) -> None:
        super().post(posts)
        if self.granting:
            for each in posts:  # type: ignore[attr-defined]
                if each.cents > 0:
                    person = each.account.partition("/")[2]
                    self.store.grant(Grant(person=person, cents=each.cents), self.now).result()

    def take(self, outcome: Outcome) -> None:
        self.granting = False
        self.store.append(outcome).result()
        if not outcome.idle and outcome.row.key:
            again = self.store.result_of_command(outcome.row.who, outcome.row.read().command)
            assert again is not None
            assert again.result().ack == outcome.ack
        super().take(outcome)

    def restart(self) -> None:
        """Closes the store and rebuilds the table from the file."""
        before = self.copy()
        self.store.close()
        self.store = self.place.open()
        (kept,) = self.store.load_tables()
        self.live = LiveTable.from_log(kept.snapshot, self.store.rows_after(TABLE, kept.snapshot_n), self.chance())
        assert self.live.state == before
        self.shadow = LiveTable.from_log(None, self.store.rows_after(TABLE, 0), self.chance())

    def check_books(self) -> None:
        totals = self.store.check()
        assert totals.sum == 0
        assert {account: cents for account, cents in self.books.items() if cents} == {
            account: cents for account in self.books if (cents := self.store.balance(account))
        }

    def check_rounds(self) -> None:
        """Proves every round, and that the rounds are chained from the first to the last."""
        rounds = self.store.rounds(TABLE, most=10**6)
        documents = [document_from(kept.whole()) for kept in rounds]
        fairs = [document.fair for document in documents if document.fair is not UNSET]
        assert len(fairs) == len(rounds) == self.rounds
        if fairs:
            assert walk(fairs, fairs[0]).proved
        for document in documents:
            claims = {claim.claim: claim.proved for claim in prove(document, resume(find(document.game), document))}
            assert claims["answers"]
            assert claims["cards"] == (isinstance(document.fair, Fair) and document.fair.seed is not None)


def check_evening(game: str, place: Place, steps: int, restarts: float) -> None:
    """Plays so many steps with random restarts, then compares the store with what was played."""
    evening = KeptEvening(game, "kept", place)
    rng = random.Random(game)
    for _ in range(steps):
        evening.step()
        if rng.random() < restarts:
            evening.restart()
    evening.check_books()
    evening.check_rounds()
    assert evening.rounds
    rows = evening.store.rows_after(TABLE, 0)
    assert [msgspec.json.encode(row) for row in rows] == [msgspec.json.encode(row) for row in evening.rows]
    evening.store.close()


@pytest.mark.parametrize("game", OWN)
def test_an_evening_is_kept_to_the_last_chip(game: str, path: Path) -> None:
    check_evening(game, FilePlace(path), 300, 0.02)


@pytest.mark.parametrize("game", ["three-card-poker", "texas-holdem", "panguingue"])
def test_an_evening_on_postgres_is_kept_to_the_last_chip(game: str, database: Database) -> None:
    check_evening(game, DatabasePlace(database), 200, 0.02)
