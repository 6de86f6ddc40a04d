"""Players who pay each other: who still has a live hand, who is liable, and how a payment is met or falls short.

PAN-54, PAN-59 to PAN-61, PAN-64, PAN-70, PAN-78, PAN-79, PAN-83.
"""

from collections.abc import Sequence
from typing import Final

from houseway.script import Answer, Ask, Award, Cents, Choice, Felt, Gather, Place, Script, Share, Transfer

LIVE: Final = "live"
DROPPED: Final = "dropped"  # his top is all he loses (PAN-21)
FOUL: Final = "foul"  # can win nothing, and still pays (PAN-70)
ABSENT: Final = "absent"  # his chips on the table go on paying (PAN-78)
RETIRED: Final = "retired"  # out of chips, owes nothing further (PAN-64)
LIABLE: Final = frozenset((LIVE, FOUL, ABSENT))

TOPS: Final = "tops"
RETIRE: Final = Choice("retire", "PAN-64")


class DealtIn:
    """Those who were dealt in, in turn order, and how each of them stands.

    `live` are those who can still win, in turn order from forehand; `collected` is what each was paid for konditions in
    this hand, and by whom.
    """

    def __init__(self, order: Sequence[Place], chip: Cents, buy_in: Cents) -> None:
        self.order = tuple(order)
        self.chip = chip
        self.buy_in = buy_in
        self.standing = dict.fromkeys(self.order, LIVE)
        self.live = self.order
        self._next = self._turns()
        self.collected: dict[Place, dict[Place, Cents]] = {place: {} for place in self.order}

    def after(self, place: Place) -> list[Place]:
        """The others, in turn order from the one who comes next."""
        at = self.order.index(place)
        return [*self.order[at + 1 :], *self.order[:at]]

    def next_live(self, place: Place) -> Place:
        """Whose turn comes after this place's."""
        return self._next[place]

    def _turns(self) -> dict[Place, Place]:
        """After each place the next one with a live hand."""
        turns = {}
        if self.live:
            coming = self.live[0]
            for place in reversed(self.order):
                turns[place] = coming
                coming = place if self.standing[place] is LIVE else coming
        return turns

    def all_dropped_but(self, place: Place) -> bool:
        return all(self.standing[other] is DROPPED for other in self.after(place))

    def retire(self, place: Place, standing: str) -> None:
        """The hand is dead from now on; its cards stay out of play."""
        self.standing[place] = standing
        self.live = tuple(other for other in self.order if self.standing[other] is LIVE)
        self._next = self._turns()
        place.folded = True

    # -- payments ---------------------------------------------------------------------------------------------------

    def collect(self, winner: Place, cents: Cents, *clauses: str, kondition: bool = False) -> Script:
        """Every other player who is liable pays so much, in turn order; who cannot buys chips or retires (PAN-64)."""
        for payer in self.after(winner):
            if self.standing[payer] not in LIABLE:
                continue
            yield from self._meet(payer, cents)
            paid = Transfer(payer, winner, cents, clauses)
            yield paid
            if kondition:
                collected = self.collected[winner]
                collected[payer] = collected.get(payer, 0) + paid.cents
            if paid.cents < cents:
                self.retire(payer, RETIRED)

    def foul(self, place: Place) -> Script:
        """Gives back every kondition collected, forfeits the top, wins nothing and stays liable (PAN-70).

        Where the chips are too few, they go round one by one in turn order from forehand (PAN-83).
        """
        self.retire(place, FOUL)
        owed = {payer: cents for payer, cents in self.collected[place].items() if cents}
        total = sum(owed.values())
        yield from self._meet(place, total)
        if place.stack is None or place.stack >= total:
            shares = owed
        else:
            shares = self._shared_out(place.stack, owed)
            self.retire(place, RETIRED)
        for payer in self.order:
            if shares.get(payer):
                yield Transfer(place, payer, shares[payer], ("PAN-70",) if shares is owed else ("PAN-83", "PAN-70"))
        self.collected[place] = {}

    def _meet(self, payer: Place, cents: Cents) -> Script:
        """Somebody who has too few chips may buy more; one who is absent is not asked."""
        while payer.stack is not None and payer.stack < cents and self.standing[payer] is not ABSENT:
            usual = max(self.buy_in, cents - payer.stack)
            answer = yield Ask(payer, (Choice("buy", "PAN-64", buys=usual), RETIRE), Answer("retire"))
            if answer.choice != "buy":
                return
            payer.buy(answer.amount or usual)

    def _shared_out(self, left: Cents, owed: dict[Place, Cents]) -> dict[Place, Cents]:
        shares = dict.fromkeys(owed, 0)
        while left:
            for payer in self.order:
                if payer in owed:
                    chip = min(self.chip, owed[payer] - shares[payer], left)
                    shares[payer] += chip
                    left -= chip
        return shares

    # -- the tops ---------------------------------------------------------------------------------------------------

    def put_up_tops(self, circle: str) -> Script:
        """The tops lie in the middle for the winner (PAN-13)."""
        yield Gather(circle, [(TOPS, place, place.wagers[circle]) for place in self.order], "PAN-13")

    def win_tops(self, felt: Felt, winner: Place, *clauses: str) -> Script:
        """The winner takes them all, also those of players who dropped (PAN-59)."""
        yield Award(TOPS, [Share(winner, felt.pots[TOPS], clauses)], clauses)

    def share_tops(self, felt: Felt, *clauses: str) -> Script:
        """Those with a live hand share them equally, odd chips to the first in turn order from forehand (PAN-67)."""
        sharers = self.live
        each, odd = divmod(felt.pots[TOPS] // self.chip, len(sharers))
        shares = [
            Share(place, (each + (1 if index < odd else 0)) * self.chip, clauses) for index, place in enumerate(sharers)
        ]
        yield Award(TOPS, shares, clauses)
