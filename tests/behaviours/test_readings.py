"""What a call has read of its match when it came in may be old by the time it is judged: it shows nobody, and costs nothing."""

from collections.abc import Sequence

import pytest

from games.matches import access
from games.matches.access import MatchCall
from games.matches.errors import MatchNotFound, MatchQuarantined, StalePrompt
from games.matches.lobby import lobby
from games.matches.models.people import Token
from games.matches.play.submission import Sent, check, play
from games.matches.presentation import resources
from games.matches.stream import quarantine
from games.matches.stream.loading import Reading, load, recent
from tests.support.cast import Person, create, join, legal, match_of, person, timeless
from tests.support.table_fixtures import Cast


def read(match_id: str, who: Person, key: str | None = None) -> Reading:
    return access.call(match_id, who.token, key=key).reading


def test_moves_that_were_all_read_before_the_first_was_played_are_all_played(cast: Cast) -> None:
    match_id = match_of(*cast)
    calls = [(who, Sent(body=legal(match_id, seat)[0]), read(match_id, who)) for seat, who in enumerate(cast)]
    for who, sent, reading in calls:
        assert not play(match_id, who.id, sent, key=None, reading=reading).replayed
    assert load(match_id).match.moves == 3


def test_a_move_that_was_read_twice_under_one_key_before_it_was_played_is_played_once(cast: Cast) -> None:
    match_id = match_of(*cast)
    alice, sent = cast[0], Sent(body=legal(match_id, 0)[0])
    first, second = (read(match_id, alice, "k") for _ in range(2))
    played = play(match_id, alice.id, sent, key="k", reading=first)
    again = play(match_id, alice.id, sent, key="k", reading=second)
    assert (again.first, again.last, again.replayed) == (played.first, played.last, True)
    told = resources.move_answer(match_id, alice.id, again, reading=second)
    assert told.body == resources.move_answer(match_id, alice.id, played, reading=first).body
    assert load(match_id).match.moves == 1


def test_a_prompt_that_was_open_when_the_match_was_read_is_stale_when_its_seat_has_answered_it_since(
    cast: Cast,
) -> None:
    match_id = match_of(*cast)
    alice, (one, other, *_) = cast[0], legal(match_id, 0)
    reading = read(match_id, alice)
    play(match_id, alice.id, Sent(body=one), key=None)
    with pytest.raises(StalePrompt):
        play(match_id, alice.id, Sent(body=other), key=None, reading=reading)


def test_a_call_that_was_read_where_the_match_was_set_aside_is_refused(cast: Cast) -> None:
    match_id = match_of(*cast)
    sent = Sent(body=legal(match_id, 0)[0])
    quarantine.set_aside(match_id, load(match_id).match.head.version, "on purpose")
    for refuse in (check, lambda *call, reading: play(*call, key=None, reading=reading)):
        with pytest.raises(MatchQuarantined):
            refuse(match_id, cast[0].id, sent, reading=read(match_id, cast[0]))


def test_a_match_that_this_process_does_not_know_is_read_as_a_whole(cast: Cast) -> None:
    match_id = match_of(*cast)
    recent.clear()
    loaded = read(match_id, cast[0]).loaded
    assert (loaded.match, loaded.holders) == (load(match_id).match, {seat: who.id for seat, who in enumerate(cast)})


@pytest.mark.parametrize("page", [(0, 2), (0, 100), (3, 4), (100, 200)])
@pytest.mark.parametrize("others_played", [False, True])
def test_a_page_that_is_read_with_the_match_is_the_one_that_is_stored(
    cast: Cast, page: tuple[int, int], others_played: bool
) -> None:
    match_id = match_of(*cast)
    before = load(match_id)
    if others_played:
        known = recent.get(match_id)
        assert known is not None
        play(match_id, cast[0].id, Sent(body=legal(match_id, 0)[0]), key=None)
        recent.put(match_id, known)
    loaded = access.call(match_id, cast[0].token, page=page).reading.loaded
    assert loaded.match == load(match_id).match
    assert (loaded.match.head.version > before.match.head.version) == others_played
    last = min(page[1], loaded.match.head.version)
    assert loaded.events_between(page[0], last) == load(match_id).events[page[0] : last]
    assert loaded.events == load(match_id).events


def test_who_has_left_a_private_match_since_it_was_read_is_told_no_more_of_it() -> None:
    alice, bob = person("Alice"), person("Bob")
    match_id = create(alice.id, visibility="private", seats=4)
    call = access.call(match_id, alice.token)
    known = access.known_by(call, alice.id)
    left = lobby.leave(match_id, alice.id, key=None)
    assert access.after(known, alice.id, left.last).until == left.last
    for who in (alice, bob):
        with pytest.raises(MatchNotFound):
            access.known_by(access.call(match_id, who.token), who.id)


def test_a_call_without_a_token_or_with_one_that_is_none_has_no_caller_and_no_command(cast: Cast) -> None:
    match_id = match_of(*cast)
    play(match_id, cast[0].id, Sent(body=legal(match_id, 0)[0]), key="k")

    def told(calls: Sequence[MatchCall]) -> list[tuple[bool, bool]]:
        return [(call.caller is not None, call.reading.called is not None) for call in calls]

    secrets = (None, "tab_", cast[1].token, cast[0].token)
    assert told([access.call(match_id, secret, key="k") for secret in secrets]) == [
        (False, False),
        (False, False),
        (True, False),
        (True, True),
    ]


def test_the_players_whose_names_are_read_are_those_who_sit_there(cast: Cast) -> None:
    match_id = create(cast[0].id, seats=4)
    join(match_id, cast[1].id)
    known = recent.get(match_id)
    load(match_id)
    tag = cast[0].get(f"/matches/{match_id}").headers["ETag"]
    lobby.leave(match_id, cast[1].id, key=None)
    assert known is not None
    told = cast[0].get(f"/matches/{match_id}")
    assert [seat["player"] and seat["player"]["handle"] for seat in told.json()["seats"]] == [
        cast[0].handle,
        *[None] * 3,
    ]
    recent.clear()
    again = cast[0].get(f"/matches/{match_id}")
    assert (timeless(again.json()), again.headers["ETag"]) == (timeless(told.json()), told.headers["ETag"])
    assert told.headers["ETag"] != tag


def test_a_token_that_was_revoked_and_one_of_a_deleted_player_open_no_match_from_then_on(cast: Cast) -> None:
    match_id, (alice, bob, _) = match_of(*cast), cast
    for who, end in ((alice, f"/me/tokens/{Token.objects.get(player_id=alice.id).id}"), (bob, "/me")):
        for path in ("", "/prompts", "/view", "/events"):
            assert who.get(f"/matches/{match_id}{path}").status_code == 200
        assert who.delete(end).status_code == 204
        for path in ("", "/prompts", "/view", "/events"):
            assert who.get(f"/matches/{match_id}{path}").json()["code"] == "invalid_token"
        sent = {"prompt": "p1.0", "type": "choose_spell"}
        assert who.post(f"/matches/{match_id}/moves", sent, Idempotency_Key="k").json()["code"] == "invalid_token"
