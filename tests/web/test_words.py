"""Everything on a page is said in every language: the catalogues are whole, and nothing is said beside them."""

import ast
import gzip
import json
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import msgspec
import pytest
from tools import refusals

from houseway.games import find
from houseway.roster import OWN, Listing, listings
from houseway.rulebook import book
from houseway.rulebook.files.index import releases
from houseway.rulebook.rules import offered
from houseway.web import translations
from houseway.web.translations import ENGLISH, LANGUAGES, WORDS, Catalogue, WordsError
from tests.server.running import Server
from tests.web.hand_names import filled, keys, names
from tests.web.wording import PAGES, has, key_of, named, scripts

FILES = ("interface", "hands", "options", "refusals", *[f"games/{game}" for game in OWN])
OTHERS = [lang for lang in LANGUAGES if lang != ENGLISH]
FACT = re.compile(r"\{([\w-]+)(?:\|([\w-]+))?\}")
FORMS = {
    *("any", "card", "cards", "dots", "list", "lower", "money", "number", "odds", "percent", "quoted", "rank-list"),
    *("ranks", "short", "signed"),
}
KINDS = (
    *(
        "about",
        "bank-hand",
        "button",
        "caption",
        "choice",
        "dealt",
        "did",
        "fee-basis",
        "fee-per",
        "fee-when",
        "game",
        "hand",
        "held",
        "hint",
        "how",
    ),
    *("irregularity", "jackpot"),
    *(
        "moved",
        "option",
        "outcome",
        "request",
        "pace",
        "pack",
        "paid",
        "payer",
        "payer-short",
        "pays",
        "phase",
        "place",
        "posted",
        "pot",
        "proof",
        "rank",
        "ranks",
        "school",
    ),
    *("spot", "story", "suit", "table-is", "tell", "topic", "value", "wager", "why-also"),
)


def file(lang: str, name: str) -> Catalogue:
    return translations.read(WORDS / lang / f"{name}.toml")


def texts(entry: translations.Entry) -> list[str]:
    return [entry] if isinstance(entry, str) else [*entry.values()]


def facts(entry: translations.Entry) -> set[str]:
    return {name for text in texts(entry) for name, _ in FACT.findall(text)}


@cache
def everything() -> Catalogue:
    """Every word in English."""
    words = translations.interface(ENGLISH) | translations.options(ENGLISH) | translations.titles(ENGLISH)
    for game in OWN:
        words |= translations.game_words(game, ENGLISH)
    return words


# -- the languages say the same -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("lang", OTHERS)
def test_every_language_has_the_same_keys_with_the_same_facts(lang: str, name: str) -> None:
    english, theirs = file(ENGLISH, name), file(lang, name)
    assert english
    assert {*english} - {*theirs} == set(), "to be translated"
    assert {*theirs} - {*english} == set(), "not in English"
    assert {key: facts(theirs[key]) for key in english} == {key: facts(entry) for key, entry in english.items()}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_file_of_words_is_left_over(lang: str) -> None:
    found = {path.relative_to(WORDS / lang).with_suffix("").as_posix() for path in (WORDS / lang).rglob("*.toml")}
    assert found == {*FILES}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_form_of_a_fact_is_one_that_words_are_told_in(lang: str) -> None:
    entries = [(key, entry) for name in FILES for key, entry in file(lang, name).items()]
    forms = {form for _, entry in entries for text in texts(entry) for _, form in FACT.findall(text) if form}
    assert forms - FORMS - {*KINDS} == set()
    loose = {key for key, entry in entries for text in texts(entry) if not text.strip() or text != text.strip()}
    assert loose <= {"between-sentences"}


@pytest.mark.parametrize("name", FILES)
def test_chinese_is_written_in_chinese_and_knows_no_plural(name: str) -> None:
    latin = re.compile(r"[A-Za-z]{2,}")
    known = {"Houseway", "pai", "gow", "QR", "JSON", "hello", "POST", "api", "session", "houseway", "games", "fees"}
    known |= {"flush", "true", "false", "Ana", "Pure", "verify", "https", "PD"}
    strange = {
        key: text
        for key, entry in file("zh", name).items()
        for text in texts(entry)
        if {*latin.findall(FACT.sub("", text))} - known
    }
    assert strange == {}
    forms = {form for entry in file("zh", name).values() if not isinstance(entry, str) for form in entry}
    assert forms <= {"one", "other"}


