"""Fourteen games: one module or folder each, which reads like the game's dealing procedure with clause ids.

Lives here: the scripts, `listed` to find one by its name, and `kit` with the parts that several games share.
May import it: players, lab, room and every layer above, through `find`. It imports rulebook, hands and script.
Deliberately absent: imports between games, tables, clocks and chance. A script asks its table for every card.
"""

from houseway.games.game_lookup import find

__all__ = ["find"]
