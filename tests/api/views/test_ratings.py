"""Ratings as callers see them."""

from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.utils.timezone import now

from games.matches.models.people import Player
from games.matches.models.rated import Rating
from games.matches.play import submission
from games.matches.profiles import deletion
from games.matches.ratings import judging
from tests.support.cast import RPW, SAS, STRANGER, Person, account_holder, match_of
from tests.support.relay import catch_up
from tests.support.table_fixtures import all_listed, no_ratings

__all__ = ["all_listed", "no_ratings"]

pytestmark = pytest.mark.usefixtures("no_ratings")

CLOCK = {"mode": "per_move", "seconds": 3600}


def ended(*people: Person, **wishes: Any) -> str:
    """A rated match that all but the last have resigned."""
    match_id = match_of(*people, **{"clock": CLOCK, "rated": True, **wishes})
    for one in people[:-1]:
        submission.resign(match_id, one.id, key=None)
    catch_up()
    while judging.rate():
        pass
    return match_id


def known(who: Person, *, game: str, mu: float, sigma: float = 3.0, matches: int = 20, days: int = 1) -> None:
    Rating.objects.create(
        player_id=who.id, game=game, mu=mu, sigma=sigma, matches=matches, rated_at=now() - timedelta(days=days)
    )


def test_a_match_says_whether_it_is_rated_and_so_does_the_list() -> None:
    alice = account_holder("Alice")
    made = alice.post("/matches", {"game": SAS, "seats": 2, "rated": True, "clock": CLOCK}).json()
    plain = alice.post("/matches", {"game": SAS, "seats": 2}).json()
    assert (made["rated"], plain["rated"]) == (True, False)
    catch_up()
    listed = {one["id"]: one["rated"] for one in alice.get("/matches?mine=true").json()["items"]}
    assert listed == {made["id"]: True, plain["id"]: False}
    assert STRANGER.get(f"/matches/{made['id']}/lobby").json()["match"]["rated"] is True


def test_a_player_has_a_rating_for_each_game_and_a_course_of_it() -> None:
    alice, bob = account_holder("Alice"), account_holder("Bob")
    first, second, other = ended(alice, bob, game=SAS), ended(bob, alice, game=SAS), ended(alice, bob, game="cave")
    found = STRANGER.get(f"/players/{bob.id}/ratings").json()
    assert (found["player"]["handle"], found["shown"]) == (bob.handle, True)
    assert [(one["game"], one["matches"], one["provisional"]) for one in found["items"]] == [
        ("cave", 1, True),
        (SAS, 2, True),
    ]
    course_of = STRANGER.get(f"/players/{bob.id}/ratings/{SAS}").json()
    assert [(one["match"], one["place"], one["players"]) for one in course_of["items"]] == [
        (second, 2, 2),
        (first, 1, 2),
    ]
    newest, oldest = course_of["items"]
    assert oldest["before"] == 1500 < oldest["rating"] == newest["before"] > newest["rating"]
    assert newest["rating"] == found["items"][1]["rating"]
    page = STRANGER.get(f"/players/{bob.id}/ratings/{SAS}?limit=1").json()
    assert [one["match"] for one in page["items"]] == [second]
    rest = STRANGER.get(page["next"].removeprefix("/api/v1")).json()
    assert ([one["match"] for one in rest["items"]], rest["next"]) == ([first], None)
    assert [one["match"] for one in STRANGER.get(f"/players/{bob.id}/ratings/cave").json()["items"]] == [other]


def test_a_match_tells_what_it_did_to_the_ratings() -> None:
    alice, bob = account_holder("Alice"), account_holder("Bob")
    match_id = ended(alice, bob, game=SAS)
    told = STRANGER.get(f"/matches/{match_id}/rating").json()
    assert (told["match"], told["state"], told["reason"]) == (match_id, "counted", None)
    assert [(one["player"]["handle"], one["place"], one["before"]) for one in told["seats"]] == [
        (bob.handle, 1, 1500),
        (alice.handle, 2, 1500),
    ]
    assert told["seats"][0]["rating"] > 1500 > told["seats"][1]["rating"]
    judging.annul(UUID(match_id), reason="Two accounts of one person.", by="ops")
    told = STRANGER.get(f"/matches/{match_id}/rating").json()
    assert (told["state"], told["reason"], told["seats"]) == ("annulled", "Two accounts of one person.", [])


