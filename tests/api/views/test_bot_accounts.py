"""Accounts that programs play: marked for good, shown as bots, capped among themselves, and rated apart."""

from typing import Any

import pytest

from games.matches.accounts import players
from games.matches.models.people import BOT, Player
from games.matches.models.service import TakenSeat
from games.matches.ratings import judging
from tests.api.views.test_cups import WISH as CUP
from tests.api.views.test_ratings import CLOCK, ended, known
from tests.support.cast import RPW, SAS, STRANGER, Person, account_holder, bot, match_of, person
from tests.support.relay import catch_up
from tests.support.table_fixtures import all_listed, empty_queue, no_ratings

__all__ = ["all_listed", "empty_queue", "no_ratings"]

PASSWORD = "correct horse battery"


def told(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


@pytest.fixture
def cap(settings: Any) -> int:
    """Two matches a day without people."""
    settings.QUOTAS = {**settings.QUOTAS, "among_bots": {"player": 2}}
    return 2


def begun(host: Person, *others: Person, **wishes: Any) -> Any:
    """The answer to the last call of a match that these sit down to."""
    made = host.post("/matches", {"game": SAS, "seats": len(others) + 1, **wishes})
    answer = made
    for one in others:
        answer = one.post(f"/matches/{made.json()['id']}/join")
    return answer


def test_an_account_is_made_a_bots_for_good_and_once_more_changes_nothing() -> None:
    one = account_holder("Robot")
    first, again = one.put("/me/bot"), one.put("/me/bot")
    assert (first.status_code, first.json()["kind"], first.json()["handle"]) == (200, "bot", one.handle)
    assert first.json() == again.json()
    assert told(one.post("/me/upgrade", {"password": PASSWORD})) == (409, "already_account")
    assert one.get("/me").json()["kind"] == "bot"


def test_a_bot_logs_in_with_its_password_as_before() -> None:
    one = person("Robot")
    assert one.post("/me/upgrade", {"password": PASSWORD}).status_code == 200
    one.put("/me/bot")
    token = STRANGER.post("/tokens", {"handle": one.handle, "password": PASSWORD, "label": "x", "scopes": ["read"]})
    assert token.status_code == 201


def test_a_guest_is_no_bot() -> None:
    assert told(person("Robot").put("/me/bot")) == (403, "account_needed")


@pytest.mark.usefixtures("empty_queue")
@pytest.mark.parametrize("what", ["sits", "sat", "enters", "waits", "takes"])
def test_who_has_played_as_a_person_stays_one(what: str) -> None:
    one = account_holder("Alice")
    if what == "sits":
        one.post("/matches", {"game": SAS, "seats": 2})
        catch_up()
        TakenSeat.objects.filter(player_id=one.id).delete()
    elif what == "sat":
        match_of(account_holder("Bob"), one, game=SAS)
        catch_up()
        TakenSeat.objects.filter(player_id=one.id).delete()
    elif what == "takes":
        # It is not listed yet.
        match_of(account_holder("Bob"), one, game=SAS)
    elif what == "enters":
        assert one.post("/cups", CUP).status_code == 201
    else:
        assert one.put(f"/me/wishes/{RPW}/days", {}).status_code == 200
    assert told(one.put("/me/bot")) == (409, "has_played")
    assert Player.objects.get(id=one.id).kind == "account"


@pytest.mark.usefixtures("all_listed")
def test_everybody_sees_that_it_is_a_bot() -> None:
    alice, robot = account_holder("Alice"), bot("Robot")
    match_id = match_of(alice, robot, game=SAS)
    catch_up()
    robot.post(f"/matches/{match_id}/chat", {"text": "Hello"})
    listed = next(one for one in STRANGER.get(f"/matches?player={robot.id}").json()["items"] if one["id"] == match_id)
    shown = [
        alice.get(f"/matches/{match_id}").json()["seats"][1]["player"],
        listed["seats"][1]["player"],
        alice.get(f"/matches/{match_id}/chat").json()["items"][0]["player"],
        STRANGER.get(f"/players/{robot.id}").json(),
        STRANGER.get(f"/players?handle={robot.handle}").json()["items"][0],
    ]
    assert [(one["id"], one["kind"]) for one in shown] == [(robot.id, "bot")] * 5


def test_bots_are_listed_who_was_here_last_first_and_without_people() -> None:
    alice, old, new = account_holder("Alice"), bot("Old"), bot("New")
    # Later than the bots of other tests.
    for who, day in ((old, "2998-01-01"), (new, "2999-01-01"), (alice, "2999-01-01")):
        Player.objects.filter(id=who.id).update(seen_on=day)
    found = [one["id"] for one in STRANGER.get("/bots/players").json()["items"]]
    Player.objects.filter(id__in=[old.id, new.id, alice.id]).update(seen_on="2026-01-01")
    assert found[:2] == [new.id, old.id]
    assert alice.id not in found


def test_a_bot_is_challenged_by_name_and_joins_by_itself() -> None:
    alice, robot = person("Alice"), bot("Robot")
    match_id = alice.post("/matches", {"game": SAS, "seats": 2}).json()["id"]
    assert alice.post(f"/matches/{match_id}/invitations", {"player": robot.id}).status_code == 201
    (notice,) = robot.get("/me/notices?unread=true").json()["items"]
    assert (notice["kind"], notice["match"]) == ("invited", match_id)
    joined = robot.post(f"/matches/{match_id}/join")
    assert (joined.status_code, joined.json()["status"]) == (200, "active")


def test_matches_among_bots_are_capped_and_the_refusal_names_the_cap(cap: int) -> None:
    one, other, third = bot("One"), bot("Other"), bot("Third")
    assert [begun(one, other).json()["status"] for _ in range(cap)] == ["active"] * cap
    refused = begun(third, one)
    assert told(refused) == (429, "quota_exceeded")
    params = refused.json()["params"]
    assert {name: params[name] for name in ("quota", "of", "used", "limit")} == {
        "quota": "among_bots",
        "of": "player",
        "used": cap,
        "limit": cap,
    }
    assert params["resets_at"].endswith("T00:00:00.000000Z")
    assert int(refused.headers["Retry-After"]) > 0


def test_who_hosts_is_capped_too_and_so_is_a_match_with_bots_of_the_service(cap: int) -> None:
    one = bot("One")
    for _ in range(cap):
        assert one.post("/matches", {"game": SAS, "seats": 2, "bots": ["random"]}).json()["status"] == "active"
    again = {"game": SAS, "seats": 2, "bots": ["random"]}
    assert told(one.post("/matches", again)) == (429, "quota_exceeded")
    assert told(begun(one, bot("Other"))) == (429, "quota_exceeded")
    waiting = one.post("/matches", {"game": SAS, "seats": 2}).json()["id"]
    assert told(one.post(f"/matches/{waiting}/bots", {"bot": "random"})) == (429, "quota_exceeded")
    by_hand = one.post("/matches", {"game": SAS, "seats": 3, "start": "manual", "bots": ["random"]}).json()["id"]
    assert told(one.post(f"/matches/{by_hand}/bots", {"bot": "random"})) == (429, "quota_exceeded")


def test_a_match_that_the_host_starts_counts_and_is_refused_over_the_cap(cap: int) -> None:
    one = bot("One")
    ready = [
        one.post("/matches", {"game": SAS, "seats": 2, "start": "manual", "bots": ["random"]}).json()["id"]
        for _ in range(cap + 1)
    ]
    answers = [one.post(f"/matches/{match_id}/start") for match_id in ready]
    assert [answer.status_code for answer in answers] == [200] * cap + [429]


def test_beside_people_a_bot_plays_as_much_as_it_likes(cap: int) -> None:
    alice, one, other = person("Alice"), bot("One"), bot("Other")
    for _ in range(cap + 1):
        assert begun(alice, one).json()["status"] == "active"
        assert begun(one, other, alice).json()["status"] == "active"
    assert {
        use["quota"]: use["used"] for use in one.get("/me/quotas").json()["items"] if use["quota"] == "among_bots"
    } == {"among_bots": 0}


def test_quotas_tell_a_bot_of_the_cap_and_nobody_else(cap: int) -> None:
    one, other = bot("One"), bot("Other")
    begun(one, other)
    for who in (one, other):
        (use,) = (use for use in who.get("/me/quotas").json()["items"] if use["quota"] == "among_bots")
        assert (use["used"], use["limit"]) == (1, cap)
    names = {use["quota"] for use in account_holder("Alice").get("/me/quotas").json()["items"]}
    assert "among_bots" not in names
    assert "seats" in names


def test_a_repeated_join_that_began_a_match_counts_once(cap: int) -> None:
    one, other = bot("One"), bot("Other")
    match_id = one.post("/matches", {"game": SAS, "seats": 2}).json()["id"]
    for _ in range(3):
        other.post(f"/matches/{match_id}/join", Idempotency_Key="j")
    (use,) = (use for use in other.get("/me/quotas").json()["items"] if use["quota"] == "among_bots")
    assert use["used"] == 1


@pytest.mark.usefixtures("empty_queue")
def test_the_queue_and_cups_are_for_people() -> None:
    robot = bot("Robot")
    made = account_holder("Alice").post("/cups", CUP).json()["id"]
    answers = [
        robot.put(f"/me/wishes/{RPW}/days", {}),
        robot.post("/cups", CUP),
        robot.put(f"/cups/{made}/entry"),
    ]
    assert [told(answer) for answer in answers] == [(403, "people_only")] * 3


def test_people_and_bots_play_no_rated_match_together() -> None:
    alice, robot = account_holder("Alice"), bot("Robot")
    for host, guest in ((alice, robot), (robot, alice)):
        refused = begun(host, guest, rated=True, clock=CLOCK)
        assert told(refused) == (409, "other_ladder")
    assert begun(alice, robot).json()["status"] == "active"


@pytest.mark.usefixtures("no_ratings")
def test_bots_are_rated_among_themselves() -> None:
    one, other = bot("One"), bot("Other")
    ended(one, other, game=SAS)
    rating = STRANGER.get(f"/players/{other.id}/ratings").json()["items"]
    assert [(step["game"], step["matches"]) for step in rating] == [(SAS, 1)]
    assert not judging.rate()


@pytest.mark.usefixtures("no_ratings")
def test_each_leaderboard_holds_its_own() -> None:
    alice, robot = account_holder("Alice"), bot("Robot")
    for who in (alice, robot):
        known(who, game=SAS, mu=30.0)
    boards = {ladder: STRANGER.get(f"/leaderboards/{SAS}{ladder}").json() for ladder in ("", "?ladder=bots")}
    assert [(board["ladder"], [one["player"]["id"] for one in board["items"]]) for board in boards.values()] == [
        ("people", [alice.id]),
        ("bots", [robot.id]),
    ]
    assert told(STRANGER.get(f"/leaderboards/{SAS}?ladder=dogs")) == (400, "invalid_request")


def test_a_deleted_bot_is_a_deleted_player() -> None:
    robot = bot("Robot")
    assert robot.delete("/me").status_code == 204
    assert players.find(robot.id).kind != BOT
