from typing import Any

import pytest
from django.test import Client

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
