"""A table described in a few words: own cards, the bank's shown cards, the board, the chips.

A banked game is dealt through its own script with these cards, and with any others where nobody sees them, up to the
decision that they lead to. The seat's view is then what was described. A pot is described by its size.
"""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from msgspec import UNSET, Struct

from houseway.cards import Card, Cards, cards_from, refuse_repeats, text_of_cards, texts_of
from houseway.lab.inquiry.question import Question
from houseway.lab.methods.poker.showdowns import poker_of
from houseway.script import Answer, Ask, Cents, Deal, Game, Place, Refusal, Roll
from houseway.script.errors import Fact
from houseway.table import Round, Setup, View, view
from houseway.table.reports.view import ChoiceView, Counts, PlaceView
from houseway.table.setup import BankSetup, SeatSetup

YOU: Final = "1"
PLENTY: Final[Cents] = 10**9
"""A bank that reaches every wager."""
USUAL: Final[Cents] = 1_000
STREETS: Final = (0, 3, 4, 5)
STAYS: Final = ("check", "bet", "play", "hit")
"""Earlier choices by which the hand went on to the described cards."""


class Described(Struct, kw_only=True):
    """The caller's description of a table. Amounts are cents. `wagers` are by circle, "" for the opening one."""

    game: str
    options: dict[str, str] = {}
    pay: dict[str, str] = {}
    cards: str = ""
    bank: str = ""
    board: str = ""
    wagers: dict[str, Cents] = {}
    pot: Cents | None = None
    to_call: Cents = 0
    players: int = 2
    draw: bool = False


class Come(NamedTuple):
    """A decision that the cards lead to, as the seat sees it, and in a banked game its round."""

    view: View
    round: Round | None = None


def decisions(said: Described) -> Iterator[Come]:
    """Yields each decision that the described cards lead to. Insurance comes before the hand itself."""
    asked = Question(said.game, said.options, said.pay)
    if not (said.cards.strip() or said.board.strip()):
        raise Refusal("cards", "say which cards are held: --cards 'As Kd 2c'")
    if asked.rules.game.bankers:
        _refuse_pot(said)
        return _banked(asked, said)
    if not asked.lab.equity:
        raise Refusal("described", f"{asked.game} is advised on from a document: `houseway advise FILE`", "", "")
    return iter([Come(_pot(asked, said))])


def _refuse_pot(said: Described) -> None:
    for name, given in (("--pot", said.pot is not None), ("--to-call", said.to_call > 0), ("--draw", said.draw)):
        if given:
            raise Refusal("described", f"{name} is for poker: {said.game} is played against a bank")


# -- against a bank -----------------------------------------------------------------------------------------------


def _banked(asked: Question, said: Described) -> Iterator[Come]:
    source = _Cards(asked, said)
    round_ = Round(asked.script, _setup(asked, said))
    piles = _piles(asked.script, round_.setup)
    found = False
    while (request := round_.request) is not None:
        if isinstance(request, Deal):
            spot = piles.get(request.to.name, request.to.name)
            if (cards := source.cards(request, spot)) is None:
                break
            round_.deal(cards)
        elif isinstance(request, Roll):
            round_.roll((1,) * request.dice)
        else:
            ask = round_.asks()[0]
            if ask.place.name == YOU and source.all_dealt(round_):
                found = True
                yield Come(view(round_, YOU), round_)
                if all(choice.name != "decline" for choice in ask.choices):
                    return
            round_.decide(ask.place.name, _least_answer(ask))
    if not found:
        why = "the round is over" if round_.over else "the hand goes another way"
        raise Refusal("described", f"nothing is decided with {said.cards or said.board} at this table: {why}", "", "")


def _least_answer(ask: Ask) -> Answer:
    """Returns the answer by which the hand goes on at the least cost in chips."""
    if ask.place.name == YOU:
        for name in STAYS:
            for choice in ask.choices:
                if choice.name == name:
                    return Answer(name, choice.low if choice.circle else None)
    return ask.default


