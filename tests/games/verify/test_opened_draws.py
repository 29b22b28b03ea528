"""Draws that were opened while a match runs: all of an honest match prove, and nothing that was changed does."""

import copy
import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.chance import OPEN_DRAWS, draw_secret
from games.verify import draw_tree, opened_draws
from games.verify.__main__ import main
from games.verify.match_file import MatchFile, read
from games.verify.opened_draws import Proved, public_draws
from games.verify.report import CHANCE, OK, SEALED, Flaw
from games.verify.verifier import verify, verify_bytes
from tests.games.verify.files import Line, Scribe, mended, played, values, written

VECTORS: dict[str, Any] = json.loads((Path(__file__).parents[2] / "vectors/format.json").read_text(encoding="utf-8"))[
    "open_draws"
]
RECORDED = Path(__file__).parents[2] / "recorded"
SLUGS = ("cave", "rock-paper-wizard", "spell-a-spell")
Opened = list[dict[str, Any]]


@cache
def running(slug: str) -> Scribe:
    return played(slug, seed=5, moves=60 if slug == "cave" else 9, open_draws=True)


@cache
def file_of(slug: str, *, whole: bool = False) -> bytes:
    return running(slug).file(whole=whole)


@cache
def _opened(slug: str) -> Opened:
    scribe = running(slug)
    return opened_by(scribe.seed, scribe.match, as_seen(slug))


def opened_of(slug: str) -> Opened:
    """What the service answers of a match."""
    return copy.deepcopy(_opened(slug))


def opened_by(seed: bytes, match: str, file: MatchFile) -> Opened:
    made = draw_tree.levels(seed, match)
    return [
        {
            "version": one.version,
            "number": one.number,
            "secret": draw_secret(seed, match, one.number).hex(),
            "path": [up.hex() for up in draw_tree.path(made, one.number)],
        }
        for one in public_draws(file)
    ]


@cache
def as_seen(slug: str) -> MatchFile:
    return read(file_of(slug))


def test_vector_tree() -> None:
    made = draw_tree.levels(bytes.fromhex(VECTORS["seed_hex"]), VECTORS["match"])
    assert (made[-1].hex(), OPEN_DRAWS) == (VECTORS["root_hex"], VECTORS["leaves"])
    for one in VECTORS["opened"]:
        path = draw_tree.path(made, one["draw"])
        assert [up.hex() for up in path] == one["path_hex"]
        assert draw_tree.root_over(bytes.fromhex(one["secret_hex"]), one["draw"], path) == VECTORS["root_hex"]


@pytest.mark.parametrize("slug", SLUGS)
def test_every_public_draw_of_a_running_match_proves_though_all_else_is_sealed(slug: str) -> None:
    file, opened = as_seen(slug), opened_of(slug)
    report = verify(file)
    assert (report.flaw, report.checks[CHANCE]) == (None, SEALED)
    assert opened_draws.check(file, opened) == Proved(proved=len(opened), public=len(opened), missing=None)
    assert len(opened) > (20 if slug == "cave" else 0)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_match_with_open_draws_is_whole_once_all_is_open(slug: str) -> None:
    report = verify_bytes(file_of(slug, whole=True))
    assert (report.flaw, report.checks[CHANCE]) == (None, OK)
    assert b'"format":"tabularium/5"' in file_of(slug)


def of_recorded(name: str) -> tuple[bytes, Opened]:
    """A recorded match as a stranger saw it before its end, and what the service opened of it by then."""
    lines = values((RECORDED / f"{name}.ndjson").read_bytes())[:-2]
    seed, match = bytes.fromhex(lines[1]["openings"][0]["part"]["seed"]), lines[0]["match"]
    for line in lines[1:]:
        line["openings"] = []
    lines[0]["redacted_for"] = "spectator"
    data = mended([*lines, {"complete": False, "head": "", "version": 0}])
    return data, opened_by(seed, match, read(data))


@pytest.mark.parametrize("name", [f"{slug}-{what}" for slug in SLUGS for what in ("open", "open-beacon")])
def test_public_draws_prove_with_a_beacon_and_after_take_backs_too(name: str) -> None:
    data, opened = of_recorded(name)
    file = read(data)
    assert verify(file).flaw is None
    assert opened_draws.check(file, opened) == Proved(proved=len(opened), public=len(opened), missing=None)
    assert len(opened) >= (4 if name == "cave-open" else 1)


CHANGES: dict[str, Callable[[Any, int], object]] = {
    "a secret": lambda one, bit: one.update(secret=_turned(one["secret"], bit)),
    "a path": lambda one, bit: one["path"].__setitem__(bit % 11, _turned(one["path"][bit % 11], bit)),
    "a shorter path": lambda one, _: one["path"].pop(),
    "a longer path": lambda one, _: one["path"].append("0" * 64),
    "a version": lambda one, _: one.update(version=one["version"] + 1),
}


