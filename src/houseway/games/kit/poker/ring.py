"""The ring: who is dealt in to a hand of poker, where the button and the blinds are, and who is still in."""

from typing import NamedTuple

from houseway.games.kit.poker.stakes import DOLLAR, Stakes
from houseway.script import Cents, Felt, Place, Refusal


class Clauses(NamedTuple):
    """Where a game's own rule book says what all poker games do alike."""

    players: str
    enter: str
    blinds: str
    two_players: str
    short_blind: str
    stakes: str
    chip: str
    schedule: str
    fee: str
    cannot_pay: str
    act: str
    bet: str
    bet_no_limit: str
    all_in: str
    all_in_no_limit: str
    uncalled: str
    pots: str
    each_pot: str
    alone: str
    show: str
    best: str
    tie: str
    odd_chip: str
    misdeal: str
    wrong_pack: str
    floor: str
    exposed: str
    no_flop: str = ""
    pot_fee: str = ""


class Ring:
    """Those dealt in, in the order of the deal: clockwise from the button's left, so that the button comes last.

    `live` are those who have not folded, `small` and `big` the seats of the blinds, and `bettor` who bet or raised last
    in the betting round that was last.
    """

    __slots__ = ("bettor", "big", "clauses", "dealer", "felt", "live", "places", "small", "stakes")

    def __init__(self, felt: Felt, clauses: Clauses) -> None:
        self.felt = felt
        self.clauses = clauses
        self.stakes = Stakes.posted(felt, clauses.schedule)
        self.bettor: Place | None = None
        self.sit()

    def sit(self) -> None:
        """Counts the seats from where the button is; a button on an empty seat counts for the one before it."""
        felt = self.felt
        self.places = felt.clockwise(felt.button + 1)
        self.live = list(self.places)
        self.dealer = self.places[-1]
        if felt.blinds:
            seats = {place.seat: place for place in self.places}
            self.small: Place | None = seats.get(felt.blinds.get("small", 0))
            self.big = seats[felt.blinds["big"]]
        else:
            self.small, self.big = self.counted()

    def counted(self) -> tuple[Place, Place]:
        """The small and the big blind left of the button; with two players the button itself has the small one."""
        first, second, *others = self.places
        return (first, second) if others else (second, first)

    def first_to_act(self) -> list[Place]:
        """Everybody in the order of the opening round: from the big blind's left, the big blind last."""
        after = self.places.index(self.big) + 1
        return self.places[after:] + self.places[:after]

    def with_chips(self) -> int:
        """How many of those still in can bet."""
        return sum([1 for place in self.live if place.stack])

    def fold(self, place: Place) -> None:
        place.folded = True
        self.live.remove(place)


def check_table(felt: Felt, clauses: Clauses, fee: Cents) -> None:
    """A table is ready to deal: a schedule is posted, everybody has chips, and whoever is due the `fee` can pay it."""
    Stakes.posted(felt, clauses.schedule)
    for index, place in enumerate(felt.places):
        if place.stack is None or place.stack <= 0 or place.stack % DOLLAR:
            _refuse_stack(place, clauses, f"seats[{index}].stack")
    if felt.blinds and felt.blinds.get("big") not in {place.seat for place in felt.places}:
        form = "the big blind is at seat {seat}, which is not dealt in"
        raise Refusal("blinds", form, clauses.blinds, "blinds.big", {"seat": felt.blinds.get("big", 0)})
    if felt.blinds and not felt.button:
        raise Refusal("blinds", "nobody posts a blind before the button is drawn for", clauses.blinds, "blinds")
    if felt.button:
        ring = Ring(felt, clauses)
        if not pays(ring.dealer, fee):
            _refuse_fee(ring.dealer, fee, clauses)
        _refuse_early_entry(felt, ring)
        _refuse_blinds_elsewhere(felt, ring)
    elif not any(pays(place, fee) for place in felt.places):
        _refuse_fee(felt.places[0], fee, clauses)


def pays(place: Place, fee: Cents) -> bool:
    """Whether the player can pay the fee of the button and has a chip left to play with."""
    return fee == 0 or place.stack is None or place.stack > fee


def _refuse_stack(place: Place, clauses: Clauses, where: str) -> None:
    if place.stack is None:
        form = "no stack is given for {place:place}: only chips on the table play"
        raise Refusal("stack", form, clauses.stakes, where, {"place": place.name})
    if place.stack <= 0:
        form = "{place:place} has no chips and is not dealt in"
        raise Refusal("stack", form, clauses.stakes, where, {"place": place.name})
    form = "{place:place}'s stack of {stack:money} is refused: the smallest chip is {chip:money}"
    raise Refusal("stack", form, clauses.chip, where, {"place": place.name, "stack": place.stack, "chip": DOLLAR})


def _refuse_fee(place: Place, fee: Cents, clauses: Clauses) -> None:
    form = (
        "{place:place} has the button and {stack:money}, which leaves no chip after the fee of {fee:money}: "
        "it is not dealt in, and the button passes on"
    )
    facts = {"place": place.name, "stack": place.stack or 0, "fee": fee}
    raise Refusal("fee", form, clauses.cannot_pay, "button", facts)


def _refuse_blinds_elsewhere(felt: Felt, ring: Ring) -> None:
    """Nobody posts both blinds, and only behind a dead button do they lie anywhere but left of it."""
    said, blinds = felt.blinds, ring.counted()
    small, big = (place.seat for place in blinds)
    moved = felt.options.button_rule == "dead-button" and said.get("small") != said.get("big")
    if said and not moved and (said.get("small"), said["big"]) != (small, big):
        form = (
            "blinds at seats {said_small} and {said_big} are refused: counted from the button at seat {button} "
            "they are posted by seats {small} and {big}"
        )
        facts = {"said_small": said.get("small", 0), "said_big": said["big"], "button": felt.button}
        raise Refusal("blinds", form, ring.clauses.blinds, "blinds", facts | {"small": small, "big": big})


def _refuse_early_entry(felt: Felt, ring: Ring) -> None:
    """Nobody comes in, or makes up blinds, between the button and the big blind."""
    stretch = felt.offset(ring.big.seat, felt.button) if len(ring.places) > 2 else 0
    for place in ring.places:
        if place.enters and place is not ring.big and felt.offset(place.seat, felt.button) < stretch:
            form = "{place:place} lies between the button and the big blind: it waits until the button has passed"
            raise Refusal("enters", form, ring.clauses.enter, f"seat {place.seat}", {"place": place.name})
