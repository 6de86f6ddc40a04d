"""What is posted before a round: the rules, the schedule with its limits, the bonuses, the shoe and the bank."""

from collections import Counter
from functools import lru_cache

from msgspec import UNSET

from houseway.cards import Cards, cards_from, text_of
from houseway.rulebook import Options, Rules, Schedule
from houseway.script import Bank, Cents, Game, Limits, Refusal, Terms, dollars
from houseway.table.setup import Setup


def rules_of(setup: Setup) -> Rules:
    """The game's rules with the options and pay tables of this table; what is not offered is refused."""
    try:
        return _chosen_rules(setup)
    except Refusal as refusal:
        raise refusal.at("options" if refusal.code in ("unknown-option", "bad-option") else "pay") from None


def _chosen_rules(setup: Setup) -> Rules:
    try:
        key = (
            tuple(sorted(setup.options.items())),
            tuple((table, *sorted(rows.items())) for table, rows in setup.pay.items()),
        )
        return _rules(setup.game, *key)
    except TypeError:  # an unhashable option value: let the rule book refuse it in its own words
        return Rules.of(setup.game, setup.options, setup.pay)


@lru_cache(maxsize=256)
def _rules(game: str, options: tuple[tuple[str, object], ...], pay: tuple[tuple[object, ...], ...]) -> Rules:
    return Rules.of(game, dict(options), {row[0]: dict(row[1:]) for row in pay})  # type: ignore[arg-type, misc]


def posted_schedule(setup: Setup, rules: Rules) -> Schedule | None:
    """The one schedule in force (PD-27); one of another game, or with too many rates (PD-29), is refused."""
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
    """The smallest and the largest wager: the schedule's, or else what the set-up posts (PD-23, FEE-01)."""
    if setup.limits is not UNSET:
        if posted is not None and posted.limits.min_usd is not None:
            sentence = f"{posted.id} sets the limits, {posted.limits.text}: no others are posted beside it"
            raise Refusal("limits", sentence, "PD-27", "limits")
        low, high = setup.limits.min, setup.limits.max
        if low < 1 or (high is not None and high < low):
            told = dollars(low) if high is None else f"{dollars(low)} to {dollars(high)}"
            sentence = f"limits of {told} are refused: the minimum is a cent or more and the maximum no less than that"
            raise Refusal("limits", sentence, "PD-23", "limits")
        return low, high
    if posted is None:
        return 1, None
    least, most = posted.limits.min_usd, posted.limits.max_usd
    return (least or 0) * 100 or 1, None if most is None else most * 100


def posted_bonuses(game: Game, setup: Setup, rules: Rules) -> dict[str, Terms]:
    """The room's terms, refused for a bonus that is not offered, and where they are less than nothing."""
    offered = game.bonuses(rules.options) if setup.bonuses else ()
    for name, terms in setup.bonuses.items():
        if name not in offered:
            known = ", ".join(offered) or "none"
            raise Refusal("bonus", f"{name!r} is not offered at this table: {known} are", "", f"bonuses.{name}")
        if min(terms.fee, *terms.award, 0) < 0 or not 0 < terms.share <= 100:
            sentence = f"{name} needs a fee and an award from 0 up and a share from 1 to 100 percent"
            raise Refusal("bonus", sentence, "", f"bonuses.{name}")
    return setup.bonuses


def posted_jackpots(game: Game, setup: Setup, options: Options) -> dict[str, Cents]:
    """What stands in each pool: what the set-up says, or where its meter starts; less than nothing is refused."""
    for name, cents in setup.jackpots.items():
        if cents < 0:
            sentence = f"{name} holds {dollars(cents)}, which is less than nothing"
            raise Refusal("jackpot", sentence, "", f"jackpots.{name}")
    return {name: pool.seed for name, pool in game.pools(options).items()} | setup.jackpots


def shoe_and_tray(game: Game, setup: Setup, options: Options) -> tuple[Counter[int], Cards]:
    """The cards in the shoe before the deal and those that earlier rounds took out, refused where they do not fit."""
    shoe = _counted(game.deck(options)).copy()
    if not setup.gone:
        return shoe, ()
    try:
        tray = cards_from(setup.gone)
    except ValueError as error:
        raise Refusal("card", str(error), "", "gone") from None
    if game.cut_card is None:
        raise Refusal("gone", "no card is gone: the whole pack is shuffled for every round of this game", "", "gone")
    cut = game.cut_card(options)
    if len(tray) >= cut.after:
        sentence = f"{len(tray)} of {shoe.total()} cards are gone: from {cut.after} on, a round is shuffled for"
        raise Refusal("gone", sentence, cut.clause, "gone")
    shoe.subtract(tray)
    for card in tray:
        if shoe[card] < 0:
            raise Refusal("gone", f"{text_of(card)} is gone more often than the shoe holds it", "", "gone")
    return shoe, tray


@lru_cache(maxsize=64)
def _counted(deck: Cards) -> Counter[int]:
    return Counter(deck)


def posted_bank(game: Game, setup: Setup, rules: Rules, limits: Limits, positions: int) -> Bank:
    """Who banks and with what; a bank that may not stand there, or is too small, is refused (PD-04, PD-05)."""
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
            sentence = f"seat {asked.seat} holds the bank but posts nothing; the house banks from no seat"
            raise Refusal("bank", sentence, game.bank_clause, "bank.posted")
        return Bank(0, asked.player or "house", None)
    if not game.players_bank(rules):
        sentence = f"only the house banks at this table: {dollars(asked.posted)} posted by a player is refused"
        raise Refusal("no-bank", sentence, game.bank_clause, "bank.posted")
    if not 1 <= asked.seat <= positions:
        raise Refusal(
            "seat", f"the bank is at seat {asked.seat}; the table has seats 1 to {positions}", "PD-04", "bank.seat"
        )
    if not 1 <= asked.turn <= 2:
        raise Refusal(
            "turn", f"hand {asked.turn} in a row is refused: one person banks at most 2", "PD-09", "bank.turn"
        )
    least = _least_bank(rules, limits)
    if asked.posted < least:
        sentence = f"a bank of {dollars(asked.posted)} is refused: the smallest is {dollars(least)}"
        raise Refusal("bank", sentence, "PD-05", "bank.posted")
    return Bank(asked.seat, asked.player or f"seat {asked.seat}", asked.posted, asked.turn)


def _least_bank(rules: Rules, limits: Limits) -> Cents:
    """The smallest bank: a table minimum, a table maximum, or any chips at all (PD-05)."""
    least, most = limits
    choice = rules.options.get("minimum_bank", "none")
    return least if choice == "table-minimum" else most or least if choice == "table-maximum" else 1
