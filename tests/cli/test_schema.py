"""`houseway schema`: real documents and results of all fourteen games satisfy it, and wrong ones do not."""

import json
from typing import Any

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator
from msgspec import to_builtins

from houseway.cli import main
from houseway.players.bot_rounds import deal_round
from houseway.rulebook.files.index import releases
from houseway.table import document_text, result

GAMES = [game for game in releases() if game not in ("player-dealer", "collection-schedules")]


@pytest.fixture(scope="module")
def schemas() -> dict[str, Any]:
    found = {what: CliRunner().invoke(main, ["schema", what]).stdout for what in ("document", "result")}
    return {what: json.loads(text) for what, text in found.items()}


@pytest.mark.parametrize("game", GAMES)
def test_rounds_of_every_game_satisfy_the_schemas(game: str, schemas: dict[str, Any]) -> None:
    for what in schemas:
        Draft202012Validator.check_schema(schemas[what])
    for seed in range(5):
        round_ = deal_round(game, f"schema {seed}")
        document = json.loads(document_text(round_.document()))
        Draft202012Validator(schemas["document"]).validate(document)
        Draft202012Validator(schemas["result"]).validate(to_builtins(result(round_)))


@pytest.mark.parametrize(
    "change", [{"game": 3}, {"seats": [{"player": "Ana"}]}, {"cards": {"1": ["As"]}}, {"dealer": "Ana"}]
)
def test_a_document_that_would_be_refused_does_not_satisfy_its_schema(change: Any, schemas: dict[str, Any]) -> None:
    document = json.loads(document_text(deal_round("three-card-poker", "schema").document()))
    validator = Draft202012Validator(schemas["document"])
    assert validator.is_valid(document)
    assert not validator.is_valid(document | change)


def test_a_result_without_its_payments_does_not_satisfy_its_schema(schemas: dict[str, Any]) -> None:
    told = to_builtins(result(deal_round("three-card-poker", "schema")))
    del told["payments"]
    assert not Draft202012Validator(schemas["result"]).is_valid(told)


def test_what_has_no_schema_is_refused_in_one_sentence() -> None:
    done = CliRunner().invoke(main, ["schema", "view"])
    assert done.exit_code == 2
    assert "document, result" in done.stderr


def test_a_document_is_meant_unless_something_else_is_said() -> None:
    assert json.loads(CliRunner().invoke(main, ["schema"]).stdout)["title"] == "A round of Houseway"
