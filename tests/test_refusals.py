"""Every refusal that a player, a dealer or a host can meet carries the facts of its sentence (see script/errors.py)."""

import ast
import json
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest
from click.testing import CliRunner

import houseway
from houseway.cli import main

SOURCE = Path(houseway.__file__).parent
LAYERS = ("script", "table", "rulebook", "players", "games", "cli")
FILES = sorted(path for layer in LAYERS for path in (SOURCE / layer).rglob("*.py"))


def refusals(tree: ast.AST) -> Iterator[tuple[ast.Call, list[ast.AST]]]:
    """Each `Refusal(..)` with what stands in its function between the one before and itself."""
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            before = function.lineno
            nodes = [node for node in ast.walk(function) if hasattr(node, "lineno")]
            calls = [node for node in nodes if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refusal"]
            for call in sorted(calls, key=lambda node: node.lineno):
                yield call, [node for node in nodes if before < node.lineno <= call.lineno]
                before = call.lineno


def forms(sentence: ast.expr, nodes: list[ast.AST]) -> list[ast.expr]:
    """What the sentence may be: itself, or everything that a variable of its name is set to."""
    if not isinstance(sentence, ast.Name):
        return [sentence]
    found: list[ast.expr] = []
    for node in nodes:
        if isinstance(node, ast.AugAssign) and getattr(node.target, "id", "") == sentence.id:
            found.append(node.value)
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name) and target.id == sentence.id:
                    found.append(node.value)
                if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                    pairs = zip(target.elts, node.value.elts, strict=True)
                    found += [value for name, value in pairs if getattr(name, "id", "") == sentence.id]
    return found


def facts_of(call: ast.Call) -> ast.expr | None:
    named = [word.value for word in call.keywords if word.arg == "facts"]
    return call.args[4] if len(call.args) > 4 else named[0] if named else None


def unsaid(source: str, name: str) -> list[str]:
    """The refusals of a source whose sentence is made of something that no fact tells."""
    found = []
    for call, nodes in refusals(ast.parse(source)):
        where = f"{name}:{call.lineno}"
        sentence, facts = call.args[1], facts_of(call)
        for form in forms(sentence, nodes):
            if any(isinstance(node, ast.JoinedStr) for node in ast.walk(form)):
                found.append(f"{where}: an f-string")
            elif facts is None and not isinstance(form, ast.Constant):
                found.append(f"{where}: {ast.unparse(form)} without facts")
            elif isinstance(form, ast.Constant) and isinstance(facts, ast.Dict) and None not in facts.keys:
                told = {key.value for key in facts.keys if isinstance(key, ast.Constant)}
                fields = {field for _, field, _, _ in Formatter().parse(str(form.value)) if field}
                found += [f"{where}: {field} is in the form and not in the facts" for field in sorted(fields - told)]
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_no_refusal_that_people_meet_has_a_sentence_without_its_facts(path: Path) -> None:
    assert not unsaid(path.read_text(encoding="utf-8"), path.name)


def test_the_walk_over_the_source_finds_a_sentence_without_facts() -> None:
    source = """
def low(low):
    sentence = f"{low} at least"
    raise Refusal("low", sentence)


def high(high):
    raise Refusal("high", str(high))


def both(low):
    raise Refusal("both", "{low} to {high}", facts={"low": low})
"""
    assert unsaid(source, "bad.py") == [
        "bad.py:4: an f-string",
        "bad.py:8: str(high) without facts",
        "bad.py:12: high is in the form and not in the facts",
    ]


def test_a_refusal_of_the_command_line_shows_its_facts_as_json() -> None:
    done = CliRunner().invoke(main, ["deal", "three-card-poker", "--players", "9", "--json"])
    assert done.exit_code == 2
    assert json.loads(done.stdout)["error"] == {
        "code": "players",
        "clause": "",
        "says": "9 players are too many: the table has 7 places for them",
        "facts": {"players": 9, "places": 7},
    }
