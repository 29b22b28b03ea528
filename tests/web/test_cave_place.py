"""Where Cave's sheet puts what is reckoned: beside the map, in a place of fixed height."""

import re
from pathlib import Path

SHEET = (Path(__file__).parents[2] / "web/games/cave/picture.css").read_text()


def test_beside_the_map_a_fight_and_the_sheets_stand_in_places_of_fixed_height() -> None:
    """At 1280 by 800 the board has 53rem: what is reckoned there pushes no map down, and one's own sheet is first."""
    found = re.search(r"@container \(min-width: (\d+)rem\) and \(max-width: 67\.99rem\) \{(.*?)\n\}", SHEET, re.DOTALL)
    assert found is not None
    width, rules = int(found[1]), found[2]
    assert width <= 50
    rows = re.search(r"grid-template-rows: repeat\(2, max\(\d+rem, calc\(50vh - ([\d.]+)rem\)\)\);", rules)
    assert rows is not None
    # Half of what the head of the page and of the table, some 260 pixels, leave of 800.
    assert float(rows[1]) * 16 >= 130
    for place in ("now", "sheets"):
        assert re.search(rf"\.{place} \{{ grid-area: \d / 2; overflow-y: auto; \}}", rules)
    assert ".board .cave .hero.mine { order: -1; }" in SHEET


def test_on_a_phone_the_map_a_fight_and_ones_own_sheet_stand_in_places_of_fixed_height() -> None:
    found = re.search(r"@container \(max-width: 43\.99rem\) \{(.*?)\n\}", SHEET, re.DOTALL)
    assert found is not None
    for place in ("map", "now", "hero.mine"):
        assert re.search(rf"\.board \.cave \.{re.escape(place)} \{{ block-size: ", found[1])
