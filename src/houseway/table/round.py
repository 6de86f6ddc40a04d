"""The round runner: it judges each answer, sends it to the script, and turns the script's claims into chips.

A round is its set-up plus its answers. It can be stopped after any answer, written down and resumed.
"""

from collections import Counter
from typing import Any, cast

from houseway.cards import Cards, text_of_cards
from houseway.rulebook import Rules, Schedule
from houseway.script import Answer, Ask, AskAll, Cents, Deal, Fact, Felt, Game, Place, Refusal, Request, Roll
from houseway.script.names import cards_told
from houseway.table.chips.cashier import Cashier, Undone
from houseway.table.chips.pots import PushedPot
from houseway.table.events import Call, Event, Given
from houseway.table.layout import lay_out
from houseway.table.round_shoe import RoundShoe, refuse_no_cards
from houseway.table.setup import Document, Setup, Voided, decision_of, refuse_malformed, stack_of
from houseway.table.table_terms import shoe_and_tray

OUTSIDE = frozenset((Deal, Roll, Ask, AskAll))  # the cashier carries out all other requests
FLOOR_VOID = "floor-void"


class Round:
    """Runs one round of any game, from 'No more bets' to the last chip."""

    def __init__(self, game: Game, setup: Setup) -> None:
        self.game = game
        self.setup = setup
        self.felt: Felt = lay_out(game, setup)
        self.rules = cast(Rules, self.felt.rules)
        self.schedule = cast(Schedule | None, self.felt.schedule)
        self.cashier = Cashier(self.felt, game.opening_clauses(self.felt.rules))
        self.ledger = self.cashier.ledger
        self.payments = self.cashier.payments
        self.fees = self.cashier.fees
        self.prizes = self.cashier.prizes
        self.transfers = self.cashier.transfers
        self.pots: list[PushedPot] = self.cashier.pots.pushed if self.cashier.pots is not None else []
        self.events: list[Event] = []
        self.noted: list[str] = []
        self.voided = ""
        self.floor_void: Voided | None = None
        self.rolls: list[tuple[int, ...]] = []
        self._made: dict[str, dict[str, int]] = {}
        self._counted = 0
        self._answers: dict[str, Answer] = {}
        self._revocable: Event | None = None
        self.shoe = RoundShoe(*shoe_and_tray(game, setup, self.rules.options), self.events)
        self._script = game.play(self.felt)
        self.request: Deal | Roll | Ask | AskAll | None = None
        try:
            self._advance(None)
            self.cashier.fee_box.return_credits()
        except Refusal as refusal:
            if refusal.code != "fee":
                raise
            where = stack_of(setup, refusal.where)  # the stack of the player who cannot pay the fee
            raise Refusal(refusal.code, refusal.form, refusal.clause, where, refusal.facts) from None

    # -- what the round waits for -----------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return self.request is None

    def asks(self) -> list[Ask]:
        """Returns the decisions that the round still waits for."""
        request = self.request
        if type(request) is Ask:
            return [request]
        if type(request) is AskAll:
            return [ask for ask in request.asks if ask.place.name not in self._answers]
        return []

    @property
    def revocable(self) -> str:
        """The place that may take its answer back because nothing has been answered since, or ""."""
        event = self._revocable
        return event.to if event is not None and event is self.events[-1] else ""

    def waits_for(self) -> str:
        """Describes in words what the round waits for."""
        request = self.request
        if type(request) is Deal:
            return f"{cards_told(request.count)} for {request.to.title}"
        if type(request) is Roll:
            return f"{request.dice} dice"
        return " and ".join(f"{ask.place.title} to {ask.names()}" for ask in self.asks()) or "nothing"

    @property
    def pack(self) -> str:
        """The pack in play, for a table that alternates packs."""
        packs = self.game.packs_at(self.felt.options)
        return packs[(self.setup.round - 1) % len(packs)]

    def is_secret(self, event: Event) -> bool:
        """Returns True if only its maker may see this decision.

        A secret decision that names cards stays secret until they lie open before its maker, even after the round. One
        that names none stays secret until the round is over. A card that went back into the pack and was dealt again
        reveals nothing.
        """
        if not event.secret:
            return False
        assert isinstance(event.given, Answer)
        named = sum(event.given.piles or (), event.given.cards or ())
        if not named:
            return not self.over
        hands = [spot for spot in self.felt.spots.values() if spot.name == event.to or event.to in spot.viewers]
        if not {*named} <= {spot.cards[card] for spot in hands for card in spot.up}:
            return True
        index = next(index for index, each in enumerate(self.events) if each is event)
        later = [each.given for each in self.events[index + 1 :] if each.to != "dice"]
        return any(card in cards for cards in later if isinstance(cards, tuple) for card in named)

    def cards_left(self) -> list[int]:
        """Returns the cards left in the shoe, in no order."""
        return list(self.shoe.left.elements())

    def made(self) -> dict[str, dict[str, int]]:
        """Returns how often each place has made each choice in public."""
        for event in self.events[self._counted :]:
            if isinstance(event.given, Answer) and not event.secret:
                choices = self._made.setdefault(event.to, {})
                choices[event.given.choice] = choices.get(event.given.choice, 0) + 1
        self._counted = len(self.events)
        return self._made

    def card_counts(self) -> tuple[int, int, int]:
        """Returns three counts of cards: left to deal, in the whole shoe, and in the discard tray."""
        return self.shoe.left.total(), len(self.game.deck(self.felt.options)), len(self.shoe.tray)

    # -- answers ----------------------------------------------------------------------------------------------------

    def deal(self, cards: Cards) -> None:
        """Gives the cards to the spot that waits for them. Raises Refusal if they are not the ones asked for."""
        request = self.request
        if type(request) is not Deal or len(cards) != request.count:
            self._refuse_unless_left_out(cards)
            self._advance(cards)
            return
        spot, up = request.to, request.show
        self.shoe.draw(cards, spot.name)
        spot.take(cards, up)
        if self.noted:  # an irregularity may have exposed the card early
            first = len(spot.cards) - len(cards)
            up = tuple([index for index in range(len(cards)) if first + index in spot.up])
        event = Event(spot.name, cards, up, len(request.shuffled))
        self.events.append(event)
        self.felt.log.append(event)
        self._advance(cards)

    def _refuse_unless_left_out(self, cards: Cards) -> None:
        """Raises Refusal for cards that were not asked for. No cards are fine if the deal is optional."""
        refuse_no_cards(cards)
        request = self.request
        if type(request) is not Deal:
            form = "{cards} came, but no card is being dealt"
            raise Refusal("not-asked", form, facts={"cards": text_of_cards(cards)})
        if cards or not request.optional:
            form = "{place:place} is dealt {count:cards}, but got {given}"
            facts: dict[str, Fact] = {"place": request.to.name, "count": request.count, "given": len(cards)}
            raise Refusal("count", form, "", f"cards.{request.to.name}", facts)

    def roll(self, faces: tuple[int, ...]) -> None:
        """Enters the faces of the dice. Raises Refusal if no such dice are rolled now."""
        request = self.request
        if type(request) is not Roll:
            form = "dice {faces} came, but no dice are rolled"
            raise Refusal("not-asked", form, "", "dice", {"faces": str(faces)})
        if len(faces) != request.dice or not all(type(face) is int and 1 <= face <= request.faces for face in faces):
            form = "{dice} dice are rolled, each 1 to {high}, but {faces!r} came"
            raise Refusal("dice", form, "", "dice", {"dice": request.dice, "high": request.faces, "faces": list(faces)})
        self._happened(Event("dice", faces))
        self.rolls.append(faces)
        self._advance(faces)

    def rule(self, name: str, answer: Answer) -> None:
        """Enters a decision by the floor or a document. Unlike `decide`, it accepts a misplay."""
        self.decide(name, answer, ruling=True)

    def decide(self, name: str, answer: Answer, *, ruling: bool = False) -> None:
        """Enters the decision of a place. Raises Refusal unless it was asked for and is among the choices."""
        refuse_malformed(answer)
        request = self.request
        ask = request if type(request) is Ask and request.place.name == name else self._asked(name, answer)
        choice = ask.chosen(answer, ruling)
        judged = ask.judged(choice, answer)
        amount = None if choice.buys else judged.amount
        if amount is not None:
            self.cashier.refuse_bet(ask.place, choice, judged)
        event = Event(name, judged, (), 0, ask.secret)
        self.events.append(event)
        self.felt.log.append(event)
        if amount is not None:
            self.cashier.bet(ask.place, choice, amount)
        if ask.lays_open:
            self.felt.turn_up(ask.place)
        if ask.revocable:
            self._revocable = event
        if request is ask:
            self._advance(judged)
        else:
            self._answer_for_one(ask, judged)

    def _asked(self, name: str, answer: Answer) -> Ask:
        """Returns the open question of the place. Raises Refusal if there is none."""
        request = self.request
        if type(request) is AskAll and name not in self._answers:
            for ask in request.asks:
                if ask.place.name == name:
                    return ask
        form = "nobody asked place {place} for a decision: {answer} is refused"
        raise Refusal("not-asked", form, facts={"place": name, "answer": str(answer)})

    def _answer_for_one(self, ask: Ask, judged: Answer) -> None:
        """Notes one of several simultaneous answers. The script gets all of them together."""
        assert type(self.request) is AskAll
        asks, answers = self.request.asks, self._answers
        answers[ask.place.name] = judged
        if len(answers) == len(asks):
            self._answers = {}
            self._advance(tuple([answers[each.place.name] for each in asks]))
        elif judged.amount is not None:
            self._withdraw_unaffordable(ask.place)

    def _withdraw_unaffordable(self, place: Place) -> None:
        """Withdraws choices that a player can no longer afford after betting on another of his hands."""
        for ask in self.asks():
            if ask.place.purse is place.purse:
                ask.choices = tuple(
                    [choice for choice in ask.choices if not choice.circle or place.affords(choice.low)]
                )

    def find(self, to: str, given: Given) -> None:
        """Keeps cards, dice or words found beyond this point in a round about to be voided. Nothing follows from them.

        So a hand may have too few or too many cards (PD-58).
        """
        if isinstance(given, Answer):
            if to not in self.felt.spots:
                facts = {"place": to, "decision": repr(decision_of(given))}
                raise Refusal("not-asked", "nobody asked place {place} for {decision}", "", f"decisions.{to}", facts)
        elif to != "dice":
            self.shoe.draw(given, to)
            self.felt.spot(to).take(given)
        self._happened(Event(to, given, secret=isinstance(given, Answer)))

    def call(self, kind: str) -> None:
        """Calls an irregularity: the round is void and every wager returns, or play goes on (PD-58).

        A call in a finished round undoes its payments (see `undone`). A void round stays void.
        """
        known = self.game.irregularities.get(kind)
        if known is None:
            clause = "PD-58" if self.felt.rules.game.bankers else ""
            form = "{kind!r} is no irregularity of this game: {known}"
            names = list(self.game.irregularities)
            raise Refusal("irregularity", form, clause, "irregularities", {"kind": kind, "known": names})
        if known.in_time is not None and not known.in_time(self.felt):
            form = "{kind} is called after {count} decisions, which is too late: the hand is played on"
            facts = {"kind": kind, "count": self.felt.actions}
            raise Refusal("irregularity", form, known.clause, "irregularities", facts)
        self.noted.append(kind)
        if self.voided:
            return
        self.felt.log.append(Call(kind, known.clause, known.voids(self.felt.options)))
        if known.voids(self.felt.options):
            self._end_void(known.clause, fees=known.refunds)
        elif known.exposes:
            self.felt.show(self.felt.spot(known.exposes), 0)

    def void(self, reason: str, clause: str = "", *, abandoned: bool = False, late: bool = False) -> None:
        """Voids the round for the floor: every chip goes back, and the reason is kept.

        `late` allows it after the round was over. Fees stand for the redeal (PD-33) unless the game's rules return them
        or the hand is `abandoned`. Without a `clause` the floor's authority is cited, or a misdeal if the game is
        silent about that.
        """
        if clause:
            try:
                self.rules.clause(clause)
            except LookupError:
                facts = {"game": self.game.id, "clause": clause}
                raise Refusal("clause", "{game} has no clause {clause!r}", "", "clause", facts) from None
        known = self.game.irregularities
        floor = known.get(FLOOR_VOID)
        voiding = [floor] if floor is not None else [each for each in known.values() if each.void]
        clause = clause or (voiding[0].clause if voiding else "PD-59")
        if self.over and (self.voided or not late):
            raise Refusal("void", "the round is over: it cannot be voided any more", clause)
        if not reason.strip():
            raise Refusal("void", "a round is voided for a reason: none was given", clause, "reason")
        self.floor_void = Voided(reason, clause, abandoned)
        self.felt.log.append(Call(FLOOR_VOID, clause, True, reason))
        self._end_void(clause, fees=abandoned or (floor is not None and floor.refunds))

    # -- the inside -------------------------------------------------------------------------------------------------

    def _happened(self, event: Event) -> None:
        self.events.append(event)
        self.felt.log.append(event)

    def _advance(self, value: object) -> None:
        """Sends the script its answer and carries out its requests up to the next one from outside."""
        try:
            request: Request = self._script.send(value)
            while type(request) not in OUTSIDE:
                self.cashier.carry_out(request)
                request = self._script.send(None)
            self.request = request  # type: ignore[assignment]
            if type(request) is Deal:
                if request.shuffled:
                    self.shoe.left.update(request.shuffled)
                cut_card = self.game.cut_card
                if cut_card is not None and self.shoe.lacks(request) and not self.shoe.refill(request):
                    self._end_void(cut_card(self.felt.options).clause)
        except StopIteration:
            self.request = None
            self.cashier.close()
        if self.ledger.moved:
            self.ledger.check()

    def _end_void(self, clause: str, *, fees: bool = False) -> None:
        """Ends the round without a result: every chip goes back, and the game remembers nothing of it."""
        self.voided = clause
        self._script.close()
        self.cashier.return_everything(clause, fees=fees)
        self.felt.carried = dict(self.setup.carried)
        self.request, self._revocable, self._answers = None, None, {}
        self.ledger.check()

    @property
    def undone(self) -> Undone | None:
        """The payments that the round had made before it was void."""
        return self.cashier.undone

    @property
    def bank_net(self) -> Cents:
        """The bank's result of the round without the fee (PD-32); 0 in a game without a bank."""
        return self.cashier.bank_net

    def carry_over(self) -> dict[str, Any]:
        """Returns what the next round takes over: cards gone, memory, pools, and a void round's fees (PD-33)."""
        options, cut_card, gone = self.felt.options, self.game.cut_card, ""
        if cut_card is not None and not self.voided:
            out = Counter(self.game.deck(options)) - self.shoe.left
            gone = text_of_cards(sorted(out.elements())) if out.total() < cut_card(options).after else ""
        return {
            "gone": gone,
            "carried": dict(self.felt.carried),
            "jackpots": dict(self.felt.pools),
            "fee_carried": bool(self.voided) and self.cashier.fee_box.stands,
            "fees_paid": self.cashier.fee_box.paid() if self.voided else {},
        }

    # -- the document -----------------------------------------------------------------------------------------------

    def document(self, upto: int | None = None) -> Document:
        """Returns the set-up and the first `upto` answers (default: all), enough to play the round to that point."""
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
        if self.floor_void is not None and upto is None:
            document.void = self.floor_void
        return document
