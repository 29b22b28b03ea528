"""What players write to themselves about a match."""

import pytest

from games.matches.models.people import OwnNote
from games.matches.profiles import deletion
from tests.support.cast import STRANGER, Person, match_of, person
from tests.support.chance import UNKNOWN_ID


def note(who: Person, match_id: str) -> str:
    return str(who.get(f"/matches/{match_id}/note").json()["text"])


def test_a_note_is_its_writer_s_alone_and_the_newest_counts() -> None:
    alice, bob, carol = person("Alice"), person("Bob"), person("Carol")
    match_id = match_of(alice, bob, carol)
    path = f"/matches/{match_id}/note"
    assert alice.get(path).json() == {"text": "", "written_at": None}
    first = alice.put(path, {"text": "Bob bluffs.\nשלום\t<b>"}).json()
    assert (first["text"], note(alice, match_id)) == ("Bob bluffs.\nשלום\t<b>",) * 2
    assert first["written_at"] is not None
    assert [note(one, match_id) for one in (bob, carol, person("Watcher"))] == ["", "", ""]
    assert "bluffs" not in bob.get(f"/matches/{match_id}/export").content.decode()
    alice.put(path, {"text": "He does not."})
    assert note(alice, match_id) == "He does not."
    assert alice.put(path, {"text": " \n "}).json() == {"text": "", "written_at": None}
    assert not OwnNote.objects.filter(match_id=match_id).exists()


def test_who_watches_may_write_too_and_nobody_about_a_match_they_may_not_know_of() -> None:
    alice, bob, carol, watcher = person("Alice"), person("Bob"), person("Carol"), person("Watcher")
    assert watcher.put(f"/matches/{match_of(alice, bob, carol)}/note", {"text": "Fine."}).status_code == 200
    private = match_of(alice, bob, carol, visibility="private")
    for match_id in (private, UNKNOWN_ID):
        assert watcher.put(f"/matches/{match_id}/note", {"text": "Fine."}).json()["code"] == "match_not_found"
    assert STRANGER.get(f"/matches/{private}/note").status_code in (401, 404)


@pytest.mark.parametrize("text", ["x" * 2001, "nul \u0000", "bell \u0007", "escape \u001b[31m", None, 7])
def test_what_is_no_note_is_refused_and_leaves_the_one_before(text: object) -> None:
    alice, bob, carol = person("Alice"), person("Bob"), person("Carol")
    path = f"/matches/{match_of(alice, bob, carol)}/note"
    alice.put(path, {"text": "Before."})
    assert alice.put(path, {"text": text}).json()["code"] == "invalid_request"
    assert alice.get(path).json()["text"] == "Before."


def test_notes_go_with_the_account() -> None:
    alice, bob, carol = person("Alice"), person("Bob"), person("Carol")
    alice.put(f"/matches/{match_of(alice, bob, carol)}/note", {"text": "x" * 2000})
    deletion.delete(alice.id)
    assert not OwnNote.objects.filter(player_id=alice.id).exists()
