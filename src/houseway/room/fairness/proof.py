"""Proofs: lists what a document proves, and what it does not and why. Raises a Refusal for a false claim."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from msgspec import UNSET, Struct

from houseway.room.fairness.redeal import Masked, compare, deck_places, seed_of
from houseway.room.fairness.scheme import key_of, opening_of, opens, root_of
from houseway.room.messages.state import bot_prefix
from houseway.room.messages.story_lines import HIDDEN
from houseway.script import Refusal
from houseway.table import Document, Round
from houseway.table.setup import Fair, Opening

NOT_OUT: Final = "the seed is not out yet"
OF_OTHERS: Final = "the document hides what others held"
LAID: Final = "this round was laid: somebody chose its cards, its dice or its seed"


class ProofLine(Struct, frozen=True):
    """One claim about a round, whether the document proves it, and a sentence that says how or why not."""

    claim: str
    proved: bool
    says: str


# -- one round ------------------------------------------------------------------------------------------------------


def prove(document: Document, round_: Round) -> list[ProofLine]:
    """Returns what a whole document proves. `round_` was played again from it and is over."""
    claims = [
        ProofLine("answers", True, f"{len(round_.events)} answers, all of them offered; no card came twice"),
        ProofLine("chips", True, f"{len(round_.payments)} payments, chips conserved"),
    ]
    fair = document.fair
    if fair is UNSET:
        return claims
    if round_.voided and fair.void is None:
        form = "round {round} is void, but its place in the chain does not say so"
        raise Refusal("void", form, "", "fair.void", {"round": fair.round})
    if fair.void is not None and not round_.voided:
        form = "round {round} counts, but its place in the chain says that it is void: {void}"
        raise Refusal("void", form, "", "fair.void", {"round": fair.round, "void": fair.void})
    seed = seed_of(fair)
    claims.append(_commitment(seed))
    if seed is None or fair.laid:
        claims.append(
            ProofLine("cards", False, LAID if fair.laid else f"{NOT_OUT}: cards and dice were not dealt again")
        )
    else:
        claims.append(_dealt_again(round_, fair, seed))
    return _unless_ground([*claims, _openings(fair, _by_place(round_))], document)


def prove_masked(masked: Masked) -> list[ProofLine]:
    """Returns what a person's own view of a round proves."""
    claims = [ProofLine("answers", False, OF_OTHERS), ProofLine("chips", False, OF_OTHERS)]
    fair = masked.fair
    if fair is UNSET:
        return claims
    claims += [_commitment(seed_of(fair)), ProofLine("cards", False, LAID if fair.laid else OF_OTHERS)]
    seen = Counter(
        card
        for spot, text in masked.cards.items()
        if not spot.startswith("draw ")
        for card in text.split()
        if card != HIDDEN
    )
    for opening in fair.openings:
        if seen[opening.card] <= 0:
            form = "{card} is opened, but the document shows it nowhere"
            raise Refusal("opening", form, "", "fair.openings", {"card": opening.card})
        seen[opening.card] -= 1
    claim = _openings(fair, None)
    if claim.proved and (without := sum(seen.values())):
        claim = ProofLine("openings", False, f"{claim.says}; {without} cards that lie open have none")
    return _unless_ground([*claims, claim], masked)


def without_words(document: Document | Masked) -> list[str]:
    """Returns the seats that gave no words, so that nobody there had a share in the shuffle."""
    if document.fair is UNSET:
        return []
    seats = [seat.seat for seat in document.seats] + ([] if document.bank is UNSET else [document.bank.seat])
    return [str(seat) for seat in sorted({*seats} - {0}) if str(seat) not in document.fair.words]


def of_no_player(document: Document | Masked) -> list[str]:
    """Returns the places with words where nobody played, or a bot of the house did. The house may have chosen those
    words.

    A person who only bets behind seats has a place like `3.2`. A person at a seat, or with the bank, has words there.
    """
    if document.fair is UNSET:
        return []
    persons = {str(seat.seat): seat.person for seat in document.seats}
    persons |= {f"{seat.seat}.{behind.circle}": behind.person for seat in document.seats for behind in seat.backline}
    if document.bank is not UNSET and document.bank.seat:
        persons[str(document.bank.seat)] = document.bank.person
    bot = bot_prefix(document.fair.table)
    return [place for place in sorted(document.fair.words) if persons.get(place, bot).startswith(bot)]


