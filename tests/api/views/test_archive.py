"""All that the service keeps of a player, in one file."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

from api.views import archive
from games.matches.accounts import tokens
from games.matches.models.people import Player
from tests.api.openapi.test_document import operations
from tests.support.cast import SAS, Person, account_holder, match_of, person
from tests.support.relay import catch_up

# Streams, what belongs to one of a list, and the archive itself.
NO_LISTS = {
    "/me/stream",
    "/me/archive",
    # What is counted of others' messages.
    "/me/chat/unread",
    "/me/apps/{app}",
    "/me/webhooks/{webhook}",
    "/me/webhooks/{webhook}/deliveries",
}


def lines(who: Person) -> dict[str, list[Any]]:
    """What the archive holds, by list."""
    answer = who.get("/me/archive")
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "application/x-ndjson")
    found: dict[str, list[Any]] = {}
    for line in answer.content.splitlines():
        told = json.loads(line)
        found.setdefault(told["list"], []).append(told["item"])
    return found


def busy() -> tuple[Person, Person, str]:
    """Somebody of whom the service keeps a good deal, another one, and their match."""
    alice, bob = account_holder("Alice"), account_holder("Bob")
    match_id = match_of(alice, bob, game=SAS)
    catch_up()
    alice.put(f"/matches/{match_id}/note", {"text": "Bob likes long words"})
    at = datetime(2026, 11, 27, tzinfo=UTC)
    for number in range(120):
        Player.objects.get(id=alice.id).chat_messages.create(
            match_id=match_id,
            room="players",
            number=number + 1,
            text=f"Word {number}",
            written_at=at + timedelta(seconds=number),
        )
    alice.put(f"/me/follows/{bob.id}")
    alice.put(f"/me/mutes/{bob.id}")
    alice.post("/me/reports", {"player": bob.id, "kind": "stalling", "text": "Slow"})
    alice.post("/me/webhooks", {"url": "https://hooks.example/a", "kinds": ["your_turn"]})
    return alice, bob, match_id


def test_every_list_of_ones_own_is_in_it() -> None:
    own = {path.removeprefix("/api/v1") for verb, path, _ in operations() if verb == "GET" and "/me/" in f"{path}/"}
    ours = {path.partition("?")[0] for path in (*archive.DOCUMENTS.values(), *archive.LISTS.values())}
    assert {path for path in own if path.startswith("/me")} - NO_LISTS == {
        path for path in ours if path.startswith("/me")
    }


def undated(tokens: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Tokens without the day of last use, which a thread of its own may note between two answers."""
    return [{**token, "last_used_on": None} for token in tokens]


def test_it_holds_what_the_lists_hold_all_pages_of_them() -> None:
    alice, bob, match_id = busy()
    found = lines(alice)
    assert found["me"] == [{**alice.get("/me").json()}]
    assert [one["text"] for one in found["chat"]] == [f"Word {number}" for number in reversed(range(120))]
    assert found["notes"][0]["match"] == match_id
    assert found["notes"][0]["text"] == "Bob likes long words"
    assert [one["id"] for one in found["matches"]] == [match_id]
    assert [one["player"]["id"] for one in found["follows"]] == [bob.id]
    assert [one["id"] for one in found["mutes"]] == [bob.id]
    assert [one["text"] for one in found["reports"]] == ["Slow"]
    assert [one["url"] for one in found["webhooks"]] == ["https://hooks.example/a"]
    assert undated(found["tokens"]) == undated(alice.get("/me/tokens").json()["items"])


def test_it_holds_no_secret_and_nothing_of_anybody_else() -> None:
    alice, bob, match_id = busy()
    bob.put(f"/matches/{match_id}/note", {"text": "Alice bluffs"})
    text = alice.get("/me/archive").content.decode()
    assert "Alice bluffs" not in text
    assert alice.token not in text
    assert "whsec" not in text
    assert not lines(bob).keys() & {"chat", "reports", "webhooks", "follows", "mutes"}


def test_a_token_that_may_not_read_gets_no_part_of_it() -> None:
    alice = person("Alice")
    player = Player.objects.get(id=alice.id)
    _, secret = tokens.issue(player, label="x", scopes=["account"], key=None)
    answer = Person(id=alice.id, handle=alice.handle, token=secret).get("/me/archive")
    assert (answer.status_code, answer.json()["code"]) == (403, "insufficient_scope")


def test_what_one_asks_for_again_and_in_which_form_does_not_matter_to_the_lists() -> None:
    alice, _, match_id = busy()
    again = alice.get("/me/archive", If_None_Match="*", Accept="application/x-ndjson")
    assert (again.status_code, match_id in again.content.decode()) == (200, True)
