"""Writes every form of a refusal in the source into the English catalogue: `python -m tools.refusals`.

A form is the sentence of a `Refusal(code, form, ..)`, or of a helper that makes one. Facts in braces become those of
the other catalogues: `{low:money}` is `{low|money}`, `{name!r}` is `{name|quoted}`. A key is made of the first words of
its form, so it changes when they do. The test that compares languages tells which translations are out of date.
"""

import ast
import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
SOURCE: Final = ROOT / "src" / "houseway"
FILE: Final = SOURCE / "web" / "locales" / "en" / "refusals.toml"
LAYERS: Final = ("script", "rulebook", "table", "games", "room", "server")
NEVER_SENT: Final = (
    "table/documents/",
    "table/reports/phh.py",
    "room/fairness/proof.py",
    "room/fairness/redeal.py",
    "room/fairness/chain.py",
    "server/serve.py",
)
"""Modules that read files at a command line, which prints its refusals in English."""
HEAD: Final = """\
# Every sentence by which something is refused, as the source has it (written by `python -m tools.refusals`).
# The server says it in English with its facts; other languages say the same of them.

"""
KEY_WORDS: Final = 9
NEAR: Final = ": did you mean {near}?"
MAKERS: Final = {"Refusal": 1, "NoSpread": 0}
"""Calls that take a form, with its position. A function that passes a form of its caller's on is one too."""

INNER: Final = ("body", "orelse", "finalbody", "handlers", "cases")
"""Fields in which a statement holds statements."""

Known = dict[str, set[str]]
Loop = ast.For | ast.AsyncFor | ast.While


class Forms:
    """The forms of one module, by abstract execution of its functions. `left` lists those it could not resolve."""

    def __init__(self, tree: ast.Module) -> None:
        self.found: set[str] = set()
        self.left: list[str] = []
        self._makers = makers_of(tree)
        self._run(tree.body, {})

    def _run(self, body: Iterable[ast.stmt], known: Known) -> Known | None:
        """Returns the possible values of variables after these statements, or None if control never gets there."""
        for node in body:
            after = self._step(node, known)
            if after is None:
                return None
            known = after
        return known

    def _step(self, node: ast.stmt, known: Known) -> Known | None:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            self._run(node.body, dict(known))
            return known
        inner = [
            value for name, value in ast.iter_fields(node) if name not in ("body", "orelse", "finalbody", "handlers")
        ]
        for expression in _nodes(inner):
            self._look(expression, known)
        if isinstance(node, ast.Raise | ast.Return | ast.Continue | ast.Break):
            return None
        if isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign):
            return self._assigned(node, known)
        if isinstance(node, ast.Match):
            return _either(known, *[self._run(case.body, dict(known)) for case in node.cases])
        if isinstance(node, ast.If):
            return _either(self._run(node.body, dict(known)), self._run(node.orelse, dict(known)))
        if isinstance(node, ast.Try):
            tried = _either(known, self._run(node.body, dict(known))) or known
            ways = [self._run(handler.body, dict(tried)) for handler in node.handlers]
            return _either(self._run(node.orelse, dict(tried)), *ways)
        if isinstance(node, ast.With | ast.AsyncWith | Loop):
            return _either(known, self._run(node.body, dict(known)))
        return known

    def _assigned(self, node: ast.Assign | ast.AnnAssign | ast.AugAssign, known: Known) -> Known:
        if isinstance(node, ast.AugAssign):
            if not isinstance(node.target, ast.Name):
                return known
            held, more = known.get(node.target.id, set()), self._texts(node.value, known)
            return known | {node.target.id: {one + two for one in held for two in more}}
        for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
            for name, value in _pairs(target, node.value):
                if isinstance(name, ast.Name) and value is not None:
                    known = known | {name.id: self._texts(value, known)}
        return known

    def _look(self, node: ast.expr, known: Known) -> None:
        for call in ast.walk(node):
            if not isinstance(call, ast.Call):
                continue
            name = _name_of(call)
            place = self._makers.get(name, len(call.args))
            if place < len(call.args):
                texts = self._texts(call.args[place], known)
                self.found |= texts
                if not texts:
                    self.left.append(ast.unparse(call.args[place]))
            if name == "unknown" and len(call.args) > 1:
                self._keep_unknown(call, known)

    def _keep_unknown(self, call: ast.Call, known: Known) -> None:
        """Adds the forms of `did_you_mean.unknown`: with the nearest word, or else with all known ones."""
        listed = [word.value for word in call.keywords if word.arg == "listed"] + call.args[4:5]
        tails = self._texts(listed[0], known) if listed else {"there are {known}"}
        for says in self._texts(call.args[1], known):
            self.found |= {says + NEAR, *[f"{says}: {tail}" for tail in tails]}

    def _texts(self, node: ast.expr, known: Known) -> set[str]:
        """Returns the possible texts of the expression."""
        if isinstance(node, ast.Constant):
            return {node.value} if isinstance(node.value, str) else set()
        if isinstance(node, ast.Name):
            return known.get(node.id, set())
        if isinstance(node, ast.IfExp):
            return self._texts(node.body, known) | self._texts(node.orelse, known)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            return {one + two for one in self._texts(node.left, known) for two in self._texts(node.right, known)}
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "removesuffix":
            ends = tuple(self._texts(node.args[0], known))
            cut = {text.removesuffix(end) for text in self._texts(node.func.value, known) for end in ends}
            return {text for text in cut if not text.endswith(ends)}
        return set()


