"""Hypothesis strategies for messages of a client that knows the protocol: every message, with any values."""

import random
from typing import Any

from hypothesis import strategies as st

Message = dict[str, Any]

CLOSES = {1001, 1003, 1007, 1008, 1009, 4301, 4401, 4403, 4404, 4409}
"""The close codes of the contract."""
BROKEN_FRAMES = CLOSES | {1002}
"""The standard's own codes, for bytes that are no frames (RFC 6455, 7.4.1)."""
REFUSALS = {
    *("format", "key", "key-reused", "stale", "late", "phase", "not-seated", "not-yours", "not-host", "not-asked"),
    *("choice", "amount", "count", "cards", "limit", "chips", "buy-in", "seat", "taken", "turn", "barred", "bank"),
    *("bet-required", "muted", "busy", "rate"),
}
"""The codes that the contract names; others are the library's own."""

numbers: st.SearchStrategy[Any] = st.one_of(
    st.integers(0, 12),
    st.sampled_from((500, 2500, 4000, 20_000, 10**9, 10**9 + 1, 2**53, 2**63, 2**64, 10**20, -1, -500)),
    st.sampled_from((0.5, 1e400, True, None, "500", [500], {})),
)
amounts = st.one_of(st.integers(0, 200).map(lambda number: number * 500), numbers)
places = st.one_of(
    st.sampled_from(("1", "2", "3", "4", "3.2", "bank", "1/2", "0", "99", "")), st.text(max_size=5), numbers
)
names = st.sampled_from(
    ("ante", "bonus", "play", "pair-plus", "blind", "trips", "raise", "set", "main", "fold", "\u2603")
)
cards = st.lists(st.sampled_from(("As", "Kd", "2c", "Jk", "--", "1x", "AS")), max_size=8).map(" ".join)
decisions = st.one_of(
    st.sampled_from(("fold", "check", "call", "play", "stand", "hit", "draw", "all-in", "")),
    st.dictionaries(names, st.one_of(amounts, cards, st.lists(cards, max_size=3)), max_size=3),
    numbers,
)
keys = st.one_of(
    st.integers(0, 6).map(lambda number: f"key-{number}"), st.sampled_from(("", "a b", "x" * 65, "a\n", 7))
)
texts = st.one_of(st.text(max_size=40), st.just("x" * 301), numbers)
words = st.sampled_from(("", "0" * 16, "f" * 64, "f" * 65, "G" * 16, "0" * 16 + "\n", 5))
FIELDS: dict[str, dict[str, st.SearchStrategy[Any]]] = {
    "sit": {"seat": numbers, "buy_in": amounts},
    "top_up": {"cents": amounts},
    "sit_out": {},
    "come_back": {"post": st.sampled_from((True, False, 1))},
    "stand_up": {},
    "bank": {"do": st.sampled_from(("take", "pass", "release", "steal")), "posted": amounts},
    "bet": {"round": numbers, "place": places, "wagers": st.dictionaries(names, amounts, max_size=3), "words": words},
    "ready": {"round": numbers},
    "ask_for": {"round": numbers, "what": st.sampled_from(("deal-by-hand", "the moon", "", 3))},
    "decide": {"round": numbers, "step": numbers, "place": places, "decision": decisions},
    "words": {"round": numbers, "words": words},
    "take_back": {"round": numbers, "place": places},
    "coach": {"round": numbers, "place": places},
    "say": {"text": texts},
    "floor": {
        "do": st.sampled_from(
            ("pause", "resume", "void", "call", "rule", "jackpot", "remove", "mute", "close", "burn")
        ),
        "reason": texts,
        "person": st.sampled_from(("ana", "p1", "")),
    },
    "tick": {},
    "juggle": {},
}


@st.composite
def messages(draw: st.DrawFn) -> Message:
    """Draws a message: most fields present, with values that may be anything, and sometimes an extra field."""
    kind = draw(st.sampled_from(sorted(FIELDS)))
    message: Message = {"t": kind, "key": draw(keys)}
    for name, values in FIELDS[kind].items():
        if draw(st.integers(0, 9)):
            message[name] = draw(values)
    if not draw(st.integers(0, 19)):
        message["colour"] = "red"
    if not draw(st.integers(0, 19)):
        del message["key"]
    return message


def offered(state: Message, mine: Message, you: Message, sheet: Message, rng: random.Random) -> Message:
    """Draws a player's message: something that is offered, now and then slightly off."""
    options: list[Message] = [{"t": "say", "text": "nice hand"}, {"t": "ready", "round": state["round"]}]
    if all(row["person"] != you["person"] for row in state["seats"]):
        low = sheet["buy_in"]["low"]
        options += 4 * [{"t": "sit", "seat": rng.randint(1, 6), "buy_in": low * rng.randint(0, 5)}]
    for ask in mine.get("asks", []):
        answers = [*ask.get("offers", ()), ask["default"], *(choice["name"] for choice in ask["choices"])]
        at = {"round": state["round"], "step": ask["step"], "place": ask["place"]}
        options += 4 * [{"t": "decide", **at, "decision": rng.choice(answers)}]
        options += [{"t": "take_back", "round": state["round"], "place": ask["place"]}]
    for bet in mine.get("bets", []):
        wagers = {each["circle"]: rng.choice((each["low"], each["high"], each["low"] + 1)) for each in bet["circles"]}
        some = {name: cents for name, cents in wagers.items() if rng.random() < 0.8}
        options += 4 * [{"t": "bet", "round": state["round"], "place": bet["place"], "wagers": some}]
    bank = mine.get("bank")
    if bank:
        posted = rng.choice((bank["low"], bank["high"], 0))
        options += 4 * [{"t": "bank", "do": rng.choice(bank["may"]), "posted": posted}]
    options = 3 * options + [{"t": kind} for kind in ("sit_out", "come_back", "come_back", "stand_up")]
    options += [{"t": "top_up", "cents": sheet["buy_in"]["low"]}]
    message = dict(rng.choice(options))
    if "round" in message and rng.random() < 0.1:
        message["round"] += rng.choice((-1, 1))
    if message["t"] == "bank" and message["do"] != "take":
        del message["posted"]
    return message
