"""Fuzz test of the command line: for any input the answer is complete or one sentence.

    pytest tests/cli/test_fuzz.py --campaign 50

A failing case is printed in corpus form: put it into `corpus/` under a name that says what it is.
"""

import json
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from click.testing import CliRunner

from houseway.cli import main
from houseway.rulebook import game_ids
from tests.cli.fuzz import Case, a_document, kept
from tests.cli.fuzz_words import some_play, some_words, wrong_words

PATIENCE = 120  # seconds that one case may take: far more than any does
DOCUMENTS, WORDS, WRONG_WORDS = 80, 30, 8  # for each game in the short form


@contextmanager
def in_time(case: Case) -> Iterator[None]:
    """Fails the case if it hangs."""

    def ring(_number: int, _frame: Any) -> None:
        raise AssertionError(f"it hangs: {case.written()}")

    before = signal.signal(signal.SIGALRM, ring)
    signal.alarm(PATIENCE)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def answered(case: Case) -> tuple[int, str, str]:
    """Returns exit code, standard output and standard error. Fails on a leaked exception."""
    with in_time(case):
        result = CliRunner().invoke(main, case.words, input=case.input, prog_name="houseway")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise AssertionError(f"{result.exception!r} leaks: {case.written()}") from result.exception
    return result.exit_code, result.stdout, result.stderr


def judge(case: Case, code: int, out: str, err: str) -> None:
    """Asserts a complete answer, or one sentence on standard error after nothing or an error in JSON."""
    told = f"\n{case.written()}\n{code}\n{out[:2000]}\n{err[:2000]}"
    assert code in (0, 2), told
    as_json = "--json" in case.words
    if code == 0:
        assert err == "", told
        if as_json and not {"--help", "-h", "--version"} & set(case.words):
            assert "error" not in json.loads(out), told
        return
    assert err.startswith("houseway: "), told
    assert err.count("\n") == 1, told
    assert err[:-1].isprintable(), told
    assert len(err) < 1_100, told
    assert "Traceback" not in err, told
    says = err.removeprefix("houseway: ").rstrip("\n")
    assert says.strip(), told
    if as_json:
        error = json.loads(out)["error"]
        assert error["says"] in says or " .. " in says, told
        assert error["code"], told
    else:
        assert out == "", told


@pytest.mark.parametrize("name", kept())
def test_what_was_found_once_stays_mended(name: str) -> None:
    case = kept()[name]
    code, out, err = answered(case)
    judge(case, code, out, err)
    assert case.says in err + out


@pytest.fixture
def campaign(pytestconfig: pytest.Config) -> int:
    return int(pytestconfig.getoption("--campaign"))


@pytest.mark.parametrize("game", game_ids())
def test_a_changed_document_is_settled_or_refused_in_one_sentence(game: str, campaign: int) -> None:
    for number in range(DOCUMENTS * campaign):
        case = a_document(random.Random(f"{game} {number}"), game)
        judge(case, *answered(case))


@pytest.mark.parametrize("game", game_ids())
def test_changed_words_are_answered_or_refused_in_one_sentence(game: str, campaign: int) -> None:
    for number in range(WORDS * campaign):
        case = some_words(random.Random(f"{game} {number}"), game)
        judge(case, *answered(case))


@pytest.mark.parametrize("game", game_ids())
def test_a_command_that_takes_long_is_refused_before_it_does(game: str, campaign: int) -> None:
    for number in range(WRONG_WORDS * campaign):
        case = wrong_words(random.Random(f"{game} {number}"), game)
        judge(case, *answered(case))


@pytest.mark.parametrize("game", game_ids())
def test_a_person_who_types_anything_at_the_table_is_answered(game: str, campaign: int) -> None:
    for number in range(2 * campaign):
        case = some_play(random.Random(f"{game} {number}"), game)
        code, out, err = answered(case)
        told = f"{case.written()}\n{code}\n{out[-2000:]}\n{err[-2000:]}"
        assert code in (0, 2), told
        assert "Traceback" not in out + err, told
        assert (out + err).replace("\n", "").isprintable(), told
        assert json.loads(out), told


def test_a_process_of_its_own_answers_alike(campaign: int) -> None:
    """Covers what CliRunner cannot see: bytes that are no text, and output while Python shuts down."""
    games = game_ids()
    for number in range(4 * campaign):
        game = games[number % len(games)]
        case = (a_document, some_words)[number % 2](random.Random(f"process {number}"), game)
        words = [word.encode("utf-8", "surrogatepass") for word in case.words]
        command: list[str | bytes] = [
            sys.executable,
            "-c",
            "from houseway.cli import main; main(prog_name='houseway')",
            *words,
        ]
        ended = subprocess.run(command, input=case.input, capture_output=True, timeout=PATIENCE, check=False)
        judge(case, ended.returncode, ended.stdout.decode(), ended.stderr.decode())
