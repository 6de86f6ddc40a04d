"""Hands of poker as they are told: who has what, what lies on the board, and what everybody did in turn.

Amounts are dollars, and a bet or raise is named by what it makes the price of the round: `"4 raises to 12"`.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from houseway.cards import JOKER, card_from, cards_from, text_of_cards
from houseway.games import find
from houseway.script import Answer, Ask, Choice, Deal, Incident
from houseway.table import Payment, Round
from houseway.table.setup import SeatSetup, Setup
from tests.kit import cents

RAISES = ("bet", "raise", "complete")
VERBS = {
    "folds": "fold", "checks": "check", "calls": "call", "bets": "bet", "raises": "raise", "completes": "complete",
    "shows": "show", "mucks": "muck", "pat": "pat", "draws": "draw", "discards": "discard",
}  # fmt: skip


class Hand:
    """A hand of poker in progress or over; `tell` goes on with the story."""

    def __init__(
        self,
        game: str,
        schedule: str | None,
        stacks: Mapping[int, float],
        cards: Mapping[int, str] | None = None,
        board: str = "",
        *,
        button: int = 1,
        drawn: Mapping[int, str] | None = None,
        enters: Mapping[int, str] | None = None,
        incidents: Iterable[Incident] = (),
        more: Mapping[str, str] | None = None,
        options: Mapping[str, Any] | None = None,
        **setup: Any,
    ) -> None:
        seats = [
            SeatSetup(seat, stack=cents(stack), enters=(enters or {}).get(seat, ""))  # type: ignore[arg-type]
            for seat, stack in stacks.items()
        ]
        self.queues = {str(seat): list(cards_from(text)) for seat, text in (cards or {}).items()}
        self.queues["board"] = list(cards_from(board))
        for seat, text in (drawn or {}).items():
            self.queues[str(seat)] += cards_from(text)
        for spot, text in (more or {}).items():
            self.queues[spot] = self.queues.get(spot, []) + list(cards_from(text))
        known = {card for queue in self.queues.values() for card in queue}
        self.round = Round(
            find(game),
            Setup(
                game=game,
                schedule=schedule,
                button=button,
                options=dict(options or {}),
                seats=seats,
                incidents=list(incidents),
                **setup,
            ),
        )
        self.others = [card for card in sorted(self.round.cards_left()) if card not in known and card != JOKER]
        self.asked: list[str] = []
        self._deal()

    # -- telling ----------------------------------------------------------------------------------------------------

    def tell(self, *acts: str) -> "Hand":
        """`"4 folds, 5 calls, 1 raises to 12"`: each in his turn, or the test is wrong."""
        for act in (act.strip() for row in acts for act in row.split(",")):
            seat, verb, *rest = act.split()
            ask = self.ask
            assert ask.place.name == seat, f"{ask.place.title} is to act, not {act!r}"
            self.answer(VERBS[verb], *rest)
        return self

    def answer(self, name: str, *rest: str) -> None:
        """The player whose turn it is does this."""
        ask = self.ask
        if name in ("draw", "discard"):
            given = Answer(name, cards=tuple(card_from(text) for text in rest))
        elif name in RAISES:
            circle = next((choice.circle for choice in ask.choices if choice.circle), "")
            given = Answer(name, cents(float(rest[-1])) - ask.place.wagers.get(circle, 0))
        else:
            given = Answer(name)
        self.asked.append(ask.place.name)
        self.round.decide(ask.place.name, given)
        self._deal()

    def check_down(self) -> "Hand":
        """Checks to the end, and everybody shows."""
        while not self.round.over:
            names = {choice.name for choice in self.ask.choices}
            assert names & {"check", "show", "pat"}, f"{self.ask.place.title} is to {names}"
            self.answer(next(iter(names & {"check", "show", "pat"})))
        return self

    def all_in(self, *folding: int) -> "Hand":
        """These seats fold at once; the others raise, or call, until their chips are in or nobody can raise."""
        while not self.round.over:
            choices = {choice.name: choice for choice in self.ask.choices}
            raising = next((choices[name] for name in RAISES if name in choices), None)
            if int(self.ask.place.name) in folding and "fold" in choices:
                self.answer("fold")
            elif raising is not None and int(self.ask.place.name) not in folding:
                mine = self.ask.place.wagers.get(raising.circle, 0)
                self.answer(raising.name, str((mine + raising.high) / 100))
            else:
                self.answer(next(name for name in ("call", "check", "show", "pat") if name in choices))
        return self

    def _deal(self) -> None:
        while isinstance(request := self.round.request, Deal):
            queue = self.queues.get(request.to.name, [])
            dealt = [queue.pop(0) if queue else self.others.pop(0) for _ in range(request.count)]
            self.round.deal(tuple(dealt))

    # -- looking ----------------------------------------------------------------------------------------------------

    @property
    def ask(self) -> Ask:
        (ask,) = self.round.asks()
        return ask

    @property
    def turn(self) -> int:
        return self.ask.place.seat

    def choice(self, name: str) -> Choice:
        return next(choice for choice in self.ask.choices if choice.name == name)

    def offers(self) -> dict[str, Any]:
        """What the player may do: a call by what it costs, a bet or raise by the prices it may make."""
        found: dict[str, Any] = {}
        for choice in self.ask.choices:
            mine = self.ask.place.wagers.get(choice.circle, 0)
            if choice.name in RAISES:
                low, high = (mine + choice.low) // 100, (mine + choice.high) // 100
                found[choice.name] = low if low == high else (low, high)
            else:
                found[choice.name] = choice.low // 100 if choice.circle else None
        return found

    def net(self, seat: int) -> float:
        """What the seat won or lost, the fee included."""
        won = sum(paid.net for paid in self.round.payments if paid.place.seat == seat)
        return (won - sum(fee.amount for fee in self.round.fees if fee.payer == str(seat))) / 100

    def nets(self) -> dict[int, float]:
        """The nets of everybody who won or lost anything."""
        found = {place.seat: self.net(place.seat) for place in self.round.felt.places}
        return {seat: net for seat, net in found.items() if net}

    def took(self, seat: int) -> float:
        """What the seat was pushed, out of all pots."""
        return sum(paid.staked + paid.net for paid in self._pots(seat)) / 100

    def pots(self) -> dict[str, float]:
        """What was put into each pot, the last side pot first."""
        pots: dict[str, float] = {}
        for paid in self.round.payments:
            if paid.wager != "uncalled bet":
                pots[paid.wager] = pots.get(paid.wager, 0) + paid.staked / 100
        return pots

    def returned(self, seat: int) -> float:
        """What nobody matched."""
        rows = [paid for paid in self.round.payments if paid.place.seat == seat and paid.wager == "uncalled bet"]
        return sum(paid.returned for paid in rows) / 100

    def payment(self, seat: int, pot: str = "main pot") -> Payment:
        (paid,) = [paid for paid in self._pots(seat) if paid.wager == pot]
        return paid

    def clauses(self, seat: int, pot: str = "main pot") -> tuple[str, ...]:
        return self.payment(seat, pot).clauses

    def shares(self, pot: str = "main pot") -> dict[int, list[tuple[str, float]]]:
        """What each seat was pushed of a pot, and as what."""
        (pushed,) = [row for row in self.round.pots if row.pot == pot]
        found: dict[int, list[tuple[str, float]]] = {}
        for share in pushed.shares:
            found.setdefault(share.place.seat, []).append((share.half, share.cents / 100))
        return found

    def stack(self, seat: int) -> float:
        (place,) = [place for place in self.round.felt.places if place.seat == seat]
        assert place.stack is not None
        return place.stack / 100

    @property
    def fee(self) -> float:
        return sum(fee.amount for fee in self.round.fees) / 100

    @property
    def board(self) -> str:
        return text_of_cards(self.round.felt.spot("board").cards)

    def dealt(self, spot: str | None = None) -> list[str]:
        """To whom cards were dealt, in order; or the cards of one spot."""
        events = [(event.to, event.given) for event in self.round.events if isinstance(event.given, tuple)]
        if spot is None:
            return [to for to, _ in events]
        return [text_of_cards(cards) for to, cards in events if to == spot]

    def _pots(self, seat: int) -> list[Payment]:
        return [paid for paid in self.round.payments if paid.place.seat == seat and paid.wager != "uncalled bet"]