def test_a_match_whose_turn_has_not_come_says_so() -> None:
    alice, bob = account_holder("Alice"), account_holder("Bob")
    match_id = match_of(alice, bob, game=SAS, clock=CLOCK, rated=True)
    assert STRANGER.get(f"/matches/{match_id}/rating").json()["code"] == "rated_match_not_found"
    submission.resign(match_id, alice.id, key=None)
    catch_up()
    assert STRANGER.get(f"/matches/{match_id}/rating").json()["state"] == "waiting"


def test_who_hides_their_record_shows_no_rating_to_others() -> None:
    alice, bob = account_holder("Alice"), account_holder("Bob")
    match_id = ended(alice, bob, game=SAS)
    known(alice, game=RPW, mu=30.0)
    assert alice.patch("/me", {"shows_record": False}).status_code == 200
    for by, shown in ((STRANGER, False), (bob, False), (alice, True)):
        found = by.get(f"/players/{alice.id}/ratings").json()
        assert (found["shown"], bool(found["items"])) == (shown, shown)
        assert bool(by.get(f"/players/{alice.id}/ratings/{SAS}").json()["items"]) is shown
        seats = {one["player"]["id"]: one for one in by.get(f"/matches/{match_id}/rating").json()["seats"]}
        assert (seats[alice.id]["rating"] is not None, seats[alice.id]["before"] is not None) == (shown, shown)
        assert seats[bob.id]["rating"] is not None
        assert alice.id not in {one["player"]["id"] for one in by.get(f"/leaderboards/{RPW}").json()["items"]}


def test_a_deleted_player_has_no_rating_and_stands_on_no_leaderboard() -> None:
    alice, bob = account_holder("Alice"), account_holder("Bob")
    match_id = ended(alice, bob, game=SAS)
    known(alice, game=RPW, mu=30.0)
    deletion.delete(alice.id)
    found = STRANGER.get(f"/players/{alice.id}/ratings").json()
    assert (found["shown"], found["items"]) == (False, [])
    assert STRANGER.get(f"/leaderboards/{RPW}").json()["items"] == []
    seats = STRANGER.get(f"/matches/{match_id}/rating").json()["seats"]
    assert [(one["player"]["handle"], one["rating"] is None) for one in seats] == [(bob.handle, False), (None, True)]


def test_a_leaderboard_has_who_played_enough_and_of_late_best_first() -> None:
    names = ("Best", "Level", "Third", "Few", "Unsure", "Away")
    best, level, third, few, unsure, away = map(account_holder, names)
    known(third, game=RPW, mu=26.0)
    known(best, game=RPW, mu=40.0)
    known(level, game=RPW, mu=40.001)
    known(few, game=RPW, mu=50.0, matches=9)
    known(unsure, game=RPW, mu=50.0, sigma=6.8)
    known(away, game=RPW, mu=50.0, days=91)
    known(few, game=SAS, mu=50.0)
    found = STRANGER.get(f"/leaderboards/{RPW}").json()
    assert [(one["rank"], one["player"]["id"]) for one in found["items"]] == [
        (1, level.id),
        (1, best.id),
        (3, third.id),
    ]
    assert found["items"][0]["rating"] == 2130
    assert found["terms"] == {"matches": 10, "deviation": 280, "days": 90}
    assert (found["game"], found["players"]) == (RPW, 3)


def test_a_leaderboard_leaves_out_whom_its_reader_keeps_away_and_moves_nobody_up() -> None:
    alice, bob, carol = account_holder("Alice"), account_holder("Bob"), account_holder("Carol")
    known(bob, game=RPW, mu=40.0)
    known(carol, game=RPW, mu=30.0)
    assert alice.put(f"/me/blocks/{bob.id}").status_code == 204
    ranks = [
        [(one["rank"], one["player"]["id"]) for one in who.get(f"/leaderboards/{RPW}").json()["items"]]
        for who in (alice, bob, STRANGER)
    ]
    assert ranks == [[(2, carol.id)], [(1, bob.id), (2, carol.id)], [(1, bob.id), (2, carol.id)]]


def test_a_game_that_is_not_there_has_no_leaderboard_and_no_course() -> None:
    alice = account_holder("Alice")
    for path in ("/leaderboards/chess", f"/players/{alice.id}/ratings/chess"):
        assert STRANGER.get(path).json()["code"] == "game_not_found"


def test_a_guest_who_makes_an_account_may_play_rated() -> None:
    guest = account_holder("Guest")
    Player.objects.filter(id=guest.id).update(kind="guest")
    wish = {"game": SAS, "seats": 2, "rated": True, "clock": CLOCK}
    assert guest.post("/matches", wish).json()["code"] == "account_needed"
    assert guest.post("/me/upgrade", {"password": "correct horse battery"}).status_code == 200
    assert guest.post("/matches", wish).status_code == 201
