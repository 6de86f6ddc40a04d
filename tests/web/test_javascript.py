"""The scripts in order: what was agreed about their shape, held over every file of them."""

import posixpath
import re
import subprocess
import sysconfig
from collections import Counter
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest
import tree_sitter_javascript
from tools import wire
from tree_sitter import Language, Node, Parser

import houseway
from houseway.roster import OWN
from houseway.web.static_files import shelf, without_comments

SCRIPTS = Path(houseway.__file__).parent / "web" / "static" / "js"
MODULE_LINES = 260
FUNCTION_LINES = 45
WIDTH = 400  # of a line that is one thought; nothing is folded by a machine here

# Imports run downward. Whoever writes a new module says here where it stands.
FLOORS = ("main boot", "pages", "panels", "controls", "board", "text", "fairness", "net", "dom")
"""Folders from the top: a script imports scripts of its own floor and of floors below. `panels` has rooms."""
MOST_IN_A_FOLDER = 13
PAGES_THAT_LISTEN = {"pages/table", "pages/lobby"}  # who may open a line to the room

# Markup with data in it does not exist, nothing is made of text, and a sheet says how things look.
BANNED = {
    *("innerHTML", "outerHTML", "insertAdjacentHTML", "eval", "Function", "setHTMLUnsafe", "srcdoc"),
    *("cssText", "createContextualFragment", "DOMParser", "alert", "confirm", "prompt"),
}
MAKERS = {"make", "write", "svg", "drawn"}  # the functions of dom/dom.js that set attributes
FUNCTIONS = {
    *("function_declaration", "generator_function_declaration", "function_expression", "arrow_function"),
    "method_definition",
}


@cache
def files() -> dict[str, Path]:
    return {path.relative_to(SCRIPTS).as_posix()[:-3]: path for path in sorted(SCRIPTS.rglob("*.js"))}


@cache
def scripts() -> dict[str, Node]:
    """Every script by its path below `js`, without its ending, read as a tree."""
    parser = Parser(Language(tree_sitter_javascript.language()))
    return {name: parser.parse(path.read_bytes()).root_node for name, path in files().items()}


def walk(node: Node) -> Iterator[Node]:
    yield node
    for child in node.children:
        yield from walk(child)


def text(node: Node | None) -> str:
    return "" if node is None or node.text is None else node.text.decode()


def where(name: str, node: Node) -> str:
    """The file and the line, counted in its text: the parser frees a node's points too early, and crashes."""
    before = (scripts()[name].text or b"")[: node.start_byte]
    return f"{name}.js:{len(before.splitlines()) or 1}"


def every(*kinds: str) -> Iterator[tuple[str, Node]]:
    """The nodes of these kinds in all scripts."""
    for name, tree in scripts().items():
        for node in walk(tree):
            if node.type in kinds:
                yield name, node


def strings() -> Iterator[tuple[str, Node, str]]:
    for name, node in every("string", "template_string"):
        yield name, node, text(node)[1:-1]


def imports() -> Iterator[tuple[str, str]]:
    """Who imports whom, at the top of a file or later."""
    for name, _, said in strings():
        if re.fullmatch(r"\.{1,2}/[\w/.-]+\.js", said):
            yield name, resolved(name, said)


