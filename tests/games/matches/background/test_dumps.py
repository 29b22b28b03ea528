"""Dumps for research: what is public and over, by month, as files that anybody can check."""

import gzip
import hashlib
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import orjson
import pytest
from django.core.management import CommandError, call_command

from games.matches.background import dumps
from games.matches.models.service import Listing
from games.matches.play import submission
from games.matches.stream import quarantine
from games.verify.report import CHECKS, OK
from games.verify.verifier import verify_bytes
from tests.support.cast import Person, match_of, person
from tests.support.relay import catch_up
from tests.support.table_fixtures import all_listed

__all__ = ["all_listed"]

pytestmark = pytest.mark.usefixtures("all_listed")

NEXT = "9999-12"


@pytest.fixture(autouse=True)
def _nothing_else_is_listed(all_listed: None) -> None:
    Listing.objects.all().delete()


def over(*people: Person, **wishes: Any) -> str:
    match_id = match_of(*people, **wishes)
    for one in people[:-1]:
        submission.resign(match_id, one.id, key=None)
    return match_id


def read(folder: Path, month: dict[str, Any]) -> dict[str, bytes]:
    """The match files of a month by the match's id, each cut out by its line of the index."""
    text = gzip.decompress((folder / month["file"]).read_bytes())
    assert hashlib.sha256(text).hexdigest() == month["sha256"]
    for part in ("file", "index"):
        assert hashlib.sha256((folder / month[part]).read_bytes()).hexdigest() == month[f"{part}_sha256"]
    assert len(text) == month["bytes"]
    lines = [orjson.loads(line) for line in (folder / month["index"]).read_bytes().splitlines()]
    assert len(lines) == month["matches"]
    return {line["match"]: text[line["offset"] : line["offset"] + line["bytes"]] for line in lines}


def test_public_matches_that_are_over_are_written_by_month_and_each_is_valid(tmp_path: Path) -> None:
    people = [person(name) for name in "abc"]
    # After the end nothing is told later to anybody.
    public = [over(*people), over(*people, game="cave"), over(*people, delay={"seconds": 86_400})]
    hidden = [over(*people, visibility=one) for one in ("private", "unlisted")]
    running, aside = match_of(*people), over(*people)
    quarantine.set_aside(aside, 1, "wrong", at="fold")
    catch_up()
    (month,) = dumps.write(tmp_path, before=NEXT, licence="CC0-1.0")
    index = orjson.loads((tmp_path / "index.json").read_bytes())
    assert (index["format"], index["licence"], index["months"]) == ("tabularium-dump/1", "CC0-1.0", [month])
    assert month["month"] == f"{datetime.now(UTC):%Y-%m}"
    found = read(tmp_path, month)
    assert sorted(found) == sorted(public)
    assert not {*hidden, running, aside} & found.keys()
    for text in found.values():
        assert verify_bytes(text).checks == dict.fromkeys(CHECKS, OK)
    told = b"".join(found.values())
    assert not any(one.handle.encode() in told or one.id.encode() in told for one in people)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(["index.json", month["file"], month["index"]])


def test_the_same_matches_make_the_same_bytes(tmp_path: Path) -> None:
    people = [person(name) for name in "abc"]
    over(*people)
    catch_up()
    for folder in ("one", "two"):
        dumps.write(tmp_path / folder, before=NEXT, licence="CC0-1.0")
    one, two = ({path.name: path.read_bytes() for path in (tmp_path / name).iterdir()} for name in ("one", "two"))
    assert one == two


def test_the_present_month_waits_until_it_is_over(tmp_path: Path, capsys: Any) -> None:
    over(*[person(name) for name in "abc"])
    catch_up()
    call_command("dump_matches", out=tmp_path)
    assert capsys.readouterr().out.endswith("index.json: 0 months\n")
    call_command("dump_matches", out=tmp_path, before=NEXT)
    assert ": 1 matches, " in capsys.readouterr().out


def test_a_folder_that_cannot_be_written_and_a_month_that_is_none_are_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(CommandError, match="file"):
        call_command("dump_matches", out=tmp_path / "file")
    with pytest.raises(CommandError, match="no month"):
        call_command("dump_matches", "--out", str(tmp_path), "--before", "2026-13")


def test_more_matches_than_are_looked_up_at_a_time_are_all_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dumps, "AT_ONCE", 2)
    people = [person(name) for name in "abc"]
    made = [over(*people) for _ in range(5)]
    catch_up()
    (month,) = dumps.write(tmp_path, before=NEXT, licence="CC0-1.0")
    assert sorted(read(tmp_path, month)) == sorted(made)
