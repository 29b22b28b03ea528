"""A database that a released version has left is brought to this one, and goes on.

`tests/releases` has a dump of each release; `make release-dump` makes one.
"""

import io
import json
import os
import re
import subprocess
import sys
import tarfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg
import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.test import override_settings

from config.environment.cold_storage import cold_storage
from config.environment.databases import database
from config.local_stack.programs import programs_for
from config.local_stack.stack import PROJECT
from games.matches.autoplay import timeouts
from games.matches.stream.loading import load, recent
from tests.releases.kept_features import has_all
from tests.releases.making import FOLDER, SECRET_KEY
from tests.support.asserting import assert_nothing_raised
from tests.support.cast import STRANGER, Person, play_some
from tests.support.relay import catch_up

RELEASES = sorted(path.stem for path in FOLDER.glob("*.dump"))
NAME = "released"
ROLES = ("DATABASE_URL", "DATABASE_OPERATORS_URL", "DATABASE_OWNER_URL", "DATABASE_SUPERUSER_URL")
LISTS = ("open", "active", "finished")
# A commit between 0.1.0 and 0.2.0, with a part of the migrations: who ran it upgrades in two steps. Later releases have
# more migrations than it knows.
BETWEEN = "04b1610604ffad78bbf076cb645da110146e2394"
ROADS = [*((release, None) for release in RELEASES), ("0.1.0", BETWEEN)]


@dataclass(frozen=True)
class Release:
    """What the players of a release hold, and its published heads."""

    people: tuple[Person, ...]
    games: Mapping[str, Mapping[str, Any]]
    heads: Path
    # Calls, each with its player and what it was answered.
    answers: Sequence[Mapping[str, Any]]
    # How many matches the lists have.
    listed: int


def _road(road: tuple[str, str | None]) -> str:
    release, between = road
    return f"{release} in {'one step' if between is None else 'two steps'}"


@pytest.fixture(scope="module", params=ROADS, ids=_road)
def upgraded(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Release]:
    """The service of a release on a database of its own, brought to this version; Django speaks with it.

    In one step, or by way of a commit between, whose own code brings it there and works on it.
    """
    release, between = request.param
    code = None if between is None else _code_of(between, tmp_path_factory.mktemp("between"))
    urls = {variable: urlsplit(os.environ[variable])._replace(path=f"/{NAME}").geturl() for variable in ROLES}
    with psycopg.connect(os.environ["DATABASE_SUPERUSER_URL"], autocommit=True) as superuser:
        # As `deploy/roles.sql` makes it.
        superuser.execute(f"CREATE DATABASE {NAME} OWNER {urlsplit(os.environ['DATABASE_OWNER_URL']).username}")
        try:
            _restore(FOLDER / f"{release}.dump", urls)
            if code is not None:
                _migrate(urls, code)
                # It was that code's own doing, not this one's.
                assert _migrated(urls) == _migrations(code)
                _manage(urls, code, "config.settings", "rebuild_projections")
                _manage(urls, code, "config.settings", "audit_matches")
            _migrate(urls, PROJECT)
            with pytest.MonkeyPatch.context() as patch, _cold_files(release):
                _speak_with(urls["DATABASE_URL"], patch)
                yield _held(release)
        finally:
            connection.close()
            recent.clear()
            superuser.execute(f"DROP DATABASE {NAME} WITH (FORCE)")


def _held(release: str) -> Release:
    held = json.loads((FOLDER / f"{release}.json").read_text())
    return Release(
        tuple(Person(**one) for one in held["people"]),
        held["games"],
        FOLDER / f"{release}.ndjson",
        # 0.1.0 had played matches and nothing else.
        held.get("features", {}).get("answers", []),
        sum(held["listed"].values()) if "listed" in held else 5 * len(held["games"]),
    )


@contextmanager
def _cold_files(release: str) -> Iterator[None]:
    """The service finds the files of a release's cold matches."""
    with override_settings(STORAGES={**settings.STORAGES, **cold_storage(f"file://{FOLDER / f'{release}.cold'}")}):
        yield


def _restore(dump: Path, urls: Mapping[str, str]) -> None:
    tool = programs_for(None).backup.with_name("pg_restore")
    subprocess.run([tool, "--exit-on-error", "--dbname", urls["DATABASE_SUPERUSER_URL"], dump], cwd="/", check=True)


def _migrate(urls: Mapping[str, str], code: Path) -> None:
    settings = "config.settings_operators"
    _manage(urls, code, settings, "migrate", "--database", "owner", "--no-input", "--verbosity", "0")


def _manage(urls: Mapping[str, str], code: Path, settings: str, *arguments: str) -> None:
    """A command of `manage.py`, of this code or an earlier one."""
    # A file of paths in the environment names this project, which must not come first.
    own = {"DJANGO_SETTINGS_MODULE": settings, "PYTHONPATH": str(code), "SECRET_KEY": SECRET_KEY}
    command = [sys.executable, "manage.py", *arguments]
    done = subprocess.run(command, cwd=code, env={**os.environ, **urls, **own}, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def _migrations(code: Path) -> set[str]:
    return {path.stem for path in code.glob("games/matches/migrations/0*.py")}


def _migrated(urls: Mapping[str, str]) -> set[str]:
    """The migrations of `games.matches` that a database has had."""
    with psycopg.connect(urls["DATABASE_SUPERUSER_URL"]) as database_of_release:
        rows = database_of_release.execute("SELECT name FROM django_migrations WHERE app = 'matches'")
        return {name for (name,) in rows}


def _code_of(commit: str, folder: Path) -> Path:
    """The tree of a commit; the test is skipped where git does not have it, as in a release's archive."""
    archive = subprocess.run(["git", "archive", "--format=tar", commit], cwd=PROJECT, capture_output=True)
    if archive.returncode != 0:
        pytest.skip("this folder is no clone that has the commit between")
    with tarfile.open(fileobj=io.BytesIO(archive.stdout)) as tree:
        tree.extractall(folder, filter="data")
    return folder


def _speak_with(url: str, patch: pytest.MonkeyPatch) -> None:
    connection.close()
    for name, value in database(url).items():
        patch.setitem(connection.settings_dict, name, value)
    recent.clear()


@pytest.fixture(autouse=True)
def _key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "SECRET_KEY", SECRET_KEY)