def _unless_ground(claims: list[ProofLine], document: Document | Masked) -> list[ProofLine]:
    """Withdraws the proof of cards and openings if the house could have tried words until it liked the deal."""
    if not (places := of_no_player(document)):
        return claims
    why = f"the words at {', '.join(places)} are no player's: the house could try some until it liked the cards"
    return [
        ProofLine(claim.claim, False, f"{claim.says}; {why}")
        if claim.claim == "cards" or (claim.claim == "openings" and claim.proved)
        else claim
        for claim in claims
    ]


def _commitment(seed: bytes | None) -> ProofLine:
    if seed is None:
        return ProofLine("commit", False, NOT_OUT)
    return ProofLine("commit", True, "the seed is the one committed to")


def _dealt_again(round_: Round, fair: Fair, seed: bytes) -> ProofLine:
    """Deals every card and die again from the seed and the words. Raises a Refusal at the first that differs."""
    cards, rolls = compare(round_, fair, seed)
    by = f"with the words of {', '.join(sorted(fair.words))}" if fair.words else "without anybody's words"
    dice = f" and {rolls} rolls of dice" if rolls else ""
    return ProofLine("cards", True, f"{cards} cards{dice} dealt again from the seed {by}, all the same")


# -- openings -------------------------------------------------------------------------------------------------------


def _openings(fair: Fair, dealt: dict[tuple[int, int], str] | None) -> ProofLine:
    """Checks each opening against its leaf and, if `dealt` is known, against the card that came from that place."""
    if not fair.openings:
        return ProofLine("openings", False, "the document opens no card by itself")
    if not fair.leaves:
        return ProofLine("openings", False, "the document has no leaves to hold its openings to")
    leaves = leaves_in(fair)
    for index, opening in enumerate(fair.openings):
        where, facts = f"fair.openings[{index}]", {"card": opening.card, "place": opening.i + 1, "epoch": opening.epoch}
        if not opens(opening, leaves):
            raise Refusal("opening", "{card} at place {place} of the deck does not fit the root", "", where, facts)
        came = opening.card if dealt is None else dealt.get((opening.epoch, opening.i), opening.card)
        if came != opening.card:
            form = "place {place} of the deck was {card}, and the document deals {came} from there"
            raise Refusal("opening", form, "", where, facts | {"came": came})
    places = {(opening.epoch, opening.i) for opening in fair.openings}
    if len(places) < len(fair.openings):
        raise Refusal("opening", "a place of the deck is opened twice", "", "fair.openings")
    return ProofLine("openings", True, f"{len(places)} cards opened, each of them bound by the root")


def leaves_in(fair: Fair) -> list[bytes]:
    """Returns the leaves of every deck of the round. Raises a Refusal unless they make the published roots."""
    try:
        leaves = [bytes.fromhex(text) for text in fair.leaves]
    except ValueError:
        raise Refusal("root", "the leaves of a deck are hex digits", "", "fair.leaves") from None
    if [root_of(each) for each in leaves] != [fair.root, *fair.reshuffled]:
        form = "the leaves of round {round} do not make the root that was published"
        raise Refusal("root", form, "", "fair.leaves", {"round": fair.round})
    return leaves


def openings_of(round_: Round, fair: Fair, seed: bytes, seen: Mapping[str, Iterable[int]]) -> list[Opening]:
    """Returns the openings of the cards that a person saw; `seen` holds their indices in the document's text of each
    spot.
    """
    key, spots = key_of(seed, fair.table, fair.round, fair.words), deck_places(round_)
    found = []
    for spot, numbers in seen.items():
        for number in sorted(set(numbers)):
            place, card = spots[spot][number]
            if place is not None:
                found.append(opening_of(key, *place, card))
    return found


def _by_place(round_: Round) -> dict[tuple[int, int], str]:
    """Returns the cards of a round by the epoch and the place in its deck that they came from."""
    return {place: card for spot in deck_places(round_).values() for place, card in spot if place is not None}
