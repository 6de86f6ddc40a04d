"""The room's chance: cards, dice and lots from a committed seed, or from a chance file.

Randomness comes in as bytes: the caller's `seeds` returns the seed of a round, the same one at every call.
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
"""Returns the seed of a round of a table: 32 bytes that nobody knew before, or those of a text (`seeds_of`)."""
Kept = Callable[[str, int], Any]
"""Returns the fairness part (JSON) of a finished round of a table; None if there is none."""


def seeds_of(text: str) -> Seeds:
    """Returns seeds that repeat for the same text. Every round dealt from them is marked `laid`."""
    return lambda table, number: seed_from(text, table, number)


def without_leaves(fair: Mapping[str, Any]) -> dict[str, Any]:
    """Returns a fairness part without the hash of every card. The document carries the hashes, a state does not."""
    return {name: value for name, value in fair.items() if name != "leaves"}


def comes_back(request: Deal, drawn: Counter[str]) -> Counter[str]:
    """Returns the cards that are shuffled into the deck before this deal.

    Cards `drawn` for the button never left it.
    """
    if not request.shuffled:
        return Counter()
    back = Counter(texts_of(request.shuffled))
    found = back & drawn
    drawn.subtract(found)
    return back - found


# -- one round ------------------------------------------------------------------------------------------------------


class FairDealing:
    """The cards and dice of one round from its key, in the order in which the script asks for them.

    Cards of a draw for the button come from a shuffle of their own and never leave the deck. So the deck of the hand is
    the one that `root` was published for. Any other cards that come back start the next epoch.
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
        """Returns the deck of an epoch: laid cards on top, the rest by chance."""
        top = self._laid[epoch] if epoch < len(self._laid) else []
        return self._stacked(top, cards, lambda rest: deck_of(self._mix, epoch, rest))

    def _stacked(self, laid: list[str], cards: Sequence[str], mix: Callable[[Iterable[str]], list[str]]) -> list[str]:
        """Returns a deck with the laid cards on top, skipping those that `cards` does not hold."""
        rest, top = Counter(cards), []
        for card in laid:
            if rest[card] > 0:
                rest[card] -= 1
                top.append(card)
        return top + mix(rest.elements())

    def cards(self, request: Deal) -> Cards:
        return self._give(request, None)

    def follow(self, request: Deal, given: Cards) -> None:
        """Takes over cards that a log says were dealt. The next deal comes from the cards that are left."""
        self._give(request, texts_of(given))

    def _give(self, request: Deal, given: list[str] | None) -> Cards:
        """Deals the next cards of the deck, or those that the log gives."""
        if request.optional:  # chance deals no optional card
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
        """Takes the card out of the deck. Returns its place."""
        left, deck = self._left, self.decks[-1]
        for index in range(len(left) - 1, -1, -1):
            if deck[left[index]] == card:
                return left.pop(index)
        raise AssertionError(f"{card} is not in the shoe")

    def _shuffle(self, back: Counter[str]) -> None:
        """Shuffles the rest of the deck with the cards that come back, as the next epoch."""
        deck = self.decks[-1]
        cards = [deck[place] for place in self._left] + list(back.elements())
        self.decks.append(self._deck(len(self.decks), cards))
        self._left = list(range(len(cards) - 1, -1, -1))

    def _give_draw(self, request: Deal, given: list[str] | None) -> Cards:
        """Deals cards of the draw for the button from their own shuffle."""
        if not self._draw:
            deck = self._stacked(self._laid_draw, self._shoe, lambda rest: shuffled(self._mix, "draw", rest))
            if self._laid_first:  # an only ace wins every draw, high or low
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
        """Returns the next laid roll that fits the request, or one from the seed."""
        while self._laid_dice:
            faces = self._laid_dice.pop(0)
            if len(faces) == request.dice and all(1 <= face <= request.faces for face in faces):
                return faces
        return tuple([below(self._dice, request.faces) + 1 for _ in range(request.dice)])

    # -- leaves and openings

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
        """The hash that binds every card of the first deck. The table shows it before the first deal."""
        return root_of(self.leaves[0])

    def opening(self, number: int) -> Opening | None:
        """Returns the opening that proves the card of this number in the deal, from 0; None for a card of the draw."""
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
    """A round that is bet on or played: its seed, words and dealing."""

    seed: bytes
    words: dict[str, str] = {}
    dealing: FairDealing | None = None
    laid: bool = False


class FairChance:
    """The room's chance: each round has its own seed, mixes in its players' words, and is chained to the round before.

    With `called_laid` somebody chose the seeds, and every round says so. A round with a `laid` line is dealt from that
    line. `kept` returns the fairness parts of rounds that ended before this process began. `blinding` is the secret key
    of the salts in a table's log.
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

    def table_number(self, table: str) -> int:
        """Returns the number of a table for chance files: 1 is the first that was opened."""
        return self._tables.setdefault(table, len(self._tables) + 1)

    def forget(self, table: str) -> None:
        """Drops the cached rounds and link of a table, because another node may have dealt there since."""
        self._links.pop(table, None)
        self._rounds = {place: kept for place, kept in self._rounds.items() if place[0] != table}

    def remember(self, fair: Fair) -> None:
        """Keeps the link of the last round of a table."""
        self._links[fair.table] = (fair.round, link_of(fair))

    def _before(self, table: str, number: int) -> str | None:
        """Returns the link of the round before; None if there is none."""
        last, link = self._links.get(table, (0, ""))
        if last == number - 1 and last:
            return link
        fair = self._kept(table, number - 1)
        return None if fair is None else link_of(msgspec.convert(fair, Fair))

    def commit(self, table: str, number: int) -> str:
        return commit_of(self._round(table, number).seed)

    def _round(self, table: str, number: int) -> _Round:
        self.table_number(table)
        if (table, number) not in self._rounds:
            self._rounds[table, number] = _Round(self._seeds(table, number))
        return self._rounds[table, number]

    def _line(self, table: str, number: int) -> Laid | None:
        """Returns the chance file's line for a round of a table; one that names the table comes first."""
        ordinal = self.table_number(table)
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
        """Returns the fairness part of the round's document: with `reveal` its seed, otherwise
        the leaves for openings.
        """
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
