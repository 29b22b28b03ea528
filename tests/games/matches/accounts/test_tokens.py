from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from games.matches.accounts import tokens
from games.matches.errors import AlreadyCreated, NotOperator
from games.matches.models.people import Player
from tests.support.cast import person


def test_eight_requests_at_once_under_one_key_make_one_token() -> None:
    player = Player.objects.get(id=person("Alice").id)

    def issue(_: int) -> str | None:
        try:
            return tokens.issue(player, label="laptop", scopes=["read"], key="race")[1]
        except AlreadyCreated:
            return None
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        made = [secret for secret in pool.map(issue, range(8)) if secret is not None]
    assert len(made) == 1
    assert player.tokens.filter(label="laptop").count() == 1


def test_a_token_is_found_by_its_secret_alone_until_it_is_revoked() -> None:
    player = Player.objects.get(id=person("Alice").id)
    token, secret = tokens.issue(player, label="laptop", scopes=["read"])
    found = tokens.find(secret)
    assert found is not None
    assert (str(found.id), found.player) == (str(token.id), player)
    assert tokens.find(str(token.id)) is None
    tokens.revoke(str(player.id), str(token.id))
    assert tokens.find(secret) is None


def test_who_calls_is_known_by_a_token_until_it_is_revoked_and_not_once_the_player_is_gone() -> None:
    player = Player.objects.get(id=person("Alice").id)
    (token, secret), (_, other) = (tokens.issue(player, label="laptop", scopes=["read"]) for _ in range(2))
    digest = tokens.digest(secret)
    assert tokens.caller(digest) == (player.id, ["read"], player.locale, player.seen_on)
    assert tokens.caller(None) is tokens.caller(tokens.digest(f"{secret}x")) is None
    tokens.revoke(str(player.id), str(token.id))
    assert tokens.caller(digest) is None
    Player.objects.filter(id=player.id).update(handle=None)
    assert tokens.caller(tokens.digest(other)) is None


def test_the_scopes_of_a_token_are_kept_in_one_order_and_operate_is_for_operators() -> None:
    player = Player.objects.get(id=person("Alice").id)
    assert tokens.issue(player, label="laptop", scopes=["host", "read"])[0].scopes == ["read", "host"]
    with pytest.raises(NotOperator):
        tokens.issue(player, label="laptop", scopes=["read", "operate"])
