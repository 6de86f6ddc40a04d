"""What a document proves: each claim by itself, with what could not be proved and why. A lie is a Refusal."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, Final

from msgspec import UNSET, Struct, UnsetType, structs

from houseway.cards import Cards, text_of_cards, texts_of
from houseway.games import find
from houseway.room.fairness.fair_chance import FairDealing, comes_back
from houseway.room.fairness.scheme import SCHEME, SEED_BYTES, commit_of, key_of, opened, opens, root_of
from houseway.script import Answer, Ask, Deal, Fact, Refusal, Roll
from houseway.table import Document, Record, Round, play
from houseway.table.setup import BankSetup, Fair, Opening, SeatSetup

HIDDEN: Final = "--"
NOT_OUT: Final = "the seed is not out yet"
OF_OTHERS: Final = "the document hides what others held"
LAID: Final = "this round was laid: somebody chose its cards, its dice or its seed"


class ProofLine(Struct, frozen=True):
    """One thing that a document may prove, whether it did, and in words how or why not."""

    claim: str
    proved: bool
    says: str


class Masked(Struct):
    """A document as one person may see it: `--` for each card, and null for each decision, that stayed hidden."""

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
        """Whether anything is hidden in it."""
        cards = any(HIDDEN in text for text in self.cards.values())
        return cards or any(decision is None for row in self.decisions.values() for decision in row)


# -- one round ------------------------------------------------------------------------------------------------------


def prove(document: Document, round_: Round) -> list[ProofLine]:
    """What a whole document proves, of a round that was played again from it and is over."""
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
    """What somebody's own view of a round proves."""
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


def filled(masked: Masked, document: Document) -> Document | None:
    """The whole document, its hidden cards dealt again from the seed; None where seed or decisions are hidden too.

    `document` is the same one without its cards. A card that lies open and is not what the seed deals is refused.
    """
    fair = masked.fair
    if fair is UNSET or fair.laid or any(None in row for row in masked.decisions.values()):
        return None
    seed = seed_of(fair)
    if seed is None:
        return None
    round_ = _before_the_deal(Round(find(document.game), document.setup()), document.irregularities)
    dealing = FairDealing(key_of(seed, fair.table, fair.round, fair.words), texts_of(round_.cards_left()))
    _refuse_root(fair, dealing)
    source = _Filled(Record(document), dealing, masked)
    play(round_, source, source.record.into(round_))
    source.refuse_leftovers()
    cards = {spot: " ".join(held) for spot, held in source.held.items()}
    return structs.replace(document, cards=cards, dice=masked.dice)


class _Filled:
    """The document's decisions, and the cards and dice of the seed, as many as the document has."""

    def __init__(self, record: Record, dealing: FairDealing, masked: Masked) -> None:
        self.record = record
        self._dealing = dealing
        self._seen = {spot: text.split()[::-1] for spot, text in masked.cards.items()}
        self._dice = [tuple(faces) for faces in reversed(masked.dice)]
        self.held: dict[str, list[str]] = {}

    def cards(self, request: Deal) -> Cards | None:
        spot = request.to.name
        seen = self._seen.get(spot, [])
        if len(seen) < request.count:
            return None
        dealt = self._dealing.cards(request)
        shown = [seen.pop() for _ in dealt]
        if any(card not in (HIDDEN, real) for card, real in zip(shown, texts_of(dealt), strict=True)):
            raise _other_cards(spot, text_of_cards(dealt), " ".join(shown))
        self.held.setdefault(spot, []).extend(texts_of(dealt))
        return dealt

    def dice(self, request: Roll) -> tuple[int, ...] | None:
        return _same_dice(self._dealing.dice(request), self._dice.pop()) if self._dice else None

    def decision(self, ask: Ask) -> Answer | None:
        return self.record.decision(ask)

    def refuse_leftovers(self) -> None:
        """Cards and dice that the document has and the round never asked for were made up."""
        for spot, left in self._seen.items():
            if left:
                form = "{count:cards} for {spot!r} were never dealt"
                if len(left) == 1:
                    form = "1 card for {spot!r} was never dealt"
                raise Refusal("not-asked", form, "", f"cards.{spot}", {"count": len(left), "spot": spot})
        if self._dice:
            form = "{count} rolls of dice were never asked for"
            if len(self._dice) == 1:
                form = "a roll of dice was never asked for"
            raise Refusal("not-asked", form, "", "dice", {"count": len(self._dice)})