def _name_of(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else str(getattr(call.func, "attr", ""))


def makers_of(tree: ast.Module) -> dict[str, int]:
    """Returns every call of the module that takes a form, with its position among the arguments."""
    makers = dict(MAKERS)
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    for function in functions:
        names = [arg.arg for arg in function.args.args if arg.arg not in ("self", "cls")]
        for call in ast.walk(function):
            place = makers.get(_name_of(call)) if isinstance(call, ast.Call) else None
            if isinstance(call, ast.Call) and place is not None and place < len(call.args):
                form = call.args[place]
                if isinstance(form, ast.Name) and form.id in names:
                    makers[function.name] = names.index(form.id)
    return makers


def _nodes(values: Iterable[object]) -> Iterator[ast.expr]:
    for value in values:
        if isinstance(value, ast.expr):
            yield value
        elif isinstance(value, list):
            yield from _nodes(value)
        elif isinstance(value, ast.withitem):
            yield value.context_expr


def _pairs(target: ast.expr, value: ast.expr | None) -> list[tuple[ast.expr, ast.expr | None]]:
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
        return list(zip(target.elts, value.elts, strict=True))
    return [(target, value)]


def _either(*ways: Known | None) -> Known | None:
    """Merges what is known after several branches."""
    open_ways = [way for way in ways if way is not None]
    if not open_ways:
        return None
    return {name: set().union(*[way.get(name, set()) for way in open_ways]) for way in open_ways for name in way}


def modules() -> Iterator[tuple[str, Forms]]:
    """Yields every module that may refuse a request to the server, with its forms."""
    for layer in LAYERS:
        for path in sorted((SOURCE / layer).rglob("*.py")):
            name = path.relative_to(SOURCE).as_posix()
            if not name.startswith(NEVER_SENT):
                yield name, Forms(ast.parse(path.read_text(encoding="utf-8")))


def told(form: str) -> str:
    """Returns a form as catalogues have it."""
    return re.sub(r"\{(\w+):(\w+)\}", r"{\1|\2}", re.sub(r"\{(\w+)!r\}", r"{\1|quoted}", form))


def key_of(form: str, taken: Iterable[str]) -> str:
    """Returns the first words of a form in kebab-case, made different from the taken keys."""
    words = re.findall(r"[a-z0-9]+", re.sub(r"[{}'|]", " ", told(form).lower()))
    known = set(taken)
    for count in range(KEY_WORDS, len(words) + 1):
        key = "-".join(words[:count])
        if key not in known:
            return key
    key, number = "-".join(words), 2
    while (f"{key}-{number}" if key in known else key) in known:
        number += 1
    return f"{key}-{number}" if key in known else key


def catalogue() -> dict[str, str]:
    """Returns every form by its key, sorted."""
    forms = sorted({told(form) for _, module in modules() for form in module.found})
    keyed: dict[str, str] = {}
    for form in forms:
        keyed[key_of(form, keyed)] = form
    return keyed


def main() -> None:
    """Writes the English catalogue."""
    rows = "".join(f"{key} = {json.dumps(form, ensure_ascii=False)}\n" for key, form in sorted(catalogue().items()))
    FILE.write_text(HEAD + rows, encoding="utf-8")


if __name__ == "__main__":
    main()
