"""Playing on from an event of a match that has ended."""

import random
from typing import Any

import pytest

from games.matches.stream.loading import load
from tests.behaviours.forks import question
from tests.support.cast import STRANGER, Person, match_of, person, play_some, random_move
from tests.support.table_fixtures import Cast

SHORT_BANK = {"mode": "bank", "bank_seconds": 600, "increment_seconds": 5, "cap_seconds": 60}
# What a view has of the match it is of, and not of its position.
OWN = ("match", "version", "status", "prompts")


def ended(cast: Cast, **wishes: Any) -> str:
    match_id = match_of(*cast, **wishes)
    play_some(match_id, cast)
    return match_id


def forked(match_id: str, cast: Cast, at: int, **wishes: Any) -> str:
    """A running fork in which the same people sit in the same order."""
    made = cast[0].post(f"/matches/{match_id}/forks", {"at": at, **wishes})
    assert made.status_code == 201, made.content
    fork = made.json()["id"]
    for who in cast[1:]:
        assert who.post(f"/matches/{fork}/join").status_code == 200
    return str(fork)


def position(who: Person, match_id: str, **asked: object) -> dict[str, Any]:
    query = "&".join(f"{name}={value}" for name, value in asked.items())
    view = who.get(f"/matches/{match_id}/view?{query}").json()
    legal = [[prompt["prompt"], [move["legal"] for move in prompt["moves"]]] for prompt in view["prompts"]]
    return {**{name: value for name, value in view.items() if name not in OWN}, "legal": legal}


@pytest.mark.parametrize("move", [1, 4, 10])
def test_a_fork_is_for_every_seat_exactly_the_position_at_that_event(cast: Cast, move: int) -> None:
    parent = ended(cast)
    at = question(parent, move)

    fork = forked(parent, cast, at)

    for who in (*cast, STRANGER):
        assert position(who, fork) == position(who, parent, at=at)


def test_a_fork_is_made_by_its_rules_options_and_place_and_says_so(cast: Cast) -> None:
    parent = ended(cast, options={"max_rounds": 30})
    at = question(parent, 5)

    made = cast[1].post(f"/matches/{parent}/forks", {"at": at, "name": "What if"})

    body, old = made.json(), STRANGER.get(f"/matches/{parent}").json()
    assert made.headers["Location"] == f"/api/v1/matches/{body['id']}"
    assert [body[name] == old[name] for name in ("game", "rules", "options")] == [True] * 3
    assert (body["forked_from"], body["name"], body["status"]) == ({"match": parent, "version": at}, "What if", "open")
    assert (body["you"], body["visibility"], old["forked_from"]) == (0, "public", None)
    assert body["chance"]["commitment"] != old["chance"]["commitment"]


def test_within_a_move_a_fork_goes_on_from_the_question_before_it(cast: Cast) -> None:
    parent = ended(cast)
    before, after = question(parent, 2), question(parent, 3)
    assert after - before > 2

    made = [cast[0].post(f"/matches/{parent}/forks", {"at": at}).json() for at in (before, before + 2, after)]

    assert [one["forked_from"]["version"] for one in made] == [before, before, after]


def test_at_the_very_end_a_fork_goes_on_from_the_last_question(cast: Cast) -> None:
    parent = ended(cast)
    loaded = load(parent)

    made = cast[0].post(f"/matches/{parent}/forks", {"at": loaded.match.head.version}).json()

    assert made["forked_from"]["version"] == question(parent, loaded.match.moves - 1)


def test_before_the_first_question_there_is_nothing_to_fork(cast: Cast) -> None:
    parent = ended(cast)
    first = next(event.version for event in load(parent).events if event.envelope["type"] == "round_begun")

    answers = [cast[0].post(f"/matches/{parent}/forks", {"at": at}) for at in (first - 1, first)]

    assert [answer.status_code for answer in answers] == [422, 201]
    assert (answers[0].json()["code"], answers[0].json()["params"]) == ("nothing_to_fork", {"at": first - 1})


