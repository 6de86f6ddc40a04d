"""A bot that sits down at any game and plays it by what it is offered: it knows no rules at all.

houseway serve --no-browser &
python examples/bot.py http://127.0.0.1:8014 three-card-poker 5
"""

import asyncio
import sys
from typing import Any

from houseway.client import Room, RoomRefused, Table


def answer(state: dict[str, Any], mine: dict[str, Any]) -> tuple[str, dict[str, Any]] | None:
    """The next word: a decision, something about the bank, a bet, or `ready`; None where nobody asks."""
    number = {"round": state["round"]}
    for ask in mine.get("asks", []):
        decision = ask["offers"][0] if ask.get("offers") else ask["default"]
        return "decide", number | {"place": ask["place"], "step": ask["step"], "decision": decision}
    bank = mine.get("bank")
    if bank and state["phase"] in ("offering", "broken"):
        takes = "pass" not in bank["may"]
        return "bank", {"do": "take", "posted": bank["low"]} if takes else {"do": "pass"}
    for offer in mine.get("bets", [])[:1]:
        wagers = {circle["circle"]: circle["low"] for circle in offer["circles"] if circle["required"]}
        if wagers and not offer["on"]:
            return "bet", number | {"place": offer["place"], "wagers": wagers}
    return ("ready", number) if mine.get("ready") else None


async def play(table: Table, rounds: int) -> None:
    """So many rounds, with what each of them won or lost."""
    first, chips = 0, None
    async for _frame in table:
        state = table.state
        stack = next(seat["stack"] for seat in state["seats"] if seat["person"] == table.you["person"])
        first = first or state["round"]
        if state["phase"] == "settled" and chips != (state["round"], stack):
            chips = (state["round"], stack)
            print(f"round {state['round']}: {stack / 100:.2f} in chips")
            if state["round"] > first + rounds - 2:
                return
        word = answer(state, table.mine)
        if word is not None:
            try:
                await table.tell(word[0], **word[1])
            except RoomRefused as refused:
                print(f"refused: {refused}")


async def main(url: str, game: str, rounds: str = "3") -> None:
    room = await Room.enter(url, "Robot")
    seat = await room.play(game)
    async with room.at(seat["table"]) as table:
        await play(table, int(rounds))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
