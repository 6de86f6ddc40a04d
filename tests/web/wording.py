"""What the pages may have to say: everything that evenings of every game show, and every key that the scripts name."""

import json
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

import houseway
from houseway.games import find
from houseway.room.messages.outcomes import Outcome
from houseway.room.messages.story_lines import AnyLine, for_person
from houseway.rulebook import Rules
from houseway.rulebook.rules import offered
from tests.room.simulator import Evening

SCRIPTS = Path(houseway.__file__).parent / "web" / "static" / "js"
PAGES = Path(houseway.__file__).parent / "server" / "content" / "pages.py"
EVENINGS = 2
ROUNDS = 3
MOST_STEPS = 900
YOU = "p1"


class Told(Evening):
    """An evening that keeps what one person hears, step by step, with what they saw then."""

    def __init__(self, game: str, seed: object) -> None:
        self.frames: list[dict[str, Any]] = []
        super().__init__(game, seed)

    def take(self, outcome: Outcome) -> None:
        if not outcome.idle:
            lines: list[AnyLine] = [for_person(line, YOU) for line in outcome.story]
            self.keep(lines)
        super().take(outcome)

    def keep(self, lines: list[AnyLine]) -> None:
        live = getattr(self, "live", None)
        if live is None:
            return
        frame = (lines, live.public(self.now), live.private(YOU), live.you(YOU))
        story, state, mine, you = json.loads(msgspec.json.encode(frame))
        self.frames.append({"story": story, "state": state, "mine": mine, "you": you})


@cache
def evenings(game: str) -> list[list[dict[str, Any]]]:
    """A few evenings of the game, each as the steps that somebody saw of it."""
    told = []
    for seed in range(EVENINGS):
        evening = Told(game, f"words {seed}")
        for _ in range(MOST_STEPS):
            if evening.rounds == ROUNDS:
                break
            evening.step()
        told.append(evening.frames)
    return told


def steps(game: str) -> Iterator[dict[str, Any]]:
    for evening in evenings(game):
        yield from evening


def named(game: str) -> dict[str, set[str]]:
    """The ids of things that the game shows, by their kind: circles of every layout, and all that evenings showed."""
    found: dict[str, set[str]] = defaultdict(set)
    script = find(game)
    for options in [{}, *[{name: value} for name, option in offered(game).items() for value in option.named]]:
        try:
            rules = Rules.of(game, options)
        except (ValueError, houseway.Refusal):
            continue
        found["wager"] |= {circle.name for circle in script.circles_at(rules.options)}
    found["irregularity"] |= {*script.irregularities}
    found["jackpot"] |= {*script.jackpots}
    for step in steps(game):
        _add(found, step)
    return found


def _add(found: dict[str, set[str]], step: dict[str, Any]) -> None:
    state = step["state"]
    found["phase"].add(state["phase"])
    found["spot"] |= {spot for spot in state["cards"] if not spot.isdecimal()}
    found["place"] |= {place["place"] for place in state["places"]}
    found["pot"] |= {*state["pots"]}
    found["jackpot"] |= {*state["pools"]}
    found["wager"] |= {paid["wager"] for paid in state["payments"]} | {c for p in state["places"] for c in p["wagers"]}
    found["outcome"] |= {paid["outcome"] for paid in state["payments"]}
    found["choice"] |= {choice["name"] for ask in step["mine"].get("asks", []) for choice in ask["choices"]}
    found["held"] |= {*step["mine"].get("cards", {})}
    for line in step["story"]:
        if line["k"] == "decided" and line["decision"] is not None:
            decision = line["decision"]
            found["choice"].add(decision if isinstance(decision, str) else next(iter(decision)))


def key_of(name: str) -> str:
    """An id as catalogues have it: the twin of `keyOf` in text/i18n.js."""
    return re.sub(r"(?:[^\w./]|_)+", "-", name.lower()).strip("-")


def has(words: dict[str, Any], kind: str, name: str) -> bool:
    """Whether a catalogue calls the thing by a name, as `label` in text/i18n.js looks for it."""
    key = f"{kind}.{key_of(name)}"
    return key in words or re.sub(r"\d+", "#", key) in words


@cache
def scripts() -> dict[str, str]:
    """Every script of the pages without its comments."""
    return {path.name: _bare(path.read_text(encoding="utf-8")) for path in sorted(SCRIPTS.rglob("*.js"))}


def _bare(text: str) -> str:
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    return re.sub(r"(^|[\s;,{}()])//[^\n]*", r"\1", text)
