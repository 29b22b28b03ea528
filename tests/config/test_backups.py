"""A backup of the suite's own servers while they serve, restored beside them."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection

from config.databases import database
from config.local_stack import backups
from config.local_stack.errors import StackError
from config.local_stack.stack import LocalStack
from events.store import new_id
from games.matches import tasks
from games.matches.audit import audits
from games.matches.models.notices import Dispatch
from games.matches.notices import holds
from games.matches.stream import loading
from games.matches.stream.loading import load
from tests.cast import Person, legal, match_of, person
from tests.config.conftest import reachable_folder, without_servers
from tests.stack import STACK


@pytest.fixture(scope="module")
def home(request: pytest.FixtureRequest) -> Path:
    """The home of the suite's servers."""
    return request.config.stash[STACK].home


@pytest.fixture
def cast() -> tuple[Person, ...]:
    return person("Alice"), person("Bob"), person("Carol")


def play(match_id: str, who: Person) -> None:
    answer = who.post(f"/matches/{match_id}/moves", legal(match_id, 0)[0])
    assert answer.status_code == 201


def dispatch(who: Person) -> Dispatch:
    """A mail that is due, before all that other tests may have left."""
    return Dispatch.objects.create(id=new_id(), player_id=who.id, channel="mail", available_at="2000-01-01T00:00:00Z")


@pytest.fixture
def restored(home: Path, cast: tuple[Person, ...], monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, Any]]:
    """A stack from a backup of a match, after which the match has gone on; Django speaks with it."""
    match_id, due = match_of(*cast), dispatch(cast[0])
    with reachable_folder() as folder:
        backups.back_up(home, folder / "kept", without_servers(), print)
        at_backup = load(match_id).match.head
        play(match_id, cast[0])
        call_command("publish_heads", all=True, out=folder)
        Dispatch.objects.filter(id=due.id).delete()
        assert backups.restore(folder / "data", folder / "kept", without_servers(), print) == 0
        with LocalStack(folder / "data", given=without_servers()) as stack, monkeypatch.context() as patch:
            stack.start_servers()
            connection.close()
            for name, value in database(stack.environment["DATABASE_URL"]).items():
                patch.setitem(connection.settings_dict, name, value)
            loading.recent.clear()
            yield {"match": match_id, "head": at_backup, "due": due, "later": folder / "heads-all.ndjson"}
            connection.close()
            loading.recent.clear()
        with pytest.raises(StackError, match="already"):
            backups.restore(folder / "data", folder / "kept", without_servers(), print)


def test_a_restored_service_goes_on_with_every_match_says_what_it_lost_and_sends_nothing_until_told(
    restored: dict[str, Any], cast: tuple[Person, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    match_id = restored["match"]
    assert load(match_id).match.head == restored["head"]
    assert not audits.examine(match_id).failed
    with pytest.raises(CommandError, match="are not in the histories"):
        call_command("audit_matches", heads=[restored["later"]])
    told = capsys.readouterr().out
    assert f"match {match_id} stood at version {restored['head'].version + 1} and was cut back behind it" in told
    due = Dispatch.objects.get(id=restored["due"].id)
    assert holds.is_held()
    assert tasks.send_mails() == tasks.send_webhooks() == 0
    due.refresh_from_db()
    assert (due.state, due.attempts) == ("pending", 0)
    play(match_id, cast[0])
    call_command("resume_sending", forget=True)
    due.refresh_from_db()
    assert (due.state, due.last_error, holds.since()) == ("dropped", "restored", None)


def test_what_is_on_hold_goes_out_when_told(cast: tuple[Person, ...]) -> None:
    due = dispatch(cast[0])
    call_command("hold_sending")
    tasks.send_mails()
    due.refresh_from_db()
    assert due.state == "pending"
    call_command("resume_sending")
    tasks.send_mails()
    due.refresh_from_db()
    # It belongs to no notice, so nobody wants it any more.
    assert due.state == "dropped"


def test_servers_of_others_are_not_backed_up_by_this(folder: Path) -> None:
    given = {**without_servers(), "DATABASE_URL": os.environ["DATABASE_URL"]}
    with pytest.raises(StackError, match=r"docs/running\.md"):
        backups.back_up(folder, folder / "kept", given, print)
    with pytest.raises(StackError, match="no backup"):
        backups.restore(folder / "data", folder / "kept", without_servers(), print)


def test_a_backup_is_written_into_a_new_folder(home: Path, folder: Path) -> None:
    with pytest.raises(StackError, match="there already"):
        backups.back_up(home, folder, without_servers(), print)