class _Cards:
    """Deals the described cards where the seat sees them, and any others elsewhere."""

    def __init__(self, asked: Question, said: Described) -> None:
        self.mine, self.shown, self.board = (cards_from(text) for text in (said.cards, said.bank, said.board))
        self.game = asked.game
        named = [*self.mine, *self.shown, *self.board]
        deck = sorted(asked.script.deck(asked.rules.options))
        refuse_repeats(named, asked.rules.game.deck.packs)
        for card in named:
            if card not in deck:
                raise Refusal("card", f"{text_of_cards((card,))} is not in the shoe of {asked.game}")
            deck.remove(card)
        self._others = iter(deck)
        self._left = {YOU: list(self.mine), "bank": list(self.shown), "board": list(self.board)}

    def cards(self, request: Deal, spot: str) -> Cards | None:
        left = self._left.get(spot)
        if spot == YOU:
            assert left is not None
            if not self.mine:
                raise Refusal("cards", "say which cards are held: --cards 'As Kd 2c'")
            if not left:
                return None
            if len(left) < request.count:
                form = "{game} deals {count} cards to a hand, but {given} are held: {cards}"
                facts: dict[str, Fact] = {"game": self.game, "count": request.count, "given": len(self.mine)}
                raise Refusal("count", form, "", "", facts | {"cards": text_of_cards(self.mine)})
            return tuple(left.pop(0) for _ in range(request.count))
        if spot == "bank":
            return tuple(self._shown(index in request.show) for index in range(request.count))
        if spot == "board" and left is not None:
            return tuple(left.pop(0) if left else next(self._others) for _ in range(request.count))
        return tuple(next(self._others) for _ in range(request.count))

    def _shown(self, up: bool) -> Card:
        if not up:
            return next(self._others)
        if not self._left["bank"]:
            raise Refusal("bank", "the bank shows a card before this decision: name it, --bank Qh")
        return self._left["bank"].pop(0)

    def all_dealt(self, round_: Round) -> bool:
        """Returns True if everything described lies on the table. Raises Refusal for cards that never will."""
        seen = view(round_, YOU).cards
        board = sum(card is not None for card in seen.get("board", ()))
        if self._left[YOU] and not any(choice.name == "hit" for choice in round_.asks()[0].choices):
            held = len(self.mine) - len(self._left[YOU])
            raise Refusal("count", f"a hand of {self.game} has {held} cards here, but {len(self.mine)} are held")
        if self._left["bank"]:
            raise Refusal("bank", f"the bank shows fewer cards than {text_of_cards(self.shown)} before this decision")
        if board > len(self.board):
            streets = f"{board} cards of the board lie open by then"
            raise Refusal("board", f"a board of {len(self.board)} is refused: {streets}")
        return not self._left[YOU] and board == len(self.board)


def _setup(asked: Question, said: Described) -> Setup:
    rules, game = asked.rules, asked.script
    wagers: dict[str, Cents] = {}
    circles = [circle for circle in game.circles_at(rules.options) if circle.opening]
    given = dict(said.wagers)
    opening = next(circle.name for circle in circles if circle.required)
    if "" in given:
        given[opening] = given.pop("")
    if unknown := set(given) - {circle.name for circle in circles}:
        names = ", ".join(circle.name for circle in circles)
        raise Refusal("circle", f"{min(unknown)!r} takes no wager before the deal: {names} do", "PD-22")
    for circle in circles:
        low, high = game.limits(rules.options, circle.name, (1, None))
        usual = max(low, USUAL if high is None else min(high, USUAL))
        if circle.name in given:
            wagers[circle.name] = given[circle.name]
        elif circle.required:
            wagers[circle.name] = wagers[circle.needs] if circle.equal else usual
    house = "house" in rules.game.bankers
    bank = UNSET if house else BankSetup(game.positions(rules), "bank", PLENTY)
    seats = [SeatSetup(int(YOU), "you", wagers)]
    return Setup(game=asked.game, options=said.options, pay=asked.setup_pay(), bank=bank, seats=seats)


