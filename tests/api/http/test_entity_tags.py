from typing import Any

import pytest
from django.test import Client

from games.matches.lists import listings
from tests.support.cast import match_of, person

# What puts each of them into words.
PUT_INTO_WORDS = {
    "": "api.resources._match",
    "/prompts": "games.matches.presentation.resources.prompts",
    "/view": "games.matches.presentation.resources._view",
    "/events": "games.matches.presentation.resources.event",
}


@pytest.mark.parametrize("path", PUT_INTO_WORDS)
def test_what_a_caller_has_already_is_not_put_into_words_again(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    cast = [person(name) for name in ("Alice", "Bob", "Carol")]
    address = f"/api/v1/matches/{match_of(*cast)}{path}"

    def get(**sent: str) -> Any:
        return Client().get(address, headers={"Authorization": f"Bearer {cast[0].token}", **sent})

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("put into words")

    tag = get().headers["ETag"]
    monkeypatch.setattr(PUT_INTO_WORDS[path], refuse)
    again = get(**{"If-None-Match": f'"another", {tag}'})
    assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", tag)
    # Of what a caller does not have the words are wanted, and here they fail.
    assert get(**{"If-None-Match": '"another"'}).status_code == 500


LISTS = (
    "/matches",
    "/matches?mine=true",
    "/me/notices",
    "/me/invitations",
    "/me/tokens",
    "/me/webhooks",
    "/me/push-subscriptions",
    "/me/wishes",
    "/me/blocks",
    "/me",
    "/games",
    "/games/cave",
    "/bots",
    "/limits",
    "/problems",
    "/sets",
)


@pytest.mark.parametrize("path", LISTS)
def test_lists_settings_and_documents_are_not_sent_again_while_nothing_has_changed(path: str) -> None:
    alice = person("Alice")
    # Whatever else there is, the lists hold a match.
    listings.project_listings([match_of(alice, person("Bob"), person("Carol"))])
    first, second = alice.get(path), alice.get(path)
    tag = first.headers["ETag"]
    # Times of the answer, which differ, are no part of it.
    assert second.headers["ETag"] == tag
    again = alice.get(path, If_None_Match=f'"another", {tag}')
    assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", tag)
    assert alice.get(path, If_None_Match='"another"').json().keys() == first.json().keys()


def test_the_tag_of_a_list_changes_with_what_is_in_it_and_with_the_language() -> None:
    alice, bob, carol = (person(name) for name in ("Alice", "Bob", "Carol"))
    tags = [alice.get("/me/blocks").headers["ETag"]]
    alice.put(f"/me/blocks/{bob.id}")
    tags.append(alice.get("/me/blocks").headers["ETag"])
    alice.put(f"/me/blocks/{carol.id}")
    tags.append(alice.get("/me/blocks").headers["ETag"])
    tags += [alice.get("/problems", Accept_Language=language).headers["ETag"] for language in ("en", "he", "pl")]
    assert len(set(tags)) == 6


def test_settings_are_changed_only_while_they_are_what_was_read() -> None:
    alice = person("Alice")
    tag = alice.get("/me").headers["ETag"]
    changed = alice.patch("/me", {"locale": "he"}, If_Match=tag)
    assert (changed.status_code, changed.json()["locale"]) == (200, "he")
    late = alice.patch("/me", {"locale": "pl"}, If_Match=tag)
    assert (late.status_code, late.json()["code"]) == (412, "settings_changed")
    assert alice.get("/me").json()["locale"] == "he"
    assert alice.get("/me").headers["ETag"] == changed.headers["ETag"]
    assert alice.patch("/me", {"locale": "pl"}, If_Match=changed.headers["ETag"]).status_code == 200
    for anyway in ("*", changed.headers["ETag"] + ', "x"'):
        assert alice.patch("/me", {"locale": "pl"}, If_Match=anyway).status_code == (200 if anyway == "*" else 412)
    wrong = alice.patch("/me", {"locale": "en"}, If_Match="no tag")
    assert (wrong.status_code, wrong.json()["code"]) == (400, "invalid_request")
