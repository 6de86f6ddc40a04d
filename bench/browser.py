"""Benchmark of the pages in a browser: Chromium against a server of its own on loopback, at its usual pace.

    python -m bench.browser [--games ID ...] [--runs 3] [--json]

It opens a page with an empty cache and measures first paint, long tasks, layout shift, and bytes on the wire with
headers. It counts frames while cards and chips travel, beside those of an empty page in the same minutes. For every
game it counts clicks and seconds from the first visit to the first own cards. Each figure is the median of the runs. A
busy machine is slower than its pages.
"""

import argparse
import json
import tempfile
import time
from contextlib import closing
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from playwright.sync_api import Browser, BrowserContext, CDPSession, Page
from tests.server.running import Server, served
from tests.web.browser.newcomer import ROUND_S, SEATED, SEEN_MS, played, pressed, sat_down
from tests.web.browser.opened import DESKTOP, PHONE, Size, chromium_opened

from houseway.roster import OWN

GAME = "three-card-poker"
TASKS = "disabled-by-default-devtools.timeline"
PATIENCE_MS = 60_000
MOST_CLICKS = 12

# The page records from its first moment: tasks over 50 ms, layout shifts without user input, and the time between
# frames during an animation (`animate` says until when).
NOTES = """(() => {
  const notes = window.benchNotes = { long: [], shifts: [], frames: [] };
  const watch = (type, note) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  watch("longtask", (entry) => notes.long.push([Math.round(entry.startTime), Math.round(entry.duration)]));
  watch("layout-shift", (entry) => {
    if (entry.hadRecentInput) return;
    const moved = entry.sources.map(({ node }) => `${node?.localName}.${node?.className}`);
    notes.shifts.push([Math.round(entry.startTime), entry.value, moved.slice(0, 4)]);
  });
  const animate = Element.prototype.animate;
  let until = 0, before = 0;
  Element.prototype.animate = function (frames, timing) {
    until = Math.max(until, performance.now() + (timing.delay ?? 0) + timing.duration);
    return animate.call(this, frames, timing);
  };
  const frame = (now) => {
    if (before && now <= until) notes.frames.push(now - before);
    before = now <= until ? now : 0;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
})()"""
BARE = """() => new Promise((done) => {
  const times = [];
  const frame = (now) => {
    if (times.push(now) > 120) done(120_000 / (now - times[0]));
    else requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
})"""
PAINTED = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
READY = {
    "lobby": "() => document.querySelectorAll('main article').length > 0",
    "table": SEATED,
}
DEALT = """() => ["playing", "settled"].includes(document.querySelector("main").dataset.phase)
  && [...document.querySelectorAll(".dock [data-card]")].some((node) => node.parentElement.checkVisibility())"""


class Row(NamedTuple):
    """One figure: its name, value and unit, and its target, if it has one."""

    name: str
    value: float
    unit: str
    most: float | None = None
    least: float | None = None

    @property
    def met(self) -> bool:
        return (self.most is None or self.value <= self.most) and (self.least is None or self.value >= self.least)

    def told(self) -> str:
        aim = f"at most {self.most:g}" if self.most is not None else f"at least {self.least:g}" if self.least else ""
        verdict = "" if not aim else "" if self.met else "  MISSED"
        return f"{self.name:<52}{self.value:>9,.4g} {self.unit:<8}{aim}{verdict}"


class Line:
    """Bytes that the page received, as they were sent."""

    def __init__(self, page: Page) -> None:
        self.cdp: CDPSession = page.context.new_cdp_session(page)
        self.cdp.send("Network.enable")
        self.files: list[float] = []
        self.frames = 0
        self.cdp.on("Network.loadingFinished", lambda event: self.files.append(event["encodedDataLength"]))
        self.cdp.on("Network.webSocketFrameReceived", self._frame)

    def _frame(self, event: dict[str, Any]) -> None:
        self.frames += len(event["response"]["payloadData"].encode())

    def forget(self) -> None:
        """Empties the browser's cache and the counters."""
        self.cdp.send("Network.clearBrowserCache")
        self.files, self.frames = [], 0

    @property
    def bytes(self) -> float:
        return sum(self.files) + self.frames


