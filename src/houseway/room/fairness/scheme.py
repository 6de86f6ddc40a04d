"""`houseway-fair-1`: turns a committed seed and the players' words into a deck, dice and a lot, and proves them.

Pure functions over bytes and text that use only HMAC-SHA256, SHA-256 and JSON. `docs/fairness.md` has the same in
twenty lines, for a reader who would rather not trust this file. Cards are text here (`As`), places are text (`3`,
`3.2`).
"""

import hashlib
import hmac
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from struct import Struct
from typing import Final

from houseway.table.setup import Fair, Opening

SCHEME: Final = "houseway-fair-1"
SEED_BYTES: Final = 32
_LEAF: Final = 32
_NUMBERS: Final = Struct(">8I")
_BLOCK: Final = 64
_INNER: Final = bytes(each ^ 0x36 for each in range(256))
_OUTER: Final = bytes(each ^ 0x5C for each in range(256))


def commit_of(seed: bytes) -> str:
    """Returns the commitment to a seed: its SHA-256.

    The table shows it before anybody bets, and only that seed fits it.
    """
    return hashlib.sha256(seed).hexdigest()


def seed_from(text: str, table: str, round_: int) -> bytes:
    """Returns the seed of a round from a text. A person who knows the text knows every card before the deal."""
    return hmac.digest(hashlib.sha256(text.encode()).digest(), f"{table}/{round_}".encode(), "sha256")


def canonical(value: object) -> bytes:
    """Returns JSON without spaces, in UTF-8, as every language's plain encoder writes it."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()


def sorted_words(words: Mapping[str, str]) -> list[list[str]]:
    """Returns `[place, words]` for each place that gave words, sorted by the text of the place."""
    return [[place, words[place]] for place in sorted(words)]


def key_of(seed: bytes, table: str, round_: int, words: Mapping[str, str]) -> bytes:
    """Returns the key of a round. The commitment binds the house before the players' words come in."""
    return keyed(seed)(canonical([table, round_, sorted_words(words)]))


def keyed(key: bytes) -> Callable[[bytes], bytes]:
    """Returns HMAC-SHA256 under a key of at most 64 bytes: as `hmac.digest`, and three times as fast for short
    messages.
    """
    padded = key.ljust(_BLOCK, b"\0")
    inner, outer, sha256 = padded.translate(_INNER), padded.translate(_OUTER), hashlib.sha256
    return lambda message: sha256(outer + sha256(inner + message).digest()).digest()


# -- numbers --------------------------------------------------------------------------------------------------------


def stream(key: bytes, label: str) -> Iterator[int]:
    """Yields 32-bit numbers without end: the blocks HMAC(key, label/0), label/1 .., eight
    big-endian numbers in each.
    """
    mac, counter = keyed(key), 0
    while True:
        yield from _NUMBERS.unpack(mac(f"{label}/{counter}".encode()))
        counter += 1


def below(numbers: Iterator[int], count: int) -> int:
    """Returns a uniform number from 0 to count - 1, by rejection: takes low bits and discards
    values that are too high.
    """
    mask = (1 << (count - 1).bit_length()) - 1
    if not mask:
        return 0
    while (number := next(numbers) & mask) >= count:
        pass
    return number


def shuffled(key: bytes, label: str, cards: Iterable[str]) -> list[str]:
    """Returns the cards sorted by their text and then shuffled from the end (Fisher-Yates); the
    first is dealt first.
    """
    deck, numbers = sorted(cards), stream(key, label)
    for last in range(len(deck) - 1, 0, -1):
        index = below(numbers, last + 1)
        deck[index], deck[last] = deck[last], deck[index]
    return deck


def deck_of(key: bytes, epoch: int, cards: Iterable[str]) -> list[str]:
    """Returns the deck of an epoch: 0 is the round's first, and each reshuffle starts the next."""
    return shuffled(key, f"deck/{epoch}", cards)


def lot_of(seed: bytes, table: str, round_: int, seats: Sequence[int]) -> int:
    """Returns a seat by lot, before the round has any words: the seat that is offered the bank first."""
    return seats[below(stream(key_of(seed, table, round_, {}), "lot"), len(seats))]


# -- cards that are proved one by one -------------------------------------------------------------------------------


def salt_of(key: bytes, epoch: int, index: int) -> bytes:
    """Returns the salt of one card of the deck."""
    return hmac.digest(key, f"salt/{epoch}/{index}".encode(), "sha256")


def leaf_of(salt: bytes, card: str) -> bytes:
    """Returns the hash of one salted card."""
    return hashlib.sha256(salt + card.encode()).digest()


def salts_of(key: bytes, epoch: int, deck: Sequence[str]) -> list[bytes]:
    """Returns the salt of each card of the deck."""
    mac = keyed(key)
    return [mac(f"salt/{epoch}/{index}".encode()) for index in range(len(deck))]


def leaves_of(key: bytes, epoch: int, deck: Sequence[str], salts: Iterable[bytes] | None = None) -> bytes:
    """Returns the leaves of all cards of the deck in a row.

    A leaf reveals nothing about a card whose salt is secret.
    """
    return b"".join(map(leaf_of, salts or salts_of(key, epoch, deck), deck))


def root_of(leaves: bytes) -> str:
    """Returns the hash of all leaves of a deck."""
    return hashlib.sha256(leaves).hexdigest()


def opening_of(key: bytes, epoch: int, index: int, card: str) -> Opening:
    """Returns the opening that proves one card, and reveals nothing of the others."""
    return Opening(epoch=epoch, i=index, card=card, salt=salt_of(key, epoch, index).hex())


def opens(opening: Opening, leaves: Sequence[bytes]) -> bool:
    """Returns whether the opening fits its leaf."""
    if not (0 <= opening.epoch < len(leaves) and 0 <= opening.i < len(leaves[opening.epoch]) // _LEAF):
        return False
    leaf = leaves[opening.epoch][opening.i * _LEAF : (opening.i + 1) * _LEAF]
    try:
        return leaf_of(bytes.fromhex(opening.salt), opening.card) == leaf
    except ValueError:  # a salt that is no hex digits opens nothing
        return False


# -- the chain ------------------------------------------------------------------------------------------------------


def link_of(fair: Fair) -> str:
    """Returns the hash that the next round of the table names as `prev`.

    It covers how this round was bound, whose words came in, how it ended, and the commitment to the next seed. It
    leaves out seed and openings: they follow from the rest, and may come later.
    """
    words = sorted_words(fair.words)
    facts = [fair.scheme, fair.table, fair.round, fair.commit, words, fair.root, fair.reshuffled, fair.laid, fair.void]
    promised = [] if fair.next is None else [fair.next]
    return hashlib.sha256(canonical([*facts, fair.prev, *promised])).hexdigest()
