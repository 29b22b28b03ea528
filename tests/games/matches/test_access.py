import pytest

from games.matches import access
from games.matches.errors import MatchNotFound
from games.matches.lobby import lobby
from games.matches.lobby.creation import CREATION_KEY
from tests.support.cast import create, match_of, person
from tests.support.table_fixtures import Cast


def test_a_match_is_known_by_any_writing_of_its_id_and_what_is_no_id_is_no_match(cast: Cast) -> None:
    match_id = match_of(*cast)
    assert access.known(match_id.upper(), None).id == match_id
    assert access.known(match_id.replace("-", ""), None).load().match.id == match_id
    with pytest.raises(MatchNotFound):
        access.known("one", None)


def test_a_private_match_is_known_to_those_who_sit_there_alone_by_every_way(cast: Cast) -> None:
    match_id = match_of(*cast, visibility="private")
    for given in ({}, {"key": "k"}, {"invitation": "inv_x"}):
        assert access.known(match_id, cast[1].id, **given).id == match_id
        for stranger in (person("Charlie").id, None):
            with pytest.raises(MatchNotFound):
                access.known(match_id, stranger, **given)


def test_a_player_who_has_left_a_private_match_knows_it_in_the_answer_to_leaving_and_its_repeat(cast: Cast) -> None:
    alice = cast[0].id
    match_id = create(alice, visibility="private", seats=4)
    known = access.known(match_id, alice)
    lobby.leave(match_id, alice, key="out")
    assert known.load().match.table.status == "cancelled"
    assert access.known(match_id, alice, key="out").id == match_id
    for key in (None, "another"):
        with pytest.raises(MatchNotFound):
            access.known(match_id, alice, key=key)


def test_who_made_a_private_match_knows_it_where_they_send_that_call_again(cast: Cast) -> None:
    match_id = create(cast[0].id, visibility="private", seats=4)
    lobby.leave(match_id, cast[0].id, key=None)
    assert access.known(match_id, cast[0].id, key=CREATION_KEY).id == match_id
    with pytest.raises(MatchNotFound):
        access.known(match_id, cast[1].id, key=CREATION_KEY)
