"""The house in order: what was agreed about the shape of the source, held over every file of it."""

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import houseway
from houseway.roster import OWN

SOURCE = Path(houseway.__file__).parent
MODULE_LINES = 400
FUNCTION_LINES = 50
PARAMETERS = 6
TEST_LINES = 1_000
PLAIN_AT_A_GLANCE = 3  # lines of a public function or class that need no sentence

# What has no business where a round must come out the same every time it is played.
OUTSIDE = {
    *("asyncio", "datetime", "fcntl", "getpass", "glob", "hashlib", "hmac", "http", "io", "logging", "multiprocessing"),
    *("os", "pathlib", "random", "secrets", "select", "shutil", "signal", "socket", "sqlite3", "subprocess", "sys"),
    *("tempfile", "threading", "time", "urllib", "uuid"),
}
OUTSIDE_CALLS = {"open", "print", "input", "exec", "eval", "__import__"}
DIGESTS = {"hashlib", "hmac"}  # of fixed bytes they are arithmetic: the fair shuffle is made of them
SETTLED = ("games", "script", "room")
RIDDLES = ("What", "Who", "Whoever", "Whose", "Where", "Which", "Whether", "How", "Whatever")

# Functions that are longer, each with its reason.
LONG = {
    "lab/loops/hand_pairs/disjoint.py: _compare": "a compiled loop: one pass over both hands with eleven counters",
    "lab/loops/hand_pairs/distributions.py: distributions": "lays out twelve arrays that depend on each other",
}
KERNELS = {"kernel", "element", "parallel", "njit"}  # compiled loops take arrays and numbers, no objects
# Functions with more parameters, each with its reason. Click commands have one a flag, compiled loops one an array.
WIDE = {
    "api.py: advise": "public keywords",
    "api.py: equity": "public keywords",
    "api.py: simulate": "public keywords",
    "conformance/kit.py: document": "public keywords of the kit for tests of a game; nearly all have defaults",
    "games/kit/pai_gow/house_rules.py: judge": "the kit's call for a game: two hands, the place and its pay",
    "lab/design.py: design": "public keywords",
    "lab/equity.py: equity": "public keywords",
    "lab/fees.py: net_of_fee": "public keywords",
    "lab/inquiry/advice.py: advice": "the fields of an Advice, by keyword",
    "lab/inquiry/probe.py: played": "the parts of a round's document; most have defaults",
    "lab/inquiry/probe.py: probe": "the parts of a round's document; most have defaults",
    "lab/loops/hand_pairs/disjoint.py: disjoint_pairs": "the arrays that the compiled loops take",
    "lab/methods/blackjack/rules.py: ordinary": "the rules of a blackjack table, by keyword with defaults",
    "lab/methods/pai_gow/exceptions/moves.py: _kinds": "columns of one table of hands, as numpy takes them",
    "lab/methods/pai_gow/simulation/seven_card_model.py: seven_card_model": "the bonus of each game, by keyword",
    "lab/report/svg.py: __init__": "the labels and scales of a plot, by keyword with defaults",
    "lab/simulate.py: simulate": "public keywords",
    "lab/simulation/model.py: __init__": "the fields of a model, three by keyword with defaults",
    "lab/simulation/rollouts.py: rolled_out": "public keywords: the budget of a simulation and its seed",
    "script/did_you_mean.py: unknown": "the parts of a refusal; three have defaults",
    "script/felt.py: __init__": "a table's set-up, by keyword with defaults; games' own tests use them",
    "script/places.py: __init__": "a place's set-up; games' own tests use it",
}

# Most uses of `Any` in each package: decoded JSON, rows of a database, a game's own options, and objects of other
# libraries. The lab's are numpy's.
ANY = {
    "api.py": 6,
    "cli": 24,
    "client.py": 18,
    "conformance": 2,
    "drill": 5,
    "hands": 2,
    "players": 3,
    "room": 60,
    "roster.py": 1,
    "rulebook": 3,
    "script": 6,
    "server": 56,
    "store": 67,
    "table": 10,
    "web": 2,
}

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


