# ruff: noqa: E501, E731, N806
# The shapes are drawn in long lines, as they are printed.
"""Writes cards.svg and chips.svg beside this file. Standard library only; every shape is drawn here.

cards.svg   #As .. #2c #Jk   book cut: pips and courts, for cards 72 px wide and more
            #As-l ..         large cut: one index, one pip, for small cards and the large-index setting
            #back            one design; colour by --card-back
            #p-s #p-h #p-d #p-c, #r-A .. #r-2, #mark   the parts
chips.svg   #chip-50 -100 -500 -2500 -10000 -50000 -100000 (named by cents), #button, #action, #bank
Colours are custom properties with fallbacks, so one class on the root turns the four-colour deck on.
"""

from pathlib import Path

HERE = Path(__file__).parent
SUIT = {
    "s": "var(--suit-s,#1c2126)",
    "h": "var(--suit-h,#a9241f)",
    "d": "var(--suit-d,#a9241f)",
    "c": "var(--suit-c,#1c2126)",
}
PAPER, LINE, BRASS, BACK = (
    "var(--card-paper,#fbf9f2)",
    "var(--card-line,#1c2126)",
    "var(--card-brass,#c2953d)",
    "var(--card-back,#7a2430)",
)

# ------------------------------------------------------------------ parts: ranks (width, strokes), 100 high, stroke 14
RANK = {
    "A": (78, "M12 95L39 9 66 95M22 64H56M1 95H25M53 95H77"),
    "K": (76, "M15 7V93M66 9L19 57M35 43L64 93M3 7H28M3 93H28M50 93H75M52 7H75"),
    "Q": (78, "M38 7C18 7 8 25 8 49S18 91 38 91 68 73 68 49 58 7 38 7ZM38 64C48 66 54 94 74 93"),
    "J": (58, "M41 7V66C41 84 34 93 23 93 13 93 7 86 7 75M24 7H57"),
    "T": (90, "M2 24L17 9V97M62 7C48 7 40 21 40 50S48 93 62 93 84 79 84 50 76 7 62 7Z"),
    "9": (66, "M16 92C36 78 57 58 57 34 57 18 47 7 33 7S9 18 9 34 19 59 33 59C45 59 54 52 57 40"),
    "8": (
        66,
        "M33 47C20 47 12 39 12 27S20 7 33 7 54 15 54 27 46 47 33 47ZM33 47C18 47 8 57 8 70S18 93 33 93 58 83 58 70 48 47 33 47Z",
    ),
    "7": (62, "M7 24V7.500H55C43 34 28 60 25 97"),
    "6": (66, "M50 8C30 22 9 42 9 66 9 82 19 93 33 93S57 82 57 66 47 41 33 41C21 41 12 48 9 60"),
    "5": (64, "M53 7H17L14 46C19 41 25 39 32 39 47 39 57 50 57 66S46 93 31 93C18 93 9 86 7 76"),
    "4": (68, "M45 97V9L8 70H66"),
    "3": (62, "M8 22V7.500H52L29 42C45 42 55 52 55 67S44 93 30 93C17 93 8 86 6 75"),
    "2": (62, "M8 31C8 16 18 7 31 7S54 16 54 30C54 42 46 50 36 60L11 92H56V78"),
    "1": (30, "M3 24L18 9V97"),
    "0": (52, "M26 7C13 7 7 21 7 50S13 93 26 93 45 79 45 50 39 7 26 7Z"),
}
PIP = {
    "s": '<path d="M50 4C59 21 93 42 93 63 93 75 84 83 74 83 65 83 58 79 54 72 55 83 59 91 68 96H32C41 91 45 83 46 72 42 79 35 83 26 83 16 83 7 75 7 63 7 42 41 21 50 4Z"/>',
    "h": '<path d="M50 94C44 79 7 57 7 31 7 17 17 8 29 8 39 8 46 14 50 24 54 14 61 8 71 8 83 8 93 17 93 31 93 57 56 79 50 94Z"/>',
    "d": '<path d="M50 3C57 20 69 36 84 50 69 64 57 80 50 97 43 80 31 64 16 50 31 36 43 20 50 3Z"/>',
    "c": '<path d="M50 5A20.500 20.500 0 0 1 65 40.500 21 21 0 1 1 54 69C55 82 59 91 68 96H32C41 91 45 82 46 69A21 21 0 1 1 35 40.500 20.500 20.500 0 0 1 50 5Z"/>',
}
# The mark: a spade that is a gable with a door in it.
MARK = '<path fill-rule="evenodd" d="M50 4C59 21 95 42 95 64 95 76 86 85 75 85 70 85 66 84 62 82V96H38V82C34 84 30 85 25 85 14 85 5 76 5 64 5 42 41 21 50 4ZM44 96V72C44 68 46.500 65.500 50 65.500S56 68 56 72V96Z"/>'
STAR = "M50 6L61 37 94 38 68 58 77 90 50 71 23 90 32 58 6 38 39 37Z"

