"""Bots play against players as printed, or as the host posts it: their chips are the room's."""

from random import Random
from typing import Any

import pytest
from msgspec import UNSET

from houseway.room.engine.bot_prompts import decided
from houseway.room.messages.commands import BankChoice, Configure, Sit, Who
from houseway.script import Refusal, Terms
from houseway.table.setup import decision_of
from tests.room.sitting import Sitting, replays_same
from tests.room.test_rule_version import changed, rebuilt, rows_of

POKER = "three-card-poker"
ROWS = ("royal flush", "straight flush", "three of a kind", "straight", "flush", "pair")
NOTHING = {"ante": {"ante wins": "0"}, "play": {"play wins": "0"}, "bonus": dict.fromkeys(ROWS, "0")}


class Opened(Sitting):
    """A table with bots that are driven as the server drives them. A guest has opened it, unless `host` says so."""

    host = False

    def who(self, person: str) -> Who:
        known = super().who(person)
        if person == "room":
            return known
        return Who(known.person, known.name, "guest", host=self.host and known.host, cage=10**10)

    def bots(self) -> int:
        return sum(player.bot for player in self.live.state.players.values())

    def bots_answer(self, whims: Random) -> None:
        """Lets every bot that the table waits for answer once: its wishes, then the plainest word."""
        for ask in self.live.bots_asked():
            if ask not in self.live.bots_asked():
                continue
            commands: list[Any] = []
            if ask.about == "decide":
                put = next(each for each in self.live.context.at_play()[0].asks() if each.place.name == ask.place)
                commands.append(decided(ask, decision_of(put.default)))
            else:
                commands += self.live.bot_commands(ask, whims)
            who = Who(ask.person, self.live.state.players[ask.person].name, "bot")
            for command in commands:
                try:
                    self._keep(self.live.apply(command, who, self.now))
                except Refusal:
                    continue
                break

    def play(self, whims: Random) -> None:
        """Moves the table on: people take the bank, bet nothing, and decide by default. Waits for the next deadline."""
        offered = self.state.offered if self.state.phase == "offering" else 0
        if offered and not self.live.state.players[self.live.state.seats[offered]].bot:
            person = self.live.state.seats[offered]
            self.bank(person, "take", self.mine(person).bank.high)
        self.bots_answer(whims)
        for person in [each for each in self.live.state.players if each.startswith("p")]:
            for ask in self.mine(person).asks[:1]:
                self.decide(person, ask.default, ask.place)
            if self.mine(person).ready:
                self.ready(person)
        due = self.live.due()
        self.wait(max((due or self.now) - self.now, 100))


class ByHost(Opened):
    host = True


def guests(table: Sitting) -> int:
    return sum(player.chips + player.coming for player in table.live.state.players.values() if not player.bot)


def test_two_guests_win_nothing_from_bots_at_a_table_that_pays_nothing() -> None:
    """Six bots bet on `0 to 1`, could never win and bought in for ever: 7.3 million cents in 16 rounds."""
    table = Opened(POKER, pay=NOTHING, bots=6)
    for person in ("p1", "p2"):
        free = min({*range(1, 9)} - {*table.live.state.seats})
        table.say(person, Sit(seat=free, buy_in=10**6, key="k"))
    brought, whims = guests(table), Random(3)
    for _ in range(150):
        table.play(whims)
        assert guests(table) <= brought
    assert table.bots() == 0
    assert table.live.table_view().bots_stay_out is True
    assert replays_same(table)


GUESTS_TERMS: list[tuple[str, dict[str, Any]]] = [
    (POKER, {"pay": {"ante": {"ante wins": "0"}}}),
    (POKER, {"options": {"unqualified_tie": "push"}}),
    (POKER, {"options": {"settle_sequence": "losers-first"}}),
    (POKER, {"limits": (10**6, None)}),
    ("fortune-pai-gow", {"options": {"foul": "reset-by-house-way"}}),
    ("fortune-pai-gow", {"options": {"fortune_min": 500}}),
    ("mini-pai-gow", {"options": {"player_bank": "on", "main_limits": "100000..1000000"}}),
    ("pure-21-5-blackjack", {"options": {"bonus_suited_777": True}, "bonuses": {"suited-777": Terms(fee=100)}}),
]


