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
    assert re.search(r"grid-template-rows: max\(\d+rem, \d+vh\) max\(\d+rem, \d+vh\);", rules)
    for place in ("now", "sheets"):
        assert re.search(rf"\.{place} \{{ grid-area: \d / 2; overflow-y: auto; \}}", rules)
    assert ".hero.mine { order: -1; }" in rules