PIPS = {  # columns l m r, rows in hundredths of the field; the lower half is turned
    "A": [],
    "2": ["m0", "m100"],
    "3": ["m0", "m50", "m100"],
    "4": ["l0", "r0", "l100", "r100"],
    "5": ["l0", "r0", "m50", "l100", "r100"],
    "6": ["l0", "r0", "l50", "r50", "l100", "r100"],
    "7": ["l0", "r0", "m25", "l50", "r50", "l100", "r100"],
    "8": ["l0", "r0", "m25", "l50", "r50", "m75", "l100", "r100"],
    "9": ["l0", "r0", "l33", "r33", "m50", "l67", "r67", "l100", "r100"],
    "T": ["l0", "r0", "m17", "l33", "r33", "l67", "r67", "m83", "l100", "r100"],
}


def n(x):
    return f"{x:.2f}".rstrip("0").rstrip(".")


def use(ident, x, y, w, h=None, turn=False):
    t = ' transform="rotate(180 50 70)"' if turn else ""
    return f'<use href="#{ident}" x="{n(x)}" y="{n(y)}" width="{n(w)}" height="{n(h or w)}"{t}/>'


def index(rank, suit, turn):
    w = RANK[rank][0] * 0.21
    return use(f"r-{rank}", 12.500 - w / 2, 7, w, 21, turn) + use(f"p-{suit}", 6.500, 31, 12, 12, turn)


SHEET = '<use href="#sheet"/>'
BLANK = f'<rect x=".75" y=".75" width="98.500" height="138.500" rx="8" fill="{PAPER}" stroke="var(--card-edge,#cfc8b6)" stroke-width="1.500"/>'


