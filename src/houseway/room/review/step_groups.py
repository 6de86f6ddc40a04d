"""Groups of log entries: an answer that settles wagers is told in several steps of a replay."""

from collections import Counter
from collections.abc import Mapping

from msgspec import structs

from houseway.room.messages.story_lines import AnyLine, Shuffled
from houseway.room.messages.view_types import BetsView, PaymentView, PublicState
from houseway.script import Action, Answer, Move, Spot, Turn
from houseway.table.chips.bank import Payment
from houseway.table.chips.ledger import ASIDE, FORFEITS, Entry
from houseway.table.events import Call, Event

HANDS, BOARD, BURN = "hands", "board", "burn"
"""Kinds of deals: to those who hold cards, face up to the middle, and face down elsewhere."""


def lines_by_entry(lines: list[AnyLine], count: int) -> list[list[AnyLine]]:
    """Returns the lines of each log entry. Lines of fees, prizes and pots belong to no entry and come last."""
    rows: list[list[AnyLine]] = [[] for _ in range(count + 1)]
    at = 0
    for line in lines:
        rows[at].append(line)
        if not isinstance(line, Shuffled):
            at = min(at + 1, count)
    return rows


def group_sizes(fresh: list[object]) -> list[int]:
    """Returns the numbers of log entries that form one step: an answer, cards turned up to settle, or one place's
    payment.
    """
    if any(isinstance(each, Call) for each in fresh):
        return [len(fresh)]  # a call returns all chips in one step
    paid = [_paid_by(fresh, index) for index in range(len(fresh))]
    sizes = [0]
    for index, each in enumerate(fresh):
        settles = paid[index] or isinstance(each, Turn | Move | Action)
        before = paid[index - 1] if index else ""
        if index and any(paid) and settles and (paid[index] != before or not _settles(fresh[index - 1], before)):
            sizes.append(0)
        sizes[-1] += 1
    return sizes


def _settles(each: object, paid: str) -> bool:
    return bool(paid) or isinstance(each, Turn | Move | Action)


def _paid_by(fresh: list[object], index: int) -> str:
    """Returns the place whose payment the entry belongs to; "" for an entry outside a settlement."""
    each = fresh[index]
    if not isinstance(each, Entry | Payment) or (isinstance(each, Entry) and each.source.startswith("player ")):
        return ""
    if isinstance(each, Entry) and _early(each, fresh[index:]):
        return ""
    return next((after.place.name for after in fresh[index:] if isinstance(after, Payment)), "")


def _early(entry: Entry, rest: list[object]) -> bool:
    """Returns whether chips left a circle before their turn to be settled (see `PickUp` and `HandBack`)."""
    following = next((each for each in rest if not isinstance(each, Entry)), None)
    back = entry.source.startswith("circle ") and entry.target.startswith("player ")
    return entry.target == FORFEITS or (back and isinstance(following, Turn))


def kind_of_deal(some: list[object], spots: Mapping[str, Spot]) -> str:
    """Returns the kind of a deal: to hands, face up to the middle, or face down elsewhere; "" for anything else."""
    events = [each for each in some if isinstance(each, Event)]
    if not events or any(isinstance(each.given, Answer) or each.to == "dice" for each in events):
        return ""
    hands = [each for each in events if each.to == "bank" or each.to.startswith("draw ") or spots[each.to].viewers]
    if hands:
        return HANDS
    return BOARD if any(each.up for each in events) else BURN


def earlier_state(state: PublicState, before: PublicState, made: list[object], counted: set[str]) -> PublicState:
    """Returns the state after only these log entries since the state `before`.

    The chips beside the circles change only for persons in `counted`.
    """
    moved: Counter[str] = Counter()
    for entry in made:
        if isinstance(entry, Entry):
            moved[entry.source] -= entry.cents
            moved[entry.target] += entry.cents
    paid = Counter([(each.place.name, each.wager) for each in made if isinstance(each, Payment)])
    lay = {place.place: place.wagers for place in before.places}

    def own(person: str) -> int:
        return moved[f"player {person}"] if person in counted else 0

    return structs.replace(
        state,
        seats=[structs.replace(row, stack=row.stack + own(row.person)) for row in before.seats],
        rail=[structs.replace(row, stack=row.stack + own(row.person)) for row in before.rail],
        places=[_with(row, lay.get(row.place, {}), moved) for row in state.places],
        pots={name: cents for name in {**before.pots, **state.pots} if (cents := _pot(before, name, moved))},
        action=state.action if any(isinstance(each, Action) for each in made) else before.action,
        payments=before.payments + _taken(state.payments[len(before.payments) :], paid),
        nets=before.nets,
        fees=before.fees,
        jackpots=before.jackpots,
        transfers=before.transfers,
        void=before.void,
    )


def _taken(payments: list[PaymentView], made: Counter[tuple[str, str]]) -> list[PaymentView]:
    """Returns those of the payments that were made, counted by wager."""
    found = []
    for payment in payments:
        wager = payment.place, payment.wager
        if made[wager] > 0:
            made[wager] -= 1
            found.append(payment)
    return found


def _with(row: BetsView, lay: Mapping[str, int], moved: Mapping[str, int]) -> BetsView:
    """Returns the chips on a place's circles after these moves."""
    circle = f"circle {row.place} "
    names = dict.fromkeys([*lay, *[name.removeprefix(circle) for name in moved if name.startswith(circle)]])
    wagers = {name: lay.get(name, 0) + moved[circle + name] for name in names}
    return structs.replace(row, wagers={name: cents for name, cents in wagers.items() if cents > 0})


def _pot(before: PublicState, name: str, moved: Mapping[str, int]) -> int:
    """Returns the chips in a pot after these moves."""
    account = FORFEITS if name == FORFEITS else f"pot {name}"
    return before.pots.get(name, 0) + moved[account] + (moved[ASIDE] if name == FORFEITS else 0)