def test_spanish_is_not_english() -> None:
    same = {
        text
        for name in FILES
        for key, entry in file("es", name).items()
        for text, other in zip(texts(entry), texts(file(ENGLISH, name)[key]), strict=False)
        if text == other and re.search(r"[a-z]{3}", FACT.sub("", text))
    }
    alike = {
        *("Houseway", "Ante", "Flop", "Turn", "River", "no", "normal", "bot", "Bots", "Omaha", "Lowball", "Panguingue"),
        *("Pure 21.5", "Texas Hold'em", "Ultimate Texas Hold'em", "Fortune Pai Gow", "Mini Pai Gow", "Pineapple Hi-Lo"),
        *("Pai gow", "{who} {text}", "{cents|short} · bot", "Color", "Full", "{n} bot", "{n} bots", "All in", "all in"),
    }  # fmt: skip
    assert same - alike == set()


# -- nothing lacks a word -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", OWN)
def test_everything_that_a_game_shows_has_a_name_in_every_language(game: str) -> None:
    found = named(game)
    assert found["choice"], "evenings were played"
    for lang in LANGUAGES:
        words = translations.interface(lang) | translations.game_words(game, lang)
        unnamed = {f"{kind} {name}" for kind, names in found.items() for name in names if not has(words, kind, name)}
        assert unnamed == set(), lang


@pytest.mark.parametrize("game", OWN)
def test_every_decision_of_a_game_is_told_by_a_sentence_of_its_own(game: str) -> None:
    words = translations.interface(ENGLISH) | translations.game_words(game, ENGLISH)
    told = {re.sub(r"\.(cents|cards|piles)$", "", key) for key in words if key.startswith("did.")}
    untold = {name for name in named(game)["choice"] if re.sub(r"\d+", "#", f"did.{key_of(name)}") not in told}
    assert untold == set()


@pytest.mark.parametrize("game", OWN)
def test_every_row_of_a_pay_table_has_a_name(game: str) -> None:
    words = translations.interface(ENGLISH) | translations.game_words(game, ENGLISH)
    rows = {
        row[0]
        for table in msgspec.to_builtins(book(game)).get("paytable", [])
        if table["wager"]
        for row in table["rows"]
    }
    assert {row for row in rows if not has(words, "pays", re.sub(r"\s*\(.*?\)", "", row))} == set()


@pytest.mark.parametrize("game", OWN)
def test_every_option_and_each_of_its_choices_has_a_name(game: str) -> None:
    for lang in LANGUAGES:
        words = json.loads(translations.page_words(lang, game).body)
        for name, option in offered(game).items():
            assert has(words, "option", name)
            assert [value for value in option.named if value.islower() and not has(words, "value", value)] == []


@pytest.mark.parametrize("game", OWN)
def test_a_game_is_called_as_its_rules_call_it_and_says_what_it_is(game: str) -> None:
    words = translations.game_words(game, ENGLISH)
    assert words["name"] == releases()[game].short
    for lang in LANGUAGES:
        assert {"name", "line", "rule", "how.1", "how.2", "how.3"} <= {*translations.game_words(game, lang)}
        assert {f"game.{game}", f"about.{game}"} <= {*json.loads(translations.page_words(lang).body)}


def test_every_refusal_that_can_reach_somebody_is_in_the_catalogue() -> None:
    """Where this fails: `python -m tools.refusals`, then translate what the test above names."""
    assert tomllib.loads(refusals.FILE.read_text(encoding="utf-8")) == refusals.catalogue()


def test_no_sentence_is_made_where_nobody_can_find_it() -> None:
    """But for a form that is handed on, and for what a reader of JSON says."""
    left = {form for _, module in refusals.modules() for form in module.left}
    assert left <= {"form", "self.form", "refusal.form", "found.form", "says[:1].lower() + says[1:]"} | {
        "says[:1].lower() + says[1:LONGEST]"
    }