def _other_cards(spot: str, dealt: str, given: str) -> Refusal:
    form = "the seed deals {dealt} to {spot:place}, and the document says {given}"
    return Refusal("cards", form, "", f"cards.{spot}", {"dealt": dealt, "spot": spot, "given": given})


def _same_dice(rolled: tuple[int, ...], given: tuple[int, ...]) -> tuple[int, ...]:
    if given != rolled:
        form = "the seed rolls {rolled}, and the document says {given}"
        raise Refusal("dice", form, "", "dice", {"rolled": list(rolled), "given": list(given)})
    return given


def _refuse_root(fair: Fair, dealing: FairDealing) -> None:
    if dealing.root != fair.root:
        form = "the seed and the words of round {round} make another deck than the root that was published"
        facts = {"round": fair.round, "words": [f"{place}: {said}" for place, said in fair.words.items()]}
        raise Refusal("root", form, "", "fair.words", facts)


def without_words(document: Document | Masked) -> list[str]:
    """The seats that gave no words, so that nobody at them had a hand in the shuffle."""
    if document.fair is UNSET:
        return []
    seats = [seat.seat for seat in document.seats] + ([] if document.bank is UNSET else [document.bank.seat])
    return [str(seat) for seat in sorted({*seats} - {0}) if str(seat) not in document.fair.words]


def of_no_player(document: Document | Masked) -> list[str]:
    """The places with words where nobody played, or a bot of the house's: it may have chosen them to suit the others'.

    Who bets behind others' seats only has a place like `3.2`; whoever is at a seat or banks has words there.
    """
    if document.fair is UNSET:
        return []
    persons = {str(seat.seat): seat.person for seat in document.seats}
    persons |= {f"{seat.seat}.{behind.circle}": behind.person for seat in document.seats for behind in seat.backline}
    if document.bank is not UNSET and document.bank.seat:
        persons[str(document.bank.seat)] = document.bank.person
    bot = f"bot-{document.fair.table}-"
    return [place for place in sorted(document.fair.words) if persons.get(place, bot).startswith(bot)]


def _unless_ground(claims: list[ProofLine], document: Document | Masked) -> list[ProofLine]:
    """Nothing about the cards is proved by words that the house can have tried until it liked what they dealt."""
    if not (places := of_no_player(document)):
        return claims
    why = f"the words at {', '.join(places)} are no player's: the house could try some until it liked the cards"
    return [
        ProofLine(claim.claim, False, f"{claim.says}; {why}")
        if claim.claim == "cards" or (claim.claim == "openings" and claim.proved)
        else claim
        for claim in claims
    ]


def seed_of(fair: Fair) -> bytes | None:
    """The seed, where it is out; refused unless it is the one that was committed to."""
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


def _commitment(seed: bytes | None) -> ProofLine:
    if seed is None:
        return ProofLine("commit", False, NOT_OUT)
    return ProofLine("commit", True, "the seed is the one committed to")


def _dealt_again(round_: Round, fair: Fair, seed: bytes) -> ProofLine:
    """Every card and die is what the seed and the words deal; refused at the first that is not."""
    again = once_more(round_)
    dealing = FairDealing(key_of(seed, fair.table, fair.round, fair.words), texts_of(again.cards_left()))
    _refuse_root(fair, dealing)
    source = _Compared(Record(round_.document()), dealing)
    play(again, source, source.record.into(again))
    roots = [root_of(leaves) for leaves in dealing.leaves]
    if roots[1:] != fair.reshuffled:
        form = "cards were shuffled again {count} times, and not into the decks that were published"
        raise Refusal("root", form, "", "fair.reshuffled", {"count": len(roots) - 1})
    by = f"with the words of {', '.join(sorted(fair.words))}" if fair.words else "without anybody's words"
    dice = f" and {source.rolls} rolls of dice" if source.rolls else ""
    return ProofLine("cards", True, f"{source.count} cards{dice} dealt again from the seed {by}, all the same")


