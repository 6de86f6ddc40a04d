"""Documents written by seat, in games that form piles before anybody knows who gets them.

Nobody remembers afterwards which pile was whose, but the dice and the choice of a pile decide it. So this module deals
the round once with stand-in cards and looks where they end. It lays cards given by seat back into their piles. It fills
a pile that reached nobody with cards that the document does not name.
"""

from collections import Counter
from typing import NamedTuple, TypeGuard

from msgspec import structs

from houseway.cards import Card, Cards, cards_from, text_of, text_of_cards
from houseway.script import Answer, Ask, Deal, Felt, Game, Refusal, Roll
from houseway.script.did_you_mean import unknown
from houseway.script.errors import Fact
from houseway.table.documents.playback import play
from houseway.table.round import Round
from houseway.table.setup import Decision, Document, answer_from, decision_of, goes_unsaid

UNSEEN = ("burn", "muck")
"""The spots whose cards nobody sees."""
NAMES_OF_THE_BANK = ("dealer", "banker", "player-dealer", "house")


class StandInSource:
    """Answers a round with a document's dice and choices, and with stand-in cards.

    If the cards are written by seat and nobody names a pile, the default choice goes into `assumed`.
    """

    def __init__(self, document: Document, pack: list[Card], *, by_seat: bool) -> None:
        self._left = pack
        self._by_seat = by_seat
        self.assumed: dict[str, Decision] = {}
        self._dice = [tuple(row) for row in document.dice]
        self._decisions = {name: list(row) for name, row in document.decisions.items()}

    def cards(self, request: Deal) -> Cards:
        return tuple(self._left.pop() for _ in range(request.count))

    def dice(self, request: Roll) -> tuple[int, ...] | None:  # noqa: ARG002
        return self._dice.pop(0) if self._dice else None

    def decision(self, ask: Ask) -> Answer | None:
        """Returns a choice that takes no cards, such as a pile's number.

        Returns None if the hand needs the real cards.
        """
        name = ask.place.name
        left = self._decisions.get(name, [])
        if any(choice.pick is not None for choice in ask.choices):
            return None
        if goes_unsaid(ask, left) or (not left and (self._by_seat or ask.unsaid is not None)):
            self.assumed[name] = decision_of(ask.default)
            return ask.default
        if not left:
            return None
        try:
            answer = answer_from(left.pop(0))
            ask.judge(answer, ruling=True)
        except Refusal as refusal:
            raise refusal.at(f"decisions.{name}[0]") from None
        return answer


class StandInDeal(NamedTuple):
    """The result of a deal with stand-ins: the cards of each pile, and the cards of each place after the delivery.

    `roll` is the roll that the document leaves out, and `assumed` holds the choices that it leaves out.
    """

    piles: dict[str, Cards]
    holders: dict[str, Cards]
    roll: Roll | None
    assumed: dict[str, Decision]


def deal_stand_ins(game: Game, document: Document, *, by_seat: bool) -> StandInDeal:
    """Deals the document's round with stand-in cards, by its dice and choices."""
    round_ = Round(game, document.setup())
    stand = StandInSource(document, round_.cards_left(), by_seat=by_seat)
    play(round_, stand, round_.rule)
    piles: dict[str, Cards] = {}
    for event in round_.events:
        if event.to != "dice" and is_cards(event.given):
            piles[event.to] = piles.get(event.to, ()) + event.given
    holders = {place.name: place.cards for place in (*round_.felt.places, round_.felt.bank)}
    return StandInDeal(piles, holders, round_.request if type(round_.request) is Roll else None, stand.assumed)


def is_cards(given: object) -> TypeGuard[Cards]:
    return isinstance(given, tuple)


# -- reading ------------------------------------------------------------------------------------------------------


def given_by_seat(game: Game, document: Document, felt: Felt) -> bool:
    """Returns True if the cards are given by seat.

    Raises Refusal if a place cannot hold cards, or if the document mixes seats and piles.
    """
    holders = [place.name for place in felt.places] + ["bank"]
    by_pile = [name for name in document.cards if name in game.piles]
    by_seat = [name for name in document.cards if name in holders]
    for name in document.cards:
        if name not in (*holders, *game.piles, *UNSEEN):
            raise _no_such_holder(game, felt, name, holders)
    if by_pile and by_seat:
        form = "cards are given by pile, at {pile}, and by seat, at {place:place}: write them in one of the two ways"
        raise Refusal("mixed", form, "", f"cards.{by_pile[0]}", {"pile": by_pile[0], "place": by_seat[0]})
    return bool(by_seat)


def _no_such_holder(game: Game, felt: Felt, name: str, holders: list[str]) -> Refusal:
    where = f"cards.{name}"
    refusal = nobody_there(felt, name, where)
    if refusal is not None:
        return refusal
    if name.partition(".")[0] in holders:
        form = "{place:place} has no cards of its own: it stands behind those of seat {seat}"
        return Refusal("holder", form, "", where, {"place": name, "seat": name.partition(".")[0]})
    near = [*holders, *game.piles]
    return unknown("holder", "no hand lies at {name!r}", name, near, "hands lie at {known}", "", where, name=name)