def test_a_form_is_found_whichever_way_the_source_makes_it() -> None:
    source = """
def low(low):
    form = "{low:money} at least"
    if low:
        form += ", in {unit!r}"
    elif not low:
        raise Refusal("x", "no" + " more")
    raise Refusal("x", form, facts={"low": low})
def near(word):
    raise unknown("x", "no {word}", word, (), listed="there is {known}")
def made(name):
    raise Refusal("x", str(name))
def handed(place, form):
    return Refusal("x", form)
def low(place):
    raise handed(place, "{place} is too low")
"""
    forms = refusals.Forms(ast.parse(source))
    assert {refusals.told(form) for form in forms.found} == {
        "{low|money} at least", "{low|money} at least, in {unit|quoted}", "no more",
        "no {word}: did you mean {near}?", "no {word}: there is {known}", "{place} is too low",
    }  # fmt: skip
    assert forms.left == ["str(name)", "form"]


@pytest.mark.parametrize("lang", OTHERS)
def test_every_form_that_is_raised_is_translated_under_the_form_that_is_sent(lang: str) -> None:
    raised = {form for _, module in refusals.modules() for form in module.found}
    assert raised - {*json.loads(translations.page_refusals(lang).body)} == set()


# -- hands --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_name_of_a_hand_has_a_text_and_no_text_is_left_over(lang: str) -> None:
    texts = {key.removeprefix("hand.") for key in file(lang, "hands") if key.startswith("hand.")}
    assert texts == {key for name in names() for key in keys(name)}


def test_the_facts_of_a_name_make_the_english_that_the_server_says() -> None:
    texts = {key: str(text) for key, text in file(ENGLISH, "hands").items()}
    told = {name.says: filled(texts[f"hand.{name.ladder}"], name, texts) for name in names()}
    assert told == {says: says for says in told}


# -- the scripts of the pages -------------------------------------------------------------------------------------


def keys_said() -> set[str]:
    """Every key that a script says as it stands."""
    said = {key for text in scripts().values() for key in re.findall(r'(?<![.\w])(?:word|has)\("([^"]+)"', text)}
    either = [
        each for text in scripts().values() for each in re.findall(r"(?<![.\w])word\(([^\"`(){}]*\?[^(){},]*)", text)
    ]
    said |= {key for each in either for key in re.findall(r'[?:] "([\w.-]+)"', each)}
    return said | {*re.findall(r'data-word="([^"]+)"', PAGES.read_text(encoding="utf-8"))}


def test_every_word_that_a_script_says_is_in_the_catalogue() -> None:
    assert keys_said() - {*everything()} == set()


def test_no_word_is_kept_that_nobody_says() -> None:
    text = "\n".join(scripts().values())
    literals = {*re.findall(r'"([\w.#/-]+)"', text)} | keys_said()
    made = re.findall(r"`([\w.-]*)\$\{[^}]*\}([\w.-]*)`", text)
    plain = {key for key in file(ENGLISH, "interface") if key.split(".")[0] not in KINDS}
    unsaid = {
        key for key in plain - literals if not any(a + b and key.startswith(a) and key.endswith(b) for a, b in made)
    }
    assert unsaid == set()


def quoted(text: str) -> Iterator[str]:
    for literal in re.findall(r'"((?:[^"\\\n]|\\.)*)"', text):
        yield literal
    for literal in re.findall(r"`((?:[^`\\]|\\.)*)`", text):
        yield re.sub(r"\$\{[^}]*\}", " ", literal)


def test_no_script_says_a_sentence_by_itself() -> None:
    sentence = re.compile(r"(?:^|[\s>])[A-Z]?[a-z]{2,} [a-z]{2,} [a-z]{2,}|^[A-Z][a-z]+(?: [a-z]+)+$")
    said = [
        f"{name}: {literal}"
        for name, text in scripts().items()
        for literal in quoted(re.sub(r"(?:new Error|console\.\w+)\(.*|class: [^,}]*|className = [^;]*", "", text))
        if not literal.startswith("btn ") and sentence.search(literal) and not re.search(r"[.#\[>:]\w", literal)
    ]
    assert said == []