def court(rank):
    """Draws a half figure in a 52 x 52 field, paper, suit colour (currentColor), brass and ink, twice, head to head."""
    c, ink = "currentColor", f'stroke="{LINE}" stroke-width="1.300" stroke-linejoin="round"'
    robe = f'<path d="M26 33L49 44V52H3V44Z" fill="{c}"/><path d="M26 33L38 52H14Z" fill="{BRASS}"/><path d="M26 38L33 52H19Z" fill="{PAPER}"/>'
    lines = f'<path d="M8 43.500V52M13 41V52M39 41V52M44 43.500V52" stroke="{PAPER}" stroke-width="1.200"/>'
    face = f'<path d="M18 18H34V26C34 31.500 30.500 35 26 35S18 31.500 18 26Z" fill="{PAPER}" {ink}/>'
    look = f'<path d="M22.500 24V25.500M29.500 24V25.500M26 24V28L24.700 28" fill="none" stroke="{LINE}" stroke-width="1.200"/>'
    if rank == "K":
        extra = (
            f'<path d="M18 27C20 30 23 30 26 29.500 29 30 32 30 34 27V31C34 37 30 41 26 43 22 41 18 37 18 31Z" fill="{LINE}"/><path d="M24 32H28" stroke="{PAPER}" stroke-width="1.200"/>'
            f'<path d="M15 18V6L20.500 11 26 3.500 31.500 11 37 6V18Z" fill="{BRASS}" {ink}/><path d="M15 15H37" stroke="{LINE}" stroke-width="1.200"/>'
            f'<path d="M45 44V8M41.500 13H48.500" stroke="{LINE}" stroke-width="1.800"/>'
        )
    elif rank == "Q":
        extra = (
            f'<path d="M18 17C12 20 12 32 14.500 38L20 35C18 31 18 24 20 18ZM34 17C40 20 40 32 37.500 38L32 35C34 31 34 24 32 18Z" fill="{LINE}"/><path d="M24 31H28" stroke="{c}" stroke-width="1.600"/>'
            f'<path d="M15.500 18L14 10 20 13.500 26 8 32 13.500 38 10 36.500 18Z" fill="{BRASS}" {ink}/><circle cx="14" cy="8.700" r="1.700" fill="{c}"/><circle cx="26" cy="6" r="2" fill="{c}"/><circle cx="38" cy="8.700" r="1.700" fill="{c}"/>'
            f'<path d="M45.500 43V24" stroke="{LINE}" stroke-width="1.300"/><circle cx="45.500" cy="20" r="4" fill="{c}"/><circle cx="45.500" cy="20" r="1.500" fill="{BRASS}"/>'
        )
    else:
        extra = (
            f'<path d="M17.500 17H22V25C22 28 20 30.500 15 31 17 28 17.500 22 17.500 17ZM34.500 17H30V21C32 22 33 24 34 27 35 23 35 20 34.500 17Z" fill="{LINE}"/><path d="M24 31H28" stroke="{LINE}" stroke-width="1.200"/>'
            f'<path d="M14 18C14 12 19 9 26 9 33 9 39 11 39 18Z" fill="{c}" {ink}/><path d="M13 18H40" stroke="{BRASS}" stroke-width="2.400"/><path d="M33 11C37 9 40 5 40.500 1.500 45 5 43 11 36 13Z" fill="{BRASS}" {ink}/>'
            f'<path d="M7 44V16M4 20L7 13 10 20Z" fill="{LINE}" stroke="{LINE}" stroke-width="1.600"/>'
        )
    half = robe + lines + face + look + extra
    return (
        f'<rect x="23.500" y="17.500" width="53" height="105" rx="2" fill="none" stroke="{LINE}" stroke-opacity=".55"/>'
        f'<g id="h-{rank}"><g transform="translate(24 18)">{half}</g></g>'
        f'<use href="#h-{rank}" transform="rotate(180 50 70)"/><path d="M24 70H76" stroke="{PAPER}" stroke-width="1.400"/>'
    )


def face(rank, suit):
    out = [SHEET, f'<g color="{SUIT[suit]}" fill="{SUIT[suit]}">', index(rank, suit, False), index(rank, suit, True)]
    if rank in "JQK":
        out += [
            f'<use href="#f-{rank}"/>',
            use(f"p-{suit}", 26 if rank != "J" else 63.500, 20, 10),
            use(f"p-{suit}", 26 if rank != "J" else 63.500, 20, 10, turn=True),
        ]
    elif rank == "A":
        size = 46 if suit == "s" else 38
        out.append(use(f"p-{suit}" if suit != "s" else "mark", 50 - size / 2, 70 - size / 2, size))
    else:
        for spot in PIPS[rank]:
            x, y = {"l": 34, "m": 50, "r": 66}[spot[0]], int(spot[1:]) / 100
            turn = y > 0.5
            if turn:
                x, y = 100 - x, 1 - y
            out.append(use(f"p-{suit}", x - 9.500, 25 + y * 90 - 9.500, 19, turn=turn))
    return "".join(out) + "</g>"


def large(rank, suit):
    w = min(RANK[rank][0] * 0.48, 37)
    return (
        SHEET
        + f'<g color="{SUIT[suit]}" fill="{SUIT[suit]}">'
        + use(f"r-{rank}", 8, 9, w, 48)
        + use(f"p-{suit}", 8, 63, 25)
        + use(f"p-{suit}", 38, 76, 56)
        + "</g>"
    )


