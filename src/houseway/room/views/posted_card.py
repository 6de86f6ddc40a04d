"""The posted card: the rows that a table displays because its documents say "posted" or "displayed".

A row is a key, facts and a clause; the page words it. Every row comes from the rule book and the sheet, so that no page
and no server module holds a rule.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from houseway.room.core.context import TableContext
from houseway.room.core.rules_change import collection_of
from houseway.room.core.table_rules import PostedRules
from houseway.room.engine.talk import OPTION, REFUSED
from houseway.room.messages.view_types import PostedRow
from houseway.rulebook import offered
from houseway.rulebook.files.rule_versions import edition_of
from houseway.rulebook.options import text_of
from houseway.script import Game, HouseOptions
from houseway.table.between_rounds.rotation import Rotation

QUALIFIER: Final = "qualifier"


@lru_cache(maxsize=256)
def posted_card(sheet: PostedRules) -> list[PostedRow]:
    """Returns the rows of a table's card in the order in which the page shows them."""
    parts = (_limits, _blinds, _collection, _bank, _qualifier, _jackpots, _buttons, _packs, _places, _talk, _options)
    return [row for part in parts for row in part(sheet)]


def buttons(context: TableContext) -> dict[str, dict[str, str]]:
    """Returns the buttons beside wagers, by place and wager: from the bet on, until the round is settled (FPG-11)."""
    known, round_ = context.sheet.game.buttons, context.round
    if not known or (round_ is not None and round_.over):
        return {}
    places = context.state.bets if round_ is None else {place.name: place.wagers for place in round_.felt.everyone()}
    beside = {
        place: {button.wager: button.name for button in known if wagers.get(button.wager, 0) >= button.least}
        for place, wagers in places.items()
    }
    return {place: names for place, names in beside.items() if names}


def pack_in_play(context: TableContext) -> str:
    """Returns the pack that the round is dealt from; empty if the game uses only one (TCP-02, UTH-02, TCH-02)."""
    packs, number = context.sheet.game.packs_at(context.sheet.rules.options), context.state.round
    return packs[(number - 1) % len(packs)] if len(packs) > 1 and number else ""


def jackpot_rows(game: Game, options: HouseOptions) -> dict[tuple[str, str], str]:
    """Returns the jackpots by the pay table and the row that win them."""
    return {(each.table, each.row): pool for pool, each in game.qualifiers(options).items()}


def _limits(sheet: PostedRules) -> Iterator[PostedRow]:
    """Yields the minimum and maximum of the table (PD-23), and of each opening wager that has its own."""
    low, high = sheet.shown_limits
    clause = sheet.game.limit_clause if sheet.circles else "FEE-01"
    facts: dict[str, object] = {"low": low, "high": high}
    yield PostedRow("limits", facts | ({"structure": sheet.structure} if sheet.structure else {}), clause)
    for circle in sheet.circles[1:]:
        own = sheet.range_of(circle.name)
        if own != (low, high):
            facts = {"wager": circle.name, "low": own[0], "high": own[1]}
            yield PostedRow("wager-limits", facts, circle.clause or clause)


def _blinds(sheet: PostedRules) -> Iterator[PostedRow]:
    blinds = None if sheet.schedule is None else sheet.schedule.limits.blinds
    if blinds is not None:
        yield PostedRow("blinds", {"small": blinds[0], "big": blinds[1]}, "FEE-01")


