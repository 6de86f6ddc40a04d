"""A table for everybody: what is scrolled is reached by keys. The walker holds every game and phase to axe."""

from random import Random

from houseway.rulebook.files.index import releases
from tests.web.browser.inspection import violations
from tests.web.browser.opened import LANDSCAPE, Visits
from tests.web.browser.walker import Mouse, Walker


def test_a_ground_that_is_scrolled_is_reached_by_keys(visits: Visits) -> None:
    page = visits.come(LANDSCAPE)
    walker = Walker(page, Mouse(), Random("ground"))
    walker.sit_down(releases()["panguingue"].short)
    assert page.locator(".ground[tabindex]").count() == 0  # as long as all of it is seen it is no stop
    page.set_viewport_size({"width": 844, "height": 240})
    page.locator(".ground[tabindex='0']").wait_for()
    assert violations(page) == []
