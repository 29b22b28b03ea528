"""Moves taken back in whole matches: everything that is made of a history agrees, and the match can be proved."""

import random
from typing import Any

import pytest

from games.matches.presentation import export
from games.matches.stream.history import at_version
from games.matches.stream.loading import load
from games.matches.stream.serialization import freeze, thaw
from games.matches.stream.state import fold, from_kept, kept_fields
from games.verify.report import CHECKS, OK
from games.verify.verifier import verify_bytes
from tests.support.cast import Person, match_of, person, random_move
from tests.support.table_fixtures import Cast

MOVES = {"rock-paper-wizard": 40, "cave": 60, "spell-a-spell": 25}


def play(match_id: str, people: tuple[Person, ...], *, moves: int, share: float = 0.5) -> int:
    """Random moves, of those that can be taken back so large a share taken back; how many were."""
    pick, taken = random.Random(7), 0
    for _ in range(moves):
        found = random_move(match_id, people, pick)
        if found is None:
            break
        who, body = found
        made = who.post(f"/matches/{match_id}/moves", body).json()
        if made["take_back"] is not None and pick.random() < share:
            back = who.post(f"/matches/{match_id}/moves/{made['take_back']}/take-back")
            assert (back.status_code, back.json()["take_back"]) == (200, None)
            asked = who.get(f"/matches/{match_id}/prompts").json()
            assert [one["prompt"] for one in back.json()["prompts"]] == [one["prompt"] for one in asked["items"]]
            taken += 1
    return taken


@pytest.mark.parametrize("game", MOVES)
def test_a_match_with_moves_taken_back_is_folded_kept_and_proved_as_any_other(game: str, cast: Cast) -> None:
    people = cast[:2] if game == "cave" else cast
    options: Any = {"hints": True} if game == "spell-a-spell" else {}
    match_id = match_of(*people, game=game, options=options)
    assert play(match_id, people, moves=MOVES[game]) or game == "spell-a-spell"
    loaded = load(match_id)
    assert fold(match_id, loaded.events) == loaded.match
    assert thaw(freeze(kept_fields(loaded.match))) == kept_fields(loaded.match)
    assert from_kept(loaded.match.game, thaw(freeze(kept_fields(loaded.match)))) == loaded.match
    for who in people:
        who.post(f"/matches/{match_id}/resign")
    ended = load(match_id)
    file = b"".join(export.lines(ended.match, ended.events, None, whole=True))
    report = verify_bytes(file)
    assert report.checks == dict.fromkeys(CHECKS, OK), report.flaw


def test_a_fork_of_a_match_with_moves_taken_back_has_only_those_that_stand(cast: Cast) -> None:
    match_id = match_of(*cast)
    assert play(match_id, cast, moves=30)
    for who in cast[:2]:
        who.post(f"/matches/{match_id}/resign")
    parent = load(match_id)
    taken = [event.version for event in parent.events if event.envelope["type"] == "move_taken_back"]
    made = cast[0].post(f"/matches/{match_id}/forks", {"at": taken[-1]}).json()
    for who in cast[1:]:
        assert who.post(f"/matches/{made['id']}/join").status_code == 200
    fork = load(made["id"])
    then = at_version(parent, made["forked_from"]["version"])
    assert fork.match.state == then.state
    assert fork.match.moves == then.moves - sum(version <= taken[-1] for version in taken)
    assert fork.match.last_move is None
    assert play(made["id"], cast, moves=10, share=1)
    assert cast[0].get(f"/matches/{made['id']}/events?limit=200").status_code == 200


def test_the_call_is_refused_as_every_other(cast: Cast) -> None:
    match_id = match_of(*cast)
    outsider = person("Dora")
    assert outsider.post(f"/matches/{match_id}/moves/1/take-back").json()["code"] == "not_seated"
    for strange in ("0", "x", "1.5", "9999999999"):
        refused = cast[0].post(f"/matches/{match_id}/moves/{strange}/take-back")
        assert (refused.status_code, refused.json()["code"]) == (409, "move_stands")
    assert cast[0].post(f"/matches/{match_id}/moves/1/take-back", {"x": 1}).status_code == 400
