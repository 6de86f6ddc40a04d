"""The round runner: sends a script its answers, each judged first, and turns its claims into chips.

A round is its set-up plus its answers. It can be stopped after any of them, written down, and taken up again.
"""

from collections import Counter
from typing import Any

from msgspec import Struct

from houseway.cards import Cards, text_of, text_of_cards
from houseway.rulebook import Rules, Schedule
from houseway.script import Answer, Ask, AskAll, Cents, Deal, Felt, Game, Refusal, Request, Roll
from houseway.table.cashier import Cashier
from houseway.table.layout import lay_out
from houseway.table.posted import shoe_and_tray
from houseway.table.setup import Document, Setup, decision_of

OUTSIDE = frozenset((Deal, Roll, Ask, AskAll))  # what a round waits for; the cashier carries out the rest
Given = Cards | tuple[int, ...] | Answer


class Event(Struct, gc=False):
    """One answer the round was given: cards to a spot, dice from the cup (`to` is "dice"), or a seat's decision."""

    to: str
    given: Given


class Round:
    """One round of any game, from 'No more bets' to the last chip."""

    def __init__(self, game: Game, setup: Setup) -> None:
        self.game = game
        self.setup = setup
        self.felt: Felt = lay_out(game, setup)
        self.rules: Rules = self.felt.rules
        self.schedule: Schedule | None = self.felt.schedule
        self.cashier = Cashier(self.felt, fee_carried=setup.fee_carried)
        self.ledger = self.cashier.ledger
        self.payments = self.cashier.payments
        self.fees = self.cashier.fees
        self.prizes = self.cashier.prizes
        self.transfers = self.cashier.transfers
        self.events: list[Event] = []
        self.noted: list[str] = []
        self.voided = ""
        self.revocable = ""
        self._secret: set[int] = set()
        self._answers: dict[str, Answer] = {}
        self._left, self._tray = shoe_and_tray(game, setup, self.felt.options)
        self._script = game.play(self.felt)
        self.request: Deal | Roll | Ask | AskAll | None = None
        self._advance(None)

    # -- what the round waits for -----------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return self.request is None

    def asks(self) -> list[Ask]:
        """The decisions that the round waits for now."""
        request = self.request
        if type(request) is Ask:
            return [request]
        if type(request) is AskAll:
            return [ask for ask in request.asks if ask.place.name not in self._answers]
        return []

    def waits_for(self) -> str:
        """What the round waits for, in words."""
        request = self.request
        if type(request) is Deal:
            return f"{_cards(request.count)} for {request.to.title}"
        if type(request) is Roll:
            return f"{request.dice} dice"
        return " and ".join(f"{ask.place.title} to {ask.names()}" for ask in self.asks()) or "nothing"

    @property
    def pack(self) -> str:
        """The pack in play, where several take turns."""
        packs = self.game.packs
        if callable(packs):
            packs = packs(self.felt.options)
        return packs[(self.setup.round - 1) % len(packs)]

    def is_secret(self, index: int) -> bool:
        """Whether that event is a decision that only its maker may see: until the round is over (see Ask.secret)."""
        return index in self._secret and not self.over

    def cards_left(self) -> list[int]:
        """The cards still in the shoe, in no order."""
        return list(self._left.elements())

    # -- answers ----------------------------------------------------------------------------------------------------

    def deal(self, cards: Cards) -> None:
        """The cards that came out of the shoe for the spot that waits for them."""
        request = self.request
        if type(request) is not Deal:
            raise Refusal("not-asked", f"{text_of_cards(cards)} came, but no card is being dealt")
        if len(cards) != request.count:
            sentence = f"{request.to.title} is dealt {_cards(request.count)}, but got {len(cards)}"
            raise Refusal("count", sentence, "", f"cards.{request.to.name}")
        left = self._left
        for index, card in enumerate(cards):
            if left[card] <= 0:
                left.update(cards[:index])  # nothing half done
                why = "it was dealt before" if card in left else "this game is played without it"
                sentence = f"{text_of(card)} for {request.to.title} is not in the shoe: {why}"
                raise Refusal("duplicate", sentence, "", f"cards.{request.to.name}")
            left[card] -= 1
        request.to.take(cards, request.show)
        self.events.append(Event(request.to.name, cards))
        self.revocable = ""
        self._advance(cards)

    def roll(self, faces: tuple[int, ...]) -> None:
        """The faces that the dice show."""
        request = self.request
        if type(request) is not Roll:
            raise Refusal("not-asked", f"dice {faces} came, but no dice are rolled", "", "dice")
        if len(faces) != request.dice or not all(1 <= face <= request.faces for face in faces):
            sentence = f"{request.dice} dice are rolled, each 1 to {request.faces}, but {list(faces)} came"
            raise Refusal("dice", sentence, "", "dice")
        self.events.append(Event("dice", faces))
        self.revocable = ""
        self._advance(faces)

    def decide(self, name: str, answer: Answer) -> None:
        """The decision of the place of that name; refused unless it was asked for and is one of those offered."""
        request = self.request
        asks = request.asks if type(request) is AskAll else (request,) if type(request) is Ask else ()
        for ask in asks:
            if ask.place.name == name and name not in self._answers:
                break
        else:
            raise Refusal("not-asked", f"nobody asked place {name} for a decision: {answer} is refused")
        judged = ask.judge(answer)
        self.cashier.bet(ask, judged)
        if ask.secret:
            self._secret.add(len(self.events))
        if ask.lays_open:
            self.felt.turn_up(ask.place)
        self.events.append(Event(name, judged))
        self.revocable = name if ask.revocable else ""
        if request is ask:
            self._advance(judged)
            return
        self._answers[name] = judged
        if len(self._answers) == len(asks):
            answers = tuple([self._answers[each.place.name] for each in asks])
            self._answers = {}
            self._advance(answers)

    def call(self, kind: str) -> None:
        """The floor calls an irregularity: the round is void and every wager returns, or it plays on (PD-58)."""
        known = self.game.irregularities.get(kind)
        if known is None:
            names = ", ".join(self.game.irregularities)
            clause = "PD-58" if self.felt.rules.game.bankers else ""
            sentence = f"{kind!r} is no irregularity of this game: {names}"
            raise Refusal("irregularity", sentence, clause, "irregularities")
        if self.over:
            sentence = f"{kind} is called after the round is over: leave out the answers that came after it"
            clause = "PD-59" if self.felt.rules.game.bankers else known.clause
            raise Refusal("irregularity", sentence, clause, "irregularities")
        if known.in_time is not None and not known.in_time(self.felt):
            sentence = f"{kind} is called after {self.felt.actions} decisions, which is too late: the hand is played on"
            raise Refusal("irregularity", sentence, known.clause, "irregularities")
        self.noted.append(kind)
        if known.voids(self.felt.options):
            if known.refunds:
                self.cashier.refund_everything(known.clause)
            self._end_void(known.clause)
        elif known.exposes:
            self.felt.spot(known.exposes).turn_up(0)

    # -- the inside -------------------------------------------------------------------------------------------------

    def _advance(self, value: Any) -> None:
        """Sends the script its answer and does what the table does by itself, up to the next outside request."""
        try:
            request: Request = self._script.send(value)
            while type(request) not in OUTSIDE and self.cashier.carry_out(request):
                request = self._script.send(None)
            if type(request) is Deal and request.shuffled:
                self._left.update(request.shuffled)
            self.request = request  # type: ignore[assignment]
            if type(request) is Deal and self.game.cut_card is not None and request.count > self._left.total():
                self._run_out(request, self.game.cut_card(self.felt.options).clause)
        except StopIteration:
            self.request = None
            self.cashier.close()
        self.ledger.check()

    def _run_out(self, request: Deal, clause: str) -> None:
        """The discard tray is shuffled and used; if that is not enough either, the round is void (see CutCard)."""
        request.shuffled, self._tray = self._tray, ()
        self._left.update(request.shuffled)
        if request.count > self._left.total():
            self._end_void(clause)

    def _end_void(self, clause: str) -> None:
        """The round is over without a result: every chip goes back to where it came from."""
        self.voided = clause
        self._script.close()
        self.cashier.return_everything(clause)
        self.request = None

    @property
    def bank_net(self) -> Cents:
        """What the bank won or lost over the round, the fee apart (PD-32); nothing where nobody banks."""
        return self.cashier.bank_net

    def carry_over(self) -> dict[str, Any]:
        """What the set-up of the next round takes over: cards gone from a shoe that is not shuffled, memory, pools."""
        options, cut_card = self.felt.options, self.game.cut_card
        gone = Counter(self.game.deck(options))
        gone.subtract(self._left)
        kept = cut_card is not None and not self.voided and gone.total() < cut_card(options).after
        return {
            "gone": text_of_cards(sorted(gone.elements())) if kept else "",
            "carried": dict(self.felt.carried),
            "jackpots": dict(self.felt.pools),
        }

    # -- the document -----------------------------------------------------------------------------------------------

    def document(self, upto: int | None = None) -> Document:
        """The set-up and every answer so far (or the first `upto` of them): enough to play the round to that point."""
        setup = self.setup
        cards: dict[str, list[str]] = {}
        document = Document(**{field: getattr(setup, field) for field in Setup.__struct_fields__})
        document.dice, document.decisions = [], {}
        for event in self.events[:upto]:
            if isinstance(event.given, Answer):
                document.decisions.setdefault(event.to, []).append(decision_of(event.given))
            elif event.to == "dice":
                document.dice.append(list(event.given))
            else:
                cards.setdefault(event.to, []).append(text_of_cards(event.given))
        document.cards = {spot: " ".join(texts) for spot, texts in cards.items()}
        document.irregularities = list(self.noted)
        return document


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"
