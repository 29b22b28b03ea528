"""Every match's head comes into the log once: at its end, and at the close of each day on which it moved."""

import random
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest

from events.store import new_id
from games.headlog.checkpoints import require_continued
from games.headlog.hash_tree import EMPTY_ROOT, leaf_hash
from games.headlog.log_entries import match_digest
from games.headlog.signed_notes import OF_TEXT, PrivateKey, read_note, signed_at
from games.matches import tasks
from games.matches.audit import imports
from games.matches.heads import log_reading, log_writing
from games.matches.models.logged import LogCheckpoint, LoggedHead, LogProgress, LogTile, WaitingHead
from games.matches.notices import holds
from games.matches.play import submission
from games.matches.stream.loading import load
from tests.games.matches.heads.head_logs import SEED, HeadLog, after, entry_of, grown, head_log
from tests.games.verify.files import played
from tests.support.captured_log import Captured, log
from tests.support.cast import Person, match_of, person
from tests.support.races import at_once
from tests.support.relay import catch_up
from tests.support.round_trips import round_trips
from tests.support.table_fixtures import all_listed

__all__ = ["all_listed", "head_log", "log"]

DAY = timedelta(days=1)


def ended(**wishes: Any) -> str:
    """A match in which all but one resigned, listed."""
    match_id, people = running(**wishes)
    for one in people[:-1]:
        submission.resign(match_id, one.id, key=None)
    catch_up()
    return match_id


def running(**wishes: Any) -> tuple[str, Sequence[Person]]:
    people = [person(name) for name in ("Alice", "Bob", "Carol")]
    match_id = match_of(*people, **wishes)
    catch_up()
    return match_id, people


def day_of(match_id: str) -> date:
    """The day of a match's last event."""
    return datetime.fromisoformat(load(match_id).events[-1].envelope["at"]).astimezone(UTC).date()


def test_an_ended_match_is_logged_at_its_last_head_once(all_listed: None, head_log: HeadLog) -> None:
    match_id = ended(visibility="private")
    head = load(match_id).match.head
    assert head_log.write() == 1
    assert head_log.entries == [entry_of(match_id, head)]
    row = LoggedHead.objects.get()
    assert (row.kind, bytes(row.match).hex()) == ("end", match_digest(match_id))
    log_writing.note([load(match_id)])
    assert head_log.write() == 0
    assert len(head_log.entries) == 1


def test_a_running_match_is_not_logged_before_a_day_is_over(all_listed: None, head_log: HeadLog) -> None:
    running()
    assert head_log.write() == 0
    assert (head_log.signed.checkpoint.size, head_log.signed.checkpoint.root) == (0, EMPTY_ROOT)


def test_at_a_day_s_close_every_match_that_moved_is_logged_at_its_last_head_of_the_day(head_log: HeadLog) -> None:
    one, other, later, day = new_id(), new_id(), new_id(), head_log.day
    first = grown(one, day - DAY)
    second = grown(one, day, hour=0, expected=first)
    third = grown(one, day, hour=23, expected=second)
    alone = grown(other, day)
    fourth = grown(one, day + DAY, hour=0, expected=third)
    next_day = grown(later, day + DAY, hour=0)
    assert log_writing.write(now=after(day) - timedelta(minutes=2)) == 0, "something of the day may be on its way"
    head_log.close(day)
    assert head_log.entries == sorted([entry_of(one, third), entry_of(other, alone)])
    assert head_log.write(day) == 0
    head_log.close(day + DAY)
    assert head_log.entries[2:] == sorted([entry_of(one, fourth), entry_of(later, next_day)])


def test_days_that_were_missed_are_closed_one_after_the_other(head_log: HeadLog) -> None:
    match, day = new_id(), head_log.day
    first = grown(match, day)
    second = grown(match, day + 3 * DAY, expected=first)
    head_log.close(day + 3 * DAY)
    assert LogProgress.objects.get().day == day + 4 * DAY
    assert head_log.entries == [entry_of(match, first), entry_of(match, second)]


def test_a_day_of_many_matches_is_logged_in_pieces_without_a_gap(head_log: HeadLog) -> None:
    heads = {match: grown(match, head_log.day) for match in (new_id() for _ in range(7))}
    head_log.close(head_log.day, limit=3)
    assert LogCheckpoint.objects.count() >= 3
    assert sorted(head_log.entries) == sorted(entry_of(match, head) for match, head in heads.items())
    assert list(LoggedHead.objects.order_by("index").values_list("index", flat=True)) == list(range(7))


def test_the_first_close_takes_in_all_that_was_before_the_log(head_log: HeadLog) -> None:
    LogProgress.objects.all().delete()
    old, new = new_id(), new_id()
    head = grown(old, head_log.day - 10 * DAY)
    grown(new, head_log.day + DAY)
    head_log.write(head_log.day)
    head_log.close(head_log.day)
    found = {entry.match: entry for entry in head_log.entries}
    assert found[match_digest(old)] == entry_of(old, head)
    assert match_digest(new) not in found
    assert LogProgress.objects.get().day == head_log.day + DAY


def test_an_imported_match_is_not_ours_to_vouch_for(all_listed: None, head_log: HeadLog) -> None:
    scribe = played("rock-paper-wizard", number=random.randrange(2**47))
    match_id = imports.import_file(scribe.file(), now=scribe.now).match
    catch_up()
    LogProgress.objects.update(day=scribe.now.date())
    head_log.close(scribe.now.date())
    assert match_digest(match_id) not in {entry.match for entry in head_log.entries}


