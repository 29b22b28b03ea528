import json
from typing import Any

import pytest

from games.matches.lists import listings
from tests.support.cast import RPW, SAS, STRANGER, Person, match_of, person, timeless


@pytest.fixture
def cast() -> tuple[Person, Person, Person]:
    return person("Alice"), person("Bob"), person("Carol")


def test_sign_up_gives_a_guest_and_a_token_that_is_his() -> None:
    handle = person("Somebody").handle[:-1] + "Z"
    answer = STRANGER.post("/players", {"handle": handle})
    made = answer.json()
    assert answer.status_code == 201
    assert (made["player"]["handle"], made["player"]["kind"]) == (handle, "guest")
    assert made["token"].startswith("tab_")
    someone = Person(id=made["player"]["id"], handle=handle, token=made["token"])
    match = someone.post("/matches", {"game": RPW, "seats": 3}).json()
    assert match["seats"][0]["player"] == made["player"]


def test_a_handle_is_taken_also_in_other_letters_of_the_same_sound() -> None:
    handle = person("Wizard").handle
    answer = STRANGER.post("/players", {"handle": handle.upper()})
    assert (answer.status_code, answer.json()["code"]) == (409, "handle_taken")


def test_a_repeated_sign_up_is_already_created_and_shows_no_token_again() -> None:
    handle = person("Repeat").handle[:-1] + "Q"
    first = STRANGER.post("/players", {"handle": handle}, Idempotency_Key="sign-up-1")
    again = STRANGER.post("/players", {"handle": handle}, Idempotency_Key="sign-up-1")
    assert (again.status_code, again.json()["code"]) == (409, "already_created")
    assert first.json()["token"] not in again.content.decode()


def test_the_same_key_for_another_sign_up_of_the_same_handle_is_refused() -> None:
    # As a repeat is, so that who guesses the key learns nothing of what was sent with it.
    handle = person("Repeat").handle[:-1] + "W"
    STRANGER.post("/players", {"handle": handle}, Idempotency_Key="sign-up-2")
    again = STRANGER.post("/players", {"handle": handle, "locale": "he"}, Idempotency_Key="sign-up-2")
    assert (again.status_code, again.json()["code"]) == (409, "already_created")


def test_the_games_describe_themselves() -> None:
    games = STRANGER.get("/games").json()["items"]
    game = next(game for game in games if game["game"] == RPW)
    assert game == STRANGER.get(f"/games/{RPW}").json()
    assert game["seats"] == {"min": 3, "max": 6}
    assert game["names"].keys() == {"en", "he", "pl"}
    assert game["rules"] == ["1"]
    assert "choose_spell" in game["moves"]


def test_content_and_clauses_are_there_for_each_rules_version() -> None:
    assert len(STRANGER.get(f"/games/{RPW}/content?rules=1").json()["cards"]) == 23
    clauses = STRANGER.get(f"/games/{RPW}/clauses").json()
    assert len(clauses) == 68
    assert {tuple(texts) for texts in clauses.values()} == {("en", "he", "pl")}
    assert clauses["RPW-22"] == {
        "en": "A seat chooses once a round; a second answer is refused.",
        "he": "כל מושב בוחר פעם אחת בסיבוב; תשובה שנייה נדחית.",
        "pl": "Każde miejsce wybiera raz na rundę; druga odpowiedź jest odrzucana.",
    }
    assert STRANGER.get(f"/games/{RPW}/content?rules=99").status_code == 404


@pytest.mark.parametrize(
    ("game", "kinds"), [(RPW, []), (SAS, ["snowball_defence", "snowball_reply"]), ("cave", ["counterspell"])]
)
def test_a_game_says_which_prompts_a_standing_order_may_decline(game: str, kinds: list[str]) -> None:
    assert STRANGER.get(f"/games/{game}").json()["declinable"] == kinds


@pytest.mark.parametrize(
    ("game", "kinds"),
    [(RPW, []), (SAS, []), ("cave", ["before_explore", "before_fight", "counterspell", "start_action"])],
)
def test_a_game_says_which_prompts_a_standing_order_may_skip(game: str, kinds: list[str]) -> None:
    assert STRANGER.get(f"/games/{game}").json()["skippable"] == kinds


@pytest.mark.parametrize(
    ("game", "kinds"), [(RPW, []), (SAS, []), ("cave", ["before_explore", "before_fight", "start_action"])]
)
def test_a_game_says_which_prompts_are_skipped_for_whoever_orders_nothing(game: str, kinds: list[str]) -> None:
    assert STRANGER.get(f"/games/{game}").json()["skipped"] == kinds


