"""The queue over HTTP: sets, wishes, the call to a table, and players who are kept away."""

from typing import Any

import pytest

from games.matches.models.notices import Notice
from games.matches.models.waiting import CalledTable, StandingWish
from games.matches.notices import writer
from games.matches.queue import seating
from games.matches.queue.standard_sets import MUSTER
from tests.support.cast import RPW, STRANGER, Person, match_of, person
from tests.support.relay import catch_up

Trio = tuple[Person, Person, Person]
LIVE, DAYS = f"/me/wishes/{RPW}/live", f"/me/wishes/{RPW}/days"
THREE = {"seats": {"min": 3, "max": 3}}


@pytest.fixture
def trio() -> Trio:
    StandingWish.objects.all().delete()
    CalledTable.objects.all().delete()
    return person("Alice"), person("Bob"), person("Carol")


def sets(set_name: str) -> dict[str, Any]:
    items = STRANGER.get("/sets").json()["items"]
    (found,) = [one for one in items if (one["game"], one["set"]) == (RPW, set_name)]
    return dict(found)


def wishes(who: Person) -> list[dict[str, Any]]:
    answer = who.get("/me/wishes")
    assert answer.status_code == 200
    return list(answer.json()["items"])


def put(who: Person, path: str = LIVE, body: Any = None) -> dict[str, Any]:
    answer = who.put(path, THREE if body is None else body)
    assert answer.status_code == 200, answer.content
    return dict(answer.json())