def test_a_match_that_is_seen_later_is_logged_at_its_end_alone(all_listed: None, head_log: HeadLog) -> None:
    match_id, people = running(delay={"events": 5})
    seen, _ = running()
    today = day_of(match_id)
    LogProgress.objects.update(day=today)
    head_log.close(today)
    known = {entry.match for entry in head_log.entries}
    assert match_digest(seen) in known
    assert match_digest(match_id) not in known
    for one in people[:-1]:
        submission.resign(match_id, one.id, key=None)
    catch_up()
    assert head_log.write() == 1
    assert head_log.entries[-1] == entry_of(match_id, load(match_id).match.head)


def test_an_end_on_the_day_that_is_closed_is_one_entry(all_listed: None, head_log: HeadLog) -> None:
    match_id = ended()
    loaded, today = load(match_id), day_of(match_id)
    LogProgress.objects.update(day=today)
    head_log.close(today)
    kinds = {row.version: row.kind for row in LoggedHead.objects.filter(match=bytes.fromhex(match_digest(match_id)))}
    assert kinds == {loaded.match.head.version: "end"}


def test_each_checkpoint_continues_the_one_before(head_log: HeadLog) -> None:
    signed = []
    for number in range(4):
        for _ in range(100):
            grown(new_id(), head_log.day + number * DAY)
        head_log.close(head_log.day + number * DAY)
        signed.append(head_log.signed.checkpoint)
    assert [one.size for one in signed] == [100, 200, 300, 400]
    for old, new in pairwise(signed):
        require_continued(old, new, log_reading.consistency(old.size, new.size))
    assert len(LogTile.objects.all()) == 3


def test_of_many_who_write_at_once_one_writes_each_entry(head_log: HeadLog) -> None:
    heads = {match: grown(match, head_log.day) for match in (new_id() for _ in range(20))}
    while LogProgress.objects.get().day == head_log.day:
        at_once(*[lambda: head_log.write(head_log.day, limit=6)] * 6)
    assert sorted(head_log.entries) == sorted(entry_of(match, head) for match, head in heads.items())
    assert head_log.signed.checkpoint.size == 20


def test_an_idle_minute_asks_one_statement(head_log: HeadLog, monkeypatch: pytest.MonkeyPatch) -> None:
    head_log.write()
    made = round_trips(monkeypatch)
    assert head_log.write() == 0
    assert len(made) == 1


@pytest.mark.parametrize("damage", ["a hash", "a tile", "an entry", "a checkpoint"])
def test_a_log_that_was_changed_behind_our_back_is_not_signed_again(
    head_log: HeadLog, log: Captured, damage: str
) -> None:
    for _ in range(3):
        grown(new_id(), head_log.day)
    head_log.close(head_log.day)
    before = head_log.signed.note
    if damage == "a hash":
        LogTile.objects.update(hashes=leaf_hash(b"") * 3)
    elif damage == "a tile":
        LogTile.objects.all().delete()
    elif damage == "an entry":
        LoggedHead.objects.filter(index=2).delete()
    else:
        LogCheckpoint.objects.update(root=bytes(32))
    grown(new_id(), head_log.day + DAY)
    assert head_log.write(head_log.day + DAY) == 0
    assert str(read_note(log_reading.latest().note)) == str(before)  # type: ignore[union-attr]
    assert [one["level"] for one in log.of("games.matches.heads.log_writing")] == ["ERROR"]
    assert LogProgress.objects.get().day == head_log.day + DAY, "the day is closed once the log is mended"


def test_while_keys_change_both_sign(head_log: HeadLog, settings: Any) -> None:
    head_log.write()
    successor = bytes(range(1, 33))
    settings.LOG_KEYS = [successor, SEED]
    assert head_log.write() == 0
    found = log_reading.latest()
    assert found is not None
    keys = [PrivateKey(settings.LOG_NAME, OF_TEXT, seed).public for seed in (successor, SEED)]
    assert found.keys == list(map(str, keys))
    assert [signed_at(read_note(found.note), key) for key in keys] == [0, 0]


def test_with_another_name_the_log_goes_on_as_another(head_log: HeadLog, settings: Any) -> None:
    grown(new_id(), head_log.day)
    head_log.close(head_log.day)
    settings.LOG_NAME = "play.example.org/log/2"
    head_log.write(head_log.day)
    assert head_log.signed.checkpoint.origin == "play.example.org/log/2"
    assert head_log.signed.checkpoint.size == 1


def test_without_a_key_nothing_is_noted_and_nothing_written(all_listed: None, head_log: HeadLog, settings: Any) -> None:
    settings.LOG_KEYS = []
    ended()
    assert head_log.write(head_log.day) == 0
    assert (WaitingHead.objects.count(), LogCheckpoint.objects.count()) == (0, 0)
    assert log_reading.latest() is None


def test_a_restored_copy_that_is_on_hold_writes_nothing(head_log: HeadLog, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(holds, "is_held", lambda: True)
    LogProgress.objects.update(day=(datetime.now(UTC) - 2 * DAY).date())
    assert (tasks.log_heads(), tasks.cosign_heads()) == (0, 0)
    assert LogCheckpoint.objects.count() == 0
    monkeypatch.setattr(holds, "is_held", lambda: False)
    assert tasks.log_heads() > 0
    assert LogCheckpoint.objects.count() > 0
    assert LogProgress.objects.get().day >= (datetime.now(UTC) - timedelta(minutes=10)).date(), "all missed days"