def test_a_new_match_answers_201_with_its_address(cast: tuple[Person, ...]) -> None:
    answer = cast[0].post("/matches", {"game": RPW, "seats": 3, "name": "Friday"})
    match = answer.json()
    assert answer.status_code == 201
    assert answer.headers["Location"] == match["links"]["self"] == f"/api/v1/matches/{match['id']}"
    assert (match["status"], match["name"], match["you"], match["version"]) == ("open", "Friday", 0, 2)
    assert timeless(cast[0].get(f"/matches/{match['id']}").json()) == timeless(match)


@pytest.mark.parametrize("name", ["\x00", "two\nlines", "x" * 81])
def test_a_name_is_one_line_of_80_characters(cast: tuple[Person, ...], name: str) -> None:
    answer = cast[0].post("/matches", {"game": RPW, "seats": 3, "name": name})
    assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (400, "/name")


def test_an_entropy_of_before_may_be_any_text_and_is_part_of_history(cast: tuple[Person, ...]) -> None:
    entropy = "\x00\u202eę🂡"
    match_id = match_of(*cast, entropy=entropy)
    events = STRANGER.get(f"/matches/{match_id}/events").json()["items"]
    started = next(event for event in events if event["type"] == "match_started")
    assert started["data"]["entropies"] == [entropy, None, None]
    listings.project_listings([match_id])


def test_the_match_resource_has_every_field_of_the_contract(cast: tuple[Person, ...]) -> None:
    match = cast[1].get(f"/matches/{match_of(*cast)}").json()
    fields = """id game rules name status visibility delay rated options clock seats version host waiting_for deadlines paused_at agreed
        replacements take_back_wish you outcome fill pace chance forked_from rematch created_at started_at finished_at now text links"""
    assert match.keys() == set(fields.split())
    assert match["you"] == 1
    assert match["waiting_for"] == [0, 1, 2]
    assert match["chance"]["seed"] is None
    assert [seat["player"]["handle"] for seat in match["seats"]] == [one.handle for one in cast]
    assert {seat["status"] for seat in match["seats"]} == {"seated"}


def test_lobby_calls_answer_a_repeat_with_the_match_as_it_is_now(cast: tuple[Person, ...]) -> None:
    match_id = cast[0].post("/matches", {"game": RPW, "seats": 3}).json()["id"]
    first = cast[1].post(f"/matches/{match_id}/join", {"seat": 2}, Idempotency_Key="in")
    cast[2].post(f"/matches/{match_id}/join")
    again = cast[1].post(f"/matches/{match_id}/join", {"seat": 2}, Idempotency_Key="in")
    assert "Idempotent-Replayed" not in first.headers
    assert again.headers["Idempotent-Replayed"] == "true"
    assert (first.json()["status"], again.json()["status"]) == ("open", "active")


def test_a_repeated_creation_answers_201_with_the_same_match(cast: tuple[Person, ...]) -> None:
    made = [cast[0].post("/matches", {"game": RPW, "seats": 3}, Idempotency_Key="new") for _ in range(2)]
    assert [answer.status_code for answer in made] == [201, 201]
    assert timeless(made[0].json()) == timeless(made[1].json())
    assert made[1].headers["Idempotent-Replayed"] == "true"


def test_prompts_are_the_callers_own_and_listed_moves_can_be_posted_as_they_stand(cast: tuple[Person, ...]) -> None:
    match_id = match_of(*cast)
    prompts = cast[1].get(f"/matches/{match_id}/prompts").json()
    assert [prompt["seat"] for prompt in prompts["items"]] == [1]
    assert prompts["items"][0].keys() == {"prompt", "seat", "kind", "optional", "due_at", "about", "text", "moves"}
    assert STRANGER.get(f"/matches/{match_id}/prompts").json()["items"] == []
    move = {"prompt": prompts["items"][0]["prompt"], **prompts["items"][0]["moves"][0]["legal"][-1]}
    answer = cast[1].post(f"/matches/{match_id}/moves", move, Idempotency_Key="m1")
    assert answer.status_code == 201
    assert answer.json().keys() == {"game", "rules", "version", "move", "events", "prompts", "take_back"}
    again = cast[1].post(f"/matches/{match_id}/moves", move, Idempotency_Key="m1")
    assert (again.status_code, again.json()) == (201, answer.json())
    assert again.headers["Idempotent-Replayed"] == "true"


