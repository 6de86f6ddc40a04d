"""Rounds of blackjack dealt from a shoe and played by a table of actions, one after another.

A chunk of rounds starts from a full shoe and a random stream of its own (xoshiro256**, seeded by SplitMix64 from the
seed and the number of the chunk): results depend on the seed and the number of rounds, never on who does the work.
A card is drawn by one step of a Fisher-Yates shuffle, when it is needed and not before.
"""

import numpy as np
from numpy.typing import NDArray

from houseway.hands.kernels.jit import element, kernel
from houseway.lab.blackjack.lattice import GONE, Numbers, Small
from houseway.lab.blackjack.rules import ACE, BONUS, EIGHT, HIT, STAND
from houseway.lab.kernels.suits import Counts

Words = NDArray[np.uint64]
Short = NDArray[np.int16]
DOUBLE, SPLIT, SURRENDER = 2, 3, 4
NO_SPLIT, IN_SPLIT = 8, 25
"""Where the nets of rounds without and with a split are counted: the place of a net of 0."""
PURE, PURES_TIE, BANK_PURE, SURRENDERED = 34, 35, 36, 37
TRIOS, HANDS, STAKED = 38, 39, 40
LUCKY, LUCKY_SPLITS = 40, 43
CELLS = 47
"""A round is counted in one of the first 38 cells; the others count 888s, hands of splits, what was staked on hands that
were played, and 777, 678 and charlies (1 to 3 places after LUCKY, and after LUCKY_SPLITS those of split hands)."""
POSITION, SHUFFLED, START = 0, 1, 2
"""Of a shoe: the place of the next card, how many lie in random order, and where the round began."""


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
def sow(seed: np.uint64, chunk: np.uint64, state: Words) -> None:
    """The state of a chunk's own stream."""
    word = seed ^ (chunk * np.uint64(0xD1342543DE82EF95) + np.uint64(0x2545F4914F6CDD1D))
    for each in range(4):
        word += np.uint64(0x9E3779B97F4A7C15)
        mixed = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        state[each] = mixed ^ (mixed >> np.uint64(31))


@kernel
def _refill(shoe: Small, at: Numbers) -> None:
    """The shoe ran out inside a round: the discards of earlier rounds lie behind its cards now, to be shuffled (P21-25)."""
    dealt = len(shoe) - at[START]
    shoe[:] = np.roll(shoe, dealt)
    at[POSITION] = at[SHUFFLED] = dealt
    at[START] = 0


@element
def _draw(shoe: Small, at: Numbers, state: Words) -> int:
    """The next card, of those not drawn yet; Lemire's method, without bias."""
    if at[POSITION] == len(shoe):
        _refill(shoe, at)
    position = at[POSITION]
    at[POSITION] = position + 1
    if position < at[SHUFFLED]:
        return shoe[position]
    span = np.uint64(len(shoe) - position)
    low = np.uint64(0xFFFFFFFF)
    product = (_next(state) >> np.uint64(32)) * span
    if product & low < span:
        least = (np.uint64(0x100000000) - span) % span
        while product & low < least:
            product = (_next(state) >> np.uint64(32)) * span
    other = position + np.int64(product >> np.uint64(32))
    card = shoe[other]
    shoe[other] = shoe[position]
    shoe[position] = card
    at[SHUFFLED] = position + 1
    return card


@kernel
def play(
    rounds: int, cut: int, shoe: Small, at: Numbers, state: Words, single: Numbers, child: Short, totals: Small,
    lucky: Small, first: Small, split: Small, most: Small, bank: Small, rescue: int, always: bool, out: Counts,
) -> None:  # fmt: skip
    """So many rounds heads up; the shoe is shuffled anew once `cut` cards are used. `out` counts what happened.

    `bank` says by least total (21 or less) and whether there is an ace if the bank hits. `rescue` is what a busted hand
    wins against 888: -1, 0 or 1. Hands of a split are played one after the other, each getting its second card in turn.
    `always`: the bank finishes its hand for a Pure or a surrendered hand as well, because a bonus looks at it (P21-50).
    """
    hands = np.empty(8, np.int64)
    stakes = np.empty(8, np.int64)
    for _ in range(rounds):
        if at[POSITION] >= cut:
            at[POSITION] = 0
            at[SHUFFLED] = 0
        at[START] = at[POSITION]
        one = _draw(shoe, at, state)
        up = _draw(shoe, at, state)
        two = _draw(shoe, at, state)
        down = _draw(shoe, at, state)
        pure = (one == ACE and two == BONUS) or (one == BONUS and two == ACE)
        if (up == ACE and down == BONUS) or (up == BONUS and down == ACE):
            out[PURES_TIE if pure else BANK_PURE] += 1
            continue
        played = 0
        was_split = False
        surrendered = False
        if not pure:
            hand = child[single[one], two]
            action = first[up, hand]
            if action == SPLIT:
                was_split = True
                pair = one
                pairs = child[single[pair], pair]
                count = 2
                waiting = 2
                while waiting:
                    waiting -= 1
                    hand = child[single[pair], _draw(shoe, at, state)]
                    if hand == pairs and count < most[pair, up]:
                        count += 1
                        waiting += 2
                        continue
                    stake = 1
                    while hand != GONE:
                        action = split[pair, up, hand]
                        if action == STAND:
                            break
                        hand = child[hand, _draw(shoe, at, state)]
                        if action == DOUBLE:
                            stake = 2
                            break
                    hands[played] = hand
                    stakes[played] = stake
                    played += 1
            elif action == SURRENDER:
                surrendered = True
                out[SURRENDERED] += 1
            else:
                stake = 1
                while hand != GONE:
                    if action == STAND:
                        break
                    hand = child[hand, _draw(shoe, at, state)]
                    if action == DOUBLE:
                        stake = 2
                        break
                    if hand != GONE:
                        action = first[up, hand]
                hands[0] = hand
                stakes[0] = stake
                played = 1
        if (pure or surrendered) and not always:
            out[PURE] += pure
            continue
        least = up + down + 2
        ace = int(up == ACE or down == ACE)
        drawn = 0
        while least <= 21 and bank[least, ace] == HIT:
            card = _draw(shoe, at, state)
            drawn += 1
            least += card + 1
            ace |= int(card == ACE)
        trio = drawn == 1 and up == EIGHT and down == EIGHT and least == 24
        out[TRIOS] += trio and not surrendered
        if pure or surrendered:
            out[PURE] += pure
            continue
        banks = 0 if least > 21 else least + 10 if ace == 1 and least <= 11 else least
        net = 0
        for each in range(played):
            hand = hands[each]
            out[HANDS] += was_split
            out[STAKED] += stakes[each]
            if hand == GONE:
                net += stakes[each] * (rescue if trio else -1)
                continue
            mine = totals[hand]
            if lucky[hand] > 0:
                out[(LUCKY_SPLITS if was_split else LUCKY) + lucky[hand]] += 1
            net += stakes[each] * ((mine > banks) - (mine < banks))
        out[(IN_SPLIT if was_split else NO_SPLIT) + net] += 1
