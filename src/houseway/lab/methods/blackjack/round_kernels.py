"""Round kernels of blackjack: rounds dealt from a shoe and played by a table of actions.

A chunk of rounds starts from a full shoe and a random stream of its own (xoshiro256**, seeded by SplitMix64 from the
seed and the number of the chunk). Results depend on the seed and the number of rounds, never on the workers. Each card
is drawn when it is needed, by one step of a Fisher-Yates shuffle.
"""

from typing import NamedTuple

import numpy as np

from houseway.hands.kernels.arrays import Counts, Int, Short, Small, Values, Words
from houseway.lab.loops.compiled import element, kernel
from houseway.lab.methods.blackjack.hand_states import GONE
from houseway.lab.methods.blackjack.rules import ACES, BONUS, EIGHTS, HIT, OVER, STAND, TRIO

DOUBLE, SPLIT, SURRENDER = 2, 3, 4
SIDE = 9
"""Size of a side of the result table: a round wins or loses up to eight units, four hands each doubled."""
NO_SPLIT, IN_SPLIT = 0, SIDE * SIDE
"""Offsets of rounds without and with a split.

The index behind them is `SIDE` times the units won plus the units lost.
"""
PURE, PURES_TIE, BANK_PURE, SURRENDERED, EVEN_MONEY = range(2 * SIDE * SIDE, 2 * SIDE * SIDE + 5)
TRIOS, HANDS, STAKED = range(EVEN_MONEY + 1, EVEN_MONEY + 4)
LUCKY, LUCKY_SPLITS = STAKED, STAKED + 3
CELLS = LUCKY_SPLITS + 4
"""Number of cells. A round is counted in one of the cells before TRIOS.

The others count 888s, hands of splits, what was staked on played hands, and 777, 678 and charlies (1 to 3 places after
LUCKY, and after LUCKY_SPLITS those of split hands).
"""
POSITION, SHUFFLED = 0, 1
"""Indexes in a shoe's state: the next card, and the number of cards in random order."""
LONGEST = 72
"""More cards than a round can take: five hands of 21 and a card over, of the lowest cards of eight packs."""


class RandomShoe(NamedTuple):
    """The cards, as classes; POSITION and SHUFFLED; and the state of the random stream."""

    cards: Small
    at: Values
    state: Words


class HandTree(NamedTuple):
    """Hands by their numbers (see `Lattice`): of one card, with a card more, their totals and lucky kinds."""

    single: Values
    child: Short
    totals: Small
    lucky: Small


class PlayRows(NamedTuple):
    """Actions with each hand against each up card: at first, after a split, and the number of split hands."""

    first: Small
    split: Small
    most: Small


class BankWays(NamedTuple):
    """The bank's rules: `hits` tells by least total (21 or less) and ace or none if it hits.

    `rescue` is above 0 if a busted hand wins against 888, and 0 if it pushes. If `even`, a Pure takes even money
    against an ace (P21-72). If `always`, the bank also finishes its hand for a Pure or a surrendered hand, because a
    bonus depends on it (P21-50).
    """

    hits: Small
    rescue: int
    even: bool
    always: bool


@element
def _rotated(word: np.uint64, by: int) -> np.uint64:
    return (word << np.uint64(by)) | (word >> np.uint64(64 - by))


@element
def _next(state: Words) -> np.uint64:
    result = _rotated(state[1] * np.uint64(5), 7) * np.uint64(9)
    shifted = state[1] << np.uint64(17)
    state[2] ^= state[0]
    state[3] ^= state[1]
    state[1] ^= state[2]
    state[0] ^= state[3]
    state[2] ^= shifted
    state[3] = _rotated(state[3], 45)
    return result


@kernel
def seed_stream(seed: np.uint64, chunk: np.uint64, state: Words) -> None:
    """Seeds the state of a chunk's own stream."""
    word = seed ^ (chunk * np.uint64(0xD1342543DE82EF95) + np.uint64(0x2545F4914F6CDD1D))
    for each in range(4):
        word += np.uint64(0x9E3779B97F4A7C15)
        mixed = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        state[each] = mixed ^ (mixed >> np.uint64(31))


@element
def _draw(shoe: RandomShoe) -> Int:
    """Draws the next card uniformly from those not drawn yet, by Lemire's method."""
    cards, at, state = shoe
    position = at[POSITION]
    at[POSITION] = position + 1
    if position < at[SHUFFLED]:
        return cards[position]
    span = np.uint64(len(cards) - position)
    low = np.uint64(0xFFFFFFFF)
    product = (_next(state) >> np.uint64(32)) * span
    if product & low < span:
        least = (np.uint64(0x100000000) - span) % span
        while product & low < least:
            product = (_next(state) >> np.uint64(32)) * span
    other = position + np.int64(product >> np.uint64(32))
    card = cards[other]
    cards[other] = cards[position]
    cards[position] = card
    at[SHUFFLED] = position + 1
    return card


