"""The round runner: sends a script its answers, each judged first, and turns its claims into chips.

A round is its set-up plus its answers. It can be stopped after any of them, written down, and taken up again.
"""

from collections import Counter
from collections.abc import Callable
from typing import Any

from msgspec import Struct

from houseway.cards import Cards, text_of, text_of_cards
from houseway.rulebook import Rules, Schedule
from houseway.script import (
    LOSE,
    VOID,
    WIN,
    Answer,
    Ask,
    AskAll,
    Cents,
    Charge,
    Collect,
    Deal,
    Felt,
    Game,
    Odds,
    Place,
    Prize,
    Refund,
    Refusal,
    Request,
    Roll,
    Settle,
    Transfer,
)
from houseway.table import ledger as accounts
from houseway.table.bank import HOUSE_COVER, Payment, cover_of, in_settling_order, reach
from houseway.table.collection import Fee, fees_due
from houseway.table.layout import lay_out, shoe_and_tray
from houseway.table.ledger import ASIDE, BANK, BOX, HOUSE, Ledger
from houseway.table.pots import Pots
from houseway.table.setup import Document, Setup, decision_of

Given = Cards | tuple[int, ...] | Answer


class Event(Struct):
    """One answer the round was given: cards to a spot, dice from the cup (`to` is "dice"), or a seat's decision."""

    to: str
    given: Given


