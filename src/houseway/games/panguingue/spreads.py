"""Ropes and squares: which cards may be spread together, what a spread is worth, and how cards can be laid out.

Pure functions of cards and the table's rules (PAN-32 to PAN-52, PAN-80). Cards of several packs with one name are
interchangeable, so everything here counts cards and never tells two equal ones apart.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice, product
from typing import Final, NamedTuple

from houseway.cards import (
    PACK,
    RANK_NAMES,
    RANK_PLURALS,
    SUIT_NAMES,
    SUITS,
    Card,
    Cards,
    card_from,
    rank_of,
    suit_of,
    text_of,
    text_of_cards,
)
from houseway.cards import RANKS as RANK_CODES
from houseway.hands import Hand, HandName, named
from houseway.input_error import InputError
from houseway.script import Fact, Refusal, TableRules

ORDER: Final = "A234567JQK"  # seven and jack are neighbours, king and ace are not (PAN-02)
VALLE: Final = frozenset(rank_of(card_from(f"{rank}s")) for rank in "357")  # cards of value (PAN-03)
ANY_SUITS: Final = frozenset(rank_of(card_from(f"{rank}s")) for rank in "AK")  # non-comoquers (PAN-35)
SPADES: Final = 3
NUMBERS: Final = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"]
LEAST: Final = 3  # PAN-32
MOST: Final = 11
STEPS: Final = {rank_of(card_from(f"{rank}s")): step for step, rank in enumerate(ORDER)}
RANKS: Final = tuple(STEPS)  # by step
TOP_STEP: Final = len(ORDER) - 1
KINDS: Final[Cards] = tuple(rank * 4 + suit for rank in RANKS for suit in range(4))  # the forty cards (PAN-01)

Board = tuple[Cards, ...]


class Spread(NamedTuple):
    """A legal spread: a rope or a square, the konditions it makes (1 to 5), its worth in chips, and its name."""

    kind: str
    konditions: tuple[int, ...]
    worth: int
    name: HandName

    @property
    def says(self) -> str:
        return self.name.says


class NoSpread(NamedTuple):
    """Why cards are no spread: the form of the sentence, the clause and the facts in it."""

    form: str
    clause: str
    facts: dict[str, Fact] | None = None


class Spreads:
    """What the rules of one table make of cards that are laid together."""

    def __init__(self, rules: TableRules) -> None:
        self.packs: int = rules.game.deck.packs
        self.distinct: bool = rules.options.mixed_square_extension == "distinct-suits-only"  # PAN-36
        self.per_card: bool = rules.options.rope_extension_pay == "value-per-card"  # PAN-50
        self.konditions = {key: int(odds.num) for key, odds in rules.table("konditions").odds.items()}
        self.additions = {key: int(odds.num) for key, odds in rules.table("kondition-additions").odds.items()}
        self._judged = lru_cache(maxsize=4_096)(self._judge)
        self._squares = lru_cache(maxsize=4_096)(self._squares_of)
        self._covers = lru_cache(maxsize=1024)(self._cover)

    # -- legality and worth -----------------------------------------------------------------------------------------

    def judge(self, cards: Sequence[Card]) -> Spread:
        """What the cards are when they lie together, in any order; refused unless it is a legal spread (PAN-80)."""
        tidy = in_order(cards)
        found = self._judged(tidy)
        if isinstance(found, Spread):
            return found
        raise Refusal("spread", found.form, found.clause, facts={"cards": text_of_cards(cards), **(found.facts or {})})

    def legal(self, cards: Iterable[Card]) -> bool:
        return isinstance(self._judged(in_order(cards)), Spread)

    def worth(self, board: Iterable[Cards]) -> int:
        """What the spreads of a board are worth in chips, as they lie (PAN-52)."""
        return sum(self.judge(pile).worth for pile in board)

    def _judge(self, cards: Cards) -> Spread | NoSpread:
        """The spread, or why it is none and by which clause."""
        strange = next((card for card in cards if card >> 2 not in STEPS), None)
        if strange is not None:
            return NoSpread("{cards} is no spread: {card} is not in the pack", "PAN-01", {"card": text_of(strange)})
        for card in set(cards):
            if cards.count(card) > self.packs:
                form = "{cards} is no spread: there are only {packs} of {card}"
                return NoSpread(form, "PAN-01", {"packs": self.packs, "card": text_of(card)})
        if not LEAST <= len(cards) <= MOST:
            form = "{cards} is no spread: it has {count} cards, and a spread has {least} to {most}"
            return NoSpread(form, "PAN-32", {"count": len(cards), "least": LEAST, "most": MOST})
        if len({rank_of(card) for card in cards}) == 1:
            return self._square(cards)
        if len({suit_of(card) for card in cards}) == 1:
            return self._rope(cards)
        return NoSpread("{cards} is no spread: the cards are neither of one rank nor of one suit", "PAN-33")

    def _square(self, cards: Cards) -> Spread | NoSpread:
        rank, suits = rank_of(cards[0]), {suit_of(card) for card in cards}
        name = RANK_PLURALS[rank]
        if len(suits) > 1 and rank not in ANY_SUITS:
            if len(suits) == 2:
                form = (
                    "{cards} is no spread: a square of {rank:ranks} shows one suit or at least three, "
                    "and this one shows two"
                )
                return NoSpread(form, "PAN-34", {"rank": RANK_CODES[rank]})
            if self.distinct and len(suits) < len(cards):
                form = "{cards} is no spread: a mixed square of {rank:ranks} repeats no suit at this table"
                return NoSpread(form, "PAN-36", {"rank": RANK_CODES[rank]})
        value = "square of 3, 5 or 7" if rank in VALLE else "square of a, 2, 4, 6, j, q or k"
        (suit,) = suits if len(suits) == 1 else (None,)
        key = f"{value}, {'not all one suit' if suit is None else _suited(suit, 'all ')}"
        base = self.konditions[key]
        worth = base + (len(cards) - LEAST) * self.additions.get(key, 0)  # PAN-49
        kondition = (1 if suit is None else 2) if rank in VALLE else 3
        says, count, of = f"a square of {NUMBERS[len(cards)]} {name}", len(cards), RANK_CODES[rank]
        if suit is None:
            says += f" in {NUMBERS[len(suits)]} suits"
            square = named(says, "square-mixed", count=count, of=of, suits=len(suits))
        else:
            says += f" of {SUIT_NAMES[suit]}"
            square = named(says, "square-suited", count=count, of=of, suit=SUITS[suit])
        return self._named("square", (kondition,) if base else (), worth, square)

    def _rope(self, cards: Cards) -> Spread | NoSpread:
        steps, suit = [STEPS[rank_of(card)] for card in cards], suit_of(cards[0])
        if len(set(steps)) < len(steps):
            return NoSpread("{cards} is no spread: a rope repeats no rank", "PAN-33")
        if steps[-1] - steps[0] >= len(steps):
            if steps[0] == 0 and steps[-1] == TOP_STEP:
                form = "{cards} is no spread: a rope has no gap, and king and ace are not neighbours"
                return NoSpread(form, "PAN-02")
            return NoSpread("{cards} is no spread: a rope has no gap", "PAN-33")
        ends = [(4, "a-2-3")] if steps[0] == 0 else []
        ends += [(5, "j-q-k")] if steps[-1] == TOP_STEP else []
        values = [self.konditions[f"rope containing {end}, {_suited(suit)}"] for _, end in ends]
        worth = sum(values)  # once for each end (PAN-50)
        if ends and self.per_card:
            worth = (len(cards) - 2) * values[0]
        low, high = RANKS[steps[0]], RANKS[steps[-1]]
        says = f"a rope of {SUIT_NAMES[suit]}, {RANK_NAMES[low]} to {RANK_NAMES[high]}"
        rope = named(says, "rope", suit=SUITS[suit], low=RANK_CODES[low], high=RANK_CODES[high])
        return self._named("rope", tuple([number for number, _ in ends]), worth, rope)

    def _named(self, kind: str, konditions: tuple[int, ...], worth: int, spread: HandName) -> Spread:
        if not konditions:
            name = named(f"{spread.says}: no kondition, worth nothing", "no-kondition", spread=spread)
            return Spread(kind, (), worth, name)
        numbers = " and ".join(str(number) for number in konditions)
        says = f"{spread.says}: kondition {numbers}, worth {worth} chip{'s' * (worth > 1)}"
        first, *more = konditions
        if more:
            name = named(says, "konditions", spread=spread, kondition=first, second=more[0], worth=worth)
        else:
            key = "kondition" if worth > 1 else "kondition-one"
            name = named(says, key, spread=spread, kondition=first, worth=worth)
        return Spread(kind, konditions, worth, name)

    def ranked(self, cards: Cards) -> dict[str, Hand]:
        """The spread that the cards are, or why they are none and the most that can be spread of them."""
        if len(cards) > MOST:
            raise InputError(f"{len(cards)} cards are too many to spread: nobody has more than {MOST}")
        try:
            found = self.judge(cards)
        except Refusal as refusal:
            told = {"spread": Hand(0, "no spread", str(refusal), cards)}
            if best := self.best(cards):
                name = _together([self.judge(pile).name for pile in best])
                told["spread best"] = Hand(self.worth(best), f"{_count(best)} cards", name.says, cards_of(best), name)
            return told
        return {"spread": Hand(found.worth, found.kind, found.says, cards, found.name)}

    # -- laying cards out -------------------------------------------------------------------------------------------

    def additions_to(self, board: Board, card: Card) -> list[Board]:
        """The board with the card added to one of its spreads, in every legal way (PAN-36, PAN-37)."""
        return [
            (*board[:index], in_order((*pile, card)), *board[index + 1 :])
            for index, pile in enumerate(board)
            if self.legal((*pile, card))
        ]

    def cover(self, need: Sequence[Card], may: Sequence[Card] = ()) -> Board | None:
        """Legal spreads that hold all the cards needed and any of the others, or None where there are none."""
        return self._covers(tuple(need), tuple(may))

    def _cover(self, need: Cards, may: Cards) -> Board | None:
        pool = _counts((*need, *may))
        if any(not self._containing(card, pool) for card in set(need)):
            return None
        return next(self._laid(_counts(need), pool, sorted(set(need)), rest=False), None)

    def ideas(self, board: Board, held: Sequence[Card], card: Card, *, with_it: bool) -> list[Board]:
        """How the board may lie after a turn: the best layout that was found, then each single addition and new spread.

        `with_it`: only boards that use the card just drawn.
        """
        laid = cards_of(board)
        pool = _counts((*held, card))
        boards = list(self.layouts((*laid, card) if with_it else laid, held if with_it else (*held, card)))
        boards.sort(key=lambda found: (len(held) + 1 + len(laid) == _count(found), self.worth(found), _count(found)))
        boards = boards[-1:]
        for each in (card,) if with_it else dict.fromkeys((card, *held)):
            boards += self.additions_to(board, each)
            boards += [(*board, pile) for pile in self._containing(each, pool) if with_it or pile[0] == each]
        known = {_canonical(board)}
        found = []
        for idea in boards:
            if _canonical(idea) not in known:
                known.add(_canonical(idea))
                found.append(idea)
        return found

    def best(self, cards: Sequence[Card]) -> Board:
        """The layout that is worth most, and of several the longest; empty where nothing can be spread."""
        known = [card for card in cards if card >> 2 in STEPS]
        return max(self.layouts((), known), key=lambda board: (self.worth(board), _count(board)))

    def layouts(self, need: Sequence[Card], may: Sequence[Card], most: int = 400) -> Iterator[Board]:
        """Ways to lay the cards needed and some of the others in legal spreads, at most so many of them."""
        cards = (*need, *may)
        found = self._laid(_counts(need), _counts(cards), sorted(set(cards)), rest=True)
        return islice(found, most)

    def _laid(self, need: list[int], pool: list[int], cards: list[Card], *, rest: bool) -> Iterator[Board]:
        """Covers the cards needed first; with `rest`, lays of the others what fits or leaves them."""
        card = next((card for card in cards if need[card]), None)
        optional = card is None
        if card is None:
            card = next((card for card in cards if pool[card]), None)
            if card is None or not rest:
                yield ()
                return
        for pile in self._containing(card, pool):
            left, still = pool.copy(), need.copy()
            for used in pile:
                left[used] -= 1
                if still[used]:
                    still[used] -= 1
            for others in self._laid(still, left, cards, rest=rest):
                yield (pile, *others)
        if optional:
            left = pool.copy()
            left[card] = 0
            yield from self._laid(need, left, cards, rest=rest)

    def _containing(self, card: Card, pool: list[int]) -> list[Cards]:
        """Every legal spread with that card that the pool can make, the longest first."""
        rank, suit = card >> 2, card & 3
        step = low = high = STEPS[rank]
        while low > 0 and pool[RANKS[low - 1] * 4 + suit]:
            low -= 1
        while high < TOP_STEP and pool[RANKS[high + 1] * 4 + suit]:
            high += 1
        found: list[Cards] = []
        if high - low >= LEAST - 1:
            found = [
                tuple([RANKS[each] * 4 + suit for each in range(start, end + 1)])
                for start in range(low, step + 1)
                for end in range(max(step, start + LEAST - 1), high + 1)
            ]
        held = pool[rank * 4 : rank * 4 + 4]
        if sum(held) >= LEAST:
            found += self._squares(rank, suit, tuple(held))
        if len(found) > 1:
            found.sort(key=len, reverse=True)
        return found

    def _squares_of(self, rank: int, suit: int, held: tuple[int, ...]) -> list[Cards]:
        """Every legal square of a rank with a card of the suit, from so many cards of each suit."""
        ranges = (range(1 if each == suit else 0, min(count, MOST) + 1) for each, count in enumerate(held))
        found = []
        for counts in product(*ranges):
            if LEAST <= sum(counts) <= MOST:
                square = tuple(rank * 4 + each for each, count in enumerate(counts) for _ in range(count))
                if isinstance(self._judged(square), Spread):
                    found.append(square)
        return found


_KNOWN: dict[tuple[object, ...], Spreads] = {}


def spreads_of(rules: TableRules) -> Spreads:
    """The spreads of a table with these rules (`houseway.rulebook.Rules`), shared by all tables that agree on them."""
    key = (rules.game.id, rules.game.version, rules.options.mixed_square_extension, rules.options.rope_extension_pay)
    if key not in _KNOWN:
        _KNOWN[key] = Spreads(rules)
    return _KNOWN[key]


@lru_cache(maxsize=1024)
def wanted(held: Cards) -> frozenset[Card]:
    """The cards that any spread at all could hold with two of these; most cards are not among them.

    Of a rank that is held twice, or of a suit beside two neighbours or between them. A hand is asked about every
    discard, and changes only when it spreads.
    """
    ranks, suits = Counter(card >> 2 for card in held), dict.fromkeys(range(4), 0)
    for card in held:
        suits[card & 3] |= 1 << STEPS[card >> 2]
    cards = [card for card in KINDS if ranks[card >> 2] >= LEAST - 1]
    for suit, near in suits.items():
        fitting = near << 2 & near << 1 | near << 1 & near >> 1 | near >> 1 & near >> 2
        cards += [rank * 4 + suit for step, rank in enumerate(RANKS) if fitting >> step & 1]
    return frozenset(cards)


def cards_of(board: Iterable[Cards]) -> Cards:
    """All cards of a board."""
    return sum(board, ())


def _together(names: Sequence[HandName]) -> HandName:
    """The name of several spreads."""
    first, *others = names
    if not others:
        return first
    rest = _together(others)
    return named(f"{first.says} and {rest.says}", "spreads", first=first, second=rest)


def _count(board: Board) -> int:
    return sum(len(pile) for pile in board)


def _canonical(board: Board) -> Board:
    return tuple(sorted(in_order(pile) for pile in board))


def in_order(cards: Iterable[Card]) -> Cards:
    """The cards as they lie in a spread: a rope from its low end, a square by suit."""
    return tuple(sorted(cards, key=lambda card: (STEPS.get(card >> 2, -1), card & 3)))


def _suited(suit: int, all_: str = "") -> str:
    return f"{all_}spades" if suit == SPADES else f"{all_}hearts, diamonds or clubs"


def _counts(cards: Iterable[Card]) -> list[int]:
    """How many there are of each card, by card."""
    counts = [0] * len(PACK)
    for card in cards:
        counts[card] += 1
    return counts
