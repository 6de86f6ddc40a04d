"""Backline betting: the circles behind a seat that others may bet on (PD-52 to PD-57)."""

from collections.abc import Callable

from houseway.script import Backline, HouseOptions

OFF = Backline()


def backline(
    clause: str, *circles: str, option: str = "backline", like_a_seat: bool = True
) -> Callable[[HouseOptions], Backline]:
    """Backline bets on these circles, where the game's own switch is on and the house allows any."""

    def allowed(options: HouseOptions) -> Backline:
        if not getattr(options, option):
            return Backline(clause=clause)
        if options.backline_enabled == "off-everywhere":  # overrules every game's switch  PD-53
            return OFF
        return Backline(frozenset(circles), options.backline_max, "PD-54", like_a_seat, circles_clause=clause)

    return allowed


def squares(clause: str, circle: str, behind: Callable[[HouseOptions], int]) -> Callable[[HouseOptions], Backline]:
    """Backline bets on one circle, in as many numbered squares behind each seat as the game's own option says."""

    def allowed(options: HouseOptions) -> Backline:
        if options.backline_enabled == "off-everywhere":  # PD-53
            return OFF
        most = behind(options)
        return Backline(frozenset((circle,)) if most else frozenset(), most, clause)

    return allowed
