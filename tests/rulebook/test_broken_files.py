"""A faulty file refuses to load, with the file, the key and the reason in one sentence."""

import pytest

from houseway.rulebook import RulebookError
from houseway.rulebook.files.loader import read

GAME = """
[game]
id = "patience"
version = 1
title = "Patience"
short = "Patience"
family = "banked"
source = "a page"
summary = "One game."
deck = { cards = 52, packs = 1, jokers = 0 }
seats = { min = 2, max = 7, includes_banker = true }
bankers = ["player-dealer"]

[owner]
name = "Somebody Inc."
notice = "It is theirs."
marks = ["Patent pending"]
clauses = ["PD-62"]
source = "a page / 3"

[[clause]]
id = "PAT-01"
topic = "deal"
rule = "Cards are dealt."
source = "a page / 1"

[[clause]]
id = "PAT-02"
topic = "conduct"
rule = "The cloth is green."
source = "a page / 2"
physical = "there is no cloth on a screen"

[[option]]
id = "exposed_card"
default = "top"
choices = ["top", "none"]
clauses = ["PAT-01", "PD-01"]

[[wager]]
id = "bonus"
title = "Bonus"
required = false
when = "before deal"
min_rule = "$1"
max_rule = "$5"
pays = "bonus"
backline = false
clauses = ["PAT-01"]

[[paytable]]
id = "bonus"
title = "Bonus"
wager = "bonus"
unit = "to 1"
rows = [["Straight flush", 40], ["Flush", 1.5], ["One pair", "6:5"]]

[[example]]
id = "PAT-E01"
clauses = ["PAT-01", "FEE-05"]
setup = "Cards."
expected = "Dealt."

[[open_question]]
id = "PAT-Q01"
question = "How?"
our_ruling = "So."
clauses = ["PAT-02"]
"""

FEES = """
[game]
id = "fees"
version = 1
title = "Fees"
short = "Fees"
family = "fees"
source = "a page"
summary = "Fees."
deck = { cards = 0, packs = 0, jokers = 0 }
seats = { min = 0, max = 0, includes_banker = false }
bankers = []

[[clause]]
id = "PAY-01"
topic = "fees"
rule = "Pay."
source = "a page"

[[group]]
id = "G1"
authority = "the regulator"
bgc_id = "GEGA-000001"
bgc_date = "July 2010"
covers = "the rates"
games = ["three-card-poker", "texas-holdem"]
source = "a page"

[[schedule]]
id = "SCH-01"
group = "G1"
game = "three-card-poker"
option = 1
option_numbering = "printed"
limits = { text = "$5 - $300", structure = "bracket", min_usd = 5, max_usd = 300 }
payer = "player-dealer"
basis = "total-table-action"
counts = ["ante"]
brackets = [
  { low_usd = 5, high_usd = 50, open_ended = false, fee_cents = 50 },
  { low_usd = 51, high_usd = 100, open_ended = false, fee_cents = 100 },
  { low_usd = 101, open_ended = true, fee_cents = 200 },
]
source = "a page"

[[schedule]]
id = "SCH-02"
group = "G1"
game = "texas-holdem"
option = 1
option_numbering = "printed"
limits = { text = "$1 / $2", structure = "limit" }
payer = "button"
basis = "hand"
flat = [{ per = "hand", when = "flop", fee_cents = 400 }, { per = "hand", when = "no-flop", fee_cents = 100 }]
source = "a page"
"""

THIRD = "{ low_usd = 101, open_ended = true, fee_cents = 200 }"
ROWS = '[["Straight flush", 40], ["Flush", 1.5], ["One pair", "6:5"]]'

