"""Worlds that differ in hidden cards, with a host who plays and a host who only watches.

    python -m tests.room.host_worlds 100 texas-holdem       so many rounds of each game named, or of all

A host sits at seat 1. At every decision both hosts try every host action, on every place and with every kind of
decision, and read the log. The world records every refusal with its reason, every action done or proposed, every row of
the log with its hash or without, and the proof when the round is over. All of it is equal to the byte in both worlds.
"""

import random
import sys
from typing import Any

import msgspec

from houseway.games import find
from houseway.room.fairness.chance_file import Laid
from houseway.room.fairness.fair_chance import FairChance, seeds_of
from houseway.room.fairness.proof import openings_of
from houseway.room.fairness.scheme import seed_from
from houseway.room.live_table import LiveTable
from houseway.room.messages.commands import Agree, Deed, Floor, Who
from houseway.room.messages.story_lines import for_person
from houseway.roster import OWN
from houseway.script import Refusal
from houseway.server.api.table_log import lines_for
from houseway.store.interface import LogLine
from houseway.store.row_hashes import START, row_hash
from houseway.table import resume
from houseway.table.setup import Document, Fair
from tests.room.worlds import STRANGER, World, compare

PLAYS, WATCHES = "p1", "host"
EYES = {PLAYS: PLAYS, WATCHES: STRANGER}
"""Each host, with the person whose view that host has."""
SHOTS: tuple[Any, ...] = (
    "fold", "juggle", "", {"raise": 1000}, {"buy": 10_000}, {"set": "As Kd"}, {"set": "2c 2d 2h 2s 3c"},
    {"set": "As As"}, {"draw": "As"}, {"discard": "Kd"}, {"discard": "2c 3d"}, {"spread": ["4h 4d 4c"]}, {"spread": []},
    {"set": "nonsense"},
)  # fmt: skip
TRIES = 30
"""Random commands that each host tries at each decision; the same in both worlds."""
ALONE: tuple[Deed, ...] = ("pause", "resume", "mute", "remove", "close", "jackpot")


