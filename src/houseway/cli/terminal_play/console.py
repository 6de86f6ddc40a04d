"""Speaking with the person at the table: lines out, lines in."""

import sys
from collections.abc import Callable
from shutil import get_terminal_size
from textwrap import wrap
from typing import Final

import click

from houseway.cli.output.answers import visible
from houseway.cli.terminal_play.card_symbols import coloured
from houseway.script.errors import Refusal

WIDEST, PIPED = 96, 80
LONGEST: Final = 400
"""Characters of an answer; nothing that is asked here takes more."""
SWAPS: Final = str.maketrans({"♣": "c", "♦": "d", "♥": "h", "♠": "s", "░": "?", "─": "-", "▸": ">", "·": ";", "×": "x"})
"""Letters for a terminal that writes no Unicode."""
HELP: Final = "?"
COACH: Final = ("c", "coach")


class Left(Exception):
    """The person has left the table."""


class InputEnded(Exception):
    """No more answers will come."""


class Talk:
    """Writes words and reads answers. `quietly` writes to standard error: the output is for a program."""

    no_advice = "Coach: there is nothing to weigh here."
    """The coach's answer at a question that is no decision of a hand."""

    def __init__(self, *, quietly: bool = False) -> None:
        self.out = sys.stderr if quietly else sys.stdout
        if sys.stdin is None:
            raise Refusal("cannot-read", "standard input is closed: nobody can answer")
        self.live = sys.stdin.isatty()
        self.colour = self.out.isatty()
        self.plain = not (self.out.encoding or "").lower().startswith("utf")
        self.width = min(get_terminal_size().columns, WIDEST) if self.out.isatty() else PIPED
        self.aside: Callable[[str], bool] = lambda answer: False  # noqa: ARG005
        """Takes an answer that may be given to any question, such as a top-up; the question is then asked again."""

    def say(self, *lines: str, indent: str = "") -> None:
        """Writes each line folded at the right edge, with its cards in their colours."""
        for line in lines:
            lead = line[: len(line) - len(line.lstrip())]
            folded = wrap(line, self.width, subsequent_indent=indent or lead, break_long_words=False) or [""]
            for row in folded:
                self._write(f"{row}\n")

    def draw(self, *lines: str) -> None:
        """Writes lines that are made to measure."""
        for line in lines:
            self._write(f"{line.rstrip()}\n")

    def loud(self, line: str) -> None:
        self._write(f"{click.style(line, bold=True) if self.colour else line}\n")

    def rule(self, title: str = "") -> None:
        """Writes a line across, with words at its beginning."""
        self.loud(f"{'── ' if title else ''}{title}{' ' if title else ''}".ljust(self.width, "─"))

    def ask(self, prompt: str) -> str:
        """Returns the answer, without the spaces around it. Raises Left on `q` and on an interrupt."""
        while self.aside(answer := self._read(prompt)):
            pass
        return answer

    def _read(self, prompt: str) -> str:
        """Reads a line. Raises InputEnded if there is none."""
        while True:
            self._write(f"{prompt} ")
            self.out.flush()
            try:
                line = sys.stdin.readline(LONGEST + 2)
            except KeyboardInterrupt:
                self._write("\n")
                raise Left from None
            if not line:
                self._write("\n")
                raise InputEnded
            if len(line) <= LONGEST or line.endswith("\n"):
                break
            self._skip_line()
            self.say("", f"That is too long: nothing asked here takes more than {LONGEST} characters.")
        answer = line.strip()
        if not self.live:
            self._write(f"{visible(answer)}\n")
        if answer.lower() in ("q", "quit", "exit"):
            raise Left
        return answer

    def _skip_line(self) -> None:
        while (rest := sys.stdin.readline(LONGEST)) and not rest.endswith("\n"):
            pass

    def helped(self, said: str, *lines: str, coach: Callable[[], None] | None = None) -> bool:
        """Answers `?` by these lines, and `c` by the coach or an excuse. Returns False if neither was said."""
        if said == HELP:
            self.say(*lines)
        elif said.lower() not in COACH:
            return False
        elif coach is not None:
            coach()
        else:
            self.say(self.no_advice)
        return True

    def sure(self, question: str, *lines: str, default: bool, coach: Callable[[], None] | None = None) -> bool:
        """Returns True for yes and False for no. Says the lines at `?`; anything else is asked again."""
        enter = f"y or n, Enter for {'yes' if default else 'no'}, q leaves"
        while True:
            answer = self.ask(f"{question} [{'Y/n' if default else 'y/N'}]").lower()
            if not answer:
                return default
            if answer in ("y", "yes"):
                return True
            if answer in ("n", "no"):
                return False
            if not self.helped(answer, *lines, f"Type {enter}.", coach=coach):
                self.say(f"{answer!r} is neither yes nor no: {enter}.")

    def _write(self, text: str) -> None:
        text = text.translate(SWAPS) if self.plain else text
        click.echo(coloured(text) if self.colour else text, file=self.out, nl=False)