BROKEN_GAMES = {
    "an idle option that is the game's own": (
        "[[wager]]",
        '[[idle]]\nid = "exposed_card"\nclauses = ["PAT-01"]\nwhy = "none"\n\n[[wager]]',
        "idle exposed_card: is an option of the file itself",
    ),
    "an idle option by no clause": (
        "[[wager]]",
        '[[idle]]\nid = "backline_max"\nclauses = ["PAT-09"]\nwhy = "none"\n\n[[wager]]',
        "idle backline_max, clauses: cites PAT-09, and there is no such clause",
    ),
    "a table in use by no option": (
        'unit = "to 1"',
        'unit = "to 1"\nin_use = { hidden_card = "top" }',
        "paytable bonus, in_use: there is no option 'hidden_card'",
    ),
    "a table in use by no choice": (
        'unit = "to 1"',
        'unit = "to 1"\nchanged_with = { exposed_card = "all" }',
        "paytable bonus, changed_with: 'all' is not among the choices of exposed_card: top, none",
    ),
    "a row in use that is none": (
        'unit = "to 1"',
        'unit = "to 1"\nrows_in_use = { flsh = { exposed_card = "top" } }',
        "paytable bonus, rows_in_use: there is no row 'flsh'",
    ),
    "unknown key of the owner": (
        'name = "Somebody Inc."',
        'name = "Somebody Inc."\nfax = "1"',
        "owner: Object contains unknown field `fax`",
    ),
    "an owner without a name": ('name = "Somebody Inc."', 'name = " "', "owner, name: is empty"),
    "an owner without a notice": ('notice = "It is theirs."\n', "", "owner: Object missing required field `notice`"),
    "an owner by no clause": ('"PD-62"', '"PD-99"', "owner, clauses: cites PD-99, and there is no such clause"),
    "not TOML": ("[game]", "[game", r"the file: is not TOML: .*"),
    "unknown key": (
        'topic = "deal"',
        'topic = "deal"\nrules = "twice"',
        "clause PAT-01: Object contains unknown field `rules`",
    ),
    "unknown table": (
        "[[example]]",
        "[[exampel]]",
        "the file: Object contains unknown field `exampel`",
    ),
    "unknown key of the game": (
        'short = "Patience"\nfamily',
        'short = "Patience"\nplayers = 3\nfamily',
        "game: Object contains unknown field `players`",
    ),
    "missing key": (
        'rule = "Cards are dealt."\n',
        "",
        "clause PAT-01: Object missing required field `rule`",
    ),
    "wrong type": ("required = false", 'required = "no"', "wager bonus, required: Expected `bool`, got `str`"),
    "unknown family": ('family = "banked"', 'family = "dice"', "game.family: Invalid enum value 'dice'"),
    "repeated clause": ('id = "PAT-02"', 'id = "PAT-01"', "clause PAT-01: the id is used twice"),
    "clause of another file": (
        'id = "PAT-02"',
        'id = "TCP-02"',
        "clause: the ids begin with PAT, TCP: a file has clauses of exactly one prefix",
    ),
    "example cites nothing": (
        '["PAT-01", "FEE-05"]',
        '["PAT-09"]',
        "example PAT-E01, clauses: cites PAT-09, and there is no such clause",
    ),
    "example cites a fee clause that is not": (
        '["PAT-01", "FEE-05"]',
        '["FEE-99"]',
        "example PAT-E01, clauses: cites FEE-99, and there is no such clause",
    ),
    "option cites another game": (
        '["PAT-01", "PD-01"]',
        '["TCP-01"]',
        "option exposed_card, clauses: cites TCP-01, and there is no such clause",
    ),
    "wager cites nothing": (
        'backline = false\nclauses = ["PAT-01"]',
        'backline = false\nclauses = ["PAT-07"]',
        "wager bonus, clauses: cites PAT-07, and there is no such clause",
    ),
    "question cites nothing": (
        'clauses = ["PAT-02"]',
        'clauses = ["PAT-03"]',
        "open_question PAT-Q01, clauses: cites PAT-03, and there is no such clause",
    ),
    "default is no choice": (
        'default = "top"',
        'default = "left"',
        "option exposed_card, default: 'left' is not among the choices top, none",
    ),
    "option cannot be named": (
        'id = "exposed_card"',
        'id = "exposed-card"',
        "option exposed-card: the id is not a name that can be written options.name",
    ),
    "pay table of no wager": ('wager = "bonus"', 'wager = "trips"', "paytable bonus, wager: there is no wager 'trips'"),
    "chart of a wager": (
        'unit = "to 1"',
        'unit = "seat"',
        "paytable bonus, unit: 'seat' with wager 'bonus': money is for a wager and a chart is for none",
    ),
    "pay table out of order": (
        ROWS,
        '[["Straight flush", 4], ["Flush", 5]]',
        "paytable bonus, rows: 'Flush' pays more than 'Straight flush' above it",
    ),
    "repeated row": (
        ROWS,
        '[["Pair", 2], ["pair", 1]]',
        "paytable bonus, rows: two rows are called 'pair'",
    ),
    "negative pay": (ROWS, '[["Flush", -1]]', "paytable bonus, rows: a row pays less than nothing"),
    "unreadable pay": (
        ROWS,
        '[["Flush", "lots"]]',
        "paytable bonus, rows: 'lots' is not odds: write 40, 3:2 or 1.5",
    ),
    "falling fee table": (
        f'unit = "to 1"\nrows = {ROWS}',
        'unit = "fee $"\nrows = [["$10-$100", 2], ["$101 or more", 2]]',
        "paytable bonus, rows: the fee of '$101 or more' does not rise above that of '$10-$100'",
    ),
}

