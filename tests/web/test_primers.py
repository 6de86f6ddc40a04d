"""How-to-play texts against the clauses that they tell: what a text says in each language, and where it is printed."""

import pytest

from houseway.rulebook import Rules
from houseway.testing import rule
from houseway.web import translations

LANGUAGES = ("en", "es", "zh")

EQUAL = ("equal to the low or higher", "igual o superior a la baja", "等于或大于低牌")
SHARE = ("Best high and best low share the pot", "La mejor alta y la mejor baja comparten el bote", "平分底池")
NO_LOW = ("the high takes all", "la alta se lleva todo", "高牌全拿")
LOW = ("none above eight", "hasta el ocho", "不超过8")

TOLD = [
    ("pai-gow-seneca", "how.2", "PGS-14", "equal to or higher than the two-card hand", EQUAL),
    ("fortune-pai-gow", "how.2", "FPG-31", "The front hand may not outrank the back hand", EQUAL),
    ("pai-gow-california", "how.2", "PGC-26", "Equal value (same pair, or the same two top ranks) is allowed", EQUAL),
    ("mini-pai-gow", "how.2", "MPG-17", "the one-card hand may not outrank the five-card hand", EQUAL),
    (
        "mini-pai-gow",
        "how.3",
        "MPG-27",
        "The double wager has action only if the dealer qualifies",
        ("The double counts only if", "El doble solo cuenta si", "加倍才算"),
    ),
    ("mini-pai-gow", "how.3", "MPG-27", "by recommendation a pair of fives", ("usually fives", "cincos", "通常对5")),
    ("omaha", "line", "OMA-03", "'hi-lo' follows the printed rules", ("Hi-lo", "Alta y baja", "高低牌")),
    ("omaha", "how.3", "OMA-51", "two equal halves", SHARE),
    ("omaha", "how.3", "OMA-52", "the best high hand takes the whole pot", NO_LOW),
    ("omaha", "how.3", "OMA-45", "all eight or lower", LOW),
    ("pineapple-hi-lo", "how.3", "PIN-45", "two equal halves", SHARE),
    ("pineapple-hi-lo", "how.3", "PIN-46", "the best high hand takes the whole pot", NO_LOW),
    (
        "pineapple-hi-lo",
        "how.3",
        "PIN-47",
        "a hand can win the high half only if it ranks as one pair or better",
        ("When a low is shown a high needs a pair or better", "la alta necesita pareja o mejor", "高牌至少要一对"),
    ),
    (
        "panguingue",
        "how.3",
        "PAN-34",
        "all of one suit or of three different suits",
        ("all of different suits or all of one suit", "todas de palos distintos o todas de un palo", "全不同或全相同"),
    ),
    (
        "panguingue",
        "how.3",
        "PAN-35",
        "Squares of aces or of kings (non-comoquers) are legal in any mixture of suits",
        ("aces and kings in any suits", "salvo ases y reyes", "A和K花色不限"),
    ),
    (
        "panguingue",
        "how.2",
        "PAN-26",
        "may be drawn only if it is used at once",
        ("only if it goes into a spread at once", "solo se toma si va enseguida", "只有马上用进摊牌才能拿"),
    ),
    (
        "panguingue",
        "how.2",
        "PAN-28",
        "It must be used at once in a spread of the drawer or be discarded",
        ("or on to the discards", "o al descarte", "否则打掉"),
    ),
    (
        "three-card-split",
        "how.2",
        "TCS-19",
        "A setting whose low hand outranks its high hand is foul",
        ("must not outrank the high hand", "no debe superar a la alta", "不得大于高牌"),
    ),
    (
        "pure-21-5-blackjack",
        "how.2",
        "P21-33",
        "hard 11 or less must hit; hard 19 or more must stand",
        ("11 or less must hit, and hard 19 or more must stand", "con 19 duro o más se planta", "硬19点或以上必须停牌"),
    ),
    (
        "ultimate-texas-holdem",
        "how.3",
        "UTH-39",
        "straight",
        ("when you win with a straight or better", "si ganas con escalera o mejor", "用顺子或以上赢时盲注才赔"),
    ),
]


@rule("PGS-14", "FPG-31", "PGC-26", "MPG-17", "MPG-27", "OMA-03", "OMA-45", "OMA-51", "OMA-52", "PIN-45", "PIN-46")
@rule("PIN-47", "PAN-26", "PAN-28", "PAN-34", "PAN-35", "TCS-19", "P21-33", "UTH-39")
@pytest.mark.parametrize(("game", "key", "clause", "printed", "told"), TOLD)
def test_a_primer_says_what_its_clause_does(
    game: str, key: str, clause: str, printed: str, told: tuple[str, str, str]
) -> None:
    assert printed in Rules.of(game).clause(clause).rule
    for lang, words in zip(LANGUAGES, told, strict=True):
        text = translations.game_words(game, lang)[key]
        assert isinstance(text, str)
        assert words in text, lang


@rule("OMA-03")
def test_omaha_is_described_as_what_it_is_unless_the_room_chooses() -> None:
    assert Rules.of("omaha").options.variant == "hi-lo"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_primer_of_a_pai_gow_asks_for_a_high_hand_that_is_better(lang: str) -> None:
    strict = {"en": "must be the better one", "es": "debe ser la mejor", "zh": "必须大于"}[lang]
    for game in ("pai-gow-seneca", "pai-gow-california", "fortune-pai-gow", "mini-pai-gow"):
        words = [text for key, text in translations.game_words(game, lang).items() if key.startswith("how.")]
        assert not any(strict in str(text) for text in words), game
