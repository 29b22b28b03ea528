"""Cave's table on a phone and on a desk, in a browser: the map's zoom, what is in sight, and that nothing moves."""

import os
from typing import Any

import pytest

from tests.acceptance.conftest import Running
from tests.web.browser import Visitor, chromium

__all__ = ["chromium"]

pytestmark = pytest.mark.skipif(os.environ.get("BROWSER") != "1", reason="the page is played by `make browser`")

PLACES = (".map", ".now", ".hero.mine .stats")
BOXES = """(places) => Object.fromEntries(places.map((one) => {
    const {top, bottom, height} = document.querySelector(one).getBoundingClientRect();
    return [one, {top, bottom, height}];
}))"""
ZOOM = "() => Number(document.querySelector('.zoomed').style.getPropertyValue('--zoom')) || 1"
# Places that a throw may lead to, and whether the middle of each is seen on the map.
SEEN = """() => {
    const map = document.querySelector('.map').getBoundingClientRect();
    return [...document.querySelectorAll('.map .goal .floor')].map((one) => one.getBoundingClientRect())
        .map(({ x, y, width, height }) => [x + width / 2, y + height / 2])
        .map(([x, y]) => x >= map.left && x <= map.right && y >= map.top && y <= map.bottom);
}"""
BESIDE = (
    "() => { const box = document.querySelector('.map'); return Math.max(0, box.scrollWidth - box.clientWidth - 1); }"
)
# Such places that the small map lies over, while all of them are in sight.
COVERED = """() => [...document.querySelectorAll('[data-all] .map .goal .floor')].map((one) => one.getBoundingClientRect())
    .filter(({ x, y, width, height }) => document.elementFromPoint(x + width / 2, y + height / 2)?.closest('.overview')).length"""
PINCH = [(150, 250), (130, 270), (100, 300), (80, 320)]


def sat_down(service: Running, chromium: Any, width: int, height: int) -> Visitor:
    visitor = Visitor(chromium, service.url, width=width)
    visitor.page.set_viewport_size({"width": width, "height": height})
    # Scenes take time that this test does not have.
    visitor.context.add_init_script("localStorage.setItem('pace', 'off')")
    visitor.practise("cave")
    visitor.page.wait_for_selector(".hero.mine .stats")
    return visitor


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1280, 800)])
def test_map_fights_and_ones_own_sheet_stay_in_sight_and_in_place_while_a_match_goes_on(
    service: Running, chromium: Any, width: int, height: int
) -> None:
    visitor = sat_down(service, chromium, width, height)
    page = visitor.page
    first = page.evaluate(BOXES, PLACES)
    for _turn in range(8):
        page.wait_for_function("() => document.querySelector('.ask .choices button, .ask .fold')")
        boxes = page.evaluate(BOXES, PLACES)
        assert {one: boxes[one] for one in PLACES[:2]} == {one: first[one] for one in PLACES[:2]}
        assert all(boxes[one]["bottom"] <= height for one in PLACES)
        before = page.evaluate("() => document.querySelector('.ask').textContent")
        page.evaluate("() => document.querySelector('.ask .choices button').click()")
        page.wait_for_function("(before) => document.querySelector('.ask').textContent !== before", arg=before)
    visitor.leave()


def test_a_map_comes_nearer_by_buttons_and_by_two_fingers_and_the_small_map_leads_elsewhere(
    service: Running, chromium: Any
) -> None:
    visitor = sat_down(service, chromium, 390, 844)
    page = visitor.page
    far, near = page.locator(".zooming button").nth(1), page.locator(".zooming button").nth(0)
    near.click()
    assert page.evaluate(ZOOM) > 1
    for _press in range(6):
        far.click()
    # All of its width is in sight, and no more.
    assert (
        page.evaluate("() => { const box = document.querySelector('.map'); return box.scrollWidth - box.clientWidth; }")
        <= 1
    )
    least = page.evaluate(ZOOM)
    touched = visitor.context.new_cdp_session(page)
    box = page.locator(".map").bounding_box()
    for at, (one, other) in enumerate(PINCH):
        points = [{"x": x, "y": box["y"] + box["height"] / 2} for x in (one, other)]
        touched.send("Input.dispatchTouchEvent", {"type": "touchMove" if at else "touchStart", "touchPoints": points})
    touched.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_function(f"(least) => ({ZOOM})() > 1.5 * least", arg=least)
    small = page.locator(".overview")
    size = small.bounding_box()
    small.click(position={"x": size["width"] - 6, "y": 6})
    page.wait_for_function("""() => { const box = document.querySelector('.map');
        return box.scrollTop === 0 && box.scrollLeft + box.clientWidth >= box.scrollWidth - 1; }""")
    visitor.leave()


def test_practice_lets_nobody_out_before_the_end(service: Running, chromium: Any) -> None:
    visitor = sat_down(service, chromium, 1280, 800)
    options = visitor.page.evaluate("async () => (await (await fetch('/api/v1' + location.pathname)).json()).options")
    assert options["elimination"] == "none"
    visitor.leave()


def test_wherever_a_throw_may_lead_is_in_sight_on_a_phone_and_the_map_is_as_near_as_before_afterwards(
    service: Running, chromium: Any
) -> None:
    visitor = sat_down(service, chromium, 390, 844)
    page = visitor.page
    assert page.evaluate(SEEN) == []
    far = 0
    for _turn in range(12):
        page.evaluate("() => document.querySelector('.ask .choices button')?.click()")
        page.wait_for_function("() => document.querySelector('.ask .choices button')")
        seen = page.evaluate(SEEN)
        # Unless they lie farther apart than a map of which all the width is shown is high.
        assert all(seen) or not page.evaluate(BESIDE)
        assert not page.evaluate(COVERED)
        far += bool(seen)
        assert seen or page.evaluate(ZOOM) == 1
    assert far
    visitor.leave()