def test_no_script_takes_a_sentence_apart() -> None:
    """The server sends keys and facts: a regular expression over English would break with the next word."""
    literal = re.compile(r"[=(,:?&|!\[]\s*/((?:[^/\\\n\[]|\\.|\[(?:[^\]\\]|\\.)*\])+)/[gimsuy]*")
    english = re.compile(r"[a-z]{2,} [a-z]{2,}|\b(?:a|an|and|of|or|the|to|with)\b(?![\\.(])")
    found = {f"{name}: {each}" for name, text in scripts().items() for each in literal.findall(text)}
    assert {each for each in found if english.search(each.partition(": ")[2])} == set()
    assert len(found) > 20
    assert not [name for name, text in scripts().items() if "says.replace" in text or "says.match" in text]
    assert english.search("a pair of (.+)")
    assert english.search(", | or ")


def test_no_script_knows_a_choice_or_a_clause_by_name() -> None:
    """Words come by key: what a game's buttons do is the server's affair."""
    choices = {name for game in OWN for name in named(game)["choice"] if "-" in name}
    clauses = re.compile(r"\b(?:" + "|".join({find(game).id.split("-")[0][:3].upper() for game in OWN}) + r")-\d\d")
    for name, text in scripts().items():
        assert not clauses.search(text), name
        assert choices & {*re.findall(r'"([\w-]+)"', text)} <= {"house-way"}, name  # the key of a shortcut


# -- how words are read and sent ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a = 3", "a word is a text"),
        ('a = { other = "x", twelve = "y" }', "twelve is no form of a word"),
        ('a = "x', "Unterminated"),
        ("[a]\nb = [1]", "a word is a text"),
    ],
)
def test_a_file_that_does_not_hold_together_is_refused_by_name(tmp_path: Path, text: str, why: str) -> None:
    path = tmp_path / "interface.toml"
    path.write_text(text)
    with pytest.raises(WordsError, match=rf"interface\.toml.*{why}|{why}.*"):
        translations.read(path)


def test_a_game_from_outside_brings_its_words_and_english_stands_in(tmp_path: Path) -> None:
    (tmp_path / "en.toml").write_text('name = "Guest"\nline = "A game."\n[wager]\nraise = "Raise"\n')
    (tmp_path / "es.toml").write_text('[wager]\nraise = "Subida"\n')
    brought = Listing(id="guest", script="houseway.games.omaha:GAME", words=tmp_path)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(translations, "listings", lambda: {**listings(), "guest": brought})
        translations.game_words.cache_clear()
        assert translations.game_words("guest", "es") == {"name": "Guest", "line": "A game.", "wager.raise": "Subida"}
        assert translations.titles("zh")["game.guest"] == "Guest"
    translations.game_words.cache_clear()


def test_the_example_of_a_game_from_outside_says_the_same_in_every_language() -> None:
    folder = Path(__file__).parents[2] / "examples" / "red_dog" / "src" / "red_dog" / "words"
    english = translations.read(folder / "en.toml")
    assert {"name", "line", "rule"} <= {*english}
    for lang in OTHERS:
        theirs = translations.read(folder / f"{lang}.toml")
        assert {key: facts(entry) for key, entry in theirs.items()} == {key: facts(english[key]) for key in english}


def test_words_are_sent_once_and_then_known(house: Server) -> None:
    def ask(path: str, **headers: str) -> tuple[int, bytes, str]:
        try:
            with urlopen(Request(house.url + path, headers=headers)) as answer:
                return answer.status, answer.read(), answer.headers.get("ETag", "")
        except HTTPError as error:
            with error:
                return error.code, error.read(), error.headers.get("ETag", "")

    for path in ("/api/words/zh", "/api/words/es/refusals", "/api/games/omaha/words/es"):
        status, body, etag = ask(path)
        assert status == 200
        assert json.loads(body)
        assert json.loads(gzip.decompress(ask(path, **{"Accept-Encoding": "gzip"})[1])) == json.loads(body)
        assert ask(path, **{"If-None-Match": etag}) == (304, b"", etag)
    assert ask("/api/words/tlh")[0] == 404
    assert ask("/api/games/juggling/words/en")[0] == 404
    assert json.loads(ask("/api/games/omaha/words/es")[1])["choice.fold"] == "Retirarse"