@cache
def files() -> dict[str, str]:
    """Every source file: its path under the package, and its text."""
    return {path.relative_to(SOURCE).as_posix(): path.read_text() for path in sorted(SOURCE.rglob("*.py"))}


@cache
def trees() -> dict[str, ast.Module]:
    return {name: ast.parse(text) for name, text in files().items()}


def definitions() -> Iterator[tuple[str, Definition]]:
    """Every function and class, wherever it stands, with the file that holds it."""
    for name, tree in trees().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                yield name, node


def public(body: list[ast.stmt]) -> Iterator[Definition]:
    """What a reader of a module may use of it: its public functions and classes, and their public methods."""
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and not node.name.startswith("_"):
            yield node
            if isinstance(node, ast.ClassDef):
                yield from public(node.body)


def span(node: ast.stmt) -> int:
    return (node.end_lineno or node.lineno) - node.lineno + 1


def lines(node: Definition) -> int:
    """Lines from `def` to the end; decorators and the docstring are not counted."""
    return span(node) - (span(node.body[0]) if ast.get_docstring(node) else 0)


def imported(tree: ast.Module) -> set[str]:
    """Full names of every module imported, and of every name imported from one."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are written in full"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def words(text: str) -> list[str]:
    """The words that say something, so that `cards_left` and "The cards left." are the same."""
    apart = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", text).lower()
    return sorted(word for word in re.findall(r"[a-z0-9]+", apart) if word not in {"a", "an", "the"})


def test_a_module_is_short_enough_to_be_one_thing() -> None:
    sizes = {name: len(text.splitlines()) for name, text in files().items()}
    assert {name: size for name, size in sizes.items() if size > MODULE_LINES} == {}


def test_a_file_of_tests_has_one_subject() -> None:
    sizes = {path.name: len(path.read_text().splitlines()) for path in Path(__file__).parent.rglob("*.py")}
    assert {name: size for name, size in sizes.items() if size > TEST_LINES} == {}


def test_a_function_is_short_enough_to_be_read_at_once() -> None:
    long = [
        f"{name}: {node.name} has {lines(node)} lines"
        for name, node in definitions()
        if not isinstance(node, ast.ClassDef) and lines(node) > FUNCTION_LINES and f"{name}: {node.name}" not in LONG
    ]
    assert long == []
    names = {f"{name}: {node.name}" for name, node in definitions() if lines(node) > FUNCTION_LINES}
    assert LONG.keys() - names == set(), "these are short enough now"


def decorators(node: ast.FunctionDef | ast.AsyncFunctionDef) -> set[str]:
    """Last words of the names of a function's decorators, such as `command` of `click.command()`."""
    called = [each.func if isinstance(each, ast.Call) else each for each in node.decorator_list]
    return {ast.unparse(each).rpartition(".")[2] for each in called}


