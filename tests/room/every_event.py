"""Crash test: ends the process after every row of a round's log and rebuilds the table. It resumes or voids, never
hangs.

    python -m tests.room.every_event 20 panguingue         so many rounds of each game named, or of all

A row is written whole or not at all, so that these are all the points at which a round can be cut.
"""

import sys
from collections import Counter
from collections.abc import Sequence

from houseway.room.live_table import LiveTable
from houseway.room.messages.commands import Tick
from houseway.room.messages.outcomes import Outcome
from houseway.roster import OWN
from tests.room.sitting import Sitting
from tests.room.worlds import World


class Resumed(Sitting):
    """The table of a world, rebuilt from its log up to some row, with the balances of that moment."""

    def __init__(self, world: World, outcomes: Sequence[Outcome]) -> None:
        self.now = world.now
        self.frames, self.outcomes = {}, []
        self.chance = world.new_chance([])
        self.live = LiveTable.from_log(None, [outcome.row for outcome in outcomes], self.chance)
        self.books = Counter()
        for outcome in outcomes:
            for post in outcome.posts:
                self.books[post.account] += post.cents

    def finish(self) -> None:
        """Answers every question by its default and closes the table. Asserts that no chip is left at the table."""
        if not self.is_closed():
            self.floor("close")
        for _ in range(1_000):
            self.defaults()
            if self.is_closed():
                break
            self.now += 60_000
            self.say("room", Tick())
        assert self.is_closed(), f"stuck in {self.live.state.phase}"
        assert sum(self.books.values()) == 0
        stuck = {name: cents for name, cents in self.books.items() if name.startswith(("stack/", "pool/")) and cents}
        assert not stuck, stuck

    def is_closed(self) -> bool:
        return self.live.state.phase == "closed"

    def nets(self) -> Counter[str]:
        """Returns every balance that is not zero: what everybody won or lost in all."""
        return Counter({name: cents for name, cents in self.books.items() if cents})

    def defaults(self) -> None:
        while self.live.state.asked:
            for person in list(self.live.state.players):
                for ask in self.mine(person).asks[:1]:
                    self.decide(person, ask.default, ask.place)


def cut(game: str, seed: int) -> tuple[int, int]:
    """Cuts one round after every row. Returns how often it went on to its end, and how often it was voided."""
    world = World(game, seed)
    outcomes = [outcome for outcome in world.outcomes if not outcome.idle]
    resumed = void = 0
    for count in range(1, len(outcomes) + 1):
        again = Resumed(world, outcomes[:count])
        playing = again.live.state.phase == "playing"
        again.finish()
        ended = [outcome.ended for outcome in again.outcomes if outcome.ended is not None]
        assert len(ended) == playing, f"{game} {seed}, row {count}: a round that was dealt ends once"
        resumed += len(ended)
        if playing:
            off = Resumed(world, outcomes[:count])
            off.floor("void", reason="the lights went out", abandoned=True)
            off.finish()
            assert off.nets() == Counter(), f"{game} {seed}, row {count}: a void round costs nobody anything"
            void += 1
    return resumed, void


def main() -> None:
    words = sys.argv[1:]
    count = next((int(word) for word in words if word.isdigit()), 1)
    for game in [word for word in words if word in OWN] or OWN:
        cuts = [cut(game, seed) for seed in range(count)]
        resumed, void = map(sum, zip(*cuts, strict=True))
        print(f"{game}: {count} rounds cut at every row, {resumed} went on, {void} called off, none stuck", flush=True)


if __name__ == "__main__":
    main()
