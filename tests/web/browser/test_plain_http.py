"""A page that came by plain HTTP has no WebCrypto: rounds are verified there too, and the other way is offered."""

import hashlib
import hmac
from random import Random

from playwright.sync_api import Browser, expect

from tests.web.browser.modules import ORIGIN, blank_page
from tests.web.browser.opened import Visits
from tests.web.browser.walker import Mouse, Walker

NO_CRYPTO = """Object.defineProperty(Crypto.prototype, "subtle", { get: () => undefined });
Object.defineProperty(window, "isSecureContext", { get: () => false });"""
"""What a page finds in an insecure context."""
HASHES = """async ([url, cases]) => {
  const { hashed, signed } = await import(url);
  const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const mine = [], theirs = [];
  const bytesOf = async (name, bytes) => hex(new Uint8Array(await crypto.subtle[name](...bytes)));
  for (const [key, text] of cases) {
    const [k, bytes] = [Uint8Array.from(key), Uint8Array.from(text)];
    mine.push([hex(hashed(bytes)), hex(signed(k, bytes))]);
    const known = await crypto.subtle.importKey("raw", k, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    theirs.push([await bytesOf("digest", ["SHA-256", bytes]), await bytesOf("sign", ["HMAC", known, bytes])]);
  }
  return [mine, theirs];
}"""


def test_our_own_hashes_are_those_of_webcrypto_and_of_python(chromium: Browser) -> None:
    chance = Random(21)
    sizes = [*range(1, 70), 119, 120, 127, 128, 129, 1000]
    cases = [(chance.randbytes(1 + size % 90), chance.randbytes(size)) for size in sizes]
    with blank_page(chromium) as page:
        told = [[[*key], [*text]] for key, text in cases]
        mine, theirs = page.evaluate(HASHES, [f"{ORIGIN}/static/js/fairness/sha256.js", told])
    assert mine == theirs
    assert mine == [
        [hashlib.sha256(text).hexdigest(), hmac.new(key, text, hashlib.sha256).hexdigest()] for key, text in cases
    ]


def test_a_round_is_verified_without_webcrypto_and_the_other_way_is_offered(visits: Visits) -> None:
    page = visits.come()
    page.context.add_init_script(NO_CRYPTO)
    walker = Walker(page, Mouse(), Random(21))
    walker.sit_down("Three Card Poker")
    walker.round()
    page.get_by_role("button", name="Verify").click()
    expect(page.locator("[data-verified=yes]")).to_be_visible()
    note = page.locator("[data-plain]")
    expect(note).to_contain_text("This page came without encryption")
    expect(note.locator("code")).to_contain_text("houseway verify")
    with page.expect_download() as download:
        note.get_by_role("link", name="Download the round").click()
    assert download.value.suggested_filename.endswith(".json")
