"""A Pan table for tests: P1 is forehand, the last player in dealer position, and turns are told as they are played."""

from collections.abc import Sequence
from typing import Any

from houseway.cards import Card, cards_from, text_of, text_of_cards
from houseway.games import find
from houseway.games.panguingue.spreads import KINDS, spreads_of
from houseway.script import Answer, AskAll
from houseway.table import Round, View, view
from houseway.table.setup import SeatSetup, Setup

PAN = "panguingue"
JUNK = ("As", "2h", "3d", "4c", "5s", "6h", "7d", "Jc", "Qs", "Kh")  # no two of them make a spread with a third card
OUT = "4s 4h 4d 6s 6h 6d Js Jh Jd Jc"  # with a drawn 6c: eleven cards in squares that are worth nothing
OUT_BOARD = ["4s 4h 4d", "6s 6h 6d 6c", "Js Jh Jd Jc"]


class Pan:
    """A hand of Pan that is played turn by turn. Money is in dollars, players are numbered in turn order."""

    def __init__(
        self,
        *hands: str,
        upcard: str | bool = "Kc",
        players: int = 0,
        stacks: dict[int, float] | None = None,
        declared: bool = True,
        drops: Sequence[int] = (),
        schedule: str | None = "SCH-PAN-01",
        carried: dict[str, Any] | None = None,
        **options: Any,
    ) -> None:
        count = players or len(hands)
        self.players = range(1, count + 1)
        rows = [*hands, *[""] * (count - len(hands))]
        self.hands = {player: padded(text) for player, text in zip(self.players, rows, strict=True)}
        self.seats = {player: count + 1 - player for player in self.players}  # turns go to lower seats
        money = stacks or {}
        if upcard is False:
            options["upcard"] = False
        self.round = Round(
            find(PAN),
            Setup(
                game=PAN,
                options=options,
                schedule=schedule,
                carried=carried or {},
                button=self.seats[count],
                seats=[
                    SeatSetup(
                        self.seats[player],
                        f"P{player}",
                        {"top": 100},
                        stack=round(money[player] * 100) if player in money else None,
                    )
                    for player in self.players
                ],
            ),
        )
        self.deal(str(upcard))
        if declared and options.get("drop_allowed", True):
            for player in self.players:
                if self.waits(player):
                    self.say(player, "drop" if player in drops else "play")

    # -- dealing and deciding ---------------------------------------------------------------------------------------

    def deal(self, upcard: str = "Kc") -> None:
        """The ten cards of everybody and the upcard, as the dealer asks for them."""
        left = {str(self.seats[player]): list(hand) for player, hand in self.hands.items()}
        while self.round.waits_for().endswith(tuple(f"for seat {name}" for name in left)):
            request = self.round.request
            assert request is not None
            name = request.to.name  # type: ignore[union-attr]
            count = request.count  # type: ignore[union-attr]
            self.round.deal(tuple(left[name][:count]))
            del left[name][:count]
        if "for discards" in self.round.waits_for():
            self.round.deal(cards_from(upcard))

    def say(self, player: int, choice: str, *, piles: Sequence[str] | None = None, cards: str | None = None) -> None:
        answer = Answer(
            choice,
            cards=None if cards is None else cards_from(cards),
            piles=None if piles is None else tuple(cards_from(pile) for pile in piles),
        )
        self.round.decide(str(self.seats[player]), answer)

    def turn(
        self,
        player: int,
        drawn: str = "",
        *,
        takes: bool = False,
        lays: Sequence[str] | None = None,
        throws: str = "",
        hit_by: int = 0,
    ) -> None:
        """A whole turn: the card drawn from the stock (or taken), the board as it lies then, the card thrown."""
        self.demands(hit_by)
        assert self.waits(player), f"P{player} is not in turn: the hand waits for {self.round.waits_for()}"
        self.draw(player, drawn, takes=takes)
        if self.waits(player) and "spread" in self.choices(player):
            if lays is None:
                self.say(player, "pass")
            else:
                self.say(player, "spread", piles=lays)
        if throws:
            self.say(player, "discard", cards=throws)

    def idle(self, *players: int) -> None:
        """Each of them turns a stock card that fits no board, and throws it."""
        spreads = spreads_of(self.round.rules)
        boards = [cards_from(pile) for player in self.players for pile in self.board(player)]
        left = self.round.shoe.left
        for player in players:
            card = next(card for card in KINDS if left[card] and not spreads.additions_to(tuple(boards), card))
            self.turn(player, text_of(card))

    def draw(self, player: int, drawn: str = "", *, takes: bool = False) -> None:
        self.say(player, "take" if takes else "stock")
        if not takes:
            self.round.deal(cards_from(drawn))

    def demands(self, hit_by: int = 0) -> None:
        """Whoever may demand a hit lets it be, but for one."""
        while isinstance(self.round.request, AskAll):
            ask = self.round.asks()[0]
            self.round.decide(ask.place.name, Answer("hit" if ask.place.seat == self.seats.get(hit_by) else "let-be"))

    def rules(self, asked: int, ruling: str, about: int = 0) -> None:
        """The floor rules while that player is asked for a decision."""
        self.round.rule(str(self.seats[asked]), Answer(f"{ruling} {self.seats[about]}" if about else ruling))

    # -- looking ----------------------------------------------------------------------------------------------------

    def waits(self, player: int) -> bool:
        return str(self.seats[player]) in [ask.place.name for ask in self.round.asks()]

    def view(self, player: int) -> View:
        return view(self.round, str(self.seats[player]))

    def choices(self, player: int) -> list[str]:
        return [choice.name for choice in self.view(player).choices]

    def hand(self, player: int) -> list[str | None]:
        return self.view(player).cards.get(str(self.seats[player]), [])

    def board(self, player: int) -> list[str]:
        mine = f"spread {self.seats[player]}."
        cards = self.round.felt.spots
        return [text_of_cards(spot.cards) for name, spot in cards.items() if name.startswith(mine)]

    def net(self, player: int) -> float:
        """What the player won or lost so far, tops and fees included."""
        return self.round.ledger.balances[f"player P{player}"] / 100

    def nets(self) -> list[float]:
        return [self.net(player) for player in self.players]

    def paid(self, source: int, target: int) -> float:
        """What one player has handed to another."""
        return sum(
            paid.cents
            for paid in self.round.transfers
            if paid.source.seat == self.seats[source] and paid.target.seat == self.seats[target]
        ) / 100  # fmt: skip

    def collected(self, target: int) -> float:
        return sum(paid.cents for paid in self.round.transfers if paid.target.seat == self.seats[target]) / 100

    @property
    def tops(self) -> float:
        return self.round.felt.pots.get("tops", 0) / 100

    def top_discard(self) -> str | None:
        return self.view(1).cards["discards"][-1]

    @property
    def over(self) -> bool:
        return self.round.over


def padded(text: str) -> tuple[Card, ...]:
    """Ten cards: those named, and junk."""
    cards = cards_from(text) if text else ()
    return (*cards, *cards_from(" ".join(JUNK)))[:10]
