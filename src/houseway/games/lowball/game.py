"""Lo-ball: five-card draw for the lowest hand, ace to five, spread limit $2 to $10 (LOW-01 to LOW-58).

Five cards, a bet, one draw, a bet. A room may add a joker, the lowest card that its holder lacks; bar whoever has
checked from raising; and let whoever checks a seven win nothing that was bet after the draw.
"""

from collections.abc import Mapping
from typing import Final

from houseway.cards import JOKER, PACK, PACK_WITH_JOKER, Cards, text_of
from houseway.games.kit.poker import floor
from houseway.games.kit.poker.betting import betting_round
from houseway.games.kit.poker.blinds import DEAD, draw_for_button, post_blinds
from houseway.games.kit.poker.pots import Pot, Pots, shared
from houseway.games.kit.poker.ring import Clauses, Ring, check_table
from houseway.games.kit.poker.showdown import best, showdown
from houseway.games.kit.poker.stakes import schedule_of
from houseway.games.lowball.draw import INCIDENTS, deal_hands, draw
from houseway.hands import Hand, low, named
from houseway.script import OWN, Circle, Collect, Felt, Game, HouseOptions, Place, Refusal, Script, Share, TableRules

HAND = 5  # LOW-25
NEWCOMER = 2  # big blinds, one of them dead (LOW-10)
BEFORE, AFTER = "before the draw", "after the draw"
EIGHT_HIGH: Final = low.value(
    tuple(PACK[rank * 4] for rank in (6, 2, 1, 0, 12))
)  # 8-4-3-2-A, the best that is no seven
CLAUSES: Final = Clauses(
    players="LOW-05", enter="LOW-10", blinds="LOW-11", two_players="LOW-13", short_blind="LOW-14", stakes="LOW-18",
    chip="LOW-19", schedule="LOW-16", fee="LOW-23", cannot_pay="LOW-23", act="LOW-27", bet="LOW-15",
    bet_no_limit="LOW-15", all_in="LOW-30", all_in_no_limit="LOW-30", uncalled="LOW-40", pots="LOW-48",
    each_pot="LOW-49", alone="LOW-38", show="LOW-41", best="LOW-43", tie="LOW-46", odd_chip="LOW-47", misdeal="LOW-51",
    wrong_pack="LOW-54", floor="LOW-55", exposed="LOW-56",
)  # fmt: skip


def deck(options: HouseOptions) -> Cards:
    """One pack with its joker, where the table has one (LOW-01)."""
    return PACK_WITH_JOKER if options.joker else PACK


def no_more_bets(felt: Felt) -> None:
    """A table ready to deal; a seat that cannot pay for its time is not dealt in (LOW-23)."""
    check_table(felt, CLAUSES, 0)
    floor.check(felt, CLAUSES, INCIDENTS, HAND)
    floor.check_time(felt, CLAUSES, 0 if felt.fee_carried else time_charge(felt))


def time_charge(felt: Felt) -> int:
    """What each seat pays at the mark, where one has come (LOW-21, LOW-22)."""
    return schedule_of(felt).fee(per=felt.options.time_basis) if felt.time_due else 0


def play(felt: Felt) -> Script:
    """One hand, from the time charge, where it falls due, to the last pot."""
    options = felt.options
    ring = Ring(felt, CLAUSES)
    if felt.time_due:
        yield Collect(tuple(felt.places), ("LOW-23", "FEE-18"), options.time_basis)
    if not felt.button:
        yield from draw_for_button(ring, 0)
    yield from post_blinds(ring, BEFORE, NEWCOMER)
    pots = Pots(ring)
    yield from deal_hands(ring, HAND)
    yield from pots.gather(DEAD)
    yield from betting_round(ring, 0, BEFORE, ring.first_to_act(), options.raise_cap, ring.stakes.big)
    yield from pots.gather(BEFORE)
    checked: set[Place] = set()
    ring.bettor = None
    if len(ring.live) > 1:
        yield from draw(ring, HAND, deck(options))
    if len(ring.live) > 1 and ring.with_chips() > 1:  # with fewer nobody bets, but all have drawn (LOW-39)
        cap = options.raise_cap
        yield from betting_round(ring, 1, AFTER, ring.places, cap, 0, options.check_raise, checked)
        yield from pots.gather(AFTER)
    if len(ring.live) > 1:
        yield from showdown(ring, pots, must_show=True)  # LOW-41
        yield from pots.push(lambda pot, players: judge(ring, pot, players, checked))
    else:
        yield from pots.push_all(ring.live[0])


# -- judging ------------------------------------------------------------------------------------------------------


def judge(ring: Ring, pot: Pot, players: list[Place], checked: set[Place]) -> list[Share]:
    """The pot to the lowest hand (LOW-43 to LOW-46), less what a checked seven has no claim to (LOW-32, LOW-58)."""
    winners = best(lambda place: low.value(place.cards), players)
    back: list[Share] = []
    seven_or_better = low.value(winners[0].cards) > EIGHT_HIGH
    if ring.felt.options.sevens_rule and seven_or_better and any(place in checked for place in winners):
        back = [
            Share(place, cents, ("LOW-32", "LOW-58"), OWN) for circle, place, cents in pot.stakes if circle == AFTER
        ]
    left = pot.cents - sum(share.cents for share in back)
    shares = shared(left, winners, CLAUSES.best, CLAUSES.odd_chip, CLAUSES.tie) if left else []
    return back + shares


def rank(cards: Cards, rules: TableRules) -> Mapping[str, Hand]:
    """What five cards are worth (LOW-43 to LOW-45), and whether the sevens rule, where it is played, has them bet."""
    if JOKER in cards and not rules.options.joker:
        sentence = "{card} is not in the pack of this table: option joker adds it"
        raise Refusal("card", sentence, "LOW-01", facts={"card": text_of(JOKER)})
    hand = low.hand(cards)
    if not rules.options.sevens_rule:
        return {"low": hand}
    must_bet = hand.value > EIGHT_HIGH
    name = named("must be bet", "must-be-bet") if must_bet else named("may be checked", "may-be-checked")
    return {"low": hand, "sevens rule": hand.called(name)}


GAME: Final = Game(
    id="lowball",
    play=play,
    rank=rank,
    deck=deck,
    circles=tuple(Circle(name) for name in (DEAD, BEFORE, AFTER)),
    positions=lambda rules: int(rules.options.max_seats),  # LOW-05
    hands_clause=CLAUSES.players,
    limit_clause="LOW-17",  # what a player may bring to the table
    no_more_bets=no_more_bets,
    irregularities=floor.irregularities(CLAUSES, refunds=False),  # time charges are not refunded (LOW-54)
)