def visitor(chromium: Browser, house: Server, size: Size = DESKTOP) -> BrowserContext:
    """Returns the context of a new visitor with animations on."""
    width, height = size
    context = chromium.new_context(
        base_url=house.url,
        viewport={"width": width, "height": height},
        reduced_motion="no-preference",
        locale="en-US",
    )
    context.set_default_timeout(PATIENCE_MS)
    context.add_init_script(NOTES)
    return context


def rested(page: Page) -> None:
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(300)


def opened(page: Page, line: Line, path: str, kind: str) -> dict[str, Any]:
    """Opens a page with an empty cache, waits until it rests, and returns its measurements."""
    line.forget()
    page.goto(path)
    page.wait_for_function(READY[kind])
    ready = float(page.evaluate("() => performance.now()"))
    rested(page)
    notes: dict[str, Any] = page.evaluate("() => window.benchNotes")
    return {
        "paint": float(page.evaluate(PAINTED)),
        "ready": ready,
        "files": len(line.files),
        "bytes": line.bytes,
        "long": notes["long"],
        "shifts": notes["shifts"],
    }


def pages(chromium: Browser, house: Server, runs: int) -> tuple[list[Row], dict[str, Any]]:
    """Measures lobby and table: paint, bytes, long tasks, shift. The visitor sits at the table."""
    seen: dict[str, list[dict[str, Any]]] = {"lobby": [], "table": []}
    for _ in range(runs):
        with closing(visitor(chromium, house)) as context:
            page = context.new_page()
            line = Line(page)
            seen["lobby"].append(opened(page, line, "/", "lobby"))
            seen["lobby"][-1]["busy"] = busiest(chromium, page, house, page.url)
            sat_down(page, GAME)
            seen["table"].append(opened(page, line, page.url, "table") | {"late": late_files(page, line)})
            seen["table"][-1]["busy"] = busiest(chromium, page, house, page.url)
    rows = []
    for kind, found in seen.items():
        rows += [
            Row(f"first paint of the {kind}", median([each["paint"] for each in found]), "ms", most=1000),
            Row(f"the {kind} is there", median([each["ready"] for each in found]), "ms"),
            Row(f"bytes of the {kind}", median([whole(each) for each in found]) / 1000, "KB", most=150),
            Row(f"files of the {kind}", median([each["files"] + len(each.get("late", [])) for each in found]), ""),
            Row(
                f"longest task of the {kind}, by the clock",
                median([longest(each["long"]) for each in found]),
                "ms",
                most=50,
            ),
            Row(
                f"longest task of the {kind}, by the processor", median([each["busy"] for each in found]), "ms", most=50
            ),
            Row(f"layout shift of the {kind}", median([shifted(each["shifts"]) for each in found]), "", most=0),
        ]
    return rows, seen


def worst(shifts: list[list[Any]]) -> float:
    """Returns the largest sum of shifts within five seconds, as browser vendors count it."""
    return max((shifted([each for each in shifts if 0 <= each[0] - first[0] < 5000]) for first in shifts), default=0)


def whole(seen: dict[str, Any]) -> float:
    """Returns the bytes of a page, with the files that it requested for the first deal."""
    return float(seen["bytes"] + sum(seen.get("late", [])))


def late_files(page: Page, line: Line) -> list[float]:
    """Returns the files that a table requests until the visitor has cards."""
    there, end = len(line.files), time.perf_counter() + ROUND_S
    while not page.evaluate(DEALT) and time.perf_counter() < end:
        pressed(page, decides=False)
    page.wait_for_timeout(SEEN_MS)
    return line.files[there:]


def busiest(chromium: Browser, page: Page, house: Server, path: str = "") -> float:
    """Returns the longest task of a page in milliseconds of its own CPU time, which a busy machine does not stretch."""
    chromium.start_tracing(page=page, categories=["toplevel", "devtools.timeline", TASKS])
    if path:
        page.goto(path)
        rested(page)
    else:
        played(page)
    events = json.loads(chromium.stop_tracing())["traceEvents"]
    ours = {event["pid"] for event in events if house.url in str(event.get("args", {}).get("data", ""))}
    heads = {
        (event["pid"], event["tid"])
        for event in events
        if event.get("name") == "thread_name" and event["args"]["name"] == "CrRendererMain" and event["pid"] in ours
    }
    tasks = [event for event in events if event["name"] == "RunTask" and (event["pid"], event["tid"]) in heads]
    return max((event.get("tdur", 0) for event in tasks), default=0) / 1000