def parameters(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Named parameters without `self` and `cls`."""
    named = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
    return sum(each.arg not in ("self", "cls") for each in named)


def test_a_function_with_many_parameters_has_its_reason() -> None:
    """Parameters that belong together are a small class of their own."""
    wide = {
        f"{name}: {node.name}"
        for name, node in definitions()
        if not isinstance(node, ast.ClassDef) and parameters(node) > PARAMETERS
        if not decorators(node) & {"command", *KERNELS}
    }
    assert wide == {*WIDE}


def test_an_init_only_hands_on_what_others_define() -> None:
    own = [
        f"{name}: {node.name}"
        for name, node in definitions()
        if name.endswith("__init__.py") and node.name not in ("__getattr__", "__dir__")  # what is lazy, and its names
    ]
    assert own == []


def test_a_game_imports_no_other_game() -> None:
    """What several games share is the kit's."""
    games = {name.split("/")[1].removesuffix(".py") for name in files() if name.startswith("games/")} - {"__init__"}
    assert games >= {game.replace("-", "_") for game in OWN}
    borrowed = []
    for name, tree in trees().items():
        if not name.startswith("games/"):
            continue
        own = name.split("/")[1].removesuffix(".py")
        for other in games - {own, "kit", "game_lookup"}:
            full = f"houseway.games.{other}"
            borrowed += [f"{name}: {found}" for found in imported(tree) if f"{found}.".startswith(f"{full}.")]
    assert borrowed == []


def test_games_scripts_and_the_room_ask_nothing_of_the_machine() -> None:
    """No clock, no chance, no files: a round comes out the same wherever and whenever it is played again."""
    asked = []
    for name, tree in trees().items():
        if name.split("/")[0] not in SETTLED:
            continue
        allowed = DIGESTS if name == "room/fairness/scheme.py" else set()
        tops = {found.split(".")[0] for found in imported(tree)}
        asked += [f"{name}: imports {top}" for top in sorted(tops & OUTSIDE - allowed)]
        asked += [
            f"{name}:{node.lineno}: calls {node.func.id}"
            for node in ast.walk(tree)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in OUTSIDE_CALLS
        ]
    assert asked == []


def told_elsewhere() -> set[str]:
    """Methods that some class has a sentence for: whoever does the same by the same name need not repeat it."""
    return {
        method.name
        for _, node in definitions()
        if isinstance(node, ast.ClassDef)
        for method in public(node.body)
        if ast.get_docstring(method)
    }


def test_what_is_public_and_not_plain_at_a_glance_has_a_sentence() -> None:
    """A test's name is its sentence, and a hook of pytest's is told there."""
    told = told_elsewhere()
    untold = [
        f"{name}:{node.lineno}: {node.name}"
        for name, tree in trees().items()
        for node in public(tree.body)
        if lines(node) > PLAIN_AT_A_GLANCE
        and not ast.get_docstring(node)
        and not node.name.startswith(("test_", "pytest_"))
        and not (node.col_offset and node.name in told)
    ]
    assert untold == []


def test_no_docstring_only_repeats_a_name() -> None:
    repeated = [
        f"{name}:{node.lineno}: {node.name}"
        for name, node in definitions()
        if (told := ast.get_docstring(node)) and words(told) == words(node.name)
    ]
    assert repeated == []


def test_a_docstring_begins_with_a_subject_or_a_verb() -> None:
    """STYLE.md, rule 7. The games keep the prose of their rule books."""
    kinds = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
    riddles = [
        f"{name}:{node.body[0].lineno}: {told.splitlines()[0]}"
        for name, tree in trees().items()
        if not name.startswith("games/")
        for node in ast.walk(tree)
        if isinstance(node, kinds) and (told := ast.get_docstring(node))
        if re.match(rf"(?:{'|'.join(RIDDLES)})\b", told)
    ]
    assert riddles == []


def test_no_package_says_any_more_often_than_it_must() -> None:
    """A known type is named. Lower a number here when its package needs fewer."""
    found: Counter[str] = Counter()
    for name, tree in trees().items():
        found[name.split("/")[0]] += sum(isinstance(node, ast.Name) and node.id == "Any" for node in ast.walk(tree))
    del found["lab"]
    assert {package: count for package, count in found.items() if count > ANY.get(package, 0)} == {}


def test_a_class_name_means_one_class() -> None:
    homes: dict[str, list[str]] = defaultdict(list)
    for name, node in definitions():
        if isinstance(node, ast.ClassDef):
            homes[node.name].append(name)
    assert {name for name, found in homes.items() if len(found) > 1} == set()


def test_the_server_reads_no_private_attribute_of_another_object() -> None:
    """What a module needs of another object is public there. `os._exit` is the system's own name."""
    reached = [
        f"{name}:{node.lineno}: {ast.unparse(node)}"
        for name, tree in trees().items()
        if name.startswith("server/")
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr.startswith("_") and not node.attr.endswith("__")
        if not (isinstance(node.value, ast.Name) and node.value.id in ("self", "cls", "os"))
    ]
    assert reached == []


def test_nothing_is_left_for_later() -> None:
    later = re.compile(r"\b(?:TODO|FIXME|XXX)\b|\bfor now\b", re.IGNORECASE)
    left = [
        f"{name}:{number}: {line.strip()}"
        for name, text in files().items()
        for number, line in enumerate(text.splitlines(), 1)
        if later.search(line)
    ]
    assert left == []
