"""Where a table's cards, dice and lots come from: a seed that was committed to, or a file that lays them.

Randomness comes in as bytes from outside: `seeds` is asked for the seed of a round and says the same one every time.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct

from houseway.cards import PACK_WITH_JOKER, Cards, text_of, texts_of
from houseway.room.fairness.chance_file import Laid
from houseway.room.fairness.scheme import (
    SCHEME,
    below,
    commit_of,
    deck_of,
    key_of,
    keyed,
    leaves_of,
    link_of,
    lot_of,
    root_of,
    salts_of,
    seed_from,
    shuffled,
    stream,
)
from houseway.script import Deal, Roll
from houseway.table.setup import Fair, Opening

_CARDS: Final = {text_of(card): card for card in PACK_WITH_JOKER}

Seeds = Callable[[str, int], bytes]
"""The seed of a round of a table: 32 bytes that nobody knew before, or those of a text (`seeds_of`)."""
Kept = Callable[[str, int], Any]
"""The fairness part (JSON) of a round of a table that is over; None where there is none."""


def seeds_of(text: str) -> Seeds:
    """Seeds that repeat for the same text; every round dealt from them is called laid."""
    return lambda table, number: seed_from(text, table, number)


def without_leaves(fair: Mapping[str, Any]) -> dict[str, Any]:
    """Returns a fairness part without its hash for every card: those are told with the document, not with a state."""
    return {name: value for name, value in fair.items() if name != "leaves"}


def comes_back(request: Deal, drawn: Counter[str]) -> Counter[str]:
    """The cards that are shuffled into the deck before this deal. Those `drawn` for the button never left it."""
    if not request.shuffled:
        return Counter()
    back = Counter(texts_of(request.shuffled))
    found = back & drawn
    drawn.subtract(found)
    return back - found


# -- one round ------------------------------------------------------------------------------------------------------


class FairDealing:
    """One round's cards and dice out of its key, in the order that they are asked for.

    Cards of a draw for the button come from a shuffle of their own and never leave the deck, so that the deck of the
    hand is the one that `root` was published for. Any other cards that come back start the next epoch.
    """

    def __init__(self, key: bytes, shoe: Iterable[str], laid: Laid | None = None) -> None:
        self._key = key
        self._shoe = sorted(shoe)
        self._laid = laid.decks() if laid is not None else []
        self._laid_dice = [tuple(faces) for faces in laid.dice] if laid is not None else []
        self._laid_draw = texts_of(laid.drawn) if laid is not None else []
        self._laid_first = f"draw {laid.draw}" if laid is not None and isinstance(laid.draw, int) else ""
        self._mix = key if laid is None else laid.key
        self._dice = stream(self._mix, "dice")
        self._draw: list[str] = []
        self._drawn: Counter[str] = Counter()
        self.decks = [self._deck(0, self._shoe)]
        self._left = list(range(len(self._shoe) - 1, -1, -1))
        self.dealt: list[tuple[int, int] | None] = []
        self._salts: list[list[bytes]] = []
        self._leaves: list[bytes] = []
        self._opened: dict[tuple[int, int], Opening] = {}

    def _deck(self, epoch: int, cards: Sequence[str]) -> list[str]:
        """The deck of an epoch; laid cards lie on top of it, and the rest as chance has it."""
        top = self._laid[epoch] if epoch < len(self._laid) else []
        return self._stacked(top, cards, lambda rest: deck_of(self._mix, epoch, rest))

    def _stacked(self, laid: list[str], cards: Sequence[str], mix: Callable[[Iterable[str]], list[str]]) -> list[str]:
        """Laid cards that the shoe does not hold, or holds no more, are passed over."""
        rest, top = Counter(cards), []
        for card in laid:
            if rest[card] > 0:
                rest[card] -= 1
                top.append(card)
        return top + mix(rest.elements())

    def cards(self, request: Deal) -> Cards:
        return self._give(request, None)

    def follow(self, request: Deal, given: Cards) -> None:
        """These cards were dealt, as a log says it; whatever comes after is dealt from those that are left."""
        self._give(request, texts_of(given))

    def _give(self, request: Deal, given: list[str] | None) -> Cards:
        if request.optional:  # what may be left out is left out
            return ()
        if request.to.name.startswith("draw "):
            return self._give_draw(request, given)
        if back := comes_back(request, self._drawn):
            self._shuffle(back)
        epoch, deck, left = len(self.decks) - 1, self.decks[-1], self._left
        assert request.count <= len(left), "the shoe is empty"
        places = [left.pop() for _ in range(request.count)] if given is None else list(map(self._find, given))
        self.dealt += [(epoch, place) for place in places]
        return tuple([_CARDS[deck[place]] for place in places])

    def _find(self, card: str) -> int:
        """The next place of the deck where that card is."""
        left, deck = self._left, self.decks[-1]
        for index in range(len(left) - 1, -1, -1):
            if deck[left[index]] == card:
                return left.pop(index)
        raise AssertionError(f"{card} is not in the shoe")

    def _shuffle(self, back: Counter[str]) -> None:
        deck = self.decks[-1]
        cards = [deck[place] for place in self._left] + list(back.elements())
        self.decks.append(self._deck(len(self.decks), cards))
        self._left = list(range(len(cards) - 1, -1, -1))

    def _give_draw(self, request: Deal, given: list[str] | None) -> Cards:
        if not self._draw:
            deck = self._stacked(self._laid_draw, self._shoe, lambda rest: shuffled(self._mix, "draw", rest))
            if self._laid_first:  # an ace wins every draw, high or low, where nobody else has one
                deck.sort(key=lambda card: card[0] == "A")
            self._draw = deck[::-1]
        if given is None and request.to.name == self._laid_first:
            given = [self._draw[0]]
        for card in given or ():
            self._draw.remove(card)
        cards = [self._draw.pop() for _ in range(request.count)] if given is None else given
        self._drawn.update(cards)
        self.dealt += [None] * request.count
        return tuple([_CARDS[card] for card in cards])

    def dice(self, request: Roll) -> tuple[int, ...]:
        """The next laid roll that fits what is rolled, or one that follows from the seed."""
        while self._laid_dice:
            faces = self._laid_dice.pop(0)
            if len(faces) == request.dice and all(1 <= face <= request.faces for face in faces):
                return faces
        return tuple([below(self._dice, request.faces) + 1 for _ in range(request.dice)])

    # -- what proves it

    @property
    def leaves(self) -> list[bytes]:
        """The leaves of every deck so far."""
        for epoch in range(len(self._leaves), len(self.decks)):
            deck = self.decks[epoch]
            salts = salts_of(self._key, epoch, deck)
            self._salts.append(salts)
            self._leaves.append(leaves_of(self._key, epoch, deck, salts))
        return self._leaves

    @property
    def root(self) -> str:
        """What binds every card of the deck, to be shown before the first is dealt."""
        return root_of(self.leaves[0])

    def opening(self, number: int) -> Opening | None:
        """What proves the card dealt as this number of the round, from 0; None for a card of the draw."""
        if (place := self.dealt[number]) is None:
            return None
        if place not in self._opened:
            epoch, index = place
            assert epoch < len(self.leaves)
            card, salt = self.decks[epoch][index], self._salts[epoch][index].hex()
            self._opened[place] = Opening(epoch=epoch, i=index, card=card, salt=salt)
        return self._opened[place]


# -- a table --------------------------------------------------------------------------------------------------------


class _Round(Struct):
    """A round that is bet on or played, and what it is made of."""

    seed: bytes
    words: dict[str, str] = {}
    dealing: FairDealing | None = None
    laid: bool = False


class FairChance:
    """The room's chance: every round from a seed of its own, with the words of its players, chained to the one before.

    With `called_laid` the seeds are somebody's choice, and every round says so. A round for which a line is `laid` is
    dealt from that. `kept` are the fairness parts of rounds that ended before this process began. `blinding` is the
    secret key of the salts in a table's log.
    """

    def __init__(
        self,
        seeds: Seeds,
        laid: Sequence[Laid] = (),
        *,
        called_laid: bool = False,
        kept: Kept = lambda table, number: None,  # noqa: ARG005
        blinding: bytes = b"",
    ) -> None:
        self._blind = keyed(blinding) if blinding else None
        self._seeds = seeds
        self._kept = kept
        self._laid = laid
        self._called_laid = called_laid
        self._tables: dict[str, int] = {}
        self._rounds: dict[tuple[str, int], _Round] = {}
        self._links: dict[str, tuple[int, str]] = {}

    def opened(self, table: str) -> int:
        """The number of a table, as a chance file counts them: 1 is the first that was opened."""
        return self._tables.setdefault(table, len(self._tables) + 1)

    def forget(self, table: str) -> None:
        """What was drawn for a table is asked for anew: others may have dealt there since."""
        self._links.pop(table, None)
        self._rounds = {place: kept for place, kept in self._rounds.items() if place[0] != table}

    def remember(self, fair: Fair) -> None:
        """The last round of a table, which ended before this process began."""
        self._links[fair.table] = (fair.round, link_of(fair))

    def _before(self, table: str, number: int) -> str | None:
        """What a round names as the one before it."""
        last, link = self._links.get(table, (0, ""))
        if last == number - 1 and last:
            return link
        fair = self._kept(table, number - 1)
        return None if fair is None else link_of(msgspec.convert(fair, Fair))

    def commit(self, table: str, number: int) -> str:
        return commit_of(self._round(table, number).seed)

    def _round(self, table: str, number: int) -> _Round:
        self.opened(table)
        if (table, number) not in self._rounds:
            self._rounds[table, number] = _Round(self._seeds(table, number))
        return self._rounds[table, number]

    def _line(self, table: str, number: int) -> Laid | None:
        ordinal = self.opened(table)
        lines = [line for line in self._laid if line.round == number and line.table in (None, ordinal)]
        return next((line for line in lines if line.table is not None), lines[0] if lines else None)

    def begin(self, table: str, number: int, words: Mapping[str, str], shoe: Cards) -> FairDealing:
        round_, line = self._round(table, number), self._line(table, number)
        round_.words = {place: said for place, said in words.items() if said}
        round_.laid = self._called_laid or line is not None
        key = key_of(round_.seed, table, number, round_.words)
        round_.dealing = FairDealing(key, texts_of(shoe), line)
        return round_.dealing

    def draw(self, table: str, number: int, seats: tuple[int, ...]) -> int:
        line = self._line(table, number)
        return lot_of(self._round(table, number).seed, table, number, seats) if line is None else line.first(seats)

    def end(self, table: str, number: int, *, reveal: bool, void: str | None = None) -> dict[str, Any]:
        """The fairness part of the round's document: with `reveal` its seed, otherwise what openings are held to."""
        round_ = self._round(table, number)
        leaves = round_.dealing.leaves if round_.dealing is not None else []
        roots = [root_of(each) for each in leaves]
        fair = Fair(
            scheme=SCHEME,
            table=table,
            round=number,
            commit=commit_of(round_.seed),
            words=round_.words,
            root=roots[0] if roots else "",
            seed=round_.seed.hex() if reveal else None,
            prev=self._before(table, number),
            reshuffled=roots[1:],
            leaves=[] if reveal else [each.hex() for each in leaves],
            laid=round_.laid or self._called_laid,
            void=void,
            next=self.commit(table, number + 1),
        )
        self.remember(fair)
        before = number - 1
        while self._rounds.pop((table, before), None) is not None:
            before -= 1
        facts: dict[str, Any] = msgspec.to_builtins(fair)
        return facts

    def blind(self, table: str, row: int) -> str:
        return "" if self._blind is None else self._blind(f"row/{table}/{row}".encode())[:16].hex()

    def openings(self, table: str, number: int, cards: tuple[int, ...]) -> list[Opening]:
        dealing = self._round(table, number).dealing
        if dealing is None:
            return []
        return [opening for each in cards if (opening := dealing.opening(each)) is not None]
