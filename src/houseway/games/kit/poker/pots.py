"""Pots: the bets of a round pulled in, side pots where somebody is all-in, and shares down to the odd dollar.

THE-42, THE-51 to THE-54, OMA-42, OMA-54 to OMA-57, PIN-38, PIN-50 to PIN-53, LOW-40, LOW-46 to LOW-49.
"""

from collections.abc import Callable, Iterable

from houseway.games.kit.poker.blinds import DEAD
from houseway.games.kit.poker.ring import Ring
from houseway.games.kit.poker.stakes import DOLLAR
from houseway.script import Award, Cents, Gather, Place, Return, Script, Share


class Pot:
    """One pot: `stakes` are the chips of each place, with the circle they came from."""

    __slots__ = ("cents", "name", "players", "stakes")

    def __init__(self, name: str) -> None:
        self.name = name
        self.cents: Cents = 0
        self.stakes: list[tuple[str, Place, Cents]] = []
        self.players: set[Place] = set()

    def add(self, circle: str, place: Place, cents: Cents) -> None:
        self.cents += cents
        self.stakes.append((circle, place, cents))
        self.players.add(place)


class Pots:
    """The main pot and the side pots; the last one takes the bets of those who are not all-in."""

    __slots__ = ("ring", "rows")

    def __init__(self, ring: Ring) -> None:
        self.ring = ring
        self.rows = [Pot("main pot")]

    def gather(self, circle: str) -> Script:
        """The bets on the circle lie in pots: first what nobody can match is handed back."""
        bets = [(place.wagers[circle], place) for place in self.ring.places if circle in place.wagers]
        if not bets:
            return
        clauses = self.ring.clauses
        # A blind that everybody folded to is not handed back: it is the pot, with the other one (OMA-EX14, PIN-EX14).
        if circle != DEAD and (len(self.ring.live) > 1 or self.ring.bettor is not None):
            uncalled = _uncalled(bets)
            if uncalled is not None:
                place, cents = uncalled
                yield Return(place, circle, cents, clauses.uncalled)
                bets = [(place.wagers[circle], place) for _, place in bets]
        yield Gather(circle, self._shares(circle, bets), clauses.pots)

    def _shares(self, circle: str, bets: list[tuple[Cents, Place]]) -> list[tuple[str, Place, Cents]]:
        """Layer by layer, up to each all-in: whoever put in less reaches only the layers below."""
        shares = []
        below = 0
        levels = sorted({bet for bet, place in bets if not place.stack and not place.folded}) if circle != DEAD else []
        top = max(bet for bet, _ in bets)
        for level in levels if top in levels else (*levels, top):
            pot = self.rows[-1]
            for bet, place in bets:
                cents = min(bet, level) - below
                if cents > 0:
                    pot.add(circle, place, cents)
                    shares.append((pot.name, place, cents))
            if level in levels:
                self.rows.append(Pot(f"side pot {len(self.rows)}"))
            below = level
        return shares

    def contested(self) -> list[tuple[Pot, list[Place]]]:
        """Each pot with those who can win it, in the order of the deal; a fee may have emptied it.

        A pot that only dead hands reached is won with the one below it.
        """
        rows: list[tuple[Pot, list[Place]]] = []
        for pot in self.rows:
            if pot.stakes:
                players = [place for place in self.ring.live if place in pot.players]
                rows.append((pot, players or rows[-1][1]))
        return rows

    def push_all(self, place: Place) -> Script:
        """Every pot to the only player left."""
        clauses = (self.ring.clauses.alone,)
        apart = self._apart()
        for pot in reversed(self.rows):
            if pot.stakes:
                yield Award(pot.name, [Share(place, pot.cents, clauses)], clauses, apart)

    def push(self, judge: Callable[[Pot, list[Place]], list[Share]]) -> Script:
        """Each pot to those whose hands win it, the last side pot first and the main pot last."""
        clauses, apart = self.ring.clauses, self._apart()
        for pot, players in reversed(self.contested()):
            unopposed = [Share(players[0], pot.cents, (clauses.pots,))]
            shares = unopposed if len(players) == 1 else judge(pot, players)
            yield Award(pot.name, shares, (clauses.best,), apart)

    def _apart(self) -> tuple[str, ...]:
        """Where there are side pots, why each is judged by itself."""
        return (self.ring.clauses.each_pot,) if sum(bool(pot.stakes) for pot in self.rows) > 1 else ()


def _uncalled(bets: list[tuple[Cents, Place]]) -> tuple[Place, Cents] | None:
    """Who has more in than anybody else, and how much more."""
    top = second = 0
    owner = None
    for bet, place in bets:
        if bet > top:
            second, top, owner = top, bet, place
        elif bet > second:
            second = bet
    return (owner, top - second) if owner is not None and top > second and not owner.folded else None


def shared(cents: Cents, winners: Iterable[Place], clause: str, odd_chip: str, *tie: str) -> list[Share]:
    """Equal shares in whole dollars; dollars left over go one each from the first winner clockwise of the button.

    The `clause` is why a single winner takes all, those of a `tie` why several share it.
    """
    winners = list(winners)
    if len(winners) == 1:
        return [Share(winners[0], cents, (clause,))]
    each, odd = divmod(cents // DOLLAR, len(winners))
    return [
        Share(place, (each + 1) * DOLLAR, (*tie, odd_chip)) if index < odd else Share(place, each * DOLLAR, tie)
        for index, place in enumerate(winners)
    ]
