"""The Panguingue bot: plays a hand with some promise, spreads what pays, and discards what nobody can use.

It never guesses what is legal: it chooses spreads and discards from those that the view offers.
"""

from functools import cache

from houseway.cards import Card, Cards, cards_from, rank_of, suit_of
from houseway.games.panguingue.spreads import STEPS, VALLE, Board, Spreads, cards_of, spreads_of
from houseway.players.bots import Temper
from houseway.rulebook import Rules
from houseway.table.reports.view import View
from houseway.table.setup import Decision

ENOUGH = 18  # the least promise of a hand worth playing: two hands in three have it
CLOSE = 8  # spread cards of a player who is about to go out


def decide(view: View, temper: Temper) -> Decision:
    """Returns a sensible player's decision. A loose bot strays towards playing and a tight one towards dropping."""
    offered = {choice.name for choice in view.choices}
    if "drop" in offered:
        plays = sum(promise(hand_of(view))) >= ENOUGH
        return "play" if (temper.lean > 0 if temper.strays() else plays) else "drop"
    if "hit" in offered:
        return "hit" if forces(view) != temper.strays() else "let-be"
    if "buy" in offered:
        return "retire" if temper.lean < 0 and temper.strays() else "buy"
    if "agree" in offered:
        return "agree" if len(cards_of(board_of(view, view.viewer))) < CLOSE else "play-on"
    if "spread" in offered:
        return lay(view)
    if "discard" in offered:
        return throw(view)
    return "take" if "take" in offered and ("stock" not in offered or worth_taking(view)) else "stock"


# -- reading the view ---------------------------------------------------------------------------------------------


@cache
def book() -> Spreads:
    return spreads_of(Rules.of("panguingue"))


def hand_of(view: View) -> Cards:
    return cards_from(" ".join(card for card in view.cards.get(view.viewer, []) if card is not None))


def board_of(view: View, name: str) -> Board:
    """Returns the spreads before a player."""
    mine = f"spread {name}."
    return tuple(cards_from(" ".join(map(str, pile))) for spot, pile in view.cards.items() if spot.startswith(mine))


def worth(board: Board) -> int:
    """Returns the value of the spreads by the printed rules. A spread that only this room allows counts nothing."""
    return sum(book().judge(pile).worth for pile in board if book().legal(pile))


def next_player(view: View, seat: int) -> str:
    """Returns the player who draws after that seat: counter-clockwise, skipping those who are out of the hand."""
    seats = sorted((place.seat for place in view.places if not place.folded), reverse=True)
    return str(next((other for other in seats if other < seat), seats[0]))


# -- deciding -----------------------------------------------------------------------------------------------------


def promise(cards: Cards) -> list[int]:
    """Returns, for each card, how well it links with the others. Neighbours and valle cards count double."""
    return [
        sum(links(card, other) for place, other in enumerate(cards) if place != index)
        for index, card in enumerate(cards)
    ]


def links(card: Card, other: Card) -> int:
    """Returns how near two cards are to one spread: 2 for neighbours and valle pairs, 0 if they never fit."""
    if rank_of(card) == rank_of(other):
        return 2 if rank_of(card) in VALLE else 1
    if suit_of(card) != suit_of(other):
        return 0
    return max(0, 3 - abs(STEPS[rank_of(card)] - STEPS[rank_of(other)]))


def forces(view: View) -> bool:
    """Returns whether to force a hit on the player: yes, unless it pays him or brings him close to going out."""
    (card,) = cards_from(str(view.cards["discards"][-1]))
    board = board_of(view, view.about[view.viewer])
    longer = [worth(found) for found in book().additions_to(board, card)]
    return len(cards_of(board)) < CLOSE and max(longer, default=0) <= worth(board)


def worth_taking(view: View) -> bool:
    """Returns whether the discard can be used without spoiling a kondition."""
    (card,) = cards_from(str(view.cards["discards"][-1]))
    board = board_of(view, view.viewer)
    found = book().ideas(board, hand_of(view), card, with_it=True)
    return any(worth(idea) >= worth(board) for idea in found)


def lay(view: View) -> Decision:
    """Returns the board worth most, then the longest; passes if every spread would lose value."""
    piles = [offer["spread"] for offer in view.offers if isinstance(offer, dict)]
    boards = [tuple(cards_from(pile) for pile in row) for row in piles]
    held = len(hand_of(view)) + 1 + len(cards_of(board_of(view, view.viewer)))
    scores = [(len(cards_of(board)) == held, worth(board), len(cards_of(board))) for board in boards]
    may_pass = "pass" in view.offers
    if not boards:
        return "pass" if may_pass else view.default or "pass"
    best = max(range(len(boards)), key=lambda index: scores[index])
    if may_pass and not scores[best][0] and scores[best][1] < worth(board_of(view, view.viewer)):
        return "pass"
    return {"spread": piles[best]}


def throw(view: View) -> Decision:
    """Returns the card with the least promise, preferring one that the next player cannot use."""
    held, mine = hand_of(view), board_of(view, view.viewer)
    theirs = board_of(view, next_player(view, int(view.viewer)))
    kept = dict(zip(held, promise(held), strict=True))

    def value(card: Card) -> tuple[int, int]:
        fits = 4 * len(book().additions_to(mine, card)) + 3 * bool(book().additions_to(theirs, card))
        return kept[card] + fits, STEPS[rank_of(card)]

    allowed = [cards_from(offer["discard"])[0] for offer in view.offers if isinstance(offer, dict)]
    chosen = min(allowed, key=value)
    return next(offer for offer in view.offers if isinstance(offer, dict) and cards_from(offer["discard"]) == (chosen,))
