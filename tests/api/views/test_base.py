import pytest
from django.test import Client

from games.matches.accounts import tokens
from tests.support.cast import person

ALIKE = [
    *("/limits", "/problems", "/openapi.json", "/games", "/bots"),
    *(f"/games/cave{rest}" for rest in ("", "/content", "/clauses", "/messages", "/schemas")),
    *("/games/spell-a-spell/lexicon", "/games/spell-a-spell/words/שלום"),
]


@pytest.mark.parametrize("path", ALIKE)
def test_what_is_alike_for_everybody_asks_of_a_token_whether_it_is_good_and_no_more(
    path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    alice = person("Alice")
    monkeypatch.delattr(tokens, "find")

    def status(token: str) -> int:
        return Client().get(f"/api/v1{path}", headers={"Authorization": f"Bearer {token}"}).status_code

    assert (status(alice.token), status(f"{alice.token}x")) == (200, 401)
