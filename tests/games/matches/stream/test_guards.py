import random

import pytest

from games.matches.errors import (
    MatchNotActive,
    MatchNotOpen,
    MatchQuarantined,
    MatchTooLong,
    NotHost,
    NotSeated,
    PlayerNotFound,
)
from games.matches.lobby import lobby
from games.matches.models.service import Quarantine
from games.matches.play import pauses, submission
from games.matches.play.submission import resign
from games.matches.profiles import deletion
from games.matches.stream import guards
from games.matches.stream.loading import load
from games.verify import match_file
from tests.support.cast import create, match_of, person, random_move
from tests.support.table_fixtures import Cast


def set_aside(match_id: str) -> None:
    Quarantine.objects.create(match_id=match_id, version=1, error="seen before")


def test_a_stranger_is_refused_for_want_of_a_seat_before_anything_of_the_match(cast: Cast) -> None:
    waiting = create(cast[0].id)
    set_aside(waiting)
    with pytest.raises(NotSeated):
        guards.seat_at_play(load(waiting), person("Charlie").id)


def test_a_seat_at_play_is_one_of_a_match_that_runs_and_was_not_set_aside(cast: Cast) -> None:
    running, over = match_of(*cast), match_of(*cast)
    for one in cast[:2]:
        resign(over, one.id, key=None)
    assert guards.seat_at_play(load(running), cast[2].id) == 2
    for match_id in (over, create(cast[2].id)):
        with pytest.raises(MatchNotActive) as refused:
            guards.seat_at_play(load(match_id), cast[2].id)
        assert refused.value.params == {"status": load(match_id).match.table.status}
    set_aside(running)
    with pytest.raises(MatchQuarantined):
        guards.seat_at_play(load(running), cast[2].id)


def test_only_the_host_passes_for_the_host(cast: Cast) -> None:
    loaded = load(match_of(*cast))
    guards.check_host(loaded, cast[0].id)
    with pytest.raises(NotHost):
        guards.check_host(loaded, cast[1].id)
    with pytest.raises(NotSeated):
        guards.check_host(loaded, person("Charlie").id)


def test_a_lobby_is_open_until_it_starts_or_is_set_aside(cast: Cast) -> None:
    waiting = create(cast[0].id)
    guards.check_open(load(waiting))
    with pytest.raises(MatchNotOpen):
        guards.check_open(load(match_of(*cast)))
    set_aside(waiting)
    with pytest.raises(MatchQuarantined):
        guards.check_open(load(waiting))


def test_a_long_match_lets_nobody_in_and_stops_for_nothing_and_its_moves_go_on(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting, paused, running = create(cast[0].id), match_of(*cast), match_of(*cast)
    for one in cast:
        pauses.pause(paused, one.id, key=None)
    monkeypatch.setattr(guards, "MOST_EVENTS", min(load(one).match.head.version for one in (waiting, running)))
    with pytest.raises(MatchTooLong) as refused:
        lobby.join(waiting, cast[1].id, lobby.SeatWish(), key=None)
    assert refused.value.params == {"most": guards.MOST_EVENTS}
    with pytest.raises(MatchTooLong):
        pauses.pause(running, cast[0].id, key=None)
    for one in cast:
        pauses.resume(paused, one.id, key=None)
    assert load(paused).match.table.paused_at is None
    who, move = random_move(running, cast, random.Random(1)) or (cast[0], {})
    submission.play(running, who.id, submission.Sent(body=move), key=None)
    lobby.leave(waiting, cast[0].id, key=None)


def test_a_match_that_only_its_game_makes_longer_can_always_be_verified() -> None:
    # The longest that is known is one of Cave of some four thousand.
    assert guards.MOST_EVENTS + 10_000 <= match_file.MOST_EVENTS


def test_a_player_who_has_deleted_the_account_exists_no_more(cast: Cast) -> None:
    guards.check_exists(cast[0].id)
    deletion.delete(cast[0].id)
    with pytest.raises(PlayerNotFound):
        guards.check_exists(cast[0].id)
