"""Two rounds that differ only in cards which a person may not see, and everything that the person is told of either.

    python -m tests.room.worlds 1000 texas-holdem          so many rounds of each game named, or of all

A world records every step, the welcome of everybody who connects at any step, every refusal with its reason, and when
the next frame is due. When the round is over it records the document, its proof and its replay by the link.
"""

import random
import sys
from typing import Any

import msgspec
from msgspec import UNSET

from houseway.cards import PACK_WITH_JOKER, cards_from, texts_of
from houseway.games import find
from houseway.room.fairness.chance_file import Laid
from houseway.room.fairness.deal_order import order_of
from houseway.room.fairness.fair_chance import FairChance, seeds_of
from houseway.room.messages.commands import Decide, TakeBack
from houseway.room.messages.outcomes import Ended
from houseway.room.messages.story_lines import for_person
from houseway.room.review.replay import Kept, steps_of
from houseway.room.visibility.redaction import document_for, seen_in
from houseway.roster import OWN
from houseway.script import Refusal
from houseway.table import resume
from houseway.table.setup import Document
from tests.room.sitting import SEATS, Sitting, bet_and_bank

STRANGER = "a stranger"
VIEWERS = ("", *(f"p{seat}" for seat in SEATS))


class Incomparable(Exception):
    """A person made a decision that the other cards do not allow. Everybody may see that difference."""


def laid_by(seed: int, deck: str | None) -> Laid:
    """Returns a random line for a round, with that deck if one is given. The dealing skips cards that a shoe lacks."""
    chance = random.Random(f"laid {seed}")
    cards = list(texts_of(PACK_WITH_JOKER)) * 8
    chance.shuffle(cards)
    dice = [[chance.randint(1, 6) for _ in range(3)] for _ in range(4)]
    return Laid(round=1, deck=" ".join(cards) if deck is None else deck, dice=dice, draw=" ".join(cards[:8]))


