"""The house ends after every single row of a round's log, and is opened again there: resumed or void, never stuck.

    python -m tests.room.every_event 20 panguingue         so many rounds of each game named, or of all

A row is written whole or not at all, so that these are all the ways in which a round can be cut.
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
    """The table of a world as its log has it up to some row, and the books as they were then."""

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
        """Whoever is asked lets the clock's answer stand; the table closes, and every chip is in a cage again."""
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
        """What everybody won or lost in all: what a cage holds beside what came out of it at the table's door."""
        return Counter({name: cents for name, cents in self.books.items() if cents})

    def defaults(self) -> None:
        while self.live.state.asked:
            for person in list(self.live.state.players):
                for ask in self.mine(person).asks[:1]:
                    self.decide(person, ask.default, ask.place)


def cut(game: str, seed: int) -> tuple[int, int]:
    """One round cut after every row: how many times it went on to its end, and how many times it was called off."""
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
