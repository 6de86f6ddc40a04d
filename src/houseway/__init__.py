"""Houseway, an open card room: fourteen games dealt, banked, settled, explained and solved by their published rules.

    import houseway

    houseway.every_game()                                      the games
    houseway.rules("three-card-poker").options                 what a room may choose, and its pay tables
    houseway.clause("TCP-28").rule                             one clause; houseway.search("folded ante") finds them
    houseway.deal("three-card-poker", seed=7).payments         a round with bots in the seats
    houseway.deal("three-card-poker", bots=lambda view: "play")    with your own in them
    houseway.settle(document).payments                         a round that is written down, with every clause
    houseway.rank("omaha", "As 2s Kd Qd 3c 4h 8d")             what cards are worth
    houseway.values(hands, "five")                             the same for an array of hands, by the million
    houseway.house_way("fortune-pai-gow", "As Ks Qd Jc 9h 9d 2c")    how the dealer sets them
    houseway.odds("three-card-poker").base.edge                exact odds and the best play
    houseway.equity("texas-holdem", ["AdAc", "KhKs"])          who takes how much of a pot
    houseway.advise("three-card-poker", cards="Qs 6d 4c")      what every choice expects and costs
    houseway.simulate("three-card-poker", rounds=10**7)        rounds dealt, with standard errors

`docs/api.md` shows each at work. A name is imported at its first use; NumPy only by the functions that need it.
"""

TYPE_CHECKING = False  # avoids importing typing; type checkers take it as true

if TYPE_CHECKING:
    from houseway.api import (
        Answer,
        Bot,
        Clause,
        Decision,
        Document,
        Game,
        Hand,
        Listing,
        Player,
        Refusal,
        Result,
        Round,
        Rules,
        Setting,
        Setup,
        View,
        advise,
        answer_from,
        clause,
        deal,
        equity,
        every_game,
        game,
        history,
        house_way,
        odds,
        rank,
        replay,
        rules,
        search,
        settle,
        simulate,
        sit_down,
        values,
        view,
    )
else:

    def __getattr__(name: str) -> object:
        """Imports `houseway.api` at the first use of a public name. Raises AttributeError for any other name."""
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from houseway import api

        found = globals()[name] = getattr(api, name)
        return found


__version__ = "0.1.0"

__all__ = [
    "Answer", "Bot", "Clause", "Decision", "Document", "Game", "Hand", "Listing", "Player", "Refusal", "Result",
    "Round", "Rules", "Setting", "Setup", "View", "advise", "answer_from", "clause", "deal", "equity", "every_game",
    "game", "history", "house_way", "odds", "rank", "replay", "rules", "search", "settle", "simulate", "sit_down",
    "values", "view",
]  # fmt: skip


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
