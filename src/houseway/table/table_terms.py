"""Posted terms of a round: rules, schedule and limits, bonuses, shoe and bank."""

from collections import Counter
from functools import lru_cache
from typing import Any, Final

from msgspec import UNSET

from houseway.cards import Cards, cards_from, text_of
from houseway.rulebook import Options, Rules, Schedule
from houseway.script import Bank, Cents, Game, Limits, Refusal, Terms
from houseway.table.setup import BankSetup, Setup

LONGEST_NAME: Final = 40
MOST_ROUNDS: Final = 10**9
_WHERE: Final = {"option": "options", "version": "rules"}
"""Place in a set-up by the last word of a refusal's code; any other code is about a pay table."""


def rules_of(setup: Setup, *, bounded: bool | None = None) -> Rules:
    """Returns the game's rules with this table's options and pay tables. Raises Refusal for one that is not offered.

    A set-up that a room wrote (`rules`) is not bounded again: its table was when it opened, or is older than the
    bounds.
    """
    try:
        return _chosen_rules(setup, bounded=setup.rules is None if bounded is None else bounded)
    except Refusal as refusal:
        raise refusal.at(_WHERE.get(refusal.code.rpartition("-")[2], "pay")) from None


def _chosen_rules(setup: Setup, *, bounded: bool) -> Rules:
    try:
        key = (
            # True == 1, but they are different choices: the type keeps them apart in the cache
            tuple([(name, type(value), value) for name, value in sorted(setup.options.items())]),
            tuple((table, *sorted(rows.items())) for table, rows in setup.pay.items()),
            None if setup.rules is None else tuple(sorted(setup.rules.items())),
        )
        return _rules(setup.game, *key, bounded)
    except TypeError:  # an unhashable option value: the rule book refuses it in its own words
        return Rules.of(setup.game, setup.options, setup.pay, setup.rules, bounded=bounded)


@lru_cache(maxsize=256)
def _rules(
    game: str,
    options: tuple[tuple[str, type, object], ...],
    pay: tuple[tuple[object, ...], ...],
    rules: tuple[tuple[str, int], ...] | None,
    bounded: bool,  # part of the cache key
) -> Rules:
    rows: dict[Any, Any] = {row[0]: dict(row[1:]) for row in pay}  # type: ignore[arg-type]
    said = {name: value for name, _, value in options}
    return Rules.of(game, said, rows, None if rules is None else dict(rules), bounded=bounded)


def posted_schedule(setup: Setup, rules: Rules) -> Schedule | None:
    """Returns the schedule in force (PD-27), or None.

    Raises Refusal for another game's or one with too many rates (PD-29).
    """
    if setup.schedule is None:
        return None
    try:
        return _schedule(rules, setup.schedule)
    except Refusal as refusal:
        raise refusal.at("schedule") from None


@lru_cache(maxsize=256)
def _schedule(rules: Rules, schedule_id: str) -> Schedule:
    return rules.schedule(schedule_id)


def posted_limits(setup: Setup, posted: Schedule | None) -> Limits:
    """Returns the smallest and the largest wager, from the schedule or else the set-up (PD-23, FEE-01)."""
    if setup.limits is not UNSET:
        if posted is not None and posted.limits.min_usd is not None:
            form = "{schedule} sets the limits, {limits}: no others are posted beside it"
            raise Refusal("limits", form, "PD-27", "limits", {"schedule": posted.id, "limits": posted.limits.text})
        low, high = setup.limits.min, setup.limits.max
        if low < 1 or (high is not None and high < low):
            said = "{low:money}" if high is None else "{low:money} to {high:money}"
            form = "limits of " + said + " are refused: the minimum is a cent or more and the maximum no less than that"
            raise Refusal("limits", form, "PD-23", "limits", {"low": low, "high": high})
        return low, high
    if posted is None:
        return 1, None
    least, most = posted.limits.min_usd, posted.limits.max_usd
    return (least or 0) * 100 or 1, None if most is None else most * 100


def posted_bonuses(game: Game, setup: Setup, rules: Rules) -> dict[str, Terms]:
    """Returns the room's bonus terms. Raises Refusal for a bonus that is not offered, or for negative terms."""
    offered = game.bonuses(rules.options) if setup.bonuses else ()
    for name, terms in setup.bonuses.items():
        if name not in offered:
            facts = {"bonus": name, "known": list(offered) or ["none"]}
            raise Refusal("bonus", "{bonus!r} is not offered at this table: {known} are", "", f"bonuses.{name}", facts)
        if min(terms.fee, *terms.award, 0) < 0 or not 0 < terms.share <= 100:
            form = "{bonus} needs a fee and an award from 0 up and a share from 1 to 100 percent"
            raise Refusal("bonus", form, "", f"bonuses.{name}", {"bonus": name})
    return setup.bonuses


def posted_jackpots(game: Game, setup: Setup, options: Options) -> dict[str, Cents]:
    """Returns the amount of each pool: the set-up's, or the seed of its meter. Raises Refusal if one is negative."""
    for name, cents in setup.jackpots.items():
        if cents < 0:
            form, facts = "{pool} holds {amount:money}, which is less than nothing", {"pool": name, "amount": cents}
            raise Refusal("jackpot", form, "", f"jackpots.{name}", facts)
    return {name: pool.seed for name, pool in game.pools(options).items()} | setup.jackpots


