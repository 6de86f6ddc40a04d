"""A house whose rules change over the years, in a copy of the package. test_editions.py runs it, not pytest.

python -m tests.rulebook.superseded_child before FOLDER     an evening under the first rules, killed in a round
python -m tests.rulebook.superseded_child after FOLDER      the same house, after a pay table was superseded
"""

import json
import sys
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from houseway.games import find
from houseway.room.fairness.fair_chance import FairChance
from houseway.room.live_table import LiveTable
from houseway.room.messages.commands import Bet, Decide, Grant, Open, Ready, Sit, Who
from houseway.rulebook import Rules, schedules
from houseway.rulebook.files.rule_versions import versions
from houseway.store import SqliteStore
from houseway.table import document_from, document_text, resume
from houseway.table.setup import Document
from tests.store.kept import fair_part

NOON = 1_800_000_000_000
ANA = Who("ana", "Ana", cage=1_000_000)
GAME = "three-card-poker"
STRAIGHT = "9c 8d 7h"  # six to one under the first rules, and five to one under the second


def bonus_of(document: Document) -> int:
    """Returns the net of the Bonus wager of seat 1."""
    round_ = resume(find(document.game), document)
    return sum(each.net for each in round_.payments if each.wager == "bonus")


def by_hand(rules: dict[str, int] | None) -> Document:
    """Returns a round with a straight in seat 1 against nothing."""
    fields: dict[str, Any] = {
        "game": GAME,
        "schedule": "SCH-TCP-01",
        "bank": {"seat": 2, "player": "Ben", "posted": 100_000},
        "seats": [{"seat": 1, "player": "Ana", "wagers": {"ante": 500, "bonus": 500}}],
        "cards": {"1": STRAIGHT, "bank": "2s 4c Jd"},
        "decisions": {"1": [{"play": 500}]},
    }
    return document_from(json.dumps(fields | ({} if rules is None else {"rules": rules})))


class Evening:
    """One table against the house's bots, kept in a file."""

    def __init__(self, folder: Path) -> None:
        self.store = SqliteStore(folder / "room.db")
        self.chance = FairChance(self.store.seed, kept=partial(fair_part, self.store))
        self.now, self.count = NOON, 0
        self.live: LiveTable

    def open(self) -> None:
        self.store.grant(Grant(person="ana", cents=1_000_000), self.now).result()
        command = Open(game="ultimate-texas-holdem", rules=versions(), bots=2, pace="solo", key="open")
        self.live, outcome = LiveTable.open("t1", command, Who("host", "Host", "host", True), self.now, self.chance)
        self.store.append(outcome).result()
        self.send(Sit(seat=5, buy_in=100_000, key="sit"), ANA)

    def take_up(self) -> None:
        (kept,) = self.store.load_tables()
        rows = self.store.rows_after("t1", kept.snapshot_n)
        self.live = LiveTable.from_log(kept.snapshot, rows, self.chance)
        self.now = rows[-1].at

    def send(self, command: Any, who: Who) -> None:
        self.now += 1_000
        outcome = self.live.apply(command, who, self.now)
        if not outcome.idle:
            self.store.append(outcome).result()

    def key(self) -> str:
        self.count += 1
        return f"k{self.now}.{self.count}"

    def step(self) -> None:
        """Lets everybody who is waited for do the least that is offered."""
        live = self.live
        number = live.state.round
        for person in list(live.state.players):
            mine = live.private(person)
            who = ANA if person == "ana" else Who(person, person, "bot")
            if mine.asks:
                ask = mine.asks[0]
                decision = Decide(round=number, step=ask.step, place=ask.place, decision=ask.default, key=self.key())
                return self.send(decision, who)
            if mine.bank is not None and live.state.phase in ("offering", "broken"):
                from houseway.room.messages.commands import BankChoice

                choice = BankChoice(do="take", posted=mine.bank.high, key=self.key())
                return self.send(choice, who)
            if mine.bets and not mine.bets[0].on:
                offer = mine.bets[0]
                wagers = {each.circle: each.low for each in offer.circles if each.required}
                return self.send(Bet(round=number, place=offer.place, wagers=wagers, key=self.key()), who)
            if mine.ready:
                return self.send(Ready(round=number, key=self.key()), who)
        raise AssertionError(f"nobody is asked: {live.state}")


def before(folder: Path) -> dict[str, Any]:
    evening = Evening(folder)
    evening.open()
    while evening.live.state.round < 2 or evening.live.state.phase != "playing":
        evening.step()
    (folder / "round.json").write_text(document_text(by_hand({})))
    return {
        "bonus": bonus_of(by_hand(None)),
        "multiples": [4, 3],
        "asked": sorted(evening.live.state.asked),
        "sheet": evening.live.context.sheet.rules.fingerprint,
    }


def after(folder: Path) -> dict[str, Any]:
    evening = Evening(folder)
    evening.take_up()
    running = evening.live.context.round
    assert running is not None
    told = {
        "versions": versions(),
        "old": bonus_of(document_from((folder / "round.json").read_text())),
        "hand-written": bonus_of(by_hand(None)),
        "old straight": str(Rules.of(GAME, version=1).pays("bonus", "straight")),
        "new straight": str(Rules.of(GAME).pays("bonus", "straight")),
        "same": Rules.of(GAME, version=2) == Rules.of(GAME) != Rules.of(GAME, version=1),
        "sheet": evening.live.context.sheet.rules.fingerprint,
        "running": running.rules.fingerprint,
        "asked": sorted(evening.live.state.asked),
        "old table": [each.high for each in evening.live.private("ana").asks[0].choices if each.circle]
        if evening.live.private("ana").asks
        else [],
    }
    while evening.live.state.phase != "settled":
        evening.step()
    rounds = [document_from(kept.whole()) for kept in evening.store.rounds("t1")]
    told["documents"] = [document.rules for document in rounds]
    told["replayed"] = [msgspec.to_builtins(resume(find(each.game), each).ledger.sum()) for each in rounds]
    told["sum"] = evening.store.check().sum
    told["schedules"] = len(schedules("three-card-poker"))
    evening.store.close()
    return told


if __name__ == "__main__":
    print(json.dumps({"before": before, "after": after}[sys.argv[1]](Path(sys.argv[2]))))