class World(Sitting):
    """One round in which people decide at random, and the same way in every world if they may."""

    def __init__(
        self, game: str, seed: int, deck: str | None = None, before: "World | None" = None, decisions: int | None = None
    ) -> None:
        self.seed = seed
        self.decisions = decisions
        self.rng = random.Random(f"{game} {seed}")
        self.before = before
        self.decided: list[Any] = []
        self.told: dict[str, list[bytes]] = {viewer: [] for viewer in (*VIEWERS, STRANGER)}
        super().__init__(game, *SEATS, laid=[laid_by(seed, deck)], buy_in=1_000_000)
        self.play()

    def new_chance(self, laid: list[Laid]) -> FairChance:
        return FairChance(seeds_of(f"world {self.seed}"), laid)

    # -- one round --------------------------------------------------------------------------------------------------

    def play(self) -> None:
        bet_and_bank(self)
        while self.state.phase == "playing":
            for person in list(self.live.state.players):
                for ask in self.mine(person).asks[:1]:
                    self._come_back()
                    if len(self.decided) == self.decisions:
                        return
                    self._be_refused()
                    self.decide(person, self._decision(ask), ask.place)
        assert self.state.phase == "settled", self.state.phase
        self._come_back()
        self._look_back()

    def _decision(self, ask: Any) -> Any:
        """Returns a random choice that names no card, or the decision of the other world if there is one."""
        plain = [choice.name for choice in ask.choices if choice.pick is None and choice.piles is None]
        decision = ask.default
        roll, pick = self.rng.random(), self.rng.random()
        if plain and roll < 0.6:
            choice = next(each for each in ask.choices if each.name == plain[int(pick * len(plain))])
            decision = {choice.name: choice.low} if choice.circle else choice.name
        if self.before is not None:
            then = self.before.decided[len(self.decided)] if len(self.decided) < len(self.before.decided) else None
            name = then if isinstance(then, str) else next(iter(then)) if then else None
            secret = any(choice.name == name and choice.name not in plain for choice in ask.choices)
            if name not in plain and not secret and then != ask.default:
                raise Incomparable
            decision = then if name in plain else ask.default
        self.decided.append(decision)
        return decision

    # -- recording --------------------------------------------------------------------------------------------------

    def _told(self, viewer: str, what: Any) -> None:
        self.told[viewer].append(msgspec.json.encode(what))

    def _come_back(self) -> None:
        """Records the welcome of everybody after a reconnect with the whole story, and of a stranger."""
        lines = [line for outcome in self.outcomes for line in outcome.story]
        for viewer in self.told:
            welcome = self.live.welcome(viewer, viewer, self.now, [for_person(line, viewer) for line in lines], 0)
            welcome.state.fair, welcome.state.commit = None, ""
            welcome.state.root, welcome.state.next = "", None
            welcome.mine.openings = []
            due = self.live.due()
            self._told(viewer, (welcome, len(self.outcomes), None if due is None else due - self.now))

    def _be_refused(self) -> None:
        """Records the refusals of wrong commands: for another's place, too late, too early, or nonsense."""
        number = self.live.state.round
        for viewer in VIEWERS[1:]:
            for place in map(str, SEATS):
                for decision in ("fold", {"raise": 1}, {"set": "As Kd"}, "juggle"):
                    mine = any(ask.place == place for ask in self.mine(viewer).asks)
                    if not mine:
                        command = Decide(round=number, step=0, place=place, decision=decision, key="k")
                        self._refused(viewer, command)
            self._refused(viewer, TakeBack(round=number, place="9", key="k"))

    def _refused(self, viewer: str, command: Any) -> None:
        before = self.live.snapshot()
        try:
            self.live.apply(command, self.who(viewer), self.now)
        except Refusal as refusal:
            self._told(viewer, (refusal.code, refusal.sentence, refusal.clause, refusal.where, refusal.facts))
        else:
            raise AssertionError(f"{command} of {viewer} was not refused")
        assert self.live.snapshot() == before

    def _look_back(self) -> None:
        """Records the redacted document, the proved cards and the replay for each person who may ask."""
        ended = self.ended
        document = msgspec.json.decode(ended.document, type=Document)
        document.fair = UNSET  # another deck has another root
        kept = Kept(ended.round_id, "t1", ended.number)
        for viewer in self.told:
            self._told(viewer, document_for(document, ended.seen, viewer))
            round_ = resume(find(document.game), document)
            self._told(viewer, steps_of(round_, kept, viewer))
            self._told(viewer, order_of(round_))
            self._told(viewer, sorted(ended.seen.cards.get(viewer, {}).items()))

    @property
    def ended(self) -> Ended:
        (ended,) = [outcome.ended for outcome in self.outcomes if outcome.ended is not None]
        return ended

    # -- hidden cards -----------------------------------------------------------------------------------------------

    def dealt(self) -> list[tuple[str, int, str]]:
        """Returns each card of the deck in the order of the deal: its spot, its index there, and the card."""
        cards: list[tuple[str, int, str]] = []
        count: dict[str, int] = {}
        for given in self.live.state.running.given:  # type: ignore[union-attr]
            for card in texts_of(cards_from(given.cards or "")):
                cards.append((given.to, count.get(given.to, 0), card))
                count[given.to] = count.get(given.to, 0) + 1
        return [row for row in cards if not row[0].startswith("draw ")]

    def hidden_from(self, viewer: str) -> list[int]:
        """Returns the numbers of the dealt cards that the person never saw."""
        round_, running = self.live.context.round, self.live.state.running
        assert round_ is not None
        assert running is not None
        seen = seen_in(round_, running.persons).cards
        shown = {
            (spot, index)
            for each in (seen.get("", {}), seen.get(viewer, {}))
            for spot, indexes in each.items()
            for index in indexes
        }
        return [at for at, (spot, index, _) in enumerate(self.dealt()) if (spot, index) not in shown]

    def other_deck(self, viewer: str) -> str | None:
        """Returns the deck with other cards where that person never sees them; None if the person sees everything."""
        cards, hidden = [card for *_, card in self.dealt()], self.hidden_from(viewer)
        rest = list(texts_of(self.live.context.sheet.game.deck(self.live.context.sheet.rules.options)))
        for card in cards:
            rest.remove(card)
        pool = sorted(rest + [cards[at] for at in hidden])
        self.rng.shuffle(pool)
        for at in hidden:
            cards[at] = pool.pop()
        return " ".join(cards) if hidden else None


def compare(game: str, seed: int, world: type[World] = World) -> int:
    """Compares a round with others that differ in one viewer's hidden cards. Asserts that the viewer is told the same.

    It compares the whole round, and a part of it with the cards that are still hidden then. Returns how many others
    differed.
    """
    whole = world(game, seed)
    part = whole.rng.randrange(len(whole.decided)) if whole.decided else 0
    return _compare(game, whole, None) + _compare(game, world(game, seed, decisions=part), part)


def _compare(game: str, first: World, decisions: int | None) -> int:
    others, seed = 0, first.seed
    for who in (*VIEWERS, STRANGER):
        deck = first.other_deck(who)
        if deck is None:
            continue
        try:
            other = type(first)(game, seed, deck, first, decisions)
        except Incomparable:
            continue
        if other.hidden_from(who) != first.hidden_from(who):
            continue  # the bank turns up its hole card because of its rank: everybody may see that
        others += [row[2] for row in other.dealt()] != [row[2] for row in first.dealt()]
        seen = "" if who == STRANGER else who
        assert other.frames[seen] == first.frames[seen], (game, seed, who)
        for one, two in zip(first.told[who], other.told[who], strict=True):
            assert one == two, (game, seed, who, one, two)
    return others


def main() -> None:
    words = sys.argv[1:]
    count = next((int(word) for word in words if word.isdigit()), 10)
    for game in [word for word in words if word in OWN] or OWN:
        differed = sum(compare(game, seed) for seed in range(count))
        print(f"{game}: {count} rounds, {differed} worlds beside them, told the same to the byte", flush=True)


if __name__ == "__main__":
    main()