@kernel
def _refill(shoe: RandomShoe) -> None:
    """Refills a shoe that may run out: its last cards move to the front, shuffled, then the discards (P21-25)."""
    left = len(shoe.cards) - shoe.at[POSITION]
    for _ in range(left):
        _draw(shoe)
    shoe.cards[:] = np.roll(shoe.cards, left)
    shoe.at[POSITION] = 0
    shoe.at[SHUFFLED] = left


@element
def _finish(hand: Int, actions: Small, child: Short, shoe: RandomShoe) -> tuple[int, int]:
    """Plays a hand to its end. Returns its number, or GONE, and its stake."""
    while hand != GONE:
        action = actions[hand]
        if action == STAND:
            break
        hand = child[hand, _draw(shoe)]
        if action == DOUBLE:
            return hand, 2
    return hand, 1


@element
def _split(
    pair: Int, most: Int, tree: HandTree, actions: Small, shoe: RandomShoe, hands: Counts, stakes: Counts
) -> int:
    """Plays the hands of a split one after the other, each getting its second card in turn. Returns their number."""
    child, start = tree.child, tree.single[pair]
    again = child[start, pair]
    count, waiting, played = 2, 2, 0
    while waiting:
        hand = child[start, _draw(shoe)]
        if hand == again and count < most:
            count += 1
            waiting += 1
            continue
        hands[played], stakes[played] = _finish(hand, actions, child, shoe)
        waiting -= 1
        played += 1
    return played


@element
def _bank(up: int, down: int, hits: Small, shoe: RandomShoe) -> int:
    """Returns the bank's result: a total, OVER, or TRIO for three eights."""
    least = up + down + 2
    ace = int(up == ACES or down == ACES)
    drawn = 0
    while least <= 21 and hits[least, ace] == HIT:
        card = _draw(shoe)
        drawn += 1
        least += card + 1
        ace |= int(card == ACES)
    if least > 21:
        return TRIO if drawn == 1 and least == 24 and up == EIGHTS and down == EIGHTS else OVER
    return least + 10 if ace == 1 and least <= 11 else least


@element
def _pure(one: int, two: int) -> bool:
    return (one == ACES and two == BONUS) or (one == BONUS and two == ACES)


@element
def _settle(
    played: int, hands: Counts, stakes: Counts, banks: int, rescue: int, tree: HandTree, luck: int, out: Counts
) -> int:
    """Settles all hands of the round. Returns the index of the cell for the units won and lost."""
    totals, lucky = tree.totals, tree.lucky
    won = lost = 0
    for each in range(played):
        hand, stake = hands[each], stakes[each]
        out[STAKED] += stake
        if hand == GONE:
            won += stake * (banks == TRIO and rescue > 0)
            lost += stake * (banks != TRIO or rescue < 0)
            continue
        mine = totals[hand]
        if lucky[hand] > 0:
            out[luck + lucky[hand]] += 1
        won += stake * (mine > banks)
        lost += stake * (mine < banks)
    return won * SIDE + lost


@kernel
def play(rounds: int, cut: int, shoe: RandomShoe, tree: HandTree, plays: PlayRows, bank: BankWays, out: Counts) -> None:
    """Deals rounds for one player and counts them in `out`. The shoe is shuffled anew once `cut` cards are used."""
    at, hits = shoe.at, bank.hits
    child, first = tree.child, plays.first
    hands = np.empty(8, np.int64)
    stakes = np.empty(8, np.int64)
    last = cut
    for _ in range(rounds):
        if at[POSITION] >= last:
            at[POSITION] = 0
            at[SHUFFLED] = 0
            last = cut
        if last == cut and at[POSITION] > 0 and at[POSITION] + LONGEST > len(shoe.cards):
            last -= at[POSITION]
            _refill(shoe)
        one = _draw(shoe)
        up = _draw(shoe)
        two = _draw(shoe)
        down = _draw(shoe)
        pure = _pure(one, two)
        if pure and bank.even and up == ACES:
            out[EVEN_MONEY] += 1
            continue
        if _pure(up, down):
            out[PURES_TIE if pure else BANK_PURE] += 1
            continue
        hand = child[tree.single[one], two]
        action = first[up, hand]
        if pure or action == SURRENDER:
            out[PURE if pure else SURRENDERED] += 1
            if bank.always and _bank(up, down, hits, shoe) == TRIO and pure:
                out[TRIOS] += 1
            continue
        where, luck = NO_SPLIT, LUCKY
        if action == SPLIT:
            where, luck = IN_SPLIT, LUCKY_SPLITS
            played = _split(one, plays.most[one, up], tree, plays.split[one, up], shoe, hands, stakes)
            out[HANDS] += played
        else:
            hands[0], stakes[0] = _finish(hand, first[up], child, shoe)
            played = 1
        banks = _bank(up, down, hits, shoe)
        out[TRIOS] += banks == TRIO
        out[where + _settle(played, hands, stakes, banks, bank.rescue, tree, luck, out)] += 1
