"""Match files that were tampered with at random: the page's verifier and the command line's contradict each other in nothing.

`MUTATED=2500 make test ARGS="-n0 tests/web/test_verifiers_agree.py"` (`make verifiers`) tries so many; which ones follows
from the run's seed.
"""

import copy
import random
import shutil
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from games.core.bots import EASY
from games.registry import newest
from games.table.events import LAST, MatchStarted
from games.table.registry import EVENT_TYPES
from games.verify.match_file import format_of
from tests.games.verify.files import Scribe, played, values, written
from tests.web.mutations import (
    CHANGES,
    NO_TEXT,
    Mutation,
    also_claimed,
    chance,
    changed,
    how_many,
    mend,
    mutation,
    turned,
)
from tests.web.verifiers import (
    Case,
    browsers,
    command_lines,
    disagreement,
    first_flaw,
)

RECORDED = sorted((Path(__file__).parents[1] / "recorded").glob("*.ndjson"))
HOW_MANY = how_many(100)
AT_ONCE = 100
pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="node is not here to run the page's verifier")


def bases() -> list[bytes]:
    """Recorded matches, and short ones that are over, go on, or were played by bots; redacted ones too."""
    slugs = ("cave", "rock-paper-wizard", "spell-a-spell")
    running = [played(slug, seed=5, moves=9, open_draws=opened) for slug in slugs for opened in (False, True)]
    redacted = [one.file(seat) for one in running for seat in (None, 1)]
    return [
        *(path.read_bytes() for path in RECORDED),
        *redacted,
        *(one.file(whole=True) for one in running),
        with_bots(),
    ]


def with_bots() -> bytes:
    scribe = Scribe(newest("rock-paper-wizard"), 3, bots=[2], bot=EASY)
    scribe.move(2, scribe.legal(2)[0], "bot")
    for seat in (1, 0):
        scribe.move(seat, {"type": "resign"})
    return scribe.file()


def contradictions(made: Sequence[Mutation], folder: Path) -> tuple[list[str], Counter[str]]:
    """Where the two contradict each other, and how often which of them found a fault."""
    wrong, found = [], Counter[str]()
    for begun in range(0, len(made), AT_ONCE):
        some = made[begun : begun + AT_ONCE]
        for number, (one, page) in enumerate(
            zip(some, browsers([one.case for one in some], folder), strict=True), begun
        ):
            command = command_lines(one.case)
            reason = disagreement(page, command, also=also_claimed(one, command))
            found[f"{_finds(page)} by the page, {_finds(command)} by the command line"] += 1
            if reason is not None:
                kept = folder / f"wrong-{number}.ndjson"
                kept.write_bytes(one.case.data)
                wrong.append(f"{kept} ({one.told}): {reason}: {page} and {command}")
    return wrong, found


def _finds(found: dict[str, object]) -> str:
    checks = found.get("checks")
    if not isinstance(checks, dict):
        return "refused"
    return "a fault" if any(isinstance(one, list) for one in checks.values()) else "no fault"


def test_whatever_is_done_to_a_file_the_two_verifiers_contradict_each_other_in_nothing(tmp_path: Path) -> None:
    files, run = bases(), chance()
    picks = [random.Random(f"{run} {number}") for number in range(HOW_MANY)]
    wrong, found = contradictions([mutation(pick.choice(files), pick) for pick in picks], tmp_path)
    print(f"{HOW_MANY} files of seed {run}, {len(wrong)} contradictions: {dict(found)}")
    assert wrong == []


@pytest.mark.parametrize(
    "kind", sorted(EVENT_TYPES - LAST - {"match_created", "match_started", "seat_taken", "seat_left"})
)
def test_what_a_running_match_alone_has_both_find_before_its_start(kind: str, tmp_path: Path) -> None:
    lines = values(with_bots())
    start = next(at for at, line in enumerate(lines) if line.get("envelope", {}).get("type") == MatchStarted.type)
    early = copy.deepcopy(lines[start])
    early["envelope"] |= {"type": kind, "by": "player", "seat": 0, "data": {}, "seals": [], "draws": None, "move": None}
    early["openings"] = []
    lines[0]["format"] = format_of([kind], {}, ())
    lines.insert(start, early)
    mend(lines)
    case = Case(written(lines), None)
    (page,), command = browsers([case], tmp_path), command_lines(case)
    assert disagreement(page, command) is None
    assert first_flaw(page["checks"]) is not None


