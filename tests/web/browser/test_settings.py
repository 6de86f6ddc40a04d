"""The settings: they hold at once, are kept in this browser, and a link carries a person to another device."""

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.browser.inspection import not_accessible, violations
from tests.web.browser.opened import DESKTOP, PHONE, Size, Visits
from tests.web.browser.test_lobby import me


def settings(page: Page) -> Locator:
    page.get_by_role("button", name="Settings").click()
    dialog = page.get_by_role("dialog", name="Settings")
    expect(dialog.get_by_role("button", name="Sign out")).to_be_visible()
    return dialog


def opened(visits: Visits, size: Size = DESKTOP, path: str = "/", **more: Any) -> tuple[Page, Locator]:
    page = visits.come(size, **more)
    page.goto(path)
    return page, settings(page)


@pytest.mark.parametrize(
    ("switch", "attribute", "value", "at_first"),
    [
        ("Motion", "data-motion", "off", "true"),
        ("Four colours", "data-deck", "four", "false"),
        ("Large index", "data-index", "large", "false"),
        ("Sound", "data-sound", "on", "false"),
    ],
)
def test_a_switch_holds_at_once_and_before_the_next_page_is_drawn(
    visits: Visits, switch: str, attribute: str, value: str, at_first: str
) -> None:
    page, dialog = opened(visits)
    control, root = dialog.get_by_role("switch", name=switch), page.locator("html")
    expect(control).to_have_attribute("aria-checked", at_first)
    control.click()
    expect(control).to_have_attribute("aria-checked", "false" if at_first == "true" else "true")
    expect(root).to_have_attribute(attribute, value)
    page.context.add_init_script(
        f"""addEventListener("readystatechange", () => {{
          window.atFirst ??= document.documentElement.getAttribute("{attribute}");
        }}, {{ capture: true }});"""
    )
    page.goto("/rules/omaha")
    expect(page.locator("#in-short h2")).to_be_visible()
    assert page.evaluate("() => window.atFirst") == value
    again = settings(page).get_by_role("switch", name=switch)
    again.click()
    expect(again).to_have_attribute("aria-checked", at_first)
    assert root.get_attribute(attribute) is None


def test_the_room_is_as_the_device_has_it_until_somebody_chooses(visits: Visits) -> None:
    page, dialog = opened(visits, color_scheme="dark")
    ground = "() => getComputedStyle(document.documentElement).backgroundColor"
    dark = page.evaluate(ground)
    expect(dialog.get_by_role("radio", name="As this device")).to_be_checked()
    dialog.get_by_role("radio", name="Light").check()
    light = page.evaluate(ground)
    assert light != dark
    page.reload()
    assert page.evaluate(ground) == light
    settings(page).get_by_role("radio", name="Dark").check()
    assert page.evaluate(ground) == dark


def test_another_language_is_spoken_at_once_and_from_then_on(visits: Visits) -> None:
    page, dialog = opened(visits)
    dialog.get_by_role("combobox", name="Language").select_option("Español")
    expect(page.locator("html")).to_have_attribute("lang", "es")
    expect(page.get_by_role("button", name="Sentarse ahora").first).to_be_visible()
    page.goto("/rules/omaha")
    expect(page.get_by_role("button", name="Ajustes")).to_be_visible()


def test_a_name_is_kept_and_one_that_is_too_long_is_refused_there(visits: Visits) -> None:
    visits.trouble.expect("400 \\(Bad Request\\)")
    page, dialog = opened(visits)
    field = dialog.get_by_role("textbox", name="Your name")
    field.fill("Zoë of Oz")
    field.press("Enter")
    expect(dialog.get_by_text("Saved")).to_be_visible()
    assert me(page)["name"] == "Zoë of Oz"
    field.evaluate("(node) => { node.removeAttribute('maxlength'); node.value = 'Z'.repeat(33); }")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog.get_by_text("a name of 33 letters is refused")).to_be_visible()
    assert me(page)["name"] == "Zoë of Oz"


def test_the_sign_in_link_makes_another_browser_the_same_person(visits: Visits) -> None:
    page, dialog = opened(visits)
    dialog.get_by_role("button", name="Make a link").click()
    link = dialog.get_by_role("textbox", name="Sign-in link").input_value()
    expect(dialog.get_by_role("img", name="The link as a QR code")).to_be_visible()
    phone = visits.come(PHONE)
    phone.goto(link)
    expect(phone.get_by_role("status", name="Your chips")).to_be_visible()
    assert me(phone)["person"] == me(page)["person"]


@pytest.mark.parametrize("way", ["Sign out", "Leave on every device"])
def test_who_signs_out_is_somebody_else_at_the_next_visit(visits: Visits, way: str) -> None:
    page, dialog = opened(visits)
    before = me(page)["person"]
    with page.expect_navigation():
        dialog.get_by_role("button", name=way).click()
    expect(page.get_by_role("status", name="Your chips")).to_be_visible()
    assert me(page)["person"] != before


def test_the_dialog_gives_the_focus_back_and_can_be_left_by_a_key(visits: Visits) -> None:
    page, dialog = opened(visits)
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(page.get_by_role("button", name="Settings")).to_be_focused()


def test_axe_finds_nothing(visits: Visits) -> None:
    page, dialog = opened(visits, PHONE)
    dialog.get_by_role("button", name="Make a link").click()
    expect(dialog.get_by_role("img")).to_be_visible()
    assert not_accessible(page, ((PHONE, "light"), (PHONE, "dark"))) == []


def test_a_link_of_somebody_else_asks_before_it_replaces_who_is_signed_in(visits: Visits) -> None:
    owner, _ = opened(visits)
    link = owner.evaluate("async () => (await (await fetch('/api/me/link', { method: 'POST' })).json()).url")
    ana = me(owner)
    page, dialog = opened(visits, PHONE)
    ben = me(page)
    page.goto(link)
    expect(page.get_by_role("heading", level=1)).to_have_text(f"Sign in as {ana['name']} on this device?")
    assert violations(page) == []
    page.get_by_role("link", name=f"Stay {ben['name']}").click()
    assert me(page)["person"] == ben["person"]
    page.goto(link)
    page.get_by_role("button", name=f"Sign in as {ana['name']}").click()
    page.wait_for_url("**/")
    assert me(page)["person"] == ana["person"]
    dialog = settings(page)
    rows = dialog.locator("[data-device]")
    expect(rows).to_have_count(2)
    dialog.get_by_role("button", name="End the session on").click()
    expect(rows).to_have_count(1)
    with owner.expect_response("**/api/session"):  # signed out, it comes in as a new guest
        owner.reload()
    assert me(owner)["person"] != ana["person"], "that device is signed out"
