"""Command rows that say of somebody what another has done."""

import tracemalloc

import pytest

from events import store
from games.matches.play import pauses
from games.matches.stream.commands import fingerprint
from tests.games.matches.audit.tampering import ALL_OK, Superuser, changed, checks
from tests.support.cast import Person, match_of

CLOCK = {"mode": "per_move", "seconds": 60, "on_timeout": "default_move"}


def test_with_every_command_gone_a_match_of_ours_does_not_pass_for_an_imported_one(
    finished: str, superuser: Superuser
) -> None:
    with changed(superuser, "command", finished, f"DELETE FROM command WHERE match_id = '{finished}'"):
        assert checks(finished) == {**ALL_OK, "chain": 1}


@pytest.mark.parametrize("last", [20_000_000, 2**31 - 1])
def test_a_command_that_claims_versions_without_end_is_found_at_once(
    last: int, finished: str, superuser: Superuser
) -> None:
    change = f"UPDATE command SET last_version = {last} WHERE match_id = '{finished}' AND first_version = 1"
    with changed(superuser, "command", finished, change):
        tracemalloc.start()
        assert checks(finished)["chain"] == 1
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert most < 20_000_000


def test_an_agreement_given_to_another_player_with_its_digest_made_to_fit_is_found(
    cast: tuple[Person, ...], superuser: Superuser
) -> None:
    match_id = match_of(*cast, clock=CLOCK)
    pauses.pause(match_id, cast[0].id, key="a break")
    one = store.commands(match_id, up_to=10_000)[-1]
    tie = fingerprint("command", match_id, cast[1].id, one.key, one.request_hash[:32].hex())
    forged = (one.request_hash[:32] + tie).hex()
    change = f"""UPDATE command SET actor = '{cast[1].id}', request_hash = '\\x{forged}'
                 WHERE match_id = '{match_id}' AND first_version = {one.first_version}"""
    with changed(superuser, "command", match_id, change):
        assert checks(match_id)["chain"] == one.first_version


def test_a_move_given_to_another_player_with_its_digest_made_to_fit_is_found(
    finished: str, cast: tuple[Person, ...], superuser: Superuser
) -> None:
    one = store.commands(finished, up_to=10_000)[-1]
    other = next(who.id for who in cast if who.id != one.actor)
    tie = fingerprint("command", finished, other, one.key, one.request_hash[:32].hex())
    forged = (one.request_hash[:32] + tie).hex()
    change = f"""UPDATE command SET actor = '{other}', request_hash = '\\x{forged}'
                 WHERE match_id = '{finished}' AND first_version = {one.first_version}"""
    with changed(superuser, "command", finished, change):
        assert checks(finished) == {**ALL_OK, "chain": one.first_version}