class Round:
    """One round of any game, from 'No more bets' to the last chip."""

    def __init__(self, game: Game, setup: Setup) -> None:
        self.game = game
        self.setup = setup
        self.felt: Felt
        self.rules: Rules
        self.schedule: Schedule | None
        self.felt, self.rules, self.schedule = lay_out(game, setup)
        self.ledger = Ledger()
        self.events: list[Event] = []
        self.payments: list[Payment] = []
        self.fees: list[Fee] = []
        self.noted: list[str] = []
        self.voided = ""
        self._secret: set[int] = set()
        self.prizes: list[Prize] = []
        self.transfers: list[Transfer] = []
        self.revocable = ""
        self._winnings = ASIDE
        self._left, self._tray = shoe_and_tray(game, setup, self.felt.options)
        self._answers: dict[str, Answer] = {}
        self._post_wagers()
        self._handlers: dict[type, Callable[[Any], None]] = {
            Collect: self._collect,
            Settle: self._settle,
            Charge: self._charge,
            Prize: self._prize,
            Transfer: self._transfer,
            Refund: self._refund,
        }
        self._pots: Pots | None = None
        if not self.rules.game.bankers:
            self._pots = Pots(self.felt, self.ledger, self.payments, self.fees)
            self._handlers |= self._pots.handlers
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
            return f"{request.count} cards for {request.to.title}"
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
            sentence = f"{request.to.title} is dealt {request.count} cards, but got {len(cards)}"
            raise Refusal("count", sentence, "", f"cards.{request.to.name}")
        left = self._left
        for index, card in enumerate(cards):
            if left[card] <= 0:
                left.update(cards[:index])  # nothing half done
                sentence = f"{text_of(card)} for {request.to.title} is not in the shoe: it was dealt before"
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
        for ask in self.asks():
            if ask.place.name == name:
                break
        else:
            raise Refusal("not-asked", f"nobody asked place {name} for a decision: {answer} is refused")
        judged = ask.judge(answer)
        self._bet(ask, judged)
        if ask.secret:
            self._secret.add(len(self.events))
        if ask.lays_open:
            self.felt.turn_up(ask.place)
        self.events.append(Event(name, judged))
        self.revocable = name if ask.revocable else ""
        if type(self.request) is not AskAll:
            self._advance(judged)
            return
        self._answers[name] = judged
        if len(self._answers) == len(self.request.asks):
            answers = tuple(self._answers[each.place.name] for each in self.request.asks)
            self._answers = {}
            self._advance(answers)

    def call(self, kind: str) -> None:
        """The floor calls an irregularity: the round is void and every wager returns, or it plays on (PD-58)."""
        known = self.game.irregularities.get(kind)
        if known is None:
            names = ", ".join(self.game.irregularities)
            raise Refusal(
                "irregularity", f"{kind!r} is no irregularity of this game: {names}", "PD-58", "irregularities"
            )
        if self.over:
            raise Refusal("irregularity", f"{kind} is called after the round is over", "PD-59", "irregularities")
        if known.in_time is not None and not known.in_time(self.felt):
            sentence = f"{kind} is called after {self.felt.actions} decisions, which is too late: the hand is played on"
            raise Refusal("irregularity", sentence, known.clause, "irregularities")
        self.noted.append(kind)
        if known.voids(self.felt.options):
            self.voided = known.clause
            self._script.close()
            if known.refunds:
                self._refund_everything(known.clause)
            self._return_everything(known.clause)
        elif known.exposes:
            self.felt.spot(known.exposes).turn_up(0)

    # -- the inside -------------------------------------------------------------------------------------------------

    def _advance(self, value: Any) -> None:
        """Sends the script its answer and does what the table does by itself, up to the next outside request."""
        try:
            request: Request = self._script.send(value)
            while (handler := self._handlers.get(type(request))) is not None:
                handler(request)
                request = self._script.send(None)
            if type(request) is Deal:
                self._left.update(request.shuffled)
            self.request = request  # type: ignore[assignment]
            if type(request) is Deal and self.game.cut_card is not None and request.count > self._left.total():
                self._run_out(request, self.game.cut_card(self.felt.options).clause)
        except StopIteration:
            self.request = None
            self._close()
        assert self.ledger.sum() == 0

    def _run_out(self, request: Deal, clause: str) -> None:
        """The discard tray is shuffled and used; if that is not enough either, the round is void (see CutCard)."""
        request.shuffled, self._tray = self._tray, ()
        self._left.update(request.shuffled)
        if request.count > self._left.total():
            self.voided = clause
            self._script.close()
            self._return_everything(clause)

    def _post_wagers(self) -> None:
        move = self.ledger.move
        for place in self.felt.everyone():
            for wager, cents in place.wagers.items():
                move(accounts.purse(place), accounts.circle(place.name, wager), cents, "PD-22")
        bank = self.felt.bank
        if bank.posted is not None:
            move(accounts.stack(bank.player), BANK, bank.posted, "PD-05")

    def _collect(self, request: Collect) -> None:
        posted: Schedule | None = self.felt.schedule
        if posted is None or self.setup.fee_carried:  # a carried fee was dropped for the void hand (PD-33)
            return
        if request.payers:
            flat = posted.fee(per=request.per)
            for place in request.payers:
                self._charge(Charge(place, flat, request.clauses))
                if place.stack is not None:
                    place.stack -= flat
            return
        self.fees = [fee for fee in fees_due(self.felt, posted) if fee.amount]
        for fee in self.fees:
            self.ledger.move(accounts.stack(fee.player), BOX, fee.amount, fee.clauses[0])

    def _charge(self, request: Charge) -> None:
        place, pool = request.place, request.pool
        if pool and self.setup.fee_carried:  # it is in the pool since the void hand (PD-33)
            return
        self.fees.append(Fee(place.player, place.name, request.cents, 0, request.clauses, pool))
        box = accounts.jackpot(pool) if pool else BOX
        self.ledger.move(accounts.stack(place.player), box, request.cents, request.clauses[0])
        if pool:
            self.felt.pools[pool] = self.felt.pools.get(pool, 0) + request.cents

    def _refund(self, request: Refund) -> None:
        place, cents = request.place, request.cents
        fee = next((fee for fee in self.fees if fee.payer == place.name), None)
        if fee is not None:
            fee.amount -= cents
            fee.clauses += request.clauses
        else:  # it was collected for the hand that this one stands for (PD-33)
            self.fees.append(Fee(place.player, place.name, -cents, 0, request.clauses))
        if place.stack is not None:
            place.stack += cents
        self.ledger.move(BOX, accounts.stack(place.player), cents, request.clauses[0])

    def _transfer(self, request: Transfer) -> None:
        if request.source.stack is not None:
            request.cents = min(request.cents, request.source.stack)
        if request.cents:
            self._hand_over(request.source, request.target, request.cents, request.clauses[0])
            self.transfers.append(request)

    def _untransfer(self, clause: str) -> None:
        """What players paid each other goes back, the last payment first."""
        while self.transfers:
            paid = self.transfers.pop()
            self._hand_over(paid.target, paid.source, paid.cents, clause)

    def _hand_over(self, source: Place, target: Place, cents: Cents, clause: str) -> None:
        if source.stack is not None:
            source.stack -= cents
        if target.stack is not None:
            target.stack += cents
        self.ledger.move(accounts.stack(source.player), accounts.stack(target.player), cents, clause)

    def _prize(self, request: Prize) -> None:
        place = request.place
        self.prizes.append(request)
        self.felt.pools[request.pool] -= request.cents
        self.ledger.move(
            accounts.jackpot(request.pool), accounts.stack(place.player), request.cents, request.clauses[0]
        )

    def _bet(self, ask: Ask, answer: Answer) -> None:
        """Chips that a decision puts on a circle leave the player's stack."""
        cents = answer.amount
        if cents is None:
            return
        place = ask.place
        choice = next(choice for choice in (*ask.choices, *ask.misplays) if choice.name == answer.choice)
        if place.stack is not None:
            if cents > place.stack:
                sentence = f"{place.title} has {place.stack / 100:.2f} left, too little for {answer}"
                raise Refusal("stack", sentence, choice.clause)
            place.stack -= cents
        place.wagers[choice.circle] = place.wagers.get(choice.circle, 0) + cents
        self.ledger.move(accounts.stack(place.player), accounts.circle(place.name, choice.circle), cents, choice.clause)

    def _settle(self, request: Settle) -> None:
        felt = self.felt
        cover = cover_of(felt)
        self._winnings = ASIDE if cover.aside else BANK
        for claim in in_settling_order(felt, request):
            self._pay(reach(claim, HOUSE_COVER if claim.by_house else cover))
        felt.claims = []

    def _pay(self, payment: Payment) -> None:
        place, clause = payment.place, payment.clauses[0]
        stack = accounts.purse(place)
        house = payment.by_house or self.felt.bank.posted is None
        move = self.ledger.move
        spot = accounts.circle(place.name, payment.wager)
        if payment.outcome is WIN:
            move(HOUSE if house else BANK, stack, payment.covered, clause)
            move(accounts.stack(self.felt.bank.player), stack, payment.owed, clause)
        elif payment.outcome is LOSE:
            move(spot, HOUSE if house else self._winnings, payment.covered, clause)
        move(spot, stack, payment.returned, payment.clauses[-1])
        if payment.commission:
            fee = Fee(place.player, place.name, payment.commission, payment.net, (payment.commission_clause,))
            self.fees.append(fee)
            move(stack, BOX, payment.commission, payment.commission_clause)
        place.wagers.pop(payment.wager, None)
        if place.stack is not None:
            place.stack += payment.returned + max(payment.net, 0) - payment.commission
        self.payments.append(payment)

    def _return_everything(self, clause: str) -> None:
        """Every chip goes back to where it came from; the fee stays, to stand for the redeal (PD-33)."""
        self._untransfer(clause)
        if self._pots is not None:
            self._pots.undo(clause)
        for place in self.felt.everyone():
            for wager, cents in list(place.wagers.items()):
                self._pay(Payment(place, wager, VOID, Odds(0), cents, 0, 0, cents, 0, (clause,)))
        self.request = None
        self._close()

    def _refund_everything(self, clause: str) -> None:
        for fee in [fee for fee in self.fees if fee.player]:
            self.fees.remove(fee)
            place = next((place for place in self.felt.everyone() if place.name == fee.payer), None)
            if place is not None and place.stack is not None:
                place.stack += fee.amount
            self.ledger.move(BOX, accounts.stack(fee.player), fee.amount, clause)

    def _close(self) -> None:
        """What is left of the bank and what it set aside are the player-dealer's (PD-50)."""
        bank = self.felt.bank
        if bank.posted is not None:
            balances = self.ledger.balances
            self.ledger.move(BANK, accounts.stack(bank.player), balances.get(BANK, 0), "PD-50")
            self.ledger.move(ASIDE, accounts.stack(bank.player), balances.get(ASIDE, 0), "PD-47")
        assert self.ledger.on_the_felt() == 0, "chips were left on the felt"

    @property
    def bank_net(self) -> Cents:
        """What the bank won or lost over the round, the fee apart (PD-32); nothing where nobody banks."""
        return 0 if self._pots is not None else -sum(payment.net for payment in self.payments if not payment.by_house)

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