class HostWorld(World):
    """One round with two hosts, who try commands at every decision on a copy of the table."""

    def __init__(self, *said: Any, **more: Any) -> None:
        self.names: list[list[Any]] = []
        super().__init__(*said, **more)

    def new_chance(self, laid: list[Laid]) -> FairChance:
        self.laid = laid
        return FairChance(seeds_of(f"world {self.seed}"), laid, blinding=b"a key that nobody is told")

    def play(self) -> None:
        self.now += 1000
        super().play()

    def who(self, person: str) -> Who:
        who = super().who(person)
        return msgspec.structs.replace(who, host=True) if person == PLAYS else who

    def _be_refused(self) -> None:
        super()._be_refused()
        self._copy: LiveTable | None = None
        tries, number = self._tries(), self.live.state.round
        luck = random.Random(f"{self.seed} {len(self.decided)}")
        for host in EYES:
            for command in luck.sample(tries, min(len(tries), TRIES)):
                self._try(host, command)
            for command in (Floor(do="void", reason="wrong count", key="k"), Agree(round=number, key="k")):
                self._try(host, command)
        self._read_log()

    def _tries(self) -> list[Any]:
        """Returns every action: rulings on each place by each decision, irregularities, and what a host does alone."""
        places, kinds = ("1", "2", "3", "bank", "9"), self.live.context.sheet.game.irregularities
        decisions = (*SHOTS, *self._choices())
        tries = [Floor(do="rule", place=place, decision=each, key="k") for place in places for each in decisions]
        tries += [Floor(do="call", irregularity=kind, key="k") for kind in ("nothing", *kinds)]
        return [*tries, *[Floor(do=do, person="p2", key="k") for do in ALONE]]

    def _choices(self) -> list[Any]:
        """Returns the choices of everybody in the first world: their names, and two offers of each question."""
        at = len(self.names)
        if isinstance(self.before, HostWorld) and at < len(self.before.names):
            self.names.append(self.before.names[at])
            return self.names[-1]
        round_ = self.live.context.round
        assert round_ is not None
        asks = round_.asks()
        plain = [choice.name for ask in asks for choice in (*ask.choices, *ask.misplays)]
        views = [ask for person in self.live.state.players for ask in self.mine(person).asks]
        offers = [offer for ask in views for offer in ask.offers[:2]]
        self.names.append([*dict.fromkeys(plain), *offers])
        return self.names[-1]

    def _try(self, host: str, command: Any) -> None:
        """Records what the host is told: a refusal, or the public effects of an action that
        reveals no card by itself.
        """
        copy = self._copy or LiveTable.from_snapshot(self.live.snapshot(), self.new_chance(self.laid))
        self._copy = copy
        try:
            outcome = copy.apply(command, self.who(host), self.now)
        except Refusal as refusal:
            told: Any = (refusal.code, refusal.sentence, refusal.clause, refusal.where, refusal.facts)
        else:
            told, self._copy = "done", None
            if outcome.ended is None and (host == PLAYS or command.do in ALONE):
                state, mine = copy.public(self.now), copy.private(host)
                state.root = ""  # another deck has another root
                told = (state, mine, [for_person(line, host) for line in outcome.story], outcome.ack)
        self._told(EYES[host], (command, told))

    # -- the log ----------------------------------------------------------------------------------------------------

    def kept(self) -> list[LogLine]:
        """Returns the rows as a store keeps them, with their hash chain."""
        before, lines = START, []
        for outcome in self.outcomes:
            if not outcome.idle:
                hash_ = row_hash(before, outcome.row)
                lines.append(LogLine(outcome.row, before.hex(), hash_.hex()))
                before = hash_
        return lines

    def log(self, host: str) -> list[dict[str, Any]]:
        running = self.live.state.running
        began = running.began if running is not None and self.live.context.in_play else None
        return [msgspec.json.decode(line) for line in lines_for(self.kept(), 0, host, began)]

    def _read_log(self) -> None:
        for host, eyes in EYES.items():
            for row in self.log(host):
                for drawn in row["body"].get("drawn", ()):
                    _forget_binding(drawn.get("fair") or {})
                shown = [row.pop(name) is not None for name in ("prev_hash", "hash")]  # salted: differs by world
                self._told(eyes, (row, shown))

    # -- the end ----------------------------------------------------------------------------------------------------

    def _look_back(self) -> None:
        super()._look_back()
        self._read_log()
        document = msgspec.json.decode(self.ended.document, type=Document)
        fair = document.fair
        assert isinstance(fair, Fair)
        seen: dict[str, list[int]] = {}
        for whose in ("", PLAYS):
            for spot, places in self.ended.seen.cards.get(whose, {}).items():
                seen.setdefault(spot, []).extend(places)
        round_ = resume(find(document.game), document)
        seed = seed_from(f"world {self.seed}", "t1", fair.round)
        openings = openings_of(round_, fair, seed, seen)
        facts = msgspec.to_builtins(fair) | {"openings": msgspec.to_builtins(openings)}
        leaves = [bytes.fromhex(each) for each in fair.leaves]
        opened = [leaves[each.epoch][32 * each.i : 32 * each.i + 32].hex() for each in openings] if leaves else []
        _forget_binding(facts)
        self._told(PLAYS, (facts, opened))


def _forget_binding(fair: dict[str, Any]) -> None:
    """Removes root and leaves: they are salted hashes, so another deck has others, and nobody can try cards against
    them.
    """
    for name in ("root", "leaves", "reshuffled"):
        fair.pop(name, None)


def main() -> None:
    words = sys.argv[1:]
    count = next((int(word) for word in words if word.isdigit()), 10)
    for game in [word for word in words if word in OWN] or OWN:
        differed = sum(compare(game, seed, HostWorld) for seed in range(count))
        print(f"{game}: {count} rounds, {differed} worlds beside them, two hosts told the same to the byte", flush=True)


if __name__ == "__main__":
    main()