def test_both_find_a_beacon_that_does_not_hold_whatever_else_is_wrong(tmp_path: Path) -> None:
    base = values((RECORDED[0].parent / "spell-a-spell-beacon.ndjson").read_bytes())
    start = next(at for at, line in enumerate(base) if line.get("envelope", {}).get("type") == MatchStarted.type)
    late, never = copy.deepcopy(base), copy.deepcopy([*base[:start], base[-1]])
    late[1]["envelope"]["data"]["beacon"]["round"] += 10**6
    # The start is one append, and has one time.
    for line in late[start + 2 : -1]:
        line["envelope"]["at"] = "2099-01-01T00:00:00.000000Z"
    # Of the year 11000.
    never[1]["envelope"]["data"]["beacon"]["round"] = 10**11
    never[-1]["complete"] = False
    cases = []
    for lines in (late, never):
        mend(lines)
        cases.append(Case(written(lines)))
    for case, page, version in zip(cases, browsers(cases, tmp_path), (start, 1), strict=True):
        command = command_lines(case)
        assert disagreement(page, command) is None
        assert [first_flaw(found["checks"])[0] for found in (page, command)] == [version, version]  # type: ignore[index]


def test_the_page_calls_nothing_whole_that_waits_for_a_beacon_it_does_not_know(tmp_path: Path) -> None:
    lines = values((RECORDED[0].parent / "spell-a-spell-beacon.ndjson").read_bytes())
    start = next(at for at, line in enumerate(lines) if line.get("envelope", {}).get("type") == MatchStarted.type)
    lines = [*lines[:start], lines[-1] | {"complete": False}]
    lines[1]["envelope"]["data"]["beacon"]["chain"] = "0" * 64
    mend(lines)
    case = Case(written(lines))
    (page,), command = browsers([case], tmp_path), command_lines(case)
    assert disagreement(page, command) is None
    assert "chance" not in page["whole"]
    assert first_flaw(command["checks"]) == (1, f"the beacon's chain {'0' * 64} is not known here")


def test_every_kind_of_change_is_tried_once(tmp_path: Path) -> None:
    """On one match each, so that none of them is left to luck."""
    files, made = bases(), []
    for name in CHANGES:
        pick = random.Random(name)
        tried = (changed(base, name, pick) for base in pick.sample(files, len(files)))
        made.append(next(one for one in tried if one is not None))
    wrong, _ = contradictions(made, tmp_path)
    assert wrong == []


def test_a_value_of_which_no_text_can_be_made_is_a_fault_like_any_other_wherever_it_stands(tmp_path: Path) -> None:
    wrong, _ = contradictions(turned(bases(), NO_TEXT), tmp_path)
    assert wrong == []


@pytest.mark.parametrize("kind", ["signed_by_nobody", "other_signature", "other_key", "key_of_another_seat"])
def test_both_find_a_signature_that_does_not_hold_at_the_same_event(kind: str, tmp_path: Path) -> None:
    made = [
        one
        for game in ("cave", "rock-paper-wizard", "spell-a-spell")
        for number in range(4)
        if (one := changed((RECORDED[0].parent / f"{game}-signed.ndjson").read_bytes(), kind, random.Random(number)))
    ]
    cases = [one.case for one in made]
    for case, page in zip(cases, browsers(cases, tmp_path), strict=True):
        command = command_lines(case)
        assert disagreement(page, command) is None
        found = [first_flaw(one["checks"]) for one in (page, command)]
        assert None not in found
        assert found[0][0] == found[1][0]  # type: ignore[index]
