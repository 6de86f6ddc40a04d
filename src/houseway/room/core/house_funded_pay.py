"""Pay that the house funds: terms of a table that cost the house money, which only the host may post.

A guest who opens or changes a table with such terms is refused.
"""

from typing import Final

from houseway.room.core.rule_differences import JACKPOT_TOPIC, topics_of
from houseway.room.core.table_rules import PostedRules
from houseway.room.messages.view_types import Difference
from houseway.rulebook import Rules, offered
from houseway.script import Fact, Game, Refusal

_FIELD: Final = {"option": "options", "pay": "pay", "bonus": "bonuses", "limits": "limits"}


def refuse_house_funded(sheet: PostedRules) -> None:
    """Raises a Refusal for a posted difference that costs the house money. Only the host may post one."""
    found = host_only(sheet.game, sheet.rules, sheet.differs)
    if found:
        form = "{name} is for the host of the room: the house pays by it at this table"
        facts: dict[str, Fact] = {"name": found[0].name, "names": [each.name for each in found]}
        raise Refusal("not-host", form, found[0].clause, _where(found[0]), facts)


def _where(difference: Difference) -> str:
    """Returns the field of the command that posts the difference."""
    inner = difference.name.partition(": ")[0].partition(".")[0]
    return f"{_FIELD[difference.kind]}.{inner}"


def host_only(game: Game, rules: Rules, found: list[Difference]) -> list[Difference]:
    """Returns the differences that the house pays for.

    A house that banks pays for every change of who wins or how much. At a table of players it pays for the pools that
    it seeds or raises.
    """
    if "house" in rules.game.bankers:
        return [each for each in found if each.pays]
    if not any(pool.seed or pool.daily for pool in game.pools(rules.options).values()):
        return []
    every = offered(rules.game.id, rules.options.edition)
    jackpots = {name for name, option in every.items() if JACKPOT_TOPIC in topics_of(rules, option)}
    return [each for each in found if each.kind == "bonus" or (each.kind == "option" and each.name in jackpots)]
