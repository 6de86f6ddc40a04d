"""Benchmark of tables alone: rules, bank, clock, story and the views of six, without sockets and disk.

    python -m bench.table

Its time is a lower bound for an action of a room, before anything is written, sent or received.
"""

import gc
import time
from collections import deque
from typing import Any

import msgspec

from bench.guest import SEEN, Seen, next_word
from houseway.room.fairness.fair_chance import FairChance, seeds_of
from houseway.room.live_table import LiveTable
from houseway.room.messages.commands import Open, Sit, Who
from houseway.room.messages.story_lines import for_person
from houseway.server import wire

TABLES, SEATS = 20, 6
GAME = "three-card-poker"
NOON = 1_800_000_000_000


class Evening:
    """One table and its six players, who answer in turn."""

    def __init__(self, number: int, chance: FairChance) -> None:
        self.now = NOON
        self.persons = [f"p{number}.{seat}" for seat in range(1, SEATS + 1)]
        self._turns = deque(self.persons)
        self._frames: dict[str, bytes] = {}
        self.spent = 0.0
        opening = Open(game=GAME, time=600, key="open")
        self.live, _ = LiveTable.open(f"t{number}", opening, Who("host", "Host", "host", True), NOON, chance)
        for seat, person in enumerate(self.persons, 1):
            self._say(person, msgspec.json.encode(Sit(seat=seat, buy_in=900_000, key="sit")).decode())

    def next(self, key: str) -> None:
        """Lets the first player who is asked anything answer."""
        for _ in self.persons:
            person = self._turns[0]
            self._turns.rotate(-1)
            word = next_word(self._seen(person), key)
            if word is not None:
                self._say(person, msgspec.json.encode(word).decode())
                return
        raise AssertionError("nobody has anything to say")

    def _seen(self, person: str) -> Seen:
        return SEEN.decode(self._frames[person])

    def _say(self, person: str, text: str) -> None:
        """Applies the command as it comes from a socket, and builds the frames. Only that is timed."""
        self.now += 3
        began = time.process_time()
        command: Any = wire.read(text)
        outcome = self.live.apply(command, Who(person, person, cage=10**8), self.now)

        def story(person: str) -> bytes:
            return wire.encoded([for_person(line, person) for line in outcome.story])

        steps = wire.StepFrames(outcome.n, self.live.public_json(self.now), story(""))
        mine = self.live.private_json(self.persons)
        secret = {each for line in outcome.story for version in line.seen_by for each in version.persons}
        for each in self.persons:
            own = mine.get(each, b"{}")
            self._frames[each] = steps.of(own, story(each) if each in secret else None)
        self.spent += time.process_time() - began


def alone(actions: int) -> float:
    """Returns the CPU seconds of an action of a table alone, with many tables in turn as in a room."""
    chance = FairChance(seeds_of("bench"))
    evenings = [Evening(number, chance) for number in range(TABLES)]
    for number in range(actions // 4):  # warm-up
        evenings[number % TABLES].next(f"w{number}")
    gc.collect()
    before = sum(evening.spent for evening in evenings)
    for number in range(actions):
        evenings[number % TABLES].next(f"k{number}")
    return (sum(evening.spent for evening in evenings) - before) / actions


if __name__ == "__main__":
    print(f"an action of a table by itself takes {alone(20_000) * 1e6:,.0f} us of processor")