def longest(tasks: list[list[int]]) -> int:
    """Returns the longest of the tasks over 50 ms, or 0."""
    return max((duration for _, duration in tasks), default=0)


def shifted(shifts: list[list[Any]]) -> float:
    return round(sum(shift[1] for shift in shifts), 5)


def bare_frames(context: BrowserContext) -> float:
    """Returns the frames a second of an empty page on this machine now."""
    with closing(context.new_page()) as page:
        return float(page.evaluate(BARE))


def dealing(chromium: Browser, house: Server, rounds: int) -> tuple[list[Row], dict[str, Any]]:
    """Plays rounds with animations on. Measures frames, tasks and shifts."""
    with closing(visitor(chromium, house)) as context:
        page = context.new_page()
        page.goto("/")
        sat_down(page, GAME)
        rested(page)
        bare = [bare_frames(context)]
        page.bring_to_front()
        page.evaluate(
            "() => { const { long, shifts, frames } = benchNotes; long.length = shifts.length = frames.length = 0; }"
        )
        for _ in range(rounds):
            played(page)
        page.wait_for_timeout(1500)  # animations come to rest
        notes: dict[str, Any] = page.evaluate("() => window.benchNotes")
        bare.append(bare_frames(context))
        page.bring_to_front()
        busy = busiest(chromium, page, house)
    frames = sorted(notes["frames"])
    late = sum(frame > 25 for frame in frames) / len(frames)
    overall = 1000 * len(frames) / sum(frames)
    rows = [
        Row("frames a second of an empty page, before and after", sum(bare) / 2, ""),
        Row("frames while dealing, of an empty page's", 100 * overall / (sum(bare) / 2), "%"),
        Row("frames a second while dealing, the middle one", 1000 / median(frames), "", least=59),
        Row("frames a second while dealing, over all", overall, "", least=55),
        Row("frames that came late (over 25 ms)", 100 * late, "%"),
        Row("longest task in a round, by the clock", longest(notes["long"]), "ms", most=50),
        Row("longest task in a round, by the processor", busy, "ms", most=50),
        Row("layout shift in a round, the worst five seconds", worst(notes["shifts"]), "", most=0),
    ]
    return rows, notes


def dealt_in(chromium: Browser, house: Server, game: str, size: Size) -> tuple[int, float]:
    """Returns clicks and seconds from the first visit to the first own cards, clicking on what stands out."""
    with closing(visitor(chromium, house, size)) as context:
        page = context.new_page()
        began, clicks = time.perf_counter(), 0
        page.goto("/")
        sat_down(page, game)
        clicks += 1
        while not page.evaluate(DEALT):
            clicks += pressed(page, decides=False)
            if clicks > MOST_CLICKS:
                break
        return clicks, time.perf_counter() - began


def first_visits(chromium: Browser, house: Server, games: list[str]) -> list[Row]:
    rows = []
    for game in games:
        for name, size in (("desk", DESKTOP), ("phone", PHONE)):
            clicks, seconds = dealt_in(chromium, house, game, size)
            rows += [
                Row(f"{game}, {name}: clicks to the first cards", clicks, "", most=3),
                Row(f"{game}, {name}: seconds to the first cards", seconds, "s", most=10),
            ]
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--games", nargs="*", default=[*OWN], help="whose first visit is measured; none: only the pages"
    )
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        served(Path(folder) / "room.db") as house,
        chromium_opened() as chromium,
    ):
        rows, notes = pages(chromium, house, asked.runs)
        more, motion = dealing(chromium, house, asked.runs)
        rows += more + first_visits(chromium, house, asked.games)
    if asked.json:
        told = [row._asdict() | {"met": row.met} for row in rows]
        print(json.dumps({"figures": told, "pages": notes, "dealing": motion}))
    else:
        print("\n".join(row.told() for row in rows))


if __name__ == "__main__":
    main()