@pytest.mark.parametrize(("game", "said"), GUESTS_TERMS)
def test_bots_take_no_seat_on_a_guests_terms_and_play_on_the_hosts(game: str, said: dict[str, Any]) -> None:
    table = Opened(game, bots=2, **said)
    assert (table.bots(), table.live.table_view().bots_stay_out) == (0, True)
    hosted = ByHost(game, bots=2, **said)
    assert (hosted.bots(), hosted.live.table_view().bots_stay_out) == (2, UNSET)


HARMLESS: list[tuple[str, dict[str, Any]]] = [
    (POKER, {}),
    (POKER, {"options": {"hands_per_player": 2}}),
    (POKER, {"limits": (100, 1000)}),
    (POKER, {"schedule": "SCH-TCP-10"}),
    ("mini-pai-gow", {"options": {"player_bank": "on"}}),
    ("three-card-split", {"options": {"primary_limits": "1000..10000"}}),
    ("texas-holdem", {"options": {"raise_cap": 4}}),
    ("lowball", {"options": {"sevens_rule": True}}),
]


@pytest.mark.parametrize(("game", "said"), HARMLESS)
def test_bots_play_at_a_guests_table_that_wins_nothing_by_its_terms(game: str, said: dict[str, Any]) -> None:
    table = Opened(game, bots=2, **said)
    assert (table.bots(), table.live.table_view().bots_stay_out) == (2, UNSET)


def test_bots_come_once_the_host_posts_the_terms() -> None:
    table = Opened(POKER, 1, bots=2, pay=NOTHING, buy_in=10**6)
    assert table.bots() == 0
    table.host = True
    table.say("host", Configure(pay=NOTHING, key="k"))
    assert (table.bots(), table.live.table_view().bots_stay_out) == (2, UNSET)


def older(table: Opened) -> Opened:
    """Makes the table one of an older room: its rows, replayed as they were, had seated the bots."""
    rows = [changed(row, rule_version=2) for row in rows_of(table)]
    table.live = rebuilt(table, rows)
    return table


def test_bots_that_an_older_room_seated_bet_nothing_and_leave_and_nobody_waits_for_ever() -> None:
    table = older(Opened(POKER, 1, 2, pay=NOTHING, bots=4, buy_in=10**6))
    assert table.bots() == 4, "a row of an older room is replayed as it was"
    whims, brought = Random(5), guests(table)
    for _ in range(12):
        table.play(whims)
        assert not any(person.startswith("bot-") for person in table.live.state.bettors.values())
    assert (table.bots(), guests(table)) == (0, brought)
    table.say("p3", Sit(seat=3, buy_in=10**6, key="k"))
    assert table.state.phase in ("offering", "betting", "broken")


def test_a_bot_that_holds_the_bank_of_an_older_room_gives_it_up() -> None:
    table = older(Opened(POKER, 1, 2, options={"unqualified_tie": "push"}, bots=4, buy_in=10**6))
    while not table.live.state.players[table.live.state.seats[table.state.offered]].bot:
        table.bank(table.live.state.seats[table.state.offered], "pass")
    bot = table.live.state.seats[table.state.offered]
    posted = table.mine(bot).bank.low
    table._keep(table.live._apply(BankChoice(do="take", posted=posted, key="k"), Who(bot, "Bot", "bot"), table.now))
    assert table.state.bank.person == bot
    whims = Random(5)
    for _ in range(12):
        table.play(whims)
    assert table.bots() == 0
    assert table.state.phase in ("offering", "betting", "broken")


def test_one_person_with_bots_of_an_older_room_comes_to_wait_for_people() -> None:
    table = older(Opened(POKER, 1, pay=NOTHING, bots=4, buy_in=10**6))
    whims = Random(7)
    for _ in range(12):
        table.play(whims)
    assert (table.bots(), table.state.phase) == (0, "waiting")
    assert len(rows_of(table)) < 60, "no bot is asked for ever"
