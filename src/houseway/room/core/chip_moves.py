"""Chip moves between rounds: postings between the cage, the stacks, the pools, the box and the house.

The postings of every command add up to zero. During a round its chips stay in the stacks' accounts: the round's own
ledger says where they lie. The table posts the result once, when the round is over.
"""

from collections.abc import Collection, Mapping

from houseway.room.core.context import TableContext
from houseway.room.messages.outcomes import Posting
from houseway.room.messages.state import Player, bot_prefix
from houseway.room.messages.story_lines import ChipsMoved, FeeTaken, PersonTally, PlayerLeft
from houseway.script import Cents, Refusal
from houseway.table.chips.ledger import BOX, HOUSE

ISSUED = "issued"
MOST_POSTED = 2**62
"""Largest posting in cents. The sum of two still fits a 64-bit integer."""
TALLIED = 200
"""Number of people whose evening the table sums up. Beyond it the table forgets those who left first."""


def cage(player: Player) -> str:
    """Returns the account that the player's chips come from and go to. A bot's chips are issued and taken back."""
    return ISSUED if player.bot else f"cage/{player.person}"


def stack(context: TableContext, person: str) -> str:
    """Returns the account of the person's chips at this table."""
    return f"stack/{context.state.table}/{person}"


def pool(context: TableContext, name: str) -> str:
    """Returns the account of a jackpot's pool."""
    return f"pool/{context.state.table}/{name}"


def move(context: TableContext, source: str, target: str, cents: Cents, clause: str = "") -> None:
    """Posts cents from one account to another. A negative amount goes the other way."""
    if cents:
        context.posts += [Posting(source, -cents, clause), Posting(target, cents, clause)]


# -- buying and cashing in ------------------------------------------------------------------------------------------


def bring(
    context: TableContext, player: Player, cents: Cents, *, later: bool = False, told: bool | None = None
) -> None:
    """Moves chips from the cage to the table; `later`: they are in play from the next round on, and `told` to be so."""
    move(context, cage(player), stack(context, player.person), cents)
    if later:
        player.coming += cents
    else:
        player.chips += cents
    if cents:
        source, target = f"cage {player.person}", f"player {player.person}"
        context.tell(ChipsMoved(source=source, target=target, cents=cents, later=later if told is None else told))
    _count(context, player, brought=cents)


def take_home(context: TableContext, player: Player, *, slow: bool = False) -> None:
    """Moves all of the player's chips at the table to the cage; `slow`: the seat was held long enough."""
    cents = player.chips + player.coming
    move(context, stack(context, player.person), cage(player), cents)
    if cents:
        context.tell(ChipsMoved(source=f"player {player.person}", target=f"cage {player.person}", cents=cents))
    if not player.bot:
        context.tell(PlayerLeft(person=player.person, name=player.name, cents=cents, slow=slow))
    _count(context, player, took=cents)
    player.chips = player.coming = 0


def _count(context: TableContext, player: Player, *, brought: Cents = 0, took: Cents = 0) -> None:
    """Adds to what the person brought and took home, under the person's present name."""
    state = context.state
    if player.bot:
        return
    before = state.tally.pop(player.person, None) or PersonTally(player.name)
    state.tally[player.person] = PersonTally(player.name, before.brought + brought, before.took + took)
    for person in [each for each in state.tally if each not in state.players][: max(0, len(state.tally) - TALLIED)]:
        if person != player.person:
            del state.tally[person]


def in_play_now(context: TableContext, player: Player) -> None:
    """Adds the chips bought during the round to the stack, as far as the table allows.

    The excess goes back to the cage.
    """
    if not player.coming:
        return
    room = None if player.buy_in is None else player.buy_in.room(player.chips)
    added = player.coming if room is None else min(player.coming, room)
    back = player.coming - added
    player.chips, player.coming = player.chips + added, 0
    move(context, stack(context, player.person), cage(player), back)
    if back:
        _count(context, player, took=back)


def refuse_empty_cage(have: Cents, cents: Cents) -> None:
    """Raises a Refusal if the cage holds less than `cents`."""
    if have < cents:
        form = "{amount:money} is refused: there is {have:money} in the cage"
        raise Refusal("chips", form, "", "", {"amount": cents, "have": have})


# -- chips of a person ----------------------------------------------------------------------------------------------


def in_stacks(context: TableContext) -> dict[str, Cents]:
    """Returns each person's chips at this table that lie on no circle, in no pot and in no bank (6.5.14)."""
    state, round_, rotation = context.state, context.round, context.rotation
    stacks = {person: player.chips + player.coming for person, player in state.players.items()}
    if round_ is not None and not round_.over:
        balances = round_.ledger.balances
        return {person: cents + balances.get(f"player {person}", 0) for person, cents in stacks.items()}
    if rotation is not None and rotation.banker in stacks:
        stacks[rotation.banker] -= in_bank(context)
    for place, person in state.bettors.items():
        stacks[person] -= sum(state.bets[place].values())
    return stacks


