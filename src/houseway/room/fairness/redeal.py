"""The redeal of a finished round from its document and its seed: compares cards, fills in hidden ones, finds deck
places.

Raises a Refusal at a card or a die that the seed does not give.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from msgspec import UNSET, Struct, UnsetType, structs

from houseway.cards import Cards, text_of_cards, texts_of
from houseway.games import find
from houseway.room.fairness.fair_chance import FairDealing, comes_back
from houseway.room.fairness.scheme import SCHEME, SEED_BYTES, commit_of, key_of, root_of
from houseway.room.messages.story_lines import HIDDEN
from houseway.script import Deal, Fact, Refusal, Roll
from houseway.table import Document, Record, Round
from houseway.table.documents.record import Observed
from houseway.table.setup import BankSetup, Fair, SeatSetup


class Masked(Struct):
    """A document as one person may see it: `--` for each hidden card, null for each hidden decision."""

    game: str
    gone: str = ""
    cards: dict[str, str] = {}
    dice: list[list[int]] = []
    decisions: dict[str, list[Any]] = {}
    seats: list[SeatSetup] = []
    bank: BankSetup | UnsetType = UNSET
    fair: Fair | UnsetType = UNSET

    @property
    def hides(self) -> bool:
        """True if any card or decision is hidden."""
        cards = any(HIDDEN in text for text in self.cards.values())
        return cards or any(decision is None for row in self.decisions.values() for decision in row)


def seed_of(fair: Fair) -> bytes | None:
    """Returns the seed if it is revealed, or None. Raises a Refusal unless it fits the commitment."""
    if fair.scheme != SCHEME:
        facts = {"scheme": fair.scheme, "known": SCHEME}
        raise Refusal("scheme", "scheme {scheme!r} is not known: this is {known}", "", "fair.scheme", facts)
    if fair.seed is None:
        return None
    try:
        seed = bytes.fromhex(fair.seed)
    except ValueError:
        seed = b""
    if len(seed) != SEED_BYTES:
        raise Refusal("seed", "a seed is {count} hex digits", "", "fair.seed", {"count": 2 * SEED_BYTES})
    if commit_of(seed) != fair.commit:
        form = "the seed of round {round} is not the one committed to: {commit} was shown, and its SHA-256 is {is}"
        differs: dict[str, Fact] = {"round": fair.round, "commit": fair.commit, "is": commit_of(seed)}
        raise Refusal("commit", form, "", "fair.seed", differs)
    return seed


def fresh_round(round_: Round) -> Round:
    """Returns the same table before the first card, with the noted irregularities that let a round play on."""
    return _before_the_deal(Round(round_.game, round_.setup), round_.noted)


def _before_the_deal(round_: Round, noted: Iterable[str]) -> Round:
    """Calls the irregularities that do not void the round. Returns the round."""
    for kind in noted:
        known = round_.game.irregularities.get(kind)
        if known is not None and not known.voids(round_.felt.options):
            round_.call(kind)
    return round_


# -- from the seed --------------------------------------------------------------------------------------------------


def compare(round_: Round, fair: Fair, seed: bytes) -> tuple[int, int]:
    """Returns the number of cards and rolls that were dealt again the same. Raises a Refusal if one differs."""
    again, cards, rolls = fresh_round(round_), 0, 0
    dealing = _dealing(again, fair, seed)

    def compare_cards(request: Deal, given: Cards | None) -> None:
        nonlocal cards
        if not given:
            return
        dealt = dealing.cards(request)
        if given != dealt:
            raise _other_cards(request.to.name, text_of_cards(dealt), text_of_cards(given))
        cards += len(given)

    def compare_dice(request: Roll, given: tuple[int, ...] | None) -> None:
        nonlocal rolls
        if given is not None:
            rolls += 1
            _refuse_other_dice(dealing.dice(request), given)

    Observed(Record(round_.document()), on_deal=compare_cards, on_roll=compare_dice).play(again)
    roots = [root_of(leaves) for leaves in dealing.leaves]
    if roots[1:] != fair.reshuffled:
        form = "cards were shuffled again {count} times, and not into the decks that were published"
        raise Refusal("root", form, "", "fair.reshuffled", {"count": len(roots) - 1})
    return cards, rolls


def filled(masked: Masked, document: Document) -> Document | None:
    """Returns the whole document, its hidden cards dealt again from the seed; None if seed or decisions are hidden too.

    `document` is the same one without its cards. Raises a Refusal if an open card is not what the seed deals.
    """
    fair = masked.fair
    if fair is UNSET or fair.laid or any(None in row for row in masked.decisions.values()):
        return None
    seed = seed_of(fair)
    if seed is None:
        return None
    round_ = _before_the_deal(Round(find(document.game), document.setup()), document.irregularities)
    dealing, rolls = _dealing(round_, fair, seed), 0
    left = {spot: text.split()[::-1] for spot, text in masked.cards.items()}
    held: dict[str, list[str]] = {}

    def fill(request: Deal, _given: Cards | None) -> Cards | None:
        """Deals as many cards from the seed as the document has, open or hidden."""
        spot = request.to.name
        seen = left.get(spot, [])
        if len(seen) < request.count:
            return None
        dealt = dealing.cards(request)
        shown = [seen.pop() for _ in dealt]
        if any(card not in (HIDDEN, real) for card, real in zip(shown, texts_of(dealt), strict=True)):
            raise _other_cards(spot, text_of_cards(dealt), " ".join(shown))
        held.setdefault(spot, []).extend(texts_of(dealt))
        return dealt

    def compare_dice(request: Roll, given: tuple[int, ...] | None) -> None:
        nonlocal rolls
        if given is not None:
            rolls += 1
            _refuse_other_dice(dealing.dice(request), given)

    Observed(Record(document), on_deal=fill, on_roll=compare_dice).play(round_)
    _refuse_leftovers(left, len(masked.dice) - rolls)
    return structs.replace(document, cards={spot: " ".join(cards) for spot, cards in held.items()}, dice=masked.dice)


def _dealing(round_: Round, fair: Fair, seed: bytes) -> FairDealing:
    """Returns the dealing of seed and words. Raises a Refusal if its deck is not the published one."""
    dealing = FairDealing(key_of(seed, fair.table, fair.round, fair.words), texts_of(round_.cards_left()))
    if dealing.root != fair.root:
        form = "the seed and the words of round {round} make another deck than the root that was published"
        facts = {"round": fair.round, "words": [f"{place}: {said}" for place, said in fair.words.items()]}
        raise Refusal("root", form, "", "fair.words", facts)
    return dealing


def _other_cards(spot: str, dealt: str, given: str) -> Refusal:
    form = "the seed deals {dealt} to {spot:place}, and the document says {given}"
    return Refusal("cards", form, "", f"cards.{spot}", {"dealt": dealt, "spot": spot, "given": given})


def _refuse_other_dice(rolled: tuple[int, ...], given: tuple[int, ...]) -> None:
    if given != rolled:
        form = "the seed rolls {rolled}, and the document says {given}"
        raise Refusal("dice", form, "", "dice", {"rolled": list(rolled), "given": list(given)})


def _refuse_leftovers(cards: dict[str, list[str]], rolls: int) -> None:
    """Raises a Refusal if the document has cards or dice that the round never asked for."""
    for spot, left in cards.items():
        if left:
            form = "{count:cards} for {spot!r} were never dealt"
            if len(left) == 1:
                form = "1 card for {spot!r} was never dealt"
            raise Refusal("not-asked", form, "", f"cards.{spot}", {"count": len(left), "spot": spot})
    if rolls:
        form = "{count} rolls of dice were never asked for"
        if rolls == 1:
            form = "a roll of dice was never asked for"
        raise Refusal("not-asked", form, "", "dice", {"count": rolls})


# -- places in the deck ---------------------------------------------------------------------------------------------


def deck_places(round_: Round) -> dict[str, list[tuple[tuple[int, int] | None, str]]]:
    """Returns the cards of each spot with the epoch and the place in its deck; None for cards drawn for the button."""
    spots: dict[str, list[tuple[tuple[int, int] | None, str]]] = {}
    drawn: Counter[str] = Counter()
    epoch = place = 0

    def locate(request: Deal, given: Cards | None) -> None:
        nonlocal epoch, place
        if not given:
            return
        lay = spots.setdefault(request.to.name, [])
        if request.to.name.startswith("draw "):
            drawn.update(texts_of(given))
            lay += [(None, card) for card in texts_of(given)]
            return
        if comes_back(request, drawn):
            epoch, place = epoch + 1, 0
        for card in texts_of(given):
            lay.append(((epoch, place), card))
            place += 1

    Observed(Record(round_.document()), on_deal=locate).play(fresh_round(round_))
    return spots
