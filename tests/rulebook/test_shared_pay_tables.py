"""A pay table that pays several wagers alike names all of them, and a page prints it under all of them."""

import pytest

from houseway.cli.output.rulebook_output import paytable_json
from houseway.rulebook import RulebookError, Rules
from houseway.rulebook.files.loader import read
from houseway.rulebook.files.manifest import DATA
from houseway.server.api.felt import pays

FILE = "three-card-poker.toml"


def changed(also: str) -> bytes:
    text = (DATA / FILE).read_text()
    assert text.count('wager = "ante"') >= 1
    return text.replace('wager = "ante"', f'wager = "ante"\nalso = {also}', 1).encode()


def test_a_table_names_every_wager_that_it_pays(monkeypatch: pytest.MonkeyPatch) -> None:
    (table,) = [each for each in read(FILE, changed('["play"]')).paytables if each.also]
    assert table.wagers == ("ante", "play")
    rules = Rules.of("three-card-poker")
    assert paytable_json(table, rules)["also"] == ["play"]
    assert "also" not in paytable_json(rules.tables[table.id], rules)
    monkeypatch.setitem(rules.tables, table.id, table)
    assert [each["also"] for each in pays(rules) if each["id"] == table.id] == [["play"]]


def test_a_wager_that_the_game_does_not_have_is_refused() -> None:
    with pytest.raises(RulebookError, match=r"also: there is no wager 'blind'"):
        read(FILE, changed('["blind"]'))