def posted_memory(game: Game, setup: Setup) -> dict[str, Any]:
    """Returns what earlier rounds left behind.

    Raises Refusal if the game carries no such thing, or for a round below 1.
    """
    if not 1 <= setup.round <= MOST_ROUNDS:
        sentence, facts = "round {round} is refused: rounds are counted from 1", {"round": setup.round}
        raise Refusal("round", sentence, "", "round", facts)
    for name in setup.carried:
        if name not in game.carries:
            sentence = "{name!r} is not carried over from round to round: {known} is"
            known = [*game.carries] or ["nothing"]
            raise Refusal("carried", sentence, "", f"carried.{name}", {"name": name, "known": known})
    return setup.carried


@lru_cache(maxsize=4096)
def name_of(player: str, otherwise: str = "", where: str = "player") -> str:
    """Returns the name without surrounding spaces, or `otherwise` if it is empty.

    Raises Refusal if it cannot be read.
    """
    if not player and otherwise:
        return otherwise
    name = player.strip(" ")
    if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
        shown = repr(player if len(player) <= LONGEST_NAME else f"{player[:LONGEST_NAME]}..")
        sentence = "{player} is not a name: write 1 to {most} letters, none of them invisible"
        raise Refusal("name", sentence, "", where, {"player": shown, "most": LONGEST_NAME})
    return name


def shoe_and_tray(game: Game, setup: Setup, options: Options) -> tuple[Counter[int], Cards]:
    """Returns the cards in the shoe and the discard tray before the deal. Raises Refusal if the tray does not fit."""
    shoe = _counted(game.deck(options)).copy()
    if not setup.gone:
        return shoe, ()
    try:
        tray = cards_from(setup.gone)
    except ValueError as error:
        raise Refusal("card", "{why}", "", "gone", {"why": str(error), "text": setup.gone}) from None
    if game.cut_card is None:
        raise Refusal("gone", "no card is gone: the whole pack is shuffled for every round of this game", "", "gone")
    cut = game.cut_card(options)
    if len(tray) >= cut.after:
        form = "{gone} of {all} cards are gone: from {after} on, a round is shuffled for"
        facts = {"gone": len(tray), "all": shoe.total(), "after": cut.after}
        raise Refusal("gone", form, cut.clause, "gone", facts)
    shoe.subtract(tray)
    for card in tray:
        if shoe[card] < 0:
            form = "{card} is gone more often than the shoe holds it"
            raise Refusal("gone", form, "", "gone", {"card": text_of(card)})
    return shoe, tray


@lru_cache(maxsize=64)
def _counted(deck: Cards) -> Counter[int]:
    return Counter(deck)


def posted_bank(game: Game, setup: Setup, rules: Rules, limits: Limits, positions: int) -> Bank:
    """Returns the bank of the round. Raises Refusal if it may not stand there or is too small (PD-04, PD-05)."""
    if not rules.game.bankers:
        if setup.bank is not UNSET:
            raise Refusal("no-bank", "nobody banks this game: the players bet against each other", "", "bank")
        return Bank(0, "", None)
    if setup.bank is UNSET:
        if "house" in rules.game.bankers:
            return Bank(0, "house", None)
        raise Refusal("no-bank", "a player-dealer must be in place before any card is dealt", "PD-04", "bank")
    asked = setup.bank
    if asked.posted is None:
        if "house" not in rules.game.bankers:
            raise Refusal(
                "no-bank", "the house never banks this game: the player-dealer posts a bank", "PD-02", "bank.posted"
            )
        if asked.seat:
            form = "seat {seat} holds the bank but posts nothing; the house banks from no seat"
            raise Refusal("bank", form, game.bank_clause, "bank.posted", {"seat": asked.seat})
        return Bank(0, _banker(asked.player, "house"), None)
    if not game.players_bank(rules):
        form = "only the house banks at this table: {posted:money} posted by a player is refused"
        raise Refusal("no-bank", form, game.bank_clause, "bank.posted", {"posted": asked.posted})
    if not 1 <= asked.seat <= positions:
        form = "the bank is at seat {seat}; the table has seats 1 to {positions}"
        raise Refusal("seat", form, "PD-04", "bank.seat", {"seat": asked.seat, "positions": positions})
    if not 1 <= asked.turn <= 2:
        form = "hand {turn} in a row is refused: one person banks at most {most}"
        raise Refusal("turn", form, "PD-09", "bank.turn", {"turn": asked.turn, "most": 2})
    _refuse_chips(asked, least_bank(rules, limits))
    player = _banker(asked.player, f"seat {asked.seat}")
    person = _banker(asked.person, player, "person")
    return Bank(asked.seat, player, asked.posted, asked.turn, asked.stack, person)


def _refuse_chips(asked: BankSetup, least: Cents) -> None:
    """Raises Refusal if the bank is smaller than the table takes, or if its holder's stack is negative."""
    assert asked.posted is not None
    if asked.posted < least:
        form = "a bank of {posted:money} is refused: the smallest is {low:money}"
        raise Refusal("bank", form, "PD-05", "bank.posted", {"posted": asked.posted, "low": least})
    if asked.stack is not None and asked.stack < 0:
        form = "the bank's holder has {stack:money} beside it, which is less than nothing"
        raise Refusal("stack", form, "", "bank.stack", {"stack": asked.stack})


def _banker(player: str, otherwise: str, where: str = "player") -> str:
    try:
        return name_of(player, otherwise, where)
    except Refusal as refusal:
        raise refusal.at("bank") from None


def least_bank(rules: Rules, limits: Limits) -> Cents:
    """Returns the smallest bank: the table minimum, the table maximum, or one cent (PD-05)."""
    least, most = limits
    choice = rules.options.get("minimum_bank", "none")
    return least if choice == "table-minimum" else most or least if choice == "table-maximum" else 1