def resolved(name: str, said: str) -> str:
    """Returns the script that another names by a relative path."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), said))[:-3]


def test_every_script_can_be_read() -> None:
    assert scripts()
    assert [name for name, tree in scripts().items() if tree.has_error] == []


def test_a_script_is_short_enough_to_be_one_thing() -> None:
    sizes = {name: len((tree.text or b"").splitlines()) for name, tree in scripts().items()}  # a point does not last
    assert {name: size for name, size in sizes.items() if size > MODULE_LINES} == {}


def test_a_function_is_short_enough_to_be_read_at_once() -> None:
    long = [(name, node) for name, node in every(*FUNCTIONS) if text(node).count("\n") >= FUNCTION_LINES]
    assert [where(name, node) for name, node in long] == []


def test_no_line_runs_on_for_ever() -> None:
    long = [
        f"{path.name}:{number}"
        for path in files().values()
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if len(line) > WIDTH
    ]
    assert long == []


def test_a_script_says_first_what_it_is() -> None:
    silent = [name for name, path in files().items() if not path.read_text().startswith(("// ", "/**"))]
    assert silent == []


def floor_of(name: str) -> int:
    (found,) = (number for number, floor in enumerate(FLOORS) if name.split("/")[0] in floor.split())
    return found


def test_imports_run_downward() -> None:
    assert [f"{name} imports {other}" for name, other in imports() if floor_of(other) < floor_of(name)] == []
    assert {name for name, other in imports() if other == "net/socket"} <= PAGES_THAT_LISTEN


def test_no_script_imports_itself_by_way_of_others() -> None:
    """Imports that are made later, when something is asked for, are left out: they wait for nobody."""
    below: dict[str, set[str]] = {name: set() for name in scripts()}
    for name, path in files().items():
        below[name] = {resolved(name, said) for _, said in IMPORTED.findall(path.read_text())}
    assert tuple(TopologicalSorter(below).static_order())


def test_a_folder_holds_about_a_dozen_scripts() -> None:
    sizes = Counter(posixpath.dirname(name) for name in scripts())
    assert {folder: size for folder, size in sizes.items() if size > MOST_IN_A_FOLDER} == {}


IMPORTED = re.compile(r'^(?:import|export) \{([^}]*)\} from "(\.{1,2}/[\w/.-]+\.js)";', re.MULTILINE)
EXPORTED = re.compile(r"^export (?:async )?(?:function\*?|class|const|let) (\w+)", re.MULTILINE)
HANDED_ON = re.compile(r"^export \{([^}]*)\}", re.MULTILINE)


def _names(listed: str, last: bool = False) -> set[str]:
    """The names of a list in braces: those of the other module, or by `last` those that they have here."""
    return {each.split(" as ")[-1 if last else 0].strip() for each in listed.split(",") if each.strip()}


def test_whatever_is_imported_is_exported_there() -> None:
    """A page whose module asks for a name that is gone stays empty, and says so to nobody."""
    texts = {name: path.read_text() for name, path in files().items()}
    offered = {
        name: {*EXPORTED.findall(text)}.union(*(_names(each, last=True) for each in HANDED_ON.findall(text)))
        for name, text in texts.items()
    }
    gone = [
        f"{name}: {each} of {said}"
        for name, text in texts.items()
        for listed, said in IMPORTED.findall(text)
        for each in _names(listed) - offered[resolved(name, said)]
    ]
    assert gone == []
    assert sum(len(IMPORTED.findall(text)) for text in texts.values()) > 200


def test_what_is_imported_is_named() -> None:
    unnamed = [where(name, node) for name, node in every("namespace_import", "namespace_export")]
    default = [where(name, node) for name, node in every("export_statement") if "default" in text(node)[:20]]
    assert unnamed + default == []


def test_nothing_is_made_of_text_and_nobody_is_stopped_by_a_box() -> None:
    used = [
        f"{where(name, node)}: {text(node)}"
        for name, node in every("identifier", "property_identifier")
        if text(node) in BANNED
    ]
    written = [where(name, node) for name, node in every("member_expression") if text(node) == "document.write"]
    assert used + written == []


def test_numbers_go_to_the_sheet_and_styles_stay_there() -> None:
    attributes = [
        where(name, node)
        for name, node in every("pair")
        if text(node.child_by_field_name("key")).strip('"') == "style" and called_by(node) in MAKERS
    ]
    called = [where(name, node) for name, node in every("call_expression") if 'Attribute("style"' in text(node)]
    assigned = [
        where(name, node)
        for name, node in every("assignment_expression")
        if re.search(r"\.style(\.|\[|$)", text(node.child_by_field_name("left")))
    ]
    assert attributes + called + assigned == []


def called_by(node: Node) -> str:
    """The function to which something is given."""
    above = node.parent
    while above is not None and above.type != "call_expression":
        above = above.parent
    return "" if above is None else text(above.child_by_field_name("function"))


def test_no_script_knows_a_game() -> None:
    known = [f"{where(name, node)}: {said}" for name, node, said in strings() if any(game in said for game in OWN)]
    assert known == []


def test_nothing_is_swallowed() -> None:
    empty = [where(name, node) for name, node in every("catch_clause") if not body(node).strip("{} \n")]
    assert empty == []


def body(node: Node) -> str:
    return text(node.child_by_field_name("body"))


def test_importing_a_script_starts_nothing() -> None:
    """At the top of a file things are named; `main` begins, and `boot` runs before the first paint."""
    deeds = [
        where(name, statement)
        for name, tree in scripts().items()
        for statement in tree.children
        if statement.type == "expression_statement"
        and name not in ("main", "boot")
        and not text(statement).startswith("customElements.define(")
    ]
    assert deeds == []


def test_an_element_is_the_last_word_of_its_file() -> None:
    wrong = []
    for name, tree in scripts().items():
        said = [node for node in tree.children if text(node).startswith("customElements.define(")]
        if len(said) > 1 or (said and said[0] != tree.children[-1]):
            wrong.append(name)
    assert wrong == []


def test_the_types_of_the_wire_are_current() -> None:
    """Where this fails: `python -m tools.wire`."""
    assert wire.FILE.read_text(encoding="utf-8") == wire.text()
    assert not [path for path in shelf() if "wire" in path], "it is for editors, and never served"


def test_a_type_that_a_script_names_is_one_of_the_wire() -> None:
    known = {*re.findall(r"^export (?:interface|type) (\w+)", wire.text(), re.MULTILINE)}
    said = {
        name: {*re.findall(r'import\("[./]+/wire\.d\.ts"\)\.(\w+)', path.read_text())} for name, path in files().items()
    }
    assert {name: types - known for name, types in said.items() if types - known} == {}
    assert {"AnyFrame", "Message", "Refused"} <= set().union(*said.values())
    typed = {name for name, types in said.items() if types}
    assert typed >= {"net/model", "net/socket", "dom/motion", "text/narrate", "text/narrate-chips"}
    assert typed >= {f"controls/{name}" for name in ("decision-form", "bet-form", "bank-form", "hand-splitter")}


def test_the_linter_has_nothing_to_say() -> None:
    oxlint = Path(sysconfig.get_path("scripts")) / "oxlint"
    if not oxlint.exists():
        pytest.fail("oxlint is missing: it is one of the test requirements, which ./check installs")
    done = subprocess.run([oxlint, "--deny-warnings", SCRIPTS], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_a_file_that_a_script_asks_for_is_there() -> None:
    asked = [
        (name, SCRIPTS / posixpath.dirname(name) / said)
        for name, path in files().items()
        for said in re.findall(r'new URL\("([^"]+)", import\.meta\.url\)', path.read_text())
    ]
    assert len(asked) >= 3
    assert [name for name, path in asked if not path.resolve().is_file()] == []


def test_a_script_without_its_comments_says_the_same_on_the_same_lines() -> None:
    parser = Parser(Language(tree_sitter_javascript.language()))

    def words(written: bytes) -> list[tuple[int, str]]:
        tree = parser.parse(written)
        leaves = [node for node in walk(tree.root_node) if not node.children and node.type != "comment"]
        return [(written[: node.start_byte].count(b"\n"), text(node)) for node in leaves if text(node)]

    for name, path in files().items():
        written = path.read_bytes()
        assert words(without_comments("js", written)) == words(written), name


def test_a_style_sheet_has_no_comment_inside_a_string() -> None:
    for path in sorted((SCRIPTS.parent / "css").glob("*.css")):
        served = without_comments("css", path.read_bytes())
        assert b"/*" not in served
        assert b"*/" not in served
        assert [line for line in served.splitlines() if line.count(b'"') % 2] == [], "a string was cut"