def test_a_version_beyond_the_end_is_not_found(cast: Cast) -> None:
    parent = ended(cast)

    answer = cast[0].post(f"/matches/{parent}/forks", {"at": load(parent).match.head.version + 1})

    assert (answer.status_code, answer.json()["code"]) == (404, "version_not_found")


def test_a_running_match_is_not_forked(cast: Cast) -> None:
    answer = cast[0].post(f"/matches/{match_of(*cast)}/forks", {"at": 5})

    assert (answer.status_code, answer.json()["code"]) == (409, "match_not_finished")


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"at": 0},
        {"at": "9"},
        {"at": 9, "moves": 3},
        {"at": 9, "clock": {"mode": "sand"}},
    ],
)
def test_a_wish_of_another_shape_is_refused(cast: Cast, sent: dict[str, Any]) -> None:
    parent = ended(cast)

    answer = cast[0].post(f"/matches/{parent}/forks", sent)

    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_request")


def test_a_clock_that_contradicts_itself_is_refused_in_a_fork_too(cast: Cast) -> None:
    answer = cast[0].post(f"/matches/{ended(cast)}/forks", {"at": 9, "clock": SHORT_BANK})
    assert (answer.status_code, answer.json()["code"]) == (422, "value_not_allowed")
    assert answer.json()["errors"][0]["pointer"] == "/clock/cap_seconds"


def test_anybody_who_may_see_the_match_may_fork_it_and_others_may_not_know_of_it(cast: Cast) -> None:
    charlie = person("Charlie")
    public, private = ended(cast), ended(cast, visibility="private")

    answers = [charlie.post(f"/matches/{match_id}/forks", {"at": 20}) for match_id in (public, private)]

    assert [answer.status_code for answer in answers] == [201, 404]


@pytest.mark.parametrize(
    ("of", "wanted", "status"),
    [("public", "private", 201), ("unlisted", "public", 422), ("unlisted", None, 201), ("private", "unlisted", 422)],
)
def test_a_fork_is_no_more_open_than_its_parent(cast: Cast, of: str, wanted: str | None, status: int) -> None:
    parent = ended(cast, visibility=of)
    wish = {"at": 20} if wanted is None else {"at": 20, "visibility": wanted}

    answer = cast[0].post(f"/matches/{parent}/forks", wish)

    assert answer.status_code == status
    if status == 201:
        assert answer.json()["visibility"] == (wanted or of)
    else:
        assert answer.json()["errors"][0]["pointer"] == "/visibility"


def test_a_fork_asked_for_twice_under_one_key_is_made_once(cast: Cast) -> None:
    parent = ended(cast)
    at, end = question(parent, 2), cast[0].get(f"/matches/{parent}").json()["version"]

    answers = [
        cast[0].post(f"/matches/{parent}/forks", {"at": wanted}, Idempotency_Key="what-if") for wanted in (at, at, end)
    ]

    assert [answer.status_code for answer in answers] == [201, 201, 422]
    assert answers[0].json()["id"] == answers[1].json()["id"]
    assert answers[1].headers["Idempotent-Replayed"] == "true"
    assert answers[2].json()["code"] == "idempotency_key_reused"


def test_the_forker_takes_the_seat_of_his_wish_and_others_the_rest(cast: Cast) -> None:
    parent = ended(cast)
    fork = cast[0].post(f"/matches/{parent}/forks", {"at": 20, "seat": 2}).json()

    joined = [who.post(f"/matches/{fork['id']}/join").json() for who in cast[1:]]

    assert (fork["you"], [one["you"] for one in joined]) == (2, [0, 1])
    assert (fork["status"], joined[-1]["status"]) == ("open", "active")


def test_a_seat_that_is_not_there_cannot_be_wished_for(cast: Cast) -> None:
    answer = cast[0].post(f"/matches/{ended(cast)}/forks", {"at": 20, "seat": 3})

    assert (answer.status_code, answer.json()["code"]) == (422, "unknown_seat")