def _turned(text: str, bit: int) -> str:
    value = bytearray(bytes.fromhex(text))
    value[bit // 8 % len(value)] ^= 1 << bit % 8
    return value.hex()


@given(which=st.integers(0, 10**6), bit=st.integers(0, 255), change=st.sampled_from(sorted(CHANGES)))
def test_one_bit_of_an_opened_draw_that_was_changed_is_found(which: int, bit: int, change: str) -> None:
    opened = opened_of("cave")
    one = opened[which % len(opened)]
    before = copy.deepcopy(one)
    CHANGES[change](one, bit)
    found = opened_draws.check(as_seen("cave"), opened)
    assert isinstance(found, Flaw)
    assert found.version == before["version"]


@given(which=st.integers(0, 10**6), other=st.integers(1, 5))
def test_another_value_in_the_event_is_found_at_the_event(which: int, other: int) -> None:
    lines = values(file_of("cave"))
    rolled = [line for line in lines[1:-1] if line["envelope"]["type"] == "die_rolled"]
    event = rolled[which % len(rolled)]["envelope"]
    event["data"]["dice"][0] = 1 + (event["data"]["dice"][0] - 1 + other) % 6
    found = _checked(lines)
    assert isinstance(found, Flaw)
    assert (found.version, "another value" in found.reason) == (event["version"], True)


def _checked(lines: list[Line]) -> Proved | Flaw:
    return opened_draws.check(read(mended(lines)), opened_of("cave"))


@pytest.mark.parametrize("dice", [[6], [6, 6], [], None, "6", [True]], ids=str)
def test_a_die_that_says_it_was_not_drawn_is_found_while_the_match_runs(dice: Any) -> None:
    """Whatever it shows: no later draw misses its number."""
    lines = values(file_of("cave"))
    event = next(line["envelope"] for line in reversed(lines[1:-1]) if line["envelope"]["type"] == "die_rolled")
    event["data"]["dice"] = dice
    count, event["draws"] = event["draws"]["count"], None
    for later in (line["envelope"] for line in lines[event["version"] + 1 : -1]):
        if later["draws"]:
            later["draws"]["first"] -= count
    data = mended(lines)
    assert verify_bytes(data).flaw is None, "the numbers alone do not tell"
    found = opened_draws.check(read(data), [])
    assert found == Flaw(check=CHANCE, version=event["version"], reason="the draws are others")


def test_true_is_no_number_on_a_die() -> None:
    lines = values(file_of("cave"))
    rolled = [line["envelope"] for line in lines[1:-1] if line["envelope"]["type"] == "die_rolled"]
    one = next(event for event in rolled if event["data"]["dice"] == [1])
    one["data"]["dice"] = [True]
    assert getattr(_checked(lines), "version", None) == one["version"]


def test_another_root_opens_nothing() -> None:
    lines = values(file_of("cave"))
    lines[1]["envelope"]["data"]["open_draws"] = _turned(lines[1]["envelope"]["data"]["open_draws"], 7)
    assert "not the one that was committed to" in getattr(_checked(lines), "reason", "")


def test_draws_that_were_exchanged_are_found_while_the_match_runs() -> None:
    """An operator who gives a die the number of a later one, which suits better."""
    lines = values(file_of("cave"))
    first, second, *_ = [
        line["envelope"]
        for line in lines[1:-1]
        if line["envelope"]["type"] == "die_rolled" and len(line["envelope"]["data"]["dice"]) == 1
    ]
    first["draws"], second["draws"] = second["draws"], first["draws"]
    report = verify_bytes(mended(lines))
    assert report.flaw is not None
    assert (report.flaw.check, report.flaw.version) == (CHANCE, first["version"])
    assert isinstance(_checked(lines), Flaw)


def test_what_nobody_opened_is_told_and_what_is_not_public_may_not_be_opened() -> None:
    file, opened = as_seen("cave"), opened_of("cave")
    found = opened_draws.check(file, opened[:-1])
    assert isinstance(found, Proved)
    assert found.missing is not None
    assert (found.proved, found.public, found.missing.number) == (
        len(opened) - 1,
        len(opened),
        opened[-1]["number"],
    )
    beyond = {**opened[0], "number": OPEN_DRAWS - 1}
    assert "none that everybody sees" in getattr(opened_draws.check(file, [*opened, beyond]), "reason", "")


@pytest.mark.parametrize(
    "change",
    [
        {"number": True},
        {"number": -1},
        {"secret": "00"},
        {"secret": None},
        {"path": "0" * 64},
        {"path": ["x"]},
        {"version": "1"},
    ],
    ids=str,
)
def test_what_is_no_opened_draw_is_found(change: dict[str, Any]) -> None:
    opened = opened_of("cave")
    found = opened_draws.check(as_seen("cave"), [{**opened[0], **change}])
    assert (isinstance(found, Flaw), getattr(found, "reason", "")) == (True, "an opened draw is not of its shape")


def test_a_match_without_open_draws_opens_none() -> None:
    plain = played("cave", seed=5, moves=20)
    assert "no open draws" in getattr(opened_draws.check(read(plain.file()), []), "reason", "")


def forged(change: Callable[[Line], object]) -> Flaw | None:
    lines = values(file_of("cave", whole=True))
    change(lines[1])
    return verify_bytes(mended(lines)).flaw


def test_a_root_that_is_not_of_the_seed_is_found_once_the_seed_is_open() -> None:
    found = forged(lambda first: first["envelope"]["data"].update(open_draws="0" * 64))
    assert found == Flaw(check=CHANCE, version=1, reason="the draws' secrets are not those that were committed to")


@pytest.mark.parametrize("root", [None, "0" * 63, "G" * 64, 1, {"root": "0" * 64}], ids=str)
def test_what_is_no_root_is_found_at_event_1_though_the_seed_is_sealed(root: Any) -> None:
    lines = values(file_of("cave"))
    lines[1]["envelope"]["data"]["open_draws"] = root
    found = verify_bytes(mended(lines)).flaw
    assert found is not None
    assert found.version == 1


def test_draws_that_are_not_of_the_secrets_are_found_at_the_first() -> None:
    """A root that is of the seed, and draws as of a match without."""
    plain, root = played("cave", seed=5, moves=20), draw_tree.root_of
    lines = values(plain.file(whole=True))
    lines[0]["format"] = "tabularium/5"
    lines[1]["envelope"]["data"]["open_draws"] = root(plain.seed, plain.match)
    found = verify_bytes(mended(lines)).flaw
    assert found is not None
    assert found.check == CHANCE
    # Some of the first may be the same by chance.
    assert found.version in [line["envelope"]["version"] for line in lines[1:-1] if line["envelope"]["draws"]][:5]


def test_a_file_with_open_draws_of_an_earlier_format_is_refused() -> None:
    lines = values(file_of("cave"))
    lines[0]["format"] = "tabularium/4"
    with pytest.raises(Exception, match="the format is not tabularium/5"):
        read(written(lines))


@pytest.mark.parametrize("name", [f"{slug}-{what}" for slug in SLUGS for what in ("open", "open-beacon")])
def test_after_a_take_back_no_number_is_used_again_and_going_back_is_found(name: str) -> None:
    lines = values((RECORDED / f"{name}.ndjson").read_bytes())
    drawn = [line["envelope"] for line in lines[1:-1] if line["envelope"]["draws"]]
    numbers = [number for one in drawn for number in _numbers(one)]
    assert numbers == sorted({*numbers})
    back = next(line["envelope"]["version"] for line in lines[1:-1] if line["envelope"]["type"] == "moves_taken_back")
    later = next((one for one in drawn if one["version"] > back), None)
    if later is None:
        return
    later["draws"]["first"] -= 1
    found = verify_bytes(mended(lines)).flaw
    assert found is not None
    assert (found.version, found.check) == (later["version"], CHANCE)


def _numbers(envelope: Any) -> range:
    return range(envelope["draws"]["first"], envelope["draws"]["first"] + envelope["draws"]["count"])


@pytest.mark.parametrize("slug", SLUGS)
def test_a_fork_of_a_match_with_open_draws_carries_them_and_needs_to_say_so(slug: str) -> None:
    lines = values((RECORDED / f"{slug}-open-forked.ndjson").read_bytes())
    origin = lines[1]["openings"][1]["part"]["origins"][0]
    assert origin["open_draws"] is True
    for wrong in (False, "yes"):
        origin["open_draws"] = wrong
        assert verify_bytes(mended(lines)).flaw == Flaw(
            check=CHANCE, version=1, reason="an older key is not of its shape"
        )
    del origin["open_draws"]
    lines[0]["format"] = "tabularium/1" if "taken_back" not in str(lines) else "tabularium/2"
    found = verify_bytes(mended(lines)).flaw
    assert found is not None
    assert found.check == CHANCE


def test_the_command_holds_saved_answers_against_the_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    opened = opened_of("cave")
    file = tmp_path / "match.ndjson"
    file.write_bytes(file_of("cave"))
    pages = [tmp_path / "1.json", tmp_path / "2.json"]

    def said(*items: Any) -> tuple[int, str]:
        for page, listed in zip(pages, items, strict=True):
            page.write_text(json.dumps({"items": listed}))
        status = main([str(file), "--draws", str(pages[0]), "--draws", str(pages[1])])
        return status, capsys.readouterr().out

    status, told = said(opened[:3], opened[3:])
    assert (status, f"draws   {len(opened)} of {len(opened)} public draws proved" in told) == (0, True)
    status, told = said(opened[:3], opened[4:])
    assert (status, f"draw {opened[3]['number']} at version {opened[3]['version']} was not opened" in told) == (3, True)
    status, told = said([{**opened[0], "secret": "0" * 64}], opened[1:])
    assert status == 1
    assert told == f"not valid at version {opened[0]['version']}: the secret of draw 0 is not the one that was " + (
        "committed to (chance)\n"
    )
    pages[0].write_text("[]")
    assert main([str(file), "--draws", str(pages[0])]) == 2