CAP = (
    f'<path d="M50 58C40 34 22 34 14 52 26 48 32 58 33 74H67C68 58 74 48 86 52 78 34 60 34 50 58Z" fill="var(--suit-h,#a9241f)" stroke="{LINE}" stroke-width="2" stroke-linejoin="round"/>'
    f'<path d="M50 58C44 44 44 34 50 22 56 34 56 44 50 58L58 74H42Z" fill="{BRASS}" stroke="{LINE}" stroke-width="2" stroke-linejoin="round"/>'
    f'<path d="M30 74H70L67 84H33Z" fill="{LINE}"/><circle cx="12" cy="56" r="5" fill="{BRASS}" stroke="{LINE}" stroke-width="2"/><circle cx="88" cy="56" r="5" fill="{BRASS}" stroke="{LINE}" stroke-width="2"/><circle cx="50" cy="18" r="5" fill="{BRASS}" stroke="{LINE}" stroke-width="2"/>'
)
WORD = "M10 0V9C10 12 8 14 5 14S0 12 0 10M5 20C1 20 0 23 0 27S1 34 5 34 10 31 10 27 9 20 5 20ZM1 40V54M10 40L1 48M4 46L10 54M10 60H1V74H10M1 67H8M1 94V80H6C9 80 10 82 10 84S9 88 6 88H1M5 88L10 94"
JOKER = (
    SHEET
    + f'<path id="f-jw" d="{WORD}" transform="translate(8 10) scale(.72)" fill="none" stroke="{LINE}" stroke-width="2.800"/><use href="#f-jw" transform="rotate(180 50 70)"/>'
    f'<g transform="translate(18 38) scale(.64)">{CAP}</g>'
)
JOKER_L = (
    SHEET + f'<path d="{STAR}" transform="translate(6 7) scale(.36)" fill="var(--suit-h,#a9241f)"/>'
    f'<path d="{WORD}" transform="translate(15 50) scale(.86)" fill="none" stroke="{LINE}" stroke-width="3"/><g transform="translate(34 58) scale(.62)">{CAP}</g>'
)


def back():
    """Draws the back: gables in rows, like roofs seen from a hill, and the mark in the middle."""
    rows = []
    for k, y in enumerate(range(16, 128, 6)):
        rows.append(f"M10 {y}" + ("l5-4 5 4" if k % 2 else "l5 4 5-4") * 8)
    return (
        SHEET + f'<rect x="6" y="6" width="88" height="128" rx="4.500" fill="{BACK}"/>'
        f'<path d="{"".join(rows)}" fill="none" stroke="{PAPER}" stroke-opacity=".42" stroke-width="1.300"/>'
        f'<rect x="9" y="9" width="82" height="122" rx="2.500" fill="none" stroke="{PAPER}" stroke-opacity=".75" stroke-width="1.200"/>'
        f'<circle cx="50" cy="70" r="19" fill="{BACK}" stroke="{PAPER}" stroke-opacity=".75" stroke-width="1.200"/><g fill="{PAPER}">{use("mark", 38, 57.500, 24)}</g>'
    )


def symbol(ident, box, body, extra=""):
    return f'<symbol id="{ident}" viewBox="{box}"{extra}>{body}</symbol>\n'


def cards():
    out = []
    for r, (w, d) in RANK.items():
        out.append(
            symbol(
                f"r-{r}",
                f"0 0 {w} 100",
                f'<path d="{d.replace(".500", ".5")}" fill="none" stroke="currentColor" stroke-width="14" stroke-linejoin="round"/>',
                ' preserveAspectRatio="none"',
            )
        )
    out.append(symbol("sheet", "0 0 100 140", BLANK))
    out += [symbol(f"f-{r}", "0 0 100 140", court(r)) for r in "KQJ"]
    out += [symbol(f"p-{s}", "0 0 100 100", d) for s, d in PIP.items()] + [symbol("mark", "0 0 100 100", MARK)]
    for s in "shdc":
        for r in "AKQJT98765432":
            out += [symbol(r + s, "0 0 100 140", face(r, s)), symbol(f"{r}{s}-l", "0 0 100 140", large(r, s))]
    out += [
        symbol("Jk", "0 0 100 140", JOKER),
        symbol("Jk-l", "0 0 100 140", JOKER_L),
        symbol("back", "0 0 100 140", back()),
    ]
    return "".join(out).replace('00"', '00"')


CHIP = {  # cents: (body, edge, spots, number of spots, share of the rim, numeral)
    50: ("#b58a80", "#8c6a62", "#f6f1e4", 2, 0.30, ".50"),
    100: ("#e9e4d6", "#b9b3a2", "#3c5a80", 4, 0.34, "1"),
    500: ("#a4352f", "#7a2622", "#f6f1e4", 4, 0.42, "5"),
    2500: ("#2f7150", "#1f4d37", "#f6f1e4", 6, 0.42, "25"),
    10000: ("#25292e", "#0f1214", "#f6f1e4", 6, 0.30, "100"),
    50000: ("#5c3d7c", "#412a59", "#e8b94f", 8, 0.45, "500"),
    100000: ("#c18a24", "#8f6516", "#25292e", 8, 0.30, "1K"),
}