def test_a_manual_fork_is_started_by_its_host(cast: Cast) -> None:
    parent = ended(cast)
    at = question(parent, 3)
    fork = forked(parent, cast, at, start="manual")
    assert cast[0].get(f"/matches/{fork}").json()["status"] == "open"

    started = cast[0].post(f"/matches/{fork}/start").json()

    then = STRANGER.get(f"/matches/{parent}/view?at={at}").json()
    assert (started["status"], started["waiting_for"]) == ("active", then["waiting_for"])


def with_a_resignation(cast: Cast) -> tuple[str, int]:
    match_id = match_of(*cast)
    version = cast[1].post(f"/matches/{match_id}/resign").json()["version"]
    play_some(match_id, cast)
    return match_id, version


def test_seats_that_had_resigned_stay_empty_and_are_not_waited_for(cast: Cast) -> None:
    parent, at = with_a_resignation(cast)
    fork = cast[0].post(f"/matches/{parent}/forks", {"at": at}).json()
    assert [seat["status"] for seat in fork["seats"]] == ["seated", "resigned", "open"]

    taken = cast[1].post(f"/matches/{fork['id']}/join", {"seat": 1})
    joined = cast[1].post(f"/matches/{fork['id']}/join").json()

    assert taken.json()["code"] == "seat_taken"
    assert (joined["you"], joined["status"], joined["waiting_for"]) == (2, "active", [0, 2])
    assert [seat["status"] for seat in joined["seats"]] == ["seated", "resigned", "seated"]
    refused = cast[0].post(f"/matches/{parent}/forks", {"at": at, "seat": 1})
    assert (refused.status_code, refused.json()["code"]) == (409, "seat_taken")


def test_a_fork_is_played_to_its_end_and_draws_otherwise_than_its_parent(cast: Cast) -> None:
    parent = ended(cast)
    fork = forked(parent, cast, question(parent, 3))
    pick = random.Random(1)
    while found := random_move(fork, cast, pick):
        who, move = found
        assert who.post(f"/matches/{fork}/moves", move).status_code == 201

    drawn = [
        [
            event["data"]
            for event in STRANGER.get(f"/matches/{match_id}/events?limit=500").json()["items"]
            if event["draws"]
        ]
        for match_id in (parent, fork)
    ]
    assert STRANGER.get(f"/matches/{fork}").json()["outcome"] is not None
    assert drawn[0] != drawn[1]


def test_in_a_running_fork_a_seat_sees_its_own_secrets_of_the_past_and_no_others(cast: Cast) -> None:
    parent = ended(cast)
    fork = forked(parent, cast, question(parent, 4))

    for seat, who in enumerate(cast):
        events = who.get(f"/matches/{fork}/events?limit=500").json()["items"]
        assert any(event["private"] for event in events)
        for event in events:
            shown = [event["seals"][opening["index"]]["audience"] for opening in event["private"]]
            assert shown == [seal["audience"] for seal in event["seals"] if seat in seal["audience"]]
            assert event["sealed"] == (len(event["private"]) < len(event["seals"]))


def test_nothing_in_a_running_fork_tells_the_seeds(cast: Cast) -> None:
    parent = ended(cast)
    grandchild = forked(parent, cast, question(parent, 4))
    seeds = [load(match_id).match.seed.hex() for match_id in (parent, grandchild)]
    addresses = ("", "/events?limit=500", "/export", "/view", "/prompts")

    told = [
        who.get(f"/matches/{grandchild}{address}").content.decode()
        for who in (*cast, STRANGER)
        for address in addresses
    ]

    assert not any(seed in text for seed in seeds for text in told)


def test_a_private_fork_is_joined_by_invitation(cast: Cast) -> None:
    parent, charlie = ended(cast, visibility="private"), person("Charlie")
    fork = cast[0].post(f"/matches/{parent}/forks", {"at": 20}).json()["id"]
    assert charlie.post(f"/matches/{fork}/join").status_code == 404

    invitation = cast[0].post(f"/matches/{fork}/invitations").json()["invitation"]

    assert charlie.post(f"/matches/{fork}/join", {"invitation": invitation}).status_code == 200
