"""Draws that are open while a match runs: the page finds of each answer of the service what the command line finds."""

import copy
import random
import shutil
from pathlib import Path
from typing import Any

import pytest

from games.verify import opened_draws
from games.verify.match_file import read
from games.verify.opened_draws import Proved
from tests.games.verify.files import mended, values
from tests.games.verify.test_opened_draws import CHANGES, SLUGS, Opened, of_recorded, opened_of, running
from tests.web.verifiers import asked_of_node

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="node is not here to run the page's verifier")
Case = tuple[bytes, Opened]


def on_the_page(cases: list[Case], folder: Path) -> list[Any]:
    return asked_of_node("live_draws.mjs", [(data, {"opened": opened}) for data, opened in cases], folder)


def on_the_command_line(case: Case) -> Any:
    data, opened = case
    found = opened_draws.check(read(data), opened)
    if isinstance(found, Proved):
        missing = None if found.missing is None else found.missing.number
        return {"proved": found.proved, "public": found.public, "missing": missing}
    return [found.version, found.reason]


def other_value(data: bytes, pick: random.Random) -> bytes:
    lines = values(data)
    rolled = pick.choice([line["envelope"] for line in lines[1:-1] if line["envelope"]["type"] == "die_rolled"])
    dice = rolled["data"]["dice"]
    dice[0] = dice[0] % 6 + 1
    return mended(lines)


def undrawn(data: bytes, dice: Any) -> bytes:
    """The last die says that it was not drawn."""
    lines = values(data)
    rolled = next(line["envelope"] for line in reversed(lines[1:-1]) if line["envelope"]["type"] == "die_rolled")
    rolled["data"]["dice"], rolled["draws"] = dice, None
    return mended(lines)


def cases() -> list[Case]:
    honest: list[Case] = [(running(slug).file(seat), opened_of(slug)) for slug in SLUGS for seat in (None, 1)]
    data, opened = honest[0]
    honest += [of_recorded(f"{slug}-{what}") for slug in SLUGS for what in ("open", "open-beacon")]
    changed: list[Case] = [(data, opened[:-1]), (data, opened[1:]), (data, []), (data, [*opened, opened[0]])]
    changed += [(data, [*opened, {**opened[0], "number": 2047}]), (honest[2][0], opened)]
    changed += [(other_value(data, random.Random(number)), opened) for number in range(4)]
    changed += [(undrawn(data, dice), opened) for dice in ([6], [1, 1], [], None, "6")]
    for number in range(20):
        for change in CHANGES.values():
            pick, others = random.Random(number), copy.deepcopy(opened)
            change(pick.choice(others), pick.randrange(256))
            changed.append((data, others))
    for wrong in ({"number": None}, {"number": "1"}, {"secret": "AB" * 32}, {"path": None}, {"path": [1]}):
        changed.append((data, [{**opened[0], **wrong}]))
    return honest + changed


def test_the_page_and_the_command_line_find_the_same_of_opened_draws(tmp_path: Path) -> None:
    asked = cases()
    found, expected = on_the_page(asked, tmp_path), [on_the_command_line(one) for one in asked]
    assert found == expected
    assert [one["missing"] for one in found[:12]] == [None] * 12
    assert sum(isinstance(one, list) for one in found) > 100