def nobody_there(felt: Felt, name: str, where: str) -> Refusal | None:
    """Returns the refusal of a place that the table does not have or that nobody bets at, else None."""
    if name in felt.spots:
        return None
    if felt.rules.game.bankers and (name == str(felt.bank.seat) or name in NAMES_OF_THE_BANK):
        form = "what is the bank's is written under 'bank', not under {name!r}"
        return Refusal("holder", form, "", where, {"name": name})
    if not name.isdecimal():
        return None
    form = "nobody plays at seat {seat}: nothing is written for it"
    if not 1 <= int(name) <= felt.positions:
        form = "seat {seat} does not exist: the table has seats 1 to {positions}"
    return Refusal("holder", form, "", where, {"seat": int(name), "positions": felt.positions})


def moved_to_piles(game: Game, document: Document, pack: list[Card]) -> Document:
    """Returns the same document with its cards by pile instead of by seat. The document has its dice by now."""
    stand = deal_stand_ins(game, document, by_seat=True)
    hands = {name: cards_from(document.cards[name]) for name in stand.holders if name in document.cards}
    refuse_wrong_hands(hands, stand.holders, pack)
    if any(name in document.cards for name in UNSEEN):
        name = next(name for name in UNSEEN if name in document.cards)
        form = "where cards are written by seat, those of {spot} are left out: nobody saw them"
        raise Refusal("holder", form, "", f"cards.{name}", {"spot": name})
    real = {card: mine for name, hand in stand.holders.items() for card, mine in zip(hand, hands[name], strict=True)}
    unseen = list((Counter(pack) - Counter(real.values())).elements())
    piles = {
        name: tuple(real[card] if card in real else unseen.pop() for card in cards)
        for name, cards in stand.piles.items()
    }
    said = {name: [word, *document.decisions.get(name, [])] for name, word in stand.assumed.items()}
    return structs.replace(
        document,
        cards={name: text_of_cards(cards) for name, cards in piles.items()},
        decisions=document.decisions | said,
    )


def refuse_wrong_hands(hands: dict[str, Cards], holders: dict[str, Cards], pack: list[Card]) -> None:
    """Raises Refusal unless every holder has the right number of cards, each in the pack and given once."""
    owner: dict[Card, str] = {}
    for name, hand in hands.items():
        for card in hand:
            if card not in pack:
                form = "{card} for {place:place} is not in the pack of this table"
                raise Refusal("pack", form, "", f"cards.{name}", {"card": text_of(card), "place": name})
            if card in owner:
                form = "{card} is given twice, to {other:place} and to {place:place}"
                if owner[card] == name:
                    form = "{card} is given twice to {place:place}"
                facts = {"card": text_of(card), "other": owner[card], "place": name}
                raise Refusal("duplicate", form, "", f"cards.{name}", facts)
            owner[card] = name
    for name, hand in holders.items():
        given = len(hands.get(name, ()))
        if given != len(hand):
            form = "{place:place} has {count:cards}, but {given:cards} are given"
            if not given:
                form = "the {count:cards} of {place:place} are missing"
            elif given == 1:
                form = "{place:place} has {count:cards}, but 1 card is given"
            counts: dict[str, Fact] = {"place": name, "count": len(hand), "given": given}
            raise Refusal("count", form, "", f"cards.{name}", counts)


def with_unused_piles(game: Game, document: Document, pack: list[Card]) -> Document:
    """Returns the same document with the piles that reached nobody, filled with cards that it does not name."""
    missing = [name for name in game.piles if name not in document.cards]
    if not missing or not (document.dice or document.decisions):
        return document
    stand = deal_stand_ins(game, document, by_seat=False)
    if stand.roll is not None:  # without the dice nobody knows which piles reached nobody
        form = "the dice are missing: they say which pile went to which seat"
        raise Refusal("dice", form, stand.roll.delivers, "dice")
    unseen = Counter(pack)
    for text in document.cards.values():
        unseen.subtract(cards_from(text))
    left = list((+unseen).elements())
    cards = dict(document.cards)
    for name in missing:
        pile = stand.piles.get(name, ())
        holder = next((who for who, hand in stand.holders.items() if pile and pile[0] in hand), None)
        if holder is not None:
            form = "the cards of {pile} are missing: it went to {place:place}"
            raise Refusal("missing", form, "", f"cards.{name}", {"pile": name, "place": holder})
        if len(pile) > len(left):
            form = "the cards of {pile} are missing, and {left:cards} are named nowhere else"
            raise Refusal("missing", form, "", f"cards.{name}", {"pile": name, "left": len(left)})
        cards[name] = text_of_cards([left.pop() for _ in pile])
    return structs.replace(document, cards=cards)


# -- writing ------------------------------------------------------------------------------------------------------


def by_seat(game: Game, document: Document) -> Document:
    """Returns the same document with its cards at the seats that hold them."""
    stand = deal_stand_ins(game, document, by_seat=False)
    real = {
        card: mine
        for name, cards in stand.piles.items()
        for card, mine in zip(cards, cards_from(document.cards[name]), strict=True)
    }
    held = {name: text_of_cards([real[card] for card in hand]) for name, hand in stand.holders.items()}
    return structs.replace(document, cards=held)
