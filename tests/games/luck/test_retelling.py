"""What match files tell of chance: every draw once, by what it was made for."""

import json
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from config.local_stack.places import PROJECT
from games.luck import retelling as luck
from games.luck.__main__ import facts, main, matches
from games.luck.retelling import MatchFacts, NotCounted
from games.luck.tallies import AFTER_OPENER, BY_SEAT, WHOLE, Totals, counted
from games.registry import GAMES
from games.verify.match_file import read

RECORDED = PROJECT / "tests/recorded"
# All of them but those that never began. They are read when a test asks, not where tests are collected.
NAMES = sorted(path.name for path in RECORDED.glob("*.ndjson") if "cancelled" not in path.name)
OF_CAVE = [name for name in NAMES if name.startswith("cave")]


@cache
def found(name: str) -> MatchFacts:
    return facts((RECORDED / name).read_bytes())


def test_recorded_matches_of_every_game_can_be_counted() -> None:
    assert {found(name).game for name in NAMES} == set(GAMES)
    assert {found(name).game for name in OF_CAVE} == {"cave"}
    assert set(luck.OPENINGS) == set(GAMES)


@pytest.mark.parametrize("name", sorted(path.name for path in RECORDED.glob("*cancelled*")))
def test_a_match_that_never_began_is_not_counted(name: str) -> None:
    with pytest.raises(NotCounted):
        found(name)


@pytest.mark.parametrize("name", NAMES)
def test_every_draw_that_the_events_name_is_there_once(name: str) -> None:
    file = read((RECORDED / name).read_bytes())
    named: set[int] = set()
    for entry in file.entries:
        draws = entry.envelope["draws"]
        named |= set(range(draws["first"], draws["first"] + draws["count"])) if draws else set()
    # Draws of one value alone are no chance, and a fork's older ones are its parent's.
    drawn = sum(len(values) for values in found(name).draws.values())
    assert 0 < drawn <= len(named)
    assert all(0 <= value < n for (_, n), values in found(name).draws.items() for value in values)


@pytest.mark.parametrize("name", OF_CAVE)
def test_a_die_is_what_the_event_shows(name: str) -> None:
    file = read((RECORDED / name).read_bytes())
    rolled = [
        die - 1
        for entry in file.entries
        if entry.envelope["type"] == "die_rolled" and entry.envelope["draws"]
        for die in entry.envelope["data"].get("dice", [entry.envelope["data"].get("die")])
        if die is not None
    ]
    drawn = found(name).draws.get(("die_rolled", 6), [])
    if "forked" not in name and "agreed" not in name:
        assert list(drawn) == rolled


def test_who_began_is_what_the_events_say() -> None:
    for name in NAMES:
        told = found(name)
        file = read((RECORDED / name).read_bytes())
        said = next(
            (
                entry.envelope["data"]
                for entry in file.entries
                if entry.envelope["type"] == luck.OPENINGS[told.game] and entry.envelope["draws"]
            ),
            None,
        )
        if said is not None and told.opener is not None:
            assert told.opener in said.values()


def test_wins_are_shared_whole_among_those_who_won() -> None:
    one = next(one for one in map(found, NAMES) if one.winners and one.opener is not None)
    tallied = counted(one)
    assert sum(tallied[BY_SEAT, one.seats]) == WHOLE // len(one.winners) * len(one.winners)
    winner = one.winners[0]
    assert one.opener is not None
    assert tallied[AFTER_OPENER, one.seats][(winner - one.opener) % one.seats] > 0


def test_counts_add_up_over_matches() -> None:
    one = found(NAMES[0])
    once, twice = Totals(), Totals()
    once.add(one)
    for _ in range(2):
        twice.add(one)
    assert twice.matches == {one.seats: 2}
    assert {kind: [2 * value for value in counts] for kind, counts in once.counts.items()} == twice.counts


def test_a_running_match_and_one_that_was_changed_are_not_counted() -> None:
    name = NAMES[0]
    lines = (RECORDED / name).read_bytes().splitlines(keepends=True)
    with pytest.raises(NotCounted):
        facts(b"".join(lines[:5]))
    place = next(at for at, line in enumerate(lines) if b'"move":1,' in line)
    with pytest.raises(NotCounted):
        facts(b"".join([*lines[:place], *lines[place + 1 :]]))


def test_a_file_of_many_matches_is_counted_as_those_are(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    names = [name for name in NAMES if found(name).game == "spell-a-spell"][:2]
    texts = [(RECORDED / name).read_bytes() for name in names]
    assert list(matches(b"".join(texts))) == texts
    whole = tmp_path / "month.ndjson"
    whole.write_bytes(b"".join(texts))
    assert main([str(whole)]) == 0
    told = json.loads(capsys.readouterr().out)
    totals = Totals()
    for name in names:
        totals.add(found(name))
    assert told == json.loads(json.dumps({"game": "spell-a-spell", **totals.told()}))


def test_it_runs_without_the_service() -> None:
    path = RECORDED / NAMES[0]
    done = subprocess.run([sys.executable, "-m", "games.luck", str(path)], cwd=PROJECT, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["matches"] == 1