def refused(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def test_strangers_read_the_standard_sets_of_every_game(trio: Trio) -> None:
    items = STRANGER.get("/sets").json()["items"]
    assert {(one["set"], one["queued"]) for one in items} == {("bots", False), ("live", True), ("days", True)}
    assert len(items) == 9
    live = sets("live")
    assert (live["seats"], live["clock"]["mode"], live["waiting"]) == ({"min": 3, "max": 6}, "bank", 0)


def test_a_match_of_a_set_that_is_not_queued_is_made_at_once(trio: Trio) -> None:
    found = sets("bots")
    wish = {"game": RPW, "seats": found["seats"]["min"], "clock": {"mode": "none"}, "bots": ["easy", "easy"]}
    assert found["clock"] == {"mode": "none"}
    assert trio[0].post("/matches", wish).json()["status"] == "active"


def test_a_wish_stands_until_it_is_withdrawn(trio: Trio) -> None:
    alice, _, _ = trio
    made = put(alice)
    assert (made["game"], made["set"], made["seats"], made["bots"]) == (RPW, "live", {"min": 3, "max": 3}, None)
    assert (made["called"], made["confirmed"]) == (None, False)
    assert wishes(alice) == [made]
    assert sets("live")["waiting"] == 1
    assert alice.delete(LIVE).status_code == 204
    assert wishes(alice) == []
    assert refused(alice.delete(LIVE)) == (404, "wish_not_found")


def test_a_wish_is_for_all_tables_of_the_game_unless_told(trio: Trio) -> None:
    assert put(trio[0], body={})["seats"] == {"min": 3, "max": 6}
    assert put(trio[0], body={"seats": {"min": 4}})["seats"] == {"min": 4, "max": 6}


def test_one_may_wait_for_several_sets_at_once(trio: Trio) -> None:
    put(trio[0])
    put(trio[0], DAYS, {"bots": {"bot": "easy", "after": 600}})
    put(trio[0], "/me/wishes/cave/live", {})
    assert [(one["game"], one["set"]) for one in wishes(trio[0])] == [(RPW, "live"), (RPW, "days"), ("cave", "live")]


def test_three_who_are_called_and_come_play_within_the_minute(trio: Trio) -> None:
    for one in trio:
        put(one)
    seating.seat_players()
    called = [wishes(one)[0]["called"] for one in trio]
    assert called[0] == called[1] == called[2]
    assert (called[0]["seats"], called[0]["people"], called[0]["confirmed"]) == (3, 3, 0)
    notice = trio[0].get("/me/notices").json()["items"][0]
    assert (notice["kind"], notice["match"], notice["due_at"]) == (
        "called",
        called[0]["match"],
        called[0]["confirm_by"],
    )
    assert trio[0].get(f"/matches/{called[0]['match']}").status_code == 404
    counts = [one.post(f"{LIVE}/confirmation").json()["called"]["confirmed"] for one in trio]
    assert counts == [1, 2, 3]
    seating.seat_players()
    shown = trio[0].get(f"/matches/{called[0]['match']}").json()
    assert (shown["status"], shown["pace"]) == ("active", 1)
    assert {one["player"]["id"] for one in shown["seats"]} == {one.id for one in trio}
    assert [wishes(one) for one in trio] == [[], [], []]
    writer.tell_now(shown["id"])
    kinds = {one["kind"] for one in trio[1].get("/me/notices").json()["items"]}
    assert kinds >= {"match_started", "called"}
    assert sets("live")["lately"]["tables"] == 1


def test_nobody_says_that_they_are_there_who_was_not_called(trio: Trio) -> None:
    assert refused(trio[0].post(f"{LIVE}/confirmation")) == (404, "wish_not_found")
    put(trio[0])
    assert refused(trio[0].post(f"{LIVE}/confirmation")) == (409, "not_called")


@pytest.mark.parametrize(
    ("path", "body", "answer"),
    [
        ("/me/wishes/chess/live", {}, (404, "game_not_found")),
        (f"/me/wishes/{RPW}/bots", {}, (404, "set_not_found")),
        (LIVE, {"seats": {"min": 2}}, (422, "value_not_allowed")),
        (LIVE, {"seats": {"max": 7}}, (422, "value_not_allowed")),
        (LIVE, {"seats": {"min": 5, "max": 4}}, (422, "value_not_allowed")),
        (LIVE, {"seats": {"min": 0}}, (400, "invalid_request")),
        (LIVE, {"bots": {"bot": "easy"}}, (400, "invalid_request")),
        (LIVE, {"bots": {"bot": "nobody", "after": 60}}, (400, "invalid_request")),
        (LIVE, {"rated": True}, (403, "account_needed")),
        (LIVE, {"rated": True, "bots": {"bot": "easy", "after": 60}}, (422, "value_not_allowed")),
        (LIVE, {"within": 24}, (400, "invalid_request")),
        (LIVE, {"least_reliability": 101}, (400, "invalid_request")),
    ],
)
def test_what_cannot_be_wished_is_refused_and_leaves_no_wish(
    trio: Trio, path: str, body: Any, answer: tuple[int, str]
) -> None:
    assert refused(trio[0].put(path, body)) == answer
    assert wishes(trio[0]) == []


def test_strangers_have_no_wishes_and_keep_nobody_away(trio: Trio) -> None:
    for answer in (STRANGER.get("/me/wishes"), STRANGER.put(LIVE, {}), STRANGER.get("/me/blocks")):
        assert refused(answer) == (401, "not_authenticated")


def test_players_are_kept_away_and_let_back(trio: Trio) -> None:
    alice, bob, carol = trio
    for one in (bob, carol, bob):
        assert alice.put(f"/me/blocks/{one.id}").status_code == 204
    assert [one["id"] for one in alice.get("/me/blocks").json()["items"]] == [carol.id, bob.id]
    assert bob.get("/me/blocks").json()["items"] == []
    assert alice.delete(f"/me/blocks/{bob.id}").status_code == 204
    assert [one["id"] for one in alice.get("/me/blocks").json()["items"]] == [carol.id]
    assert refused(alice.delete(f"/me/blocks/{bob.id}")) == (404, "player_not_found")


def test_lists_of_all_leave_out_the_matches_of_whom_their_reader_keeps_away_but_for_common_ones(trio: Trio) -> None:
    alice, bob, carol = trio
    theirs = [bob.post("/matches", {"game": RPW, "seats": 3}).json()["id"] for _ in range(2)]
    common = match_of(alice, bob, carol)
    other = carol.post("/matches", {"game": RPW, "seats": 3}).json()["id"]
    catch_up()
    alice.put(f"/me/blocks/{bob.id}")
    made = {other, common, *theirs}

    def listed(who: Person, query: str) -> set[str]:
        found: set[str] = set()
        path = f"/matches{query}"
        while path and not found >= made:
            page = who.get(path).json()
            found |= {one["id"] for one in page["items"]}
            path = (page["next"] or "").removeprefix("/api/v1")
        return found & made

    for query in ("?limit=2", "?bots=false&limit=100", f"?game={RPW}&limit=100"):
        assert listed(alice, query) == {other, common}
        assert listed(bob, query) == listed(STRANGER, query) == made
    assert listed(alice, f"?player={bob.id}") == {common, *theirs}
    assert listed(alice, "?mine=true") == {common}


def test_nobody_keeps_themselves_or_one_who_does_not_exist_away(trio: Trio) -> None:
    alice = trio[0]
    assert refused(alice.put(f"/me/blocks/{alice.id}")) == (422, "value_not_allowed")
    for nobody in ("01900000-0000-7000-8000-000000000000", "nobody"):
        assert refused(alice.put(f"/me/blocks/{nobody}")) == (404, "player_not_found")


def test_an_invitation_by_one_who_is_kept_away_is_told_to_nobody_and_looks_like_any_other(trio: Trio) -> None:
    alice, bob, carol = trio
    alice.put(f"/me/blocks/{bob.id}")
    told: dict[str, list[Any]] = {}
    for invited in (alice, carol):
        match_id = bob.post("/matches", {"game": RPW, "seats": 3}).json()["id"]
        answers = [bob.post(f"/matches/{match_id}/invitations", {"player": invited.id}) for _ in range(11)]
        told[invited.id] = [(one.status_code, sorted(one.json())) for one in answers]
    assert told[alice.id] == told[carol.id]
    assert [one["kind"] for one in alice.get("/me/notices").json()["items"]] == []
    assert [one["kind"] for one in carol.get("/me/notices").json()["items"]] == ["invited"] * 10
    assert alice.get("/me/notices").json()["unread"] == 0
    assert alice.get("/me/invitations").json()["items"] == []
    assert not Notice.objects.filter(player_id=alice.id, kind="invited").exists()


def test_a_call_lasts_half_a_minute(trio: Trio) -> None:
    for one in trio:
        put(one)
    seating.seat_players()
    table = CalledTable.objects.get()
    assert table.confirm_by is not None
    assert table.confirm_by - table.called_at == MUSTER