def in_bank(context: TableContext) -> Cents:
    """Returns the stake that the banker has posted before the deal.

    Outside betting it lies in the banker's stack: 0.
    """
    state = context.state
    phase = state.was if state.phase == "paused" else state.phase
    return state.bank.posted or 0 if phase == "betting" and state.bank is not None else 0


def on_circles(context: TableContext, person: str) -> Cents:
    """Returns the cents that the person has bet before the deal."""
    state = context.state
    if person not in state.bettors.values():
        return 0
    return sum([sum(state.bets[place].values()) for place, bettor in state.bettors.items() if bettor == person])


# -- the end of a round ---------------------------------------------------------------------------------------------


def can_post(context: TableContext) -> bool:
    """Returns whether every balance of the round fits a posting."""
    round_ = context.round
    assert round_ is not None
    return all(abs(cents) <= MOST_POSTED for cents in round_.ledger.balances.values())


def settle(context: TableContext) -> None:
    """Posts the result of the round: the nets of persons, house, box and pools."""
    round_, state = context.round, context.state
    assert round_ is not None
    clause = round_.voided
    for account, cents in sorted(round_.ledger.balances.items()):
        kind, _, name = account.partition(" ")
        if not cents:
            continue
        if kind == "player":
            state.players[name].chips += cents
            context.posts.append(Posting(stack(context, name), cents, clause))
        elif kind == "jackpot":
            context.posts.append(Posting(pool(context, name), cents, clause))
        else:
            assert account in (BOX, HOUSE), f"{cents} cents were left in {account}"
            context.posts.append(Posting(account, cents, clause))
    for name, left in round_.felt.pools.items():
        meter = context.meter(name)
        meter.amount += round_.ledger.balances.get(f"jackpot {name}", 0)
        move(context, HOUSE, pool(context, name), left - meter.amount)  # back to its seed once it was hit
        meter.after_round(left)


def hold_fees(context: TableContext) -> None:
    """Keeps the fees of a void hand for its redeal (PD-33), each with its payer."""
    round_, state = context.round, context.state
    assert round_ is not None
    if not state.carry.get("fee_carried"):
        state.fees = {}
        return
    setup = round_.setup
    if not setup.fee_carried or setup.fees_paid:
        state.fees = dict(state.carry["fees_paid"].get(BOX, {}))
        return
    del state.carry["fees_paid"]  # the set-up of an older room does not name the payers
    for fee in round_.fees:
        if fee.person and not fee.pool:
            state.fees[fee.person] = state.fees.get(fee.person, 0) + fee.amount


def fees_paid(context: TableContext, persons: Collection[str]) -> dict[str, dict[str, Cents]]:
    """Returns what these people paid for the void hand that is dealt again, by box or pool."""
    paid: dict[str, dict[str, Cents]] = context.state.carry.get("fees_paid", {})
    own = {box: {who: cents for who, cents in by.items() if who in persons} for box, by in paid.items()}
    return {box: by for box, by in own.items() if by}


def fee_credit(context: TableContext, person: str) -> Cents:
    """Returns what the person paid to the box for the void hand that is dealt again."""
    return fees_paid(context, (person,)).get(BOX, {}).get(person, 0)


def return_fees(context: TableContext, but: Collection[str] = ()) -> None:
    """Pays the fees of a void hand back to those who do not play its redeal: to all `but` these (PD-33)."""
    state = context.state
    if "fees_paid" not in state.carry:  # an older room kept no payers: all or nothing
        if not but:
            _give_back(context, BOX, state.fees)
            state.fees, state.carry["fee_carried"] = {}, False
        return
    kept = fees_paid(context, but)
    for box, paid in state.carry["fees_paid"].items():
        _give_back(context, box, {who: cents for who, cents in paid.items() if who not in but})
    state.fees = dict(kept.get(BOX, {}))
    state.carry = state.carry | {"fees_paid": kept, "fee_carried": bool(kept)}


def return_pool_fees(context: TableContext, name: str) -> None:
    """Pays back the fees of a void hand that went into a pool which the table gives up before the redeal."""
    paid = context.state.carry.get("fees_paid", {})
    if name in paid:
        _give_back(context, name, paid[name])
        left = {box: by for box, by in paid.items() if box != name}
        context.state.carry = context.state.carry | {"fees_paid": left, "fee_carried": bool(left)}


def _give_back(context: TableContext, box: str, paid: Mapping[str, Cents]) -> None:
    """Pays fees back from the box or a pool: to the stack, or to the cage of a person who has left."""
    state, name = context.state, "" if box == BOX else box
    for person, cents in paid.items():
        player = state.players.get(person)
        if player is not None:
            target = stack(context, person)
            player.chips += cents
        else:
            target = ISSUED if person.startswith(bot_prefix(context.state.table)) else f"cage/{person}"
        if name:
            context.meter(name).amount -= cents
        move(context, pool(context, name) if name else BOX, target, cents, "PD-33")
        context.tell(FeeTaken(payer=f"player {person}", cents=-cents, clauses=["PD-33"], pool=name))