def _piles(game: Game, setup: Setup) -> Mapping[str, str]:
    """Deals once to find who gets which pile, in games that lay piles before anybody knows whose they are."""
    round_ = Round(game, setup)
    deck = iter(sorted(round_.cards_left()))
    laid: dict[Card, str] = {}
    while isinstance(request := round_.request, Deal | Roll) or _names_a_pile(round_):
        if isinstance(request, Deal):
            if isinstance(request.to, Place) or request.to.name == "board":
                return {}
            cards = tuple(next(deck) for _ in range(request.count))
            laid |= dict.fromkeys(cards, request.to.name)
            round_.deal(cards)
        elif isinstance(request, Roll):
            round_.roll((1,) * request.dice)
        else:
            ask = round_.asks()[0]
            round_.decide(ask.place.name, _least_answer(ask))
    holders = {name: round_.felt.spots[name].cards for name in (YOU, "bank")}
    return {laid[cards[0]]: name for name, cards in holders.items() if cards and cards[0] in laid}


def _names_a_pile(round_: Round) -> bool:
    return any(ask.place.name != YOU and all(choice.pick is None for choice in ask.choices) for ask in round_.asks())


# -- for a pot ----------------------------------------------------------------------------------------------------


def _pot(asked: Question, said: Described) -> View:
    """Returns the view of a decision about a pot or a draw."""
    poker = poker_of(asked.game, asked.options)
    hole, board = cards_from(said.cards), cards_from(said.board)
    refuse_repeats([*hole, *board])
    if len(hole) != poker.hole:
        raise Refusal(
            "count", f"{asked.game} is played with {poker.hole} cards, but {len(hole)} are held: {said.cards}"
        )
    if said.bank or said.wagers:
        raise Refusal("described", f"nobody banks {asked.game}: say --pot and --to-call")
    if len(board) not in STREETS or (board and not poker.board):
        most = "no board" if not poker.board else "3, 4 or 5 cards on the board, or none"
        raise Refusal("board", f"{len(board)} cards on the board are refused: {asked.game} has {most}")
    if said.draw and poker.board:
        raise Refusal("described", f"no cards are drawn in {asked.game}: --draw is for a game without a board")
    positions = asked.script.positions(asked.rules)
    if not 2 <= said.players <= positions:
        raise Refusal("players", f"{said.players} players are refused: 2 to {positions} can be in the hand")
    if said.pot is None or said.pot <= 0:
        raise Refusal("pot", "say how much is in the pot, all bets so far counted: --pot 40")
    cards: dict[str, list[str | None]] = {YOU: [*texts_of(hole)], **({"board": [*texts_of(board)]} if board else {})}
    return View(
        game=asked.game, viewer=YOU, round=1, bank=PlaceView("bank", 0, 0, "", {}),
        places=[PlaceView(f"{seat}", seat, 1, f"seat {seat}", {}) for seat in range(1, said.players + 1)],
        cards=cards, waiting=[YOU], choices=_pot_choices(said, hole), default=None, payments=[],
        over=False, happened=0, counts=Counts(0, len(poker.pack)), pack="",
        limits=(1, None), pots={"pot": said.pot}, options=dict(asked.rules.options),
    )  # fmt: skip


def _pot_choices(said: Described, hole: Cards) -> list[ChoiceView]:
    if said.draw:
        return [ChoiceView("pat", ""), ChoiceView("draw", "", pick=texts_of(hole), least=1, most=len(hole))]
    if said.to_call:
        call = ChoiceView("call", "", "call", said.to_call, said.to_call)
        return [call, ChoiceView("fold", "")]
    return [ChoiceView("check", "")]