def lists(who: Person) -> dict[str, list[str]]:
    """The ids of every match, by status, as the lists tell them."""
    return {
        status: [item["id"] for item in who.get(f"/matches?status={status}&limit=100").json()["items"]]
        for status in LISTS
    }


def schema(url: str) -> list[str]:
    """What makes the tables of a database, without the tool's own words."""
    tool = programs_for(None).backup.with_name("pg_dump")
    written = subprocess.run([tool, "--schema-only", url], cwd="/", capture_output=True, text=True, check=True).stdout
    return [line for line in written.splitlines() if not line.startswith(("--", "\\"))]


def test_the_road_in_two_steps_goes_over_code_that_has_a_part_of_the_migrations(tmp_path: Path) -> None:
    had, has = _migrations(_code_of(BETWEEN, tmp_path)), _migrations(PROJECT)
    assert had < has
    assert len(had) > 1


def test_migrations_of_a_release_are_changed_by_later_ones_only(upgraded: Release) -> None:
    """A released migration that is edited makes other tables in a new database than in one that is brought over."""
    fresh = os.environ["DATABASE_SUPERUSER_URL"]
    assert schema(urlsplit(fresh)._replace(path=f"/{NAME}").geturl()) == schema(fresh)


def test_no_migration_imports_code_that_a_later_version_may_change() -> None:
    """What it does would change with that code, though it was released."""
    paths = [path for room in ("events", "games", "config") for path in PROJECT.glob(f"{room}/**/migrations/0*.py")]
    assert len(paths) > 5
    for path in paths:
        found = re.findall(r"^\s*(?:from|import) ([a-z_]+)", path.read_text(), re.MULTILINE)
        assert set(found) <= {"django", "typing", "collections"}, path


def test_histories_of_a_release_are_whole_and_every_decision_in_them_is_judged_as_it_was(upgraded: Release) -> None:
    with assert_nothing_raised():
        call_command("audit_matches", heads=[upgraded.heads])
        call_command("audit_matches")
        call_command("replay_all")


def test_a_token_of_before_opens_what_it_did_and_a_repeated_call_is_answered_alike(upgraded: Release) -> None:
    for held in upgraded.games.values():
        who = upgraded.people[held["call"]["player"]]
        again = who.post(
            f"/matches/{held['running']}/moves", held["call"]["move"], Idempotency_Key="before-the-upgrade"
        )
        assert again.headers["Idempotent-Replayed"] == "true"
        assert again.json()["events"] == held["call"]["events"]
        assert who.get(f"/matches/{held['ended']}/events?limit=500").status_code == 200


def test_nobody_takes_a_handle_that_looks_like_one_of_a_player_of_before(upgraded: Release) -> None:
    for who in upgraded.people:
        refused = STRANGER.post("/players", {"handle": who.handle.replace("l", "I").replace("o", "0")})
        assert (refused.status_code, refused.json()["code"]) == (409, "handle_taken"), who.handle


def test_running_matches_and_forks_of_a_release_are_played_to_their_end(upgraded: Release) -> None:
    for held in upgraded.games.values():
        for other in upgraded.people[1:]:
            assert other.post(f"/matches/{held['fork']}/join").status_code in (200, 201)
        for match_id in (held["running"], held["fork"]):
            play_some(match_id, upgraded.people, moves=60)
        version = load(held["clocked"]).match.head.version
        assert timeouts.expire(held["clocked"]).match.head.version > version


def test_what_players_had_besides_matches_is_answered_as_before_with_no_field_less(upgraded: Release) -> None:
    for told in upgraded.answers:
        found = upgraded.people[told["player"]].get(told["path"])
        assert has_all(found.json(), told["answer"]), (told, found.json())


@pytest.mark.parametrize(
    ("found", "has"),
    [
        ({"a": 1, "b": [{"c": 2, "new": 3}], "now": 2}, True),
        ({"b": [{"c": 2}], "now": 1}, False),
        ({"a": 1, "b": [], "now": 1}, False),
        ({"a": 1, "b": [{"c": 3}], "now": 1}, False),
        ({"a": 1, "b": [{"c": 2}, {"c": 2}], "now": 1}, False),
        ([], False),
    ],
)
def test_an_answer_that_lacks_a_field_or_has_another_value_is_noticed(found: Any, has: bool) -> None:
    assert has_all(found, {"a": 1, "b": [{"c": 2}], "now": 1}) is has


def test_lists_of_a_release_are_those_that_its_events_make_anew(upgraded: Release) -> None:
    catch_up()
    before = lists(STRANGER)
    call_command("rebuild_projections")
    assert lists(STRANGER) == before
    assert sum(map(len, before.values())) == upgraded.listed
