"""Whoever has lost all chips is told so, buys more from the cage and plays on; or is told when it is filled."""

from playwright.sync_api import Locator, Page, expect

from tests.web.browser.opened import DESKTOP, PHONE, Visits
from tests.web.browser.test_people import named, open_table, walker
from tests.web.browser.walker import Walker

GAME = "three-card-poker"


def sits_with(page: Page, table: str, dollars: str) -> Walker:
    """Somebody takes the first seat with so many chips."""
    new = walker(page)
    page.goto(f"/t/{table}")
    page.get_by_role("region", name="Seat 1, empty").get_by_role("button", name="Sit here").click()
    page.get_by_role("dialog").get_by_role("spinbutton", name="Buy-in").fill(dollars)
    page.get_by_role("dialog").get_by_role("button", name="Sit down").click()
    expect(page.locator("[data-seat='1'][data-mine]")).to_be_visible()
    return new


def loses_all(ana: Walker) -> None:
    """Everything is bet and folded, until nothing is left: a short bank covers less."""
    page, form = ana.page, ana.page.get_by_role("form", name="Your bets", exact=True)
    for _ in range(40):
        seen = ana.look()
        if seen["bets"]:
            form.get_by_role("spinbutton", name="Ante").fill(str(seen["chips"] // 100))
            ana._say(Locator.click, form.get_by_role("button", name="Place bets", exact=True))
            ana._say(Locator.click, form.get_by_role("button", name="Deal", exact=True))
        elif seen["turn"]:
            ana._say(Locator.click, page.get_by_role("button", name="Fold", exact=True))
        elif seen["phase"] == "settled" and not seen["chips"]:
            break
        else:
            ana.act(seen)
    assert ana.look()["chips"] == 0


def test_whoever_is_broke_buys_from_the_cage_and_plays_on(visits: Visits) -> None:
    page = named(visits, "Ana")
    ana = sits_with(page, open_table(visits, GAME, bots=1), "200")
    loses_all(ana)
    cage = page.get_by_role("main").locator("hw-cage")
    held = page.request.get("/api/me").json()["cage"]
    expect(cage).to_contain_text("Your chips are gone")
    expect(cage).to_contain_text(f"${held / 100:,.2f} lie in your cage.")
    expect(page.get_by_role("button", name="Next round", exact=True)).to_have_count(0)
    cage.get_by_role("spinbutton", name="Buy-in").fill(f"{held / 100 + 1:.2f}")
    cage.get_by_role("button", name="Buy more chips").click()
    expect(cage.get_by_role("alert")).to_contain_text(f"there is {held / 100:,.2f} in the cage")
    page.reload()
    for width, height in (DESKTOP, PHONE):
        page.set_viewport_size({"width": width, "height": height})
        expect(cage.get_by_role("button", name="Buy more chips")).to_be_in_viewport()
    ana.act(ana.look())
    expect(cage).to_have_count(0)
    me = page.request.get("/api/me").json()
    assert me["cage"] + me["tables"][0]["stack"] == held
    assert me["tables"][0]["stack"] == ana.look()["chips"] > 0
    ana.round()
    assert not ana.wrong, "\n".join(ana.wrong)


def test_whoever_has_an_empty_cage_is_told_when_it_is_filled(visits: Visits) -> None:
    visits.house.host().call("POST", "/api/house/money", {"newcomer": 20_000})
    page = named(visits, "Ben")
    ben = sits_with(page, open_table(visits, GAME, bots=1), "200")
    loses_all(ben)
    cage = page.get_by_role("main").locator("hw-cage")
    expect(cage).to_contain_text("Your cage is empty. The first visit from")
    expect(cage).to_contain_text("fills it up to $1,000.00.")
    assert page.get_by_role("form", name="Buy more chips").count() == 0