def once_more(round_: Round) -> Round:
    """The same table before the first card, with the irregularities noted that let a round play on."""
    return _before_the_deal(Round(round_.game, round_.setup), round_.noted)


def _before_the_deal(round_: Round, noted: Iterable[str]) -> Round:
    for kind in noted:
        known = round_.game.irregularities.get(kind)
        if known is not None and not known.voids(round_.felt.options):
            round_.call(kind)
    return round_


class _Compared:
    """The document's answers, each card and die beside the one that the seed deals."""

    def __init__(self, record: Record, dealing: FairDealing) -> None:
        self.record = record
        self._dealing = dealing
        self.count = 0
        self.rolls = 0

    def cards(self, request: Deal) -> Cards | None:
        given = self.record.cards(request)
        if not given:
            return given
        dealt, spot = self._dealing.cards(request), request.to.name
        if given != dealt:
            raise _other_cards(spot, text_of_cards(dealt), text_of_cards(given))
        self.count += len(given)
        return given

    def dice(self, request: Roll) -> tuple[int, ...] | None:
        given = self.record.dice(request)
        if given is None:
            return None
        self.rolls += 1
        return _same_dice(self._dealing.dice(request), given)

    def decision(self, ask: Ask) -> Answer | None:
        return self.record.decision(ask)


# -- openings -------------------------------------------------------------------------------------------------------


def _openings(fair: Fair, dealt: dict[tuple[int, int], str] | None) -> ProofLine:
    """Each opening fits its leaf, and where it is known what was `dealt`, the card that came from there."""
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
    """The leaves of every deck of the round; refused unless they make the roots that were published."""
    try:
        leaves = [bytes.fromhex(text) for text in fair.leaves]
    except ValueError:
        raise Refusal("root", "the leaves of a deck are hex digits", "", "fair.leaves") from None
    if [root_of(each) for each in leaves] != [fair.root, *fair.reshuffled]:
        form = "the leaves of round {round} do not make the root that was published"
        raise Refusal("root", form, "", "fair.leaves", {"round": fair.round})
    return leaves


def openings_of(round_: Round, fair: Fair, seed: bytes, seen: Mapping[str, Iterable[int]]) -> list[Opening]:
    """What proves the cards that somebody saw: `seen` are their places in the document's text of each spot."""
    key, spots = key_of(seed, fair.table, fair.round, fair.words), _places(round_).spots
    found = []
    for spot, numbers in seen.items():
        for number in sorted(set(numbers)):
            place, card = spots[spot][number]
            if place is not None:
                found.append(opened(key, *place, card))
    return found


def _by_place(round_: Round) -> dict[tuple[int, int], str]:
    """The cards of a round by the epoch and the place in its deck that they came from."""
    return {place: card for spot in _places(round_).spots.values() for place, card in spot if place is not None}


def _places(round_: Round) -> "_Places":
    places, again = _Places(Record(round_.document())), once_more(round_)
    play(again, places, places.record.into(again))
    return places


class _Places:
    """The document's answers, and where in the deck each card of each spot lay; nowhere, if it was drawn for."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.spots: dict[str, list[tuple[tuple[int, int] | None, str]]] = {}
        self._drawn: Counter[str] = Counter()
        self._epoch = self._next = 0

    def cards(self, request: Deal) -> Cards | None:
        given = self.record.cards(request)
        if not given:
            return given
        lay = self.spots.setdefault(request.to.name, [])
        if request.to.name.startswith("draw "):
            self._drawn.update(texts_of(given))
            lay += [(None, card) for card in texts_of(given)]
            return given
        if comes_back(request, self._drawn):
            self._epoch, self._next = self._epoch + 1, 0
        for card in texts_of(given):
            lay.append(((self._epoch, self._next), card))
            self._next += 1
        return given

    def dice(self, request: Roll) -> tuple[int, ...] | None:
        return self.record.dice(request)

    def decision(self, ask: Ask) -> Answer | None:
        return self.record.decision(ask)