BROKEN_FEES = {
    "half an approval": (
        'bgc_date = "July 2010"\n',
        "",
        "group G1: has part of an approval: authority, bgc_id, bgc_date and covers go together",
    ),
    "an approval by no number": (
        "GEGA-000001",
        "not printed",
        "group G1, bgc_id: 'not printed' is not written like GEGA-002943",
    ),
    "unknown key of an approval": (
        'covers = "the rates"',
        'covers = "the rates"\nfor = "ever"',
        "group G1: Object contains unknown field `for`",
    ),
    "gap": (
        "low_usd = 51",
        "low_usd = 52",
        "schedule SCH-01, brackets: gap between $5 - $50 and $52 - $100",
    ),
    "overlap": (
        "low_usd = 51",
        "low_usd = 50",
        "schedule SCH-01, brackets: $5 - $50 and $50 - $100 overlap",
    ),
    "fee does not rise": (
        "fee_cents = 200",
        "fee_cents = 100",
        "schedule SCH-01, brackets: the fee of $101 or more does not rise above that of $51 - $100",
    ),
    "not from the minimum": (
        "low_usd = 5,",
        "low_usd = 6,",
        "schedule SCH-01, brackets: start at $6 and the table minimum is $5",
    ),
    "free first bracket": (
        "fee_cents = 50 ",
        "fee_cents = 0 ",
        "schedule SCH-01, brackets: the fee of $5 - $50 is not more than nothing",
    ),
    "closed top without a fee above": (
        THIRD,
        "{ low_usd = 101, high_usd = 500, open_ended = false, fee_cents = 200 }",
        "schedule SCH-01, above_top_fee_cents: is given when the last bracket is closed, and only then",
    ),
    "fee above an open top": (
        'counts = ["ante"]',
        'counts = ["ante"]\nabove_top_fee_cents = 300',
        "schedule SCH-01, above_top_fee_cents: is given when the last bracket is closed, and only then",
    ),
    "open in the middle": (
        "low_usd = 51, high_usd = 100, open_ended = false",
        "low_usd = 51, open_ended = true",
        "schedule SCH-01, brackets: $51 or more is open ended and not the last",
    ),
    "closed without a top": (
        THIRD,
        "{ low_usd = 101, open_ended = false, fee_cents = 200 }",
        "schedule SCH-01, brackets: the one from $101 needs either high_usd or open_ended = true",
    ),
    "upside down": (
        "low_usd = 51, high_usd = 100",
        "low_usd = 51, high_usd = 40",
        "schedule SCH-01, brackets: $51 - $40 ends before it starts",
    ),
    "brackets and flat": (
        'counts = ["ante"]',
        'flat = [{ per = "hand", when = "always", fee_cents = 100 }]\ncounts = ["ante"]',
        "schedule SCH-01: has both brackets and flat fees: it needs one of the two",
    ),
    "neither": (
        'flat = [{ per = "hand", when = "flop", fee_cents = 400 }, '
        '{ per = "hand", when = "no-flop", fee_cents = 100 }]\n',
        "",
        "schedule SCH-02: has neither brackets nor flat fees: it needs one of the two",
    ),
    "nothing counted": (
        'counts = ["ante"]\n',
        "",
        "schedule SCH-01, counts: names no wager to add up for the brackets",
    ),
    "brackets by the hand": (
        'basis = "total-table-action"',
        'basis = "hand"',
        "schedule SCH-01, basis: 'hand' is not looked up in brackets",
    ),
    "flat by action": ('basis = "hand"', 'basis = "single-bet"', "schedule SCH-02, basis: 'single-bet' needs brackets"),
    "flop without no-flop": (
        ', { per = "hand", when = "no-flop", fee_cents = 100 }',
        "",
        "schedule SCH-02, flat: the rows per hand are for flop: need always, or flop and no-flop",
    ),
    "flat row twice": (
        'when = "no-flop"',
        'when = "flop"',
        "schedule SCH-02, flat: two rows are for hand and flop",
    ),
    "hour by the hand": (
        'basis = "hand"',
        'basis = "time"',
        "schedule SCH-02, flat: a row per hand does not go with basis 'time'",
    ),
    "no maximum": (
        ", max_usd = 300",
        "",
        "schedule SCH-01, limits: need either max_usd or no_max = true",
    ),
    "unknown game": (
        'games = ["three-card-poker"',
        'games = ["patience"',
        "group G1, games: there is no game 'patience'",
    ),
    "game of another group": (
        'game = "three-card-poker"',
        'game = "omaha"',
        "schedule SCH-01, game: 'omaha' is not a game of group G1",
    ),
    "unknown group": ('group = "G1"', 'group = "G2"', "schedule SCH-01, group: there is no group 'G2'"),
    "percentage": (
        "fee_cents = 400",
        "fee_percent = 4",
        "schedule SCH-02, flat[0]: Object contains unknown field `fee_percent`",
    ),
}


def test_the_unbroken_files_load() -> None:
    book = read("patience.toml", GAME.encode())
    assert book.clause_by_id["PAT-02"].physical == "there is no cloth on a screen"
    assert book.paytables[0].pays("pair") == (6, 5)
    assert len(read("fees.toml", FEES.encode()).schedules) == 2


@pytest.mark.parametrize(("old", "new", "says"), BROKEN_GAMES.values(), ids=BROKEN_GAMES)
def test_a_broken_game_file_is_refused(old: str, new: str, says: str) -> None:
    assert_refused(GAME, old, new, says)


@pytest.mark.parametrize(("old", "new", "says"), BROKEN_FEES.values(), ids=BROKEN_FEES)
def test_a_broken_fee_file_is_refused(old: str, new: str, says: str) -> None:
    assert_refused(FEES, old, new, says)


def assert_refused(text: str, old: str, new: str, says: str) -> None:
    assert old in text
    with pytest.raises(RulebookError) as refused:
        read("broken.toml", text.replace(old, new, 1).encode())
    if says.endswith(".*"):
        assert str(refused.value).startswith(f"broken.toml, {says[:-2]}")
    else:
        assert str(refused.value) == f"broken.toml, {says}"
