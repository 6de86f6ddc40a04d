"""Every command over every game, for whichever interpreter this file is run by; what each came to is printed as JSON.

Run by itself, not collected: `python walk.py DIRECTORY`, with room for files in the directory.
"""

import json
import sys
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from houseway.cli import main
from houseway.games import find
from houseway.lab.inquiry.game_record import lab_of
from houseway.lab.inquiry.solver import solver_in
from houseway.players.bot_rounds import deal_round
from houseway.roster import listings
from houseway.rulebook import Rules, book
from houseway.table import document_from, document_text, resume

ENTERS = "\n" * 400


class Walk:
    """The commands over one game, and how each ended."""

    def __init__(self, game: str, room: Path) -> None:
        self.game, self.room = game, room
        self.ended: dict[str, Any] = {}

    def run(self, *words: str, text: str | None = None, name: str = "") -> str:
        done = CliRunner().invoke(main, [*words], input=text, prog_name="houseway")
        said = done.stdout if done.exit_code == 0 else done.stderr
        self.ended[name or words[0]] = {"exit": done.exit_code, "said": said[-2000:]}
        if done.exception is not None and not isinstance(done.exception, SystemExit):
            self.ended[name or words[0]]["failed"] = repr(done.exception)
        return done.stdout

    def all(self) -> dict[str, Any]:
        game = self.game
        self.run("rules", game)
        self.run("rules", f"{book(game).prefix}-01", name="rules of a clause")
        self.run("rules", "--coverage", game, name="rules --coverage")
        self.run("fees", game)
        document = self.run("deal", game, "--seed", "7")
        self.run("replay", "-", text=document)
        self.run("verify", "-", text=document)
        self.run("export", "-", "--format", "csv", text=document)
        self.run("settle", "-", text=self.run("settle", "--example", game, name="settle --example"))
        self.run("rank", game, *self._cards())
        self.run("simulate", game, "--rounds", "16", "--strategy", "bots", "--workers", "1")
        self.run("advise", "-", "--json", text=self._asked(document))
        self.run("play", game, "--seed", "7", text=ENTERS)
        if self._quickly_solved():
            self.run("odds", game)
        return self.ended

    def report(self) -> None:
        page = self.room / f"{self.game}.html"
        self.run("report", self.game, "--output", str(page), "--changes", "2")
        self.ended["report"]["bytes"] = len(page.read_text()) if page.exists() else 0

    def _cards(self) -> list[str]:
        """As many cards of the deck as the game ranks: as they come, the first count that it takes."""
        from houseway.cards import texts_of

        rules = Rules.of(self.game)
        deck = sorted(set(find(self.game).deck(rules.options)))
        for count in range(1, 12):
            try:
                find(self.game).rank(tuple(deck[:count]), rules)
            except ValueError:
                continue
            return list(texts_of(deck[:count]))
        return []

    def _asked(self, document: str) -> str:
        """A round of the game that waits for its last decision."""
        for seed in range(50):
            round_ = deal_round(self.game, f"asked {seed}")
            for upto in reversed(range(len(round_.events))):
                part = resume(find(self.game), round_.document(upto))
                if part.asks():
                    return document_text(part.document())
        return document_text(document_from(document))

    def _quickly_solved(self) -> bool:
        """What the house has solved is worked out in the tests of the lab, which takes minutes."""
        return self.game not in HOUSE or solver_in(lab_of(self.game)) is None


HOUSE = frozenset(json.loads(sys.argv[2])) if len(sys.argv) > 2 else frozenset()


def walk(room: Path) -> dict[str, Any]:
    """What every command came to, by game."""
    found: dict[str, Any] = {}
    for game in listings():
        each = Walk(game, room)
        each.all()
        if game not in HOUSE:
            each.report()
        found[game] = each.ended
    whole = Walk("", room)
    for words in (("games", "--json"), ("rules", "--check"), ("rules", "--search", "third card"), ("fees",)):
        whole.run(*words, name=" ".join(words))
    return {"games": found, "house": whole.ended}


if __name__ == "__main__":
    print(json.dumps(walk(Path(sys.argv[1]))))
