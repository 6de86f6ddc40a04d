"""Lookup of a table's regime, which follows from its rules."""

from collections.abc import Mapping
from typing import Final

from houseway.room.core.context import TableContext
from houseway.room.core.table_rules import RegimeName
from houseway.room.regimes.banked import BankedRegime
from houseway.room.regimes.button import ButtonRegime
from houseway.room.regimes.marker import MarkerRegime
from houseway.room.regimes.regime import Regime

_REGIMES: Final[Mapping[RegimeName, Regime]] = {
    "banked": BankedRegime(),
    "button": ButtonRegime(),
    "marker": MarkerRegime(),
}


def regime_of(context: TableContext) -> Regime:
    """Returns the regime of the table."""
    return _REGIMES[context.sheet.regime.name]
