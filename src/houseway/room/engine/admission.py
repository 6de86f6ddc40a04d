"""Admission: limits that a new command keeps to when it opens a table, changes its sheet or moves chips.

Replay skips them, so that a room which played before a limit existed can still be rebuilt from its rows.
"""

from typing import Final

from houseway.games import find
from houseway.room.core.context import TableContext
from houseway.room.core.house_funded_pay import refuse_house_funded
from houseway.room.core.table_rules import PostedRules, complete_config, sheet_of
from houseway.room.engine import host_actions, permissions
from houseway.room.messages.commands import AnyCommand, BankChoice, Bet, Configure, Open, Sit, TopUp, Who
from houseway.room.messages.state import Config
from houseway.script import Cents, Fact, Odds, Refusal
from houseway.script.money import MOST_CENTS
from houseway.table.setup import Setup
from houseway.table.table_terms import posted_bonuses, rules_of

MOST_CHIPS: Final = 10**15
"""The most cents that one person may hold.

Thousands of such amounts fit a 63-bit ledger, and a browser counts one exactly.
"""
MOST_AWARDS: Final = 100
LONGEST_DELAY: Final = 3600
"""The longest delay of watchers, in seconds."""
RAISED: Final = 8
"""The most times that a wager multiplies during a hand: four hands of a split pair, each doubled."""


def admit_opening(command: Open, who: Who) -> None:
    """Raises a Refusal if the sheet is out of bounds, or if a guest posts terms that the house would pay for."""
    _refuse_sheet(Config.of(command), who)


def admit(context: TableContext, command: AnyCommand, who: Who) -> None:
    """Raises a Refusal if a new command exceeds the room's limits, or takes a bank without agreeing to its terms."""
    if isinstance(command, Bet):
        _refuse_bet(context, command, who)
    elif isinstance(command, BankChoice):
        _refuse_unread_terms(context, command, who)
    elif isinstance(command, Sit | TopUp):
        _refuse_fortune(who)
    elif isinstance(command, Configure) and who.host:
        _refuse_sheet(host_actions.configured(context, command), who)


# -- the sheet ------------------------------------------------------------------------------------------------------


def _refuse_sheet(config: Config, who: Who) -> None:
    find(config.game)  # raises a Refusal for an unknown game
    unread = Setup(game=config.game, rules=config.rules, options=config.options, pay=config.pay)
    rules_of(unread, bounded=True)  # first: the code below reads numbers of any length
    sheet = sheet_of(complete_config(config))
    _refuse_terms(sheet)
    _refuse_delay(config)
    _refuse_odds(sheet)
    if not who.host:
        refuse_house_funded(sheet)


def _refuse_terms(sheet: PostedRules) -> None:
    for name, terms in posted_bonuses(sheet.game, sheet.setup(), sheet.rules).items():
        most = max(terms.fee, *terms.award, 0)
        if most > MOST_CENTS or len(terms.award) > MOST_AWARDS:
            form = "{bonus} is refused: an amount is at most {most:money}, and there are at most {steps} awards"
            facts: dict[str, Fact] = {"bonus": name, "most": MOST_CENTS, "steps": MOST_AWARDS}
            clause = next((each.clause for each in sheet.differs if each.kind == "bonus"), "")
            raise Refusal("bonus", form, clause, f"bonuses.{name}", facts)


def _refuse_delay(config: Config) -> None:
    if config.watch_delay > LONGEST_DELAY:
        form = "a delay of {seconds} seconds is refused: {most} are the most"
        facts = {"seconds": config.watch_delay, "most": LONGEST_DELAY}
        raise Refusal("limit", form, "", "watch_delay", facts)


def _refuse_odds(sheet: PostedRules) -> None:
    """Raises a Refusal if even the smallest bet could win more than `MOST_CHIPS`: then nobody could bet at all."""
    odds = sheet.highest_odds
    if _most_won(odds, sheet.least_bet) > MOST_CHIPS:
        form = "odds of {odds} are refused: the smallest bet, {low:money}, could win more than {most:money}"
        facts: dict[str, Fact] = {"odds": str(odds), "low": sheet.least_bet, "most": MOST_CHIPS}
        raise Refusal("bad-odds", form, sheet.game.limit_clause, "pay", facts)


# -- chips ----------------------------------------------------------------------------------------------------------


def _most_won(odds: Odds, cents: Cents) -> Cents:
    return max(odds.of(cents), cents) * RAISED


def _refuse_bet(context: TableContext, command: Bet, who: Who) -> None:
    player, odds = context.state.players.get(who.person), context.sheet.highest_odds
    total = sum(command.wagers.values())
    if total and (0 if player is None else player.chips) + _most_won(odds, total) > MOST_CHIPS:
        form = "{amount:money} is refused: at odds of {odds} it could win more than the room counts, {most:money}"
        facts: dict[str, Fact] = {"amount": total, "odds": str(odds), "most": MOST_CHIPS}
        raise Refusal("limit", form, context.sheet.game.limit_clause, "wagers", facts)


def _refuse_fortune(who: Who) -> None:
    if who.cage > MOST_CHIPS:
        form = "{have:money} is refused: one person plays with at most {most:money}"
        raise Refusal("limit", form, "", "", {"have": who.cage, "most": MOST_CHIPS})


# -- the bank -------------------------------------------------------------------------------------------------------


def _refuse_unread_terms(context: TableContext, command: BankChoice, who: Who) -> None:
    """Raises a Refusal unless the person who takes the bank agrees to the sheet's present pay terms."""
    terms, player = context.sheet.pay_terms, context.state.players.get(who.person)
    if command.do != "take" or command.agrees == terms:
        return
    if player is None or "take" not in permissions.may_bank(context, player):
        return  # `permissions` refuses it
    if not terms:
        form = "the table pays as printed now: there is nothing else to agree to"
        raise Refusal("bank", form, "PD-05", "agrees")
    found = [each for each in context.sheet.differs if each.pays]
    form = "this table pays otherwise than printed ({names}): the bank is taken by agreeing to that"
    raise Refusal("bank", form, found[0].clause, "agrees", {"names": [each.name for each in found], "agrees": terms})
