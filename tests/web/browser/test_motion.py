"""Cards and chips travel for whoever likes it, from where they were, and for nobody else."""

from random import Random

import pytest

from tests.web.browser.opened import Visits
from tests.web.browser.walker import Mouse, Walker

# Every journey as it is begun: how it starts, and how long until it is over.
NOTED = """(() => {
  window.trips = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, timing) {
    window.trips.push([frames.transform[0], timing.delay + timing.duration]);
    return animate.call(this, frames, timing);
  };
})()"""
LONGEST_MS = 1500


@pytest.mark.parametrize("still", [False, True], ids=["moving", "still"])
def test_what_is_dealt_travels_unless_somebody_asked_for_less_motion(visits: Visits, *, still: bool) -> None:
    page = visits.come(still=still)
    page.add_init_script(NOTED)
    walker = Walker(page, Mouse(), Random("motion"))
    walker.sit_down("Three Card Poker")
    walker.round()
    trips = page.evaluate("() => window.trips")
    if still:
        assert trips == []
        return
    ways = {way for way, _ in trips}
    assert len([way for way in ways if way.startswith("translate(")]) > 3, "cards and chips come from somewhere"
    assert not [way for way in ways if "NaN" in way]
    assert max(over for _, over in trips) <= LONGEST_MS