def test_a_view_has_the_fields_of_the_contract_for_a_seat_and_for_a_spectator(cast: tuple[Person, ...]) -> None:
    match_id = match_of(*cast)
    fields = {"match", "game", "rules", "version", "seat", "status", "waiting_for", "state", "prompts", "text"}
    mine, theirs = cast[0].get(f"/matches/{match_id}/view").json(), STRANGER.get(f"/matches/{match_id}/view").json()
    assert mine.keys() == theirs.keys() == fields
    assert (mine["seat"], theirs["seat"]) == (0, None)
    assert mine["prompts"] == cast[0].get(f"/matches/{match_id}/prompts").json()["items"]
    assert theirs["prompts"] == []


def test_a_view_before_the_start_has_no_state(cast: tuple[Person, ...]) -> None:
    match_id = cast[0].post("/matches", {"game": RPW, "seats": 3}).json()["id"]
    assert cast[0].get(f"/matches/{match_id}/view").json()["state"] is None


def test_events_come_in_pages_and_open_only_what_the_caller_may_open(cast: tuple[Person, ...]) -> None:
    match_id = match_of(*cast)
    prompt = cast[1].get(f"/matches/{match_id}/prompts").json()["items"][0]
    cast[1].post(f"/matches/{match_id}/moves", {"prompt": prompt["prompt"], **prompt["moves"][0]["legal"][0]})
    seen = {who: who.get(f"/matches/{match_id}/events").json()["items"] for who in (*cast, STRANGER)}
    assert [event["version"] for event in seen[STRANGER]] == list(range(1, len(seen[STRANGER]) + 1))
    opened = {who.handle: [event["version"] for event in events if event["private"]] for who, events in seen.items()}
    assert opened == {cast[0].handle: [], cast[1].handle: [len(seen[STRANGER])], cast[2].handle: [], "": []}
    assert seen[STRANGER][0]["sealed"] is True
    pages: list[Any] = []
    path = f"/matches/{match_id}/events?limit=3"
    while path:
        page = STRANGER.get(path.removeprefix("/api/v1")).json()
        pages, path = pages + page["items"], page["next"]
    assert pages == seen[STRANGER]
    assert STRANGER.get(f"/matches/{match_id}/events?after=3&limit=1").json()["items"] == pages[3:4]


def test_after_the_end_everything_sealed_is_open_to_everyone(cast: tuple[Person, ...]) -> None:
    match_id = match_of(*cast)
    for one in cast[:2]:
        one.post(f"/matches/{match_id}/resign")
    events = STRANGER.get(f"/matches/{match_id}/events").json()["items"]
    match = STRANGER.get(f"/matches/{match_id}").json()
    assert not any(event["sealed"] for event in events)
    assert events[0]["private"][0]["part"]["seed"] == match["chance"]["seed"]
    assert match["outcome"]["reason"] == "last_seat"


def test_a_listed_match_says_what_the_match_itself_says(cast: tuple[Person, ...]) -> None:
    match_id = match_of(*cast, name="In the list")
    listings.project_listings([match_id])
    page = cast[2].get("/matches?mine=true&status=active").json()
    assert page.keys() == {"items", "next", "as_of"}
    assert [timeless(item) for item in page["items"]] == [timeless(cast[2].get(f"/matches/{match_id}").json())]


def test_lists_of_ones_own_need_a_token() -> None:
    for query in ("mine=true", "waiting_for=me"):
        assert STRANGER.get(f"/matches?{query}").status_code == 401


def test_the_lists_are_paged_by_cursor(cast: tuple[Person, ...]) -> None:
    made = [cast[0].post("/matches", {"game": RPW, "seats": 3}).json()["id"] for _ in range(3)]
    for match_id in made:
        listings.project_listings([match_id])
    first = cast[0].get("/matches?mine=true&limit=2").json()
    second = cast[0].get(first["next"].removeprefix("/api/v1")).json()
    assert [match["id"] for match in first["items"] + second["items"]] == sorted(made, reverse=True)
    assert second["next"] is None


def test_no_answer_to_a_seat_holds_a_token_or_the_seed(cast: tuple[Person, ...]) -> None:
    match_id = match_of(*cast)
    for path in ("", "/view", "/prompts", "/events"):
        text = json.dumps(cast[0].get(f"/matches/{match_id}{path}").json())
        assert "tab_" not in text
        assert '"seed": "' not in text
