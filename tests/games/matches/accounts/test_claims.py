"""A handle that looks like another player's cannot be taken; players who were there before looks were kept keep theirs."""

import uuid

import pytest
from django.db import transaction

from events.store import new_id
from games.matches.accounts import claims
from games.matches.accounts.looks import looks_of
from games.matches.accounts.players import log_in, sign_up, upgrade
from games.matches.errors import HandleTaken, WrongCredentials
from games.matches.models.people import HandleLook, Player
from games.matches.profiles import changes, deletion
from tests.support.cast import STRANGER, person
from tests.support.races import at_once


def fresh(name: str) -> str:
    return f"{name}_{new_id()[-12:]}"


def copied(handle: str) -> str:
    """The handle by other signs that look the same."""
    return handle.replace("l", "I")


def old_player(handle: str, key: str) -> Player:
    """A player as release 0.1.0 has left one: without looks."""
    return Player.objects.create(id=new_id(), handle=handle, handle_key=key)


def test_nobody_signs_up_under_a_handle_that_looks_like_another_s() -> None:
    handle = fresh("Willa")
    sign_up(handle, locale="en", key=None)
    for copy in (copied(handle), handle.replace("W", "w").replace("l", "1"), handle.replace("ill", "lll")):
        refused = STRANGER.post("/players", {"handle": copy})
        assert (refused.status_code, refused.json()["code"]) == (409, "handle_taken")
    with pytest.raises(HandleTaken):
        sign_up(copied(handle), locale="en", key=None, password="correct horse battery")


def test_nobody_is_renamed_to_look_like_another_and_a_guest_does_not_become_one() -> None:
    handle, eve = fresh("Willa"), person("Eve")
    sign_up(handle, locale="en", key=None)
    with pytest.raises(HandleTaken):
        changes.change(eve.id, {"handle": copied(handle)})
    with pytest.raises(HandleTaken):
        upgrade(eve.id, password="correct horse battery", email=None, handle=copied(handle), key=None)
    assert Player.objects.get(id=eve.id).handle == eve.handle


def test_of_two_who_sign_up_alike_at_once_one_is_refused() -> None:
    handle = fresh("Willa")

    def signs_up(name: str) -> bool:
        try:
            sign_up(name, locale="en", key=None)
        except HandleTaken:
            return False
        return True

    taken = at_once(lambda: signs_up(handle), lambda: signs_up(copied(handle)))
    assert (taken.count(True), taken.count(False)) == (1, 1)


def test_a_look_is_free_again_when_its_player_has_another_handle_or_is_gone() -> None:
    handle = fresh("Willa")
    first, _ = sign_up(handle, locale="en", key=None)
    changes.change(str(first.id), {"handle": fresh("Wanda")})
    second, _ = sign_up(copied(handle), locale="en", key=None)
    deletion.delete(str(second.id))
    assert not HandleLook.objects.filter(player=second).exists()
    assert sign_up(handle, locale="en", key=None)


def test_one_may_change_the_case_of_one_s_handle_and_the_look_of_it() -> None:
    handle = fresh("Willa")
    player, _ = sign_up(handle, locale="en", key=None)
    for name in (handle.upper(), copied(handle), handle):
        assert changes.change(str(player.id), {"handle": name}).handle == name


def test_players_who_looked_alike_before_keep_their_handles_and_newcomers_collide_with_any_of_them() -> None:
    handle = fresh("Willa")
    first, second = old_player(handle, handle.casefold()), old_player(copied(handle), copied(handle).casefold())
    assert claims.fill() >= 2
    assert claims.fill() == 0
    newcomer = handle.replace("ill", "1Il")
    assert changes.change(str(second.id), {"handle": copied(handle).upper()}).handle == copied(handle).upper()
    for gone in (first, second):
        with pytest.raises(HandleTaken):
            sign_up(newcomer, locale="en", key=None)
        deletion.delete(str(gone.id))
    assert sign_up(newcomer, locale="en", key=None)


def test_a_player_of_before_is_found_by_a_second_filling_after_one_of_three_has_gone() -> None:
    handle = fresh("Willa")
    first, _ = old_player(handle, handle.casefold()), old_player(copied(handle), copied(handle).casefold())
    claims.fill()
    deletion.delete(str(first.id))
    third = old_player(handle, handle.casefold())
    claims.fill()
    assert HandleLook.objects.filter(player=third).count() == len(looks_of(handle))


def test_a_player_whom_an_older_node_has_renamed_has_the_looks_of_the_handle_they_have() -> None:
    before, now = fresh("Willa"), fresh("Wilma")
    player, _ = sign_up(before, locale="en", key=None)
    Player.objects.filter(id=player.id).update(handle=now, handle_key=now.casefold())
    claims.fill()
    assert {row.look for row in HandleLook.objects.filter(player=player)} == looks_of(now)
    with pytest.raises(HandleTaken):
        sign_up(copied(now), locale="en", key=None)
    assert sign_up(copied(before), locale="en", key=None)


def test_whoever_an_older_node_has_renamed_to_look_like_another_has_a_place_behind_them() -> None:
    handle, eve = fresh("Willa"), person("Eve")
    first, _ = sign_up(handle, locale="en", key=None)
    Player.objects.filter(id=eve.id).update(handle=copied(handle), handle_key=copied(handle).casefold())
    claims.fill()
    deletion.delete(str(first.id))
    with pytest.raises(HandleTaken):
        sign_up(handle.replace("ill", "1Il"), locale="en", key=None)


def test_looks_of_a_player_whom_an_older_node_has_deleted_are_free_again() -> None:
    handle = fresh("Willa")
    player, _ = sign_up(handle, locale="en", key=None)
    Player.objects.filter(id=player.id).update(handle=None, handle_key=None, kind="deleted")
    claims.fill()
    assert sign_up(copied(handle), locale="en", key=None)


def test_a_reserved_handle_is_refused_to_all_but_players_who_have_it() -> None:
    eve = person("Eve")
    for handle in ("system", "Bot_1", "Nul1"):
        refused = STRANGER.post("/players", {"handle": handle})
        assert (refused.status_code, refused.json()["code"]) == (409, "handle_taken")
        with pytest.raises(HandleTaken):
            changes.change(eve.id, {"handle": handle})
        with pytest.raises(WrongCredentials):
            log_in(handle, "correct horse battery", label="x", scopes=("read",), key=None)
    Player.objects.filter(id=eve.id).update(handle="System", handle_key="system")
    assert changes.change(eve.id, {"handle": "SYSTEM"}).handle == "SYSTEM"
    assert upgrade(eve.id, password="correct horse battery", email=None, handle=None, key=None)[0].handle == "SYSTEM"
    deletion.delete(eve.id)


def test_a_look_that_was_taken_meanwhile_refuses_and_leaves_nothing() -> None:
    handle = fresh("Willa")
    player = old_player(handle, handle.casefold())
    rival = person("Rival")
    HandleLook.objects.bulk_create(HandleLook(look=look, player_id=rival.id) for look in looks_of(handle))
    with pytest.raises(HandleTaken), transaction.atomic():
        claims.claim(player)
    assert not HandleLook.objects.filter(player=player).exists()
    deletion.delete(rival.id)
    Player.objects.filter(id=uuid.UUID(str(player.id))).delete()
