import pytest

from games.matches import access
from games.matches.errors import MatchNotFound
from games.matches.lobby import lobby
from tests.cast import create, match_of, person
from tests.table_fixtures import Cast


def test_a_match_is_known_by_any_writing_of_its_id_and_what_is_no_id_is_no_match(cast: Cast) -> None:
    match_id = match_of(*cast)
    assert access.visible_id(match_id.upper(), None) == match_id
    assert access.match_for(match_id.replace("-", ""), None).loaded.match.id == match_id
    for call in (access.visible_id, access.match_for):
        with pytest.raises(MatchNotFound):
            call("one", None)


def test_a_private_match_is_known_to_those_who_sit_there_alone_by_every_way(cast: Cast) -> None:
    match_id = match_of(*cast, visibility="private")
    for call in (access.visible_id, access.match_for, access.known_id):
        call(match_id, cast[1].id)
        with pytest.raises(MatchNotFound):
            call(match_id, person("Charlie").id)


def test_a_player_who_has_left_a_private_match_knows_it_in_the_answer_to_leaving_and_its_repeat(cast: Cast) -> None:
    alice = cast[0].id
    match_id = create(alice, visibility="private", seats=4)
    lobby.leave(match_id, alice, key="out")
    assert access.match_for(match_id, alice, left=True).lobby.creator_id
    assert access.known_id(match_id, alice, key="out") == match_id
    for call in (access.match_for, access.known_id):
        with pytest.raises(MatchNotFound):
            call(match_id, alice)