def _collection(sheet: PostedRules) -> Iterator[PostedRow]:
    """Yields the schedule in force: the payer, and the fee of each action or time (PD-23, PD-27, TCH-11)."""
    if sheet.schedule is None:
        clause = sheet.game.commission(sheet.rules.options)
        if not clause:
            yield PostedRow("no-collection")
        else:
            kind = "commission-of-player-bank" if sheet.game.commission_of_player_bank else "commission"
            yield PostedRow(kind, {"percent": 5}, clause)
        return
    posted = sheet.schedule.posted(dict(sheet.rules.options))
    facts = collection_of(sheet) or {}
    facts.pop("schedule", None)
    yield PostedRow("collection", facts, "PD-27" if sheet.bankers else posted.clauses[0])
    if sheet.bankers and posted.payer == "player-dealer":
        yield PostedRow("no-player-fee", {}, "PD-23")
    for bracket in posted.brackets:
        high = None if bracket.high_usd is None else bracket.high_usd * 100
        facts = {"payer": posted.payer, "low": bracket.low_usd * 100, "high": high, "fee": bracket.fee_cents}
        yield PostedRow("fee-bracket", facts, posted.clauses[0])
    if posted.above_top_fee_cents is not None:
        yield PostedRow("fee-above", {"payer": posted.payer, "fee": posted.above_top_fee_cents}, posted.clauses[0])
    for flat in posted.flat:
        facts = {"payer": posted.payer, "fee": flat.fee_cents, "per": flat.per, "when": flat.when}
        yield PostedRow("fee-flat", facts, posted.clauses[-1])


def _bank(sheet: PostedRules) -> Iterator[PostedRow]:
    """Yields the number of hands in a turn of the bank (PD-08)."""
    if sheet.players_bank and not sheet.house_banks:
        rotation = Rotation.at({}, sheet.positions, sheet.rules)
        yield PostedRow("bank-hands", {"most": rotation.most_in_a_row}, "PD-08")


def _qualifier(sheet: PostedRules) -> Iterator[PostedRow]:
    """Yields the pair that the room posts, with which a dealer qualifies (MPG-27)."""
    if QUALIFIER in sheet.rules.options:
        yield PostedRow("qualifying-pair", {"pair": sheet.rules.options[QUALIFIER]}, sheet.option_clause(QUALIFIER))


def _jackpots(sheet: PostedRules) -> Iterator[PostedRow]:
    """Yields each jackpot with the wager that qualifies for it (TCS-72). The state of the table has the meter."""
    options, game = sheet.rules.options, sheet.game
    qualifiers = game.qualifiers(options)
    for name, pool in game.pools(options).items():
        facts: dict[str, object] = {"pool": name, "seed": pool.seed}
        needed = qualifiers.get(name)
        if needed is not None:
            facts |= {"wager": needed.wager, "least": needed.least, "row": needed.row}
        terms = sheet.config.bonuses.get(name)
        if terms is not None and terms.fee:
            facts["fee"] = terms.fee
        yield PostedRow("jackpot", facts, "" if needed is None else needed.clause)


def _buttons(sheet: PostedRules) -> Iterator[PostedRow]:
    for each in sheet.game.buttons:
        yield PostedRow("button", {"button": each.name, "wager": each.wager, "least": each.least}, each.clause)


def _packs(sheet: PostedRules) -> Iterator[PostedRow]:
    packs = sheet.game.packs_at(sheet.rules.options)
    if len(packs) > 1:
        yield PostedRow("packs", {"packs": list(packs)}, sheet.game.packs_clause)


def _places(sheet: PostedRules) -> Iterator[PostedRow]:
    """Yields the number of hands for one person, and of bets behind a seat (P21-15, PD-52)."""
    free = sheet.seats - (sheet.players_bank and not sheet.house_banks)  # one seat holds the bank
    if (most := min(sheet.hands, free)) > 1:
        yield PostedRow("hands", {"most": most}, sheet.game.hands_clause)
    if sheet.bets_behind:
        yield PostedRow("backline", {"most": sheet.backline.most}, sheet.backline.clause)


def _talk(sheet: PostedRules) -> Iterator[PostedRow]:
    if sheet.rules.options.get(OPTION) == REFUSED:
        yield PostedRow("no-talk", {}, sheet.option_clause(OPTION))


def _options(sheet: PostedRules) -> Iterator[PostedRow]:
    """Yields the options that the table posts otherwise than printed."""
    config = sheet.config
    known = offered(config.game, edition_of(config.rules))
    for name in config.options:
        option = known.get(name)
        if option is None:
            continue
        posted, printed = text_of(sheet.rules.options[name]), text_of(option.default)
        if posted != printed:
            facts = {"option": name, "posted": posted, "printed": printed}
            yield PostedRow("option", facts, option.clauses[0] if option.clauses else "")