def numeral(text, color):
    chars, scale = [], {1: 0.145, 2: 0.130, 3: 0.105}[len(text)]
    width = sum((26 if c == "." else RANK[c][0]) for c in text) + 12 * (len(text) - 1)
    x = 24 - width * scale / 2
    for c in text:
        if c == ".":
            chars.append(
                f'<circle cx="{n(x + 13 * scale)}" cy="{n(24 + 42 * scale)}" r="{n(11 * scale)}" fill="{color}"/>'
            )
            x += 38 * scale
        else:
            w, d = RANK[c]
            chars.append(
                f'<path d="{d}" transform="translate({n(x)} {n(24 - 50 * scale)}) scale({n(scale * 1000)}e-3)" fill="none" stroke="{color}" stroke-width="15" stroke-linejoin="round"/>'
            )
            x += (w + 12) * scale
    return "".join(chars)


def chips():
    out = []
    for cents, (body, edge, spot, count, share, text) in CHIP.items():
        on = 360 / count * share
        dash = f'fill="none" stroke="{spot}" pathLength="360" stroke-dasharray="{n(on)} {n(360 / count - on)}" stroke-dashoffset="{n(on / 2 + 90)}"'
        out.append(
            symbol(
                f"chip-{cents}",
                "0 0 48 52",
                f'<circle cx="24" cy="28" r="22.500" fill="{edge}"/><circle cx="24" cy="28" r="21" {dash} stroke-width="3" stroke-opacity=".8"/>'
                f'<circle cx="24" cy="24" r="22.500" fill="{body}"/><circle cx="24" cy="24" r="19.500" {dash} stroke-width="6"/>'
                f'<circle cx="24" cy="24" r="22.300" fill="none" stroke="#000" stroke-opacity=".28" stroke-width=".8"/><circle cx="24" cy="24" r="14.500" fill="#fbf9f2"/>'
                f'<circle cx="24" cy="24" r="14.500" fill="none" stroke="{edge}" stroke-width="1"/>'
                + numeral(text, "#5a3f38" if cents == 50 else "#1c2126" if cents in (100, 10000) else edge),
            )
        )
    plaque = lambda i, fill, ink, d: symbol(
        i,
        "0 0 48 52",
        f'<circle cx="24" cy="28" r="22" fill="#000" fill-opacity=".35"/><circle cx="24" cy="24" r="22" fill="{fill}"/><circle cx="24" cy="24" r="18.500" fill="none" stroke="{ink}" stroke-opacity=".6" stroke-width="1.200"/>'
        + d,
    )
    D = '<path d="M18 14V34H23C30 34 33 30 33 24S30 14 23 14Z" fill="none" stroke="#1c2126" stroke-width="3.600"/>'
    out.append(plaque("button", "#fbf9f2", "#1c2126", D))
    out.append(
        plaque(
            "action",
            "#e0b659",
            "#3a2c0c",
            '<path d="M15 24H32M25 16L33 24 25 32" fill="none" stroke="#3a2c0c" stroke-width="3.600" stroke-linejoin="round"/>',
        )
    )
    out.append(
        symbol(
            "bank",
            "0 0 48 52",
            '<rect x="2" y="11" width="44" height="34" rx="4" fill="#000" fill-opacity=".35"/><rect x="2" y="8" width="44" height="34" rx="4" fill="#e0b659"/><rect x="5" y="11" width="38" height="28" rx="2" fill="none" stroke="#3a2c0c" stroke-opacity=".6" stroke-width="1.200"/>'
            '<path d="M24 14L36 20.500H12ZM12 35H36M15.500 22V33M21 22V33M27 22V33M32.500 22V33" fill="#3a2c0c" stroke="#3a2c0c" stroke-width="2.400" stroke-linejoin="round"/>',
        )
    )
    return "".join(out)


def wrap(body):
    import re

    body = re.sub(r"(\d)\.(\d*?)0+(?=[^\d])", lambda m: m[1] + ("." + m[2] if m[2] else ""), body)
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{body}</svg>\n'


if __name__ == "__main__":
    (HERE / "cards.svg").write_text(wrap(cards()))
    (HERE / "chips.svg").write_text(wrap(chips()))
