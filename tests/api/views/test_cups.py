"""Cups as callers see them."""

from typing import Any

import pytest

from games.cups.check import check
from games.matches.cups import rounds
from games.matches.models.cups import CupRow
from games.matches.play import submission
from games.matches.stream.loading import load
from tests.support.cast import RPW, STRANGER, Person, account_holder, person
from tests.support.relay import catch_up

WISH: dict[str, Any] = {
    "game": RPW,
    "set": "days",
    "system": "swiss",
    "places": 3,
    "seats": {"min": 3, "max": 3},
    "rounds": 1,
    "name": "Friday",
}


@pytest.fixture(autouse=True)
def _no_cup_is_due() -> None:
    CupRow.objects.update(look_at=None)


def made(host: Person, **wishes: Any) -> str:
    answer = host.post("/cups", {**WISH, **wishes})
    assert answer.status_code == 201, answer.json()
    assert answer["Location"] == f"/api/v1/cups/{answer.json()['id']}"
    return f"/cups/{answer.json()['id']}"


def run() -> None:
    while rounds.run():
        pass


def test_a_cup_is_made_entered_played_and_told_with_all_its_results() -> None:
    three = [account_holder(name) for name in ("Ada", "Ben", "Cid")]
    path = made(three[0])
    waiting = STRANGER.get(path).json()
    assert (waiting["status"], waiting["entered"], waiting["places"], waiting["name"]) == ("open", 1, 3, "Friday")
    assert (waiting["standings"], waiting["played"], waiting["seed"]) == ([], [], None)
    for one in three[1:]:
        assert one.put(f"{path}/entry").status_code == 200
    assert three[1].put(f"{path}/entry").status_code == 200
    run()
    playing = STRANGER.get(path).json()
    assert (playing["status"], len(playing["players"])) == ("running", 3)
    assert [one["place"] for one in playing["standings"]] == [1, 1, 1]
    (table,) = playing["played"][0]["tables"]
    assert table["result"] is None
    holders = load(table["match"]).holders
    for seat in (2, 1):
        submission.resign(table["match"], holders[seat], key=None)
    catch_up()
    run()
    over = STRANGER.get(path).json()
    assert over["status"] == "finished"
    first = over["standings"][0]
    assert first["player"]["id"] == holders[0]
    assert (first["place"], first["points"], first["firsts"], first["opponents"]) == (1, 24, 1, 12)
    assert over["played"][0]["tables"][0]["result"]["by"] == "match"
    told = STRANGER.get(f"{path}/events").json()
    assert check(told["cup"], told["items"]).seed == over["seed"]


def test_cups_are_listed_by_game_and_state_and_one_s_own() -> None:
    ada, ben = account_holder("Ada"), account_holder("Ben")
    waiting, other = made(ada), made(ben)
    ben.post(f"{other}/cancel")

    def listed(who: Person, query: str) -> list[str]:
        items = who.get(f"/cups?{query}&limit=500").json()["items"]
        return [f"/cups/{one['id']}" for one in items if f"/cups/{one['id']}" in (waiting, other)]

    assert listed(STRANGER, f"game={RPW}") == [other, waiting]
    assert listed(STRANGER, "game=cave") == []
    assert listed(STRANGER, "status=open") == [waiting]
    assert listed(STRANGER, "status=cancelled") == [other]
    assert listed(ada, "mine=true") == [waiting]
    assert listed(ben, "mine=true") == []
    assert STRANGER.get("/cups?mine=true").status_code == 401
    assert STRANGER.get("/cups?status=won").json()["code"] == "invalid_request"
    page = STRANGER.get("/cups?limit=1").json()
    assert page["next"] is not None
    assert STRANGER.get(page["next"].removeprefix("/api/v1")).json()["items"][0]["id"] != page["items"][0]["id"]


def test_a_list_and_a_cup_that_have_not_changed_are_not_sent_again() -> None:
    path = made(account_holder("Ada"))
    for address in (path, f"{path}/events", "/cups?limit=1"):
        tag = STRANGER.get(address)["ETag"]
        assert STRANGER.get(address, If_None_Match=tag).status_code == 304


def test_a_host_who_starts_or_cancels_again_gets_the_answer_again() -> None:
    ada, eve = account_holder("Ada"), account_holder("Eve")
    for verb, other, status in (("start", "cancel", "running"), ("cancel", "start", "cancelled")):
        path = made(ada, bot="easy")
        first, again = (ada.post(f"{path}/{verb}") for _ in range(2))
        assert (first.status_code, again.status_code) == (200, 200)
        assert ("Idempotent-Replayed" in first, again["Idempotent-Replayed"]) == (False, "true")
        assert first.json() == again.json()
        assert again.json()["status"] == status
        assert ada.post(f"{path}/{other}").json()["code"] == "cup_not_open"
        assert eve.post(f"{path}/{verb}").json()["code"] == "not_cup_host"


def test_the_seed_is_in_no_answer_before_the_end() -> None:
    ada = account_holder("Ada")
    path = made(ada)
    seed = bytes(CupRow.objects.get(id=path.rpartition("/")[2]).seed).hex()
    answers = [ada.get(path), ada.get(f"{path}/events"), ada.get("/cups"), ada.post(f"{path}/start")]
    assert not any(seed.encode() in answer.content for answer in answers)
    ada.post(f"{path}/cancel")
    assert ada.get(path).json()["seed"] == seed


def test_who_deletes_the_account_stays_in_the_table_without_a_name() -> None:
    ada, ben = account_holder("Ada"), account_holder("Ben")
    path = made(ada, bot="easy", rounds=2)
    ben.put(f"{path}/entry")
    ada.post(f"{path}/start")
    assert ben.delete("/me").status_code == 204
    run()
    found = STRANGER.get(path).json()
    (gone,) = [one for one in found["standings"] if one["player"] and one["player"]["id"] == ben.id]
    assert (gone["player"]["handle"], gone["withdrawn"]) == (None, True)
    assert ben.handle not in str(found)


@pytest.mark.parametrize("field", ["game", "set", "system", "places", "seats"])
def test_what_a_cup_needs_is_said(field: str) -> None:
    wish = {name: value for name, value in WISH.items() if name != field}
    answer = account_holder("Ada").post("/cups", wish)
    assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (400, f"/{field}")


def test_a_guest_is_told_that_it_takes_an_account() -> None:
    assert person("Guest").post("/cups", WISH).json()["code"] == "account_needed"
